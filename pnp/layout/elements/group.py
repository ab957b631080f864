"""`g` and `clip`: children at their own places in a box; moved, turned and faded, or shown only inside an outline."""

from pnp.layout.art.paths import parse_path
from pnp.layout.art.shapes import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.element import Content, Element, Placed, Size, element
from pnp.layout.engine import Layouter
from pnp.layout.mirror import mirrored_path
from pnp.model.display import Group, Path
from pnp.model.game import Format, Outline
from pnp.model.outline import outline_path

_SHAPES = (Outline.RECTANGLE, Outline.CIRCLE, Outline.HEXAGON)


def extent(lay: Layouter, element: Element, w: float | None) -> Size:
    """How far the children reach to the right and down."""
    right = bottom = 0.0
    for child in element.children:
        x, y = lay.asked(child, "x", w) or 0.0, lay.asked(child, "y", None) or 0.0
        size = lay.natural(child, None if w is None else w - x)
        right, bottom = max(right, x + size.w), max(bottom, y + size.h)
    return Size(right, bottom)


@element("g", children=True)
class GroupElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        return extent(lay, element, w)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        return lay.place_all(element.children, w, extent(lay, element, w).h if h is None else h)


@element("clip", children=True, attributes=("rx", "shape", "d"))
class ClipElement:
    """What is outside of the box, rounded by `rx`, or of the `shape` in it, or of the path `d`, isn't shown."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        return extent(lay, element, w)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        height = extent(lay, element, w).h if h is None else h
        inside = lay.place_all(element.children, w, height)
        clip = _outline(own, w, height)
        if lay.mirrored:
            clip = mirrored_path(clip, w)
        content = [cut for part in inside.content if (cut := _cut(part, w, height)) is not None]
        return Placed((Group(inside.items, clip=clip),), tuple(content), (*own.findings, *inside.findings))


def _outline(own: Attributes, w: float, h: float) -> Path:
    if "d" in own:
        try:
            return parse_path(own.get("d"))
        except ValueError as error:
            own.bad("d", str(error))
    shape = own.choice("shape", _SHAPES, Outline.RECTANGLE)
    if shape == Outline.RECTANGLE:
        radius = own.length("rx", 0.0, w)
        return rounded_rect(0.0, 0.0, w, h, radius, radius)
    return outline_path(Format(w, h, Outline(shape)))


def _cut(part: Content, w: float, h: float) -> Content | None:
    left, top = max(part.x, 0.0), max(part.y, 0.0)
    right, bottom = min(part.x + part.w, w), min(part.y + part.h, h)
    return part._replace(x=left, y=top, w=right - left, h=bottom - top) if right > left and bottom > top else None
