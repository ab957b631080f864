"""Pieces in one place while a setup is done: taken from the top, shuffled, found by name.

Without chance nobody knows what a shuffled heap deals. Each piece keeps what it might be as bits of a number, its pool:
shuffling a heap, or letting players choose from it, makes one pool of all that is in it; otherwise its order is kept.
So figures are exact, and what may be said of single pieces is, too.
"""

from typing import NamedTuple

from pnp.model.game import Piece
from pnp.rules.setup.chance import Chance
from pnp.rules.setup.dealt import Pile, is_one, pooled


class Held(NamedTuple):
    """Pieces on their way, with their pools."""

    pieces: list[Piece]
    pools: list[int]


class Heap:
    """The top piece is the last."""

    __slots__ = ("pieces", "pools")

    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.pools: list[int] = []

    def __len__(self) -> int:
        return len(self.pieces)

    def put(self, held: Held, under: bool = False) -> None:
        """On top, or under all that lies here; in the order in which they were held."""
        place = 0 if under else len(self.pieces)
        self.pieces[place:place] = held.pieces
        self.pools[place:place] = held.pools

    def shuffle(self, chance: Chance | None) -> None:
        self._mix()
        if chance:
            chance.shuffle(self.pieces)

    def take_all(self) -> Held:
        held = Held(self.pieces, self.pools)
        self.pieces, self.pools = [], []
        return held

    def take(self, count: int) -> Held:
        """So many from the top."""
        if count >= len(self.pieces):
            return self.take_all()
        place = len(self.pieces) - count
        held = Held(self.pieces[place:], self.pools[place:])
        del self.pieces[place:], self.pools[place:]
        return held

    def choose(self, count: int, chance: Chance | None) -> Held:
        """So many as players choose: without chance nobody knows which."""
        if count == 0 or count >= len(self.pieces):
            return self.take(count)
        self._mix()
        if chance:
            chosen = chance.choose(len(self.pieces), count)
            top = [piece for n, piece in enumerate(self.pieces) if n in chosen]
            self.pieces = [piece for n, piece in enumerate(self.pieces) if n not in chosen] + top
        return self.take(count)

    def find(self, id: str) -> tuple[int, bool]:
        """Where a piece of this id is, -1 where it isn't; and whether that is certain."""
        there = -1
        for place in range(len(self.pieces) - 1, -1, -1):
            if self.pieces[place].id == id:
                if is_one(self.pools[place]):
                    return place, True
                there = place
        return there, False

    def take_at(self, place: int) -> Held:
        return Held([self.pieces.pop(place)], [self.pools.pop(place)])

    def may_hold(self, bit: int) -> bool:
        return bool(pooled(self.pools) & bit)

    def copy(self) -> "Heap":
        other = Heap()
        other.pieces, other.pools = self.pieces[:], self.pools[:]
        return other

    def pile(self) -> Pile:
        return Pile(tuple(self.pieces), tuple(self.pools))

    def _mix(self) -> None:
        self.pools = [pooled(self.pools)] * len(self.pools)
