"""A format and a paper → fronts on one side of a fold line and their backs on the other: print, fold, glue, cut."""

from typing import NamedTuple

from pnp.impose.grid import MANY, Room, best_way, block, both_ways
from pnp.impose.pattern import NONE, Bleed, Mirror, Pattern, around
from pnp.impose.rows import Rows, ways
from pnp.model.game import Format
from pnp.model.sheet import Paper, Rect

GUTTER = 2.0  # on both sides of the fold, for cut marks, where it costs no pair


def best_fold(format: Format, paper: Paper, room: Room, bleed: Bleed = NONE, *, wanted: int = MANY) -> Pattern | None:
    """The pattern with the most pairs, or None where not even one fits.

    One line through the middle holds as many pairs as several would, and edges of the paper that lie on each other
    show that it was folded well. Among equals pieces stand near the line, since a crooked fold harms those far from it;
    cells nearest to it come first.
    """
    found = [
        Folded(rows, lying, upright, gutter)
        for lying in both_ways(paper)
        for upright in (True, False)
        for gutter in (GUTTER, 0.0)
        for rows in ways(format, *_half(room(lying), upright, gutter), bleed.size, shared=bleed.shared)
        if rows.pieces
    ]
    if not found:
        return None
    best = best_way(
        found, lambda way: (way.rows.pieces, -way.reach, way.gutter, way.rows.turn == 0), lambda way: way.rows, wanted
    )
    return best.pattern(format, bleed)


class Folded(NamedTuple):
    """One way to fold a sheet, and what lies on both sides of the line."""

    rows: Rows
    paper: Paper
    upright: bool
    gutter: float

    @property
    def reach(self) -> float:
        """How far from the line."""
        return round(self.rows.extent[0 if self.upright else 1], 6)

    def pattern(self, format: Format, bleed: Bleed) -> Pattern:
        paper, gutter = self.paper, self.gutter
        w, h = (side + 2 * bleed.size for side in self.rows.extent)
        if self.upright:
            fold = Mirror(True, paper.w / 2)
            box = Rect(fold.at - gutter - w, (paper.h - h) / 2, w, h)
        else:
            fold = Mirror(False, paper.h / 2)
            box = Rect((paper.w - w) / 2, fold.at - gutter - h, w, h)
        made = block(format, self.rows, box, bleed)
        nearest = tuple(sorted(made.cells, key=lambda cell: -round(cell.right if self.upright else cell.bottom, 6)))
        return Pattern(paper, (made._replace(cells=nearest),), around((box, fold.cell(box))), fold)


def _half(room: Rect, upright: bool, gutter: float) -> tuple[float, float]:
    return (room.w / 2 - gutter, room.h) if upright else (room.w, room.h / 2 - gutter)
