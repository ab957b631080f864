"""Shapes → operators: paths, pens, paints; what shows through a gradient's stops is a mask."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.emit.pdf.operators import fill_colour, number, outline, rectangle, shape_box, stroke_colour
from pnp.emit.pdf.resources import NOTHING, ContentUses, Form, Opacity, Resources, UseCollector
from pnp.emit.pdf.shadings import is_clear, light_as_strong, opaque, solid
from pnp.model.display import Gradient, Paint, Shape, Stroke

MITER = 4.0  # as usual in display lists; PDF starts with another
_MOST_SHAPES = 20_000  # to keep


class Operators(NamedTuple):
    content: str
    uses: ContentUses


class Shapes:
    """Writes shapes, and keeps what they refer to among the resources."""

    def __init__(self, resources: Resources) -> None:
        self.known: dict[Shape, Operators] = {}  # already written
        self._resources = resources

    def written(self, shape: Shape) -> Operators:
        if len(self.known) > _MOST_SHAPES:
            self.known.clear()
        written = self.known[shape] = self._write(shape)
        return written

    def _write(self, shape: Shape) -> Operators:
        """Gradients go into a form: patterns lie in the space of the stream that uses them; a form's moves along."""
        uses = UseCollector()
        content = self._painted(shape, uses)
        if not any(name.startswith("P") for name in uses.names):
            return Operators(content, uses.collected() if uses.names else NOTHING)
        name = self._resources.form(Form(content, shape_box(shape), False, uses.collected()))
        return Operators(f"/{name} Do", ContentUses(frozenset((name,))))

    def _painted(self, shape: Shape, uses: UseCollector) -> str:
        stroke = shape.stroke if shape.stroke and shape.stroke.width > 0 else None
        clear = [paint for paint in (shape.fill, stroke and stroke.paint) if paint and is_clear(paint)]
        if clear and shape.path:
            return " ".join(self._see_through(part, uses) for part in _parts(shape, stroke))
        if not shape.path or (shape.fill is None and stroke is None):
            return ""
        setup = []
        opacity = Opacity(shape.fill_opacity if shape.fill else 1.0, shape.stroke_opacity if stroke else 1.0)
        translucent = min(opacity.fill, opacity.stroke) < 1
        if translucent:
            setup.append(f"/{self._noted(self._resources.state(opacity), uses)} gs")
        if shape.fill is not None:
            setup.append(self._paint(shape.fill, False, uses))
        if stroke:
            setup += [self._paint(stroke.paint, True, uses), f"{number[stroke.width]} w", *_pen(stroke)]
        path, evenodd = outline(shape.path), "*" if shape.evenodd else ""
        if stroke is None:
            painted = f"{path} f{evenodd}"
        elif shape.fill is None:
            painted = f"{path} S"
        elif translucent or isinstance(solid(stroke.paint), Gradient):
            # with one operator for both the fill wouldn't show through the stroke, and PDFium lays it over a pattern
            painted = f"{path} f{evenodd} {path} S"
        else:
            painted = f"{path} B{evenodd}"
        content = f"{' '.join(setup)} {painted}"
        return f"q {content} Q" if translucent or (stroke and _pen(stroke)) else content

    def _see_through(self, shape: Shape, uses: UseCollector) -> str:
        """A fill or a stroke alone, under a mask where its gradient's stops aren't opaque."""
        paint = shape.fill if shape.stroke is None else shape.stroke.paint
        content = self._painted(opaque(shape), uses)
        if paint is None or not is_clear(paint):
            return content
        inside = UseCollector()
        mask = self._painted(Shape(rectangle(*shape_box(shape)), light_as_strong(paint)), inside)
        form = self._resources.form(Form(mask, shape_box(shape), True, inside.collected(), is_mask=True))
        return f"q /{self._noted(self._resources.state(Opacity(1.0, 1.0, form)), uses)} gs {content} Q"

    def _noted(self, name: str, uses: UseCollector) -> str:
        uses.names.add(name)
        return name

    def _paint(self, paint: Paint, stroking: bool, uses: UseCollector) -> str:
        paint = solid(paint)
        if isinstance(paint, Gradient):
            name = self._noted(self._resources.pattern(paint), uses)
            return f"/Pattern CS /{name} SCN" if stroking else f"/Pattern cs /{name} scn"
        return stroke_colour(paint) if stroking else fill_colour(paint)


def _parts(shape: Shape, stroke: Stroke | None) -> Sequence[Shape]:
    """Its fill and its stroke, each by itself."""
    return [
        *([shape._replace(stroke=None)] if shape.fill is not None else []),
        *([shape._replace(fill=None, stroke=stroke)] if stroke is not None else []),
    ]


def _pen(stroke: Stroke) -> list[str]:
    """What is unusual about a line; it has to be undone after it."""
    unusual = []
    if stroke.cap:
        unusual.append(f"{stroke.cap} J")
    if stroke.join:
        unusual.append(f"{stroke.join} j")
    if stroke.miter != MITER:
        unusual.append(f"{number[max(stroke.miter, 1.0)]} M")
    if any(stroke.dash):
        phase = stroke.dash_offset % (2 * sum(stroke.dash))
        unusual.append(f"[{' '.join(map(number.__getitem__, stroke.dash))}] {number[phase]} d")
    return unusual
