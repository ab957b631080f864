"""`icon`: an icon of the game as large as asked, in a colour, in the middle of its box."""

from pnp.layout.attributes import Attributes
from pnp.layout.element import Content, Element, Placed, Size, element
from pnp.layout.engine import Layouter
from pnp.model.display import Picture

_USUAL_SIZE = 4.0


@element("icon", attributes=("name", "size", "fill"), text=True, intrinsic=True)
class IconElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        own = Attributes(lay, element)
        size = own.length("size", own.optional_length("h") or _USUAL_SIZE)
        drawing = lay.art.icon(self._name(own, element), "#000000")
        return Size(size * drawing.w / drawing.h if drawing else size, size)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        name = self._name(own, element)
        if not name and element.field:
            return Placed()
        fill = own.colour("fill", "ink") or "#000000"
        if name not in lay.art.icon_widths:
            if "name" not in own and not element.field:
                own.bad("name", "is missing")
            else:
                own.findings.append(lay.art.unknown_icon(name, element.field, element.origin))
            size = own.length("size", _USUAL_SIZE)
            marks = (lay.mark_wrong(size, size),) if lay.draft else ()
            return Placed(marks, findings=tuple(own.findings))
        drawing = lay.art.icon(name, fill)
        if drawing is None:
            return Placed(findings=tuple(own.findings))
        high = own.length("size", min(h, w * drawing.h / drawing.w) if h is not None else _USUAL_SIZE)
        wide = high * drawing.w / drawing.h
        x, y = (w - wide) / 2, 0.0 if h is None else (h - high) / 2
        content = Content(x, y, wide, high, f"icon {name}", element.field, element.origin)
        return Placed((Picture(drawing, x, y, wide, high),), (content,), tuple(own.findings))

    def _name(self, own: Attributes, element: Element) -> str:
        return own.get("name") or element.text
