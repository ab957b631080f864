"""`rect circle ellipse line polyline polygon path`: SVG's shapes, in the coordinates of the box they stand in."""

from pnp.layout.art.paint import opacity_of, paint_of
from pnp.layout.art.paths import path_bounds
from pnp.layout.art.shapes import shape_path
from pnp.layout.art.values import ArtError
from pnp.layout.attributes import BAD_ATTRIBUTE, UNKNOWN_COLOUR, Attributes
from pnp.layout.element import Element, Placed, Size, element
from pnp.layout.engine import Layouter
from pnp.layout.mirror import mirrored_shape
from pnp.model.display import Group, Shape

_ACROSS = ("x", "width", "cx", "rx", "x1", "x2", "r")  # percentages of these are of the box's width
_DOWN = ("y", "height", "cy", "ry", "y1", "y2")
_GEOMETRY = (*_ACROSS, *_DOWN, "points", "d")


@element("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", box=False, attributes=_GEOMETRY)
class ShapeElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        """As far as it reaches from its origin; none where it follows its box."""
        own = Attributes(lay, element)
        if any(own.get(name).endswith("%") for name in _GEOMETRY):
            return Size(0.0, 0.0)
        try:
            path = shape_path(element.tag, own.values)
        except ArtError:
            return Size(0.0, 0.0)
        _, _, right, bottom = path_bounds(path)
        return Size(max(right, 0.0), max(bottom, 0.0))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        for name in _GEOMETRY:
            if own.get(name).endswith("%"):
                own.values[name] = f"{own.length(name, 0.0, w if name in _ACROSS else h or 0.0):.6f}"
        try:
            path = shape_path(element.tag, own.values)
            ink = lay.colour("ink")[0] or "#000000"
            paints = paint_of(own.values, lay.palette, lay.gradients, ink, path)
            opacity = opacity_of(own.values)
        except ArtError as error:
            kind = UNKNOWN_COLOUR if error.attribute in ("fill", "stroke") else BAD_ATTRIBUTE
            own.find(kind, f"<{element.tag}>: {error.message}", error.hint)
            return Placed(findings=tuple(own.findings))
        if paints.stroke and element.origin:
            paints = paints._replace(stroke=paints.stroke._replace(place=element.origin))
        shape: Shape | Group = Shape(path, *paints)
        if not path or not (paints.fill or paints.stroke):
            return Placed(findings=tuple(own.findings))
        if lay.mirrored:
            shape = mirrored_shape(Shape(path, *paints), w)
        return Placed((shape if opacity == 1.0 else Group((shape,), opacity=opacity),), (), tuple(own.findings))
