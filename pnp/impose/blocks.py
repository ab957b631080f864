"""A format and how many pieces there are → the shapes that a block of them can have."""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.impose.pattern import Bleed
from pnp.impose.rows import ROUND, ROUND_GAP, TOLERANCE, Rows, grid_of, set_off
from pnp.model.game import Format

_MANY = 40  # pieces; of more, not every number of rows and columns is tried


class Shape(NamedTuple):
    """Rows of pieces, with the bleed around them."""

    rows: Rows
    w: float
    h: float

    @property
    def pieces(self) -> int:
        return self.rows.pieces


def shapes(format: Format, around: Bleed, wanted: int, w: float, h: float) -> list[Shape]:
    """All that fit into w × h and have no row more than so many pieces need: those that hold most first."""
    bleed = around.size
    gap = max(0.0 if around.shared else 2 * bleed, ROUND_GAP if format.outline in ROUND else 0.0)
    kinds = [grid_of(format, turn, gap) for turn in (0, 90)]
    if format.outline in ROUND:
        kinds += [set_off(format, w, h, bleed, gap, down=down) for down in (False, True)]
    step = 1 + wanted // _MANY
    found: list[Shape] = []
    for kind in kinds:
        for columns in range(1, wanted + 1, step):
            row = _fitting(kind._replace(columns=columns, second=columns), 1, bleed, w, h)
            if row is None:
                break
            found += _growing(kind, columns, step, bleed, wanted, w, h)
    return sorted(found, key=lambda shape: (-min(shape.pieces, wanted), shape.w * shape.h))


def _growing(kind: Rows, columns: int, step: int, bleed: float, wanted: int, w: float, h: float) -> Iterator[Shape]:
    """Row after row, until there are enough; every second row of staggered ones may be one shorter."""
    for second in (columns, columns - 1) if kind.staggered and columns > 1 else (columns,):
        for rows in range(1, wanted + 1):
            shape = _fitting(kind._replace(columns=columns, second=second), rows, bleed, w, h)
            if shape is None:
                break
            if shape.pieces >= wanted:
                yield shape
                break
            if rows % step == 0:
                yield shape


def _fitting(kind: Rows, rows: int, bleed: float, w: float, h: float) -> Shape | None:
    made = kind._replace(rows=rows)
    across, along = (side + 2 * bleed for side in made.extent)
    return Shape(made, across, along) if across <= w + TOLERANCE and along <= h + TOLERANCE else None
