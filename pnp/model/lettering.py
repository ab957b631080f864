"""What is drawn around and below the letters of a text: `outline: paper 0.4mm`, `shadow: ink 0.3 0.3`."""

from functools import lru_cache
from typing import NamedTuple

from pnp.model.length import parse_length

NONE = "none"
_LARGEST = 20.0  # mm
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
def outline_in(text: str) -> LetterOutline | None:
    """None where there is to be none. Raises ValueError."""
    fill, lengths = _read(text, 1)
    if fill == NONE:
        return None
    if lengths and not 0 < lengths[0] <= _LARGEST:
        raise ValueError(text)
    return LetterOutline(fill, *lengths)


@lru_cache(256)
def shadow_in(text: str) -> LetterShadow | None:
    """None where there is to be none. Raises ValueError."""
    fill, lengths = _read(text, 2)
    return None if fill == NONE else LetterShadow(fill, *lengths)


def _read(text: str, count: int) -> tuple[str, list[float]]:
    """A colour, and no lengths or so many. Raises ValueError."""
    fill, *said = text.split() or [""]
    lengths = [length for each in said if (length := parse_length(each)) is not None and abs(length) <= _LARGEST]
    if not fill or len(lengths) != len(said) or len(lengths) not in (0, count):
        raise ValueError(text)
    return fill, lengths
