"""A game's modules → the sets of them that can be chosen together."""

from collections.abc import Collection, Iterable
from functools import cache

from pnp.model.game import Game

Set = frozenset[str]


class Choices:
    """Which modules can be chosen together; `but` are modules that nobody chooses."""

    def __init__(self, game: Game, but: Collection[str] = ()) -> None:
        self._game = game
        self.single = {
            id: found for id in game.modules if (found := self._with_needed(id)) is not None and found.isdisjoint(but)
        }
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

    def _apart(self, ids: Collection[str]) -> Iterable[Set]:
        """The modules in groups that have nothing to do with each other."""
        groups: list[tuple[Set, Set]] = []  # the modules, and all that they need or exclude
        for id in sorted(self.single.keys() & set(ids)):
            modules, touched = frozenset([id]), self.single[id] | self._enemies(self.single[id])
            near = [group for group in groups if not group[1].isdisjoint(touched)]
            groups = [group for group in groups if group not in near]
            groups.append((modules.union(*(each[0] for each in near)), touched.union(*(each[1] for each in near))))
        return [modules for modules, _ in groups]

    def _enemies(self, ids: Set) -> Set:
        named = {other for id in ids for other in self._game.modules[id].not_with}
        return frozenset(named | {id for id, each in self._game.modules.items() if not ids.isdisjoint(each.not_with)})

    def _with_needed(self, id: str) -> Set | None:
        """None where it can't be chosen at all: `pnp check` says so by itself."""
        together = [id]
        for each in together:  # grows on the way
            if each not in self._game.modules:
                return None
            together += [other for other in self._game.modules[each].needs if other not in together]
        found = frozenset(together)
        return found if self._legal(found) else None

    def _legal(self, ids: Set) -> bool:
        return not any(other in ids for id in ids for other in self._game.modules[id].not_with)


def legal_sets(game: Game) -> list[tuple[str, ...]]:
    """All that can be chosen, () first. Modules that go with each other make many."""
    choices = Choices(game)
    return in_order(choices.unions(choices.single) or ())


def in_order(found: Iterable[Set]) -> list[tuple[str, ...]]:
    """Small ones first."""
    return sorted((tuple(sorted(each)) for each in found), key=lambda each: (len(each), each))
