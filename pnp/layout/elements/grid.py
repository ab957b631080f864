"""`grid`: children in rows of columns; a row is as high as its highest child unless `rows` says otherwise."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import PANEL, Element, Placed, Size, element
from pnp.layout.engine import Layouter, joined, shifted
from pnp.layout.overfull import overfull
from pnp.layout.panel import Panel
from pnp.layout.tracks import Track, read_tracks, resolve

_ANY_WIDTH = 100.0  # where nothing says how wide a grid may be


class Cell(NamedTuple):
    element: Element
    row: int
    column: int
    span: int


class _Columns(NamedTuple):
    """The grid's cells, gaps and column widths."""

    cells: list[Cell]
    widths: list[float]
    row_gap: float
    column_gap: float

    def width(self, cell: Cell) -> float:
        return extent(self.widths[cell.column : cell.column + cell.span], self.column_gap)


@element("grid", attributes=("columns", "rows", "gap", *PANEL), children=True)
class GridElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        panel = Panel(lay, element)
        columns = _columns(lay, panel.own, element, panel.inner_width(w) or _ANY_WIDTH)
        heights = _natural_heights(_rows(panel.own, columns), _asked_heights(lay, columns))
        return panel.outer(Size(extent(columns.widths, columns.column_gap), extent(heights, columns.row_gap)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        columns = _columns(lay, panel.own, element, inner_w)
        heights = self._heights(lay, panel.own, columns, inner_h)
        parts = []
        for cell in columns.cells:
            wide = columns.width(cell)
            x = lay.left(extent([*columns.widths[: cell.column], 0.0], columns.column_gap), wide, inner_w)
            y = extent([*heights[: cell.row], 0.0], columns.row_gap)
            parts.append(shifted(lay.draw(cell.element, wide, heights[cell.row]), x, y))
        wide = extent(columns.widths, columns.column_gap) - inner_w
        high = extent(heights, columns.row_gap) - inner_h
        return joined((panel.around(joined(parts), w, height), overfull(lay, element, w, height, wide=wide, high=high)))

    def _heights(self, lay: Layouter, own: Attributes, columns: _Columns, inner_h: float) -> list[float]:
        asked = _asked_heights(lay, columns)
        tracks = _rows(own, columns)
        asked += [0.0] * (len(tracks) - len(asked))
        room = inner_h - columns.row_gap * (len(tracks) - 1)
        heights = resolve(tracks, room, lambda i: asked[i])
        spare = room - sum(heights)
        if "rows" not in own and spare > 0:  # rows that nobody gave a height fill the box
            heights = [height + spare / len(heights) for height in heights]
        return heights


def arranged(lay: Layouter, children: tuple[Element, ...], columns: int) -> list[Cell]:
    """Children in reading order; one that spans more than the row has left begins the next."""
    cells: list[Cell] = []
    row = column = 0
    for child in children:
        span = min(Attributes(lay, child).span(), columns)
        if column + span > columns:
            row, column = row + 1, 0
        cells.append(Cell(child, row, column, span))
        column += span
        if column >= columns:
            row, column = row + 1, 0
    return cells


def extent(sizes: Sequence[float], gap: float) -> float:
    """The size of tracks together, with the gaps between them."""
    return sum(sizes) + gap * max(len(sizes) - 1, 0)


def _columns(lay: Layouter, own: Attributes, element: Element, room: float) -> _Columns:
    tracks = read_tracks(own, "columns", "1")
    row_gap, column_gap = own.lengths("gap", 2) or (0.0, 0.0)
    cells = arranged(lay, element.children, len(tracks))

    def wanted(column: int) -> float:
        alone = [cell.element for cell in cells if cell.column == column and cell.span == 1]
        return max([lay.natural(element, None).w for element in alone], default=0.0)

    return _Columns(cells, resolve(tracks, room - column_gap * (len(tracks) - 1), wanted), row_gap, column_gap)


def _rows(own: Attributes, columns: _Columns) -> tuple[Track, ...]:
    """The tracks of all rows; those beyond the named ones are like the last."""
    count = max([cell.row for cell in columns.cells], default=-1) + 1
    tracks = read_tracks(own, "rows", "auto")
    return tracks + tracks[-1:] * (count - len(tracks))


def _asked_heights(lay: Layouter, columns: _Columns) -> list[float]:
    """What the rows' contents ask for."""
    heights = [0.0] * (max([cell.row for cell in columns.cells], default=-1) + 1)
    for cell in columns.cells:
        heights[cell.row] = max(heights[cell.row], lay.natural(cell.element, columns.width(cell)).h)
    return heights


def _natural_heights(tracks: tuple[Track, ...], asked: list[float]) -> list[float]:
    """Rows without a height to fill: shares keep their proportions, each with room for what is in it."""
    asked = asked + [0.0] * (len(tracks) - len(asked))
    unit = max([height / track.share for height, track in zip(asked, tracks, strict=True) if track.share], default=0.0)
    return [
        track.fixed if track.fixed is not None else track.share * unit if track.share else height
        for height, track in zip(asked, tracks, strict=True)
    ]
