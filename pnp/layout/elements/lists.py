"""`ul` and `ol`: items hanging beside their markers."""

from functools import partial
from typing import NamedTuple

from pnp.layout.attributes import STYLE_ATTRIBUTES, Attributes
from pnp.layout.element import LEAST, MISPLACED, BoxSize, Element, Placed, element, joined, shifted
from pnp.layout.engine import Layouter
from pnp.model.problem import Finding, find

_AFTER_MARKER = 0.4  # of the type size


class Item(NamedTuple):
    """An item and its marker, to be laid out beside each other."""

    marker: Element
    body: Element
    indent: float
    gap: float  # to the next item

    def body_width(self, w: float) -> float:
        return max(w - self.indent, LEAST)

    def places(self, lay: Layouter, w: float) -> tuple[float, float]:
        """Return where marker and body begin: a list hangs as its text runs, also where layouts aren't mirrored."""
        return (w - self.indent, 0.0) if lay.is_rtl else (0.0, self.indent)


@element("ul", "ol", attributes=("marker", "indent", "gap", *STYLE_ATTRIBUTES), field=True, children=True)
class ListElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        items = list_items(lay, element)
        sizes = [lay.natural(item.body, None if w is None else item.body_width(w)) for item in items]
        width = max([size.w + item.indent for size, item in zip(sizes, items, strict=True)], default=0.0)
        heights = [max(size.h, lay.natural(item.marker, None).h) for size, item in zip(sizes, items, strict=True)]
        return BoxSize(width, sum(heights) + sum(item.gap for item in items[:-1]))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        parts = [Placed(findings=check_list(lay, element))]
        y = 0.0
        for item in list_items(lay, element):
            high = max(lay.natural(item.body, item.body_width(w)).h, lay.natural(item.marker, None).h)
            marker, body = item.places(lay, w)
            parts.append(shifted(lay.draw(item.marker, item.indent, None), marker, y))
            parts.append(shifted(lay.draw(item.body, item.body_width(w), high), body, y))
            y += high + item.gap
        return joined(parts)


def check_list(lay: Layouter, element: Element) -> tuple[Finding, ...]:
    """Return findings about a list itself; its items are checked when they are drawn."""
    own = Attributes(lay, element)
    own.length("indent")
    own.length("gap")
    look = lay.look(Element("li", _inherited(own), (), ""))
    found = [*own.findings, *[finding._replace(origin=element.origin) for finding in look.findings]]
    wrong = partial(find, MISPLACED, hint="items are <li>", tag=element.tag)
    found += [wrong(origin=child.origin, child=child.tag) for child in element.children if child.tag != "li"]
    return tuple(found)


def list_items(lay: Layouter, element: Element) -> list[Item]:
    """Return the list's items: its `li` children, or those of the list field it is bound to."""
    own = Attributes(lay, element)
    bodies = [child for child in element.children if child.tag == "li"]
    if element.field:
        bodies = [
            Element("li", (), (), text, (), f"{element.field}.{i}", element.origin, element.share)
            for i, text in enumerate(element.items)
        ]
    inherited = _inherited(own)
    look = lay.look(Element("li", inherited, (), ""))
    if look.findings:  # said once, of the list
        inherited = ()
    mark = own.get("marker", look.style.marker)
    marks = [mark if element.tag == "ul" else f"{n}." for n in range(1, len(bodies) + 1)]
    markers = [Element("li", inherited, (), text, (), "", element.origin, element.share) for text in marks]
    widest = max([lay.natural(marker, None).w for marker in markers], default=0.0)
    indent = own.length("indent", widest + look.style.size * _AFTER_MARKER)
    gap = own.length("gap", look.style.after)
    # an item's own attributes come after its list's, so they win
    bodies = [body._replace(attributes=inherited + body.attributes) for body in bodies]
    return [Item(marker, body, indent, gap) for marker, body in zip(markers, bodies, strict=True)]


def _inherited(own: Attributes) -> tuple[str, ...]:
    """Return the attributes of a list that its items take over."""
    return tuple([part for name in STYLE_ATTRIBUTES if name in own for part in (name, own.get(name))])
