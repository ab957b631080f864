"""`table` of `tr` of `th` and `td`: columns like a grid's, rules between rows, a head and striped rows if asked."""

from functools import partial
from typing import NamedTuple

from pnp.art.paths import rounded_rect
from pnp.layout.attributes import Attributes
from pnp.layout.boxes import TOO_LARGE, overfull
from pnp.layout.element import LEAST, MISPLACED, UNKNOWN_ELEMENT, BoxSize, Element, Placed, element, joined, shifted
from pnp.layout.elements.grid import GridCell, arranged, read_tracks, resolve
from pnp.layout.engine import Layouter
from pnp.model.display import Colour, Path, Shape, Stroke
from pnp.model.finding import find

STRAY_ROW = UNKNOWN_ELEMENT.also("<tr> stands outside of a <table>")
TOO_MANY_CELLS = TOO_LARGE.also("<tr> has more cells than the table's {count} columns")

_ANY_WIDTH = 100.0  # where nothing says how wide a table may be


class Row(NamedTuple):
    """One row laid out at the table's width, its ground and the rule below included."""

    placed: Placed
    h: float
    is_head: bool


@element("table", attributes=("columns", "line", "line-width", "padding", "head", "stripe"), children=True)
class TableElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        width = _ANY_WIDTH if w is None else w
        return BoxSize(width, sum(row.h for row in table_rows(lay, element, width)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        parts, y = [], 0.0
        for row in table_rows(lay, element, w):
            parts.append(shifted(row.placed, 0.0, y))
            y += row.h
        height = y if h is None else h
        return joined((*parts, overfull(lay, element, w, height, high=y - height)))


@element("tr", children=True)
class RowElement:
    """Only tables know what to do with one."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return BoxSize(0.0, 0.0)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        return Placed(findings=(find(STRAY_ROW, origin=element.origin),))


def table_rows(lay: Layouter, element: Element, w: float) -> list[Row]:
    """The table's rows at a width; a flow puts them on pages one by one."""
    table = _TableLayout(lay, element, w)
    rows: list[Row] = []
    is_striped = False
    for row in table.rows:
        is_head = bool(row.children) and all(cell.tag == "th" for cell in row.children)
        rows.append(table.row(row, is_head, table.head if is_head else table.stripe if is_striped else None))
        is_striped = not is_head and not is_striped
    wrong = table.wrong(sum(row.h for row in rows))
    if not rows:
        return [Row(wrong, 0.0, False)]
    return [rows[0]._replace(placed=joined((rows[0].placed, wrong))), *rows[1:]]


class _TableLayout:
    """A table's looks and the widths of its columns."""

    def __init__(self, lay: Layouter, element: Element, w: float) -> None:
        self._lay, self._element, self._w = lay, element, w
        self._own = own = Attributes(lay, element)
        self.head, self.stripe = own.colour("head"), own.colour("stripe")
        self.rows = [row for row in element.children if row.tag == "tr"]
        self._line, self._line_width = own.colour("line"), own.length("line-width", 0.2)
        self._above, self._beside = own.lengths("padding", 2) or (0.6, 1.0)
        tracks = read_tracks(own, "columns", str(max([len(row.children) for row in self.rows], default=1) or 1))
        self._cells = {row: arranged(lay, row.children, len(tracks)) for row in self.rows}
        self._widths = resolve(tracks, w, self._wanted)

    def row(self, row: Element, is_head: bool, ground: Colour | None) -> Row:
        cells = [cell for cell in self._cells[row] if cell.row == 0]
        height = self._lay.asked(row, "h", None)
        if height is None:
            heights = [self._lay.natural(cell.element, self._inside(cell)).h for cell in cells]
            height = max(heights, default=0.0) + 2 * self._above
        whole = sum(self._widths)
        left = self._lay.left(0.0, whole, self._w)
        parts: list[Placed] = []
        if ground:
            parts.append(Placed((Shape(rounded_rect(left, 0.0, whole, height, 0.0, 0.0), ground),)))
        for cell in cells:
            wide = self._inside(cell)
            x = self._lay.left(sum(self._widths[: cell.column]) + self._beside, wide, self._w)
            high = max(height - 2 * self._above, LEAST)
            parts.append(shifted(self._lay.draw(cell.element, wide, high), x, self._above))
        if self._line and self._line_width:
            rule: Path = (("M", left, height), ("L", left + whole, height))
            width = self._line_width * (2 if is_head else 1)
            stroke = Stroke(self._line, width, place=self._element.origin)
            parts.append(Placed((Shape(rule, None, stroke),)))
        return Row(joined(parts), height, is_head)

    def wrong(self, height: float) -> Placed:
        """What is wrong with the table itself and with what its rows hold."""
        too_wide = overfull(self._lay, self._element, self._w, height, wide=sum(self._widths) - self._w)
        found = [*self._own.findings]
        for row in self._element.children:
            if row.tag != "tr":
                found.append(find(MISPLACED, tag="table", hint="rows are <tr>", child=row.tag, origin=row.origin))
                continue
            found += self._lay.check(row)
            stray = partial(find, MISPLACED, tag="tr", hint="cells are <td> and <th>")
            found += [
                stray(child=cell.tag, origin=cell.origin) for cell in row.children if cell.tag not in ("td", "th")
            ]
            if any(cell.row for cell in self._cells[row]):
                found.append(find(TOO_MANY_CELLS, count=len(self._widths), origin=row.origin))
        return Placed(too_wide.items if height else (), (), (*found, *too_wide.findings))

    def _wanted(self, column: int) -> float:
        lines = self._cells.values()
        alone = [cell.element for cells in lines for cell in cells if cell.column == column and cell.span == 1]
        return max([self._lay.natural(element, None).w for element in alone], default=0.0) + 2 * self._beside

    def _inside(self, cell: GridCell) -> float:
        return max(sum(self._widths[cell.column : cell.column + cell.span]) - 2 * self._beside, LEAST)
