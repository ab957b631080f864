"""`fit`: the first of its children that finds room, for what may be drawn smaller, or said in fewer words."""

from pnp.layout.boxes import TOO_LARGE
from pnp.layout.element import BoxSize, Element, Finding, Placed, element
from pnp.layout.elements.shapes import extent
from pnp.layout.elements.text import OVERFLOW
from pnp.layout.engine import Layouter

_NO_ROOM = (TOO_LARGE.id, OVERFLOW.id)


@element("fit", children=True)
class FitElement:
    """Where none finds room, the last is drawn and what is too large in it reported."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        """That of the first that isn't too wide."""
        size = BoxSize(0.0, 0.0)
        for child in element.children:
            size = extent(lay, element._replace(children=(child,)), w)
            if w is None or size.w <= w:
                break
        return size

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        placed = Placed()
        mistakes: list[Finding] = []  # in those that find no room, besides that
        for child in element.children:
            placed = lay.place(child, w, h)
            others = [finding for finding in placed.findings if finding.code.id not in _NO_ROOM]
            if len(others) == len(placed.findings):
                break
            mistakes += others
        told = [*placed.findings]
        for mistake in mistakes:
            if mistake not in told:
                told.append(mistake)
        return placed._replace(findings=tuple(told))
