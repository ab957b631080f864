"""Looks as data: type styles, palettes per ink, font families, as `style.yaml` and `fonts.yaml` declare them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pnp.model.display import Colour
from pnp.model.length import MM_PER_POINT, parse_length
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span
from pnp.model.values import UnreadParts

NONE = "none"
_FARTHEST = 20.0  # mm
_LINE, _AWAY = 0.05, (0.05, 0.05)  # of the size, where no length is said
OUTLINE_FORM = "a colour, and how wide the line is: paper 0.4mm"
SHADOW_FORM = "a colour, and how far to the right and down: ink 0.3mm 0.3mm"


class LetterOutline(NamedTuple):
    """A line around letters."""

    fill: str  # a palette's name or a colour
    width: float | None = None  # mm

    def at(self, size: float) -> float:
        return size * _LINE if self.width is None else self.width


class LetterShadow(NamedTuple):
    """The letters once more below themselves."""

    fill: str
    x: float | None = None  # mm to the right
    y: float = 0.0  # down

    def at(self, size: float) -> tuple[float, float]:
        return (size * _AWAY[0], size * _AWAY[1]) if self.x is None else (self.x, self.y)


@lru_cache(256)
def parse_outline(text: str) -> LetterOutline | None:
    """Parse an outline of letters; None where there is to be none. Raises ValueError."""
    fill, lengths = _read(text, 1)
    if fill == NONE:
        return None
    if lengths and not 0 < lengths[0] <= _FARTHEST:
        raise ValueError(text)
    return LetterOutline(fill, *lengths)


@lru_cache(256)
def parse_shadow(text: str) -> LetterShadow | None:
    """Parse a shadow of letters; None where there is to be none. Raises ValueError."""
    fill, lengths = _read(text, 2)
    return None if fill == NONE else LetterShadow(fill, *lengths)


def _read(text: str, count: int) -> tuple[str, list[float]]:
    """Read a colour, and no lengths or so many. Raises ValueError."""
    fill, *said = text.split() or [""]
    lengths = [length for each in said if (length := parse_length(each)) is not None and abs(length) <= _FARTHEST]
    if not fill or len(lengths) != len(said) or len(lengths) not in (0, count):
        raise ValueError(text)
    return fill, lengths


LARGE_TYPE = code("PNP027", Severity.WARNING, says='"{path}" is {size}, a type of {points:.0f} pt')
LARGE_IN_TEMPLATE = LARGE_TYPE.also("<{tag} {name}> is {size}, a type of {points:.0f} pt", varies=("tag",))
_LARGEST = 8.0  # mm of type that a bare number may mean: 23 points

CASES = ("none", "upper", "small-caps")
MOST_DROPPED = 9  # lines beside a first letter
SIDES = {"left": "start", "right": "end"}  # what lines are called that begin on the left; on the right, it is mirrored


def hint_at_unit(text: str, size: float) -> str:
    """Return what to write for a type size where a bare number was hardly meant in millimetres, else ""."""
    is_bare = text.strip()[-1:].isdigit()
    return f"did you mean {size:g}pt? else say {size:g}mm" if size > _LARGEST and is_bare else ""


@dataclass(frozen=True, slots=True, repr=False)
class TypeStyle:
    """How a text looks. Lengths are millimetres; `min` is the smallest size that shrink-to-fit may use."""

    name: str
    span: Span
    font: str = "text"  # a role of fonts.yaml, or a family
    bold: bool = False
    italic: bool = False
    size: float = 9 * MM_PER_POINT
    min: float = 9 * MM_PER_POINT
    leading: float = 1.2  # line distance in sizes
    fill: str = "ink"  # a palette name or a colour
    align: str = "start"  # start, center, end, justify
    valign: str = "top"  # top, middle, bottom
    wrap: str = "auto"  # balance, pretty, greedy; auto: as it is aligned
    hyphens: bool = False
    tracking: float = 0.0  # of the size
    case: str = "none"  # one of CASES
    drop: int = 0  # lines that stand beside a large first letter
    outline: str = "none"  # of its letters, as `parse_outline` reads it
    shadow: str = "none"
    before: float = 0.0  # space above and below a block of a flow
    after: float = 0.0
    marker: str = "•"  # what hangs before an item of a list
    font_span: Span = field(default=Span(""), compare=False, repr=False)  # where it, or one it is like, names the font


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Style:
    """A game's looks: its own style.yaml over layouts/shared/style.yaml over built-in defaults."""

    styles: Mapping[str, TypeStyle]
    palettes: Mapping[str, Mapping[str, Colour]]  # ink → name → colour
    span: Span
    contrast: float | None = None  # of a text and its ground, at least; where it isn't said, as the ink asks for
    smallest: float = 5 * MM_PER_POINT  # size of a text on paper
    mirror: bool = False  # layouts run from right to left where the language does
    unread: UnreadParts = field(default_factory=UnreadParts)  # "styles/h1", "colours/spring", "styles", "colours", ""


class FontFile(NamedTuple):
    path: Path
    number: int = 0  # of the face in a collection


class FontFamily(NamedTuple):
    name: str
    files: Mapping[str, FontFile]  # "regular", "bold", "italic", "bold-italic"; regular is always there
    span: Span


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FontTable:
    """Which font serves which role, and who helps out where it lacks a glyph."""

    families: Mapping[str, FontFamily]
    roles: Mapping[str, str] = field(default_factory=dict)  # "title" → family name
    fallback: tuple[str, ...] = ()  # families tried in order
    scripts: Mapping[str, str] = field(default_factory=dict)  # "Arab" → family name; "title Arab" for one role
    absent: Mapping[str, str] = field(default_factory=dict)  # family → the extra that isn't installed
    unread: UnreadParts = field(default_factory=UnreadParts)  # "families/Almendra", "roles/title", "families", ""

    def cause(self, name: str) -> Problem | None:
        """Return why there is no role and no family of that name, although a fonts.yaml may have it."""
        return self.unread.cause("families", name) or self.unread.cause("roles", name)
