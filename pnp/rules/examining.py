"""A game → all that is wrong with its rules, setups, victory and examples, for each set of modules."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pnp.model.game import Game
from pnp.model.patch import patched
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.rules import Rule
from pnp.rules.choosing import chosen_sets, legal_sets
from pnp.rules.declared import SAYS_NOTHING, check_rule
from pnp.rules.expressions import Evaluator, Wrong
from pnp.rules.merging import OfPlayers, OfSets
from pnp.rules.needing import judged, rules_of_modules, unmet
from pnp.rules.world import DEALT, OF_PLAYERS, World

__all__ = ["examine", "legal_sets"]


def examine(game: Game, sets: Iterable[tuple[str, ...]] | None = None) -> list[Problem]:
    """In reading order. `sets` of modules: all that can be chosen where they aren't given."""
    from pnp.rules.setup.taken import Taken

    problems: list[Problem] = []
    of_all = sets is None
    if sets is None:
        sets, problems = chosen_sets(game)
    evaluator, taken = Evaluator(), Taken()
    found, broken = OfSets(SAYS_NOTHING.id), set[str]()
    for modules in sets:
        world = World(patched(game, [game.modules[id] for id in modules]), modules, evaluator)
        world.broken = broken
        found.add(modules, examine_world(world), world.game.rules.values())
        taken.add(world)
    never = taken.problems() if of_all and not problems else ()
    return in_reading_order([*problems, *found.problems(), *never])


def examine_world(world: World) -> list[Problem]:
    """The problems of one set of modules."""
    problems: list[Problem] = []
    told: set[Any] = set()
    for part, decides in _parts():  # the examples last: that they use what is wrong is no other mistake
        found = [problem for problem in part(world) if (problem.code, problem.span) not in told]
        told.update((problem.code, problem.span) for problem in found)
        world.unsure.update(decides if has_errors(found) else ())
        problems += found
    return problems


def _parts() -> Iterator[tuple[Callable[[World], list[Problem]], tuple[str, ...]]]:
    """Each with the names whose values say nothing where it finds errors."""
    from pnp.rules.examples import DECIDED, examine_examples
    from pnp.rules.selections import examine_selections
    from pnp.rules.setup import examine_setup
    from pnp.rules.victory import examine_victory

    yield examine_setup, ()  # what can't be dealt is known of each number of players
    yield examine_victory, ("states", *DECIDED)
    yield from ((part, ()) for part in (examine_declared, examine_selections, examine_examples))


def examine_declared(world: World) -> list[Problem]:
    """The rules of rules.yaml: those that are about players for each number of them.

    What setups themselves are reported for, a zone short of pieces, a table without a row, isn't said again.
    """
    rules = world.game.rules
    of_rules = judged(rules, lambda rule: _examined(rule, world), world.broken)
    found = [problem for _, problems in of_rules for problem in problems]
    return [*unmet(rules, rules_of_modules(world.game)), *found]


def _examined(rule: Rule, world: World) -> list[Problem]:
    try:
        used = _used(rule, world)
        for expression in world.evaluator.spoken(rule.say):
            world.evaluator.check(expression, None if rule.per else world.names)
    except Wrong as wrong:
        return [wrong.problem]
    if not world.unsure.isdisjoint(used):
        return []
    setup = world.game.setup
    if setup is None or (rule.kind != "table" and not used.intersection(OF_PLAYERS)):
        return check_rule(rule, world, world.names)
    found = OfPlayers(setup.players)
    for players in setup.players:
        if _is_known(used, world, players):
            found.add(players, check_rule(rule, world, world.for_players(players)))
    return found.problems()


def _is_known(used: set[str], world: World, players: int) -> bool:
    """A table that lacks a row, and a setup that can't be dealt, are problems already: their figures say nothing."""
    from pnp.rules.setup import has_rows, is_sure

    if used.isdisjoint(DEALT):
        return "tables" not in used or has_rows(world, players)
    return is_sure(world, players, used)


def _used(rule: Rule, world: World) -> set[str]:
    expressions: list[Any] = [rule.subject, rule.of, rule.where, rule.by, rule.per, *world.evaluator.spoken(rule.say)]
    for bound in rule.bounds:
        said = bound.expected
        expressions += said.values() if isinstance(said, dict) else [said]
    uses = world.evaluator.uses
    return {name for expression in expressions if expression for name in uses(expression, world.names)}
