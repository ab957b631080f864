"""What brackets say in a card text: `[coin]` alone is an icon, `[red]…[/red]` is words in a colour.

Nothing outside of this module knows how a name is put in brackets; another way is one more of `BRACKETS`.
"""

import re
from functools import lru_cache
from typing import NamedTuple

NAME = "[a-z0-9][a-z0-9_-]*"
BRACKETS = (("[", "]"),)  # what stands before and behind a name; pnp itself writes the first
SIGNS = "".join(map("".join, BRACKETS))  # a backslash before one of these takes its meaning
_PATTERNS = [(re.escape(opens), re.escape(closes)) for opens, closes in BRACKETS]
# Patterns without groups: of a name in brackets, of the end of a colour, and of what stands in brackets at all.
NAMED = "|".join(f"{opens}{NAME}{closes}" for opens, closes in _PATTERNS)
COLOUR_END = "|".join(f"{opens}/{NAME}{closes}" for opens, closes in _PATTERNS)
BRACKETED = "|".join(rf"{opens}[^{opens}{closes}\n]*{closes}" for opens, closes in _PATTERNS)

_TAG = re.compile(rf"\\.|({NAMED}|{COLOUR_END})", re.DOTALL)
_NONE: frozenset[int] = frozenset()


class ColourStretch(NamedTuple):
    """Words in a colour: where its two tags begin and end."""

    name: str
    start: int
    inside: int  # where the words begin
    outside: int  # where they end
    end: int


def written(name: str) -> str:
    """As card text has it."""
    opens, closes = BRACKETS[0]
    return f"{opens}{name}{closes}"


def name_in(tag: str) -> str:
    """The name of what is in brackets."""
    return tag.strip(SIGNS).removeprefix("/")


def may_colour(text: str) -> bool:
    """Whether it is worth looking for colours: in most texts there are none."""
    return "[/" in text


@lru_cache(1024)
def colours_in(text: str) -> tuple[ColourStretch, ...]:
    """Each end belongs to the nearest beginning before it. A beginning that has no end is an icon."""
    if not may_colour(text):
        return ()
    opened: dict[str, list[tuple[int, int]]] = {}
    found: list[ColourStretch] = []
    for tag in _TAG.finditer(text):
        name = name_in(tag[1] or "")
        if tag[1] is None:
            continue
        if tag[1] == written(name):
            opened.setdefault(name, []).append(tag.span())
        elif opened.get(name):
            found.append(ColourStretch(name, *opened[name].pop(), *tag.span()))
    return tuple(sorted(found, key=lambda stretch: stretch.start))


def colour_tags(text: str) -> frozenset[int]:
    """Where what is in brackets begins or ends a colour."""
    if not may_colour(text):
        return _NONE
    return frozenset([at for stretch in colours_in(text) for at in (stretch.start, stretch.outside)])
