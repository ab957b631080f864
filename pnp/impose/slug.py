"""A sheet’s pattern and the words beside it → what stands in which strip, how far marks reach, and dashed areas."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.impose.filled_sheets import FilledSheet
from pnp.impose.marks import FARTHEST, GAP, LINE, Reach, drawn_as, line, outlines, outside, unmarked_sides
from pnp.impose.pattern import Block, Pattern
from pnp.impose.press import Job, Typeset, room_on
from pnp.impose.tiles import CLEAR, UPRIGHT, Strips, StripSpot, Tile, assembly_map, put, ruler, written
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
    spot: StripSpot
    size: float


class Drawn(NamedTuple):
    """The ruler in its place, or another drawing in another."""

    spot: StripSpot
    group: Group


class Slug(NamedTuple):
    """What stands beside the pieces of a pattern."""

    strips: Strips
    footer: Footer | None
    ruler: Drawn | None  # on the first sheet only
    map: Drawn | None  # of a tiled piece's pages
    missing: dict[str, float]  # what has no room → the millimetres it lacks

    def reach(self, *, ruled: bool) -> Reach:
        """How far marks may go on a sheet with the ruler or without."""
        taken = [block.spot for block in (self.footer, self.map, self.ruler if ruled else None) if block]
        return self.strips.reach(taken)


def lay_out_slug(sheet: FilledSheet, job: Job, *, ruled: bool) -> Slug:
    """`ruled` asks for the ruler, too."""
    press, captions, typeset, pattern = job.press, job.captions, job.typeset, sheet.pattern
    styles = [] if pattern.shared else [drawn_as(press.options.marks, block.format) for block in pattern.blocks]
    marks = max(map(outside, styles), default=0.0)
    strips = Strips(room_on(pattern.paper, press), pattern.box, marks + CLEAR if marks else GAP)
    missing: dict[str, float] = {}

    widest = int("8" * len(str(job.pages)))  # no digit is wider
    footer = _place_footer(strips, captions.footer(sheet.titled, widest, widest), typeset)
    if isinstance(footer, float):
        missing[FOOTER], footer = footer, None
    scale = _place_ruler(strips, captions.ruler, typeset, footer) if ruled else None
    if isinstance(scale, float):
        missing[RULER], scale = scale, None

    taken = [block.spot for block in (footer, scale) if block]
    drawn = _place_map(strips, sheet.tile, typeset, taken) if sheet.tile else None
    found = Slug(strips, footer, scale, drawn, missing)
    for style in styles:
        unmarked = unmarked_sides(style, found.reach(ruled=False))
        missing |= {f"cut marks {sides}": lack for sides, lack in unmarked.items()}
    return found


def reach_beside(block: Block, beside: Sequence[Block], pattern: Pattern, page: Reach) -> Reach:
    """How far a block's own marks may go: to the other blocks on its side of the sheet, to a fold, or as far as the
    sheet's furniture allows."""
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
    return Reach(*(min(FARTHEST, max(0.0, side)) for side in _up_to(others, box, free, RING if pattern.shared else 0)))


def _up_to(others: list[Rect], box: Rect, free: Reach, ring: float) -> Reach:
    """Each side as far as what lies beside it allows, which keeps a ring of its own."""
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


def footer_group(footer: Footer, text: str, typeset: Typeset) -> Group:
    """One page's footer; should it be longer than the text the room was measured with, it is set smaller."""
    block = written(text, footer.size, typeset)
    if block.w > footer.spot.length:
        block = written(text, footer.size * footer.spot.length / block.w, typeset)
    return put(block, footer.spot)


def _place_footer(strips: Strips, text: str, typeset: Typeset) -> Footer | float | None:
    """Below the pieces, else up the right side, as large as goes; else the millimetres it lacks in the better strip."""
    if not text:
        return None
    missing = []
    for side in _FOOTER_SIDES:
        for size in _SIZES:
            block = written(text, size, typeset)
            if spot := strips.spot(side, block.w, block.h):
                return Footer(spot, size)
        missing.append(strips.missing(side, block.w, block.h))
    return min(missing)


def _place_ruler(strips: Strips, caption: str, typeset: Typeset, footer: Footer | None) -> Drawn | float:
    """Above the pieces, else up the left side; else the millimetres it lacks in the better strip."""
    taken = (footer.spot,) if footer else ()
    missing = []
    for side in _RULER_SIDES:
        for stacked in (False, True):
            for size in _SIZES:
                block = ruler(caption, size, typeset, stacked=stacked)
                if spot := strips.spot(side, block.w, block.h, taken):
                    return Drawn(spot, put(block, spot))
            missing.append(strips.missing(side, block.w, block.h, taken))
    return min(missing)


def _place_map(strips: Strips, tile: Tile, typeset: Typeset, taken: list[StripSpot]) -> Drawn | None:
    """In whichever strip it can be largest; never turned, since it shows what lies where."""
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
    """All along the fold and a little beyond the pieces; dashed, since nothing is cut here."""
    assert pattern.fold is not None
    box, (upright, at) = pattern.box, pattern.fold
    if upright:
        return Shape(line(at, box.y - reach.top, at, box.bottom + reach.bottom), stroke=FOLD)
    return Shape(line(box.x - reach.left, at, box.right + reach.right, at), stroke=FOLD)


def safe_areas(block: Block, held: Iterable[tuple[Leaf, Rect]]) -> tuple[Shape, ...]:
    """An outline as far inside of each piece as its content should stay: components in one grid may differ in that."""
    paths: list[Path] = []
    for leaf, cell in held:
        if leaf.format.safe > 0:
            paths += [path for path in outlines(leaf.format, block.turn, (cell,), -leaf.format.safe) if path]
    return tuple([Shape(path, stroke=SAFE) for path in paths])
