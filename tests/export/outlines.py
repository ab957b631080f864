"""Letters as shapes: the outlines that HarfBuzz finds in their fonts, for comparison with letters that are set."""

from collections.abc import Iterator
from dataclasses import replace

import uharfbuzz as hb

from pnp.model.display import Group, Item, Run, Shape, Text

Segment = tuple[str | float, ...]


def outlined(item: Item) -> Item:
    """Return the face with its letters as shapes."""
    if isinstance(item, Text):
        return Group(tuple(shape for run in item.runs for shape in _shapes(run)))
    return replace(item, items=tuple(map(outlined, item.items))) if isinstance(item, Group) else item


def _shapes(run: Run) -> Iterator[Shape]:
    font = hb.Font(hb.Face(run.font.data, run.font.index))
    scale, x = run.size / run.font.units_per_em, run.x
    for part in run.parts:
        for glyph in part.glyphs:
            if path := _Outline(x + glyph.dx * scale, run.y - glyph.dy * scale, scale).draw(font, glyph.id):
                yield Shape(path, run.fill)
            x += glyph.advance * scale + run.tracking + run.gap * (part.text[glyph.cluster] == " ")


class _Outline:
    """Takes down what HarfBuzz draws; (x, y) is where the glyph stands on the face."""

    def __init__(self, x: float, y: float, scale: float) -> None:
        self._x, self._y, self._scale = x, y, scale
        self._pen = (0.0, 0.0)
        self._path: list[Segment] = []

    def draw(self, font: hb.Font, glyph: int) -> tuple[Segment, ...]:
        draw = hb.DrawFuncs()
        draw.set_move_to_func(lambda x, y, _: self._add("M", (x, y)))
        draw.set_line_to_func(lambda x, y, _: self._add("L", (x, y)))
        draw.set_quadratic_to_func(lambda a, b, x, y, _: self._add_quadratic((a, b), (x, y)))
        draw.set_cubic_to_func(lambda a, b, c, d, x, y, _: self._add("C", (a, b), (c, d), (x, y)))
        draw.set_close_path_func(lambda _: self._add("Z"))
        font.draw_glyph(glyph, draw)
        return tuple(self._path)

    def _add(self, letter: str, *points: tuple[float, float]) -> None:
        placed = [(self._x + x * self._scale, self._y - y * self._scale) for x, y in points]
        self._path.append((letter, *(number for point in placed for number in point)))
        self._pen = points[-1] if points else self._pen

    def _add_quadratic(self, control: tuple[float, float], end: tuple[float, float]) -> None:
        first, second = (
            tuple(own + (far - own) * 2 / 3 for own, far in zip(point, control, strict=True))
            for point in (self._pen, end)
        )
        self._add("C", first, second, end)
