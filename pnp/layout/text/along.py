"""A line of text set along a path: each letter turned as the path goes there."""

import math
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

from pnp.layout.text.pen import PlacedIcon, PlacedLines
from pnp.model.display import Glyph, Matrix, Path, Run, Segment, Shape, Shaped

_STEPS = 32  # straight lines for a curve
_HAIR = 1e-9

Point = tuple[float, float]


class PathPoint(NamedTuple):
    """A point of a path, and where the path goes from there."""

    x: float
    y: float
    turn: float  # radians, clockwise

    def beside(self, along: float, down: float) -> Point:
        """A point that lies so far along the path's direction, and so far to the right of it."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return self.x + along * cos - down * sin, self.y + along * sin + down * cos

    @property
    def matrix(self) -> Matrix:
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return cos, sin, -sin, cos, self.x, self.y


class Baseline:
    """The first stretch of a path, measured."""

    def __init__(self, path: Path, mirrored_in: float | None = None) -> None:
        """`mirrored_in`: seen in a mirror as wide as that, and still gone from left to right."""
        points = list(_points(path))
        if mirrored_in is not None:
            points = [(mirrored_in - x, y) for x, y in reversed(points)]
        self.points = [b for a, b in pairwise([(math.inf, math.inf), *points]) if math.dist(a, b) > _HAIR]
        self._ends = list(accumulate((math.dist(a, b) for a, b in pairwise(self.points)), initial=0.0))

    @property
    def length(self) -> float:
        return self._ends[-1] if len(self.points) > 1 else 0.0

    def at(self, distance: float) -> PathPoint:
        """So far from its beginning; before that and behind its end it goes straight on."""
        n = min(max(bisect_right(self._ends, distance) - 1, 0), len(self.points) - 2)
        (x1, y1), (x2, y2) = self.points[n : n + 2]
        turn = math.atan2(y2 - y1, x2 - x1)
        start = PathPoint(x1, y1, turn)
        return PathPoint(*start.beside(distance - self._ends[n], 0.0), turn)

    def bend(
        self, line: PlacedLines, baseline: float, start: float
    ) -> tuple[PlacedLines, tuple[tuple[PlacedIcon, Matrix], ...]]:
        """Bend a line that was set straight from 0 on, so that it begins at `start`; its icons come by themselves, each
        with a matrix that has its middle at 0, 0."""
        runs = [letter for run in line.runs for letter in _letters(run, self, start)]
        rules = tuple([_bent_rule(rule, baseline, self, start) for rule in line.rules])
        icons: list[tuple[PlacedIcon, Matrix]] = []
        for icon in line.icons:
            middle = self.at(start + icon.x + icon.w / 2)
            icons.append((icon, (*middle.matrix[:4], *middle.beside(0.0, icon.y + icon.h / 2 - baseline))))
        return PlacedLines(tuple(runs), (), rules), tuple(icons)


def _letters(run: Run, track: Baseline, start: float) -> Iterator[Run]:
    x = run.x
    for part in run.parts:
        per_em = part.font.units_per_em
        for letter in _clusters(part):
            width = letter.width * run.size
            middle = track.at(start + x + width / 2)
            at = middle.beside(-width / 2, 0.0)
            yield run._replace(x=at[0], y=at[1], parts=(letter,), gap=0.0, tracking=0.0, level=0, turn=middle.turn)
            x += sum(glyph.advance for glyph in letter.glyphs) / per_em * run.size + run.tracking * len(letter.glyphs)
            x += run.gap * letter.text.count(" ")


def _clusters(part: Shaped) -> Iterator[Shaped]:
    """Each of its letters, with what is put on it, by itself."""
    starts = sorted({glyph.cluster for glyph in part.glyphs})
    ends = dict(zip(starts, [*starts[1:], len(part.text)], strict=True))
    for cluster, group in groupby(part.glyphs, key=lambda glyph: glyph.cluster):
        glyphs = tuple([Glyph(*glyph[:4], 0) for glyph in group])
        width = sum([glyph.advance for glyph in glyphs]) / part.font.units_per_em
        yield Shaped(part.text[cluster : ends[cluster]], part.font, glyphs, width, part.rtl)


def _bent_rule(rule: Shape, baseline: float, track: Baseline, start: float) -> Shape:
    (_, x1, y), (_, x2, _) = rule.path  # type: ignore[misc]
    steps = max(2, math.ceil((x2 - x1) / 0.5))
    path: list[Segment] = []
    for n in range(steps + 1):
        place = track.at(start + x1 + (x2 - x1) * n / steps)
        path.append(("L" if n else "M", *place.beside(0.0, y - baseline)))
    return rule._replace(path=tuple(path))


def _points(path: Path) -> Iterator[Point]:
    """Up to where a second stretch begins."""
    x, y = first = (0.0, 0.0)
    for n, segment in enumerate(path):
        if segment[0] == "M":
            if n:
                return
            x, y = first = segment[1], segment[2]
            yield first
        elif len(segment) == 7:
            _, x1, y1, x2, y2, x3, y3 = segment
            for step in range(1, _STEPS + 1):
                t = step / _STEPS
                u = 1 - t
                a, b, c, d = u**3, 3 * u * u * t, 3 * u * t * t, t**3
                yield a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3
            x, y = x3, y3
        elif len(segment) == 3:
            x, y = segment[1], segment[2]
            yield x, y
        else:
            x, y = first
            yield first
