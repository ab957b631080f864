"""A side → what is drawn of it, with bleed around it: its own, or its edges mirrored or stretched."""

from pnp.finished.values import FinishedSide
from pnp.layout.art.edges import ArtFrame, framed
from pnp.model.display import Group, Picture


def content(side: FinishedSide, w: float, h: float, bleed: float, edges: str) -> Group:
    """On a piece of this size, in whose middle the side is; as much bleed around it as is wanted."""
    dx, dy = (w - side.w) / 2, (h - side.h) / 2
    picture = Picture(side.art, side.x + dx, side.y + dy, side.art_w, side.art_h)
    seen = ArtFrame(dx - side.bleed, dy - side.bleed, dx + side.w + side.bleed, dy + side.h + side.bleed)
    whole = framed(
        picture, seen, ArtFrame(-bleed, -bleed, w + bleed, h + bleed), edges if side.bleed < bleed else "none"
    )
    return Group((whole,), (-1.0, 0.0, 0.0, -1.0, w, h)) if side.is_turned else whole
