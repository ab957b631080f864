"""A game → all that is wrong with its rules, setups, victory and examples, for each set of modules."""

from collections.abc import Callable, Collection, Iterable, Iterator
from math import inf
from typing import Any

from pnp.model.game import Game
from pnp.model.patch import patched
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.rules import Example, Rule
from pnp.rules.choosing import Choices
from pnp.rules.common import as_played
from pnp.rules.covering import MOST_STEPS, covering, unproved
from pnp.rules.declared import SAYS_NOTHING, check_rule
from pnp.rules.expressions import Evaluator, Wrong
from pnp.rules.influences import Influences
from pnp.rules.merging import OfPlayers, OfSets
from pnp.rules.needing import judged, rules_of_modules, unmet
from pnp.rules.once import Once
from pnp.rules.world import OF_PLAYERS, World

Sets = Iterable[tuple[str, ...]]


def examine(game: Game, sets: Sets | None = None, but: Collection[str] = ()) -> list[Problem]:
    """In reading order. Where no sets of modules are given, everything is proved for all that can be chosen without
    those modules: `covering.py` says which have to be looked at for that."""
    evaluator = Evaluator()
    if sets is not None:
        return in_reading_order(_Examination(game, evaluator, Once()).of(sets))
    influences, choices = Influences(game, evaluator), Choices(game, but)
    units = influences.units()
    wanted = covering(choices, units, [example.modules for example in _examples(game)])
    examination = _Examination(game, evaluator, Once(influences))
    found = examination.of(wanted, MOST_STEPS)
    left = list(unproved(choices, units, examination.seen))
    never = () if left or but else examination.taken.problems()
    return in_reading_order([*found, *left, *never])


def _examples(game: Game) -> Iterator[Example]:
    yield from game.examples.values()
    for module in game.modules.values():
        change = module.change("examples")
        yield from (*change.add, *change.replace)


class _Examination:
    """One game with one set of modules after the other."""

    def __init__(self, game: Game, evaluator: Evaluator, once: Once) -> None:
        from pnp.rules.setup.taken import Taken

        self._game, self._evaluator, self._once = game, evaluator, once
        self.seen: list[tuple[str, ...]] = []
        self.taken = Taken()

    def of(self, sets: Sets, most_steps: float = inf) -> list[Problem]:
        """Of as many of the sets as can be looked at in so many steps."""
        found, broken = OfSets(SAYS_NOTHING.id), set[str]()
        for modules in sets:
            if self._evaluator.spent > most_steps:
                break
            game = patched(as_played(self._game, modules), [self._game.modules[id] for id in modules])
            world = World(game, modules, self._evaluator)
            world.broken = broken
            found.add(modules, examine_world(world, self._once), game.rules.values())
            if not self._once.has_dealt(world):
                self.taken.add(world)
            self.seen.append(modules)
        return found.problems()


def examine_world(world: World, once: Once) -> list[Problem]:
    """The problems of one set of modules."""
    problems: list[Problem] = []
    told: set[Any] = set()
    for part, decides in _parts(once):  # the examples last: that they use what is wrong is no other mistake
        found = [problem for problem in part(world) if (problem.code, problem.span) not in told]
        told.update((problem.code, problem.span) for problem in found)
        world.unsure.update(decides if has_errors(found) else ())
        problems += found
    return problems


def _parts(once: Once) -> Iterator[tuple[Callable[[World], list[Problem]], tuple[str, ...]]]:
    """Each with the names whose values say nothing where it finds errors."""
    from pnp.rules.examples import DECIDED, examine_examples
    from pnp.rules.selections import examine_selections
    from pnp.rules.setup import examine_setup
    from pnp.rules.victory import examine_victory

    yield lambda world: once.part("setup", world, examine_setup), ()  # who can't be dealt to is known
    yield lambda world: once.part("victory", world, examine_victory), ("states", *DECIDED)
    yield lambda world: examine_declared(world, once), ()
    yield lambda world: once.part("selections", world, examine_selections), ()
    yield examine_examples, ()


def examine_declared(world: World, once: Once) -> list[Problem]:
    """The rules of rules.yaml: those that are about players for each number of them.

    What setups themselves are reported for, a zone short of pieces, a table without a row, isn't said again.
    """
    rules = world.game.rules
    of_rules = judged(rules, lambda rule: once.rule(rule, world, lambda rule: _examined(rule, world)), world.broken)
    found = [problem for _, problems in of_rules for problem in problems]
    return [*unmet(rules, rules_of_modules(world.game)), *found]


def _examined(rule: Rule, world: World) -> list[Problem] | None:
    """None where it can't be said, since what the rule names has mistakes of its own."""
    try:
        used = _used(rule, world)
        for expression in world.evaluator.spoken(rule.say):
            world.evaluator.check(expression, None if rule.per else world.names)
    except Wrong as wrong:
        return [wrong.problem]
    if not world.unsure.isdisjoint(used):
        return None
    setup = world.game.setup
    if setup is None or (rule.kind != "table" and not used.intersection(OF_PLAYERS)):
        return check_rule(rule, world, world.names)
    known = [players for players in setup.players if _is_known(used, world, players)]
    found = OfPlayers(setup.players)
    for players in known:
        found.add(players, check_rule(rule, world, world.for_players(players)))
    return found.problems() if found.problems() or len(known) == len(setup.players) else None


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
