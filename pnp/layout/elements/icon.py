"""`icon`: an icon of the game as large as asked, in a colour, in the middle of its box."""

from pnp.layout.attributes import Attributes
from pnp.layout.element import Content, Element, Placed, Size, element
from pnp.layout.engine import Layouter, joined
from pnp.layout.overfull import overfull
from pnp.model.display import Picture

_USUAL_SIZE = 4.0


@element("icon", attributes=("name", "size", "fill"), field=True, intrinsic=True)
class IconElement:
    """`size` is its height; else it is as large as its box lets it be."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        own = Attributes(lay, element)
        if element.field and not element.text:
            return Size(0.0, 0.0)
        size = own.length("size", lay.asked(element, "h", None) or _USUAL_SIZE)
        drawing = lay.art.icon(_name(own, element), "#000000")
        return Size(size * drawing.w / drawing.h if drawing else size, size)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        name = _name(own, element)
        fill = own.colour("fill", "ink") or "#000000"
        if not name and element.field:
            return Placed(findings=tuple(own.findings))
        if name not in lay.art.icon_widths:
            return self._unknown(lay, element, own, name)
        drawing = lay.art.icon(name, fill)
        if drawing is None:
            return Placed(findings=tuple(own.findings))
        height = self.natural(lay, element, w).h if h is None else h
        high = own.length("size", min(height, w * drawing.h / drawing.w))
        wide = high * drawing.w / drawing.h
        x, y = (w - wide) / 2, (height - high) / 2
        content = Content("icon", x, y, wide, high, name, element.field, element.origin)
        placed = Placed((Picture(drawing, x, y, wide, high),), (content,), tuple(own.findings))
        return joined((placed, overfull(lay, element, w, height, wide=wide - w, high=high - height)))

    def _unknown(self, lay: Layouter, element: Element, own: Attributes, name: str) -> Placed:
        if name:
            own.findings.append(lay.art.unknown_icon(name, element.field, element.origin))
        else:
            own.bad("name", "is missing")
        size = own.length("size", _USUAL_SIZE)
        return Placed((lay.mark_wrong(size, size),) if lay.draft else (), findings=tuple(own.findings))


def _name(own: Attributes, element: Element) -> str:
    return own.get("name") or element.text
