"""The ground of a row, column, grid or cell: `fill stroke stroke-width rx padding`."""

from typing import TYPE_CHECKING

from pnp.layout.art.shapes import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.element import Element, Placed, Size
from pnp.layout.engine import shifted
from pnp.model.display import Shape, Stroke

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter


class Panel:
    """Room around what is in a box, and the shape painted behind it."""

    def __init__(self, lay: "Layouter", element: Element, padding: float = 0.0) -> None:
        self.own = Attributes(lay, element)
        # of a text cell, `fill` is the text's colour; the ground of cells is painted by their table
        self._paints = element.tag in ("row", "column", "grid", "table") or bool(element.children)
        sides = self.own.lengths("padding", 2) or (padding, padding)
        self._across, self._along = sides[1], sides[0]

    def inner_width(self, w: float | None) -> float | None:
        return None if w is None else max(w - 2 * self._across, 0.1)

    def inner(self, w: float, h: float | None) -> tuple[float, float | None]:
        return max(w - 2 * self._across, 0.1), None if h is None else max(h - 2 * self._along, 0.1)

    def outer(self, size: Size) -> Size:
        return Size(size.w + 2 * self._across, size.h + 2 * self._along)

    def around(self, inside: Placed, w: float, h: float) -> Placed:
        placed = shifted(inside, self._across, self._along)
        ground = self._ground(w, h)
        findings = (*self.own.findings, *placed.findings) if self.own.findings else placed.findings
        return Placed((*ground, *placed.items), placed.content, findings)

    def _ground(self, w: float, h: float) -> tuple[Shape, ...]:
        if not self._paints or not ("fill" in self.own or "stroke" in self.own):
            return ()
        fill, line = self.own.colour("fill"), self.own.colour("stroke")
        width = self.own.length("stroke-width", 0.25)
        radius = self.own.length("rx", 0.0)
        stroke = Stroke(line, width) if line and width else None
        inset = width / 2 if stroke else 0.0
        path = rounded_rect(inset, inset, w - 2 * inset, h - 2 * inset, radius, radius)
        return (Shape(path, fill, stroke),) if fill or stroke else ()
