"""What lies in a zone: pieces that are known, and pools of what each may be; and the chance by which pieces come.

Without chance nobody knows what a shuffled heap deals. Each piece keeps what it might be as bits of a number, its pool:
shuffling a heap, or letting players choose from it, makes one pool of all that is in it; otherwise its order is kept.
So figures are exact, and what may be said of single pieces is, too.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from math import factorial, prod
from random import Random

from pnp.model.game import Piece
from pnp.rules.setup.dealt import Pile, is_one, pooled

Order = list[str]  # labels of pieces after a shuffle; of a choice "x" for what is taken
_TAKEN, _LEFT = "x", ""


class Chance:
    """Orders by chance, or with `in_order` the first of all there are; `again` deals with those that there were."""

    def __init__(self, random: Random, in_order: bool = False) -> None:
        self.random = random
        self.orders: list[Order] = []
        self._in_order = in_order
        self._next = 0

    def again(self) -> None:
        """From the beginning of the setup, with the same orders."""
        self._next = 0

    def renew(self) -> None:
        """From the beginning, with other orders."""
        self.orders, self._next = [], 0

    def shuffle(self, pieces: list[Piece]) -> None:
        by_label: dict[str, list[Piece]] = {}
        for piece in pieces:
            by_label.setdefault(piece.label, []).append(piece)
        labels = [piece.label for piece in pieces]
        pieces[:] = [by_label[label].pop() for label in self._order(labels, self._shuffled)]

    def choose(self, size: int, count: int) -> set[int]:
        """Places of what players choose."""
        order = self._order([_TAKEN] * count + [_LEFT] * (size - count), self._chosen)
        return {place for place, label in enumerate(order) if label == _TAKEN}

    def count(self) -> int:
        """How many dealings there are, as far as it was dealt."""
        used = self.orders[: self._next]
        return prod(factorial(len(order)) // prod(map(factorial, Counter(order).values())) for order in used)

    def advance(self) -> bool:
        """To the next of all orders, those last used changing first; False when there were all."""
        del self.orders[self._next :]
        while self.orders:
            order = self.orders[-1]
            place = next((n for n in reversed(range(len(order) - 1)) if order[n] < order[n + 1]), None)
            if place is not None:  # to the next in the order of dictionaries
                other = max(n for n in range(place + 1, len(order)) if order[n] > order[place])
                order[place], order[other] = order[other], order[place]
                order[place + 1 :] = reversed(order[place + 1 :])
                return True
            self.orders.pop()
        return False

    def _shuffled(self, labels: Order) -> Order:
        self.random.shuffle(labels)
        return labels

    def _chosen(self, labels: Order) -> Order:
        chosen = set(self.random.sample(range(len(labels)), labels.count(_TAKEN)))
        return [_TAKEN if place in chosen else _LEFT for place in range(len(labels))]

    def _order(self, labels: Order, draw: Callable[[Order], Order]) -> Order:
        """The order that there was, if it is one of the same things."""
        place = self._next
        self._next += 1
        if place < len(self.orders) and sorted(self.orders[place]) == sorted(labels):
            return self.orders[place]
        order = sorted(labels) if self._in_order else draw(labels)
        self.orders[place:] = [order]
        return order


@dataclass(slots=True, eq=False)
class ZoneContents:
    """Pieces in a zone or on their way, with their pools. The top piece is the last."""

    pieces: list[Piece] = field(default_factory=list)
    pools: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.pieces)

    def put(self, held: "ZoneContents", under: bool = False) -> None:
        """On top, or under all that lies here; in the order in which they were held."""
        place = 0 if under else len(self.pieces)
        self.pieces[place:place] = held.pieces
        self.pools[place:place] = held.pools

    def shuffle(self, chance: Chance | None) -> None:
        self._mix()
        if chance:
            chance.shuffle(self.pieces)

    def take(self, count: int) -> "ZoneContents":
        """So many from the top, or all there are."""
        place = max(0, len(self.pieces) - count)
        held = ZoneContents(self.pieces[place:], self.pools[place:])
        del self.pieces[place:], self.pools[place:]
        return held

    def choose(self, count: int, chance: Chance | None) -> "ZoneContents":
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
        places = [place for place, piece in enumerate(self.pieces) if piece.id == id]
        if certain := [place for place in places if is_one(self.pools[place])]:
            return certain[-1], True
        return (places[0] if places else -1), False

    def may_hold(self, bit: int) -> bool:
        return bool(pooled(self.pools) & bit)

    def copy(self) -> "ZoneContents":
        return ZoneContents(self.pieces[:], self.pools[:])

    def pile(self) -> Pile:
        return Pile(tuple(self.pieces), tuple(self.pools))

    def _mix(self) -> None:
        self.pools = [pooled(self.pools)] * len(self.pools)
