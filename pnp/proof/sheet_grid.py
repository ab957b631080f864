"""How many pieces a contact sheet shows, how large, and where; in millimetres of its body."""

from typing import NamedTuple

from pnp.model.sheet import Rect

GAP = 9.0  # between cells
LINE = 8.0  # from line to line of handwriting
_BETWEEN = 4.0  # pictures, and picture and words
_LEAST_SCALE = 0.72  # at which type of 9 pt can still be read
_NARROWEST = (36.0, 78.0)  # words beside one picture, and beside two of different languages
_LOWEST = 40.0  # a cell, lines included
_MOST = 12  # cells in a row or a column
_BELOW = 0.6  # of a whole page that a picture takes where its words stand below it


class SheetGrid(NamedTuple):
    columns: int
    rows: int
    cell: tuple[float, float]
    scale: float  # of the faces
    lines: int  # for remarks, below each
    is_below: bool = False  # words stand below the pictures, not beside them

    @property
    def each(self) -> int:
        """Cells of a sheet."""
        return self.columns * self.rows

    def place(self, number: int) -> Rect:
        """Of a cell, in reading order."""
        row, column = divmod(number, self.columns)
        w, h = self.cell
        return Rect(column * (w + GAP), row * (h + GAP), w, h)

    def pictures(self, w: float, h: float, count: int) -> list[Rect]:
        """Within a cell."""
        each = w * self.scale
        return [Rect(number * (each + _BETWEEN), 0.0, each, h * self.scale) for number in range(count)]

    def words(self, w: float, h: float, count: int) -> Rect:
        """Within a cell: what the pictures and the lines leave."""
        last = self.pictures(w, h, count)[-1]
        bottom = self.cell[1] - self.lines * LINE
        if self.is_below:
            return Rect(0.0, last.bottom + _BETWEEN, self.cell[0], bottom - last.bottom - _BETWEEN)
        left = last.right + _BETWEEN
        return Rect(left, 0.0, self.cell[0] - left, bottom)


def grid_of(room: tuple[float, float], face: tuple[float, float], count: int) -> SheetGrid:
    """For faces of a size, `count` of which stand beside each other: as many on a sheet as can be read, at most as
    large as they print."""
    shapes = [(columns, rows) for columns in range(1, _MOST + 1) for rows in range(1, _MOST + 1)]
    all_grids = [_beside(room, face, count, columns, rows) for columns, rows in shapes]
    grids = [each for each in all_grids if each.scale >= _LEAST_SCALE and each.cell[1] >= _LOWEST]
    if grids:
        return max(grids, key=lambda each: (each.each, each.scale))
    return max(_beside(room, face, count, 1, 1), _below(room, face, count), key=lambda each: each.scale)


def _beside(room: tuple[float, float], face: tuple[float, float], count: int, columns: int, rows: int) -> SheetGrid:
    w, h = _divided(room[0], columns), _divided(room[1], rows)
    lines = 2 if rows > 1 else 4
    wide = (w - _NARROWEST[count > 1] - count * _BETWEEN) / count
    scale = min(1.0, wide / face[0], (h - lines * LINE) / face[1])
    return SheetGrid(columns, rows, (w, h), scale, lines)


def _below(room: tuple[float, float], face: tuple[float, float], count: int) -> SheetGrid:
    w, h = room
    scale = min(1.0, (w - (count - 1) * _BETWEEN) / count / face[0], h * _BELOW / face[1])
    return SheetGrid(1, 1, room, scale, 4, is_below=True)


def _divided(length: float, parts: int) -> float:
    return (length - (parts - 1) * GAP) / parts
