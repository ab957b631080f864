"""A sheet’s pattern and the words beside it → what stands in which strip, how far marks go, and dashed areas."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from pnp.impose.filled_sheets import FilledSheet
from pnp.impose.marks import FARTHEST, GAP, LINE, Reach, drawn_as, line, outlines, outside, unmarked_sides
from pnp.impose.pattern import Block, Pattern
from pnp.impose.press import Job, Typeset, room_on
from pnp.impose.tiles import CLEAR, UPRIGHT, Furnishing, Strips, StripSpot, Tile, assembly_map, put, ruler, written
from pnp.model.display import Group, Path, Shape, Stroke
from pnp.model.length import MM_PER_POINT, ROUNDING
from pnp.model.sheet import Leaf, Rect

_SIZES = tuple(points * MM_PER_POINT for points in (6.5, 6.25, 6.0, 5.75, 5.5, 5.25, 5.0))
_FOOTER_SIDES = ("bottom", "right")
_RULER_SIDES = ("top", "left")  # as large as those across from them, since the pieces stand in the middle

_MAP_SIDES = ("bottom", "top", "right", "left")
_MAP_HEIGHTS = (30.0, 24.0, 18.0, 12.0, 8.0)

RING = 2.0  # around each block of a shared sheet, for its marks
FOOTER = "footer"
RULER = "100 mm ruler"


class Footer(NamedTuple):
    """The footer's place, and the size of its text."""

    spot: StripSpot
    size: float


class Drawn(NamedTuple):
    """The ruler or the map in its place."""

    spot: StripSpot
    group: Group


class Slug(NamedTuple):
    """The footer, the ruler and the map beside the pieces of a pattern."""

    strips: Strips
    footer: Footer | None
    ruler: Drawn | None  # on the first sheet only
    map: Drawn | None  # of a tiled piece's pages
    missing: dict[str, float]  # thing without room → the millimetres it lacks

    def reach(self, *, ruled: bool) -> Reach:
        """Return how far marks may go on a sheet with the ruler or without."""
        taken = [block.spot for block in (self.footer, self.map, self.ruler if ruled else None) if block]
        return self.strips.reach(taken)


def lay_out_slug(sheet: FilledSheet, job: Job, *, ruled: bool) -> Slug:
    """Find places for the footer, the map of a tiled piece and, if `ruled`, the ruler."""
    press, captions, typeset, pattern = job.press, job.captions, job.typeset, sheet.pattern
    styles = [] if pattern.shared else [drawn_as(press.options.marks, block.format) for block in pattern.blocks]
    marks = max(map(outside, styles), default=0.0)
    strips = Strips(room_on(pattern.paper, press), pattern.box, marks + CLEAR if marks else GAP)
    missing: dict[str, float] = {}
    footer, scale, drawn = None, None, None
    taken: list[StripSpot] = []
    widest = int("8" * len(str(job.pages)))  # no digit is wider
    if text := captions.footer(sheet.full_title, widest, widest):
        found = _find_spot(strips, _FOOTER_SIDES, [partial(written, text, typeset=typeset)], ())
        if isinstance(found, float):
            missing[FOOTER] = found
        else:
            footer = Footer(found[0], found[2])
            taken.append(footer.spot)
    if ruled:
        ways = [partial(ruler, captions.ruler, typeset=typeset, stacked=stacked) for stacked in (False, True)]
        found = _find_spot(strips, _RULER_SIDES, ways, taken)
        if isinstance(found, float):
            missing[RULER] = found
        else:
            scale = Drawn(found[0], put(found[1], found[0]))
            taken.append(scale.spot)
    if sheet.tile:
        drawn = _place_map(strips, sheet.tile, typeset, taken)
    slug = Slug(strips, footer, scale, drawn, missing)
    for style in styles:
        unmarked = unmarked_sides(style, slug.reach(ruled=False))
        missing |= {f"cut marks {sides}": lack for sides, lack in unmarked.items()}
    return slug


def _find_spot(
    strips: Strips, sides: Sequence[str], ways: Sequence[Callable[[float], Furnishing]], taken: Sequence[StripSpot]
) -> tuple[StripSpot, Furnishing, float] | float:
    """Return the first place, as large as goes; or the millimetres that the smallest lacks in the better strip."""
    missing: list[float] = []
    for side in sides:
        for draw in ways:
            for size in _SIZES:
                block = draw(size)
                if spot := strips.spot(side, block.w, block.h, taken):
                    return spot, block, size
            missing.append(strips.missing(side, block.w, block.h, taken))
    return min(missing)


def reach_beside(block: Block, beside: Sequence[Block], pattern: Pattern, page: Reach) -> Reach:
    """Return how far a block's own marks may go.

    They end at the other blocks on its side of the sheet, at a fold, or where the slug begins.
    """
    box, around = block.box, block.place or pattern.box
    if block.place:
        page = Reach(-GAP, -GAP, -GAP, -GAP)
    free = Reach(
        box.x - around.x + page.left,
        box.y - around.y + page.top,
        around.right - box.right + page.right,
        around.bottom - box.bottom + page.bottom,
    )
    others = [other.box for other in beside if other is not block and not block.place]
    if pattern.fold:
        upright, at = pattern.fold
        others.append(Rect(at, around.y, 0.0, around.h) if upright else Rect(around.x, at, around.w, 0.0))
    return Reach(
        *(min(FARTHEST, max(0.0, side)) for side in _limit_reach(others, box, free, RING if pattern.shared else 0))
    )


def _limit_reach(others: list[Rect], box: Rect, free: Reach, ring: float) -> Reach:
    """Limit each side by what lies beside it, which keeps a ring of its own."""
    left, top, right, bottom = free
    for other in others:
        kept = ring if other.w and other.h else 0.0
        if other.y - kept < box.bottom + FARTHEST and box.y - FARTHEST < other.bottom + kept:
            if other.right <= box.x + ROUNDING:
                left = min(left, box.x - other.right - kept)
            if other.x >= box.right - ROUNDING:
                right = min(right, other.x - kept - box.right)
        if other.x - kept < box.right + FARTHEST and box.x - FARTHEST < other.right + kept:
            if other.bottom <= box.y + ROUNDING:
                top = min(top, box.y - other.bottom - kept)
            if other.y >= box.bottom - ROUNDING:
                bottom = min(bottom, other.y - kept - box.bottom)
    return Reach(left, top, right, bottom)


def draw_footer(footer: Footer, text: str, typeset: Typeset) -> Group:
    """Draw a page's footer, smaller if it is longer than the text that the room was measured with."""
    block = written(text, footer.size, typeset)
    if block.w > footer.spot.length:
        block = written(text, footer.size * footer.spot.length / block.w, typeset)
    return put(block, footer.spot)


def _place_map(strips: Strips, tile: Tile, typeset: Typeset, taken: list[StripSpot]) -> Drawn | None:
    """Place the map in the strip where it can be largest; never turned, since it shows how pages lie."""
    for height in _MAP_HEIGHTS:
        if (block := assembly_map(tile, height, typeset)) is None:
            return None
        for side in _MAP_SIDES:
            along, deep = (block.h, block.w) if side in UPRIGHT else (block.w, block.h)
            if spot := strips.spot(side, along, deep, taken):
                return Drawn(spot, Group(block.items, (1.0, 0.0, 0.0, 1.0, spot.rect.x, spot.rect.y)))
    return None


FOLD = Stroke("#000000", LINE, dash=(3.0, 1.5))
SAFE = Stroke("#00a0c0", LINE, dash=(1.0, 1.0))


def fold_line(pattern: Pattern, reach: Reach) -> Shape:
    """Draw a line along the fold and a little beyond the pieces; dashed, since nothing is cut here."""
    assert pattern.fold is not None
    box, (upright, at) = pattern.box, pattern.fold
    if upright:
        return Shape(line(at, box.y - reach.top, at, box.bottom + reach.bottom), stroke=FOLD)
    return Shape(line(box.x - reach.left, at, box.right + reach.right, at), stroke=FOLD)


def safe_areas(block: Block, held: Iterable[tuple[Leaf, Rect]]) -> tuple[Shape, ...]:
    """Outline the safe area of each piece; components in one grid may differ in it."""
    paths: list[Path] = []
    for leaf, cell in held:
        if leaf.format.safe > 0:
            paths += [path for path in outlines(leaf.format, block.turn, (cell,), -leaf.format.safe) if path]
    return tuple([Shape(path, stroke=SAFE) for path in paths])
