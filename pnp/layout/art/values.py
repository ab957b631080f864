"""Attribute texts → numbers and lengths. What is wrong with one is an `ArtError` that names the attribute."""

import re
from collections.abc import Callable, Mapping

from pnp.model.length import parse_length

SPACE = "[ \t\r\n\f]*"
COMMA = f"{SPACE}(?:,{SPACE})?"
NUMBER = r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
LARGEST = 1e9  # beyond it a number is a slip of the pen or an attack

Length = Callable[[str, str], float | None]  # attribute, text → user units; None where the text is no length

_NUMBER = re.compile(NUMBER)
_ITEM = re.compile(f"{COMMA}({NUMBER})")
_LONGEST_LENGTH = 40  # characters


class ArtError(ValueError):
    """An attribute's value is wrong; `str()` is the message."""

    def __init__(self, attribute: str, message: str, hint: str = "") -> None:
        super().__init__(attribute, message, hint)
        self.attribute = attribute
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class Unsupported(ArtError):
    """Right in SVG, but nothing that can be printed here."""


def quoted(text: str) -> str:
    """A value for messages, shortened where it is long."""
    return f'"{text}"' if len(text) <= 40 else f'"{text[:39]}…"'


def plain_length(attribute: str, text: str) -> float | None:
    """Lengths as layouts write them: a bare number is millimetres."""
    return parse_length(text) if len(text) <= _LONGEST_LENGTH else None


def length_of(attributes: Mapping[str, str], name: str, length: Length, *, signed: bool = True) -> float | None:
    """An attribute's length, None where it isn't given."""
    text = attributes.get(name)
    return None if text is None else checked_length(name, text, length, signed=signed)


def checked_length(name: str, text: str, length: Length, *, signed: bool = True) -> float:
    value = length(name, text)
    if value is None:
        raise ArtError(name, f"{name} {quoted(text)} is not a length", "a number, or one with mm, cm, in or pt")
    if not -LARGEST <= value <= LARGEST:
        raise ArtError(name, f"{name} {quoted(text)} is too large")
    if value < 0 and not signed:
        raise ArtError(name, f"{name} is negative: {text.strip()}")
    return value


def number(name: str, text: str) -> float:
    """One plain number."""
    match = _NUMBER.fullmatch(text.strip())
    if not match:
        raise ArtError(name, f"{name} {quoted(text)} is not a number")
    return _bounded(name, float(match[0]), match[0])


def numbers(name: str, text: str) -> tuple[float, ...]:
    """Numbers separated by commas or space, or run together as far as that is unambiguous ("1-2.5.5")."""
    found: list[float] = []
    text = text.strip()
    at = 0
    while at < len(text):
        match = _ITEM.match(text, at)
        if not match or (not found and text.startswith(",")):
            at = match.start() if match else at
            raise ArtError(name, f"{name}: expected a number at character {at + 1}, found {text[at]!r}")
        found.append(_bounded(name, float(match[1]), match[1]))
        at = match.end()
    return tuple(found)


def fraction(name: str, text: str) -> float:
    """`"0.4"` or `"40%"`, kept between 0 and 1."""
    text = text.strip()
    value = number(name, text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    return min(max(value, 0.0), 1.0)


def _bounded(name: str, value: float, text: str) -> float:
    if not -LARGEST <= value <= LARGEST:
        raise ArtError(name, f"{name}: {quoted(text)} is too large")
    return value
