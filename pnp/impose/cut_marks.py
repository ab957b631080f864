"""Cells that hold pieces, a mark style and how far marks may reach → the shapes to cut by."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import sqrt
from typing import NamedTuple

from pnp.impose.patterns import Block, is_honeycomb
from pnp.model.display import Path, Shape, Stroke
from pnp.model.game import Format, Outline
from pnp.model.geometry import grow_outline, map_path
from pnp.model.sheet import Rect

LINE = 0.15
HALF = LINE / 2
GAP = 0.7  # between a piece and what stands beside it
TICK = 3.0
ARM = 1.5  # of a cross, to each side
FARTHEST = GAP + TICK  # from a piece to the far end of a mark
SHORTEST = 0.5  # of a tick or an arm; shorter ones can't be seen

CLEARANCE = 0.25  # from the middle of a mark in a rounded corner to the piece: half of its white edge

CUT = Stroke("#000000", LINE)
EDGE = Stroke("#ffffff", 2 * CLEARANCE)  # below a mark that lies on a picture


class Reach(NamedTuple):
    """How far from the box around all cells marks may go on each side."""

    left: float
    top: float
    right: float
    bottom: float


def mark_style(marks: str, format: Format) -> str:
    """Return the mark style that serves a format: of round and hexagonal pieces, it is their outline."""
    if not format.is_cut:
        return "none"
    return "lines" if marks != "none" and format.outline in (Outline.CIRCLE, Outline.HEXAGON) else marks


def outside(style: str) -> float:
    """Return what the shortest mark takes of the strip beside the pieces."""
    return MARKINGS[style].strip


MARKED = GAP + SHORTEST - 1e-6
"""What a strip must leave for a tick to stand in it."""


def unmarked_sides(style: str, reach: Reach) -> dict[str, float]:
    """Return pairs of sides between which cuts go without any mark, each with the millimetres that one lacks."""
    if not MARKINGS[style].needs_strip:
        return {}
    room = {"top and bottom": max(reach.top, reach.bottom), "left and right": max(reach.left, reach.right)}
    return {sides: outside(style) - there for sides, there in room.items() if there < MARKED}


def cut_marks(
    style: str, block: Block, cells: tuple[Rect, ...], reach: Reach, *, inside: bool = True
) -> tuple[Shape, ...]:
    """All marks of a block of which these `cells` hold pieces; with those `inside` it only on the side that is cut."""
    return tuple(MARKINGS[mark_style(style, block.format)].draw(block, cells, reach, inside))


def _draw_lines(block: Block, cells: tuple[Rect, ...], reach: Reach, inside: bool) -> Iterator[Shape]:
    """Outline each piece; lines that hexagons share are drawn once."""
    paths: Iterable[Path] = outlines(block.format, block.turn, cells)
    if cells and is_honeycomb(block.format):
        found: dict[frozenset[tuple[float, float]], Path] = {}
        for path in paths:
            corners = [(x, y) for _, x, y in path[:-1]]  # type: ignore[misc]  # a polygon has nothing but corners
            for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
                found.setdefault(frozenset((_place(x), _place(y)) for x, y in (start, end)), line(*start, *end))
        paths = [tuple([segment for path in found.values() for segment in path])]
    return (Shape(path, stroke=CUT) for path in paths)


def _draw_edges(block: Block, cells: tuple[Rect, ...], reach: Reach, inside: bool) -> Iterator[Shape]:
    """Draw ticks beside the box; arms in cut-off corners and in gaps, which stay on strips that are cut apart."""
    arms = list(_arms(cells, arm(block.format))) if inside else []
    beside = _arms_in_gaps(cells, block, reach) if inside else ()
    yield from white_edges(arms)
    yield from (Shape(path, stroke=CUT) for path in (*_ticks(cells, block.box, reach), *arms, *beside))


def _draw_corners(block: Block, cells: tuple[Rect, ...], reach: Reach, inside: bool) -> Iterator[Shape]:
    """Draw a cross at each corner of a piece; arms beside a piece lie on its cuts."""
    box = block.box
    corners = {
        (round(x, 6), round(y, 6)): (x, y)
        for cell in cells
        for y in (cell.y, cell.bottom)
        for x in (cell.x, cell.right)
    }
    for x, y in corners.values():
        across = line(max(x - ARM, box.x - reach.left), y, min(x + ARM, box.right + reach.right), y)
        down = line(x, max(y - ARM, box.y - reach.top), x, min(y + ARM, box.bottom + reach.bottom))
        yield from (Shape(across, stroke=CUT), Shape(down, stroke=CUT))


class Marking(NamedTuple):
    """A way to mark cuts; `marks-NAME` and `cut-how-NAME` of pnp's words tell where its marks are, and how to cut."""

    draw: Callable[[Block, tuple[Rect, ...], Reach, bool], Iterable[Shape]]
    strip: float = 0.0  # what its shortest mark takes of the strip beside the pieces
    needs_strip: bool = False  # without it cuts have no mark at all


MARKINGS: Mapping[str, Marking] = {  # those of `MARKS` of the options
    "lines": Marking(_draw_lines),
    "edges": Marking(_draw_edges, strip=GAP + SHORTEST, needs_strip=True),
    "corners": Marking(_draw_corners, strip=SHORTEST),
    "none": Marking(lambda *_: ()),
}


def white_edges(paths: Iterable[Path]) -> Iterator[Shape]:
    """Return the white edges below marks on a picture, which make them visible on any ground."""
    return (Shape(path, stroke=EDGE) for path in paths)


def arm(format: Format) -> float:
    """How long a mark fits into what is cut off of a rounded corner; 0 where none does.

    At a distance d from where two cuts cross, a corner of radius r leaves r - √(r² - (r - d)²) beside the cut.
    """
    radius = format.corner if format.outline is Outline.ROUNDED else 0.0
    if radius <= CLEARANCE:
        return 0.0
    longest = radius - sqrt(2 * radius * CLEARANCE - CLEARANCE**2)
    return min(ARM, longest) if longest >= SHORTEST else 0.0


def line(x1: float, y1: float, x2: float, y2: float) -> Path:
    return ("M", x1, y1), ("L", x2, y2)


def outlines(format: Format, turn: int, cells: tuple[Rect, ...], by: float = 0.0) -> Iterator[Path]:
    """They lie on the cuts themselves, half of their width on the pieces, or `by` so much beside them."""
    outline = grow_outline(format, by)
    return (placed(outline, cell, turn) for cell in cells)


def placed(path: Path, cell: Rect, turn: int) -> Path:
    """Return a path in a piece's own coordinates, turned with it and moved into its cell."""

    def put(x: float, y: float) -> tuple[float, float]:
        match turn:
            case 90:
                x, y = cell.w - y, x
            case 180:
                x, y = cell.w - x, cell.h - y
            case 270:
                x, y = y, cell.h - x
        return cell.x + x, cell.y + y

    return map_path(path, put)


def _place(at: float) -> int:
    """Equal for what differs by rounding errors: parts of a millimetre that sizes have are never between two."""
    return round(at * 1000 + 1 / 7)


def _arms_in_gaps(cells: tuple[Rect, ...], block: Block, reach: Reach) -> Iterator[Path]:
    """Yield marks in the gaps at the ends of a piece's sides, beside the cuts: they stay on the strip to the last."""
    if (block.format.gap or 0.0) < SHORTEST:
        return
    x0, y0, right, bottom = block.box.x, block.box.y, block.box.right, block.box.bottom
    for x, y, w, h in cells:
        length = min(ARM, w / 4, h / 4)
        for at, is_free in (
            (y - HALF, y - LINE >= y0 - reach.top),
            (y + h + HALF, y + h + LINE <= bottom + reach.bottom),
        ):
            if is_free:
                yield line(x, at, x + length, at)
                yield line(x + w - length, at, x + w, at)
        for at, is_free in (
            (x - HALF, x - LINE >= x0 - reach.left),
            (x + w + HALF, x + w + LINE <= right + reach.right),
        ):
            if is_free:
                yield line(at, y, at, y + length)
                yield line(at, y + h - length, at, y + h)


def _ticks(cells: tuple[Rect, ...], box: Rect, reach: Reach) -> Iterator[Path]:
    """Beside the box, at each end of each cut."""
    left, top, right, bottom = (min(FARTHEST, room) for room in reach)
    xs, ys = cuts(cells)
    for cut in xs:
        x = min(max(cut, box.x - reach.left + HALF), box.right + reach.right - HALF)  # its width stays in there, too
        if top >= MARKED:
            yield line(x, box.y - top, x, box.y - GAP)
        if bottom >= MARKED:
            yield line(x, box.bottom + GAP, x, box.bottom + bottom)
    for cut in ys:
        y = min(max(cut, box.y - reach.top + HALF), box.bottom + reach.bottom - HALF)
        if left >= MARKED:
            yield line(box.x - left, y, box.x - GAP, y)
        if right >= MARKED:
            yield line(box.right + GAP, y, box.right + right, y)


def _arms(cells: tuple[Rect, ...], length: float) -> Iterator[Path]:
    """From each corner of each piece along its two cuts: where strips are cut apart, each keeps the arms across it."""
    if not length:
        return
    drawn: dict[tuple[float, ...], None] = {}
    for x, y, w, h in cells:
        for start_x, end_x in ((x, x + length), (x + w - length, x + w)):
            for start_y, end_y in ((y, y + length), (y + h - length, y + h)):
                corner_x, corner_y = (x if start_x == x else x + w), (y if start_y == y else y + h)
                for ends in ((start_x, corner_y, end_x, corner_y), (corner_x, start_y, corner_x, end_y)):
                    drawn.setdefault(tuple([round(end, 6) for end in ends]))
    for x1, y1, x2, y2 in drawn:
        yield line(x1, y1, x2, y2)


def cuts(cells: tuple[Rect, ...]) -> tuple[list[float], list[float]]:
    """Return where straight cuts go, each once though neighbours share it: upright ones by x, level ones by y."""
    xs = {round(x, 6): x for cell in cells for x in (cell.x, cell.right)}
    ys = {round(y, 6): y for cell in cells for y in (cell.y, cell.bottom)}
    return sorted(xs.values()), sorted(ys.values())
