"""A text → what stands in its braces: `Deal {hands|word} cards`. A backslash before a brace prints the brace.

Braces in texts of pieces, in sentences of rules and in translations are all read here.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

MASK = "\ue000"  # stands for what is in braces where only the words of a text count; no letter, no digit

HOLE = r"\\[\\{}]|\{[^{}]*\}"  # a pattern of all that braces and their backslashes say

_PART = re.compile(r"\\[\\{}]|\{([^{}]*)\}")
_NAMED = re.compile(r"\\[\\{}]|\{([\w-]+)\}")
_ALONE = re.compile("[{}]")
# Filters that choose how a value is put into words, in each language its own way.
WORDING = ("word", "form", "signed", "number", "capital")
_WORDED = re.compile(rf"\s*\|\s*(?:{'|'.join(WORDING)})\s*(?:\((?:'[^']*'|\"[^\"]*\"|[^()'\"])*\))?\s*$")


class Hole(NamedTuple):
    """An expression in braces, and where it begins and ends in the text, without them."""

    text: str
    start: int
    end: int


def has_braces(text: str) -> bool:
    return "{" in text or "}" in text


def find_holes(text: str) -> Iterator[Hole]:
    """Yield what stands in the braces of a text."""
    if "{" not in text:
        return
    for part in _PART.finditer(text):
        if part[1] is not None:
            yield Hole(part[1], *part.span(1))


def find_lone_brace(text: str) -> int | None:
    """Return the place of the first brace that has no other, or None."""
    alone = _ALONE.search(_PART.sub(lambda part: " " * len(part[0]), text))
    return alone.start() if alone else None


def split_holes(text: str, pattern: re.Pattern[str] = _PART) -> list[str | Hole]:
    """Return what is printed of a text as it stands, and its holes, in their order."""
    parts: list[str | Hole] = []
    at = 0
    for part in pattern.finditer(text) if has_braces(text) else ():
        start, end = part.span()
        parts.append(text[at:start])
        if part[1] is not None:
            parts.append(Hole(part[1], *part.span(1)))
        else:  # a backslash before a backslash is for whoever reads the marks of the text
            parts.append(part[0] if part[0] == "\\\\" else part[0][1])
        at = end
    return [*parts, text[at:]]


def fill_names(text: str, value: Callable[[str], object]) -> str:
    """Fill in a text whose holes are names alone; one whose value is None stays as it is."""
    filled = ""
    for part in split_holes(text, _NAMED):
        found = value(part.text) if isinstance(part, Hole) else part
        filled += f"{{{part.text}}}" if isinstance(part, Hole) and found is None else str(found)
    return filled


def drop_wording(hole: str) -> str:
    """Return the expression in a hole without filters for its wording: what all languages have in common."""
    while (expression := _WORDED.sub("", hole)) != hole:
        hole = expression
    return " ".join(hole.split())


def mask_holes(text: str) -> str:
    """Return a text of the same length in which signs that are no letters stand for each hole."""
    return _PART.sub(lambda f: f[0] if f[0] == "\\\\" else MASK * len(f[0]), text) if has_braces(text) else text


def show_masked(text: str) -> str:
    """Return a masked text as messages show it."""
    return re.sub(f"{MASK}+", "{…}", text)


def elide_holes(text: str) -> str:
    """Return a text with three dots for each hole."""
    return "".join(["…" if isinstance(part, Hole) else part for part in split_holes(text)])
