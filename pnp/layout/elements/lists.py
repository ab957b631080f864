"""`ul` and `ol`: items hanging beside their markers."""

from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import Element, Placed, Size, element
from pnp.layout.engine import Layouter, joined, shifted
from pnp.layout.looks import STYLE_ATTRIBUTES

_EM_AFTER_MARKER = 0.4


class Item(NamedTuple):
    """An item and its marker, laid out beside each other."""

    marker: Element
    body: Element
    indent: float
    gap: float  # to the next item


@element("ul", "ol", attributes=("marker", "indent", "gap", *STYLE_ATTRIBUTES), text=True, children=True)
class ListElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        items = list_items(lay, element)
        sizes = [lay.natural(item.body, None if w is None else max(w - item.indent, 0.1)) for item in items]
        width = max((size.w + item.indent for size, item in zip(sizes, items, strict=True)), default=0.0)
        return Size(width, sum(size.h for size in sizes) + sum(item.gap for item in items[:-1]))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        parts: list[Placed] = []
        y = 0.0
        for item in list_items(lay, element):
            body_w = max(w - item.indent, 0.1)
            high = lay.natural(item.body, body_w).h
            parts.append(shifted(lay.draw(item.marker, item.indent, None), 0.0, y))
            parts.append(shifted(lay.draw(item.body, body_w, high), item.indent, y))
            y += high + item.gap
        return joined(parts) if parts else Placed()


def list_items(lay: Layouter, element: Element) -> list[Item]:
    """The list's items: its `li` children, or those of the list field it is bound to."""
    own = Attributes(lay, element)
    inherited = [part for name in STYLE_ATTRIBUTES if name in own for part in (name, own.get(name))]
    bodies = list(element.children)
    if element.field:
        bodies = [
            Element("li", (), (), text, (), f"{element.field}.{i}", element.origin)
            for i, text in enumerate(element.items)
        ]
    if "style" not in own:
        inherited += ["style", "li"]
    # an item's own attributes come after its list's, so they win
    bodies = [body._replace(attributes=(*inherited, *body.attributes)) for body in bodies]
    look = lay.look(Element("li", tuple(inherited), (), ""))
    space = look.style.size * _EM_AFTER_MARKER
    mark = own.get("marker", look.style.marker)
    marks = [mark if element.tag == "ul" else f"{n}." for n in range(1, len(bodies) + 1)]
    markers = [Element("text", (*inherited,), (), text, (), "", element.origin) for text in marks]
    widest = max((lay.natural(marker, None).w for marker in markers), default=0.0)
    indent = own.length("indent", widest + space)
    gap = own.length("gap", look.style.after)
    return [Item(marker, body, indent, gap) for marker, body in zip(markers, bodies, strict=True)]
