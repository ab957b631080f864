"""Grounds: what colour a face has at a point, as far as it can be known.

A ground adds its layers at a point, the topmost first, until one is opaque. A layer without a colour is a bitmap.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Literal, NamedTuple

from pnp.model.colour import WHITE, Rgb, Tint, blend, merge_tints, rgb_of, tint_of
from pnp.model.display import Group, Matrix, Paint, Path, Segment, Shape, Stroke, apply
from pnp.model.geometry import NO_BOX, Box, invert, is_flat, is_upright, path_box, surround, transform_box

Edge = tuple[float, float, float, float]

_STEPS = 8  # straight lines for a curve
_WEIGHTS = [
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3) for t in [n / _STEPS for n in range(1, _STEPS + 1)]
]  # of a cubic's four points
_HAIR = 1e-4
_BANDS = 24


class Polygon:
    """A path made of straight lines; each of its parts only becomes that when a point near it is asked for."""

    __slots__ = ("_evenodd", "_parts", "box")

    def __init__(self, path: Path, evenodd: bool = False) -> None:
        self._parts = [_Stretch(part) for part in _parted(path)]
        self._evenodd = evenodd
        self.box = surround([part.box for part in self._parts])

    def has_inside(self, x: float, y: float) -> bool:
        winding = 0
        for part in self._parts:
            left, top, right, bottom = part.box
            if left <= x <= right and top <= y <= bottom:
                winding += part.winding(x, y)
        return winding % 2 == 1 if self._evenodd else winding != 0

    def is_near(self, x: float, y: float, distance: float) -> bool:
        """Tell whether its line, as it is drawn, passes a point that closely."""
        for part in self._parts:
            left, top, right, bottom = part.box
            if left - distance <= x <= right + distance and top - distance <= y <= bottom + distance:
                limit = distance * distance
                if any(_squared_distance(edge, x, y) <= limit for edge in part.lines()):
                    return True
        return False

    def inner_box(self) -> Box | None:
        """Return its box, shrunk evenly from all sides until it lies inside; None if it isn't convex."""
        if len(self._parts) != 1:
            return None
        edges = self._parts[0].edges
        if not _is_convex(edges):
            return None
        left, top, right, bottom = self.box
        side = 1.0 if sum([x1 * y2 - x2 * y1 for x1, y1, x2, y2 in edges]) >= 0 else -1.0
        inset, most = 0.0, min(right - left, bottom - top) / 2
        for x1, y1, x2, y2 in edges:
            across, down = side * (x2 - x1), side * (y2 - y1)
            # how far the corner that is farthest out lies inside of the edge, and how fast it comes in
            x, y = (right if down > 0 else left), (top if across > 0 else bottom)
            inside = across * (y - y1) - down * (x - x1)
            if inside < 0:
                inset = max(inset, -inside / (abs(across) + abs(down)))
        if inset >= most:
            return None
        inset += _HAIR if inset else 0.0
        return (left + inset, top + inset, right - inset, bottom - inset)


class _Stretch:
    """A closed or open stretch of a path."""

    def __init__(self, segments: list[Segment]) -> None:
        self._segments = segments
        self.box = path_box(tuple(segments))

    def lines(self) -> list[Edge]:
        return [(*a, *b) for a, b in pairwise(_points(self._segments))]

    @cached_property
    def edges(self) -> list[Edge]:
        """The lines that are drawn, and the one that closes them."""
        points = _points(self._segments)
        return [(*a, *b) for a, b in pairwise([*points, points[0]]) if a != b]

    def _band(self, y: float) -> int:
        _, top, _, bottom = self.box
        return min(max(int((y - top) / (bottom - top) * _BANDS), 0), _BANDS) if bottom > top else 0

    @cached_property
    def _banded(self) -> list[list[Edge]]:
        """Its edges by the bands, from top to bottom, that they cross: most points have few beside them."""
        bands: list[list[Edge]] = [[] for _ in range(_BANDS + 1)]
        for edge in self.edges:
            top, bottom = sorted((edge[1], edge[3]))
            for band in bands[self._band(top) : self._band(bottom) + 1]:
                band.append(edge)
        return bands

    def winding(self, x: float, y: float) -> int:
        winding = 0
        for x1, y1, x2, y2 in self._banded[self._band(y)]:
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                winding += 1 if y2 > y1 else -1
        return winding


def _is_convex(edges: list[Edge]) -> bool:
    sides = [(x2 - x1, y2 - y1) for x1, y1, x2, y2 in edges]
    pairs = list(pairwise([*sides, *sides[:1]]))
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in pairs]
    back = sum((a[0] > 0) != (b[0] > 0) for a, b in pairs)  # more than there and back: it winds twice
    return (min(turns, default=0.0) >= -_HAIR or max(turns, default=0.0) <= _HAIR) and back <= 2


def _squared_distance(edge: Edge, x: float, y: float) -> float:
    x1, y1, x2, y2 = edge
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy
    t = min(max(((x - x1) * dx + (y - y1) * dy) / length, 0.0), 1.0) if length else 0.0
    return (x1 + t * dx - x) ** 2 + (y1 + t * dy - y) ** 2


def _parted(path: Path) -> list[list[Segment]]:
    """Part a path, each part from one M to the next; what follows a Z starts where that ended."""
    parts: list[list[Segment]] = []
    closed = True
    for segment in path:
        if segment[0] == "M":
            parts.append([segment])
        elif segment[0] == "Z":
            first = parts[-1][0]
            parts[-1].append(("L", first[1], first[2]))  # type: ignore[misc]
        elif closed:
            parts.append([parts[-1][0], segment])
        else:
            parts[-1].append(segment)
        closed = segment[0] == "Z"
    return [part for part in parts if len(part) > 1]


def _points(segments: list[Segment]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for segment in segments:
        if len(segment) == 7:
            _, x1, y1, x2, y2, x3, y3 = segment
            x0, y0 = points[-1]
            points += [
                (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in _WEIGHTS
            ]
        elif len(segment) == 3:
            points.append((segment[1], segment[2]))
    return points


OPAQUE = 0.999
_BROAD = 1.0  # mm: a line this broad is a ground to write on, finer ones are ornament


class Layer(NamedTuple):
    colour: Rgb | None
    alpha: float


class Ground:
    """Something painted within `box`. What it is exactly is only worked out where a text stands on it."""

    kind: Literal["ground"] = "ground"

    def __init__(self, box: Box) -> None:
        self.box = box

    @cached_property
    def tint(self) -> Tint | None:
        """Return the colours that it may have; None for a bitmap, whose colours aren't known."""
        return None

    @cached_property
    def covered(self) -> Box | None:
        """Return a box of which it paints every point, be it translucent; None if it has none."""
        return None

    @cached_property
    def plain(self) -> tuple[Box, Rgb] | None:
        """Return a box that it fills with one opaque colour; None if it has none, and each point must be looked at."""
        return None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        """Add what is painted at a point of `box`; return whether it hides what is below."""
        layers.append(Layer(None, 1.0))
        return True


class ShapeGround(Ground):
    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._broad = shape.stroke.width / 2 if shape.stroke and _is_broad(shape.stroke) else 0.0
        left, top, right, bottom = path_box(shape.path)
        super().__init__((left - self._broad, top - self._broad, right + self._broad, bottom + self._broad))

    @cached_property
    def _outline(self) -> Polygon:
        return Polygon(self._shape.path, self._shape.evenodd)

    @cached_property
    def tint(self) -> Tint | None:
        shape, tints = self._shape, []
        if shape.fill is not None:
            tints.append(tint_of(shape.fill, shape.fill_opacity))
        if self._broad and shape.stroke:
            tints.append(tint_of(shape.stroke.paint, shape.stroke_opacity))
        return merge_tints(tints)

    @cached_property
    def covered(self) -> Box | None:
        return self._outline.inner_box() if self._shape.fill is not None else None

    @cached_property
    def plain(self) -> tuple[Box, Rgb] | None:
        shape, inner = self._shape, self.covered
        is_plain = isinstance(shape.fill, str) and shape.fill_opacity >= OPAQUE and not self._broad
        return (inner, rgb_of(shape.fill)) if inner and is_plain and isinstance(shape.fill, str) else None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        shape, outline = self._shape, self._outline
        if self._broad and shape.stroke and outline.is_near(x, y, self._broad):
            layers.append(Layer(_colour_at(shape.stroke.paint, x, y), shape.stroke_opacity))
            if shape.stroke_opacity >= OPAQUE:
                return True
        if shape.fill is None or not outline.has_inside(x, y):
            return False
        layers.append(Layer(_colour_at(shape.fill, x, y), shape.fill_opacity))
        return shape.fill_opacity >= OPAQUE


class GroupGround(Ground):
    """Grounds in a coordinate system of their own."""

    def __init__(self, parts: Sequence[Ground], matrix: Matrix, clip: Polygon | None = None, opacity: float = 1.0):
        self._parts = parts[::-1]  # the topmost first
        self._matrix = matrix
        self._clip = clip
        self._opacity = opacity
        inner = parts[0].box if len(parts) == 1 else surround([part.box for part in parts])
        if clip:
            (x1, y1, x2, y2), (left, top, right, bottom) = inner, clip.box
            inner = max(x1, left), max(y1, top), min(x2, right), min(y2, bottom)
        super().__init__(NO_BOX if is_flat(matrix) else transform_box(matrix, inner))

    @cached_property
    def tint(self) -> Tint | None:
        tint = merge_tints([part.tint for part in self._parts])
        return tint and tint._replace(least=tint.least * self._opacity, most=tint.most * self._opacity)

    @cached_property
    def covered(self) -> Box | None:
        if self._clip or not is_upright(self._matrix):
            return None
        inner = self._parts[0].covered
        return transform_box(self._matrix, inner) if inner else None

    @cached_property
    def plain(self) -> tuple[Box, Rgb] | None:
        if self._clip or self._opacity < OPAQUE or not is_upright(self._matrix):
            return None
        top = self._parts[0].plain
        return (transform_box(self._matrix, top[0]), top[1]) if top else None

    @cached_property
    def _inverse(self) -> Matrix:
        return self._matrix if is_flat(self._matrix) else invert(self._matrix)

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        x, y = apply(self._inverse, x, y)
        if self._clip and not self._clip.has_inside(x, y):
            return False
        if self._opacity >= OPAQUE:
            return _paint_all(self._parts, x, y, layers)
        own: list[Layer] = []
        _paint_all(self._parts, x, y, own)
        if own:
            layers.append(_flat(own, self._opacity))
        return False


class DrawingGround(Ground):
    """What is in a drawing, stretched onto a box."""

    def __init__(self, box: Box, parts: Sequence[Ground], matrix: Matrix) -> None:
        super().__init__(box)
        self._parts = parts
        self._matrix = matrix

    @cached_property
    def _inside(self) -> Ground | None:
        return GroupGround(self._parts, self._matrix) if self._parts else None

    @cached_property
    def tint(self) -> Tint | None:
        return self._inside.tint if self._inside else None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        return self._inside is not None and _paint_all((self._inside,), x, y, layers)


def _paint_all(grounds: Sequence[Ground], x: float, y: float, layers: list[Layer]) -> bool:
    for ground in grounds:
        left, top, right, bottom = ground.box
        if left <= x <= right and top <= y <= bottom and ground.paint(x, y, layers):
            return True
    return False


def colour_at(grounds: Sequence[Ground], x: float, y: float) -> Rgb | None:
    """Return the colour of the topmost of these grounds, on white paper; None if a bitmap shows."""
    layers: list[Layer] = []
    if not _paint_all(grounds, x, y, layers):
        layers.append(Layer(WHITE, 1.0))
    return _flat(layers, 1.0).colour


def _flat(layers: Sequence[Layer], opacity: float) -> Layer:
    """Merge several layers, the topmost first."""
    colour: Rgb | None = layers[-1].colour
    through = 1.0 - layers[-1].alpha
    for layer in reversed(layers[:-1]):
        colour = blend(layer.colour, colour, layer.alpha) if layer.colour and colour else None
        through *= 1.0 - layer.alpha
    return Layer(colour, (1.0 - through) * opacity)


def is_ground(shape: Shape) -> bool:
    """Tell whether a text may stand on a shape: not on outlines of letters, nor on fine lines."""
    is_painted = shape.fill is not None or (shape.stroke is not None and _is_broad(shape.stroke))
    return bool(shape.path) and is_painted and not shape.of_letters


def clip_polygon(group: Group) -> Polygon | None:
    return Polygon(group.clip, group.clip_evenodd) if group.clip else None


def _is_broad(stroke: Stroke) -> bool:
    return stroke.width >= _BROAD and not stroke.dash


def _colour_at(paint: Paint, x: float, y: float) -> Rgb:
    if isinstance(paint, str):
        return rgb_of(paint)
    if not is_flat(paint.transform):
        x, y = apply(invert(paint.transform), x, y)
    dx, dy = paint.x2 - paint.x1, paint.y2 - paint.y1
    if paint.radius > 0:
        t = ((x - paint.x1) ** 2 + (y - paint.y1) ** 2) ** 0.5 / paint.radius
    else:
        length = dx * dx + dy * dy
        t = ((x - paint.x1) * dx + (y - paint.y1) * dy) / length if length else 1.0
    before = paint.stops[0]
    for stop in paint.stops:
        if stop.offset >= t:
            span = stop.offset - before.offset
            return blend(rgb_of(stop.colour), rgb_of(before.colour), (t - before.offset) / span if span else 1.0)
        before = stop
    return rgb_of(before.colour)
