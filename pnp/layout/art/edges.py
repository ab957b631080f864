"""A picture in a frame → bleed around it, made of its edges, mirrored or stretched.

Nothing is painted anew: a mirrored edge is the same picture once more, turned over, so that files hold it once.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.model.display import Group, Path, Picture
from pnp.model.outline import rectangle_path

EDGES = ("none", "mirror", "stretch")
USUAL = 3.0  # mm of bleed that is made
_STRIP = 0.3  # mm of an edge that are stretched
_OVERLAP = 0.05  # mm by which made edges reach below the picture, so that no white line shows between them


class ArtFrame(NamedTuple):
    """Of a face, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


class _Axis(NamedTuple):
    """What of one direction is seen, and where: it is scaled, then moved."""

    start: float
    end: float
    scale: float = 1.0
    move: float = 0.0


def framed(picture: Picture, seen: ArtFrame, made: ArtFrame, edges: str) -> Group:
    """What of the picture is seen, and what is made around it as far as `made`."""
    shown = Group((picture,), clip=_box(*seen))
    if edges == "none":
        return shown
    across = list(_parts(seen.left, seen.right, made.left, made.right, edges))
    down = list(_parts(seen.top, seen.bottom, made.top, made.bottom, edges))
    around = [
        Group((picture,), (x.scale, 0.0, 0.0, y.scale, x.move, y.move), _box(x.start, y.start, x.end, y.end))
        for x in across
        for y in down
        if (x.scale, y.scale) != (1.0, 1.0)
    ]
    return Group((*around, shown)) if around else shown


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
            seen = (
                inner - inwards * (_STRIP - _OVERLAP) / scale
            )  # the rest would lie below the picture and shine through
            yield _Axis(min(edge, seen), max(edge, seen), scale, inner * (1 - scale))


def _box(left: float, top: float, right: float, bottom: float) -> Path:
    return rectangle_path(left, top, right - left, bottom - top)
