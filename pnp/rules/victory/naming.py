"""A victory → what only judging a finished table would stumble over, found without one: names and ids of nothing."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem
from pnp.model.rules import Expression, Victory
from pnp.model.values import Field
from pnp.rules.at_home import expressions
from pnp.rules.declared import EXPECTED
from pnp.rules.expressions import PLAYER, TABLE, Absent, Frame, Names, Wrong
from pnp.rules.needing import unmet
from pnp.rules.probing import everything, odd, stumbles
from pnp.rules.victory.states import outcome_of
from pnp.rules.victory.table import fields_of

if TYPE_CHECKING:
    from pnp.rules.world import World

_UNKNOWN = Absent("only a finished table knows")


def misnamed(world: "World", victory: Victory) -> list[Problem]:
    """In what a table is read by, its rules, its end, the steps to the winner."""
    found = list(_named(world, victory))
    lines = {problem.span[:2] for problem in found}
    once: dict[object, Problem] = {}
    for problem in _probed(world, victory):
        once.setdefault((problem.code, problem.span), problem)
    return [*found, *(problem for problem in once.values() if problem.span[:2] not in lines)]


def _named(world: "World", victory: Victory) -> Iterator[Problem]:
    table = world.names.inner(dict.fromkeys((*victory.track, *victory.table, "players", "outcome", TABLE), _UNKNOWN))
    of_player = table.inner(dict.fromkeys(("name", "it", PLAYER, *victory.player), _UNKNOWN))
    yield from _unknown(world, [variable.read for variable in victory.track.values() if variable.read], table)
    yield from _unknown(world, [victory.ends] if victory.ends else [], table)
    yield from _unknown(world, (step.value for step in victory.winner.values()), of_player)
    yield from unmet(victory.rules, _of_modules(world))
    things = table.inner(dict.fromkeys((*_fields(world, victory), "id", "copies", "it", "count"), _UNKNOWN))
    for rule in victory.rules.values():
        for expression in expressions(rule):
            is_whole = rule.kind == "require" or expression is rule.of
            yield from _unknown(world, [expression], table if is_whole else things)
        yield from _unknown(world, world.evaluator.spoken(rule.say), table.inner({EXPECTED: _UNKNOWN}))


def _fields(world: "World", victory: Victory) -> Iterator[str]:
    """Of anything that a rule could be about each of."""
    for component in world.game.components.values():
        yield from component.fields
    for group in world.game.groups.values():
        yield from group.fields
    yield from _within(fields_of(victory).values())


def _within(fields: Iterable[Field]) -> Iterator[str]:
    for field in fields:
        yield field.name
        yield from _within((*field.fields.values(), *([field.of] if field.of else [])))


def _of_modules(world: "World") -> frozenset[str]:
    """Rules that a module brings or takes away."""
    changes = [module.change("victory.rules") for module in world.game.patches]
    added = [rule.id for change in changes for rule in change.add]
    return frozenset([*added, *(id for change in changes for id, _ in change.drop)])


def _unknown(world: "World", asked: Iterable[Expression], names: Names) -> Iterator[Problem]:
    for expression in asked:
        try:
            world.evaluator.check(expression, names)
        except Wrong as wrong:
            yield wrong.problem


def _probed(world: "World", victory: Victory) -> Iterator[Problem]:
    """With two tables that have everything a list can have; what else is wrong with them says nothing."""
    for last in (False, True):
        names, player = _scopes(world, victory, last)
        for rule in victory.rules.values():
            yield from stumbles(world, rule, names)
        for expression, of_player in _asked(world, victory):
            yield from odd(world, expression, player if of_player else names)


def _scopes(world: "World", victory: Victory, last: bool) -> tuple[Names, Names]:
    """That of the table, and of one of its players."""
    setup = world.game.setup
    number = (setup.players[-1 if last else 0] if setup and setup.players else 2) or 1
    player = everything(world, victory.player, last)
    players = tuple([Frame({**player, "name": str(n)}, str(n), is_player=True) for n in range(number)])
    track = {id: variable.values[-1 if last else 0] for id, variable in victory.track.items() if variable.values}
    outcomes = [outcome_of(world, condition) for condition in victory.conditions.values()]
    known: dict[str, Any] = {**track, **everything(world, victory.table, last), "players": players}
    known["outcome"] = outcomes[-1 if last else 0] if outcomes else None
    outer = world.for_players(number) if setup and setup.players else world.names
    names = outer.whole(known, TABLE)
    return names, names.whole(players[0], PLAYER)


def _asked(world: "World", victory: Victory) -> Iterator[tuple[Expression, bool]]:
    """What is evaluated of a table, and whether that is about each of its players."""
    spoken = world.evaluator.spoken
    for variable in victory.track.values():
        if variable.read:
            yield variable.read, False
    if victory.ends:
        yield victory.ends, False
    for step in victory.winner.values():
        yield step.value, True
    sentences = [each.say for each in victory.conditions.values()] + [each.say for each in victory.winner.values()]
    for sentence in [*sentences, *([victory.nobody] if victory.nobody else [])]:
        yield from ((hole, False) for hole in spoken(sentence))
