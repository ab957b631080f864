"""A game's modules → the sets of them that can be chosen together, the smallest first."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from heapq import heappop, heappush
from itertools import islice
from typing import Any, NamedTuple

from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code

Set = frozenset[str]
MOST_SETS = 256  # that are judged
MOST_COUNTED = 4_096  # how many there are is counted that far
MOST_STEPS = 6_000_000  # of expressions in all sets together

UNPROVED = code("PNP520", Severity.WARNING, says="not proved: {count:,} of {how_many} sets of modules dealt")


class Choices:
    """Which modules can be chosen together."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.legal = cache(self._legal)
        self.single: dict[str, Set] = {}  # each with what it needs, but for those that can't be chosen at all
        for id in sorted(game.modules):
            needed = frozenset(game.required(id))
            if self._legal(needed) and all(
                need in game.modules for each in needed for need in game.modules[each].needs
            ):
                self.single[id] = needed

    def smallest_first(self) -> Iterator[tuple[str, ...]]:
        """Yield all sets, () first: each comes of a smaller one by a module more, with what that needs."""
        waiting: list[tuple[int, tuple[str, ...]]] = [(0, ())]
        seen: set[Set] = {frozenset()}
        while waiting:
            _, modules = heappop(waiting)
            yield modules
            for one in self.single.values():
                more = one.union(modules)
                if more not in seen and self.legal(more):
                    seen.add(more)
                    heappush(waiting, (len(more), tuple(sorted(more))))

    def can_be(self, ids: Collection[str]) -> bool:
        """Return whether just these can be chosen."""
        return all(id in self.single and self.single[id].issubset(ids) for id in ids) and self.legal(frozenset(ids))

    def _legal(self, ids: Set) -> bool:
        return not any(other in ids for id in ids for other in self._game.modules[id].not_with)


class SetsToJudge(NamedTuple):
    """The sets of modules that are judged; how many there are, or than how many there are more."""

    sets: list[tuple[str, ...]]
    there: int
    is_exact: bool

    def unproved(self, game: Game, judged: int) -> list[Problem]:
        """Return the problem that not all of them were judged, if they weren't."""
        if judged >= self.there and self.is_exact:
            return []
        how_many, hint = f"{self.there:,}", "not-with says which can't be combined"
        how_many = how_many if self.is_exact else f"more than {how_many}"
        return [UNPROVED.at(game.span, count=judged, how_many=how_many, hint=hint)]


def sets_to_judge(game: Game, examples: Iterable[Collection[str]]) -> SetsToJudge:
    """Choose all sets, or the smallest and those of the examples."""
    choices = Choices(game)
    all_sets = choices.smallest_first()
    first = list(islice(all_sets, MOST_SETS))
    more = sum(1 for _ in islice(all_sets, MOST_COUNTED - MOST_SETS + 1)) if len(first) == MOST_SETS else 0
    count, named = len(first) + more, (tuple(sorted(ids)) for ids in examples if choices.can_be(ids))
    return SetsToJudge(list(dict.fromkeys([*first, *named])), min(count, MOST_COUNTED), count <= MOST_COUNTED)


def modules_of(game: Game, expansion: str) -> Set:
    """Return the modules of an expansion itself."""
    return frozenset(id for id, module in game.modules.items() if module.game == expansion)


def play_with(game: Game, modules: Collection[str]) -> Game:
    """Return the game that there is with these modules: without any of an expansion's without what stands outside of
    them."""
    gone: set[str] = set()
    for expansion, names in game.outside.items():
        own = modules_of(game, expansion)
        gone |= names if own and own.isdisjoint(modules) else set()
    if not gone:
        return game
    kept: dict[str, Any] = {}
    for part in ("rules", "selections"):  # examples are worked with just the modules that they name
        kept[part] = {id: each for id, each in getattr(game, part).items() if f"{part}/{id}" not in gone}
    return replace(game, **kept)
