"""Attribute texts → numbers, lengths, matrices (ArtError where wrong); paths and shapes transformed and mirrored."""

import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.model.display import IDENTITY, Group, Matrix, Paint, Path, Segment, Shape, apply, multiply
from pnp.model.length import parse_length
from pnp.model.problem import Problem
from pnp.model.regex import regex

SPACE = "[ \t\r\n\f]*"
COMMA = f"{SPACE}(?:,{SPACE})?"
NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
LARGEST = 1e9  # a larger number is a slip of the pen or an attack

Length = Callable[[str, str], float | None]  # attribute, text → user units; None where the text is no length

_NUMBER = regex(NUMBER)
_ITEM = regex(f"{COMMA}({NUMBER})")
_LONGEST_LENGTH = 40  # characters


class ArtError(ValueError):
    """A wrong value of an attribute; `str()` is the message, `cause` the problem that led to it, if one is known."""

    def __init__(self, attribute: str, message: str, hint: str = "", cause: Problem | None = None) -> None:
        super().__init__(attribute, message, hint)
        self.attribute, self.message, self.hint, self.cause = attribute, message, hint, cause

    def __str__(self) -> str:
        return self.message


class Undrawn(ArtError):
    """A mistake for which SVG's standard says that nothing is drawn, as every program does."""


class Unsupported(ArtError):
    """A value that is right in SVG but can't be printed here."""


class NeedsBitmap(Unsupported):
    """A value that isn't drawn here as lines and curves; resvg draws it as a bitmap."""


def quote(text: str) -> str:
    """Quote a value for messages, shortened where it is long."""
    return f'"{text}"' if len(text) <= 40 else f'"{text[:39]}…"'


def plain_length(attribute: str, text: str) -> float | None:
    """Read a length as layouts write it: a bare number is millimetres."""
    return parse_length(text) if len(text) <= _LONGEST_LENGTH else None


def length_of(attributes: Mapping[str, str], name: str, length: Length, *, signed: bool = True) -> float | None:
    """Return an attribute's length, None where it isn't given."""
    text = attributes.get(name)
    return None if text is None else checked_length(name, text, length, signed=signed)


def checked_length(name: str, text: str, length: Length, *, signed: bool = True) -> float:
    """Return a length; ArtError where it is none, too large, or negative and unsigned."""
    if (value := length(name, text)) is None:
        raise ArtError(name, f"{name} {quote(text)} is not a length", "a number, or one with mm, cm, in or pt")
    if not -LARGEST <= value <= LARGEST:
        raise ArtError(name, f"{name} {quote(text)} is too large")
    if value < 0 and not signed:
        raise ArtError(name, f"{name} is negative: {text.strip()}")
    return value


def check_choice(name: str, text: str, known: Collection[str]) -> str:
    """Return a word that is known; ArtError where it isn't."""
    if text not in known:
        raise ArtError(name, f"{name} {quote(text)} is not known", f"there are: {', '.join(known)}")
    return text


def number(name: str, text: str) -> float:
    """Read one plain number."""
    if not (match := _NUMBER.fullmatch(text.strip())):
        raise ArtError(name, f"{name} {quote(text)} is not a number")
    return _limit(name, match[0])


def numbers(name: str, text: str) -> tuple[float, ...]:
    """Read numbers separated by commas or space, or run together where that is unambiguous ("1-2.5.5")."""
    found: list[float] = []
    text = text.strip()
    at = 0
    while at < len(text):
        if not (match := _ITEM.match(text, at)) or (not found and text.startswith(",")):
            at = match.start() if match else at
            raise ArtError(name, f"{name}: expected a number at character {at + 1}, found {text[at]!r}")
        found.append(_limit(name, match[1]))
        at = match.end()
    return tuple(found)


def share(name: str, text: str) -> float:
    """Read a share: `"0.4"` or `"40%"`."""
    text = text.strip()
    return number(name, text.removesuffix("%")) / (100 if text.endswith("%") else 1)


def fraction(name: str, text: str) -> float:
    """Read a share, limited to 0 to 1."""
    return min(max(share(name, text), 0.0), 1.0)


def _limit(name: str, text: str) -> float:
    value = float(text)
    if not -LARGEST <= value <= LARGEST:
        raise ArtError(name, f"{name}: {quote(text)} is too large")
    return value


_UNITS = {"px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 96 / 72, "pc": 16.0, "Q": 24 / 25.4, "": 1.0}
_LENGTH = regex(f"({NUMBER})(%|{'|'.join(_UNITS)})")
_ASPECT = regex(r"(?:defer +)?x(Min|Mid|Max)Y(Min|Mid|Max)(?: +(meet|slice))?")
_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
SMALLEST = 1e-6  # width or height of a view box
_ACROSS = frozenset(("x", "width", "cx", "rx", "x1", "x2", "fx", "refX"))
_DOWN = frozenset(("y", "height", "cy", "ry", "y1", "y2", "fy", "refY"))


class Viewport(NamedTuple):
    """The size in user units to which percentages refer."""

    w: float
    h: float

    def length(self, attribute: str, text: str) -> float | None:
        """Read a length as SVG files write it: bare numbers are user units, 96 of them an inch."""
        if not (match := _LENGTH.fullmatch(text.strip())):
            return None
        if match[2] != "%":
            return float(match[1]) * _UNITS[match[2]]
        whole = self.h if attribute in _DOWN else math.hypot(self.w, self.h) / math.sqrt(2)
        return float(match[1]) / 100 * (self.w if attribute in _ACROSS else whole)


class ViewBox(NamedTuple):
    x: float
    y: float
    w: float
    h: float


def view_box(attributes: Mapping[str, str]) -> ViewBox | None:
    """Return the viewBox, None where it isn't given; ArtError where it isn't four numbers with a size."""
    if (text := attributes.get("viewBox")) is None:
        return None
    values = numbers("viewBox", text)
    if len(values) != 4 or min(values[2:]) < SMALLEST:
        raise ArtError("viewBox", f"viewBox {quote(text)} is not x y width height", 'such as viewBox="0 0 24 24"')
    return ViewBox(*values)


def viewport_matrix(box: ViewBox, x: float, y: float, w: float, h: float, attributes: Mapping[str, str]) -> Matrix:
    """Return the matrix that puts the view box into the rectangle as preserveAspectRatio says."""
    aspect = attributes.get("preserveAspectRatio", "xMidYMid").strip()
    if aspect in ("none", "none meet", "none slice"):
        return (w / box.w, 0.0, 0.0, h / box.h, x - box.x * w / box.w, y - box.y * h / box.h)
    if not (match := _ASPECT.fullmatch(aspect)):
        message = f"preserveAspectRatio {quote(aspect)} is not known"
        raise ArtError("preserveAspectRatio", message, "such as xMidYMid meet, or none")
    how = "cover" if match[3] == "slice" else "contain"
    left, top, fitted, _ = fit(w, h, box.w, box.h, how, _ALIGN[match[1]], _ALIGN[match[2]])
    scale = fitted / box.w
    return (scale, 0.0, 0.0, scale, x + left - box.x * scale, y + top - box.y * scale)


FITS = ("contain", "cover", "stretch")


def fit(
    box_w: float, box_h: float, art_w: float, art_h: float, how: str, align_x: float = 0.5, align_y: float = 0.5
) -> tuple[float, float, float, float]:
    """Return where art goes in a box at 0,0: x, y, w, h; `cover` reaches over it. An alignment of 0 is left or top."""
    if how == "stretch":
        return 0.0, 0.0, box_w, box_h
    if how not in FITS:
        raise ArtError("fit", f'fit "{how}" is not known', did_you_mean(how, FITS))
    across, down = box_w / art_w, box_h / art_h
    scale = min(across, down) if how == "contain" else max(across, down)
    # exactly the box's size in the direction that decides, so that no rounding leaves a gap
    w = box_w if scale == across else art_w * scale
    h = box_h if scale == down else art_h * scale
    return (box_w - w) * align_x, (box_h - h) * align_y, w, h


_COMMENT = regex(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_IMPORTANT = regex(r"![ \t\r\n]*important[ \t\r\n]*$", re.IGNORECASE)


def declarations_of(style: str) -> tuple[dict[str, str], dict[str, str]]:
    """Read `"fill: red; stroke: none !important"` as its properties, but for `--name`, and those that are important."""
    found: dict[str, str] = {}
    important: dict[str, str] = {}
    for part in _COMMENT.sub("", style).split(";"):
        if not part.strip():
            continue
        name, colon, value = part.partition(":")
        if not colon:
            raise ArtError("style", f"style {quote(part.strip())} has no colon", "write name: value; name: value")
        if not name.strip().startswith("--"):
            plain = _IMPORTANT.sub("", value) if "!" in value else value
            (found if plain == value else important)[name.strip()] = plain.strip()
    return found, important


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
        if not (match := _CALL.match(text, at)) or (at == 0 and text.startswith(",")):
            raise ArtError(
                attribute, f"{attribute} {quote(text)} is not a list of transforms", "write translate(3 4) rotate(45)"
            )
        name, arguments = match.groups()
        if (known := _MAKERS.get(name)) is None:
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

    if (stroke := shape.stroke) is not None:
        stroke = stroke._replace(
            paint=transform_paint(stroke.paint),
            width=stroke.width * scale,
            dash=tuple(dash * scale for dash in stroke.dash),
            dash_offset=stroke.dash_offset * scale,
        )
    fill = None if shape.fill is None else transform_paint(shape.fill)
    return shape._replace(path=transform_path(m, shape.path), fill=fill, stroke=stroke)


_SIDES = {"left": 0.0, "center": 0.5, "right": 1.0}
_ENDS = {"top": 0.0, "center": 0.5, "bottom": 1.0}


def transform_of(attributes: Mapping[str, str], viewport: Viewport, name: str = "transform") -> Matrix:
    """Return an element's transform about its origin, `"left 20%"` or `"3 4"` of the viewport."""
    matrix = parse_transform(attributes.get(name, ""), name)
    box = attributes.get("transform-box", "view-box").strip()
    if box != "view-box":
        raise Unsupported("transform-box", f"transform-box {quote(box)} cannot be printed", "write rotate(angle, x, y)")
    if (text := attributes.get("transform-origin")) is None:
        return matrix
    words = text.split()
    if len(words) == 3 and viewport.length("x", words[2]) == 0.0:  # towards the reader
        words.pop()
    if len(words) == 1:
        words = ["center", *words] if words[0] in ("top", "bottom") else [*words, "center"]
    if len(words) == 2 and set(words) <= {*_SIDES, *_ENDS} and (words[0] in ("top", "bottom") or words[1] in _SIDES):
        words.reverse()
    if len(words) == 2:
        x = _SIDES[words[0]] * viewport.w if words[0] in _SIDES else viewport.length("x", words[0])
        y = _ENDS[words[1]] * viewport.h if words[1] in _ENDS else viewport.length("y", words[1])
        if x is not None and y is not None:
            return multiply((1.0, 0.0, 0.0, 1.0, x, y), multiply(matrix, (1.0, 0.0, 0.0, 1.0, -x, -y)))
    message = f"transform-origin {quote(text)} is not a point"
    raise ArtError("transform-origin", message, "such as 12 12, 50% 50% or center")


def reference_point_matrix(attributes: Mapping[str, str], matrix: Matrix, box: ViewBox, x: float, y: float) -> Matrix:
    """Return how a symbol whose content the matrix places at x, y moves so that its refX and refY are there."""
    viewport = Viewport(box.w, box.h)
    points: list[float | None] = []
    for name, sides, start, whole in (("refX", _SIDES, box.x, box.w), ("refY", _ENDS, box.y, box.h)):
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
