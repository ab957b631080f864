"""Pictures that an SVG file holds itself, as `data:` → bitmaps at their places."""

import binascii
import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote_to_bytes

from pnp.layout.art.clips import Clip
from pnp.layout.art.paths import rounded_rect
from pnp.layout.art.pictures import MAX_BYTES, raster_of
from pnp.layout.art.svg_scene import Place, Scene
from pnp.layout.art.svg_tree import Node
from pnp.layout.art.transforms import transform_path
from pnp.layout.art.values import ArtError, Unsupported, ViewBox, quote, viewport_matrix
from pnp.model.display import Group, Item, Picture, multiply

_DATA = re.compile(r"\s*data:([^;,]*)((?:;[^;,]*)*),(.*)", re.DOTALL | re.IGNORECASE)
_BLANK = re.compile(rb"\s+")

Sides = tuple[float | None, float | None, float | None, float | None]


def embedded(scene: Scene, node: Node, here: Place, sides: Sides) -> list[Item]:
    """The picture in its rectangle as preserveAspectRatio says; without a size as large as its pixels."""
    href = node.attributes.get("href", "").strip()
    if not href:
        return []
    data = _content(href)
    raster, problems = raster_of(data, Path(scene.shown), f"{scene.shown} {len(data)}", scene.span(node))
    scene.problems += problems
    if raster is None:
        return []
    raster = replace(raster, data=data)
    x, y, w, h = sides
    if w is None and h is None:
        w, h = float(raster.w), float(raster.h)
    w = raster.w * (h or 0.0) / raster.h if w is None else w
    h = raster.h * w / raster.w if h is None else h
    if not w or not h:
        return []
    x, y = x or 0.0, y or 0.0
    fitted = viewport_matrix(ViewBox(0.0, 0.0, raster.w, raster.h), x, y, w, h, node.attributes)
    picture = Picture(raster, 0.0, 0.0, float(raster.w), float(raster.h))
    placed = Group((picture,), multiply(here.matrix, fitted))
    if "slice" not in node.attributes.get("preserveAspectRatio", ""):
        return [placed]
    clip = Clip(transform_path(here.matrix, rounded_rect(x, y, w, h, 0.0, 0.0)))
    return [Group((placed,), clip=clip.path)]


def _content(href: str) -> bytes:
    match = _DATA.fullmatch(href)
    if not match:
        raise Unsupported("href", f"href {quote(href)} is outside of this file", "embed it, or place it in the layout")
    kind, parameters, text = match.groups()
    if "svg" in kind.lower():
        raise Unsupported("href", "href holds an SVG in the SVG: it cannot be printed", "use <g> or <symbol>")
    if "base64" not in parameters.lower():
        return unquote_to_bytes(text)
    if len(text) > MAX_BYTES * 2:
        raise Unsupported("href", "href holds more than a picture may have", "save it smaller")
    try:
        packed = _BLANK.sub(b"", unquote_to_bytes(text))
        return b64decode(packed + b"=" * (-len(packed) % 4))
    except (binascii.Error, ValueError):
        raise ArtError("href", "href is no base64 that can be read", "embed the picture again") from None
