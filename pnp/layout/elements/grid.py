"""`grid`: children in rows of columns, whose sizes are shares, lengths or what their children need."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.boxes import Panel, overfull
from pnp.layout.element import LEAST, PANEL, BoxSize, Element, Placed, element, joined, shifted
from pnp.layout.engine import Layouter
from pnp.model.length import parse_length


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
    """Sizes of the tracks in `room` (gaps already taken off); `wanted(i)` is what an auto track's content asks for."""
    sizes = [_size(track, room, i, wanted) for i, track in enumerate(tracks)]
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


def _size(track: Track, room: float, i: int, wanted: Callable[[int], float]) -> float:
    """Of a track by itself; 0 where it only takes what others leave."""
    if track.fixed is not None:
        return track.fixed
    if track.percent:
        return track.percent / 100 * room
    return 0.0 if track.share else wanted(i)


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < 1e4 else None


_ANY_WIDTH = 100.0  # where nothing says how wide a grid may be


class GridCell(NamedTuple):
    element: Element
    row: int
    column: int
    span: int


class _Columns(NamedTuple):
    """The grid's cells, gaps and column widths."""

    cells: list[GridCell]
    widths: list[float]
    row_gap: float
    column_gap: float

    def width(self, cell: GridCell) -> float:
        return extent(self.widths[cell.column : cell.column + cell.span], self.column_gap)


@element("grid", attributes=("columns", "rows", "gap", *PANEL), children=True)
class GridElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        panel = Panel(lay, element)
        columns = _columns(lay, panel.own, element, panel.inner_width(w) or _ANY_WIDTH)
        tracks = _rows(panel.own, columns)
        # shares keep their proportions, each with room for what is in it
        asked = _asked_heights(lay, columns, len(tracks))
        unit = max(
            [height / track.share for height, track in zip(asked, tracks, strict=True) if track.share], default=0.0
        )
        heights = [
            track.fixed if track.fixed is not None else track.share * unit if track.share else height
            for height, track in zip(asked, tracks, strict=True)
        ]
        return panel.outer(BoxSize(extent(columns.widths, columns.column_gap), extent(heights, columns.row_gap)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        columns = _columns(lay, panel.own, element, inner_w)
        tracks = _rows(panel.own, columns)
        asked = _asked_heights(lay, columns, len(tracks))
        room = inner_h - columns.row_gap * (len(tracks) - 1)
        heights = resolve(tracks, room, asked.__getitem__)
        spare = room - sum(heights)
        if "rows" not in panel.own and spare > 0:  # rows that nobody gave a height fill the box
            heights = [each + spare / len(heights) for each in heights]
        parts = []
        for cell in columns.cells:
            wide = columns.width(cell)
            x = lay.left(extent([*columns.widths[: cell.column], 0.0], columns.column_gap), wide, inner_w)
            y = extent([*heights[: cell.row], 0.0], columns.row_gap)
            parts.append(shifted(lay.draw(cell.element, wide, heights[cell.row]), x, y))
        wide = extent(columns.widths, columns.column_gap) - inner_w
        high = extent(heights, columns.row_gap) - inner_h
        return joined((panel.around(joined(parts), w, height), overfull(lay, element, w, height, wide=wide, high=high)))


def arranged(lay: Layouter, children: tuple[Element, ...], columns: int) -> list[GridCell]:
    """Children in reading order; one that spans more than the row has left begins the next."""
    cells: list[GridCell] = []
    row = column = 0
    for child in children:
        span = min(Attributes(lay, child).span(), columns)
        if column + span > columns:
            row, column = row + 1, 0
        cells.append(GridCell(child, row, column, span))
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


def _asked_heights(lay: Layouter, columns: _Columns, rows: int) -> list[float]:
    """What the rows' contents ask for."""
    heights = [0.0] * rows
    for cell in columns.cells:
        heights[cell.row] = max(heights[cell.row], lay.natural(cell.element, columns.width(cell)).h)
    return heights
