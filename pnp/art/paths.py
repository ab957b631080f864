"""SVG path data and basic shapes → absolute M, L, C and Z; and the box around a path.

`parse_path("m1 1h2")` → `(("M", 1.0, 1.0), ("L", 3.0, 1.0))`
`shape_path("rect", {"width": "63mm", "height": "88"})` → a closed path of four corners
"""

import math
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from pnp.art.attribute_values import (
    COMMA,
    LARGEST,
    NUMBER,
    SPACE,
    ArtError,
    Length,
    Undrawn,
    length_of,
    numbers,
    plain_length,
)
from pnp.model.display import Matrix, Path, Segment, apply
from pnp.model.geometry import KAPPA
from pnp.model.regex import regex

Box = tuple[float, float, float, float]  # left, top, right, bottom
Command = tuple[str, list[float]]  # a letter, and its numbers, also those of repetitions
Cubic = tuple[float, float, float, float, float, float]
Point = tuple[float, float]

SHAPES = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path")
_NEEDED = "without it nothing is drawn"
_STEPS = 32  # straight lines for a curve: within 0.06 % of a circle's radius
_FLAT = 1e-9  # an arc with a radius below this is a line, as SVG says of radius 0

_OPERANDS = {  # numbers, flags
    **dict.fromkeys("MLT", "nn"),
    **dict.fromkeys("HV", "n"),
    **dict.fromkeys("SQ", "nnnn"),
    **{"C": "nnnnnn", "A": "nnnffnn", "Z": ""},
}
_LETTERS = "MmLlHhVvCcSsQqTtAaZz"
_CHARACTER = regex(f"{SPACE}(.?)", re.DOTALL)
_FIRST = regex(f"{SPACE}({NUMBER})")
_NEXT = regex(f"{COMMA}({NUMBER})")
_FLAG = regex(f"{COMMA}([01])")
_BEHIND_COMMA = regex(f"{COMMA}(.?)", re.DOTALL)
_NUMBER = re.compile(NUMBER)
_PART = re.compile(f"([{_LETTERS}])([^{_LETTERS}]*)")
_RUN = f"(?>{SPACE}{NUMBER}(?:{COMMA}{NUMBER})*)"  # not tried again in shorter numbers, of which there are many
_PLAIN = re.compile(f"{SPACE}[Mm]{_RUN}(?:{SPACE}(?:[Zz]|[MmLlHhVvCcSsQqTt]{_RUN}))*+{SPACE}")
_MAYBE_LARGE = re.compile("[eE]|(?<![.0-9])[0-9]{10}")


@lru_cache(maxsize=1024)
def parse_path(d: str) -> Path:
    """Parse SVG's path data; ValueError says what was expected at which character."""
    pen = _PathPen()
    for letter, values in _plain_commands(d) or _read_commands(d):
        pen.draw(letter, values)
    return tuple(pen.path)


def _plain_commands(d: str) -> list[Command]:
    """Read an ordinary path with two expressions; nothing for arcs, whose flags may touch what follows, or mistakes."""
    if not _PLAIN.fullmatch(d) or _MAYBE_LARGE.search(d):
        return []
    commands = [(letter, [float(number) for number in _NUMBER.findall(run)]) for letter, run in _PART.findall(d)]
    wrong = any(values and len(values) % len(_OPERANDS[letter.upper()]) for letter, values in commands)
    return [] if wrong else commands


def _read_commands(d: str) -> Iterator[Command]:
    """Read any path, number by number; ValueError says where it is wrong."""

    def fail(wanted: str, expression: re.Pattern[str]) -> ValueError:
        match = expression.match(d, at)
        assert match
        behind, found = f" after {letter!r}" if letter else "", repr(match[1]) if match[1] else "the end"
        return ValueError(f"expected {wanted}{behind} at character {match.start(1) + 1}, found {found}")

    at, letter = 0, ""
    while match := _CHARACTER.match(d, at):
        if not match[1]:
            return
        if match[1] not in (_LETTERS if letter else "Mm"):
            raise fail("a command" if letter else "M or m", _CHARACTER)
        letter, at = match[1], match.end()
        operands, values = _OPERANDS[letter.upper()], list[float]()
        while operands and (not values or _NEXT.match(d, at)):
            for kind in operands:
                expression = _FLAG if kind == "f" else _NEXT if values else _FIRST
                if not (match := expression.match(d, at)):
                    blank = _CHARACTER if expression is _FIRST else _BEHIND_COMMA
                    raise fail("a number" if kind == "n" else "0 or 1", blank)
                value = float(match[1])
                if not -LARGEST <= value <= LARGEST:
                    raise ValueError(f"the number at character {match.start(1) + 1} is too large")
                values.append(value)
                at = match.end()
        yield letter, values


class _PathPen:
    """A path as far as it is drawn: the point, the start of the subpath, the last handle for smooth curves."""

    def __init__(self) -> None:
        self.path: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)
        self.closed = False

    def draw(self, letter: str, values: list[float]) -> None:
        """Draw a command with all its repetitions."""
        kind = letter.upper()
        is_relative = letter != kind
        if self.closed and kind not in "MZ":  # drawing on after Z starts a new subpath where the closed one began
            self._move(self.x, self.y)
        if kind == "M":  # lines follow the first point
            x, y = values[:2]
            self._move(*((x + self.x, y + self.y) if is_relative else (x, y)))
            self._draw_lines(values[2:], is_relative)
        elif kind == "L":
            self._draw_lines(values, is_relative)
        elif kind == "H":
            for x in values:
                self._draw_lines([self.x + x if is_relative else x, self.y], False)
        elif kind == "V":
            for y in values:
                self._draw_lines([self.x, self.y + y if is_relative else y], False)
        elif kind == "A":
            for at in range(0, len(values), 7):
                rx, ry, turn, large, sweep, x, y = values[at : at + 7]
                x, y = (x + self.x, y + self.y) if is_relative else (x, y)
                if min(abs(rx), abs(ry)) < _FLAT:
                    self._draw_lines([x, y], False)
                    continue
                for handles in _arc_cubics(self.x, self.y, rx, ry, turn, bool(large), bool(sweep), x, y):
                    self._draw_cubic(*handles)
                self.handle = ("", 0.0, 0.0)
        elif kind != "Z":
            each = len(_OPERANDS[kind])
            for at in range(0, len(values), each):
                points = values[at : at + each]
                if is_relative:
                    points = [value + (self.y if index % 2 else self.x) for index, value in enumerate(points)]
                if kind in "ST":  # the last handle seen from the other side of the point, if the segment before had one
                    had, x, y = self.handle
                    is_smooth = had == ("C" if kind == "S" else "Q")
                    points[:0] = (2 * self.x - x, 2 * self.y - y) if is_smooth else (self.x, self.y)
                (self._draw_cubic if kind in "CS" else self._draw_quadratic)(*points)
        elif not self.closed:
            self.path.append(("Z",))
            self._arrive(self.start_x, self.start_y)
            self.closed = True

    def _move(self, x: float, y: float) -> None:
        self.path.append(("M", x, y))
        self._arrive(x, y)
        self.start_x, self.start_y = x, y
        self.closed = False

    def _draw_lines(self, values: list[float], is_relative: bool) -> None:
        x, y = self.x, self.y
        for dx, dy in zip(values[::2], values[1::2], strict=True):
            x, y = (x + dx, y + dy) if is_relative else (dx, dy)
            self.path.append(("L", x, y))
        self._arrive(x, y)

    def _draw_cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.path.append(("C", x1, y1, x2, y2, x, y))
        self.x, self.y = x, y
        self.handle = ("C", x2, y2)

    def _draw_quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        ax, ay = self.x + (x1 - self.x) * 2 / 3, self.y + (y1 - self.y) * 2 / 3
        self._draw_cubic(ax, ay, x + (x1 - x) * 2 / 3, y + (y1 - y) * 2 / 3, x, y)
        self.handle = ("Q", x1, y1)

    def _arrive(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.handle = ("", 0.0, 0.0)


def _arc_cubics(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x2: float, y2: float
) -> list[Cubic]:
    """Return the curves of an arc from (x1, y1) to (x2, y2): too small radii grow, equal ends draw nothing."""
    if x1 == x2 and y1 == y2:
        return []
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    # half the chord, in the ellipse's own axes with both radii made 1
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    rx, ry = abs(rx), abs(ry)
    px, py = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
    reach = math.hypot(px, py)
    if reach < 1e-12:
        return [(x1, y1, x2, y2, x2, y2)]
    if reach > 1:
        rx, ry, px, py = rx * reach, ry * reach, px / reach, py / reach
        reach = 1.0
    away = math.sqrt(max(0.0, 1 / (reach * reach) - 1)) * (-1 if large == sweep else 1)
    cx, cy = away * py, -away * px
    start = math.atan2(py - cy, px - cx)
    delta = math.atan2(-py - cy, -px - cx) - start
    if sweep and delta < 0:
        delta += math.tau
    elif not sweep and delta > 0:
        delta -= math.tau
    # from the unit circle about (cx, cy) back to the page, in pieces of at most a quarter
    to_page: Matrix = (cos * rx, sin * rx, -sin * ry, cos * ry, (x1 + x2) / 2, (y1 + y2) / 2)
    pieces = max(1, math.ceil(abs(delta) / (math.pi / 2) - 1e-9))
    step = delta / pieces
    reach = 4 / 3 * math.tan(step / 4)
    cubics: list[Cubic] = []
    for index in range(pieces):
        cos0, sin0 = math.cos(start + index * step), math.sin(start + index * step)
        cos1, sin1 = math.cos(start + (index + 1) * step), math.sin(start + (index + 1) * step)
        x, y = cx + cos1, cy + sin1
        first = apply(to_page, cx + cos0 - reach * sin0, cy + sin0 + reach * cos0)
        cubics.append((*first, *apply(to_page, x + reach * sin1, y - reach * cos1), *apply(to_page, x, y)))
    cubics[-1] = (*cubics[-1][:4], x2, y2)  # free of rounding
    return cubics


def shape_path(tag: str, attributes: Mapping[str, str], length: Length = plain_length) -> Path:
    """Return the path of one of SVG's SHAPES, () where it has no size; `length` reads lengths. ArtError if wrong."""

    def require(name: str) -> str:
        if name not in attributes:
            raise Undrawn(name, f"{tag} needs {name}", _NEEDED)
        return attributes[name]

    if tag == "path":
        d = require("d")
        try:
            return parse_path(d)
        except ValueError as error:
            raise ArtError("d", f"d: {error}") from None
    if tag in ("polyline", "polygon"):
        values = numbers("points", require("points"))
        if len(values) % 2:
            message = f"points: the last of {len(values)} numbers has no partner"
            raise ArtError("points", message, "write pairs: x,y x,y")
        pairs = zip(values[::2], values[1::2], strict=True)
        outline: Path = tuple(("L" if index else "M", x, y) for index, (x, y) in enumerate(pairs))
        return (*outline, ("Z",)) if outline and tag == "polygon" else outline
    if tag == "line":
        x1, y1, x2, y2 = (length_of(attributes, name, length) or 0.0 for name in ("x1", "y1", "x2", "y2"))
        return (("M", x1, y1), ("L", x2, y2))
    if tag == "rect":
        x, y = (length_of(attributes, name, length) or 0.0 for name in ("x", "y"))
        w, h = (length_of({name: require(name)}, name, length, signed=False) or 0.0 for name in ("width", "height"))
        rx, ry = _radii(attributes, length)
        return rounded_rect(x, y, w, h, rx or 0.0, ry or 0.0) if w and h else ()
    if tag == "circle":
        rx = ry = length_of({"r": require("r")}, "r", length, signed=False)
    else:
        rx, ry = _radii(attributes, length)
        if rx is None:
            raise Undrawn("rx", "ellipse needs rx", _NEEDED)
    cx, cy = (length_of(attributes, name, length) or 0.0 for name in ("cx", "cy"))
    if not rx or not ry:
        return ()
    kx, ky = rx * KAPPA, ry * KAPPA
    return (  # clockwise from three o'clock, where its dashes begin
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def _radii(attributes: Mapping[str, str], length: Length) -> tuple[float | None, float | None]:
    """Return rx and ry; where only one is given, the other is the same."""
    given = {name: text for name in ("rx", "ry") if (text := attributes.get(name, "auto").strip()) != "auto"}
    rx, ry = (length_of(given, name, length, signed=False) for name in ("rx", "ry"))
    return (ry if rx is None else rx), (rx if ry is None else ry)


@lru_cache(maxsize=1024)
def rounded_rect(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Path:
    """Return a rectangle, clockwise; radii are cut down to half the size, one of 0 leaves straight corners."""
    right, bottom = x + w, y + h
    rx, ry = min(rx, w / 2), min(ry, h / 2)
    if rx <= 0 or ry <= 0:
        return (("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",))
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)  # from the corner to the handle
    across, down = rx < w / 2, ry < h / 2  # is there a straight piece between the corners?
    return (
        ("M", x + rx, y),
        *((("L", right - rx, y),) if across else ()),
        ("C", right - kx, y, right, y + ky, right, y + ry),
        *((("L", right, bottom - ry),) if down else ()),
        ("C", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        *((("L", x + rx, bottom),) if across else ()),
        ("C", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        *((("L", x, y + ry),) if down else ()),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    )


def curve_points(
    x0: float, y0: float, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float
) -> Iterator[Point]:
    """Yield points along a curve, from behind its start to its end."""
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def path_bounds(path: Path) -> Box:
    """Return the exact box around lines and curves, without their stroke or handles; zeros for nothing."""
    xs: list[float] = []
    ys: list[float] = []
    x = y = start_x = start_y = 0.0
    for segment in path:
        if segment[0] == "M":
            x, y = start_x, start_y = segment[1], segment[2]
            continue
        xs.append(x)
        ys.append(y)
        if segment[0] == "C":
            _, x1, y1, x2, y2, x3, y3 = segment
            xs += _extrema(x, x1, x2, x3)
            ys += _extrema(y, y1, y2, y3)
            x, y = x3, y3
        elif segment[0] == "L":
            x, y = segment[1], segment[2]
        else:
            x, y = start_x, start_y
        xs.append(x)
        ys.append(y)
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def _extrema(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """Return the values of a cubic, in one coordinate, where it turns round between its ends."""
    low, high = min(p0, p3), max(p0, p3)
    if low <= p1 <= high and low <= p2 <= high:
        return []
    a, b, c = p3 - p0 + 3 * (p1 - p2), 2 * (p0 - 2 * p1 + p2), p1 - p0
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    q = -(b + math.copysign(math.sqrt(discriminant), b)) / 2  # where a·t² + b·t + c is zero; stable if a or b vanishes
    roots = [top / bottom for top, bottom in ((q, a), (c, q)) if abs(bottom) > abs(top) * 1e-12]
    turns = [(1 - t, t) for t in roots if 0 < t < 1]
    return [u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3 for u, t in turns]
