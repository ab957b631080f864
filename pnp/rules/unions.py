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
    of_sets, once = OfSets(SAYS_NOTHING.id), JudgedBefore(influences, game)
    faulty: set[str] = set()
    seen: list[tuple[str, ...]] = []
    failing: dict[str, Problem] = {}  # rules that do
    told: set[object] = set()
    # as many sets as can be looked at in so many steps, first those that an expansion looks at itself
    for modules, home in sorted(homes.items(), key=lambda each: not each[1]):
        if evaluator.spent > MOST_STEPS:
            break
        if not faulty.isdisjoint(union.modules[id].game for id in modules):
            continue
        problems = examine_world(world_with(union, modules, evaluator), once, failing)
        seen.append(modules)
        if home:
            told.update(map(mistake, problems))
            faulty |= {home} if has_errors(problems) else set()
        else:
            new = [each for each in problems if each.code != SAYS_NOTHING.id and mistake(each) not in told]
            of_sets.add(modules, new, ())
    found = of_sets.problems()
    if not faulty:
        alone = [modules for modules in sets if modules not in homes]
        of_several = [unit for unit in units if not any(unit.modules <= set(ids) for ids in known.values())]
        found += unproved(choices, of_several, [*alone, *seen])
    return FoundInUnions(in_reading_order(found), frozenset(faulty))
