"""A caption → a 100 mm ruler with it: the proof that a sheet was printed at its true size."""

from pnp.impose.marks import CUT, HALF, line
from pnp.impose.settings import Typeset
from pnp.impose.strips import Block
from pnp.impose.writing import written
from pnp.model.display import Group, Path, Segment, Shape

LENGTH = 100
_DEPTH = 2.5
_BESIDE = 2.0  # from the ruler to its caption
_BELOW = 0.3


def ruler(caption: str, size: float, typeset: Typeset, *, stacked: bool) -> Block:
    """With the caption behind the ruler, or `stacked` below it: shorter, but deeper."""
    scale_w, scale_h = LENGTH + 2 * HALF, _DEPTH + HALF
    scale = Shape(_scale(), stroke=CUT)
    if not caption:
        return Block(scale_w, scale_h, (scale,))
    words = written(caption, size, typeset)
    if stacked:
        moved = Group(words.items, (1.0, 0.0, 0.0, 1.0, 0.0, scale_h + _BELOW))
        return Block(max(scale_w, words.w), scale_h + _BELOW + words.h, (scale, moved))
    h = max(scale_h, words.h)
    behind = Group(words.items, (1.0, 0.0, 0.0, 1.0, scale_w + _BESIDE, (h - words.h) / 2))
    return Block(scale_w + _BESIDE + words.w, h, (scale, behind))


def _scale() -> Path:
    """A line with a tick for each centimetre, and for each millimetre of the first."""
    segments: list[Segment] = list(line(0.0, _DEPTH, LENGTH + 2 * HALF, _DEPTH))
    for at in (*range(10), *range(10, LENGTH + 1, 10)):
        height = _DEPTH if at % 50 == 0 else 2.0 if at % 10 == 0 else 1.5 if at % 5 == 0 else 1.0
        segments += line(HALF + at, _DEPTH, HALF + at, _DEPTH - height)
    return tuple(segments)
