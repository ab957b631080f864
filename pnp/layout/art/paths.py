"""SVG path data → absolute M, L, C and Z; and the box around a path.

`parse_path("m1 1h2")` → `(("M", 1.0, 1.0), ("L", 3.0, 1.0))`
"""

import math
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from pnp.layout.art.values import COMMA, LARGEST, NUMBER, SPACE
from pnp.model.display import Matrix, Path, Segment, apply
from pnp.model.regex import regex

Box = tuple[float, float, float, float]  # left, top, right, bottom
Command = tuple[str, list[float]]  # a letter, and what follows it as often as it is repeated

_OPERANDS = {  # numbers, flags
    **dict.fromkeys("MLT", "nn"),
    **dict.fromkeys("HV", "n"),
    **dict.fromkeys("SQ", "nnnn"),
    **{"C": "nnnnnn", "A": "nnnffnn", "Z": ""},
}
_FIRST = regex(f"{SPACE}({NUMBER})")
_NEXT = regex(f"{COMMA}({NUMBER})")
_FLAG = regex(f"{COMMA}([01])")
_SPACE = regex(SPACE)
_COMMA = regex(COMMA)
_FLAT = 1e-9  # an arc with a radius below this is a line, as SVG says of radius 0

_LETTERS = "MmLlHhVvCcSsQqTtAaZz"
_NUMBER = re.compile(NUMBER)
_PART = re.compile(f"([{_LETTERS}])([^{_LETTERS}]*)")
_RUN = f"(?>{SPACE}{NUMBER}(?:{COMMA}{NUMBER})*)"  # not tried again in shorter numbers, of which there are many
_PLAIN = re.compile(f"{SPACE}[Mm]{_RUN}(?:{SPACE}(?:[Zz]|[MmLlHhVvCcSsQqTt]{_RUN}))*+{SPACE}")
_MAYBE_LARGE = re.compile("[eE]|(?<![.0-9])[0-9]{10}")

Cubic = tuple[float, float, float, float, float, float]


@lru_cache(maxsize=1024)
def parse_path(d: str) -> Path:
    """The whole grammar of SVG's path data; ValueError says what was expected at which character."""
    pen = _PathPen()
    for letter, numbers in _plain_commands(d) or _PathReader(d).commands():
        pen.draw(letter, numbers)
    return tuple(pen.path)


def _plain_commands(d: str) -> list[Command]:
    """What most paths are, read at a stroke; nothing where there are arcs, whose flags may stick to what follows, or
    where something may be wrong."""
    if not _PLAIN.fullmatch(d) or _MAYBE_LARGE.search(d):
        return []
    commands = [(letter, [float(number) for number in _NUMBER.findall(run)]) for letter, run in _PART.findall(d)]
    wrong = any(numbers and len(numbers) % len(_OPERANDS[letter.upper()]) for letter, numbers in commands)
    return [] if wrong else commands


class _PathReader:
    """Commands and numbers, one after another."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.letter = ""

    def commands(self) -> Iterator[Command]:
        while letter := self._command():
            operands, numbers = _OPERANDS[letter.upper()], list[float]()
            while operands and (not numbers or _NEXT.match(self.text, self.at)):
                numbers += self._values(operands, not numbers)
            yield letter, numbers

    def _command(self) -> str:
        is_first = not self.letter
        self.at = self._after(_SPACE)
        if self.at == len(self.text):
            return ""
        letter = self.text[self.at]
        if is_first and letter not in "Mm":
            raise self._expected("M or m", "")
        if letter not in _LETTERS:
            raise self._expected("a command", f" after {self.letter!r}")
        self.letter = letter
        self.at += 1
        return letter

    def _values(self, operands: str, first: bool) -> list[float]:
        """Numbers (n) and flags (f), where flags need nothing between them and what follows."""
        found: list[float] = []
        for index, kind in enumerate(operands):
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


class _PathPen:
    """Where drawing stands: the point, the start of the subpath, the last handle for smooth curves."""

    def __init__(self) -> None:
        self.path: list[Segment] = []
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.handle: tuple[str, float, float] = ("", 0.0, 0.0)
        self.closed = False

    def draw(self, letter: str, numbers: list[float]) -> None:
        kind = letter.upper()
        if self.closed and kind not in "MZ":  # drawing on after Z starts a new subpath where the closed one began
            self._move(self.x, self.y)
        _DRAW[kind](self, numbers, letter != kind)

    def moves(self, numbers: list[float], relative: bool) -> None:
        """The first point; what follows it are lines."""
        x, y = numbers[:2]
        self._move(x + self.x, y + self.y) if relative else self._move(x, y)
        if len(numbers) > 2:
            self.lines(numbers[2:], relative)

    def lines(self, numbers: list[float], relative: bool) -> None:
        x, y = self.x, self.y
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = (x + dx, y + dy) if relative else (dx, dy)
            self.path.append(("L", x, y))
        self._arrive(x, y)

    def across(self, numbers: list[float], relative: bool) -> None:
        for number in numbers:
            self.lines([self.x + number if relative else number, self.y], False)

    def down(self, numbers: list[float], relative: bool) -> None:
        for number in numbers:
            self.lines([self.x, self.y + number if relative else number], False)

    def cubics(self, numbers: list[float], relative: bool) -> None:
        for x1, y1, x2, y2, x, y in self._pairs(numbers, relative, 6):
            self._cubic(x1, y1, x2, y2, x, y)

    def smooth_cubics(self, numbers: list[float], relative: bool) -> None:
        for x2, y2, x, y in self._pairs(numbers, relative, 4):
            self._cubic(*self._mirrored("C"), x2, y2, x, y)

    def quadratics(self, numbers: list[float], relative: bool) -> None:
        for x1, y1, x, y in self._pairs(numbers, relative, 4):
            self._quadratic(x1, y1, x, y)

    def smooth_quadratics(self, numbers: list[float], relative: bool) -> None:
        for x, y in self._pairs(numbers, relative, 2):
            self._quadratic(*self._mirrored("Q"), x, y)

    def arcs(self, numbers: list[float], relative: bool) -> None:
        for at in range(0, len(numbers), 7):
            rx, ry, turn, large, sweep, x, y = numbers[at : at + 7]
            if relative:
                x, y = x + self.x, y + self.y
            if min(abs(rx), abs(ry)) < _FLAT:
                self.lines([x, y], False)
                continue
            for handles in arc_cubics(self.x, self.y, rx, ry, turn, bool(large), bool(sweep), x, y):
                self._cubic(*handles)
            self.handle = ("", 0.0, 0.0)

    def close(self, _numbers: list[float], _relative: bool) -> None:
        if self.closed:
            return
        self.path.append(("Z",))
        self._arrive(self.start_x, self.start_y)
        self.closed = True

    def _pairs(self, numbers: list[float], relative: bool, each: int) -> Iterator[list[float]]:
        """Points, as many numbers as a segment has at once, from where drawing stands then."""
        for at in range(0, len(numbers), each):
            values = numbers[at : at + each]
            x, y = self.x, self.y
            yield [value + (y if index % 2 else x) for index, value in enumerate(values)] if relative else values

    def _move(self, x: float, y: float) -> None:
        self.path.append(("M", x, y))
        self._arrive(x, y)
        self.start_x, self.start_y = x, y
        self.closed = False

    def _cubic(self, x1: float, y1: float, x2: float, y2: float, x: float, y: float) -> None:
        self.path.append(("C", x1, y1, x2, y2, x, y))
        self.x, self.y = x, y
        self.handle = ("C", x2, y2)

    def _quadratic(self, x1: float, y1: float, x: float, y: float) -> None:
        ax, ay = self.x + (x1 - self.x) * 2 / 3, self.y + (y1 - self.y) * 2 / 3
        self._cubic(ax, ay, x + (x1 - x) * 2 / 3, y + (y1 - y) * 2 / 3, x, y)
        self.handle = ("Q", x1, y1)

    def _arrive(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.handle = ("", 0.0, 0.0)

    def _mirrored(self, kind: str) -> tuple[float, float]:
        """The last handle seen from the other side of the point, or the point where the last segment had none."""
        had, x, y = self.handle
        return (2 * self.x - x, 2 * self.y - y) if had == kind else (self.x, self.y)


_DRAW: dict[str, Callable[[_PathPen, list[float], bool], None]] = {
    **{"M": _PathPen.moves, "L": _PathPen.lines, "H": _PathPen.across, "V": _PathPen.down},
    **{"C": _PathPen.cubics, "S": _PathPen.smooth_cubics, "Q": _PathPen.quadratics, "T": _PathPen.smooth_quadratics},
    **{"A": _PathPen.arcs, "Z": _PathPen.close},
}


def path_bounds(path: Path) -> Box:
    """The exact box around what is drawn, without the stroke's width; zeros for nothing.

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


def rough_bounds(path: Path) -> Box:
    """A box around a path and its handles: quickly made, and nothing reaches out of it."""
    xs = [x for segment in path for x in segment[1::2]]
    ys = [y for segment in path for y in segment[2::2]]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def _extrema(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """The values of a cubic, in one coordinate, where it turns round between its ends."""
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


def arc_cubics(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x2: float, y2: float
) -> list[Cubic]:
    """From (x1, y1) to (x2, y2); radii that are too small grow until they reach, equal ends draw nothing."""
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
    # from the unit circle about (cx, cy) back to the page
    to_page: Matrix = (cos * rx, sin * rx, -sin * ry, cos * ry, (x1 + x2) / 2, (y1 + y2) / 2)
    cubics: list[Cubic] = [
        (*apply(to_page, x1, y1), *apply(to_page, x2, y2), *apply(to_page, x, y))
        for x1, y1, x2, y2, x, y in _unit_arc(cx, cy, start, delta)
    ]
    cubics[-1] = (*cubics[-1][:4], x2, y2)  # free of rounding
    return cubics


def _unit_arc(cx: float, cy: float, start: float, delta: float) -> Iterator[Cubic]:
    pieces = max(1, math.ceil(abs(delta) / (math.pi / 2) - 1e-9))
    step = delta / pieces
    reach = 4 / 3 * math.tan(step / 4)
    for index in range(pieces):
        cos0, sin0 = math.cos(start + index * step), math.sin(start + index * step)
        cos1, sin1 = math.cos(start + (index + 1) * step), math.sin(start + (index + 1) * step)
        x, y = cx + cos1, cy + sin1
        yield cx + cos0 - reach * sin0, cy + sin0 + reach * cos0, x + reach * sin1, y - reach * cos1, x, y
