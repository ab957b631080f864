"""Fills and strokes → attributes; gradients are definitions."""

from pnp.emit.svg.writing import Definitions, attributes, factor, matrix_words, number, path_words
from pnp.model.display import IDENTITY, Gradient, Paint, Path, Shape, Stroke

_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


def shape_element(shape: Shape, definitions: Definitions) -> str:
    """Nothing where nothing is painted."""
    stroke = shape.stroke if shape.stroke and shape.stroke.width > 0 else None
    if not shape.path or (shape.fill is None and stroke is None):
        return ""
    values = {"d": path_words(shape.path), "fill": "none"}
    if shape.fill is not None:
        values["fill"] = _paint(shape.fill, definitions)
        values |= _opacity("fill-opacity", shape.fill_opacity) | ({"fill-rule": "evenodd"} if shape.evenodd else {})
    if stroke:
        values |= _pen(stroke, definitions) | _opacity("stroke-opacity", shape.stroke_opacity)
    return f"<path{attributes(values)}/>"


def clip_id(path: Path, definitions: Definitions, *, evenodd: bool = False) -> str:
    """The id of what shows only what is inside of a path."""
    rule = ' clip-rule="evenodd"' if evenodd else ""
    return definitions.add("c", f'<clipPath><path d="{path_words(path)}"{rule}/></clipPath>')


def _pen(stroke: Stroke, definitions: Definitions) -> dict[str, str]:
    values = {"stroke": _paint(stroke.paint, definitions), "stroke-width": number(stroke.width)}
    if stroke.cap:
        values["stroke-linecap"] = _CAPS[stroke.cap]
    if stroke.join:
        values["stroke-linejoin"] = _JOINS[stroke.join]
    elif stroke.miter != 4.0:
        values["stroke-miterlimit"] = number(max(stroke.miter, 1.0))
    if any(stroke.dash):
        values["stroke-dasharray"] = " ".join(map(number, stroke.dash))
        values |= {"stroke-dashoffset": number(stroke.dash_offset)} if stroke.dash_offset else {}
    return values


def _paint(paint: Paint, definitions: Definitions) -> str:
    if isinstance(paint, str):
        return paint
    if not paint.stops:
        return "#000000"
    return f"url(#{definitions.add('p', _gradient(paint))})"


def _gradient(gradient: Gradient) -> str:
    x1, y1, x2, y2 = map(number, gradient[:4])
    if gradient.radius:
        kind, inner = "radialGradient", number(gradient.inner)
        values = {"cx": x2, "cy": y2, "r": number(gradient.radius), "fx": x1, "fy": y1}
        values |= {"fr": inner} if gradient.inner else {}
    else:
        kind, values = "linearGradient", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    values["gradientUnits"] = "userSpaceOnUse"
    if gradient.transform != IDENTITY:
        values["gradientTransform"] = matrix_words(gradient.transform)
    stops = "".join(
        f"<stop{attributes({'offset': factor(offset), 'stop-color': colour} | _opacity('stop-opacity', opacity))}/>"
        for offset, colour, opacity in gradient.stops
    )
    return f"<{kind}{attributes(values)}>{stops}</{kind}>"


def _opacity(name: str, value: float) -> dict[str, str]:
    return {} if value == 1 else {name: number(value)}
