"""A side → what is drawn of it, with bleed around it: its own, or its edges mirrored or stretched.

Nothing is painted anew: a mirrored edge is the same picture once more, turned over, so that files hold it once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.finished.values import FinishedSide
from pnp.model.display import Group, Item, Matrix, Path, Picture
from pnp.model.outline import rectangle_path

USUAL = 3.0  # mm of bleed that is made
_STRIP = 0.3  # mm of an edge that are stretched
_OVERLAP = 0.05  # mm by which made edges reach below the picture, so that no white line shows between them


class _Axis(NamedTuple):
    """What of one direction is seen, and where: it is scaled, then moved."""

    start: float
    end: float
    scale: float = 1.0
    move: float = 0.0


def content(side: FinishedSide, w: float, h: float, bleed: float, edges: str) -> Group:
    """On a piece of this size, in whose middle the side is; as much bleed around it as is wanted."""
    dx, dy = (w - side.w) / 2, (h - side.h) / 2
    picture = Picture(side.art, side.x + dx, side.y + dy, side.art_w, side.art_h)
    left, top, right, bottom = (dx - side.bleed, dy - side.bleed, dx + side.w + side.bleed, dy + side.h + side.bleed)
    seen = Group((picture,), clip=_box(left, top, right, bottom))
    if edges == "none" or side.bleed >= bleed:
        return _upright(side, w, h, seen)
    across = list(_parts(left, right, -bleed, w + bleed, edges))
    down = list(_parts(top, bottom, -bleed, h + bleed, edges))
    made = [_made(picture, x, y) for x in across for y in down if (x.scale, y.scale) != (1.0, 1.0)]
    return _upright(side, w, h, Group((*made, seen)))


def _upright(side: FinishedSide, w: float, h: float, whole: Group) -> Group:
    return Group((whole,), (-1.0, 0.0, 0.0, -1.0, w, h)) if side.is_turned else whole


def _parts(start: float, end: float, from_: float, to: float, edges: str) -> Iterator[_Axis]:
    """The piece itself, and what is made before and behind it."""
    yield _Axis(start, end)
    for edge, outside, inwards in ((start, start - from_, 1.0), (end, to - end, -1.0)):
        if outside <= 0:
            continue
        if edges == "mirror":
            inner = edge + inwards * min(outside + _OVERLAP, end - start)
            yield _Axis(min(edge, inner), max(edge, inner), -1.0, 2 * edge + inwards * _OVERLAP)
        else:
            inner = edge + inwards * _STRIP
            scale = (outside + _STRIP) / _STRIP
            yield _Axis(min(edge, inner), max(edge, inner), scale, inner * (1 - scale))


def _made(picture: Picture, x: _Axis, y: _Axis) -> Item:
    matrix: Matrix = (x.scale, 0.0, 0.0, y.scale, x.move, y.move)
    return Group((picture,), matrix, _box(x.start, y.start, x.end, y.end))


def _box(left: float, top: float, right: float, bottom: float) -> Path:
    return rectangle_path(left, top, right - left, bottom - top)
