"""A face → what is painted on it, and the texts and icons that stand on that, in the order of painting."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.check.faces._geometry import Box, applied, moved, multiplied
from pnp.check.faces._grounds import Ground, Grounds, inside
from pnp.model.colour import Rgb, rgb_of
from pnp.model.display import IDENTITY, Drawing, Gradient, Group, Item, Matrix, Paint, Picture, Shape, Text
from pnp.model.length import MM_PER_POINT

_ABOVE, _BELOW, _MIDDLE = 0.7, 0.2, 0.3  # of the size, from the baseline: capitals, tails, the middle of small letters


_LARGE, _LARGE_BOLD = 18 * MM_PER_POINT - 0.01, 14 * MM_PER_POINT - 0.01


class Line(NamedTuple):
    left: float
    right: float
    y: float  # halfway up the small letters
    size: float


class Words:
    """A text where it stands on the face."""

    __slots__ = ("alpha", "inner", "lines", "matrix", "paints", "text")

    def __init__(
        self,
        text: Text,
        paints: tuple[Rgb, ...],
        lines: tuple[Line, ...],
        inner: Box,
        matrix: Matrix = IDENTITY,
        alpha: float = 1.0,
    ) -> None:
        self.text = text
        self.paints = paints
        self.lines = lines
        self.inner = inner  # the box in the text's own coordinates
        self.matrix = matrix
        self.alpha = alpha

    @property
    def box(self) -> Box:
        return moved(self.matrix, self.inner)

    @property
    def field(self) -> str:
        return self.text.field

    @property
    def says(self) -> str:
        return self.text.says

    @property
    def is_large(self) -> bool:
        size = self.text.runs[0].size * (self.matrix[2] ** 2 + self.matrix[3] ** 2) ** 0.5
        return size >= _LARGE or (size >= _LARGE_BOLD and all(run.font.bold for run in self.text.runs))

    def within(self, group: Group) -> "Words":
        """Seen from outside of the group that it stands in."""
        matrix = multiplied(group.transform, self.matrix)
        return Words(self.text, self.paints, self.lines, self.inner, matrix, self.alpha * group.opacity)

    def points(self) -> list[tuple[float, float]]:
        """Some on each line, from its beginning to its end."""
        found = []
        for left, right, y, size in self.lines:
            count = 5 if right - left > 4 * size else 3
            indent = min(size / 4, (right - left) / 4)
            step = (right - left - 2 * indent) / (count - 1)
            found += [applied(self.matrix, left + indent + n * step, y) for n in range(count)]
        return found


class Sign:
    """An icon where it stands on the face. It can be seen if any of its paints can."""

    __slots__ = ("alpha", "box", "icon", "paints")

    field = ""
    is_large = True

    def __init__(self, icon: str, paints: tuple[Rgb, ...], box: Box, alpha: float = 1.0) -> None:
        self.icon = icon
        self.paints = paints
        self.box = box
        self.alpha = alpha

    @property
    def says(self) -> str:
        return f"[{self.icon}]"

    def within(self, group: Group) -> "Sign":
        """Seen from outside of the group that it stands in."""
        return Sign(self.icon, self.paints, moved(group.transform, self.box), self.alpha * group.opacity)

    def points(self) -> list[tuple[float, float]]:
        left, top, right, bottom = self.box
        return [((left + right) / 2, (top + bottom) / 2)]


Painted = Ground | Words | Sign


class Painting:
    """Reads faces; what several of them share is read once."""

    def __init__(self) -> None:
        self._grounds = Grounds()
        self._known: dict[int, tuple[Item, tuple[Painted, ...]]] = {}
        self._paints: dict[int, tuple[Drawing, tuple[Rgb, ...]]] = {}

    def of(self, item: Item) -> tuple[Painted, ...]:
        """An item's grounds, texts and icons, the lowest first. A group without texts and icons is one ground."""
        known = self._known.get(id(item))
        if known is None:
            known = self._known[id(item)] = item, self._read(item)
        return known[1]

    def _read(self, item: Item) -> tuple[Painted, ...]:
        if isinstance(item, Text):
            return (_words(item),) if item.runs else ()
        if isinstance(item, Group) and _is_read(item):
            parts = [part for child in item.items for part in self.of(child)]
            return tuple([inside(part, item) if isinstance(part, Ground) else part.within(item) for part in parts])
        ground = self._grounds.of(item)
        if isinstance(item, Picture) and isinstance(item.art, Drawing) and item.art.icon and ground:
            return Sign(item.art.icon, self._paints_of(item.art), ground.box), ground
        return (ground,) if ground else ()

    def _paints_of(self, drawing: Drawing) -> tuple[Rgb, ...]:
        known = self._paints.get(id(drawing))
        if known is None:
            known = self._paints[id(drawing)] = drawing, tuple(sorted(set(_paints(drawing.items))))
        return known[1]


def _is_read(group: Group) -> bool:
    """Are there texts or icons in it?"""
    for item in group.items:
        if isinstance(item, Text) or (isinstance(item, Group) and _is_read(item)):
            return True
        if isinstance(item, Picture) and isinstance(item.art, Drawing) and item.art.icon:
            return True
    return False


def _paints(items: Iterable[Item]) -> Iterator[Rgb]:
    for item in items:
        if isinstance(item, Shape):
            for paint in (item.fill, item.stroke and item.stroke.paint):
                yield from _colours(paint)
        elif isinstance(item, Group):
            yield from _paints(item.items)


def _colours(paint: Paint | None) -> Iterator[Rgb]:
    if isinstance(paint, Gradient):
        yield from (rgb_of(stop.colour) for stop in paint.stops)
    elif paint is not None:
        yield rgb_of(paint)


def _words(text: Text) -> Words:
    """With its lines: runs on one baseline, wherever icons or another font part them."""
    lines: list[Line] = []
    for run in text.runs:
        size = run.size
        width = sum([part.width for part in run.parts]) * size
        if run.gap or run.tracking:
            width += sum([run.gap * part.text.count(" ") + run.tracking * len(part.glyphs) for part in run.parts])
        y = run.y - _MIDDLE * size
        if lines and lines[-1].y == y:
            same = lines[-1]
            lines[-1] = Line(min(same.left, run.x), max(same.right, run.x + width), y, size)
        else:
            lines.append(Line(run.x, run.x + width, y, size))
    first, last, size = text.runs[0], text.runs[-1], text.runs[0].size
    box = Box(
        min([line.left for line in lines]),
        first.y - _ABOVE * size,
        max([line.right for line in lines]),
        last.y + _BELOW * size,
    )
    return Words(text, (rgb_of(text.runs[0].fill),), tuple(lines), box)
