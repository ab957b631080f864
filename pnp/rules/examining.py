"""A game → all that is wrong with its rules, setups, victory and examples, for each set of modules."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pnp.model.game import Game
from pnp.model.patch import patched
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.rules import Expression, Rule
from pnp.rules.choosing import chosen_sets, legal_sets
from pnp.rules.declared import SAYS_NOTHING, check_rule, unsaid
from pnp.rules.expressions import Evaluator, Names, Wrong
from pnp.rules.expressions.wrong import UNKNOWN_NAME
from pnp.rules.merging import OfPlayers, OfSets
from pnp.rules.needing import judged, rules_of_modules, unmet
from pnp.rules.world import OF_PLAYERS, World

__all__ = ["examine", "legal_sets"]

_DECIDING = frozenset({"setup", "victory"})  # of which everything else but rules may make use
_NONE_REFUSED: Mapping[Expression, Problem] = {}


def examine(
    game: Game,
    sets: Iterable[tuple[str, ...]] | None = None,
    lost: frozenset[str] = frozenset(),
    refused: Mapping[Expression, Problem] = _NONE_REFUSED,
) -> list[Problem]:
    """In reading order. `sets` of modules: all that can be chosen where they aren't given.

    `lost`: files with mistakes, like "setup": what depends on what they say isn't told. `refused`: expressions that are
    wrong for a reason found elsewhere.
    """
    from pnp.rules.setup.taken import Taken

    problems: list[Problem] = []
    of_all = sets is None
    if sets is None:
        sets, problems = chosen_sets(game)
    evaluator, taken = Evaluator(), Taken()
    evaluator.refuse(refused)
    unread = {each.partition("/")[2] for each in game.unread if each.startswith("rules/")}
    found, broken = OfSets(SAYS_NOTHING.id), unread
    for modules in sets:
        world = World(patched(game, [game.modules[id] for id in modules]), modules, evaluator)
        world.broken = broken
        found.add(modules, examine_world(world, lost), world.game.rules.values())
        if lost.isdisjoint(_DECIDING):
            taken.add(world)
    never = taken.problems() if of_all and not problems and lost.isdisjoint(_DECIDING) else ()
    return in_reading_order([*problems, *found.problems(), *never])


def examine_world(world: World, lost: frozenset[str] = frozenset()) -> list[Problem]:
    """The problems of one set of modules."""
    problems: list[Problem] = []
    told: set[Any] = set()
    for name, part, decides in _parts():  # the examples last: that they use what is wrong is no other mistake
        if _depends(name, lost):
            world.unsure.update(decides)
            continue
        found = [problem for problem in part(world) if (problem.code, problem.span) not in told]
        if "victory" in lost:  # a definition that couldn't be read isn't missed
            found = [problem for problem in found if problem.code != UNKNOWN_NAME.id]
        told.update((problem.code, problem.span) for problem in found)
        world.unsure.update(decides if name == "victory" and has_errors(found) else ())
        problems += found
    return problems


def _depends(part: str, lost: frozenset[str]) -> bool:
    """Whether this can't be examined without those. What is left of rules and of examples can."""
    if part == "rules":
        return False
    return not lost.isdisjoint(_DECIDING) or (part in ("selections", "examples") and "selections" in lost)


def _parts() -> Iterator[tuple[str, Callable[[World], list[Problem]], tuple[str, ...]]]:
    """Each with the names whose values say nothing where it isn't examined, or the victory has errors."""
    from pnp.rules.examples import DECIDED, examine_examples
    from pnp.rules.selections import examine_selections
    from pnp.rules.setup import examine_setup
    from pnp.rules.victory import examine_victory

    yield "setup", examine_setup, OF_PLAYERS  # what can't be dealt is known of each number of players
    yield "victory", examine_victory, ("states", *DECIDED)
    yield "rules", examine_declared, ()
    yield "selections", examine_selections, ()
    yield "examples", examine_examples, ()


def examine_declared(world: World) -> list[Problem]:
    """The rules of rules.yaml: those that are about players for each number of them.

    What setups themselves are reported for, a zone short of pieces, a table without a row, isn't said again.
    """
    rules = world.game.rules
    of_rules = judged(rules, lambda rule: _examined(rule, world), world.broken)
    found = [problem for _, problems in of_rules for problem in problems]
    return [*unmet(rules, rules_of_modules(world.game) | world.broken), *found]


def _examined(rule: Rule, world: World) -> list[Problem]:
    try:
        used = _used(rule, world)
    except Wrong as wrong:
        return [wrong.problem]
    if not world.unsure.isdisjoint(used | ({"tables"} if rule.kind == "table" else set())):
        return []
    setup = world.game.setup
    if setup is None or (rule.kind != "table" and not used.intersection(OF_PLAYERS)):
        return _judged(rule, world, world.names)
    found = OfPlayers(setup.players)
    for players in setup.players:
        if _is_known(used, world, players):
            found.add(players, _judged(rule, world, world.for_players(players)))
    return found.problems()


def _judged(rule: Rule, world: World, names: Names) -> list[Problem]:
    return [*check_rule(rule, world, names), *unsaid(rule, world, names)]


def _is_known(used: set[str], world: World, players: int) -> bool:
    """A table that lacks a row, and a setup that can't be dealt, are problems already: their figures say nothing."""
    from pnp.rules.setup import deal, has_rows

    if "zones" not in used:
        return "tables" not in used or has_rows(world, players)
    dealt = deal(world, players)
    return dealt.is_whole and not dealt.problems


def _used(rule: Rule, world: World) -> set[str]:
    expressions: list[Any] = [rule.subject, rule.of, rule.where, rule.by, rule.per, *world.evaluator.spoken(rule.say)]
    for bound in rule.bounds:
        said = bound.expected
        expressions += said.values() if isinstance(said, dict) else [said]
    uses = world.evaluator.uses
    return {name for expression in expressions if expression for name in uses(expression, world.names)}
