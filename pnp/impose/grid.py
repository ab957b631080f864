"""A format and a paper → the pattern that holds the most pieces, centred on the sheet."""

from collections.abc import Callable
from typing import TypeVar

from pnp.impose.pattern import NONE, Bleed, Block, Pattern
from pnp.impose.rows import ROUND, Rows, staggered_saves, ways
from pnp.model.display import Path
from pnp.model.game import Format
from pnp.model.outline import grown_outline, rectangle_path
from pnp.model.sheet import Paper, Rect

T = TypeVar("T")

Room = Callable[[Paper], Rect]
"""A paper as it lies → what of it can be printed on, centred."""


MANY = 10**6


def best_grid(
    format: Format, paper: Paper, room: Room, bleed: Bleed = NONE, *, upright: bool = False, wanted: int = MANY
) -> Pattern | None:
    """The pattern with the most cells, or None where not even one fits.

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
    rows, lying = best_way(found, lambda way: (way[0].pieces, way[0].turn == 0), lambda way: way[0], wanted)
    box = centred(rows, lying, bleed.size)
    return Pattern(lying, (block(format, rows, box, bleed),), box)


def best_way(found: list[T], key: Callable[[T], tuple[float, ...]], rows_of: Callable[[T], Rows], wanted: int) -> T:
    """The first with the greatest key; staggered ones only where they save a sheet."""
    plain = max((way for way in found if not rows_of(way).staggered), key=key, default=None)
    staggered = max((way for way in found if rows_of(way).staggered), key=key, default=None)
    if plain is None or staggered is None:
        return max(found, key=key)
    saves = staggered_saves(rows_of(plain).pieces, rows_of(staggered).pieces, wanted)
    return staggered if saves else plain


def both_ways(paper: Paper) -> tuple[Paper, Paper]:
    """Upright and on its side."""
    short, long = sorted((paper.w, paper.h))
    return paper._replace(w=short, h=long), paper._replace(w=long, h=short)


def centred(rows: Rows, paper: Paper, bleed: float) -> Rect:
    w, h = (side + 2 * bleed for side in rows.extent)
    return Rect((paper.w - w) / 2, (paper.h - h) / 2, w, h)


def block(format: Format, rows: Rows, box: Rect, bleed: Bleed) -> Block:
    cells = rows.cells(box.x + bleed.size, box.y + bleed.size)
    if bleed.shared:
        return Block(format, rows.turn, cells, box, around=bleed.size)
    return Block(format, rows.turn, cells, box, _clip(format, rows, bleed.size))


def _clip(format: Format, rows: Rows, bleed: float) -> Path | None:
    """Rows that reach into each other show no more of a piece than its outline and half of the gap."""
    if rows.staggered and format.outline in ROUND:
        return grown_outline(format, (rows.step_x - rows.w) / 2)
    if bleed:
        return rectangle_path(-bleed, -bleed, format.w + 2 * bleed, format.h + 2 * bleed)
    return None
