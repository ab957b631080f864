"""`row` and `column`: children one after another by their own sizes, what is left shared by those that grow."""

from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.boxes import Panel, overfull
from pnp.layout.element import LEAST, PANEL, BoxSize, Element, Placed, element, is_auto, joined, shifted
from pnp.layout.elements.shrinking import shrinks_together, shrunk_together
from pnp.layout.engine import Layouter


class _Child(NamedTuple):
    element: Element
    along: float  # its size in the stack's direction
    grow: float


@element("row", "column", attributes=("gap", "align", "justify", "shrink", *PANEL), children=True)
class StackElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        panel = Panel(lay, element)
        inner = panel.inner_width(w)
        gaps = _gaps(panel.own, element)
        if element.tag == "column":
            sizes = [lay.natural(child, inner) for child in element.children]
            return panel.outer(BoxSize(max((s.w for s in sizes), default=0.0), sum(s.h for s in sizes) + gaps))
        children = _row(lay, element, inner, gaps)
        width = sum(child.along for child in children) + gaps
        if inner is not None and any(child.grow for child in children):
            width = max(width, inner)
            children = _grown(children, inner - gaps)
        heights = [lay.natural(child.element, child.along).h for child in children]
        return panel.outer(BoxSize(width, max(heights, default=0.0)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        if "shrink" in element.attributes[::2] and shrinks_together(Attributes(lay, element)):
            return shrunk_together(lay, element, lambda each: self._drawn(lay, each, w, h))
        return self._drawn(lay, element, w, h)

    def _drawn(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        is_row = element.tag == "row"
        along, across = (inner_w, inner_h) if is_row else (inner_h, inner_w)
        gap, gaps = panel.own.length("gap"), _gaps(panel.own, element)
        children = _row(lay, element, inner_w, gaps) if is_row else _column(lay, element, inner_w, inner_h)
        over = sum(child.along for child in children if not child.grow) + gaps - along
        children = _grown(children, along - gaps)
        left = along - sum(child.along for child in children) - gaps
        justify = panel.own.choice("justify", ("start", "center", "end", "between"), "start")
        at = 0.0
        if left > 0 and justify == "between":
            gap += left / max(len(children) - 1, 1)
        elif left > 0 and justify != "start":
            at = left / 2 if justify == "center" else left
        align = panel.own.alignment(("start", "center", "end", "stretch"), "stretch")
        shrinks_together(panel.own)
        parts = []
        for child in children:
            size = lay.asked(child.element, "h" if is_row else "w", across)
            if size is None and align == "stretch" and not is_auto(child.element, "h" if is_row else "w"):
                size = across
            elif size is None:
                natural = lay.natural(child.element, child.along if is_row else across)
                size = min(natural.h if is_row else natural.w, across)
            offset = {"center": (across - size) / 2, "end": across - size}.get(align, 0.0)
            x, y, child_w, child_h = (at, offset, child.along, size) if is_row else (offset, at, size, child.along)
            parts.append(shifted(lay.draw(child.element, child_w, child_h), lay.left(x, child_w, inner_w), y))
            at += child.along + gap
        wide, high = (over, 0.0) if is_row else (0.0, over)
        return joined((panel.around(joined(parts), w, height), overfull(lay, element, w, height, wide=wide, high=high)))


def _gaps(own: Attributes, element: Element) -> float:
    return own.length("gap") * max(len(element.children) - 1, 0)


def _row(lay: Layouter, element: Element, inner: float | None, gaps: float) -> list[_Child]:
    """A row's children with their widths: each may take what those before it leave."""
    children: list[_Child] = []
    left = None if inner is None else inner - gaps
    for child in element.children:
        grow = 0.0 if inner is None else Attributes(lay, child).grow()
        along = lay.asked(child, "w", inner)
        if along is None:
            along = 0.0 if grow else lay.natural(child, left).w
        children.append(_Child(child, 0.0 if grow else along, grow))
        if left is not None and not grow:
            left = max(left - along, LEAST)
    return children


def _column(lay: Layouter, element: Element, inner_w: float, inner_h: float) -> list[_Child]:
    """A column's children with their heights."""
    children: list[_Child] = []
    for child in element.children:
        grow = Attributes(lay, child).grow()
        asked = None if grow else lay.asked(child, "h", inner_h)
        along = 0.0 if grow else lay.natural(child, inner_w).h if asked is None else asked
        children.append(_Child(child, along, grow))
    return children


def _grown(children: list[_Child], room: float) -> list[_Child]:
    """Growing children share what the fixed ones leave."""
    shares = sum(child.grow for child in children)
    if not shares:
        return children
    left = max(room - sum(child.along for child in children if not child.grow), LEAST)
    return [child._replace(along=left * child.grow / shares) if child.grow else child for child in children]
