"""The ground that a row, column, grid, pack or cell paints, and what is said where its children need more room."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.art.paths import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.element import LEAST, BoxSize, Element, Placed, kinds, shifted
from pnp.model.display import Shape, Stroke
from pnp.model.finding import find
from pnp.model.length import mm
from pnp.model.problem import code

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter


class Panel:
    """Room around what is in a box, and the shape painted behind it."""

    def __init__(self, lay: "Layouter", element: Element) -> None:
        self.own = Attributes(lay, element)
        # of a cell that holds a text, `fill` is the text's colour
        self._is_filled = "fill" in self.own and (bool(element.children) or not kinds()[element.tag].takes_text)
        self._above, self._beside = self.own.lengths("padding", 2) or (0.0, 0.0)

    def inner_width(self, w: float | None) -> float | None:
        return None if w is None else max(w - 2 * self._beside, LEAST)

    def inner(self, w: float, h: float) -> tuple[float, float]:
        return max(w - 2 * self._beside, LEAST), max(h - 2 * self._above, LEAST)

    def outer(self, size: BoxSize) -> BoxSize:
        return BoxSize(size.w + 2 * self._beside, size.h + 2 * self._above)

    def around(self, inside: Placed, w: float, h: float) -> Placed:
        """What is inside, on its ground; with what is wrong with the attributes read so far."""
        placed = shifted(inside, self._beside, self._above)
        fill = self.own.colour("fill") if self._is_filled else None
        line = self.own.colour("stroke")
        width = self.own.length("stroke-width", 0.25)
        radius = self.own.length("rx", 0.0)
        stroke = Stroke(line, width, place=self.own.origin) if line and width else None
        inset = width / 2 if stroke else 0.0
        path = rounded_rect(inset, inset, w - 2 * inset, h - 2 * inset, radius, radius)
        ground = (Shape(path, fill, stroke),) if fill or stroke else ()
        return Placed((*ground, *placed.items), placed.content, (*self.own.findings, *placed.findings))


TOO_LARGE = code("PNP210", says="<{tag}> is {over} too {how} for its box")

UNSEEN = 0.05  # mm by which something may be too large: nobody sees it on paper


def overfull(lay: "Layouter", element: Element, w: float, h: float, *, wide: float = 0.0, high: float = 0.0) -> Placed:
    """What to draw and report where children are so much too wide or too high for an element's box of w × h."""
    too_much = [(over, how) for over, how in ((wide, "wide"), (high, "high")) if over > UNSEEN]
    longest = max(_texts(element), key=lambda each: len(each[1]), default=("", "")) if too_much else ("", "")
    findings = tuple(
        find(TOO_LARGE, origin=element.origin, longest=longest, tag=element.tag, over=mm(over), how=how)
        for over, how in too_much
    )
    return Placed((lay.mark_wrong(w, h),) if findings and lay.draft else (), findings=findings)


def _texts(element: Element) -> Iterator[tuple[str, str]]:
    """Of an element and those in it: field, or nothing, and text."""
    if element.text:
        yield element.field, element.text
    yield from ((f"{element.field}.{number}", item) for number, item in enumerate(element.items))
    for child in element.children:
        yield from _texts(child)
