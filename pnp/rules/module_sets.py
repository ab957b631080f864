"""A game's modules → the sets of them that can be chosen together, and which of these prove all that they can be.

A rule that three modules have a say in is the same with all sets that have the same of these three: it is proved by
eight sets, however many other modules there are. Of the sets that are alike for something, the smallest is looked at.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code

if TYPE_CHECKING:
    from pnp.rules.influences import Unit

Set = frozenset[str]


class Choices:
    """Which modules can be chosen together."""

    def __init__(self, game: Game) -> None:
        self._game, modules = game, game.modules
        self.legal = cache(self._legal)
        self.single: dict[str, Set] = {}  # each with what it needs, but for those that can't be chosen at all
        for id in modules:
            needed = frozenset(game.needed(id))
            if self._legal(needed) and all(need in modules for each in needed for need in modules[each].needs):
                self.single[id] = needed

    def unions(self, ids: Collection[str], most: int | None = None) -> set[Set] | None:
        """The smallest sets with each choice among these modules: what they and all that they need can make.

        None where there are more than `most`.
        """
        found: set[Set] = {frozenset()}
        for id in sorted(self.single.keys() & set(ids)):
            one = self.single[id]
            found |= {together for each in found if self.legal(together := each | one)}
            if most is not None and len(found) > most:
                return None
        return found

    def few(self, ids: Collection[str], most: int) -> set[Set]:
        """Those of one of these modules, and of two, as many as may be."""
        singles = [self.single[id] for id in sorted(self.single.keys() & set(ids))]
        found: set[Set] = {frozenset(), *singles}
        for n, one in enumerate(singles):
            for other in singles[n + 1 :]:
                if len(found) < most and self.legal(one | other):
                    found.add(one | other)
        return found

    def count(self, ids: Collection[str], most: int) -> tuple[int, bool]:
        """How many sets there are of these modules, and whether that is exact: counted are up to `most` at a time."""
        whole, exact = 1, True
        modules, wanted = self._game.modules, self.single.keys() & set(ids)
        touched: list[Set] = []  # by each: what it needs, and what can't be used with that
        for id in sorted(wanted):
            own = self.single[id]
            enemies = {other for each in own for other in modules[each].not_with}
            touched.append(own | enemies | {other for other in modules if not own.isdisjoint(modules[other].not_with)})
        for together in connected(touched):  # these groups have nothing to do with each other
            sets = self.unions(together & wanted, most)
            whole *= most if sets is None else len(sets)
            exact = exact and sets is not None
        return whole, exact

    def _legal(self, ids: Set) -> bool:
        return not any(other in ids for id in ids for other in self._game.modules[id].not_with)


def connected(lists: Iterable[Iterable[str]]) -> list[set[str]]:
    """Names that stand in one list, or in lists that have a name in common, are in one set."""
    sets: dict[str, set[str]] = {}
    for names in lists:
        together = {each for name in names for each in sets.get(name, {name})}
        sets |= dict.fromkeys(together, together)
    return list({id(each): each for each in sets.values()}.values())


def in_order(found: Iterable[Set]) -> list[tuple[str, ...]]:
    """Small ones first."""
    return sorted((tuple(sorted(each)) for each in found), key=lambda each: (len(each), each))


MOST_SETS = 4_096  # of the modules that have a say in one thing
MOST_STEPS = 6_000_000  # of expressions in all sets together
_FEW = 3  # names in a message

UNPROVED = code(
    "PNP520 not proved for all sets of modules",
    f"""A rule, a part of the setup, the victory or a selection is looked at with all combinations of the modules that
    have a say in it: that change it, or something that it names. Here these make more than {MOST_SETS:,} sets, or
    looking at them takes too long. Those of one module and of two, with what they need, are looked at first; a mistake
    that only others make isn't found. The message says what isn't proved, for which modules. `--strict` counts it as an
    error.

    What to do: say which modules don't go together (`not-with`); let rules name what few modules change.
    `pnp check GAME --with a,b,c` looks at one set.""",
    Severity.WARNING,
    says="{what}: of the {how_many} sets of {ids} only {count:,} are looked at",
)


def covering(choices: Choices, units: Collection["Unit"], examples: Iterable[Collection[str]]) -> list[tuple[str, ...]]:
    """Small ones first; `examples` are sets that are looked at in any case, where they can be chosen."""
    single = choices.single
    found: set[Set] = {frozenset(), *single.values()}
    for ids in map(frozenset, examples):
        if ids <= single.keys() and choices.legal(ids) and all(single[id] <= ids for id in ids):
            found.add(ids)
    whole: list[Set] = []  # of which all combinations are in it
    for modules in sorted({unit.modules for unit in units}, key=lambda each: (-len(each), sorted(each))):
        if any(modules <= each for each in whole):
            continue
        if (sets := choices.unions(modules, MOST_SETS)) is None:
            found |= choices.few(modules, MOST_SETS)
        else:
            found |= sets
            whole.append(modules)
    for unit in units:
        if not unit.only_with:
            continue
        # for combinations of those with a say that don't bring it: the same with some module that does
        there = {each & unit.modules for each in found if not each.isdisjoint(unit.only_with)}
        for wanted in map(frozenset, in_order(choices.unions(unit.modules, MOST_SETS) or ())):
            more = (wanted | single[id] for id in sorted(unit.only_with) if id in single)
            fitting = (one for one in more if choices.legal(one) and one & unit.modules == wanted & unit.modules)
            if wanted & unit.modules not in there and (first := next(fitting, None)):
                found.add(first)
    return in_order(found)


def unproved(choices: Choices, units: Iterable["Unit"], seen: Collection[tuple[str, ...]]) -> Iterator[Problem]:
    """A problem for all that the same modules have a say in, where some of their sets haven't been seen."""
    of_modules: dict[Set, list[Unit]] = {}
    for unit in units:
        of_modules.setdefault(unit.modules.intersection(choices.single), []).append(unit)
    looked_at = set(map(frozenset, seen))
    for modules, alike in of_modules.items():
        sets = choices.unions(modules, MOST_SETS)
        if sets is not None and sets <= looked_at:
            continue
        count, is_exact = choices.count(modules, MOST_SETS)
        what = ", ".join(unit.what for unit in alike[:_FEW])
        what += f" and {len(alike) - _FEW} more" if len(alike) > _FEW else ""
        how_many, ids = f"{count:,}" if is_exact else f"more than {count:,}", ", ".join(sorted(modules))
        hint, proved = "not-with says which can't be combined", len({each & modules for each in looked_at})
        yield UNPROVED.at(alike[0].span, what=what, how_many=how_many, ids=ids, count=proved, hint=hint)
