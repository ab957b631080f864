"""A game → all that is wrong with its rules, setups, victory and examples, for each set of modules."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from math import inf
from typing import Any, NamedTuple

from pnp.model.game import Game
from pnp.model.patch import patched
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.rules import Expression, Rule
from pnp.model.speech import Speeches, untold
from pnp.model.worked import Example
from pnp.rules.choosing import Choices
from pnp.rules.common import as_played
from pnp.rules.covering import MOST_STEPS, covering, unproved
from pnp.rules.declared import SAYS_NOTHING, check_rule, unsaid
from pnp.rules.expressions import Evaluator, Names, Wrong
from pnp.rules.expressions.wrong import UNKNOWN_NAME
from pnp.rules.influences import Influences
from pnp.rules.merging import OfPlayers, OfSets
from pnp.rules.needing import judged, rules_of_modules, unmet
from pnp.rules.once import Once
from pnp.rules.world import DEALT, OF_PLAYERS, World

Sets = Iterable[tuple[str, ...]]

_DECIDING = frozenset({"setup", "victory"})  # of which everything else but rules may make use
_NONE_REFUSED: Mapping[Expression, Problem] = {}


class Without(NamedTuple):
    """What is wrong already, so that nothing more is said of it."""

    modules: Collection[str] = ()  # that can't be chosen
    files: Collection[str] = ()  # with mistakes, like "setup": what depends on what they say isn't told
    refused: Mapping[Expression, Problem] = _NONE_REFUSED  # expressions that are wrong for a reason found elsewhere


_NOTHING_WRONG = Without()
_OF_LOST = {  # the names that files with mistakes leave without values
    "setup": (*OF_PLAYERS, "numbers", "at", "examples"),
    "victory": ("track", "states", "examples"),
    "examples": ("examples",),
}


def examine(
    game: Game, sets: Sets | None = None, without: Without = _NOTHING_WRONG, speeches: Speeches = untold
) -> list[Problem]:
    """In reading order. Where no sets of modules are given, everything is proved for all that can be chosen:
    `covering.py` says which have to be looked at for that."""
    evaluator = Evaluator(speeches=speeches)
    evaluator.refuse(without.refused)
    if sets is not None:
        return in_reading_order(_Examination(game, evaluator, Once(), without).of(sets))
    influences, choices = Influences(game, evaluator), Choices(game, without.modules)
    units = influences.units()
    wanted = covering(choices, units, [example.modules for example in examples_of(game)])
    examination = _Examination(game, evaluator, Once(influences), without)
    found = examination.of(wanted, MOST_STEPS)
    left = list(unproved(choices, units, examination.seen))
    if left or without.modules or not examination.is_dealt:
        return in_reading_order([*found, *left])
    is_whole = not (without.files or has_errors(found))  # else what examples show may be lost
    never = [*examination.taken.problems(), *examination.exercised.problems(is_whole)]
    return in_reading_order([*found, *never])


def examples_of(game: Game) -> Iterator[Example]:
    yield from game.examples.values()
    for module in game.patches:
        change = module.change("examples")
        yield from (*change.add, *change.replace)


class _Examination:
    """One game with one set of modules after the other."""

    def __init__(self, game: Game, evaluator: Evaluator, once: Once, without: Without) -> None:
        from pnp.rules.setup.taken import Taken
        from pnp.rules.victory.exercised import Exercised

        self._game, self._evaluator, self._once, self._lost = game, evaluator, once, frozenset(without.files)
        self.is_dealt = self._lost.isdisjoint(_DECIDING)
        self.seen: list[tuple[str, ...]] = []
        self.taken, self.exercised = Taken(), Exercised()

    def of(self, sets: Sets, most_steps: float = inf) -> list[Problem]:
        """Of as many of the sets as can be looked at in so many steps."""
        unread = {each.partition("/")[2] for each in self._game.unread if each.startswith("rules/")}
        found, broken = OfSets(SAYS_NOTHING.id), unread
        for modules in sets:
            if self._evaluator.spent > most_steps:
                break
            world = world_with(self._game, modules, self._evaluator)
            world.broken = broken
            found.add(modules, examine_world(world, self._once, self._lost), world.game.rules.values())
            if self.is_dealt:
                if not self._once.has_dealt(world):
                    self.taken.add(world)
                self.exercised.add(world)
            self.seen.append(modules)
        return found.problems()


def world_with(game: Game, modules: tuple[str, ...], evaluator: Evaluator) -> World:
    """The game as it is played with these modules."""
    return World(patched(as_played(game, modules), [game.modules[id] for id in modules]), modules, evaluator)


def examine_world(world: World, once: Once, lost: frozenset[str] = frozenset()) -> list[Problem]:
    """The problems of one set of modules; `lost` as the files of `Without`."""
    problems: list[Problem] = []
    told: set[Any] = set()
    world.unsure.update(*(_OF_LOST[file] for file in lost if file in _OF_LOST))
    for name, part, decides in _parts(once):  # the examples last: that they use what is wrong is no other mistake
        if _depends(name, lost):
            world.unsure.update(decides)
            continue
        found = [problem for problem in part(world) if (problem.code, problem.span) not in told]
        if "victory" in lost:  # a definition that couldn't be read isn't missed
            found = [problem for problem in found if problem.code != UNKNOWN_NAME.id]
        told.update((problem.code, problem.span) for problem in found)
        world.unsure.update(decides if name == "victory" and has_errors(found) else ())
        world.blamed |= {each.subject.partition("/")[2] for each in found if each.subject and has_errors([each])}
        problems += found
    return problems


def _depends(part: str, lost: frozenset[str]) -> bool:
    """Whether this can't be examined without those. What is left of rules and of examples can."""
    if part == "rules":
        return False
    return not lost.isdisjoint(_DECIDING) or (part in ("selections", "examples") and "selections" in lost)


def _parts(once: Once) -> Iterator[tuple[str, Callable[[World], list[Problem]], tuple[str, ...]]]:
    """Each with the names whose values say nothing where it isn't examined, or the victory has errors."""
    from pnp.rules.examples import DECIDED, examine_examples
    from pnp.rules.selections import examine_selections
    from pnp.rules.setup import examine_setup
    from pnp.rules.texts import examine_texts
    from pnp.rules.victory import examine_victory

    yield "texts", lambda world: once.part("texts", world, examine_texts), ()
    yield "setup", lambda world: once.part("setup", world, examine_setup), OF_PLAYERS  # who can't be dealt to is known
    yield "victory", lambda world: once.part("victory", world, examine_victory), ("states", "examples", *DECIDED)
    yield "rules", lambda world: examine_declared(world, once), ()
    yield "selections", lambda world: once.part("selections", world, examine_selections), ()
    yield "examples", examine_examples, ()


def examine_declared(world: World, once: Once) -> list[Problem]:
    """The rules of rules.yaml: those that are about players for each number of them.

    What setups themselves are reported for, a zone short of pieces, a table without a row, isn't said again.
    """
    rules = world.game.rules
    of_rules = judged(rules, lambda rule: once.rule(rule, world, lambda rule: _examined(rule, world)), world.broken)
    found = [problem for _, problems in of_rules for problem in problems]
    return [*unmet(rules, rules_of_modules(world.game) | world.broken), *found]


def _examined(rule: Rule, world: World) -> list[Problem] | None:
    """None where it can't be said, since what the rule names has mistakes of its own."""
    try:
        used = _used(rule, world)
    except Wrong as wrong:
        return [wrong.problem]
    if not world.unsure.isdisjoint(used | ({"tables"} if rule.kind == "table" else set())):
        return None
    setup = world.game.setup
    if setup is None or (rule.kind != "table" and not used.intersection(OF_PLAYERS)):
        return _judged(rule, world, world.names)
    known = [players for players in setup.players if _is_known(used, world, players)]
    found = OfPlayers(setup.players)
    for players in known:
        found.add(players, _judged(rule, world, world.for_players(players)))
    return found.problems() if found.problems() or len(known) == len(setup.players) else None


def _judged(rule: Rule, world: World, names: Names) -> list[Problem]:
    return [*check_rule(rule, world, names), *unsaid(rule, world, names)]


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
