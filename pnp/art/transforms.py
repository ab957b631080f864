"""Transform lists → matrices; matrices and mirrors applied to paths and shapes."""

import math
import re
from collections.abc import Callable, Mapping

from pnp.art.values import COMMA, SPACE, ArtError, Unsupported, ViewBox, Viewport, length_of, numbers, quote
from pnp.cardtext.suggest import did_you_mean
from pnp.model.display import IDENTITY, Group, Matrix, Paint, Path, Segment, Shape, apply, multiply
from pnp.model.regex import regex

_CALL = regex(rf"{COMMA}([A-Za-z]+){SPACE}\(([^()]*)\)")
_LARGEST = 1e12
_DEGREES, _PIXELS = re.compile(r"(?<=[0-9.])deg(?![a-z])"), re.compile(r"(?<=[0-9.])px(?![a-z])")
_OF_CSS = {"rotate": _DEGREES, "skewX": _DEGREES, "skewY": _DEGREES, "translate": _PIXELS}  # units that it wants


def parse_transform(text: str, attribute: str = "transform") -> Matrix:
    """Read `"translate(3 4) rotate(45)"` as the matrix that does the last one first; ArtError where it is none."""
    result = IDENTITY
    text = text.strip()
    at = 0
    while at < len(text):
        match = _CALL.match(text, at)
        if not match or (at == 0 and text.startswith(",")):
            raise ArtError(
                attribute, f"{attribute} {quote(text)} is not a list of transforms", "write translate(3 4) rotate(45)"
            )
        name, arguments = match.groups()
        known = _MAKERS.get(name)
        if known is None:
            raise ArtError(attribute, f"{attribute}: there is no {quote(name)}", did_you_mean(name, _MAKERS))
        counts, make = known
        values = numbers(attribute, _OF_CSS[name].sub("", arguments) if name in _OF_CSS else arguments)
        if len(values) not in counts:
            wanted = " or ".join(str(count) for count in counts)
            plural = "" if counts == (1,) else "s"
            raise ArtError(attribute, f"{attribute}: {name} takes {wanted} number{plural}, found {len(values)}")
        result = multiply(result, make(*values))
        at = match.end()
    if not all(-_LARGEST <= part <= _LARGEST for part in result):
        raise ArtError(attribute, f"{attribute} {quote(text)} is too large")
    return result


def _rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if degrees % 90 == 0:
        cos, sin = float(round(cos)), float(round(sin))
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


_MAKERS: dict[str, tuple[tuple[int, ...], Callable[..., Matrix]]] = {
    "matrix": ((6,), lambda a, b, c, d, e, f: (a, b, c, d, e, f)),
    "translate": ((1, 2), lambda x, y=0.0: (1.0, 0.0, 0.0, 1.0, x, y)),
    "scale": ((1, 2), lambda x, y=None: (x, 0.0, 0.0, x if y is None else y, 0.0, 0.0)),
    "rotate": ((1, 3), _rotate),
    "skewX": ((1,), lambda degrees: (1.0, 0.0, math.tan(math.radians(degrees)), 1.0, 0.0, 0.0)),
    "skewY": ((1,), lambda degrees: (1.0, math.tan(math.radians(degrees)), 0.0, 1.0, 0.0, 0.0)),
}


def determinant(m: Matrix) -> float:
    return m[0] * m[3] - m[1] * m[2]


def inverse(m: Matrix) -> Matrix:
    """Return the inverse of a matrix that doesn't flatten."""
    a, b, c, d, e, f = m
    size = determinant(m)
    return d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size


def uniform_scale(m: Matrix) -> float | None:
    """Return how much a matrix enlarges, if equally in all directions; None where it distorts."""
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
            first, second = (a * x1 + c * y1 + e, b * x1 + d * y1 + f), (a * x2 + c * y2 + e, b * x2 + d * y2 + f)
            moved.append(("C", *first, *second, a * x + c * y + e, b * x + d * y + f))
        else:
            kind, x, y = segment
            moved.append((kind, a * x + c * y + e, b * x + d * y + f))
    return tuple(moved)


def transform_shape(m: Matrix, shape: Shape) -> Shape | Group:
    """Apply a matrix to a shape's own numbers; where its stroke would become uneven, put it into a group instead."""
    if m == IDENTITY:
        return shape
    scale = uniform_scale(m) if shape.stroke else 1.0
    return Group((shape,), m) if scale is None else _transform_evenly(m, scale, shape)


def _transform_evenly(m: Matrix, scale: float, shape: Shape) -> Shape:
    """Apply a matrix that makes strokes `scale` times as wide."""

    def transform_paint(paint: Paint) -> Paint:
        return paint if isinstance(paint, str) else paint._replace(transform=multiply(m, paint.transform))

    stroke = shape.stroke
    if stroke is not None:
        stroke = stroke._replace(
            paint=transform_paint(stroke.paint),
            width=stroke.width * scale,
            dash=tuple(dash * scale for dash in stroke.dash),
            dash_offset=stroke.dash_offset * scale,
        )
    fill = None if shape.fill is None else transform_paint(shape.fill)
    return shape._replace(path=transform_path(m, shape.path), fill=fill, stroke=stroke)


_ACROSS = {"left": 0.0, "center": 0.5, "right": 1.0}
_DOWN = {"top": 0.0, "center": 0.5, "bottom": 1.0}


def transform_of(attributes: Mapping[str, str], viewport: Viewport, name: str = "transform") -> Matrix:
    """Return an element's transform about its origin, `"left 20%"` or `"3 4"` of the viewport."""
    matrix = parse_transform(attributes.get(name, ""), name)
    box = attributes.get("transform-box", "view-box").strip()
    if box != "view-box":
        raise Unsupported("transform-box", f"transform-box {quote(box)} cannot be printed", "write rotate(angle, x, y)")
    text = attributes.get("transform-origin")
    if text is None:
        return matrix
    words = text.split()
    if len(words) == 3 and viewport.length("x", words[2]) == 0.0:  # towards the reader
        words.pop()
    if len(words) == 1:
        words = ["center", *words] if words[0] in ("top", "bottom") else [*words, "center"]
    if len(words) == 2 and set(words) <= {*_ACROSS, *_DOWN} and (words[0] in ("top", "bottom") or words[1] in _ACROSS):
        words.reverse()
    if len(words) == 2:
        x = _ACROSS[words[0]] * viewport.w if words[0] in _ACROSS else viewport.length("x", words[0])
        y = _DOWN[words[1]] * viewport.h if words[1] in _DOWN else viewport.length("y", words[1])
        if x is not None and y is not None:
            return multiply((1.0, 0.0, 0.0, 1.0, x, y), multiply(matrix, (1.0, 0.0, 0.0, 1.0, -x, -y)))
    message = f"transform-origin {quote(text)} is not a point"
    raise ArtError("transform-origin", message, "such as 12 12, 50% 50% or center")


def reference_point_matrix(attributes: Mapping[str, str], matrix: Matrix, box: ViewBox, x: float, y: float) -> Matrix:
    """Return how a symbol whose content the matrix places at x, y moves so that its refX and refY are there."""
    viewport = Viewport(box.w, box.h)
    points: list[float | None] = []
    for name, sides, start, whole in (("refX", _ACROSS, box.x, box.w), ("refY", _DOWN, box.y, box.h)):
        side = sides.get(attributes.get(name, "").strip())
        points.append(length_of(attributes, name, viewport.length) if side is None else start + side * whole)
    at_x, at_y = points
    now_x, now_y = apply(matrix, at_x or 0.0, at_y or 0.0)
    return (1.0, 0.0, 0.0, 1.0, 0.0 if at_x is None else x - now_x, 0.0 if at_y is None else y - now_y)


def mirror(w: float) -> Matrix:
    """Return the mirror in the middle of a box of this width."""
    return -1.0, 0.0, 0.0, 1.0, w, 0.0


def mirrored_matrix(matrix: Matrix, w: float) -> Matrix:
    """Return a transform in such a box as seen in the mirror: it moves and turns the other way."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, w - a * w - e, f + b * w


def mirrored_path(path: Path, w: float) -> Path:
    """Return a path of such a box in the mirror; rectangles begin on the left, as ever."""
    path = transform_path(mirror(w), path)
    match path:
        case (("M", x0, y0), ("L", x1, y1), ("L", x2, y2), ("L", x3, y3), ("Z",)) if y0 == y1 and x0 == x3 and y2 == y3:
            return ("M", x1, y1), ("L", x0, y0), ("L", x3, y3), ("L", x2, y2), ("Z",)
    return path


def mirrored_shape(shape: Shape, w: float) -> Shape:
    """Return a shape of such a box in the mirror."""
    return _transform_evenly(mirror(w), 1.0, shape)._replace(path=mirrored_path(shape.path, w))
