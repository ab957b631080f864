"""What is left to chance while a setup is dealt: remembered, so that it can be dealt again, a little otherwise."""

from collections import Counter
from collections.abc import Callable, Collection
from math import factorial
from random import Random

from pnp.model.game import Piece

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

    def kept(self) -> list[Order]:
        """The orders as they are now, to come back to."""
        return [order[:] for order in self.orders]

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

    def swap(self, wanted: Collection[str]) -> bool:
        """Two different things of one order change places, one of them one that is wanted, where there is one."""
        usable = [n for n, order in enumerate(self.orders) if len(set(order)) > 1]
        if not usable:
            return False
        order = self.orders[self.random.choice(usable)]
        firsts = [n for n, label in enumerate(order) if label in wanted] if wanted else []
        first = self.random.choice(firsts or range(len(order)))
        second = self.random.choice([n for n, label in enumerate(order) if label != order[first]])
        order[first], order[second] = order[second], order[first]
        return True

    def count(self) -> int:
        """How many dealings there are, as far as it was dealt."""
        every = 1
        for order in self.orders[: self._next]:
            every *= _arrangements(order)
        return every

    def advance(self) -> bool:
        """To the next of all orders, those last used changing first; False when there were all."""
        del self.orders[self._next :]
        while self.orders:
            if _to_next(self.orders[-1]):
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


def _arrangements(order: Order) -> int:
    every = factorial(len(order))
    for times in Counter(order).values():
        every //= factorial(times)
    return every


def _to_next(order: Order) -> bool:
    """The next in the order of dictionaries; False after the last."""
    place = len(order) - 2
    while place >= 0 and order[place] >= order[place + 1]:
        place -= 1
    if place < 0:
        return False
    other = max(n for n in range(place + 1, len(order)) if order[n] > order[place])
    order[place], order[other] = order[other], order[place]
    order[place + 1 :] = reversed(order[place + 1 :])
    return True
