"""A piece larger than the paper → pages that overlap, to be glued together: full rows of pages, all of one size."""

from math import ceil
from typing import NamedTuple

from pnp.impose.grid import Room, both_ways
from pnp.impose.pattern import Block, Pattern
from pnp.model.game import Format, Outline
from pnp.model.outline import rectangle_path
from pnp.model.sheet import Paper, Rect

OVERLAP = 10.0
MOST = 60  # pages of one piece: who would glue more
SMALL = 150.0  # cards and tiles are not: nobody wants them glued together, but larger paper


class Tiling(NamedTuple):
    """How a piece is cut into pages."""

    format: Format
    paper: Paper  # as it lies
    turn: int
    columns: int
    rows: int
    w: float  # of what each page shows
    h: float

    def name(self, row: int, column: int) -> str:
        """A1 is top left, A2 beside it, B1 below."""
        return f"{chr(ord('A') + row)}{column + 1}"

    @property
    def places(self) -> list[tuple[int, int]]:
        """Row and column of each page, in reading order."""
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def window(self, row: int, column: int) -> Rect:
        """What a page shows of the piece as it lies."""
        return Rect(column * (self.w - OVERLAP), row * (self.h - OVERLAP), self.w, self.h)

    def pattern(self, row: int, column: int) -> Pattern:
        """Of one page: its window in the middle of the paper, and where the whole piece would lie."""
        paper, format = self.paper, self.format
        window = self.window(row, column)
        box = Rect((paper.w - self.w) / 2, (paper.h - self.h) / 2, self.w, self.h)
        w, h = _lying(format, self.turn)
        whole = Rect(box.x - window.x, box.y - window.y, w, h)
        # turned clockwise by 90, the piece's left edge lies at the top and its top at the right
        shown = Rect(window.y, format.h - window.right, window.h, window.w) if self.turn else window
        part = Format(shown.w, shown.h, Outline.RECTANGLE, safe=0.0)
        block = Block(part, self.turn, (box,), box, rectangle_path(*shown), whole)
        return Pattern(paper, (block,), box)


class Tile(NamedTuple):
    """One page of a piece."""

    tiling: Tiling
    row: int
    column: int

    @property
    def name(self) -> str:
        return self.tiling.name(self.row, self.column)

    @property
    def first(self) -> bool:
        return self.row == self.column == 0


def tiling(format: Format, paper: Paper, room: Room, *, upright: bool = False) -> Tiling | None:
    """The one with the fewest pages; among equals the piece stays unturned, then the paper upright."""
    if max(format.w, format.h) <= SMALL:
        return None
    found: list[Tiling] = []
    for turn in (0, 90):
        for lying in both_ways(paper)[: 1 if upright else 2]:
            (w, h), space = _lying(format, turn), room(lying)
            columns, rows = _pages(w, space.w), _pages(h, space.h)
            if columns and rows:
                found.append(Tiling(format, lying, turn, columns, rows, _page(w, columns), _page(h, rows)))
    best = min(found, key=lambda way: way.columns * way.rows, default=None)
    return best if best and best.columns * best.rows <= MOST else None


def _lying(format: Format, turn: int) -> tuple[float, float]:
    return (format.h, format.w) if turn % 180 else (format.w, format.h)


def _pages(length: float, room: float) -> int:
    """How many pages so long a piece needs; 0 where the overlaps would leave next to nothing of them."""
    if length <= room + 1e-6:
        return 1
    return ceil((length - OVERLAP) / (room - OVERLAP) - 1e-6) if room > 3 * OVERLAP else 0


def _page(length: float, pages: int) -> float:
    return (length + (pages - 1) * OVERLAP) / pages
