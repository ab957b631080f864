"""Grounds: what colour a face has at a point, as far as it can be known.

A ground adds its layers at a point, the topmost first, until one is opaque. A layer without a colour is a bitmap.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal, NamedTuple

from pnp.check.faces._polygons import Polygon
from pnp.model.colour import WHITE, Rgb, Tint, blended, either, rgb_of, tint_of
from pnp.model.display import Group, Matrix, Paint, Shape, Stroke, apply
from pnp.model.geometry import NO_BOX, Box, invert, is_flat, is_upright, path_box, surround, transform_box

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
        """None for a bitmap, whose colours nobody knows."""
        return None

    @cached_property
    def covered(self) -> Box | None:
        """A box of which it paints every point, be it translucent; None where it has none."""
        return None

    @cached_property
    def plain(self) -> tuple[Box, Rgb] | None:
        """A box that it fills with one opaque colour; None where it has none, and points are to be asked."""
        return None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        """Adds what is painted at a point of `box`; True where nothing shows through."""
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
        return either(tints)

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
        tint = either([part.tint for part in self._parts])
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
    """Of the topmost of these grounds, on white paper; None where a bitmap shows."""
    layers: list[Layer] = []
    if not _paint_all(grounds, x, y, layers):
        layers.append(Layer(WHITE, 1.0))
    return _flat(layers, 1.0).colour


def _flat(layers: Sequence[Layer], opacity: float) -> Layer:
    """Several layers, topmost first, as one."""
    colour: Rgb | None = layers[-1].colour
    through = 1.0 - layers[-1].alpha
    for layer in reversed(layers[:-1]):
        colour = blended(layer.colour, colour, layer.alpha) if layer.colour and colour else None
        through *= 1.0 - layer.alpha
    return Layer(colour, (1.0 - through) * opacity)


def is_ground(shape: Shape) -> bool:
    """Whether a text may stand on it: not on outlines of letters, nor on fine lines."""
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
            return blended(rgb_of(stop.colour), rgb_of(before.colour), (t - before.offset) / span if span else 1.0)
        before = stop
    return rgb_of(before.colour)
