"""Letters as outlines, for what is drawn around and below them, and letters set along a path, each turned with it."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import accumulate, groupby, pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple

from pnp.art.attribute_values import transform_path
from pnp.art.paths import Point, curve_points
from pnp.model.display import IDENTITY, Colour, Glyph, Matrix, Path, Run, Segment, Shape, Shaped, Stroke
from pnp.model.style import LetterOutline, LetterShadow
from pnp.typesetting.fonts import FontStore, LoadedFont
from pnp.typesetting.placing import PlacedIcon, PlacedLines

_HAIR = 1e-9
_ROUND = 1  # joins: miters would stick out of sharp letters


def letter_shapes(
    path: Path,
    size: float,
    outline: tuple[LetterOutline, Colour] | None,
    shadow: tuple[LetterShadow, Colour] | None,
    place: str,
) -> Iterator[Shape]:
    """Yield the shapes below a text: its shadow, and above that its outline, each with its colour."""
    width = outline[0].at(size) * 2 if outline else 0.0  # half of it is under the letters
    if shadow:
        x, y = shadow[0].at(size)
        stroke = Stroke(shadow[1], width, join=_ROUND, place=place) if width else None
        upwards = [(kind, *[-n if at % 2 else n for at, n in enumerate(numbers)]) for kind, *numbers in path]
        moved = tuple(_place(upwards, x, y, 1.0))  # type: ignore[arg-type]
        yield Shape(moved, shadow[1], stroke, of_letters=True)
    if outline:
        yield Shape(path, outline[1], Stroke(outline[1], width, join=_ROUND, place=place), of_letters=True)


def letters_path(runs: Iterable[Run], fonts: FontStore) -> Path:
    """Return the outlines of all letters, in the coordinates of the runs."""
    path: list[Segment] = []
    for run in runs:
        font = fonts.loaded(run.font)
        scale = run.size / run.font.units_per_em
        matrix = None if run.turn is None else run.turn_matrix(IDENTITY)
        x = run.x
        for part in run.parts:
            for glyph in part.glyphs:
                letter = glyph_path(font, glyph.id, x + glyph.dx * scale, run.y - glyph.dy * scale, scale)
                path += letter if matrix is None else transform_path(matrix, tuple(letter))
                x += glyph.advance * scale + run.tracking + (run.gap if part.text[glyph.cluster] == " " else 0.0)
    return tuple(path)


def glyph_path(font: LoadedFont, glyph: int, x: float, y: float, scale: float) -> Iterator[Segment]:
    """Yield a glyph's outline at its place, `scale` being that of a unit of its font."""
    return _place(_outline(font, glyph), x, y, scale)


def _place(path: Iterable[Segment], x: float, y: float, scale: float) -> Iterator[Segment]:
    """Turn a font's units, upwards, into millimetres, downwards."""
    for kind, *numbers in path:
        across = [x + number * scale for number in numbers[::2]]
        down = [y - number * scale for number in numbers[1::2]]
        yield (kind, *[n for pair in zip(across, down, strict=True) for n in pair])  # type: ignore[misc]


@lru_cache(4096)
def _outline(font: LoadedFont, glyph: int) -> Path:
    path: list[Any] = []

    def add(kind: str, *points: tuple[float, float]) -> None:
        path.append((kind, *[number for point in points for number in point]))

    def add_quadratic(control: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a quadratic curve as a cubic one."""
        (x0, y0), (cx, cy), (x, y) = path[-1][-2:], control, end
        first, second = (x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3), (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
        add("C", first, second, end)

    kinds = {"moveTo": "M", "lineTo": "L", "curveTo": "C", "closePath": "Z"}
    pen = SimpleNamespace(qCurveTo=add_quadratic, **{method: partial(add, kind) for method, kind in kinds.items()})
    font.hb_font.draw_glyph_with_pen(glyph, pen)
    return tuple(path)


class PathPoint(NamedTuple):
    """A point of a path, and the direction of the path there."""

    x: float
    y: float
    turn: float  # radians, clockwise

    def offset(self, along: float, down: float) -> Point:
        """Return the point that lies so far along the path's direction, and so far to the right of it."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return self.x + along * cos - down * sin, self.y + along * sin + down * cos


class Baseline:
    """The first stretch of a path, measured."""

    def __init__(self, path: Path, mirrored_in: float | None = None) -> None:
        """Measure a path; `mirrored_in`: seen in a mirror as wide as that, and still going from left to right."""
        points = list(_first_stretch(path))
        if mirrored_in is not None:
            points = [(mirrored_in - x, y) for x, y in reversed(points)]
        self.points = [b for a, b in pairwise([(math.inf, math.inf), *points]) if math.dist(a, b) > _HAIR]
        self._ends = list(accumulate((math.dist(a, b) for a, b in pairwise(self.points)), initial=0.0))

    @property
    def length(self) -> float:
        return self._ends[-1] if len(self.points) > 1 else 0.0

    def point_at(self, distance: float) -> PathPoint:
        """Return the point so far from the beginning; before that and behind its end the path goes straight on."""
        n = min(max(bisect_right(self._ends, distance) - 1, 0), len(self.points) - 2)
        (x1, y1), (x2, y2) = self.points[n : n + 2]
        turn = math.atan2(y2 - y1, x2 - x1)
        start = PathPoint(x1, y1, turn)
        return PathPoint(*start.offset(distance - self._ends[n], 0.0), turn)

    def bend(
        self, line: PlacedLines, baseline: float, start: float
    ) -> tuple[PlacedLines, tuple[tuple[PlacedIcon, Matrix], ...]]:
        """Bend a line set straight from 0 on to begin at `start`, with matrices of icons whose middle is at 0, 0."""
        runs: list[Run] = []  # each letter with the marks on it
        for run in line.runs:
            x = start + run.x
            for part in run.parts:
                starts = sorted({glyph.cluster for glyph in part.glyphs})
                ends = dict(zip(starts, [*starts[1:], len(part.text)], strict=True))
                for cluster, group in groupby(part.glyphs, key=lambda glyph: glyph.cluster):
                    glyphs = tuple([Glyph(*glyph[:4], 0) for glyph in group])
                    advance = sum([glyph.advance for glyph in glyphs]) / part.font.units_per_em
                    letter = Shaped(part.text[cluster : ends[cluster]], part.font, glyphs, advance, part.rtl)
                    width = advance * run.size
                    middle = self.point_at(x + width / 2)
                    left, y = middle.offset(-width / 2, 0.0)
                    runs.append(Run(left, y, run.font, run.size, run.fill, (letter,), turn=middle.turn))
                    x += width + run.tracking * len(glyphs) + run.gap * letter.text.count(" ")
        rules: list[Shape] = []
        for rule in line.rules:
            (_, x1, y), (_, x2, _) = rule.path  # type: ignore[misc]
            steps = max(2, math.ceil((x2 - x1) / 0.5))
            places = [self.point_at(start + x1 + (x2 - x1) * n / steps) for n in range(steps + 1)]
            points = [place.offset(0.0, y - baseline) for place in places]
            rules.append(rule._replace(path=tuple([("L" if n else "M", *point) for n, point in enumerate(points)])))
        icons: list[tuple[PlacedIcon, Matrix]] = []
        for icon in line.icons:
            middle = self.point_at(start + icon.x + icon.w / 2)
            cos, sin = math.cos(middle.turn), math.sin(middle.turn)
            icons.append((icon, (cos, sin, -sin, cos, *middle.offset(0.0, icon.y + icon.h / 2 - baseline))))
        return PlacedLines(tuple(runs), (), tuple(rules)), tuple(icons)


def _first_stretch(path: Path) -> Iterator[Point]:
    """Yield the points of a path, up to where a second stretch begins."""
    x, y = first = (0.0, 0.0)
    for n, segment in enumerate(path):
        if segment[0] == "M":
            if n:
                return
            x, y = first = segment[1], segment[2]
            yield first
        elif segment[0] == "C":
            yield from curve_points(x, y, *segment[1:])
            x, y = segment[5], segment[6]
        elif segment[0] == "L":
            x, y = segment[1], segment[2]
            yield x, y
        else:
            x, y = first
            yield first
