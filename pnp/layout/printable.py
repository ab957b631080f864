"""Finished items → what printers can do: lines broad enough.

A picture is drawn for one size and used at many; so is a card that a rules sheet shows small. What is scaled down there
keeps lines of a quarter of a point: thinner ones break up, and nobody could write a width that is right at every size.
A line that isn't scaled down is as thin as its author wants it, and its author is told.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import hypot, inf
from typing import TypeVar, assert_never

from pnp.layout.element import Finding, find
from pnp.model.display import IDENTITY, Drawing, Group, Item, Matrix, PageArt, Picture, Raster, Shape, Text, multiply
from pnp.model.length import MM_PER_POINT, in_points, points
from pnp.model.problem import Severity, code
from pnp.model.visiting import Mapper, Reader, SharedWalk, stretched, walk

THIN = code(
    "PNP363 line too thin to print",
    """A line is thinner than 0.25 pt (0.09 mm) on paper. Home printers break such lines up or leave them out. Lines
that are scaled down, in icons, pictures and groups, are kept at that width and not reported.

Bad:  `<rect … stroke="ink" stroke-width="0.05"/>`
Good: `<rect … stroke="ink" stroke-width="0.15"/>`""",
    Severity.WARNING,
    says="a line is {width:g} pt wide, {in_mm:g} mm",
)

_THINNEST = 0.25 * MM_PER_POINT
_ENOUGH = _THINNEST - 0.0005
_OWN_SIZE = 0.999  # scale
_REMEMBERED = 5_000  # groups and drawings

_Whole = TypeVar("_Whole", Group, Drawing)
_Made = dict[tuple[int, Matrix], tuple[object, object]]  # what came of a group or drawing, after it itself


class Strokes:
    """Looks at faces; what several of them share is looked at once, and stays shared."""

    def __init__(self, walk: SharedWalk) -> None:
        self._thinnest = walk.join(_Thinnest())
        self._made: _Made = {}

    def printed(self, group: Group) -> tuple[Group, list[Finding]]:
        """The group with lines that are broad enough, and what is wrong with the others."""
        if self._thinnest(group) >= _ENOUGH:
            return group, []
        if len(self._made) > _REMEMBERED:
            self._made.clear()
        broad = _Broadened(self._thinnest, self._made, IDENTITY).inside(group)
        hint = f"{points(_THINNEST)} or more is wanted"
        return broad, [
            find(THIN, hint=hint, origin=place, width=round(in_points(width), 2), in_mm=round(width, 2))
            for width, place in _too_thin(group.items, IDENTITY)
        ]


class _Thinnest(Reader[float, float]):
    """No line of an item is thinner; how thin each is exactly, only matters where this isn't enough."""

    def text(self, text: Text) -> float:
        return inf

    def shape(self, shape: Shape) -> float:
        return shape.stroke.width if shape.stroke is not None and shape.stroke.width > 0.0 else inf

    def raster(self, picture: Picture, art: Raster) -> float:
        return inf

    def page(self, picture: Picture, art: PageArt) -> float:
        return inf

    def drawing(self, drawing: Drawing, inside: Sequence[float]) -> float:
        return min((inf, *inside))  # inf first: what is no number isn't less than that

    def drawn(self, picture: Picture, art: Drawing, drawing: float) -> float:
        return drawing * _scale(stretched(picture, art)) if drawing < inf else inf

    def group(self, group: Group, inside: Sequence[float]) -> float:
        thinnest = min((inf, *inside))
        return thinnest * _scale(group.transform) if thinnest < inf else inf


class _Broadened(Mapper):
    """Of what this matrix brings to paper."""

    __slots__ = ("_made", "_matrix", "_thinnest")

    def __init__(self, thinnest: Callable[[Item], float], made: _Made, matrix: Matrix) -> None:
        self._thinnest, self._made, self._matrix = thinnest, made, matrix

    def text(self, text: Text) -> Text:
        return text

    def shape(self, shape: Shape) -> Shape:
        """Not where it isn't scaled down, or nothing is left of it."""
        stroke, scale = shape.stroke, _scale(self._matrix)
        if stroke is None or not 0.0 < scale < _OWN_SIZE or not 0.0 < stroke.width * scale < _ENOUGH:
            return shape
        return shape._replace(stroke=stroke._replace(width=_THINNEST / scale))

    def raster(self, picture: Picture, art: Raster) -> Picture:
        return picture

    def drawing(self, picture: Picture, art: Drawing) -> Picture:
        if self._is_broad(picture):
            return picture
        made = self._whole(art, stretched(picture, art))
        return picture if made is art else picture._replace(art=made)

    def page(self, picture: Picture, art: PageArt) -> Picture:
        return picture

    def group(self, group: Group) -> Group:
        return group if self._is_broad(group) else self._whole(group, group.transform)

    def _is_broad(self, item: Item) -> bool:
        return self._thinnest(item) * _scale(self._matrix) >= _ENOUGH

    def _whole(self, whole: _Whole, inner: Matrix) -> _Whole:
        matrix = multiply(self._matrix, inner)
        a, b, c, d = (round(part, 6) for part in matrix[:4])
        key = id(whole), (a, b, c, d, 0.0, 0.0)
        if key not in self._made:
            self._made[key] = whole, _Broadened(self._thinnest, self._made, matrix).inside(whole)
        return self._made[key][1]  # type: ignore[return-value]


def _too_thin(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[float, str]]:
    """Lines that aren't scaled down, and are too thin all the same: the width and the place of each; of art the
    thinnest."""
    for item, at, _ in walk(items, matrix):
        if isinstance(item, Shape):
            width = item.stroke.width * _scale(at) if item.stroke else 0.0
            if item.stroke is not None and 0.0 < width < _ENOUGH and _scale(at) >= _OWN_SIZE:
                yield width, item.stroke.place
        elif isinstance(item, Picture):
            if isinstance(item.art, Drawing) and (
                found := list(_too_thin(item.art.items, multiply(at, stretched(item, item.art))))
            ):
                yield min(found)
        elif not isinstance(item, Text):
            assert_never(item)


def _scale(matrix: Matrix) -> float:
    """What lengths become at least: in the direction in which the matrix shrinks most."""
    a, b, c, d = matrix[:4]
    if b == 0.0 == c:
        return min(abs(a), abs(d))
    return abs(hypot(a + d, b - c) - hypot(a - d, b + c)) / 2
