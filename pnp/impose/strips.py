"""The strips around the pieces, and a block of words or a ruler → the spot in them where it stands."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.impose.marks import CUT, FARTHEST, HALF, Reach, line
from pnp.impose.press import Typeset
from pnp.model.display import Group, Item, Matrix, Segment, Shape
from pnp.model.sheet import Rect

ASCENT = 0.95  # of the size: capitals with accents stay below
DESCENT = 0.25


class Furnishing(NamedTuple):
    """Items drawn from 0, 0 to w, h."""

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
        """Along the strip, as wide as the block may be."""
        return self.rect.h if self.side in UPRIGHT else self.rect.w

    @property
    def depth(self) -> float:
        return self.rect.w if self.side in UPRIGHT else self.rect.h


class Strips(NamedTuple):
    """What is printable around the pieces, and how much of it the marks and the pieces keep for themselves."""

    room: Rect
    box: Rect
    kept: float  # from the pieces on outwards

    def depth(self, side: str) -> float:
        room, box = self.room, self.box
        around = Reach(box.x - room.x, box.y - room.y, room.right - box.right, room.bottom - box.bottom)
        free: float = getattr(around, side)
        return max(0.0, free)

    def length(self, side: str) -> float:
        return self.room.h if side in UPRIGHT else self.room.w

    def reach(self, taken: Iterable[StripSpot]) -> Reach:
        """How far the marks may go beside the blocks that stand there."""
        free = {side: min(self.depth(side), FARTHEST) for side in Reach._fields}
        for spot in taken:
            free[spot.side] = min(free[spot.side], self.depth(spot.side) - spot.depth - CLEAR)
        return Reach(**free)

    def spot(self, side: str, w: float, h: float, taken: Sequence[StripSpot] = ()) -> StripSpot | None:
        """In line with the pieces if possible, else at an end of the strip; clear of blocks in the strips it meets."""
        if h + self.kept > self.depth(side):
            return None
        end = self.length(side) - w
        in_line = self.room.bottom - self.box.bottom if side in UPRIGHT else self.box.x - self.room.x
        for start in (in_line, 0.0, end):
            spot = self._at(side, start, w, h)
            if 0 <= start <= end and not any(_near(spot.rect, other.rect) for other in taken):
                return spot
        return None

    def missing(self, side: str, w: float, h: float, taken: Sequence[StripSpot] = ()) -> float:
        """How many millimetres a strip lacks where `spot` found none in it."""
        lacks = max(h + self.kept - self.depth(side), w - self.length(side))
        return lacks if lacks > 0 else w + max(spot.depth for spot in taken) + NEAR - self.length(side)

    def _at(self, side: str, start: float, w: float, h: float) -> StripSpot:
        """Upright strips start at their lower end."""
        room = self.room
        if side in UPRIGHT:
            x = room.x if side == "left" else room.right - h
            return StripSpot(side, Rect(x, room.bottom - start - w, h, w))
        return StripSpot(side, Rect(room.x + start, room.y if side == "top" else room.bottom - h, w, h))


def put(block: Furnishing, spot: StripSpot) -> Group:
    """The block at its spot, running upwards where the strip does."""
    x, y, _, h = spot.rect
    transform: Matrix = (0.0, -1.0, 1.0, 0.0, x, y + h) if spot.side in UPRIGHT else (1.0, 0.0, 0.0, 1.0, x, y)
    return Group(block.items, transform)


def _near(a: Rect, b: Rect) -> bool:
    slack = NEAR - 1e-6
    return a.x < b.right + slack and b.x < a.right + slack and a.y < b.bottom + slack and b.y < a.bottom + slack


LENGTH = 100
_DEPTH = 2.5
_BESIDE = 2.0  # from the ruler to its caption
_BELOW = 0.3


def ruler(caption: str, size: float, typeset: Typeset, *, stacked: bool) -> Furnishing:
    """With the caption behind the ruler, or `stacked` below it: shorter, but deeper."""
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
