"""A grid of kinds of cells → the regions that its cells make, and the lines between them."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

Kinds = Sequence[Sequence[Hashable]]  # rows of columns
CellPlace = tuple[int, int]  # column, row


class Region(NamedTuple):
    """Neighbouring cells of one kind. A mark of `side` cells by as many has its middle at x, y, in cells."""

    kind: Hashable
    cells: frozenset[CellPlace]
    x: float
    y: float
    side: int


class Border(NamedTuple):
    """A line between two regions, or around all of them, in cells."""

    x1: int
    y1: int
    x2: int
    y2: int


def regions(grid: Kinds, kept: CellPlace | None = None) -> list[Region]:
    """In reading order of their first cells. No mark stands where a cell is kept free, if there is room elsewhere."""
    left = {(x, y) for y, row in enumerate(grid) for x in range(len(row))}
    found = []
    for y, row in enumerate(grid):
        for x, kind in enumerate(row):
            if (x, y) in left:
                cells = _neighbours(grid, (x, y), left)
                found.append(Region(kind, cells, *_roomiest(cells - {kept} or cells)))
    return found


def _neighbours(grid: Kinds, start: CellPlace, left: set[CellPlace]) -> frozenset[CellPlace]:
    kind = grid[start[1]][start[0]]
    cells, waiting = set(), [start]
    while waiting:
        x, y = cell = waiting.pop()
        if cell in left and grid[y][x] == kind:
            left.discard(cell)
            cells.add(cell)
            waiting += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return frozenset(cells)


def _roomiest(cells: frozenset[CellPlace]) -> tuple[float, float, int]:
    """The middle and side of the largest square inside; of several, the one nearest to the middle of all cells."""
    sides: dict[CellPlace, int] = {}  # of the largest square whose last cell this is
    for x, y in sorted(cells):
        sides[x, y] = 1 + min(sides.get((x - 1, y), 0), sides.get((x, y - 1), 0), sides.get((x - 1, y - 1), 0))
    side = max(sides.values())
    middle_x = sum(x + 0.5 for x, _ in cells) / len(cells)
    middle_y = sum(y + 0.5 for _, y in cells) / len(cells)
    middles = [(x + 1 - side / 2, y + 1 - side / 2) for (x, y), size in sides.items() if size == side]
    best = min(middles, key=lambda at: (round((at[0] - middle_x) ** 2 + (at[1] - middle_y) ** 2, 6), at))
    return *best, side


def borders(grid: Kinds) -> list[Border]:
    """Wherever one kind meets another, or nothing, as few long lines as possible."""
    width = max((len(row) for row in grid), default=0)
    level = [[grid[y][x] if 0 <= y < len(grid) else None for x in range(width)] for y in range(-1, len(grid) + 1)]
    lines = [Border(x1, y, x2, y) for y in range(len(grid) + 1) for x1, x2 in _runs(level[y], level[y + 1])]
    upright = [[row[x] if 0 <= x < width else None for row in grid] for x in range(-1, width + 1)]
    return lines + [Border(x, y1, x, y2) for x in range(width + 1) for y1, y2 in _runs(upright[x], upright[x + 1])]


def _runs(one: Sequence[Hashable], other: Sequence[Hashable]) -> Iterator[tuple[int, int]]:
    """From where to where the two differ."""
    end = 0
    for are_alike, pairs in groupby(zip(one, other, strict=True), lambda pair: pair[0] == pair[1]):
        start, end = end, end + len(list(pairs))
        if not are_alike:
            yield start, end
