"""Gradients → shading patterns, with one stitched function for all stops."""

from itertools import pairwise

from pnp.emit.pdf.objects import Name, Value
from pnp.emit.pdf.operators import components
from pnp.model.display import Gradient, Paint, Stop


def solid(paint: Paint) -> Paint:
    """A gradient that has no direction or a single colour is that colour, its last; others stay what they are."""
    if not isinstance(paint, Gradient):
        return paint
    a, b, c, d, _, _ = paint.transform
    flat = a * d == b * c or (not paint.radius and (paint.x1, paint.y1) == (paint.x2, paint.y2))
    if flat or len({stop.colour for stop in paint.stops}) < 2:
        return paint.stops[-1].colour if paint.stops else "#000000"
    return paint


def pattern(gradient: Gradient) -> dict[str, Value]:
    """In the coordinates of the form around it."""
    x1, y1, x2, y2 = gradient[:4]
    coords = (x1, y1, 0.0, x1, y1, gradient.radius) if gradient.radius else (x1, y1, x2, y2)
    grey = all(" " not in components(stop.colour) for stop in gradient.stops)
    shading: dict[str, Value] = {
        "ShadingType": 3 if gradient.radius else 2,
        "ColorSpace": Name("DeviceGray" if grey else "DeviceRGB"),
        "Coords": coords,
        "Extend": [True, True],
        "Function": _stitched(gradient.stops, grey),
    }
    return {"Type": Name("Pattern"), "PatternType": 2, "Matrix": gradient.transform, "Shading": shading}


def _stitched(stops: tuple[Stop, ...], grey: bool) -> dict[str, Value]:
    """From 0 to 1: even before the first stop and after the last. Two stops at one place make a hard edge."""
    everywhere = [Stop(0.0, stops[0].colour), *stops, Stop(1.0, stops[-1].colour)]
    pieces = [(left, right) for left, right in pairwise(everywhere) if left.offset < right.offset]
    functions: list[Value] = [_between(left.colour, right.colour, grey) for left, right in pieces]
    if len(functions) == 1:
        return _between(pieces[0][0].colour, pieces[0][1].colour, grey)
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": functions,
        "Bounds": [left.offset for left, _ in pieces[1:]],
        "Encode": [0, 1] * len(pieces),
    }


def _between(start: str, end: str, grey: bool) -> dict[str, Value]:
    return {"FunctionType": 2, "Domain": [0, 1], "N": 1, "C0": _numbers(start, grey), "C1": _numbers(end, grey)}


def _numbers(colour: str, grey: bool) -> list[Value]:
    written = components(colour).split()
    return [float(value) for value in (written if grey or len(written) == 3 else written * 3)]
