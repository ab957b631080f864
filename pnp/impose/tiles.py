"""A piece larger than the paper → overlapping pages of one size, with the marks and the map to join them by."""

from collections.abc import Iterable, Sequence
from itertools import product
from math import ceil, floor
from typing import NamedTuple

from pnp.impose.bleeds import LEAST
from pnp.impose.grid import Room, both_ways, lying_size
from pnp.impose.marks import CUT, FARTHEST, HALF, LINE, Reach, line, placed, white_edges
from pnp.impose.pattern import Block, Pattern
from pnp.impose.press import Typeset
from pnp.model.display import Group, Item, Matrix, Path, Segment, Shape, Stroke
from pnp.model.game import Format, Outline
from pnp.model.length import MM_PER_POINT, mm
from pnp.model.outline import outline_path, rectangle_path
from pnp.model.sheet import Paper, Rect

ASCENT = 0.95  # of the size: capitals with accents stay below
DESCENT = 0.25


class Furnishing(NamedTuple):
    """A block for the slug: items drawn from 0, 0 to w, h."""

    w: float
    h: float
    items: tuple[Item, ...]


def written(text: str, size: float, typeset: Typeset) -> Furnishing:
    item, width = typeset(text, size)
    return Furnishing(width, (ASCENT + DESCENT) * size, (Group((item,), (1.0, 0.0, 0.0, 1.0, 0.0, ASCENT * size)),))


CLEAR = 0.5  # between a block and the marks beside it
NEAR = 1.0  # between two blocks that meet where their strips cross
UPRIGHT = ("left", "right")  # the sides whose blocks are turned, to be read from the right


class StripSpot(NamedTuple):
    """A block's place at the outer edge of the strip on one side."""

    side: str
    rect: Rect

    @property
    def length(self) -> float:
        """Return the length along the strip, which the block may take."""
        return self.rect.h if self.side in UPRIGHT else self.rect.w

    @property
    def depth(self) -> float:
        return self.rect.w if self.side in UPRIGHT else self.rect.h


class Strips(NamedTuple):
    """The printable strips around the pieces, and the part of them that marks and pieces keep for themselves."""

    room: Rect
    box: Rect
    kept: float  # from the pieces on outwards

    def depth(self, side: str) -> float:
        room, box = self.room, self.box
        around = Reach(box.x - room.x, box.y - room.y, room.right - box.right, room.bottom - box.bottom)
        free: float = getattr(around, side)
        return max(0.0, free)

    def length(self, side: str) -> float:
        return self.room.h if side in UPRIGHT else self.room.w

    def reach(self, taken: Iterable[StripSpot]) -> Reach:
        """Return how far the marks may go beside the blocks that stand there."""
        free = {side: min(self.depth(side), FARTHEST) for side in Reach._fields}
        for spot in taken:
            free[spot.side] = min(free[spot.side], self.depth(spot.side) - spot.depth - CLEAR)
        return Reach(**free)

    def spot(self, side: str, w: float, h: float, taken: Sequence[StripSpot] = ()) -> StripSpot | None:
        """Find a place in line with the pieces, or at an end of the strip; clear of blocks in the strips it meets.

        Upright strips start at their lower end.
        """
        if h + self.kept > self.depth(side):
            return None
        room, upright = self.room, side in UPRIGHT
        end = self.length(side) - w
        in_line = room.bottom - self.box.bottom if upright else self.box.x - room.x
        for start in (in_line, 0.0, end):
            if upright:
                rect = Rect(room.x if side == "left" else room.right - h, room.bottom - start - w, h, w)
            else:
                rect = Rect(room.x + start, room.y if side == "top" else room.bottom - h, w, h)
            if 0 <= start <= end and not any(_are_near(rect, other) for _, other in taken):
                return StripSpot(side, rect)
        return None

    def missing(self, side: str, w: float, h: float, taken: Sequence[StripSpot] = ()) -> float:
        """Return how many millimetres a strip lacks in which `spot` found no place."""
        lacks = max(h + self.kept - self.depth(side), w - self.length(side))
        return lacks if lacks > 0 else w + max(spot.depth for spot in taken) + NEAR - self.length(side)


def put(block: Furnishing, spot: StripSpot) -> Group:
    """Move a block to its spot, running upwards where the strip does."""
    x, y, _, h = spot.rect
    transform: Matrix = (0.0, -1.0, 1.0, 0.0, x, y + h) if spot.side in UPRIGHT else (1.0, 0.0, 0.0, 1.0, x, y)
    return Group(block.items, transform)


def _are_near(a: Rect, b: Rect) -> bool:
    slack = NEAR - 1e-6
    return a.x < b.right + slack and b.x < a.right + slack and a.y < b.bottom + slack and b.y < a.bottom + slack


LENGTH = 100
_DEPTH = 2.5
_BESIDE = 2.0  # from the ruler to its caption
_BELOW = 0.3


def ruler(caption: str, size: float, typeset: Typeset, *, stacked: bool) -> Furnishing:
    """Draw the ruler with its caption behind it, or `stacked` below it: shorter, but deeper."""
    scale_w, scale_h = LENGTH + 2 * HALF, _DEPTH + HALF
    segments: list[Segment] = list(line(0.0, _DEPTH, LENGTH + 2 * HALF, _DEPTH))
    for at in (*range(10), *range(10, LENGTH + 1, 10)):
        height = _DEPTH if at % 50 == 0 else 2.0 if at % 10 == 0 else 1.5 if at % 5 == 0 else 1.0
        segments += line(HALF + at, _DEPTH, HALF + at, _DEPTH - height)
    scale = Shape(tuple(segments), stroke=CUT)
    if not caption:
        return Furnishing(scale_w, scale_h, (scale,))
    words = written(caption, size, typeset)
    if stacked:
        moved = Group(words.items, (1.0, 0.0, 0.0, 1.0, 0.0, scale_h + _BELOW))
        return Furnishing(max(scale_w, words.w), scale_h + _BELOW + words.h, (scale, moved))
    h = max(scale_h, words.h)
    behind = Group(words.items, (1.0, 0.0, 0.0, 1.0, scale_w + _BESIDE, (h - words.h) / 2))
    return Furnishing(scale_w + _BESIDE + words.w, h, (scale, behind))


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
    bleed: float = 0.0  # at the edges of the piece; where pages are joined none is needed

    def name(self, row: int, column: int) -> str:
        """Name a page: A1 is top left, A2 beside it, B1 below."""
        return f"{chr(ord('A') + row)}{column + 1}"

    @property
    def bleed_said(self) -> str:
        """Describe the bleed that there is, if the piece has some."""
        if not self.format.bleed:
            return ""
        pages, edges = f"{self.columns * self.rows} pages", "at the board's edges"
        if not self.bleed:
            return f"{pages} without bleed: there is no room for {mm(self.format.bleed)} {edges}"
        return f"{pages} with {mm(self.bleed)} bleed {edges}"

    @property
    def places(self) -> list[tuple[int, int]]:
        """Return row and column of each page, in reading order."""
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def window(self, row: int, column: int) -> Rect:
        """Return the part of the piece as it lies that a page shows."""
        return Rect(column * (self.w - OVERLAP), row * (self.h - OVERLAP), self.w, self.h)

    def pattern(self, row: int, column: int) -> Pattern:
        """Return the pattern of one page: its window in the middle of the paper."""
        paper, format, window = self.paper, self.format, self.window(row, column)
        cell = Rect((paper.w - self.w) / 2, (paper.h - self.h) / 2, self.w, self.h)
        w, h = lying_size(format, self.turn)
        whole = Rect(cell.x - window.x, cell.y - window.y, w, h)
        ends = column == 0, row == 0, column + 1 == self.columns, row + 1 == self.rows
        left, top, right, bottom = (self.bleed if is_end else 0.0 for is_end in ends)
        box = Rect(cell.x - left, cell.y - top, cell.w + left + right, cell.h + top + bottom)
        window = Rect(window.x - left, window.y - top, box.w, box.h)
        # turned clockwise by 90, the piece's left edge lies at the top and its top at the right
        shown = Rect(window.y, format.h - window.right, window.h, window.w) if self.turn else window
        part_w, part_h = (cell.h, cell.w) if self.turn else (cell.w, cell.h)
        part = Format(part_w, part_h, Outline.RECTANGLE, safe=0.0, bleed=self.bleed)
        block = Block(part, self.turn, (cell,), box, rectangle_path(*shown), whole)
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


def tiling(
    format: Format, paper: Paper, room: Room, wish: str, beside: float, *, upright: bool = False
) -> Tiling | None:
    """Choose the fewest pages; among equals those with most bleed, then the piece unturned, the paper upright.

    `wish` is one of BLEEDS: "yes" has pages that leave all of the bleed its room. `beside`: what marks need outside of
    it.
    """
    if max(format.w, format.h) <= SMALL:
        return None
    bleed = 0.0 if wish == "no" else format.bleed
    kept = 2 * (bleed + beside) if bleed and wish == "yes" else 0.0
    found: list[Tiling] = []
    for turn, lying in product((0, 90), both_ways(paper)[: 1 if upright else 2]):
        (w, h), space = lying_size(format, turn), room(lying)
        columns, rows = _count_pages(w, space.w - kept), _count_pages(h, space.h - kept)
        if columns and rows:
            page_w, page_h = ((long + (n - 1) * OVERLAP) / n for long, n in ((w, columns), (h, rows)))
            free = min(space.w - page_w, space.h - page_h) / 2 - beside
            fits = min(bleed, floor(free * 10 + 1e-6) / 10)
            found.append(Tiling(format, lying, turn, columns, rows, page_w, page_h, fits if fits >= LEAST else 0.0))
    best = min(found, key=lambda way: (way.columns * way.rows, -way.bleed), default=None)
    return best if best and best.columns * best.rows <= MOST else None


def _count_pages(length: float, room: float) -> int:
    """Return how many pages so long a piece needs; 0 if overlaps would leave next to nothing of them."""
    if length <= room + 1e-6:
        return 1
    return ceil((length - OVERLAP) / (room - OVERLAP) - 1e-6) if room > 3 * OVERLAP else 0


_STEM = 3.0  # of a mark, from the edge of the page that comes on top
_BAR = 4.0
_NAME = 7 * MM_PER_POINT
_SMALL = 5.5 * MM_PER_POINT
_MAP = Stroke("#000000", LINE)
_HERE = "#cccccc"
_MAP_CELL = 4.0  # at least so high, for a name


def joins(tile: Tile, pattern: Pattern, typeset: Typeset) -> list[Group]:
    """Mark in the overlaps at the right and at the bottom, which the next pages cover, where their edges come.

    "A1 + A2" is read on A1, with A2 in the other hand; names in the picture would stay on the finished board.
    """
    (tiling, row, column), (box,) = tile, pattern.blocks[0].cells
    groups: list[Group] = []
    for down, is_last in ((True, column + 1 == tiling.columns), (False, row + 1 == tiling.rows)):
        if is_last:
            continue
        edge = (box.right if down else box.bottom) - OVERLAP
        start, length = (box.y, box.h) if down else (box.x, box.w)
        marks: list[Path] = []
        for at in (start + length / 4, start + length / 2, start + length * 3 / 4):
            # a T on the edge; a hair inside the overlap, so that nothing of it is left to see
            for x1, y1, x2, y2 in (
                (at - _BAR / 2, edge + HALF, at + _BAR / 2, edge + HALF),
                (at, edge + LINE, at, edge + LINE + _STEM),
            ):
                marks.append(line(y1, x1, y2, x2) if down else line(x1, y1, x2, y2))
        overlap = Rect(edge, box.y, OVERLAP, box.h) if down else Rect(box.x, edge, box.w, OVERLAP)
        shapes = (*white_edges(marks), *[Shape(path, stroke=CUT) for path in marks])  # which end with the overlap
        # the name stands on white, to be read on any picture: below the marks, half on either side along the edge
        other = tiling.name(row, column + 1) if down else tiling.name(row + 1, column)
        block = written(f"{tile.name} + {other}", _NAME, typeset)
        ground = Shape(rectangle_path(-0.5, -0.3, block.w + 1, block.h + 0.6), fill="#ffffff")
        middle, beside = start + length * 3 / 8, edge + _STEM + 1
        way = (0.0, -1.0, 1.0, 0.0, beside, middle + block.w / 2)
        if not down:
            way = (1.0, 0.0, 0.0, 1.0, middle - block.w / 2, beside)
        groups += Group(shapes, clip=rectangle_path(*overlap)), Group((ground, *block.items), way)
    return groups


def page_outline(tile: Tile, pattern: Pattern) -> Group | None:
    """Draw a page's part of the piece's own outline, if that isn't straight."""
    (block,) = pattern.blocks
    if tile.tiling.format.outline is Outline.RECTANGLE or block.whole is None:
        return None
    path = placed(outline_path(tile.tiling.format), block.whole, block.turn)
    return Group((Shape(path, stroke=CUT),), clip=rectangle_path(*block.cells[0]))


def assembly_map(tile: Tile, depth: float, typeset: Typeset) -> Furnishing | None:
    """Draw all pages with their names as they come together, this one filled; None if names weren't readable."""
    tiling = tile.tiling
    h = depth / tiling.rows
    w = h * tiling.w / tiling.h
    names = [(place, written(tiling.name(*place), _SMALL, typeset)) for place in tiling.places]
    if h < _MAP_CELL or w < max(name.w for _, name in names) + 0.6:
        return None
    items: list[Item] = []
    for (row, column), name in names:
        x, y = HALF + column * w, HALF + row * h
        middle = (1.0, 0.0, 0.0, 1.0, x + (w - name.w) / 2, y + (h - name.h) / 2)
        fill = _HERE if (row, column) == (tile.row, tile.column) else None
        items += [Shape(rectangle_path(x, y, w, h), fill=fill, stroke=_MAP), Group(name.items, middle)]
    return Furnishing(w * tiling.columns + LINE, h * tiling.rows + LINE, tuple(items))
