"""Display items → grounds: what colour a face has at a point, as far as it can be known.

A ground adds its layers at a point, the topmost first, until one is opaque. A layer without a colour is a bitmap.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from pnp.check.faces._geometry import Box, Polygon, around, box_of, common, inverse, is_flat, is_upright, moved
from pnp.model.colour import WHITE, Rgb, Tint, blended, either, rgb_of, tint_of
from pnp.model.display import Drawing, Group, Item, Matrix, PageArt, Paint, Picture, Raster, Shape, Stroke, Text, apply
from pnp.model.visiting import Visitor, stretched

OPAQUE = 0.999
_BROAD = 1.0  # mm: a line this broad is a ground to write on, finer ones are ornament


class Layer(NamedTuple):
    colour: Rgb | None
    alpha: float


class Ground:
    """Something painted within `box`. What it is exactly is only worked out where a text stands on it."""

    __slots__ = ("_tint", "box")

    def __init__(self, box: Box) -> None:
        self.box = box
        self._tint: Tint | str | None = "not yet looked at"

    @property
    def tint(self) -> Tint | None:
        """None for a bitmap, whose colours nobody knows."""
        if isinstance(self._tint, str):
            self._tint = self._tinted()
        return self._tint

    def _tinted(self) -> Tint | None:
        return None

    def covered(self) -> Box | None:
        """A box of which it paints every point, be it translucent; None where it has none."""
        return None

    def plain(self) -> tuple[Box, Rgb] | None:
        """A box that it fills with one opaque colour; None where it has none, and points are to be asked."""
        return None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        """Adds what is painted at a point of `box`; True where nothing shows through."""
        layers.append(Layer(None, 1.0))
        return True


class _ShapeGround(Ground):
    __slots__ = ("_broad", "_covered", "_polygon", "_shape")

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._broad = shape.stroke.width / 2 if shape.stroke and _is_broad(shape.stroke) else 0.0
        left, top, right, bottom = box_of(shape.path)
        super().__init__(Box(left - self._broad, top - self._broad, right + self._broad, bottom + self._broad))
        self._polygon: Polygon | None = None
        self._covered: Box | None = None

    def _outline(self) -> Polygon:
        if self._polygon is None:
            shape = self._shape
            self._polygon = Polygon(shape.path, shape.evenodd)
            self._covered = self._polygon.inner_box() if shape.fill is not None else None
        return self._polygon

    def _tinted(self) -> Tint | None:
        shape, tints = self._shape, []
        if shape.fill is not None:
            tints.append(tint_of(shape.fill, shape.fill_opacity))
        if self._broad and shape.stroke:
            tints.append(tint_of(shape.stroke.paint, shape.stroke_opacity))
        return either(tints)

    def covered(self) -> Box | None:
        self._outline()
        return self._covered

    def plain(self) -> tuple[Box, Rgb] | None:
        shape, inner = self._shape, self.covered()
        is_plain = isinstance(shape.fill, str) and shape.fill_opacity >= OPAQUE and not self._broad
        return (inner, rgb_of(shape.fill)) if inner and is_plain and isinstance(shape.fill, str) else None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        shape, outline = self._shape, self._outline()
        if self._broad and shape.stroke and outline.is_near(x, y, self._broad):
            layers.append(Layer(_colour_at(shape.stroke.paint, x, y), shape.stroke_opacity))
            if shape.stroke_opacity >= OPAQUE:
                return True
        if shape.fill is None or not outline.has_inside(x, y):
            return False
        layers.append(Layer(_colour_at(shape.fill, x, y), shape.fill_opacity))
        return shape.fill_opacity >= OPAQUE


class _GroupGround(Ground):
    """Grounds in a coordinate system of their own."""

    __slots__ = ("_clip", "_inverse", "_matrix", "_opacity", "_parts")

    def __init__(self, parts: Sequence[Ground], matrix: Matrix, clip: Polygon | None, opacity: float) -> None:
        self._parts = tuple(reversed(parts))  # the topmost first
        self._matrix = matrix
        self._inverse: Matrix | None = None  # only made where a point is asked for
        self._clip = clip
        self._opacity = opacity
        inner = parts[0].box if len(parts) == 1 else around([part.box for part in parts])
        if self._clip:
            inner = common(inner, self._clip.box)
        super().__init__(Box(0.0, 0.0, 0.0, 0.0) if is_flat(matrix) else moved(matrix, inner))

    def _tinted(self) -> Tint | None:
        tint = either([part.tint for part in self._parts])
        return tint and tint._replace(least=tint.least * self._opacity, most=tint.most * self._opacity)

    def covered(self) -> Box | None:
        if self._clip or not is_upright(self._matrix):
            return None
        inner = self._parts[0].covered()
        return moved(self._matrix, inner) if inner else None

    def plain(self) -> tuple[Box, Rgb] | None:
        if self._clip or self._opacity < OPAQUE or not is_upright(self._matrix):
            return None
        top = self._parts[0].plain()
        return (moved(self._matrix, top[0]), top[1]) if top else None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        if self._inverse is None:
            self._inverse = inverse(self._matrix) or self._matrix
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


class _DrawingGround(Ground):
    """A drawing stretched onto a box."""

    __slots__ = ("_drawing", "_grounds", "_inside", "_matrix")

    def __init__(self, picture: Picture, drawing: Drawing, grounds: "Grounds") -> None:
        super().__init__(_box(picture))
        self._drawing = drawing
        self._matrix = stretched(picture, drawing)
        self._grounds = grounds
        self._inside: Ground | str | None = "not yet looked at"

    def _looked(self) -> Ground | None:
        if isinstance(self._inside, str):
            self._inside = self._grounds.grouped(self._drawing.items, self._matrix, None, 1.0)
        return self._inside

    def _tinted(self) -> Tint | None:
        inside = self._looked()
        return inside.tint if inside else None

    def paint(self, x: float, y: float, layers: list[Layer]) -> bool:
        inside = self._looked()
        return inside is not None and _paint_all((inside,), x, y, layers)


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


class Grounds(Visitor[Ground | None]):
    """Makes grounds of items, each item's once: what is shared is looked at once for the whole game."""

    def __init__(self) -> None:
        self._made: dict[int, tuple[Item, Ground | None]] = {}  # with the item, whose id must not be another's
        self._inside: dict[tuple[Hashable, ...], Ground] = {}

    def of(self, item: Item) -> Ground | None:
        """None for what nobody writes on: texts, lines."""
        made = self._made.get(id(item))
        if made is None:
            made = self._made[id(item)] = item, self.visit(item)
        return made[1]

    def grouped(self, items: Sequence[Item], matrix: Matrix, clip: Polygon | None, opacity: float) -> Ground | None:
        parts = [ground for item in items if (ground := self.of(item))]
        return _GroupGround(parts, matrix, clip, opacity) if parts else None

    def inside(self, ground: Ground, group: Group) -> Ground:
        """A ground of a group's own, as it is seen from outside of it: for all groups that are alike but for texts."""
        key = ground, group.transform, group.clip, group.clip_evenodd, group.opacity
        if key not in self._inside:
            self._inside[key] = _GroupGround((ground,), group.transform, _clip_of(group), group.opacity)
        return self._inside[key]

    def text(self, text: Text) -> None:
        return None

    def shape(self, shape: Shape) -> Ground | None:
        is_ground = shape.fill is not None or (shape.stroke is not None and _is_broad(shape.stroke))
        return _ShapeGround(shape) if shape.path and is_ground and not shape.of_letters else None

    def raster(self, picture: Picture, art: Raster) -> Ground:
        return Ground(_box(picture))

    def drawing(self, picture: Picture, art: Drawing) -> Ground:
        return _DrawingGround(picture, art, self)

    def page(self, picture: Picture, art: PageArt) -> Ground:
        return Ground(_box(picture))

    def group(self, group: Group) -> Ground | None:
        return self.grouped(group.items, group.transform, _clip_of(group), group.opacity)


def _box(picture: Picture) -> Box:
    return Box(picture.x, picture.y, picture.x + picture.w, picture.y + picture.h)


def _clip_of(group: Group) -> Polygon | None:
    return Polygon(group.clip, group.clip_evenodd) if group.clip else None


def _is_broad(stroke: Stroke) -> bool:
    return stroke.width >= _BROAD and not stroke.dash


def _colour_at(paint: Paint, x: float, y: float) -> Rgb:
    if isinstance(paint, str):
        return rgb_of(paint)
    back = inverse(paint.transform)
    if back:
        x, y = apply(back, x, y)
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
