"""A piece's format and a paper → the grid that holds the most pieces: cells of one size, centred on the sheet."""

from typing import NamedTuple

from pnp.impose.settings import printable
from pnp.model.game import Format, Outline
from pnp.model.sheet import Paper, Rect

ROUND_GAP = 2.0  # between pieces that straight cuts can't separate anyway
STRIP = 5.0  # what a gap must leave beside the pieces, for the footer and the ruler
TOLERANCE = 1e-6  # three pieces of 29.4 mm fit where 88.2 mm are left


class Grid(NamedTuple):
    """Where pieces lie on a sheet, row by row from the top left."""

    paper: Paper  # as it lies: upright or on its side
    columns: int
    rows: int
    turn: int  # degrees clockwise, of every piece
    cells: tuple[Rect, ...]
    box: Rect  # around all cells


def best_grid(format: Format, paper: Paper, margin: float, *, upright: bool = False) -> Grid | None:
    """The grid with the most cells, or None where not even one fits.

    Among equals pieces stay unturned, then the paper upright. `upright` keeps the paper so in any case: turned pieces
    on it fill it just as well, and printers differ in how they flip a sheet that lies on its side.
    """
    short, long = sorted((paper.w, paper.h))
    portrait, landscape = paper._replace(w=short, h=long), paper._replace(w=long, h=short)
    papers = (portrait,) if upright else (portrait, landscape)
    columns, rows, lying, turn = max(
        ((*_count(format, lying, margin, turn), lying, turn) for turn in (0, 90) for lying in papers),
        key=lambda found: found[0] * found[1],  # the first of equals wins
    )
    return _grid(format, lying, margin, columns, rows, turn) if columns and rows else None


def _count(format: Format, paper: Paper, margin: float, turn: int) -> tuple[int, int]:
    room = printable(paper, margin)
    w, h = _size(format, turn)
    return int((room.w + TOLERANCE) / w), int((room.h + TOLERANCE) / h)


def _size(format: Format, turn: int) -> tuple[float, float]:
    return (format.h, format.w) if turn % 180 else (format.w, format.h)


def _grid(format: Format, paper: Paper, margin: float, columns: int, rows: int, turn: int) -> Grid:
    room = printable(paper, margin)
    w, h = _size(format, turn)
    gap_x, gap_y = _gap(format, room.w, w, columns), _gap(format, room.h, h, rows)
    total_w, total_h = columns * w + (columns - 1) * gap_x, rows * h + (rows - 1) * gap_y
    box = Rect((paper.w - total_w) / 2, (paper.h - total_h) / 2, total_w, total_h)
    xs = [box.x + column * (w + gap_x) for column in range(columns)]
    ys = [box.y + row * (h + gap_y) for row in range(rows)]
    return Grid(paper, columns, rows, turn, tuple(Rect(x, y, w, h) for y in ys for x in xs), box)


def _gap(format: Format, room: float, size: float, count: int) -> float:
    """Rectangles share their cuts; other shapes stand apart where this costs neither a piece nor the strips."""
    if format.outline not in (Outline.CIRCLE, Outline.HEXAGON):
        return 0.0
    return ROUND_GAP if room - count * size - (count - 1) * ROUND_GAP >= 2 * STRIP else 0.0
