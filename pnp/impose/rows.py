"""A format and the room there is → rows of equal pieces: a grid, or set off against each other to save paper."""

from collections.abc import Iterator
from math import ceil, sqrt
from typing import NamedTuple

from pnp.model.game import Format, Outline
from pnp.model.sheet import Rect

ROUND_GAP = 2.0  # between pieces that straight cuts can't separate anyway
STRIP = 5.0  # what a gap must leave beside the pieces, for the footer and the ruler
TOLERANCE = 1e-6  # three pieces of 29.4 mm fit where 88.2 mm are left

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
    down: bool = False  # what is said of x holds for y: the rows run down the page

    @property
    def pieces(self) -> int:
        return (self.rows + 1) // 2 * self.columns + self.rows // 2 * self.second

    @property
    def staggered(self) -> bool:
        return self.shift > 0

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the whole."""
        across = (self.columns - 1) * self.step_x + self.w
        if self.rows > 1:
            across = max(across, self.shift + (self.second - 1) * self.step_x + self.w)
        along = (self.rows - 1) * self.step_y + self.h
        return (along, across) if self.down else (across, along)

    def cells(self, x: float, y: float) -> tuple[Rect, ...]:
        """From the top left corner at x, y on, in reading order."""
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
    """All arrangements that fit into w × h, bleed included: grids first, then staggered ones.

    The bleed is around each piece, or, where pieces share their cuts, around all of them.
    """
    if shared:
        w, h, bleed = w - 2 * bleed, h - 2 * bleed, 0.0
    for turn in (0, 90):
        yield _grid(format, w, h, turn, bleed)
    if format.outline in ROUND:
        for down in (False, True):
            yield _staggered(format, w, h, bleed, down=down)


def staggered_saves(plain: int, staggered: int, wanted: int) -> bool:
    """Whether so many pieces need fewer sheets with staggered rows; pieces in plain ones are easier to cut."""
    return plain == 0 or ceil(wanted / max(staggered, 1)) < ceil(wanted / plain)


def _grid(format: Format, w: float, h: float, turn: int, bleed: float) -> Rows:
    piece_w, piece_h = (format.h, format.w) if turn % 180 else (format.w, format.h)
    columns, rows = (
        max(0, int((room + TOLERANCE) / (size + 2 * bleed))) for room, size in ((w, piece_w), (h, piece_h))
    )
    gap_x, gap_y = (_gap(format, *fit, bleed) for fit in ((w, piece_w, columns), (h, piece_h, rows)))
    return Rows(turn, piece_w, piece_h, columns, rows if columns else 0, piece_w + gap_x, piece_h + gap_y, columns)


def grid_of(format: Format, turn: int, gap: float) -> Rows:
    """A single piece, to be multiplied."""
    w, h = (format.h, format.w) if turn % 180 else (format.w, format.h)
    return Rows(turn, w, h, 1, 1, w + gap, h + gap, 1)


def _gap(format: Format, room: float, size: float, count: int, bleed: float) -> float:
    """Rectangles share their cuts; other shapes stand apart where this costs neither a piece nor the strips."""
    if format.outline not in ROUND or 2 * bleed >= ROUND_GAP:
        return 2 * bleed
    return ROUND_GAP if room - count * size - (count - 1) * ROUND_GAP >= 2 * STRIP else 2 * bleed


def _staggered(format: Format, w: float, h: float, bleed: float, *, down: bool) -> Rows:
    """Circles in the hollows of the row before, hexagons as bees build; apart where that costs no piece."""
    tight = set_off(format, w, h, bleed, 2 * bleed, down=down)
    if 2 * bleed >= ROUND_GAP:
        return tight
    apart = set_off(format, w - 2 * STRIP, h - 2 * STRIP, bleed, ROUND_GAP, down=down)
    return apart if apart.pieces == tight.pieces else tight


def set_off(format: Format, w: float, h: float, bleed: float, gap: float, *, down: bool) -> Rows:
    """Hexagons whose rows run down the page are turned, since they touch with their sides."""
    hexagon = format.outline is Outline.HEXAGON
    across, along = (h, w) if down else (w, h)
    piece_w, piece_h = (format.h, format.w) if down and not hexagon else (format.w, format.h)
    step_x = piece_w + gap
    step_y = piece_h * 3 / 4 + gap if hexagon else (piece_h + gap) * sqrt(3) / 2
    columns = _steps(across - 2 * bleed - piece_w, step_x)
    second = _steps(across - 2 * bleed - piece_w - step_x / 2, step_x)
    rows = _steps(along - 2 * bleed - piece_h, step_y)
    turn = 90 if down and hexagon else 0
    return Rows(turn, piece_w, piece_h, columns, rows if columns else 0, step_x, step_y, second, step_x / 2, down)


def _steps(room: float, step: float) -> int:
    """How many pieces stand where the first leaves so much room."""
    return int((room + TOLERANCE) / step) + 1 if room + TOLERANCE >= 0 else 0
