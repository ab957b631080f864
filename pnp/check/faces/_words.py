"""A face → what is painted on it, and the texts and icons that stand on that, in the order of painting."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from pnp.check.faces._geometry import Box, moved
from pnp.check.faces._grounds import Ground, Grounds
from pnp.model.colour import Rgb, rgb_of
from pnp.model.display import (
    IDENTITY,
    Drawing,
    Group,
    Item,
    Matrix,
    PageArt,
    Paint,
    Picture,
    Raster,
    SetText,
    Shape,
    Text,
    apply,
)
from pnp.model.length import MM_PER_POINT
from pnp.model.visiting import Visitor, walk, within
from pnp.text.brackets import written

_ABOVE, _BELOW, _MIDDLE = 0.7, 0.2, 0.3  # of the size, from the baseline: capitals, tails, the middle of small letters


_LARGE, _LARGE_BOLD = 18 * MM_PER_POINT - 0.01, 14 * MM_PER_POINT - 0.01


class WordLine(NamedTuple):
    left: float
    right: float
    y: float  # halfway up the small letters
    size: float


class Lettering:
    """A text where it stands on the face."""

    __slots__ = ("alpha", "inner", "lines", "matrix", "paints", "text")

    def __init__(
        self,
        text: Text,
        paints: tuple[Rgb, ...],
        lines: tuple[WordLine, ...],
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
    def size(self) -> float:
        """On paper, of its body."""
        return self.text.size * self._scale

    @property
    def _scale(self) -> float:
        return 1.0 if self.matrix is IDENTITY else (self.matrix[2] ** 2 + self.matrix[3] ** 2) ** 0.5

    @property
    def is_large(self) -> bool:
        size = self.size
        return size >= _LARGE or (size >= _LARGE_BOLD and all(run.font.bold for run in self.text.runs))

    def within(self, group: Group) -> "Lettering":
        """Seen from outside of the group that it stands in."""
        matrix = within(group.transform, self.matrix)
        return Lettering(self.text, self.paints, self.lines, self.inner, matrix, self.alpha * group.opacity)

    def of_each_colour(self) -> Iterator["Lettering"]:
        """By itself what words are in one colour."""
        runs = self.text.runs
        if all(run.fill == runs[0].fill for run in runs):
            yield self
            return
        for fill in dict.fromkeys([run.fill for run in runs]):
            own = _words(self.text._replace(runs=tuple([run for run in runs if run.fill == fill])))
            yield Lettering(own.text, own.paints, own.lines, own.inner, self.matrix, self.alpha)

    def as_set(self) -> SetText:
        text, scale = self.text, self._scale
        lines = 1 if text.is_bent else len(self.lines)
        left, top, right, bottom = self.box
        box = round(left, 2), round(top, 2), round(right - left, 2), round(bottom - top, 2)
        return SetText(text.field, text.says, box, round(text.size * scale, 3), round(text.full * scale, 3), lines)

    def points(self) -> list[tuple[float, float]]:
        """Some on each line, from its beginning to its end."""
        found = []
        for left, right, y, size in self.lines:
            count = 5 if right - left > 4 * size else 3
            indent = min(size / 4, (right - left) / 4)
            step = (right - left - 2 * indent) / (count - 1)
            found += [apply(self.matrix, left + indent + n * step, y) for n in range(count)]
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
        return written(self.icon)

    def within(self, group: Group) -> "Sign":
        """Seen from outside of the group that it stands in."""
        return Sign(self.icon, self.paints, moved(group.transform, self.box), self.alpha * group.opacity)

    def points(self) -> list[tuple[float, float]]:
        left, top, right, bottom = self.box
        return [((left + right) / 2, (top + bottom) / 2)]


Painted = Ground | Lettering | Sign


class Painting(Visitor[tuple[Painted, ...]]):
    """Reads faces; what several of them share is read once."""

    def __init__(self) -> None:
        self._grounds = Grounds()
        self._known: dict[int, tuple[Item, tuple[Painted, ...]]] = {}
        self._paints: dict[int, tuple[Drawing, tuple[Rgb, ...]]] = {}

    def of(self, item: Item) -> tuple[Painted, ...]:
        """An item's grounds, texts and icons, the lowest first. A group without texts and icons is one ground."""
        known = self._known.get(id(item))
        if known is None:
            known = self._known[id(item)] = item, self.visit(item)
        return known[1]

    def text(self, text: Text) -> tuple[Painted, ...]:
        return (_words(text),) if text.runs else ()

    def shape(self, shape: Shape) -> tuple[Painted, ...]:
        return self._ground(shape)

    def raster(self, picture: Picture, art: Raster) -> tuple[Painted, ...]:
        return self._ground(picture)

    def drawing(self, picture: Picture, art: Drawing) -> tuple[Painted, ...]:
        ground = self._grounds.of(picture)
        paints = self._paints_of(art) if ground and art.icon else ()
        if ground is None or not paints:  # of a bitmap nobody knows which of its colours matter
            return (ground,) if ground else ()
        return Sign(art.icon, paints, ground.box), ground

    def page(self, picture: Picture, art: PageArt) -> tuple[Painted, ...]:
        return self._ground(picture)

    def group(self, group: Group) -> tuple[Painted, ...]:
        parts = [part for child in group.items for part in self.of(child)]
        if all(isinstance(part, Ground) for part in parts):
            return self._ground(group)
        return tuple(
            [self._grounds.inside(part, group) if isinstance(part, Ground) else part.within(group) for part in parts]
        )

    def _ground(self, item: Item) -> tuple[Ground, ...]:
        ground = self._grounds.of(item)
        return (ground,) if ground else ()

    def _paints_of(self, drawing: Drawing) -> tuple[Rgb, ...]:
        known = self._paints.get(id(drawing))
        if known is None:
            known = self._paints[id(drawing)] = drawing, tuple(sorted(set(_paints(drawing.items))))
        return known[1]


def _paints(items: Iterable[Item]) -> Iterator[Rgb]:
    for item, _, _ in walk(items):
        if isinstance(item, Shape):
            yield from _colours(item.fill)
            yield from _colours(item.stroke and item.stroke.paint)
        elif not isinstance(item, Text | Picture):
            assert_never(item)


def _colours(paint: Paint | None) -> Iterator[Rgb]:
    if isinstance(paint, str):
        yield rgb_of(paint)
    elif paint is not None:
        yield from (rgb_of(stop.colour) for stop in paint.stops)


def _words(text: Text) -> Lettering:
    """With its lines: runs on one baseline, wherever icons or another font part them."""
    if text.is_bent:
        return _bent_words(text)
    lines: list[WordLine] = []
    for run in text.runs:
        size = run.size
        width = sum([part.width for part in run.parts]) * size
        if run.gap or run.tracking:
            width += sum([run.gap * part.text.count(" ") + run.tracking * len(part.glyphs) for part in run.parts])
        y = run.y - _MIDDLE * size
        if lines and lines[-1].y == y:
            same = lines[-1]
            lines[-1] = WordLine(min(same.left, run.x), max(same.right, run.x + width), y, size)
        else:
            lines.append(WordLine(run.x, run.x + width, y, size))
    first, last, size = text.runs[0], text.runs[-1], text.size
    box = Box(
        min([line.left for line in lines]),
        first.y - _ABOVE * first.size,
        max([line.right for line in lines]),
        last.y + _BELOW * size,
    )
    return Lettering(text, (rgb_of(text.runs[0].fill),), tuple(lines), box)


def _bent_words(text: Text) -> Lettering:
    """Along a path: each letter is looked at where its middle is."""
    letters: list[WordLine] = []
    for run in text.runs:
        width = sum([part.width for part in run.parts]) * run.size
        x, y = apply(run.turned(IDENTITY), run.x + width / 2, run.y - _MIDDLE * run.size)
        letters.append(WordLine(x - width / 4, x + width / 4, y, run.size))
    half = text.size / 2
    left, right = min(letter.left for letter in letters) - half, max(letter.right for letter in letters) + half
    box = Box(left, min(letter.y for letter in letters) - half, right, max(letter.y for letter in letters) + half)
    return Lettering(text, (rgb_of(text.runs[0].fill),), tuple(letters), box)
