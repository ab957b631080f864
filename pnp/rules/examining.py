"""A game → all that is wrong with its rules, setups, victory and examples, for each set of modules."""

from collections.abc import Iterable, Iterator, Mapping
from math import inf
from typing import NamedTuple

from pnp.model.game import Game
from pnp.model.language import Speeches, untold
from pnp.model.patch import patched
from pnp.model.problem import Problem, first_error, in_reading_order
from pnp.model.rules import Expression, Rule
from pnp.model.worked import Example
from pnp.rules.breaches import judged, rules_of_modules, unmet
from pnp.rules.declared import KINDS, SAYS_NOTHING, check_rule, unsaid
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import OF_PLAYERS
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.influences import Influences
from pnp.rules.merging import JudgedBefore, OfPlayers, OfSets
from pnp.rules.module_sets import MOST_STEPS, Choices, covering, unproved
from pnp.rules.poisoned import Faults
from pnp.rules.uses import as_played
from pnp.rules.world import World

Sets = Iterable[tuple[str, ...]]


class Known(NamedTuple):
    """What was found wrong elsewhere, and is told there."""

    faults: Faults
    expressions: Mapping[Expression, Problem]


_NOTHING = Known({}, {})


def examine(
    game: Game, sets: Sets | None = None, known: Known = _NOTHING, speeches: Speeches = untold
) -> list[Problem]:
    """In reading order, with what only follows from something else. Where no sets of modules are given, everything is
    proved for all that can be chosen: `covering.py` says which have to be looked at for that."""
    evaluator = Evaluator(speeches=speeches)
    evaluator.refuse(known.expressions)
    evaluator.faulty = known.faults
    if sets is not None:
        return in_reading_order(_Examination(game, evaluator, JudgedBefore()).of(sets))
    influences, choices = Influences(game, evaluator), Choices(game)
    units = influences.units()
    wanted = covering(choices, units, [example.modules for example in examples_of(game)])
    examination = _Examination(game, evaluator, JudgedBefore(influences))
    found = examination.of(wanted, MOST_STEPS)
    left = list(unproved(choices, units, examination.seen))
    if left:
        return in_reading_order([*found, *left])
    error = first_error(found) or next(iter(game.poisoned.values()), None)
    never = [*examination.taken.problems(), *examination.exercised.problems(error)]
    return in_reading_order([*found, *never])


def examples_of(game: Game) -> Iterator[Example]:
    yield from game.examples.values()
    for module in game.patches:
        change = module.change("examples")
        yield from (*change.add, *change.replace)


class _Examination:
    """One game with one set of modules after the other."""

    def __init__(self, game: Game, evaluator: Evaluator, once: JudgedBefore) -> None:
        from pnp.rules.setup.dealing import Taken
        from pnp.rules.victory.exercised import Exercised

        self._game, self._evaluator, self._once = game, evaluator, once
        self.seen: list[tuple[str, ...]] = []
        self.taken, self.exercised = Taken(), Exercised()

    def of(self, sets: Sets, most_steps: float = inf) -> list[Problem]:
        """Of as many of the sets as can be looked at in so many steps."""
        found, failing = OfSets(SAYS_NOTHING.id), dict[str, Problem]()
        for modules in sets:
            if self._evaluator.spent > most_steps:
                break
            world = world_with(self._game, modules, self._evaluator)
            problems = examine_world(world, self._once, failing)
            if cause := world.causes.of_modules:
                problems = [each._replace(cause=cause) for each in problems]
            found.add(modules, problems, world.game.rules.values())
            if not self._once.has_dealt(world):
                self.taken.add(world)
            self.exercised.add(world)
            self.seen.append(modules)
        return found.problems()


def world_with(game: Game, modules: tuple[str, ...], evaluator: Evaluator) -> World:
    """The game as it is played with these modules."""
    return World(patched(as_played(game, modules), [game.modules[id] for id in modules]), modules, evaluator)


def examine_world(world: World, once: JudgedBefore, failing: dict[str, Problem]) -> list[Problem]:
    """The problems of one set of modules; `failing` has rules that fail with others, and more come to it."""
    from pnp.rules.examples import examine_examples
    from pnp.rules.selections import examine_selections
    from pnp.rules.setup import examine_setup
    from pnp.rules.texts import examine_texts
    from pnp.rules.victory import examine_victory, note_victory

    of_texts = once.part("texts", world, examine_texts)
    of_setup = once.part("setup", world, examine_setup)
    of_victory = once.part("victory", world, examine_victory)
    note_victory(world, of_victory)
    of_rules = _examine_declared(world, once, failing)
    of_selections = once.part("selections", world, examine_selections)
    found = [*of_texts, *of_setup, *of_victory, *of_rules, *of_selections]
    of_pieces = {each.subject.partition("/")[2]: each for each in found if each.subject and first_error([each])}
    return [*found, *examine_examples(world, of_pieces)]


def _examine_declared(world: World, once: JudgedBefore, failing: dict[str, Problem]) -> list[Problem]:
    """The rules of rules.yaml: those that are about players for each number of them."""
    rules, problems = world.game.rules, list[Problem]()
    elsewhere = {**failing, **world.causes.by_id("rules")}

    def judge(rule: Rule) -> list[Problem]:
        found = once.rule(rule, world, _examined)
        cause = world.causes.of("rules", rule.id) if world.modules else None  # a module may have another one
        return [each._replace(cause=cause) for each in found] if cause else found

    for rule, found, why in judged(rules, judge, elsewhere):
        problems += found
        failing |= {rule.id: why} if why else {}
    others = rules_of_modules(world.game) | failing.keys()
    return [*unmet(rules, lambda id: world.causes.of("rules", id), others), *problems]


def _examined(rule: Rule, world: World) -> list[Problem]:
    asked = (rule.subject, rule.of, rule.where, rule.by, rule.per, *rule.own.values())
    said = [bound.expected for bound in rule.bounds]
    figures = [one for each in said for one in (each.values() if isinstance(each, Mapping) else (each,))]
    used: set[str] = set()
    try:
        for expression in (*asked, *world.evaluator.spoken(rule.say), *figures):
            used |= world.evaluator.uses(expression, world.names) if expression else frozenset()
    except Wrong as wrong:
        return [wrong.problem]
    setup = world.game.setup
    if setup is None or not (KINDS[rule.kind].is_of_players or used.intersection(OF_PLAYERS)):
        return [*check_rule(rule, world, world.names), *unsaid(rule, world, world.names)]
    found = OfPlayers(setup.players)
    for players in setup.players:
        names = world.for_players(players)
        found.add(players, [*check_rule(rule, world, names), *unsaid(rule, world, names)])
    return list(found.problems())
