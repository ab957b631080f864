"""Gradients → shading patterns, and what is to be seen through them."""

from itertools import pairwise

from pnp.emit.pdf.document import PdfName, Value
from pnp.emit.pdf.operators import components
from pnp.model.display import Colour, Gradient, Paint, Shape, Stop

_STEEP = 0.1  # of a gradient, in which colours run to its end
_LITTLE_MORE = 1.02


def solid(paint: Paint) -> Paint:
    """A gradient that has no direction or a single colour is that colour, its last; others stay what they are."""
    if isinstance(paint, str):
        return paint
    a, b, c, d, _, _ = paint.transform
    flat = a * d == b * c or (not paint.radius and (paint.x1, paint.y1) == (paint.x2, paint.y2))
    if flat or len({stop.colour for stop in paint.stops}) < 2:
        return paint.stops[-1].colour if paint.stops else "#000000"
    return paint


def is_clear(paint: Paint) -> bool:
    return isinstance(paint, Gradient) and paint.is_clear


def light_as_strong(paint: Paint) -> Paint:
    """The gradient's opacity as greys: white where it covers all."""
    if isinstance(paint, str):
        return "#ffffff"
    stops = tuple(stop._replace(colour=_grey(stop.opacity), opacity=1.0) for stop in paint.stops)
    return paint._replace(stops=stops)


def _grey(lightness: float) -> Colour:
    return f"#{round(lightness * 255):02x}" + f"{round(lightness * 255):02x}" * 2


def opaque(shape: Shape) -> Shape:
    """The same without what its gradients let through."""
    stroke = shape.stroke and shape.stroke._replace(paint=_full(shape.stroke.paint))
    return shape._replace(fill=shape.fill and _full(shape.fill), stroke=stroke)


def _full(paint: Paint) -> Paint:
    if isinstance(paint, str):
        return paint
    return paint._replace(stops=tuple(stop._replace(opacity=1.0) for stop in paint.stops))


def pattern(gradient: Gradient) -> dict[str, Value]:
    """In the coordinates of the form around it."""
    first, last = ({stop.colour for stop in gradient.stops if stop.offset == end} for end in (0.0, 1.0))
    before = max((stop.offset for stop in gradient.stops if stop.offset < 1.0), default=0.0)
    end = 2.0 if len(last) > 1 else _LITTLE_MORE if last and 1.0 - before < _STEEP else 1.0
    start, end = (-1.0 if len(first) > 1 and not gradient.radius else 0.0), end
    grey = all(" " not in components(stop.colour) for stop in gradient.stops)
    shading: dict[str, Value] = {
        "ShadingType": 3 if gradient.radius else 2,
        "ColorSpace": PdfName("DeviceGray" if grey else "DeviceRGB"),
        "Coords": _coordinates(gradient, start, end),
        "Extend": [True, True],
        "Function": _stitched(gradient.stops, grey, start, end),
    }
    if (start, end) != (0, 1):
        shading["Domain"] = [start, end]
    return {"Type": PdfName("Pattern"), "PatternType": 2, "Matrix": gradient.transform, "Shading": shading}


def _coordinates(gradient: Gradient, start: float, end: float) -> tuple[float, ...]:
    x1, y1, x2, y2 = gradient[:4]
    if gradient.radius:
        more = end - 1
        grown = gradient.radius + more * (gradient.radius - gradient.inner)
        return x1, y1, gradient.inner, x2 + more * (x2 - x1), y2 + more * (y2 - y1), grown
    dx, dy = x2 - x1, y2 - y1
    return x1 + start * dx, y1 + start * dy, x1 + end * dx, y1 + end * dy


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
