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
        self._game = game
        self.single = {id: found for id in game.modules if (found := self._with_needed(id)) is not None}
        self.legal = cache(self._legal)

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
        for together in self._apart(ids):
            sets = self.unions(together, most)
            whole *= most if sets is None else len(sets)
            exact = exact and sets is not None
        return whole, exact

    def _apart(self, ids: Collection[str]) -> Iterable[set[str]]:
        """The modules in groups that have nothing to do with each other."""
        wanted = self.single.keys() & set(ids)
        touched = [self.single[id] | self._enemies(self.single[id]) for id in sorted(wanted)]
        return [group & wanted for group in connected(touched)]

    def _enemies(self, ids: Set) -> Set:
        named = {other for id in ids for other in self._game.modules[id].not_with}
        return frozenset(named | {id for id, each in self._game.modules.items() if not ids.isdisjoint(each.not_with)})

    def _with_needed(self, id: str) -> Set | None:
        """None where it can't be chosen at all: `pnp check` says so by itself."""
        found, modules = frozenset(self._game.needed(id)), self._game.modules
        is_there = all(need in modules for each in found for need in modules[each].needs)
        return found if is_there and self._legal(found) else None

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
    found: set[Set] = {frozenset(), *choices.single.values()}
    found |= {frozenset(each) for each in examples if _can_be_chosen(choices, frozenset(each))}
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
        found |= _with_some(choices, unit, found) if unit.only_with else set()
    return in_order(found)


def _with_some(choices: Choices, unit: "Unit", known: Collection[Set]) -> set[Set]:
    """For combinations of those with a say that don't bring it: the same with some module that does."""
    there = {each & unit.modules for each in known if not each.isdisjoint(unit.only_with)}
    found: set[Set] = set()
    for each in in_order(choices.unions(unit.modules, MOST_SETS) or ()):
        wanted = frozenset(each)
        more = (wanted | choices.single[id] for id in sorted(unit.only_with) if id in choices.single)
        fitting = (one for one in more if choices.legal(one) and one & unit.modules == wanted & unit.modules)
        if wanted & unit.modules not in there and (first := next(fitting, None)):
            found.add(first)
    return found


def _can_be_chosen(choices: Choices, ids: Set) -> bool:
    return ids <= choices.single.keys() and choices.legal(ids) and all(choices.single[id] <= ids for id in ids)


def unproved(choices: Choices, units: Iterable["Unit"], seen: Collection[tuple[str, ...]]) -> Iterator[Problem]:
    """A problem for all that the same modules have a say in, where some of their sets haven't been seen."""
    of_modules: dict[Set, list[Unit]] = {}
    for unit in units:
        of_modules.setdefault(unit.modules.intersection(choices.single), []).append(unit)
    looked_at = set(map(frozenset, seen))
    for modules, alike in of_modules.items():
        sets = choices.unions(modules, MOST_SETS)
        if sets is None or not sets <= looked_at:
            yield _told(choices, modules, alike, looked_at)


def _told(choices: Choices, modules: Set, units: list["Unit"], looked_at: Collection[Set]) -> Problem:
    count, is_exact = choices.count(modules, MOST_SETS)
    ids, seen = ", ".join(sorted(modules)), len({each & modules for each in looked_at})
    what = ", ".join(unit.what for unit in units[:_FEW])
    what += f" and {len(units) - _FEW} more" if len(units) > _FEW else ""
    how_many = f"{count:,}" if is_exact else f"more than {count:,}"
    hint = "not-with says which can't be combined"
    return UNPROVED.at(units[0].span, what=what, how_many=how_many, ids=ids, count=seen, hint=hint)
