"""A face → what is painted on it and the texts that stand on that, in the order of painting."""

from typing import NamedTuple

from pnp.check.faces._geometry import Box, applied, moved, multiplied
from pnp.check.faces._grounds import Ground, Grounds, inside
from pnp.model.colour import Rgb, rgb_of
from pnp.model.display import IDENTITY, Group, Item, Matrix, Text

_ABOVE, _BELOW, _MIDDLE = 0.7, 0.2, 0.3  # of the size, from the baseline: capitals, tails, the middle of small letters


class Line(NamedTuple):
    left: float
    right: float
    y: float  # halfway up the small letters
    size: float


class Words:
    """A text where it stands on the face."""

    __slots__ = ("alpha", "box", "fill", "inner", "lines", "matrix", "size", "text")

    def __init__(
        self, text: Text, lines: tuple[Line, ...], inner: Box, matrix: Matrix = IDENTITY, alpha: float = 1.0
    ) -> None:
        self.text = text
        self.lines = lines
        self.inner = inner  # the box in the text's own coordinates
        self.matrix = matrix
        self.alpha = alpha
        self.box = moved(matrix, inner)
        self.fill: Rgb = rgb_of(text.runs[0].fill)
        self.size = text.runs[0].size * (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5

    @property
    def bold(self) -> bool:
        return all(run.font.bold for run in self.text.runs)

    def within(self, group: Group) -> "Words":
        """Seen from outside of the group that it stands in."""
        matrix = multiplied(group.transform, self.matrix)
        return Words(self.text, self.lines, self.inner, matrix, self.alpha * group.opacity)

    def points(self) -> list[tuple[float, float]]:
        """Some on each line, from its beginning to its end."""
        found = []
        for left, right, y, size in self.lines:
            count = 5 if right - left > 4 * size else 3
            indent = min(size / 4, (right - left) / 4)
            step = (right - left - 2 * indent) / (count - 1)
            found += [applied(self.matrix, left + indent + n * step, y) for n in range(count)]
        return found


Painted = Ground | Words


class Painting:
    """Reads faces; what several of them share is read once."""

    def __init__(self) -> None:
        self._grounds = Grounds()
        self._known: dict[int, tuple[Item, tuple[Painted, ...]]] = {}

    def of(self, item: Item) -> tuple[Painted, ...]:
        """An item's grounds and texts, the lowest first. A group without texts is one ground."""
        known = self._known.get(id(item))
        if known is None:
            known = self._known[id(item)] = item, self._read(item)
        return known[1]

    def _read(self, item: Item) -> tuple[Painted, ...]:
        if isinstance(item, Text):
            return (_words(item),) if item.runs else ()
        if isinstance(item, Group) and has_text(item):
            parts = [part for child in item.items for part in self.of(child)]
            return tuple([part.within(item) if isinstance(part, Words) else inside(part, item) for part in parts])
        ground = self._grounds.of(item)
        return (ground,) if ground else ()


def has_text(group: Group) -> bool:
    return any(isinstance(item, Text) or (isinstance(item, Group) and has_text(item)) for item in group.items)


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
    return Words(text, tuple(lines), box)
