"""`rect circle ellipse line polyline polygon path` and `g`: SVG’s shapes and groups, in the box they stand in.

`fit`: the first of its children that finds room, for what may be drawn smaller, or said in fewer words.
`shrink="together"`: the texts in an element, all made smaller by one share, until everything in it finds room.
"""

from collections.abc import Callable, Iterator
from math import ceil
from typing import Any

from pnp.art.attribute_values import ArtError, mirrored_path, mirrored_shape
from pnp.art.paint import opacity_of, paint_of
from pnp.art.palette import NoColour
from pnp.art.paths import parse_path, path_bounds, rounded_rect, shape_path
from pnp.layout.attributes import BAD_PAINT, BAD_SHAPE, NO_PAINT, Attributes
from pnp.layout.element import BoxSize, Content, Element, Placed, element, joined, kinds
from pnp.layout.elements.text import OVERFLOW
from pnp.layout.engine import TOO_LARGE, Layouter
from pnp.model.display import Group, Path, Shape
from pnp.model.game import Format, Outline
from pnp.model.geometry import outline_path
from pnp.model.length import parse_length
from pnp.model.problem import Finding
from pnp.typesetting.lines import QUARTER_POINT

NO_ROOM = (TOO_LARGE.id, OVERFLOW.id)


def shrinks_together(own: Attributes) -> bool:
    return own.choice("shrink", ("alone", "together"), "alone") == "together"


def shrink_together(lay: Layouter, element: Element, draw: Callable[[Element], Placed]) -> Placed:
    """Draw the element with the largest texts that find room, or the smallest there are."""
    # all of the styles' sizes, then a quarter point less of the largest, until each is at its smallest
    styles = [lay.look(each).style for each in _texts(element)]
    largest = max([style.size for style in styles], default=0.0)
    least = min([min(style.min, style.size) / style.size for style in styles], default=1.0)
    steps = range(ceil(largest / QUARTER_POINT) - 1, 0, -1)
    between = [share for step in steps if least < (share := step * QUARTER_POINT / largest) < 1.0]
    shares = [1.0, *between, least] if least < 1.0 else [1.0]
    low, high = -1, len(shares) - 1  # shares[low] finds no room, shares[high] does, or is the last
    while high - low > 1:
        middle = (low + high) // 2
        placed = draw(_all_at(element, shares[middle]))
        if any(finding.code.id in NO_ROOM for finding in placed.findings):
            low = middle
        else:
            high = middle
    return draw(_all_at(element, shares[high]))


def _texts(element: Element) -> Iterator[Element]:
    """Yield all elements within it that have a type style."""
    for child in element.children:
        if (known := kinds().get(child.tag)) and "leading" in known.attributes:
            yield child
        yield from _texts(child)


def _all_at(element: Element, share: float) -> Element:
    """Return the element with all within it at a share of its size."""
    return element._replace(children=tuple([_all_at(child, share)._replace(share=share) for child in element.children]))


_ACROSS = ("x", "width", "cx", "rx", "x1", "x2", "r")  # percentages of these are of the box's width
_DOWN = ("y", "height", "cy", "ry", "y1", "y2")
_GEOMETRY = (*_ACROSS, *_DOWN, "points", "d")


@element("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", box=False, attributes=_GEOMETRY)
class ShapeElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        """Return how far it reaches from its origin; nothing where it follows its box."""
        own = Attributes(lay, element)
        if any("%" in own.get(name) for name in _GEOMETRY):
            return BoxSize(0.0, 0.0)
        try:
            path = shape_path(element.tag, own.values)
        except ArtError:
            return BoxSize(0.0, 0.0)
        _, _, right, bottom = path_bounds(path)
        return BoxSize(max(right, 0.0), max(bottom, 0.0))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        for name in _GEOMETRY:
            if name == "points":
                own.values[name] = _measured_points(own.get(name), w, h or 0.0)
            elif own.get(name).endswith("%"):
                own.values[name] = f"{own.length(name, 0.0, w if name in _ACROSS else h or 0.0):.6f}"
        try:
            path = shape_path(element.tag, own.values)
            ink = lay.colour("ink")[0] or "#000000"
            paints = paint_of(own.values, lay.palette, lay.gradients, ink, path)
            opacity = opacity_of(own.values)
        except ArtError as error:
            name = error.attribute
            said: dict[str, Any] = {"hint": error.hint, "word": name, "cause": error.cause}
            if isinstance(error, NoColour):
                own.find(NO_PAINT, **said, tag=own.tag, attribute=name, name=error.name)
            else:
                kind = BAD_PAINT if name in ("fill", "stroke") else BAD_SHAPE
                own.find(kind, **said, tag=own.tag, what=error.message)
            return Placed(findings=tuple(own.findings))
        if paints.stroke and element.origin:
            paints = paints._replace(stroke=paints.stroke._replace(place=element.origin))
        if not path or not (paints.fill or paints.stroke):
            return Placed(findings=tuple(own.findings))
        shape = mirrored_shape(Shape(path, *paints), w) if lay.mirrored else Shape(path, *paints)
        return Placed((shape if opacity == 1.0 else Group((shape,), opacity=opacity),), (), tuple(own.findings))


def _measured_points(points: str, w: float, h: float) -> str:
    """Return the corners, shares of the box in millimetres; where one is none, what was written."""
    if "%" not in points:
        return points
    measured: list[str] = []
    for at, value in enumerate(points.replace(",", " ").split()):
        number = parse_length(value.removesuffix("%"))
        if number is None:
            return points
        of = h if at % 2 else w
        measured.append(f"{number / 100 * of if value.endswith('%') else number:.6f}")
    return " ".join(measured)


_SHAPES = (Outline.RECTANGLE, Outline.CIRCLE, Outline.HEXAGON)


def extent(lay: Layouter, element: Element, w: float | None) -> BoxSize:
    """How far the children reach to the right and down."""
    right = bottom = 0.0
    for child in element.children:
        x, y = lay.own_length(child, "x", w) or 0.0, lay.own_length(child, "y", None) or 0.0
        size = lay.natural(child, None if w is None else w - x)
        right, bottom = max(right, x + size.w), max(bottom, y + size.h)
    return BoxSize(right, bottom)


@element("g", children=True, attributes=("shrink",))
class GroupElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        return extent(lay, element, w)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        height = extent(lay, element, w).h if h is None else h
        if shrinks_together(own):
            return shrink_together(
                lay, element, lambda each: joined([lay.place(child, w, height) for child in each.children])
            )
        placed = joined([lay.place(child, w, height) for child in element.children])
        return placed._replace(findings=(*own.findings, *placed.findings)) if own.findings else placed


@element("clip", children=True, attributes=("rx", "shape", "d"))
class ClipElement(GroupElement):
    """What is outside of the box, rounded by `rx`, or of the `shape` in it, or of the path `d`, isn't shown."""

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        height = extent(lay, element, w).h if h is None else h
        inside = super().draw(lay, element, w, height)
        clip = _outline(own, w, height)
        if lay.mirrored:
            clip = mirrored_path(clip, w)
        content: list[Content] = []
        for part in inside.content:
            left, top = max(part.x, 0.0), max(part.y, 0.0)
            right, bottom = min(part.x + part.w, w), min(part.y + part.h, height)
            if right > left and bottom > top:
                content.append(part._replace(x=left, y=top, w=right - left, h=bottom - top))
        return Placed((Group(inside.items, clip=clip),), tuple(content), (*own.findings, *inside.findings))


def _outline(own: Attributes, w: float, h: float) -> Path:
    if "d" in own:
        try:
            return parse_path(own.get("d"))
        except ValueError as error:
            own.bad("d", str(error))
    shape = own.choice("shape", _SHAPES, Outline.RECTANGLE)
    if shape == Outline.RECTANGLE:
        radius = own.length("rx", 0.0, w)
        return rounded_rect(0.0, 0.0, w, h, radius, radius)
    return outline_path(Format(w, h, Outline(shape)))


@element("fit", children=True)
class FitElement:
    """Where none finds room, the last is drawn and what is too large in it reported."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        """Return the size of the first that isn't too wide."""
        size = BoxSize(0.0, 0.0)
        for child in element.children:
            size = extent(lay, element._replace(children=(child,)), w)
            if w is None or size.w <= w:
                break
        return size

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        placed = Placed()
        mistakes: list[Finding] = []  # in those that find no room, besides that
        for child in element.children:
            placed = lay.place(child, w, h)
            others = [finding for finding in placed.findings if finding.code.id not in NO_ROOM]
            if len(others) == len(placed.findings):
                break
            mistakes += others
        untold = [mistake for mistake in dict.fromkeys(mistakes) if mistake not in placed.findings]
        return placed._replace(findings=(*placed.findings, *untold))
