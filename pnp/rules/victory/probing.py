"""A finished table nobody played → what judging would stumble over: names and ids that nothing has."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.model.problem import Problem
from pnp.model.rules import Expression
from pnp.rules.expressions import PLAYER, TABLE, Frame, Names
from pnp.rules.probing import everything, odd
from pnp.rules.victory.states import outcome_of

if TYPE_CHECKING:
    from pnp.rules.world import World


def probed_table(world: "World") -> Iterator[Problem]:
    """With two tables, in the steps, in variables that are read, and in all sentences."""
    for last in (False, True):
        names, player = _scopes(world, last)
        for expression, of_player in _asked(world):
            yield from odd(world, expression, player if of_player else names)


def _scopes(world: "World", last: bool) -> tuple[Names, Names]:
    """That of the table, and of one of its players."""
    victory, setup = world.game.victory, world.game.setup
    assert victory is not None
    many = setup.players[-1 if last else 0] if setup and setup.players else 2
    fields = everything(world, victory.player, last)
    players = tuple([Frame({**fields, "name": str(n)}, is_player=True) for n in range(1, many + 1)])
    known = {id: variable.values[-1 if last else 0] for id, variable in victory.track.items() if variable.values}
    outcomes = [outcome_of(world, condition) for condition in victory.conditions.values()]
    known |= everything(world, victory.table, last)
    known |= {"players": players, "outcome": outcomes[-1 if last else 0] if outcomes else None}
    names = world.for_players(many).whole(known, TABLE)
    return names, names.whole(players[0], PLAYER)


def _asked(world: "World") -> Iterator[tuple[Expression, bool]]:
    """What is evaluated of a table, and whether that is about each of its players."""
    victory, spoken = world.game.victory, world.evaluator.spoken
    assert victory is not None
    for variable in victory.track.values():
        if variable.read:
            yield variable.read, False
    for step in victory.winner.values():
        yield step.value, True
    sentences = [each.say for each in victory.conditions.values()] + [each.say for each in victory.winner.values()]
    for sentence in [*sentences, *([victory.nobody] if victory.nobody else [])]:
        yield from ((hole, False) for hole in spoken(sentence))
