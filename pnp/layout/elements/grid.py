"""`grid`: children in rows of columns; a row is as high as its highest child unless `rows` says otherwise."""

from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import PANEL, Element, Finding, Placed, Size, element
from pnp.layout.elements.stack import TOO_LARGE
from pnp.layout.engine import Layouter, joined, shifted
from pnp.layout.panel import Panel
from pnp.layout.tracks import Track, read_tracks, resolve
from pnp.model.length import mm


class _Cell(NamedTuple):
    element: Element
    row: int
    column: int
    span: int


class _Lines(NamedTuple):
    """The grid's cells, gaps and column widths."""

    cells: list[_Cell]
    widths: list[float]
    row_gap: float
    column_gap: float

    def width(self, cell: _Cell) -> float:
        return sum(self.widths[cell.column : cell.column + cell.span]) + self.column_gap * (cell.span - 1)


@element("grid", attributes=("columns", "rows", "gap", *PANEL), children=True)
class GridElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        panel = Panel(lay, element)
        lines = self._lines(lay, panel.own, element, panel.inner_width(w) or 100.0)
        heights = self._heights(lay, lines)
        width = sum(lines.widths) + lines.column_gap * (len(lines.widths) - 1)
        return panel.outer(Size(width, sum(heights) + lines.row_gap * max(len(heights) - 1, 0)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        assert inner_h is not None
        lines = self._lines(lay, panel.own, element, inner_w)
        heights = self._heights(lay, lines)
        gaps = lines.row_gap * max(len(heights) - 1, 0)
        if h is not None:
            rows = read_tracks(panel.own, "rows", str(len(heights) or 1)) if "rows" in panel.own or heights else ()
            tracks = (*rows, *(Track(share=1.0),) * len(heights))[: len(heights)]
            asked = heights
            heights = resolve(tracks, inner_h - gaps, lambda i: asked[i])
        findings = list(panel.own.findings)
        over = sum(heights) + gaps - inner_h
        if over > 1e-3:
            findings.append(Finding(TOO_LARGE, f"<grid> is {mm(over)} too high for its box", origin=element.origin))
        parts = []
        for cell in lines.cells:
            x = sum(lines.widths[: cell.column]) + lines.column_gap * cell.column
            y = sum(heights[: cell.row]) + lines.row_gap * cell.row
            parts.append(shifted(lay.draw(cell.element, lines.width(cell), heights[cell.row]), x, y))
        inside = joined(parts) if parts else Placed()
        return panel.around(inside._replace(findings=(*findings, *inside.findings)), w, height)

    def _lines(self, lay: Layouter, own: Attributes, element: Element, room: float) -> _Lines:
        tracks = read_tracks(own, "columns", "1")
        row_gap, column_gap = own.lengths("gap", 2) or (0.0, 0.0)
        cells = arranged(lay, element.children, len(tracks))

        def wanted(column: int) -> float:
            return max(
                (lay.natural(c.element, None).w for c in cells if c.column == column and c.span == 1), default=0.0
            )

        return _Lines(cells, resolve(tracks, room - column_gap * (len(tracks) - 1), wanted), row_gap, column_gap)

    def _heights(self, lay: Layouter, lines: _Lines) -> list[float]:
        heights = [0.0] * (max((cell.row for cell in lines.cells), default=-1) + 1)
        for cell in lines.cells:
            heights[cell.row] = max(heights[cell.row], lay.natural(cell.element, lines.width(cell)).h)
        return heights


def arranged(lay: Layouter, children: tuple[Element, ...], columns: int) -> list[_Cell]:
    """Children in reading order; one that spans more than the row has left begins the next."""
    cells: list[_Cell] = []
    row = column = 0
    for child in children:
        span = min(int(Attributes(lay, child).number("span", 1.0, 1.0, 100.0)), columns)
        if column + span > columns:
            row, column = row + 1, 0
        cells.append(_Cell(child, row, column, span))
        column += span
        if column >= columns:
            row, column = row + 1, 0
    return cells
