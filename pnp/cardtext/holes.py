"""A text → what stands in its braces: `Deal {hands|word} cards`. A backslash before a brace prints the brace.

All who look for braces, in texts of pieces, in sentences of rules, in translations, read them here.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

HELD = "\ue000"  # stands for what is in braces where only the words of a text count; no letter, no digit

HOLE = r"\\[\\{}]|\{[^{}]*\}"  # a pattern of all that braces and their backslashes say

_HELD = re.compile(f"{HELD}+")
_PART = re.compile(r"\\[\\{}]|\{([^{}]*)\}")
_NAMED = re.compile(r"\\[\\{}]|\{([\w-]+)\}")
_ALONE = re.compile("[{}]")
SAYING = (
    "word",
    "form",
    "signed",
    "number",
    "capital",
)  # filters that choose how a value is said, in each language its own way
_SAID = re.compile(rf"\s*\|\s*(?:{'|'.join(SAYING)})\s*(?:\((?:'[^']*'|\"[^\"]*\"|[^()'\"])*\))?\s*$")


class Hole(NamedTuple):
    """An expression in braces, and where it begins and ends in the text, without them."""

    text: str
    start: int
    end: int


def has_braces(text: str) -> bool:
    return "{" in text or "}" in text


def holes_in(text: str) -> Iterator[Hole]:
    if "{" not in text:
        return
    for part in _PART.finditer(text):
        if part[1] is not None:
            yield Hole(part[1], *part.span(1))


def lone_brace(text: str) -> int | None:
    """Where the first brace stands that has no other; None where each has."""
    if not has_braces(text):
        return None
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


def with_names(text: str, value: Callable[[str], object]) -> str:
    """Fill in a text whose holes are names alone; one that has no value, but None, stays as it is."""
    said = ""
    for part in split_holes(text, _NAMED):
        found = value(part.text) if isinstance(part, Hole) else part
        said += f"{{{part.text}}}" if isinstance(part, Hole) and found is None else str(found)
    return said


def figure_in(hole: str) -> str:
    """The expression in a hole without how it is said: what all languages have in common."""
    while (said := _SAID.sub("", hole)) != hole:
        hole = said
    return " ".join(hole.split())


def unmasked(text: str) -> str:
    """As messages show it."""
    return _HELD.sub("{…}", text) if HELD in text else text


def masked(text: str) -> str:
    """As long as before, but of each hole only that it is there."""

    def part(found: re.Match[str]) -> str:
        return found[0] if found[0] == "\\\\" else HELD * len(found[0])

    return _PART.sub(part, text) if has_braces(text) else text


def without_holes(text: str) -> str:
    """With three dots for each hole."""
    return "".join(["…" if isinstance(part, Hole) else part for part in split_holes(text)])
