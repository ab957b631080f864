"""`flow`, and what only stands in one: blocks over as many columns and pages as they need."""

from pnp.layout.attributes import Attributes
from pnp.layout.blocks import balanced, drawn, fill, height, slices_of
from pnp.layout.boxes import TOO_LARGE, UNSEEN
from pnp.layout.element import UNKNOWN_ELEMENT, BoxSize, Element, Placed, element, joined, shifted
from pnp.layout.engine import Layouter
from pnp.model.display import Path, Shape, Stroke
from pnp.model.finding import find
from pnp.model.length import mm
from pnp.model.problem import code

CHANGED_FLOW = code("PNP211", says="the blocks of <flow> or their width change from page to page")
FLOW_ELSEWHERE = UNKNOWN_ELEMENT.also("<flow> can't stand here: it belongs directly into a <face>")
SECOND_FLOW = UNKNOWN_ELEMENT.also("a face has one <flow>")
STRAY_BREAK = UNKNOWN_ELEMENT.also("<break> stands outside of a <flow>")
TOO_HIGH = TOO_LARGE.also("<{tag}> is {over} too high for a page of the flow")

_LEAST = 1.0  # mm that a column is wide


@element("flow", attributes=("columns", "gap", "balance"), children=True)
class FlowElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return BoxSize(w or 0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        """A document runs as its language does, also where layouts aren't mirrored."""
        with lay.direction(lay.is_rtl):
            own = Attributes(lay, element)
            pages = lay.pages
            if pages is None or h is None:
                own.find(FLOW_ELSEWHERE)
                return Placed(findings=tuple(own.findings))
            pages.flows += 1
            if pages.flows > 1:
                own.find(SECOND_FLOW)
                return Placed(findings=tuple(own.findings))
            pages.room, pages.origin = w * h, element.origin
            count = int(own.number("columns", 1, 1, 12))
            gap = own.length("gap", 5.0)
            column_w = (w - gap * (count - 1)) / count
            if column_w < _LEAST:
                own.bad("gap", f"leaves no room for {count} columns in {mm(w)}")
                return Placed(findings=tuple(own.findings))
            # on the first page; on the others the blocks have to be the same
            made_from = element.children, round(column_w, 6)
            if pages.made_from is None:
                pages.made_from = made_from
                pages.slices, findings = slices_of(lay, element.children, column_w)
                own.findings += findings
            elif pages.made_from != made_from:
                own.find(CHANGED_FLOW)
            end, columns = fill(pages.slices, pages.start, count, h)
            is_last = end == len(pages.slices)
            if count > 1 and own.yes("balance", True) and (is_last or pages.slices[end].breaks == "page"):
                columns = balanced(pages.slices[:end], pages.start, count, h) or columns
            for column in columns:
                if (over := height(column) - h) > UNSEEN:
                    first = column[0]
                    own.findings.append(find(TOO_HIGH, origin=first.origin, tag=first.tag, over=mm(over)))
            pages.start, pages.done = end, is_last
            places = [lay.left(i * (column_w + gap), column_w, w) for i in range(len(columns))]
            parts = [shifted(drawn(column), x, 0.0) for x, column in zip(places, columns, strict=True)]
            return joined((Placed(findings=tuple(own.findings)), *parts))


@element("hr", attributes=("stroke", "stroke-width"))
class RuleElement:
    """A line across its box."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return BoxSize(w or 0.0, Attributes(lay, element).length("stroke-width", 0.25))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        width, colour = own.length("stroke-width", 0.25), own.colour("stroke", "ink")
        path: Path = (("M", 0.0, width / 2), ("L", w, width / 2))
        items = (Shape(path, None, Stroke(colour, width, place=element.origin)),) if colour else ()
        return Placed(items, (), tuple(own.findings))


@element("break", attributes=("to",))
class BreakElement:
    """Begins a new page or column of the flow it stands in."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return BoxSize(0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        return Placed(findings=(find(STRAY_BREAK, origin=element.origin),))
