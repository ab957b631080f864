"""`grid table tr`: children in rows of columns, whose sizes are shares, lengths or what their children need.

A table has rules between its rows, and a head and striped rows if it says so.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from pnp.art.paths import rounded_rect
from pnp.layout.attributes import MOST_SPANNED, Attributes
from pnp.layout.element import (
    LEAST,
    MISPLACED,
    PANEL,
    UNKNOWN_ELEMENT,
    BoxSize,
    Element,
    Placed,
    element,
    join_placed,
    shifted,
)
from pnp.layout.engine import TOO_LARGE, Layouter, Panel, StrayElement, overfull
from pnp.model.display import Path, Shape, Stroke
from pnp.model.length import parse_length
from pnp.model.problem import find


class Track(NamedTuple):
    fixed: float | None = None  # mm
    share: float = 0.0  # of what the others leave
    percent: float = 0.0


AUTO = Track()


def read_tracks(own: Attributes, name: str, default: str) -> tuple[Track, ...]:
    text = own.get(name, default).strip()
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text) > 0:
        return (Track(share=1.0),) * int(text)
    tracks: list[Track] = []
    for word in text.split():
        if word == "auto":
            track: Track | None = AUTO
        elif word.endswith("fr"):
            track = Track(share=share) if (share := _number(word[:-2])) else None
        elif word.endswith("%"):
            track = Track(percent=percent) if (percent := _number(word[:-1])) else None
        else:
            length = parse_length(word)
            track = Track(fixed=length) if length is not None and 0 < length < 1e5 else None
        if track is None:
            own.bad(name, f'"{word}" is no size', f'sizes look like 20, 30%, 1fr or auto: {name}="20 1fr auto"')
        tracks.append(track or AUTO)
    return tuple(tracks) or (Track(share=1.0),)


def resolve(tracks: tuple[Track, ...], room: float, wanted: Callable[[int], float]) -> list[float]:
    """Return sizes of tracks in `room`, without the gaps; `wanted(i)` is what the content of an auto track asks for."""
    sizes: list[float] = []
    for i, track in enumerate(tracks):
        if track.fixed is not None:
            sizes.append(track.fixed)
        elif track.percent:
            sizes.append(track.percent / 100 * room)
        else:
            sizes.append(0.0 if track.share else wanted(i))  # a share only takes what others leave
    autos = [i for i, track in enumerate(tracks) if track == AUTO]
    over = sum(sizes) - room
    if over > 0 and autos:  # auto tracks give way, each by its part
        all_autos = sum(sizes[i] for i in autos) or 1.0
        for i in autos:
            sizes[i] = max(sizes[i] * (1 - over / all_autos), LEAST)
    shares = sum(track.share for track in tracks)
    left = max(room - sum(sizes), 0.0)
    for i, track in enumerate(tracks):
        if track.share:
            sizes[i] = max(left * track.share / shares, LEAST)
    return sizes


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < 1e4 else None


_ANY_WIDTH = 100.0  # where nothing says how wide a grid or a table may be


class GridCell(NamedTuple):
    element: Element
    row: int
    column: int
    span: int


class _Tracks(NamedTuple):
    """The grid's cells, gaps, column widths, rows, and the heights that what is in these wants."""

    cells: list[GridCell]
    row_gap: float
    column_gap: float
    widths: list[float]
    rows: tuple[Track, ...] = ()
    wanted: Sequence[float] = ()

    def width(self, cell: GridCell) -> float:
        return extent(self.widths[cell.column : cell.column + cell.span], self.column_gap)


@element("grid", attributes=("columns", "rows", "gap", *PANEL), children=True)
class GridElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        panel = Panel(lay, element)
        grid = _tracks(lay, panel.own, element, panel.inner_width(w) or _ANY_WIDTH)
        # shares keep their proportions, each with room for what is in it
        rows = list(zip(grid.wanted, grid.rows, strict=True))
        unit = max([height / track.share for height, track in rows if track.share], default=0.0)
        heights = [
            track.fixed if track.fixed is not None else track.share * unit if track.share else height
            for height, track in rows
        ]
        return panel.outer(BoxSize(extent(grid.widths, grid.column_gap), extent(heights, grid.row_gap)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        grid = _tracks(lay, panel.own, element, inner_w)
        room = inner_h - grid.row_gap * (len(grid.rows) - 1)
        heights = resolve(grid.rows, room, grid.wanted.__getitem__)
        spare = room - sum(heights)
        if "rows" not in panel.own and spare > 0:  # rows that nobody gave a height fill the box
            heights = [each + spare / len(heights) for each in heights]
        parts = []
        for cell in grid.cells:
            wide = grid.width(cell)
            x = lay.mirror_x(extent([*grid.widths[: cell.column], 0.0], grid.column_gap), wide, inner_w)
            y = extent([*heights[: cell.row], 0.0], grid.row_gap)
            parts.append(shifted(lay.draw(cell.element, wide, heights[cell.row]), x, y))
        wide = extent(grid.widths, grid.column_gap) - inner_w
        high = extent(heights, grid.row_gap) - inner_h
        return join_placed(
            (panel.around(join_placed(parts), w, height), overfull(lay, element, w, height, wide=wide, high=high))
        )


def arranged(lay: Layouter, children: tuple[Element, ...], columns: int) -> list[GridCell]:
    """Arrange children in reading order; one that spans more than the row has left begins the next."""
    cells: list[GridCell] = []
    row = column = 0
    for child in children:
        span = min(int(Attributes(lay, child).number("span", 1.0, 1.0, MOST_SPANNED)), columns)
        if column + span > columns:
            row, column = row + 1, 0
        cells.append(GridCell(child, row, column, span))
        column += span
        if column >= columns:
            row, column = row + 1, 0
    return cells


def extent(sizes: Sequence[float], gap: float) -> float:
    """Return the size of tracks together, with the gaps between them."""
    return sum(sizes) + gap * max(len(sizes) - 1, 0)


def _tracks(lay: Layouter, own: Attributes, element: Element, room: float) -> _Tracks:
    tracks = read_tracks(own, "columns", "1")
    row_gap, column_gap = own.lengths("gap", 2) or (0.0, 0.0)
    cells = arranged(lay, element.children, len(tracks))

    left = room - column_gap * (len(tracks) - 1)
    grid = _Tracks(cells, row_gap, column_gap, resolve(tracks, left, lambda column: _widest(lay, cells, column)))
    rows = read_tracks(own, "rows", "auto")
    rows += rows[-1:] * (cells[-1].row + 1 - len(rows) if cells else 0)  # those beyond the named ones are like the last
    heights = [0.0] * len(rows)
    for cell in cells:
        heights[cell.row] = max(heights[cell.row], lay.natural(cell.element, grid.width(cell)).h)
    return grid._replace(rows=rows, wanted=heights)


def _widest(lay: Layouter, cells: Sequence[GridCell], column: int) -> float:
    """Return how wide the cells want to be that stand in this column alone."""
    alone = [cell.element for cell in cells if cell.column == column and cell.span == 1]
    return max([lay.natural(element, None).w for element in alone], default=0.0)


STRAY_ROW = UNKNOWN_ELEMENT.also("<tr> stands outside of a <table>")
TOO_MANY_CELLS = TOO_LARGE.also("<tr> has more cells than the table's {count} columns")


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
        return join_placed((*parts, overfull(lay, element, w, height, high=y - height)))


@element("tr", children=True)
class RowElement(StrayElement):
    """Only tables know what to do with one."""

    code = STRAY_ROW


def table_rows(lay: Layouter, element: Element, w: float) -> list[Row]:
    """Return the table's rows at a width; a flow puts them on pages one by one."""
    own = Attributes(lay, element)
    head, stripe, line = own.colour("head"), own.colour("stripe"), own.colour("line")
    line_width, (above, beside) = own.length("line-width", 0.2), own.lengths("padding", 2) or (0.6, 1.0)
    lines = [row for row in element.children if row.tag == "tr"]
    tracks = read_tracks(own, "columns", str(max([len(row.children) for row in lines], default=1) or 1))
    cells = {row: arranged(lay, row.children, len(tracks)) for row in lines}
    every = [cell for of_row in cells.values() for cell in of_row]
    widths = resolve(tracks, w, lambda column: _widest(lay, every, column) + 2 * beside)
    whole = sum(widths)
    left = lay.mirror_x(0.0, whole, w)
    rows: list[Row] = []
    is_striped = False
    for row in lines:
        is_head = bool(row.children) and all(cell.tag == "th" for cell in row.children)
        ground = head if is_head else stripe if is_striped else None
        is_striped = not is_head and not is_striped
        there = [
            (cell, max(sum(widths[cell.column : cell.column + cell.span]) - 2 * beside, LEAST))
            for cell in cells[row]
            if cell.row == 0
        ]
        height = lay.own_length(row, "h", None)
        if height is None:
            heights = [lay.natural(cell.element, wide).h for cell, wide in there]
            height = max(heights, default=0.0) + 2 * above
        parts: list[Placed] = []
        if ground:
            parts.append(Placed((Shape(rounded_rect(left, 0.0, whole, height, 0.0, 0.0), ground),)))
        for cell, wide in there:
            x = lay.mirror_x(sum(widths[: cell.column]) + beside, wide, w)
            parts.append(shifted(lay.draw(cell.element, wide, max(height - 2 * above, LEAST)), x, above))
        if line and line_width:
            rule: Path = (("M", left, height), ("L", left + whole, height))
            stroke = Stroke(line, line_width * (2 if is_head else 1), place=element.origin)
            parts.append(Placed((Shape(rule, None, stroke),)))
        rows.append(Row(join_placed(parts), height, is_head))
    # what is wrong with the table itself and with what its rows hold
    found, table_height = own.findings, sum(row.h for row in rows)
    for row in element.children:
        if row.tag != "tr":
            found.append(find(MISPLACED, tag="table", hint="rows are <tr>", child=row.tag, origin=row.origin))
            continue
        found += lay.check(row)
        stray = partial(find, MISPLACED, tag="tr", hint="cells are <td> and <th>")
        strays = [cell for cell in row.children if cell.tag not in ("td", "th")]
        found += [stray(child=cell.tag, origin=cell.origin) for cell in strays]
        if any(cell.row for cell in cells[row]):
            found.append(find(TOO_MANY_CELLS, count=len(widths), origin=row.origin))
    too_wide = overfull(lay, element, w, table_height, wide=whole - w)
    wrong = Placed(too_wide.items if table_height else (), (), (*found, *too_wide.findings))
    if not rows:
        return [Row(wrong, 0.0, False)]
    return [rows[0]._replace(placed=join_placed((rows[0].placed, wrong))), *rows[1:]]
