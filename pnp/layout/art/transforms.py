"""SVG's transform lists → matrices, and what matrices do to points, paths and shapes."""

import math
import re
from collections.abc import Callable

from pnp.layout.art.values import COMMA, SPACE, ArtError, numbers, quoted
from pnp.model.display import IDENTITY, Gradient, Group, Matrix, Paint, Path, Segment, Shape
from pnp.model.suggest import did_you_mean

_CALL = re.compile(rf"{COMMA}([A-Za-z]+){SPACE}\(([^()]*)\)")
_LARGEST = 1e12


def parse_transform(text: str, attribute: str = "transform") -> Matrix:
    """`"translate(3 4) rotate(45)"` → the matrix that does the last one first; ArtError where it is none."""
    result = IDENTITY
    text = text.strip()
    at = 0
    while at < len(text):
        match = _CALL.match(text, at)
        if not match or (at == 0 and text.startswith(",")):
            raise ArtError(
                attribute,
                f"{attribute} {quoted(text)} is not a list of transforms",
                "write translate(3 4) rotate(45)",
            )
        result = multiply(result, _call(attribute, match[1], match[2]))
        at = match.end()
    if not all(-_LARGEST <= part <= _LARGEST for part in result):
        raise ArtError(attribute, f"{attribute} {quoted(text)} is too large")
    return result


def _call(attribute: str, name: str, arguments: str) -> Matrix:
    known = _MAKERS.get(name)
    if known is None:
        raise ArtError(attribute, f"{attribute}: there is no {quoted(name)}", did_you_mean(name, _MAKERS))
    counts, make = known
    values = numbers(attribute, arguments)
    if len(values) not in counts:
        wanted = " or ".join(str(count) for count in counts)
        plural = "" if counts == (1,) else "s"
        raise ArtError(attribute, f"{attribute}: {name} takes {wanted} number{plural}, found {len(values)}")
    return make(*values)


def _translate(x: float, y: float = 0.0) -> Matrix:
    return (1.0, 0.0, 0.0, 1.0, x, y)


def _scale(x: float, y: float | None = None) -> Matrix:
    return (x, 0.0, 0.0, x if y is None else y, 0.0, 0.0)


def _rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if degrees % 90 == 0:
        cos, sin = float(round(cos)), float(round(sin))
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


def _skew_x(degrees: float) -> Matrix:
    return (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)


def _skew_y(degrees: float) -> Matrix:
    return (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)


def _matrix(a: float, b: float, c: float, d: float, e: float, f: float) -> Matrix:
    return (a, b, c, d, e, f)


_MAKERS: dict[str, tuple[tuple[int, ...], Callable[..., Matrix]]] = {
    "matrix": ((6,), _matrix),
    "translate": ((1, 2), _translate),
    "scale": ((1, 2), _scale),
    "rotate": ((1, 3), _rotate),
    "skewX": ((1,), _skew_x),
    "skewY": ((1,), _skew_y),
}


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that does `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def apply(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def determinant(m: Matrix) -> float:
    return m[0] * m[3] - m[1] * m[2]


def uniform_scale(m: Matrix) -> float | None:
    """How much a matrix enlarges, where it does so equally in all directions; None where it distorts."""
    a, b, c, d, _, _ = m
    across, down = a * a + b * b, c * c + d * d
    near = 1e-9 * max(across, down)
    return math.sqrt(across) if abs(across - down) <= near and abs(a * c + b * d) <= near else None


def transform_path(m: Matrix, path: Path) -> Path:
    if m == IDENTITY:
        return path
    a, b, c, d, e, f = m
    moved: list[Segment] = []
    for segment in path:
        if segment[0] == "Z":
            moved.append(segment)
        elif segment[0] == "C":
            _, x1, y1, x2, y2, x, y = segment
            moved.append(
                (
                    "C",
                    a * x1 + c * y1 + e,
                    b * x1 + d * y1 + f,
                    a * x2 + c * y2 + e,
                    b * x2 + d * y2 + f,
                    a * x + c * y + e,
                    b * x + d * y + f,
                )
            )
        else:
            kind, x, y = segment
            moved.append((kind, a * x + c * y + e, b * x + d * y + f))
    return tuple(moved)


def transform_shape(m: Matrix, shape: Shape) -> Shape | Group:
    """The shape with the matrix worked into it; in a group where its stroke would have to become uneven."""
    if m == IDENTITY:
        return shape
    stroke = shape.stroke
    if stroke is not None:
        scale = uniform_scale(m)
        if scale is None:
            return Group((shape,), m)
        stroke = stroke._replace(
            paint=_transform_paint(m, stroke.paint),
            width=stroke.width * scale,
            dash=tuple(dash * scale for dash in stroke.dash),
            dash_offset=stroke.dash_offset * scale,
        )
    fill = None if shape.fill is None else _transform_paint(m, shape.fill)
    return shape._replace(path=transform_path(m, shape.path), fill=fill, stroke=stroke)


def _transform_paint(m: Matrix, paint: Paint) -> Paint:
    return paint._replace(transform=multiply(m, paint.transform)) if isinstance(paint, Gradient) else paint
