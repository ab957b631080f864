"""`row` and `column`: children one after another by their own sizes, what is left shared by those that grow."""

from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import PANEL, Element, Finding, Placed, Size, element
from pnp.layout.engine import Layouter, joined, shifted
from pnp.layout.panel import Panel
from pnp.model.length import mm
from pnp.model.problem import code

TOO_LARGE = code(
    "PNP210",
    "children need more room than there is",
    """
The children of a row, column, grid, table or page are together larger than their box. Give the box more room or the
children less; a text with `grow="1"` in a column shrinks into what is left.
""",
)

_ALIGNMENTS = ("start", "center", "end", "stretch")
_JUSTIFICATIONS = ("start", "center", "end", "between")
_SLACK = 1e-6


class _Child(NamedTuple):
    element: Element
    along: float  # its size in the stack's direction
    grow: float


@element("row", "column", attributes=("gap", "align", "justify", *PANEL), children=True)
class StackElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        panel = Panel(lay, element)
        inner = panel.inner_width(w)
        gaps = panel.own.length("gap") * max(len(element.children) - 1, 0)
        if element.tag == "row":
            children = self._measured_row(lay, element, inner, gaps)
            width = sum(child.along for child in children) + gaps
            if inner is not None and any(child.grow for child in children):
                width = max(width, inner)
                children = _grown(children, inner - gaps)
            heights = [lay.natural(child.element, child.along).h for child in children]
            return panel.outer(Size(width, max(heights, default=0.0)))
        sizes = [lay.natural(child, inner) for child in element.children]
        return panel.outer(Size(max((s.w for s in sizes), default=0.0), sum(s.h for s in sizes) + gaps))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        assert inner_h is not None
        is_row = element.tag == "row"
        along, across = (inner_w, inner_h) if is_row else (inner_h, inner_w)
        gap = panel.own.length("gap")
        gaps = gap * max(len(element.children) - 1, 0)
        if is_row:
            children = self._measured_row(lay, element, inner_w, gaps)
        else:
            children = [_measured(lay, child, inner_h, lay.natural(child, inner_w).h) for child in element.children]
        wanted = sum(child.along for child in children if not child.grow) + gaps
        findings = list(panel.own.findings)
        if wanted > along + 1e-3:
            findings.append(_too_large(element, wanted - along, "wide" if is_row else "high"))
        children = _grown(children, along - gaps)
        at, gap = self._start(panel.own, along - sum(child.along for child in children) - gaps, gap, len(children))
        align = panel.own.choice("align", _ALIGNMENTS, "stretch")
        parts: list[Placed] = []
        for child in children:
            parts.append(_place_child(lay, child, at, across, align, is_row))
            at += child.along + gap
        inside = joined(parts) if parts else Placed()
        return panel.around(inside._replace(findings=(*findings, *inside.findings)), w, height)

    def _measured_row(self, lay: Layouter, element: Element, inner: float | None, gaps: float) -> list[_Child]:
        """Widths of a row's children; those with a text of their own may take what the others leave."""
        children: list[_Child] = []
        left = None if inner is None else inner - gaps
        for child in element.children:
            natural = lay.natural(child, left)
            measured = _measured(lay, child, inner, natural.w)
            children.append(measured)
            if left is not None and not measured.grow:
                left = max(left - measured.along, 0.1)
        return children

    def _start(self, own: Attributes, left: float, gap: float, count: int) -> tuple[float, float]:
        """Where the first child begins, and the distance between children."""
        justify = own.choice("justify", _JUSTIFICATIONS, "start")
        if left <= 0 or justify == "start":
            return 0.0, gap
        if justify == "between":
            return 0.0, gap + left / max(count - 1, 1)
        return (left / 2 if justify == "center" else left), gap


def _measured(lay: Layouter, child: Element, whole: float | None, natural: float) -> _Child:
    grow = Attributes(lay, child).number("grow", 0.0)
    return _Child(child, 0.0 if grow and whole is not None else natural, grow)


def _grown(children: list[_Child], room: float) -> list[_Child]:
    """Growing children share what the fixed ones leave."""
    shares = sum(child.grow for child in children)
    if not shares:
        return children
    left = max(room - sum(child.along for child in children if not child.grow), 0.1)
    return [child._replace(along=left * child.grow / shares) if child.grow else child for child in children]


def _place_child(lay: Layouter, child: _Child, at: float, across: float, align: str, is_row: bool) -> Placed:
    own = Attributes(lay, child.element)
    wanted = lay.natural(child.element, child.along).h if is_row else lay.natural(child.element, across).w
    fixed = own.get("h" if is_row else "w")
    if align == "stretch" and not fixed:
        size, offset = across, 0.0
    elif fixed.endswith("%"):
        size, offset = own.length("h" if is_row else "w", across, across), 0.0
    else:
        size = min(wanted, across)
        offset = {"center": (across - size) / 2, "end": across - size}.get(align, 0.0)
    if is_row:
        return shifted(lay.draw(child.element, child.along, size), at, offset)
    return shifted(lay.draw(child.element, size, child.along), offset, at)


def _too_large(element: Element, over: float, how: str) -> Finding:
    return Finding(TOO_LARGE, f"<{element.tag}> is {mm(over)} too {how} for its box", "", "", element.origin)
