"""SVG path data → absolute M, L, C and Z; and the box around a path.

`parse_path("m1 1h2")` → `(("M", 1.0, 1.0), ("L", 3.0, 1.0))`
"""

import math
import re
from collections.abc import Callable
from functools import lru_cache

from pnp.layout.art.arcs import arc_cubics
from pnp.layout.art.values import COMMA, LARGEST, NUMBER, SPACE
from pnp.model.display import Path, Segment

_ARGUMENTS = {
    "M": "nn",
    "L": "nn",
    "H": "n",
    "V": "n",
    "C": "nnnnnn",
    "S": "nnnn",
    "Q": "nnnn",
    "T": "nn",
    "A": "nnnffnn",
}
_FIRST = re.compile(f"{SPACE}({NUMBER})")
_NEXT = re.compile(f"{COMMA}({NUMBER})")
_FLAG = re.compile(f"{COMMA}([01])")
_FLAT = 1e-9  # an arc with a radius below this is a line, as SVG says of radius 0
_SPACE = re.compile(SPACE)
_COMMA = re.compile(COMMA)


@lru_cache(maxsize=1024)
def parse_path(d: str) -> Path:
    """The whole grammar of SVG's path data; ValueError says what was expected at which character."""
    reader, pen = _Reader(d), _Pen()
    while command := reader.command(is_first=not pen.path):
        kind = command.upper()
        if kind == "Z":
            pen.close()
            continue
        first = True
        while first or reader.has_more():
            values = reader.values(_ARGUMENTS[kind], first)
            if command.islower():
                values = pen.absolute(kind, values)
            _DRAW[kind](pen, *values)
            if kind == "M":
                kind = "L"
            first = False
    return tuple(pen.path)


class _Reader:
    """Commands and numbers, one after another."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.letter = ""

    def command(self, is_first: bool) -> str:
        self.at = self._after(_SPACE)
        if self.at == len(self.text):
            return ""
        letter = self.text[self.at]
        if is_first and letter not in "Mm":
            raise self._expected("M or m", "")
        if letter not in "MmLlHhVvCcSsQqTtAaZz":
            raise self._expected("a command", f" after {self.letter!r}")
        self.letter = letter
        self.at += 1
        return letter

    def has_more(self) -> bool:
        return _NEXT.match(self.text, self.at) is not None

    def values(self, pattern: str, first: bool) -> list[float]:
        """Numbers (n) and flags (f), where flags need nothing between them and what follows."""
        found: list[float] = []
        for index, kind in enumerate(pattern):
            expression = _FLAG if kind == "f" else _FIRST if first and not index else _NEXT
            match = expression.match(self.text, self.at)
            if not match:
                self.at = self._after(_SPACE if expression is _FIRST else _COMMA)
                raise self._expected("a number" if kind == "n" else "0 or 1", f" after {self.letter!r}")
            value = float(match[1])
            if not -LARGEST <= value <= LARGEST:
                raise ValueError(f"the number at character {match.start(1) + 1} is too large")
            found.append(value)
            self.at = match.end()
        return found

    def _after(self, expression: re.Pattern[str]) -> int:
        match = expression.match(self.text, self.at)
        return match.end() if match else self.at

    def _expected(self, what: str, where: str) -> ValueError:
        found = repr(self.text[self.at]) if self.at < len(self.text) else "the end"
        return ValueError(f"expected {what}{where} at character {self.at + 1}, found {found}")


class _Pen:
    """Where drawing stands: the point, the start of the subpath, the last handle for smooth curves."""

    def __init__(self) -> None:
        self.path: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)
        self.closed = False

    def absolute(self, kind: str, values: list[float]) -> list[float]:
        if kind == "V":
            return [self.y + values[0]]
        if kind == "A":
            return [*values[:5], self.x + values[5], self.y + values[6]]
        return [value + (self.y if index % 2 else self.x) for index, value in enumerate(values)]

    def move(self, x: float, y: float) -> None:
        self.path.append(("M", x, y))
        self._arrive(x, y)
        self.start_x, self.start_y = x, y
        self.closed = False

    def line(self, x: float, y: float) -> None:
        self._reopen()
        self.path.append(("L", x, y))
        self._arrive(x, y)

    def across(self, x: float) -> None:
        self.line(x, self.y)

    def down(self, y: float) -> None:
        self.line(self.x, y)

    def cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self._reopen()
        self.path.append(("C", x1, y1, x2, y2, x, y))
        self._arrive(x, y)
        self.handle = ("C", x2, y2)

    def smooth_cubic(self, x2: float, y2: float, x: float, y: float) -> None:
        self.cubic(*self._mirrored("C"), x2, y2, x, y)

    def quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        ax, ay = self.x + (x1 - self.x) * 2 / 3, self.y + (y1 - self.y) * 2 / 3
        self.cubic(ax, ay, x + (x1 - x) * 2 / 3, y + (y1 - y) * 2 / 3, x, y)
        self.handle = ("Q", x1, y1)

    def smooth_quadratic(self, x: float, y: float) -> None:
        self.quadratic(*self._mirrored("Q"), x, y)

    def arc(self, rx: float, ry: float, turn: float, large: float, sweep: float, x: float, y: float) -> None:
        if min(abs(rx), abs(ry)) < _FLAT:
            self.line(x, y)
            return
        for handles in arc_cubics(self.x, self.y, rx, ry, turn, bool(large), bool(sweep), x, y):
            self.cubic(*handles)
        self.handle = ("", 0.0, 0.0)

    def close(self) -> None:
        if self.closed:
            return
        self.path.append(("Z",))
        self._arrive(self.start_x, self.start_y)
        self.closed = True

    def _reopen(self) -> None:
        """Drawing on after Z starts a new subpath where the closed one began."""
        if self.closed:
            self.move(self.x, self.y)

    def _arrive(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.handle = ("", 0.0, 0.0)

    def _mirrored(self, kind: str) -> tuple[float, float]:
        """The last handle seen from the other side of the point, or the point where the last segment had none."""
        had, x, y = self.handle
        return (2 * self.x - x, 2 * self.y - y) if had == kind else (self.x, self.y)


_DRAW: dict[str, Callable[..., None]] = {
    "M": _Pen.move,
    "L": _Pen.line,
    "H": _Pen.across,
    "V": _Pen.down,
    "C": _Pen.cubic,
    "S": _Pen.smooth_cubic,
    "Q": _Pen.quadratic,
    "T": _Pen.smooth_quadratic,
    "A": _Pen.arc,
}


def path_bounds(path: Path) -> tuple[float, float, float, float]:
    """The exact box (left, top, right, bottom) around what is drawn, without the stroke's width; zeros for nothing.

    Curves count by their extrema, not by their handles; a move that draws nothing doesn't count.
    """
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
    """The values of a cubic, in one coordinate, where it turns round between its ends."""
    low, high = min(p0, p3), max(p0, p3)
    if low <= p1 <= high and low <= p2 <= high:
        return []
    a, b, c = p3 - p0 + 3 * (p1 - p2), 2 * (p0 - 2 * p1 + p2), p1 - p0
    return [_cubic_at(t, p0, p1, p2, p3) for t in _roots(a, b, c) if 0 < t < 1]


def _roots(a: float, b: float, c: float) -> list[float]:
    """Where a·t² + b·t + c is zero; stable where a or b vanishes."""
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    q = -(b + math.copysign(math.sqrt(discriminant), b)) / 2
    return [top / bottom for top, bottom in ((q, a), (c, q)) if abs(bottom) > abs(top) * 1e-12]


def _cubic_at(t: float, p0: float, p1: float, p2: float, p3: float) -> float:
    u = 1 - t
    return u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3
