"""A format and a paper → the blocks of equal places that hold the most pieces, perhaps beside a fold."""

from collections.abc import Callable, Iterator
from itertools import product
from math import ceil, sqrt
from typing import NamedTuple, TypeVar

from pnp.model.display import Path
from pnp.model.game import Format, Outline
from pnp.model.geometry import grow_outline, map_path, rectangle_path, surround_rects
from pnp.model.length import ROUNDING
from pnp.model.sheet import Paper, Rect


class Mirror(NamedTuple):
    """A straight line in the paper: sheets are flipped or folded about it."""

    upright: bool  # it runs down the page: left and right change places
    at: float

    def cell(self, cell: Rect) -> Rect:
        x, y, w, h = cell
        return Rect(2 * self.at - x - w, y, w, h) if self.upright else Rect(x, 2 * self.at - y - h, w, h)

    def turn(self, turn: int) -> int:
        """Return the turn on the back, where what is turned clockwise on the front is turned the other way."""
        return (-turn if self.upright else 180 - turn) % 360


class Bleed(NamedTuple):
    """What is printed of a face beyond its cut: around each piece, or, where cuts are shared, around all of them."""

    size: float = 0.0
    shared: bool = False


NONE = Bleed()


class Block(NamedTuple):
    """Places for pieces of one format that lie alike."""

    format: Format
    turn: int  # degrees clockwise, of every piece
    cells: tuple[Rect, ...]  # what is cut out
    box: Rect  # around all cells and their bleed
    clip: Path | None = None  # what shows of each face, where that isn't just its trimmed size
    whole: Rect | None = None  # of a tile: where the face would lie of which it shows a part
    around: float = 0.0  # bleed where no neighbour is: pieces that share their cuts have none between them
    between: float = 0.0  # the same where a neighbour is, as far away as the format says
    place: Rect | None = None  # in a grid of larger pieces: what is free there for the block and its marks

    def mirrored(self, mirror: Mirror) -> "Block":
        """Return the pattern of the backs: its n-th cell is the back of the n-th."""
        seen = self._replace(
            turn=mirror.turn(self.turn),
            cells=tuple([mirror.cell(cell) for cell in self.cells]),
            box=mirror.cell(self.box),
            place=mirror.cell(self.place) if self.place else None,
        )
        if self.whole is None or self.clip is None:
            return seen
        width = self.whole.h if self.turn % 180 else self.whole.w
        return seen._replace(clip=map_path(self.clip, lambda x, y: (width - x, y)), whole=mirror.cell(self.whole))


class Pattern(NamedTuple):
    """A sheet's places."""

    paper: Paper  # as it lies: upright or on its side
    blocks: tuple[Block, ...]
    box: Rect  # around everything that is printed but the furniture
    fold: Mirror | None = None  # backs lie behind their fronts when the sheet is folded here

    shared: bool = False  # by several components, each with a ring around its blocks

    @property
    def size(self) -> int:
        return sum(len(block.cells) for block in self.blocks)

    @property
    def is_cut(self) -> bool:
        return any(block.format.is_cut for block in self.blocks)


ROUND_GAP = 2.0  # between pieces that straight cuts can't separate anyway
STRIP = 5.0  # what a gap must leave beside the pieces, for the footer and the ruler

ROUND = (Outline.CIRCLE, Outline.HEXAGON)


class Rows(NamedTuple):
    """Pieces of w × h in rows; every second row may be set off by `shift` and hold fewer."""

    turn: int  # degrees clockwise, of every piece
    w: float
    h: float
    columns: int
    rows: int
    step_x: float
    step_y: float
    second: int  # pieces in every second row
    shift: float = 0.0
    down: bool = False  # the rows run down the page: x and y change places

    @property
    def pieces(self) -> int:
        return (self.rows + 1) // 2 * self.columns + self.rows // 2 * self.second

    @property
    def staggered(self) -> bool:
        return self.shift > 0

    @property
    def extent(self) -> tuple[float, float]:
        """Return the width and height of the whole."""
        across = (self.columns - 1) * self.step_x + self.w
        if self.rows > 1:
            across = max(across, self.shift + (self.second - 1) * self.step_x + self.w)
        along = (self.rows - 1) * self.step_y + self.h
        return (along, across) if self.down else (across, along)

    def cells(self, x: float, y: float) -> tuple[Rect, ...]:
        """Return the cells from the top left corner at x, y on, in reading order."""
        found = []
        for row in range(self.rows):
            start, columns = (self.shift, self.second) if row % 2 else (0.0, self.columns)
            for column in range(columns):
                across, along = start + column * self.step_x, row * self.step_y
                if self.down:
                    found.append(Rect(x + along, y + across, self.h, self.w))
                else:
                    found.append(Rect(x + across, y + along, self.w, self.h))
        return tuple(sorted(found, key=lambda cell: (cell.y, cell.x))) if self.down else tuple(found)


def ways(format: Format, w: float, h: float, bleed: float = 0.0, *, shared: bool = False) -> Iterator[Rows]:
    """Yield all arrangements that fit into w × h with bleed, around each piece or all: grids, then staggered ones."""
    if shared:
        w, h, bleed = w - 2 * bleed, h - 2 * bleed, 0.0
    for turn in (0, 90):
        piece_w, piece_h = lying_size(format, turn)
        least = max(format.gap or 0.0, 2 * bleed)
        columns, rows = (
            _count_steps(room - 2 * bleed - size, size + least) for room, size in ((w, piece_w), (h, piece_h))
        )
        gap_x, gap_y = (_gap(format, *fit, bleed) for fit in ((w, piece_w, columns), (h, piece_h, rows)))
        yield Rows(turn, piece_w, piece_h, columns, rows if columns else 0, piece_w + gap_x, piece_h + gap_y, columns)
    if format.outline in ROUND:
        for down in (False, True):
            yield _staggered(format, w, h, bleed, down=down)


def is_honeycomb(format: Format) -> bool:
    """Check for hexagons that touch; they lie in a comb where that holds no fewer: each line is cut but once."""
    return format.outline is Outline.HEXAGON and format.gap == 0


def staggered_saves(plain: int, staggered: int, wanted: int) -> bool:
    """Check whether so many pieces need fewer sheets in staggered rows; pieces in plain ones are easier to cut."""
    return plain == 0 or ceil(wanted / max(staggered, 1)) < ceil(wanted / plain)


def lying_size(format: Format, turn: int) -> tuple[float, float]:
    return (format.h, format.w) if turn % 180 else (format.w, format.h)


def grid_of(format: Format, turn: int, gap: float) -> Rows:
    """Return a single piece, to be multiplied."""
    w, h = lying_size(format, turn)
    return Rows(turn, w, h, 1, 1, w + gap, h + gap, 1)


def _gap(format: Format, room: float, size: float, count: int, bleed: float) -> float:
    """Return the gap: rectangles share their cuts, other shapes have one that costs neither a piece nor the strips."""
    if format.gap is not None:
        return max(format.gap, 2 * bleed)
    if format.outline not in ROUND or 2 * bleed >= ROUND_GAP:
        return 2 * bleed
    return ROUND_GAP if room - count * size - (count - 1) * ROUND_GAP >= 2 * STRIP else 2 * bleed


def _staggered(format: Format, w: float, h: float, bleed: float, *, down: bool) -> Rows:
    """Set circles into the hollows of the row before, hexagons in a comb; with a gap where that costs no piece."""
    tight = set_off(format, w, h, bleed, max(format.gap or 0.0, 2 * bleed), down=down)
    if format.gap is not None or 2 * bleed >= ROUND_GAP:
        return tight
    apart = set_off(format, w - 2 * STRIP, h - 2 * STRIP, bleed, ROUND_GAP, down=down)
    return apart if apart.pieces == tight.pieces else tight


def set_off(format: Format, w: float, h: float, bleed: float, gap: float, *, down: bool) -> Rows:
    """Set off every second row. Hexagons in rows down the page are turned, since they touch with their sides."""
    hexagon = format.outline is Outline.HEXAGON
    across, along = (h, w) if down else (w, h)
    piece_w, piece_h = (format.h, format.w) if down and not hexagon else (format.w, format.h)
    step_x = piece_w + gap
    step_y = piece_h * 3 / 4 + gap if hexagon else (piece_h + gap) * sqrt(3) / 2
    columns = _count_steps(across - 2 * bleed - piece_w, step_x)
    second = _count_steps(across - 2 * bleed - piece_w - step_x / 2, step_x)
    rows = _count_steps(along - 2 * bleed - piece_h, step_y)
    turn = 90 if down and hexagon else 0
    return Rows(turn, piece_w, piece_h, columns, rows if columns else 0, step_x, step_y, second, step_x / 2, down)


def _count_steps(room: float, step: float) -> int:
    """Return how many pieces stand where the first leaves so much room."""
    return int((room + ROUNDING) / step) + 1 if room + ROUNDING >= 0 else 0


T = TypeVar("T")

Room = Callable[[Paper], Rect]
"""A paper as it lies → what of it can be printed on, centred."""


MANY = 10**6


def best_grid(
    format: Format, paper: Paper, room: Room, bleed: Bleed = NONE, *, upright: bool = False, wanted: int = MANY
) -> Pattern | None:
    """Return the pattern with the most cells, or None if not even one fits.

    Among equals pieces stay unturned, then the paper upright. `upright` keeps the paper so in any case: turned pieces
    on it fill it just as well, and printers differ in how they flip a sheet that lies on its side. Rows are staggered
    only where this saves a sheet for the `wanted` pieces.
    """
    papers = both_ways(paper)[:1] if upright else both_ways(paper)
    found = [
        (rows, lying)
        for lying in papers
        for rows in ways(format, room(lying).w, room(lying).h, bleed.size, shared=bleed.shared)
        if rows.pieces
    ]
    if not found:
        return None
    rows, lying = best_way(
        found, lambda way: (way[0].pieces, way[0].turn == 0), lambda way: way[0], wanted, comb=is_honeycomb(format)
    )
    rows = _spread_out(format, rows, room(lying), wanted)
    w, h = (side + 2 * bleed.size for side in rows.extent)
    box = Rect((lying.w - w) / 2, (lying.h - h) / 2, w, h)
    return Pattern(lying, (block(format, rows, box, bleed),), box)


def _spread_out(format: Format, rows: Rows, room: Rect, wanted: int) -> Rows:
    """Part round pieces that would touch, for scissors, if so many fill no more sheets with fewer places."""
    if format.outline not in ROUND or format.gap is not None or format.bleed or rows.staggered:
        return rows
    step_x, step_y = rows.w + ROUND_GAP, rows.h + ROUND_GAP
    columns = min(rows.columns, _count_steps(room.w - 2 * STRIP - rows.w, step_x))
    lines = min(rows.rows, _count_steps(room.h - 2 * STRIP - rows.h, step_y))
    places = columns * lines
    if not places or ceil(wanted / places) > ceil(wanted / rows.pieces):
        return rows
    return rows._replace(columns=columns, rows=lines, step_x=step_x, step_y=step_y, second=columns)


def best_way(
    found: list[T], key: Callable[[T], tuple[float, ...]], rows_of: Callable[[T], Rows], wanted: int, *, comb: bool
) -> T:
    """Return the best way by its key; a staggered one only if it saves a sheet or, in a `comb`, costs none."""
    plain = max((way for way in found if not rows_of(way).staggered), key=key, default=None)
    staggered = max((way for way in found if rows_of(way).staggered), key=key, default=None)
    if plain is None or staggered is None:
        return max(found, key=key)
    some, others = rows_of(plain).pieces, rows_of(staggered).pieces
    saves = not staggered_saves(others, some, wanted) if comb else staggered_saves(some, others, wanted)
    return staggered if saves else plain


def both_ways(paper: Paper) -> tuple[Paper, Paper]:
    """Return the paper upright and on its side."""
    short, long = sorted((paper.w, paper.h))
    return paper._replace(w=short, h=long), paper._replace(w=long, h=short)


def block(format: Format, rows: Rows, box: Rect, bleed: Bleed) -> Block:
    """Lay rows into a box.

    Other shapes than rectangles are clipped to their outline, with as much bleed as half of the gap around it holds.
    Without bleed the clip ends at the outline: a ground as large as the face, clipped any wider, would have corners.
    """
    cells = rows.cells(box.x + bleed.size, box.y + bleed.size)
    if bleed.shared:
        return Block(format, rows.turn, cells, box, around=bleed.size, between=bleed_between(format))
    clip, size = None, bleed.size
    if format.outline in ROUND and format.is_cut:
        gaps = (rows.step_x - rows.w,) if rows.staggered else (rows.step_x - rows.w, rows.step_y - rows.h)
        clip = grow_outline(format, min(*gaps, 2 * format.bleed, max(2 * size, ROUND_GAP)) / 2)
    elif size:
        clip = rectangle_path(-size, -size, format.w + 2 * size, format.h + 2 * size)
    return Block(format, rows.turn, cells, box, clip)


def bleed_between(format: Format) -> float:
    """Return the bleed that half of a gap shows."""
    return min(format.bleed, (format.gap or 0.0) / 2)


GUTTER = 2.0  # on both sides of the fold, for cut marks, where it costs no pair


def best_fold(format: Format, paper: Paper, room: Room, bleed: Bleed = NONE, *, wanted: int = MANY) -> Pattern | None:
    """Return the pattern with the most pairs, or None if not even one fits.

    One line through the middle holds as many pairs as several would, and edges of the paper that lie on each other
    show that it was folded well. Among equals pieces stand near the line, since a crooked fold harms those far from it;
    cells nearest to it come first.
    """
    found: list[tuple[Rows, Paper, bool, float]] = []  # with whether the line runs down the page, and the gutter
    for lying, upright, gutter in product(both_ways(paper), (True, False), (GUTTER, 0.0)):
        space = room(lying)
        w, h = (space.w / 2 - gutter, space.h) if upright else (space.w, space.h / 2 - gutter)
        some = ways(format, w, h, bleed.size, shared=bleed.shared)
        found += [(rows, lying, upright, gutter) for rows in some if rows.pieces]
    if not found:
        return None

    def rank(way: tuple[Rows, Paper, bool, float]) -> tuple[float, ...]:
        rows, _, upright, gutter = way
        reach = round(rows.extent[0 if upright else 1], 6)  # how far pieces lie from the line
        return rows.pieces, -reach, gutter, rows.turn == 0

    rows, lying, upright, gutter = best_way(found, rank, lambda way: way[0], wanted, comb=is_honeycomb(format))
    w, h = (side + 2 * bleed.size for side in rows.extent)
    if upright:
        fold = Mirror(True, lying.w / 2)
        box = Rect(fold.at - gutter - w, (lying.h - h) / 2, w, h)
    else:
        fold = Mirror(False, lying.h / 2)
        box = Rect((lying.w - w) / 2, fold.at - gutter - h, w, h)
    made = block(format, rows, box, bleed)
    nearest = tuple(sorted(made.cells, key=lambda cell: -round(cell.right if upright else cell.bottom, 6)))
    return Pattern(lying, (made._replace(cells=nearest),), surround_rects((box, fold.cell(box))), fold)
