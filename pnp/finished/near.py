"""Points in a plane, and which of them lie near another: looked up among neighbours, however many there are."""

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class NearPoints(Generic[T]):
    """What is kept at points, in squares as wide as is near."""

    def __init__(self, distance: float) -> None:
        self._distance = distance
        self._squares: dict[tuple[int, int], list[tuple[float, float, T]]] = {}

    def add(self, x: float, y: float, what: T) -> None:
        self._squares.setdefault(self._square(x, y), []).append((x, y, what))

    def near(self, x: float, y: float) -> Iterator[T]:
        """All that is less than the distance away in both directions."""
        column, row = self._square(x, y)
        for square in [(column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]:
            for other_x, other_y, what in self._squares.get(square, ()):
                if abs(other_x - x) < self._distance and abs(other_y - y) < self._distance:
                    yield what

    def _square(self, x: float, y: float) -> tuple[int, int]:
        return int(x // self._distance), int(y // self._distance)
