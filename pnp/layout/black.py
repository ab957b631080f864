"""Display items → the same in black and white alone, as lasers print it: no tints, no gradients, nothing translucent.

Dark is black, light is white; what is between is decided by what lies on it and under it. A fill with words on it is
their opposite: white under what is darker than it, black under what is lighter. Words on such a fill are in turn its
opposite, and so are lines that are lighter than it. Where nothing is written, a colour is black if it would do as a
sign on white paper, and a line always; on a black ground, what is lighter than that is white. Bitmaps become grey: a
printer's screen does better with them than a threshold would.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar, assert_never

from pnp.model.colour import SIGN, blend, contrast, rgb_of
from pnp.model.colour import WHITE as PAPER
from pnp.model.display import (
    IDENTITY,
    Colour,
    Drawing,
    Face,
    Gradient,
    Group,
    Item,
    Matrix,
    PageArt,
    Paint,
    Path,
    Picture,
    Raster,
    Shape,
    Stroke,
    Text,
)
from pnp.model.geometry import Box, holds, path_box, transform_box
from pnp.model.sheet import Sheet
from pnp.model.visiting import Mapper, walk

BLACK, WHITE = "#000000", "#ffffff"

FAINT = 0.5  # opacity; what has less isn't printed
LIGHT, DARK = 1.3, 7.0  # contrast with white, 1 to 21: of what is white, and of what is black, whatever lies around it

_MIDDLE = 0.3  # of the size, from the baseline: the middle of small letters


class PaintMark(NamedTuple):
    """A fill, a line or a run of text."""

    kind: Literal["fill", "line", "text"]
    contrast: float  # with white paper
    path: Path  # of a text one point
    matrix: Matrix

    @property
    def is_open(self) -> bool:
        """Its colour alone doesn't tell what it becomes."""
        return LIGHT <= self.contrast < DARK

    def box(self) -> Box:
        """On the face; of a text the middle of its line."""
        return transform_box(self.matrix, path_box(self.path))


def marks_of(items: Iterable[Item]) -> Iterator[PaintMark]:
    """Yield the marks of items, without pictures that aren't drawings."""
    for item, matrix, opacity in walk(items):
        if isinstance(item, Shape):
            yield from shape_marks(item, opacity, matrix)
        elif isinstance(item, Text):
            yield from text_marks(item, matrix)
        elif not isinstance(item, Picture):
            assert_never(item)


def text_marks(text: Text, matrix: Matrix = IDENTITY) -> Iterator[PaintMark]:
    for run in text.runs:
        width = sum([part.width for part in run.parts]) * run.size
        middle: Path = (("M", run.x + width / 2, run.y - _MIDDLE * run.size),)
        yield PaintMark("text", _against_paper(run.fill, 1.0), middle, run.turn_matrix(matrix))


def shape_marks(shape: Shape, opacity: float, matrix: Matrix = IDENTITY) -> Iterator[PaintMark]:
    if shape.fill is not None and (seen := opacity * shape.fill_opacity) >= FAINT:
        yield PaintMark("fill", _against_paper(shape.fill, seen), shape.path, matrix)
    if shape.stroke is not None and (seen := opacity * shape.stroke_opacity) >= FAINT:
        yield PaintMark("line", _against_paper(shape.stroke.paint, seen), shape.path, matrix)


@lru_cache(1024)
def _against_paper(paint: Paint, opacity: float) -> float:
    """Return a paint's contrast where white shows through; a gradient's is the mean of its stops."""
    found = [stop.colour for stop in paint.stops] or [BLACK] if isinstance(paint, Gradient) else [paint]
    red, green, blue = (sum(channel) / len(found) for channel in zip(*map(rgb_of, found), strict=True))
    return contrast(blend((red, green, blue), PAPER, opacity), PAPER)


_SLACK = 0.05  # mm


def by_itself(mark: PaintMark) -> bool:
    """Check that it is black, as far as its colour tells."""
    if not mark.is_open:
        return mark.contrast >= DARK
    return mark.kind != "fill" or mark.contrast >= SIGN  # with less it is a tint


def toned(marks: Sequence[PaintMark]) -> list[bool]:
    """Return for each mark of a face, in the order of painting, whether it is black."""
    grounds: list[int | None] = []  # the topmost fill below each whose box holds its own, where it may matter
    fills: list[tuple[int, Box]] = []
    for place, mark in enumerate(marks):
        box = mark.box()
        has_ground = mark.kind != "fill" or mark.is_open
        below = (n for n, other in reversed(fills) if holds(other, box, _SLACK))
        grounds.append(next(below, None) if has_ground else None)
        if mark.kind == "fill":
            fills.append((place, box))
    texts: dict[int, list[PaintMark]] = {}
    for mark, ground in zip(marks, grounds, strict=True):
        if mark.kind == "text" and ground is not None:
            texts.setdefault(ground, []).append(mark)
    tones: list[bool] = []
    for place, (mark, ground) in enumerate(zip(marks, grounds, strict=True)):
        under = None if ground is None else marks[ground]
        is_on_black = ground is not None and tones[ground]
        is_lighter = under is not None and mark.contrast < under.contrast
        if under is None or not (mark.is_open or under.is_open):
            tones.append(by_itself(mark))
        elif mark.kind == "text":
            tones.append(not is_on_black)
        elif mark.kind == "line":
            tones.append(not (is_on_black and is_lighter))
        else:
            tones.append(by_itself(mark) and not (mark.is_open and is_on_black and is_lighter))
        if place in texts and mark.is_open:
            tones[-1] = all(text.contrast < mark.contrast for text in texts[place])
    return tones


_REMEMBERED = 20_000  # groups, drawings and bitmaps
_Tones = Iterator[bool] | None  # of all marks that follow, in order; None where each is decided by itself
_Known = dict[tuple[int, float], tuple[object, object]]  # what was made, with what it was made of: ids come again
_What = TypeVar("_What", Group, Drawing, Raster)


class Black:
    """Turns faces and sheets black. What they share stays shared, and what is black already stays the same object."""

    def __init__(self) -> None:
        self._known: _Known = {}

    def sheet(self, sheet: Sheet) -> Sheet:
        placements = []
        for placement in sheet.placements:
            face = placement.face
            if isinstance(face, Face):  # one that is drawn was black before
                items = self.items(face.content.items)
                if items is not face.content.items:
                    face = face._replace(content=replace(face.content, items=items))
            placements.append(placement._replace(face=face))
        return sheet._replace(placements=tuple(placements), furniture=self.items(sheet.furniture))

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """Blacken all items of one face: what is on a ground, and where the ground is, is only known together."""
        if len(self._known) > _REMEMBERED:
            self._known.clear()
        marks = tuple(marks_of(items))
        tones = iter(toned(marks)) if any(mark.is_open for mark in marks) else None
        return _Blackened(self._known, 1.0, tones).all(items)


class _Blackened(Mapper):
    """Blackens what is seen with one opacity."""

    __slots__ = ("_known", "_opacity", "_tones")

    def __init__(self, known: _Known, opacity: float, tones: _Tones) -> None:
        self._known, self._opacity, self._tones = known, opacity, tones

    def text(self, text: Text) -> Text:
        marks = zip(text.runs, text_marks(text), strict=True)
        runs = tuple([run._replace(fill=self._tone(mark)) for run, mark in marks])
        return text if runs == text.runs else text._replace(runs=runs)

    def shape(self, shape: Shape) -> Shape | None:
        fill: Colour | None = None
        stroke: Stroke | None = None
        for mark in shape_marks(shape, self._opacity):
            if mark.kind == "fill":
                fill = self._tone(mark)
            elif shape.stroke is not None:
                stroke = shape.stroke._replace(paint=self._tone(mark))
        if fill is None and stroke is None:
            return None
        made = shape._replace(fill=fill, stroke=stroke, fill_opacity=1.0, stroke_opacity=1.0)
        return shape if made == shape else made

    def raster(self, picture: Picture, art: Raster) -> Picture | None:
        if self._opacity < FAINT:
            return None
        return _replace_art(picture, self._once(art, lambda art: art if art.grey else replace(art, grey=True)))

    def drawing(self, picture: Picture, art: Drawing) -> Picture | None:
        return _replace_art(picture, self._once(art, self._drawing))

    def page(self, picture: Picture, art: PageArt) -> Picture | None:
        """Keep its colours, which can't be taken out; but what is as faint as nothing goes."""
        return picture if self._opacity >= FAINT else None

    def group(self, group: Group) -> Group | None:
        return self._once(group, self._group) if self._tones is None else self._group(group)

    def _once(self, what: _What, make: Callable[[_What], _What | None]) -> _What | None:
        """Make something once, so that what is shared stays shared."""
        key = id(what), self._opacity
        if key not in self._known:
            self._known[key] = what, make(what)
        return self._known[key][1]  # type: ignore[return-value]

    def _drawing(self, art: Drawing) -> Drawing | None:
        items = _Blackened(self._known, self._opacity, None).all(art.items)
        return art if items is art.items else replace(art, items=items) if items else None

    def _group(self, group: Group) -> Group | None:
        items = _Blackened(self._known, self._opacity * group.opacity, self._tones).all(group.items)
        if group.opacity == 1.0 and items is group.items:
            return group
        return replace(group, items=items, opacity=1.0) if items else None

    def _tone(self, mark: PaintMark) -> Colour:
        return BLACK if (by_itself(mark) if self._tones is None else next(self._tones)) else WHITE


def _replace_art(picture: Picture, art: Drawing | Raster | None) -> Picture | None:
    return picture if art is picture.art else picture._replace(art=art) if art else None
