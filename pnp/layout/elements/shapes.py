"""`rect circle ellipse line polyline polygon path`: SVG's shapes, in the coordinates of the box they stand in."""

from pnp.layout.art.paint import opacity_of, paint_of
from pnp.layout.art.paths import path_bounds
from pnp.layout.art.shapes import shape_path
from pnp.layout.art.values import ArtError
from pnp.layout.attributes import BAD_ATTRIBUTE, UNKNOWN_COLOUR, Attributes
from pnp.layout.element import Element, Placed, Size, element
from pnp.layout.engine import Layouter
from pnp.model.display import Group, Shape

_GEOMETRY = ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points", "d")
_ACROSS = frozenset(("x", "width", "cx", "rx", "x1", "x2", "r"))


@element("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", box=False, attributes=_GEOMETRY)
class ShapeElement:
    """Percentages are of the box around: of its width for x, of its height for y."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> Size:
        own = Attributes(lay, element)
        if "%" in "".join(own.get(name) for name in _GEOMETRY[:4]):
            return Size(0.0, 0.0)  # it follows its box, it doesn't ask for room
        try:
            _, _, x1, y1 = path_bounds(shape_path(element.tag, own.values))
        except ArtError:
            return Size(0.0, 0.0)
        return Size(max(x1, 0.0), max(y1, 0.0))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        for name in _GEOMETRY:
            if own.get(name).endswith("%"):
                own.values[name] = repr(own.length(name, 0.0, w if name in _ACROSS else h or 0.0))
        try:
            path = shape_path(element.tag, own.values)
            ink = lay.colour("ink")[0] or "#000000"
            paints = paint_of(own.values, lay.palette, lay.gradients, ink, path)
            opacity = opacity_of(own.values)
        except ArtError as error:
            kind = UNKNOWN_COLOUR if error.attribute in ("fill", "stroke") else BAD_ATTRIBUTE
            own.find(kind, f"<{element.tag}>: {error.message}", error.hint)
            return Placed(findings=tuple(own.findings))
        shape = Shape(path, *paints)
        if opacity != 1.0:
            return Placed((Group((shape,), opacity=opacity),), (), tuple(own.findings))
        return Placed((shape,), (), tuple(own.findings)) if paints.fill or paints.stroke else Placed()
