"""The ground of a row, column, grid or cell: `fill stroke stroke-width rx padding`."""

from typing import TYPE_CHECKING

from pnp.layout.art.shapes import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.element import LEAST, Element, Placed, Size
from pnp.layout.engine import shifted
from pnp.model.display import Shape, Stroke

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter


class Panel:
    """Room around what is in a box, and the shape painted behind it."""

    def __init__(self, lay: "Layouter", element: Element) -> None:
        self.own = Attributes(lay, element)
        # of a cell that holds a text, `fill` is the text's colour
        self._is_filled = "fill" in self.own and (bool(element.children) or element.tag in ("row", "column", "grid"))
        self._above, self._beside = self.own.lengths("padding", 2) or (0.0, 0.0)

    def inner_width(self, w: float | None) -> float | None:
        return None if w is None else max(w - 2 * self._beside, LEAST)

    def inner(self, w: float, h: float) -> tuple[float, float]:
        return max(w - 2 * self._beside, LEAST), max(h - 2 * self._above, LEAST)

    def outer(self, size: Size) -> Size:
        return Size(size.w + 2 * self._beside, size.h + 2 * self._above)

    def around(self, inside: Placed, w: float, h: float) -> Placed:
        """What is inside, on its ground; with what is wrong with the attributes read so far."""
        placed = shifted(inside, self._beside, self._above)
        ground = self._ground(w, h)
        return Placed((*ground, *placed.items), placed.content, (*self.own.findings, *placed.findings))

    def _ground(self, w: float, h: float) -> tuple[Shape, ...]:
        fill = self.own.colour("fill") if self._is_filled else None
        line = self.own.colour("stroke")
        width = self.own.length("stroke-width", 0.25)
        radius = self.own.length("rx", 0.0)
        stroke = Stroke(line, width, place=self.own.origin) if line and width else None
        inset = width / 2 if stroke else 0.0
        path = rounded_rect(inset, inset, w - 2 * inset, h - 2 * inset, radius, radius)
        return (Shape(path, fill, stroke),) if fill or stroke else ()
