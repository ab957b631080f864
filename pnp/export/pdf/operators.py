"""Numbers, colours, matrices and shapes → PDF operators, all in millimetres; what gradients let through is a mask."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pnp.export.pdf.resources import NOTHING, ContentUses, Form, Opacity, PdfName, Resources, UseCollector, Value
from pnp.model.display import IDENTITY, Colour, Gradient, Matrix, Paint, Path, Shape, Stop, Stroke
from pnp.model.geometry import Box, path_box
from pnp.model.sheet import Rect


def as_rectangle(path: Path) -> Rect | None:
    """Return the rectangle that a path goes round, first along x."""
    match path:
        case (("M", x, y), ("L", x1, y1), ("L", x2, y2), ("L", x3, y3), ("Z",)) if (
            y == y1 and x1 == x2 and y2 == y3 and x3 == x
        ):
            return Rect(x, y, x1 - x, y2 - y)
    return None


def rectangle(left: float, top: float, right: float, bottom: float) -> Path:
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


def shape_box(shape: Shape) -> Box:
    """Return a box that a shape stays inside of, with its stroke and the tips of its corners."""
    margin = shape.stroke.width * max(shape.stroke.miter, 2.0) if shape.stroke else 0.0
    left, top, right, bottom = path_box(shape.path)
    return left - margin, top - margin, right + margin, bottom + margin


class _Numbers(dict[float, str]):
    """Numbers as they are written: up to four decimals (a tenth of a micrometre), no trailing zeros, never 1e-05."""

    def __missing__(self, value: float) -> str:
        if not -1e9 < value < 1e9:
            raise ValueError(f"{value} is no length on a page")
        if len(self) > 100_000:
            self.clear()
        text = self[value] = str(round(value, 4) + 0.0).removesuffix(".0")
        return text


number = _Numbers()


class _Factors(dict[float, str]):
    """Scales as they are written: they multiply lengths, so four decimals would be too few."""

    def __missing__(self, value: float) -> str:
        if len(self) > 100_000:
            self.clear()
        text = f"{value:.8f}".rstrip("0").rstrip(".")
        if value:  # 0 and -0 are one key, and two texts
            self[value] = text
        return text


factor = _Factors()


@lru_cache(4096)
def components(colour: Colour) -> str:
    """`#rrggbb` → one number for a grey, three for any other colour: greys print with black ink alone."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return number[red] if red == green == blue else f"{number[red]} {number[green]} {number[blue]}"


@lru_cache(4096)
def fill_colour(colour: Colour) -> str:
    written = components(colour)
    return f"{written} rg" if " " in written else f"{written} g"


@lru_cache(4096)
def stroke_colour(colour: Colour) -> str:
    written = components(colour)
    return f"{written} RG" if " " in written else f"{written} G"


def transform(matrix: Matrix) -> str:
    """Return the operator that changes coordinates; nothing where there is nothing to change."""
    if matrix == IDENTITY:
        return ""
    a, b, c, d, e, f = matrix
    if a == 1.0 == d and b == 0.0 == c:
        return f"1 0 0 1 {number[e]} {number[f]} cm"
    return f"{factor[a]} {factor[b]} {factor[c]} {factor[d]} {number[e]} {number[f]} cm"


def outline(path: Path) -> str:
    """Return the operators that construct a path, without painting it."""
    if rectangle := as_rectangle(path):
        return f"{' '.join(map(number.__getitem__, rectangle))} re"
    return " ".join(_SEGMENTS[segment[0]].format(*map(number.__getitem__, segment[1:])) for segment in path)


_SEGMENTS = {"M": "{} {} m", "L": "{} {} l", "C": "{} {} {} {} {} {} c", "Z": "h"}


_STEEP = 0.1  # of a gradient, in which colours run to its end
_LITTLE_MORE = 1.02


def solid(paint: Paint) -> Paint:
    """Reduce a gradient that has no direction or a single colour to its last colour."""
    if isinstance(paint, str):
        return paint
    a, b, c, d, _, _ = paint.transform
    flat = a * d == b * c or (not paint.radius and (paint.x1, paint.y1) == (paint.x2, paint.y2))
    if flat or len({stop.colour for stop in paint.stops}) < 2:
        return paint.stops[-1].colour if paint.stops else "#000000"
    return paint


def pattern(gradient: Gradient) -> dict[str, Value]:
    """In the coordinates of the form around it."""
    first, last = ({stop.colour for stop in gradient.stops if stop.offset == end} for end in (0.0, 1.0))
    before = max((stop.offset for stop in gradient.stops if stop.offset < 1.0), default=0.0)
    end = 2.0 if len(last) > 1 else _LITTLE_MORE if last and 1.0 - before < _STEEP else 1.0
    start, end = (-1.0 if len(first) > 1 and not gradient.radius else 0.0), end
    x1, y1, x2, y2 = gradient[:4]
    dx, dy, more = x2 - x1, y2 - y1, end - 1
    coordinates: Sequence[float] = (x1 + start * dx, y1 + start * dy, x1 + end * dx, y1 + end * dy)
    if gradient.radius:
        grown = gradient.radius + more * (gradient.radius - gradient.inner)
        coordinates = (x1, y1, gradient.inner, x2 + more * dx, y2 + more * dy, grown)
    grey = all(" " not in components(stop.colour) for stop in gradient.stops)
    shading: dict[str, Value] = {
        "ShadingType": 3 if gradient.radius else 2,
        "ColorSpace": PdfName("DeviceGray" if grey else "DeviceRGB"),
        "Coords": coordinates,
        "Extend": [True, True],
        "Function": _stitched(gradient.stops, grey, start, end),
    }
    if (start, end) != (0, 1):
        shading["Domain"] = [start, end]
    return {"Type": PdfName("Pattern"), "PatternType": 2, "Matrix": gradient.transform, "Shading": shading}


def _stitched(stops: tuple[Stop, ...], grey: bool, start: float, end: float) -> dict[str, Value]:
    """Even before the first stop and after the last. Two stops at one place make a hard edge."""
    everywhere = [Stop(start, stops[0].colour), *stops, Stop(end, stops[-1].colour)]
    pieces = [(left, right) for left, right in pairwise(everywhere) if left.offset < right.offset]
    functions: list[Value] = [_between(left.colour, right.colour, grey) for left, right in pieces]
    if len(functions) == 1:
        return _between(pieces[0][0].colour, pieces[0][1].colour, grey)
    return {
        "FunctionType": 3,
        "Domain": [start, end],
        "Functions": functions,
        "Bounds": [left.offset for left, _ in pieces[1:]],
        "Encode": [0, 1] * len(pieces),
    }


def _between(start: str, end: str, grey: bool) -> dict[str, Value]:
    return {"FunctionType": 2, "Domain": [0, 1], "N": 1, "C0": _numbers(start, grey), "C1": _numbers(end, grey)}


def _numbers(colour: str, grey: bool) -> list[Value]:
    written = components(colour).split()
    return [float(value) for value in (written if grey or len(written) == 3 else written * 3)]


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

    def write(self, shape: Shape) -> Operators:
        if len(self.known) > _MOST_SHAPES:
            self.known.clear()
        uses = UseCollector()
        content = self._paint_shape(shape, uses)
        written = Operators(content, uses.collected() if uses.names else NOTHING)
        if any(name.startswith("P") for name in uses.names):
            # gradients go into a form: patterns lie in the space of the stream that uses them; a form's moves along
            name = self._resources.add(Form(content, shape_box(shape), False, uses.collected()))
            written = Operators(f"/{name} Do", ContentUses(frozenset((name,))))
        self.known[shape] = written
        return written

    def _paint_shape(self, shape: Shape, uses: UseCollector) -> str:
        stroke = shape.stroke if shape.stroke and shape.stroke.width > 0 else None
        paints = (shape.fill, stroke and stroke.paint)
        if shape.path and [paint for paint in paints if isinstance(paint, Gradient) and paint.is_clear]:
            parts = [shape._replace(stroke=None)] if shape.fill is not None else []
            parts += [shape._replace(fill=None, stroke=stroke)] if stroke is not None else []
            return " ".join(self._paint_through(part, uses) for part in parts)
        if not shape.path or (shape.fill is None and stroke is None):
            return ""
        setup = []
        opacity = Opacity(shape.fill_opacity if shape.fill else 1.0, shape.stroke_opacity if stroke else 1.0)
        translucent = min(opacity.fill, opacity.stroke) < 1
        if translucent:
            setup.append(f"/{self._note(self._resources.add(opacity), uses)} gs")
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

    def _paint_through(self, shape: Shape, uses: UseCollector) -> str:
        """Paint a fill or a stroke alone, under a mask where its gradient's stops aren't opaque."""
        paint = shape.fill if shape.stroke is None else shape.stroke.paint
        if not isinstance(paint, Gradient) or not paint.is_clear:
            return self._paint_shape(shape, uses)
        full = paint._replace(stops=tuple(stop._replace(opacity=1.0) for stop in paint.stops))
        opaque = shape._replace(fill=full) if shape.stroke is None else shape
        if shape.stroke is not None:
            opaque = shape._replace(stroke=shape.stroke._replace(paint=full))
        content = self._paint_shape(opaque, uses)
        # the gradient's opacity as greys: white where it covers all
        greys = ["#" + f"{round(stop.opacity * 255):02x}" * 3 for stop in paint.stops]
        pairs = zip(paint.stops, greys, strict=True)
        light = paint._replace(stops=tuple(stop._replace(colour=grey, opacity=1.0) for stop, grey in pairs))
        inside = UseCollector()
        mask = self._paint_shape(Shape(rectangle(*shape_box(shape)), light), inside)
        form = self._resources.add(Form(mask, shape_box(shape), True, inside.collected(), is_mask=True))
        return f"q /{self._note(self._resources.add(Opacity(1.0, 1.0, form)), uses)} gs {content} Q"

    def _note(self, name: str, uses: UseCollector) -> str:
        uses.names.add(name)
        return name

    def _paint(self, paint: Paint, stroking: bool, uses: UseCollector) -> str:
        paint = solid(paint)
        if isinstance(paint, Gradient):
            name = self._note(self._resources.add(paint), uses)
            return f"/Pattern CS /{name} SCN" if stroking else f"/Pattern cs /{name} scn"
        return stroke_colour(paint) if stroking else fill_colour(paint)


def _pen(stroke: Stroke) -> list[str]:
    """Return operators for what is unusual about a line, to be undone after it."""
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
