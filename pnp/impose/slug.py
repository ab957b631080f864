"""A sheet’s pattern and the words beside it → what stands in which strip, how far marks go, and how pages join."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from pnp.impose.cut_marks import CUT, FARTHEST, GAP, HALF, LINE, Reach, line, mark_style, outside, unmarked_sides
from pnp.impose.filled_sheets import FilledSheet, Tile
from pnp.impose.patterns import Block, Pattern
from pnp.impose.press import Job, Typeset, room_on
from pnp.model.display import Group, Item, Matrix, Segment, Shape, Stroke
from pnp.model.geometry import grow, overlap, rectangle_path
from pnp.model.length import MM_PER_POINT, ROUNDING
from pnp.model.sheet import Rect

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
        free = {"left": box.x - room.x, "top": box.y - room.y, "right": room.right - box.right}
        return max(0.0, free.get(side, room.bottom - box.bottom))

    def length(self, side: str) -> float:
        return self.room.h if side in UPRIGHT else self.room.w

    def reach(self, taken: Iterable[StripSpot]) -> Reach:
        """Return how far the marks may go beside the blocks that stand there."""
        free = {side: min(self.depth(side), FARTHEST) for side in Reach._fields}
        for spot in taken:
            free[spot.side] = min(free[spot.side], self.depth(spot.side) - spot.depth - CLEAR)
        return Reach(**free)

    def spot(self, side: str, w: float, h: float, taken: Sequence[StripSpot] = ()) -> StripSpot | None:
        """Find a place in line with the pieces, or at a strip's end (upright: lower end), clear of blocks."""
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
            around = grow(rect, NEAR - 1e-6)
            if 0 <= start <= end and not any(min(overlap(around, other)) > 0 for _, other in taken):
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
    styles = [] if pattern.shared else [mark_style(press.options.marks, block.format) for block in pattern.blocks]
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
    """Return how far a block's marks may go: to the next block on its side of the sheet, a fold, or the slug."""
    box, around = block.box, block.place or pattern.box
    if block.place:
        page = Reach(-GAP, -GAP, -GAP, -GAP)
    left, top = box.x - around.x + page.left, box.y - around.y + page.top
    right, bottom = around.right - box.right + page.right, around.bottom - box.bottom + page.bottom
    others = [other.box for other in beside if other is not block and not block.place]
    if pattern.fold:
        upright, at = pattern.fold
        others.append(Rect(at, around.y, 0.0, around.h) if upright else Rect(around.x, at, around.w, 0.0))
    for other in others:
        kept = RING if pattern.shared and other.w and other.h else 0.0  # a ring of its own
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
    return Reach(*(min(FARTHEST, max(0.0, side)) for side in (left, top, right, bottom)))


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


_SMALL = 5.5 * MM_PER_POINT
_MAP = Stroke("#000000", LINE)
_HERE = "#cccccc"
_MAP_CELL = 4.0  # at least so high, for a name


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
