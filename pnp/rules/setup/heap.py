"""Pieces in one place while a setup is done: taken from the top, shuffled, found by name.

Without chance nobody knows what a shuffled heap deals. Each piece keeps what it might be as bits of a number, its pool:
shuffling a heap, or dealing some of it, makes one pool of all that is in it. So figures are exact, and what may be said
of single pieces is, too.
"""

from random import Random
from typing import NamedTuple

from pnp.model.game import Piece
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

    def put(self, held: Held) -> None:
        self.pieces += held.pieces
        self.pools += held.pools

    def shuffle(self, random: Random | None) -> None:
        self._mix()
        if random:
            random.shuffle(self.pieces)

    def take_all(self) -> Held:
        held = Held(self.pieces, self.pools)
        self.pieces, self.pools = [], []
        return held

    def take(self, count: int, random: Random | None) -> Held:
        """So many from the top; with `random` any, as players choose."""
        if count >= len(self.pieces):
            return self.take_all()
        if count == 0:
            return Held([], [])
        self._mix()
        if random:
            chosen = set(random.sample(range(len(self.pieces)), count))
            top = [piece for n, piece in enumerate(self.pieces) if n in chosen]
            self.pieces = [piece for n, piece in enumerate(self.pieces) if n not in chosen]
        else:
            top = self.pieces[-count:]
            del self.pieces[-count:]
        pools = self.pools[-count:]
        del self.pools[-count:]
        return Held(top, pools)

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

    def pile(self) -> Pile:
        return Pile(tuple(self.pieces), tuple(self.pools))

    def _mix(self) -> None:
        self.pools = [pooled(self.pools)] * len(self.pools)
