"""`rect circle ellipse line polyline polygon path g clip fit qr`: SVG’s shapes and groups, in the box they stand in.

`fit`: the first of its children that finds room, for what may be drawn smaller, or said in fewer words.
`shrink="together"`: the texts in an element, all made smaller by one share, until everything in it finds room.

`qr`: a text as a square that cameras read, with the light edge that they need around it;
`qr_code("https://example.org", "M")` returns 25 rows of 25 modules.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import groupby
from math import ceil
from typing import Any

from pnp.art.attribute_values import ArtError, mirrored_path, mirrored_shape
from pnp.art.paint import opacity_of, paint_of
from pnp.art.palette import NoColour
from pnp.art.paths import parse_path, path_bounds, rounded_rect, shape_path
from pnp.cardtext.marks import strip_marks
from pnp.layout.attributes import BAD_PAINT, BAD_SHAPE, NO_PAINT, Attributes
from pnp.layout.element import BoxSize, Content, Element, Placed, element, join_placed, registered_kinds
from pnp.layout.elements.text import OVERFLOW
from pnp.layout.engine import TOO_LARGE, Layouter, overfull
from pnp.model.colour import luminance, rgb_of
from pnp.model.display import Group, Path, Segment, Shape
from pnp.model.game import Format, Outline
from pnp.model.geometry import outline_path
from pnp.model.length import mm, parse_length
from pnp.model.problem import Finding, Severity, code, find
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
        if (known := registered_kinds().get(child.tag)) and "leading" in known.attributes:
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
        right = bottom = 0.0
        if not any("%" in own.get(name) for name in _GEOMETRY):
            with suppress(ArtError):
                _, _, right, bottom = path_bounds(shape_path(element.tag, own.values))
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
        measured.append(f"{number / 100 * (h if at % 2 else w) if value.endswith('%') else number:.6f}")
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

        def draw_children(of: Element) -> Placed:
            return join_placed([lay.place(child, w, height) for child in of.children])

        if shrinks_together(own):
            return shrink_together(lay, element, draw_children)
        placed = draw_children(element)
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


# Bytes that the largest code holds which cameras read from a card, at each level: 77 modules a side
LONGEST = {"L": 520, "M": 412, "Q": 292, "H": 220}

Modules = tuple[tuple[bool, ...], ...]  # rows; is it dark?


@lru_cache(256)
def qr_code(text: str, level: str) -> Modules | None:
    """Return the smallest code that holds a text at just this level; None where it would be too large."""
    if len(text.encode()) > LONGEST[level]:
        return None
    import segno  # few games have codes

    made = segno.make(text, error=level, mode="byte", encoding="utf-8", micro=False, boost_error=False)
    return tuple([tuple(map(bool, row)) for row in made.matrix])


def dark_path(code: Modules, module: float, x: float, y: float) -> Path:
    """Return rectangles of dark modules of this size from x, y on: as few as equal rows below one another allow."""
    open_runs: dict[tuple[int, int], int] = {}  # start and end in a row → the row where it began
    path: list[tuple[int, int, int, int]] = []
    for number, row in enumerate((*code, ())):
        runs, at = [], 0
        for is_dark, group in groupby(row):
            length = len(list(group))
            if is_dark:
                runs.append((at, at + length))
            at += length
        for run in [run for run in open_runs if run not in runs]:
            path.append((run[0], open_runs.pop(run), run[1], number))
        for run in runs:
            open_runs.setdefault(run, number)
    segments: list[Segment] = []
    for left, top, right, bottom in sorted(path, key=lambda box: (box[1], box[0])):
        w, h = (right - left) * module, (bottom - top) * module
        segments += rounded_rect(x + left * module, y + top * module, w, h, 0.0, 0.0)
    return tuple(segments)


TOO_LONG = code("PNP293", says="a QR code holds {most} bytes at level {level}, the text has {bytes}")
FINE_MODULES = code(
    "PNP294", Severity.WARNING, says="the modules of a QR code are {module}, so cameras may not read it"
)
NOT_DARK = code("PNP295", Severity.WARNING, says="the QR code's {fill} is not dark enough on {ground}")

QUIET = 4.0  # modules around the code that have to be light
_LEAST_MODULE = 0.33  # mm
_USUAL_MODULE = 0.5
_LEAST_CONTRAST = 4.0  # times as light
_FEWEST = 21  # modules a side


@element("qr", attributes=("size", "level", "quiet", "fill", "ground"), text=True, intrinsic=True)
class QrElement:
    """`size` is its side, quiet zone included; else it is as large as its box lets it be."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        if element.field and not element.text:
            return BoxSize(0.0, 0.0)
        own = Attributes(lay, element)
        high = lay.own_length(element, "h", None)
        if high is None:
            made = qr_code(strip_marks(element.text), _level(own))
            high = ((len(made) if made else _FEWEST) + 2 * _quiet(own)) * _USUAL_MODULE
        side = own.length("size", high)
        return BoxSize(side, side)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        own = Attributes(lay, element)
        text, level = strip_marks(element.text), _level(own)
        fill, ground = own.colour("fill", "ink") or "#000000", own.colour("ground", "#ffffff")
        if not text:
            if not element.field:
                own.bad("of", "is missing")
            return Placed(findings=tuple(own.findings))
        side = own.length("size", min(w, self.natural(lay, element, w).h if h is None else h))
        made = qr_code(text, level)
        if made is None:
            count, most = len(text.encode()), LONGEST[level]
            wrong = find(TOO_LONG, field=element.field, origin=element.origin, level=level, most=most, bytes=count)
            return Placed((lay.mark_wrong(side, side),) if lay.draft else (), findings=(*own.findings, wrong))
        height = side if h is None else h
        module = side / (len(made) + 2 * _quiet(own))
        if module < _LEAST_MODULE:
            hint = f'size="{ceil(_LEAST_MODULE / module * side * 10) / 10:g}" or more'
            own.find(FINE_MODULES, hint, module=mm(module))
        if ground and luminance(rgb_of(ground)) + 0.05 < _LEAST_CONTRAST * (luminance(rgb_of(fill)) + 0.05):
            own.find(NOT_DARK, "", "fill", fill=fill, ground=ground)
        x, y = (w - side) / 2, (height - side) / 2
        content = Content("picture", x, y, side, side, "QR code", element.field, element.origin)
        edge = (side - len(made) * module) / 2
        code = Shape(dark_path(made, module, x + edge, y + edge), fill)
        shapes = (Shape(rounded_rect(x, y, side, side, 0.0, 0.0), ground), code) if ground else (code,)
        placed = Placed(shapes, (content,), tuple(own.findings))
        return join_placed((placed, overfull(lay, element, w, height, wide=side - w, high=side - height)))


def _level(own: Attributes) -> str:
    return own.choice("level", tuple(LONGEST), "M")


def _quiet(own: Attributes) -> float:
    return own.number("quiet", QUIET, 0.0, 100.0)
