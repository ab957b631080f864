"""Attribute texts → numbers and lengths. A wrong one raises an `ArtError` that names the attribute."""

import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Literal, NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.model.display import Matrix
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
    value = length(name, text)
    if value is None:
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
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        raise ArtError(name, f"{name} {quote(text)} is not a number")
    return _limit(name, match[0])


def numbers(name: str, text: str) -> tuple[float, ...]:
    """Read numbers separated by commas or space, or run together where that is unambiguous ("1-2.5.5")."""
    found: list[float] = []
    text = text.strip()
    at = 0
    while at < len(text):
        match = _ITEM.match(text, at)
        if not match or (not found and text.startswith(",")):
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
        match = _LENGTH.fullmatch(text.strip())
        if not match:
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
    text = attributes.get("viewBox")
    if text is None:
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
    match = _ASPECT.fullmatch(aspect)
    if not match:
        message = f"preserveAspectRatio {quote(aspect)} is not known"
        raise ArtError("preserveAspectRatio", message, "such as xMidYMid meet, or none")
    how = "cover" if match[3] == "slice" else "contain"
    left, top, fitted, _ = fit(w, h, box.w, box.h, how, _ALIGN[match[1]], _ALIGN[match[2]])
    scale = fitted / box.w
    return (scale, 0.0, 0.0, scale, x + left - box.x * scale, y + top - box.y * scale)


Fit = Literal["contain", "cover", "stretch"]
FITS: tuple[Fit, ...] = ("contain", "cover", "stretch")


def fit(
    box_w: float, box_h: float, art_w: float, art_h: float, how: str, align_x: float = 0.5, align_y: float = 0.5
) -> tuple[float, float, float, float]:
    """Return where art goes in a box at 0,0: x, y, w, h. `cover` reaches over the box: the caller clips.

    The alignments say where spare (or cut) space is: 0 puts the art at the left or top, 1 at the right or bottom.
    """
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
    """Read `"fill: red; stroke: none !important"` as its properties, and those that are important.

    Custom ones (`--name`) are left out: the palette has those.
    """
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
