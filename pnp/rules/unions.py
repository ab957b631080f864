"""A game with all expansions for it → what only shows where modules of several of them are chosen together."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from pnp.model.game import Game
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.rules import Expression
from pnp.rules.declared import SAYS_NOTHING
from pnp.rules.examining import examine_world, examples_of, world_with
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.influences import Influences
from pnp.rules.merging import JudgedBefore, OfSets, mistake
from pnp.rules.module_sets import MOST_STEPS, Choices, covering, unproved


class FoundInUnions(NamedTuple):
    """What was found of the sets that only the game with all its expansions has."""

    problems: list[Problem]
    faulty: frozenset[str]  # expansions with mistakes of their own: sets with their modules aren't looked at


def examine_unions(
    union: Game, game: Game, known: Mapping[str, Collection[str]], refused: Mapping[Expression, Problem]
) -> FoundInUnions:
    """`known`: by expansion, the modules of which it proves all sets itself; those of `game`, by itself, are proved.

    Looked at are the sets that `covering` wants, first those of one expansion.
    """
    evaluator = Evaluator()
    evaluator.refuse(refused)
    influences, choices = Influences(union, evaluator), Choices(union)
    units = influences.units()
    sets = covering(choices, units, [example.modules for example in examples_of(union)])
    homes: dict[tuple[str, ...], str] = {}  # the expansion whose own check looks at these modules together, if one does
    for modules in sets:
        if not game.modules.keys() >= set(modules):
            all_of = [expansion for expansion, ids in known.items() if set(modules) <= set(ids)]
            homes[modules] = min(all_of, key=lambda expansion: len(known[expansion]), default="")
    examination = _Union(union, evaluator, JudgedBefore(influences, game))
    examination.look_at(homes)
    found = examination.found.problems()
    if not examination.faulty:
        alone = [modules for modules in sets if modules not in homes]
        of_several = [unit for unit in units if not any(unit.modules <= set(ids) for ids in known.values())]
        found += unproved(choices, of_several, [*alone, *examination.seen])
    return FoundInUnions(in_reading_order(found), frozenset(examination.faulty))


class _Union:
    def __init__(self, union: Game, evaluator: Evaluator, once: JudgedBefore) -> None:
        self._union, self._evaluator, self._once = union, evaluator, once
        self.found = OfSets(SAYS_NOTHING.id)
        self.faulty: set[str] = set()
        self.seen: list[tuple[str, ...]] = []
        self._failing: dict[str, Problem] = {}  # rules that do
        self._told: set[object] = set()

    def look_at(self, homes: Mapping[tuple[str, ...], str]) -> None:
        """As many sets as can be looked at in so many steps, first those that an expansion looks at itself."""
        for modules, home in sorted(homes.items(), key=lambda each: not each[1]):
            if self._evaluator.spent > MOST_STEPS:
                return
            if not self.faulty.isdisjoint(self._union.modules[id].game for id in modules):
                continue
            problems = examine_world(world_with(self._union, modules, self._evaluator), self._once, self._failing)
            self.seen.append(modules)
            if home:
                self._told.update(map(mistake, problems))
                self.faulty |= {home} if has_errors(problems) else set()
            else:
                new = [each for each in problems if each.code != SAYS_NOTHING.id and mistake(each) not in self._told]
                self.found.add(modules, new, ())
