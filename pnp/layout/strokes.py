"""Finished items → lines that printers can print, and a finding for each that is too thin as it is written.

A picture is drawn for one size and used at many; so is a card that a rules sheet shows small. What is scaled down there
keeps lines of a quarter of a point: thinner ones break up, and nobody could write a width that is right at every size.
A line that isn't scaled down is as thin as its author wants it, and its author is told.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import hypot, inf
from typing import TypeVar

from pnp.layout.art.transforms import multiply
from pnp.layout.element import Finding
from pnp.model.display import IDENTITY, Drawing, Group, Item, Matrix, Picture, Shape
from pnp.model.length import MM_PER_POINT, mm, points
from pnp.model.problem import Severity, code

THIN = code(
    "PNP363",
    "line too thin to print",
    """
A line is thinner than 0.25 pt (0.09 mm) on paper. Home printers break such lines up or leave them out. Lines that are
scaled down, in icons, pictures and groups, are kept at that width and not reported.

Bad:  `<rect … stroke="ink" stroke-width="0.05"/>`
Good: `<rect … stroke="ink" stroke-width="0.15"/>`
""",
    Severity.WARNING,
)

_THINNEST = 0.25 * MM_PER_POINT
_ENOUGH = _THINNEST - 0.0005
_OWN_SIZE = 0.999  # scale
_REMEMBERED = 20_000  # groups and drawings

_Whole = TypeVar("_Whole", Group, Drawing)


class Strokes:
    """Looks at faces; what several of them share is looked at once, and stays shared."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[object, float]] = {}  # with the object, whose id must not be another's
        self._made: dict[tuple[int, Matrix], tuple[object, object]] = {}

    def printed(self, items: tuple[Item, ...]) -> tuple[tuple[Item, ...], list[Finding]]:
        """The items with lines that are broad enough, and what is wrong with the others."""
        if len(self._known) > _REMEMBERED:
            self._known.clear()
            self._made.clear()
        if self._thinnest(items) >= _ENOUGH:
            return items, []
        return self._all(items, IDENTITY), [_finding(*line) for line in _too_thin(items, IDENTITY)]

    def _thinnest(self, items: Iterable[Item]) -> float:
        """No line of these is thinner; how thin each is exactly, only matters where this isn't enough."""
        thinnest = inf
        for item in items:
            if isinstance(item, Shape):
                if item.stroke is not None and item.stroke.width > 0.0:
                    thinnest = min(thinnest, item.stroke.width)
            elif isinstance(item, Group):
                thinnest = min(thinnest, self._within(item) * _scale(item.transform))
            elif isinstance(item, Picture) and isinstance(item.art, Drawing):
                thinnest = min(thinnest, self._within(item.art) * _scale(_placed(item, item.art)))
        return thinnest

    def _within(self, whole: Group | Drawing) -> float:
        known = self._known.get(id(whole))
        if known is None:
            known = self._known[id(whole)] = whole, self._thinnest(whole.items)
        return known[1]

    def _all(self, items: Iterable[Item], matrix: Matrix) -> tuple[Item, ...]:
        return tuple([self._kept(item, matrix) for item in items])

    def _kept(self, item: Item, matrix: Matrix) -> Item:
        """An item of what this matrix brings to paper."""
        if isinstance(item, Shape):
            return _broad_enough(item, _scale(matrix))
        if isinstance(item, Group):
            return self._whole(item, multiply(matrix, item.transform))
        if isinstance(item, Picture) and isinstance(item.art, Drawing):
            return item._replace(art=self._whole(item.art, multiply(matrix, _placed(item, item.art))))
        return item

    def _whole(self, whole: _Whole, matrix: Matrix) -> _Whole:
        if self._within(whole) * _scale(matrix) >= _ENOUGH:
            return whole
        a, b, c, d = (round(part, 6) for part in matrix[:4])
        key = id(whole), (a, b, c, d, 0.0, 0.0)
        if key not in self._made:
            self._made[key] = whole, replace(whole, items=self._all(whole.items, matrix))
        return self._made[key][1]  # type: ignore[return-value]


def _broad_enough(shape: Shape, scale: float) -> Shape:
    """Unless it isn't scaled down, or nothing is left of it."""
    stroke = shape.stroke
    if stroke is None or not 0.0 < scale < _OWN_SIZE or not 0.0 < stroke.width * scale < _ENOUGH:
        return shape
    return shape._replace(stroke=stroke._replace(width=_THINNEST / scale))


def _too_thin(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[float, str]]:
    """Lines that aren't scaled down, and are too thin all the same: the width and the place of each; of art the
    thinnest."""
    for item in items:
        if isinstance(item, Shape):
            width = item.stroke.width * _scale(matrix) if item.stroke else 0.0
            if item.stroke is not None and 0.0 < width < _ENOUGH and _scale(matrix) >= _OWN_SIZE:
                yield width, item.stroke.place
        elif isinstance(item, Group):
            yield from _too_thin(item.items, multiply(matrix, item.transform))
        elif isinstance(item, Picture) and isinstance(item.art, Drawing):
            found = list(_too_thin(item.art.items, multiply(matrix, _placed(item, item.art))))
            if found:
                yield min(found)


def _finding(width: float, place: str) -> Finding:
    message = f"a line is {points(width)} wide, {mm(width)}"
    return Finding(THIN, message, f"{points(_THINNEST)} or more is wanted", "", place, amount=width)


def _placed(picture: Picture, art: Drawing) -> Matrix:
    return picture.w / art.w, 0.0, 0.0, picture.h / art.h, picture.x, picture.y


def _scale(matrix: Matrix) -> float:
    """What lengths become at least: in the direction in which the matrix shrinks most."""
    a, b, c, d = matrix[:4]
    if b == 0.0 == c:
        return min(abs(a), abs(d))
    return abs(hypot(a + d, b - c) - hypot(a - d, b + c)) / 2
