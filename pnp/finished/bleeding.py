"""A side → what is drawn of it, with bleed around it: its own, or its edges mirrored or stretched."""

from collections.abc import Callable, Mapping

from pnp.finished.values import FinishedSide
from pnp.layout.art.edges import ArtFrame, framed
from pnp.model.display import Group, Matrix, Picture


def content(side: FinishedSide, w: float, h: float, bleed: float, edges: str) -> Group:
    """On a piece of this size, in whose middle the side is; as much bleed around it as is wanted."""
    whole = _upright(side, h, w, bleed, edges) if side.turn % 180 else _upright(side, w, h, bleed, edges)
    return Group((whole,), _TURNED[side.turn](w, h)) if side.turn else whole


_TURNED: Mapping[int, Callable[[float, float], Matrix]] = {  # to a piece of this size
    90: lambda w, h: (0.0, 1.0, -1.0, 0.0, w, 0.0),
    180: lambda w, h: (-1.0, 0.0, 0.0, -1.0, w, h),
    270: lambda w, h: (0.0, -1.0, 1.0, 0.0, 0.0, h),
}


def _upright(side: FinishedSide, w: float, h: float, bleed: float, edges: str) -> Group:
    dx, dy = (w - side.w) / 2, (h - side.h) / 2
    picture = Picture(side.art, side.x + dx, side.y + dy, side.art_w, side.art_h)
    seen = ArtFrame(dx - side.bleed, dy - side.bleed, dx + side.w + side.bleed, dy + side.h + side.bleed)
    around = ArtFrame(-bleed, -bleed, w + bleed, h + bleed)
    return framed(picture, seen, around, edges if side.bleed < bleed else "none")
