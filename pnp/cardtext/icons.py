"""The icons in a card text: how one is written, where they stand, and what is nearly one.

An icon is its name in brackets, `[coin]`, that doesn't begin words in a colour (`brackets.py`). What stands in the
braces of a text is no card text: who reads icons in one that isn't filled in masks it first (`holes.masked`).
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from pnp.cardtext.brackets import BRACKETED, BRACKETS, COLOUR_END, NAMED, SIGNS, colour_tags, colours_in

ICON_CHARACTER = "\ufffc"  # stands for an icon where only words, or the places between them, count
_MARK = "*"  # which is neither an icon nor a letter
ICON = NAMED  # a pattern without groups, of what is an icon unless it begins a colour

_OPENING = re.compile("|".join([re.escape(opens) for opens, _ in BRACKETS]))
_UNESCAPED = re.compile(f"({ICON})")  # of a text without backslashes, which is read much faster
_ICON = re.compile(rf"\\.|({ICON})", re.DOTALL)
_STANDS_APART = re.compile(rf"\\.|({ICON}|{ICON_CHARACTER})", re.DOTALL)
_IS_KEPT = re.compile(rf"\\.|({ICON}|{COLOUR_END}|{ICON_CHARACTER})", re.DOTALL)
_BRACKETED = re.compile(rf"\\.|({BRACKETED})", re.DOTALL)


class IconMark(NamedTuple):
    """An icon's name, and where it stands in the text with its brackets."""

    name: str
    start: int
    end: int


class Half(NamedTuple):
    """An icon of which only one bracket is there."""

    name: str
    text: str  # what there is of it
    start: int  # where that stands
    lacks: str  # what is to be done with its bracket: "closed" or "opened"


def icons_in(text: str) -> Iterator[IconMark]:
    return _found(_ICON if "\\" in text else _UNESCAPED, text)


def icon_names(text: str) -> list[str]:
    """In their order, each as often as it stands there."""
    return [icon.name for icon in icons_in(text)]


def bracketed(text: str) -> Iterator[IconMark]:
    """All that is written like an icon, whether an icon can be called like that or not."""
    return _found(_BRACKETED, text)


def halves(text: str, names: Iterable[str]) -> Iterator[Half]:
    """Those of these icons that begin in the text and don't end, or end and don't begin."""
    begun: list[tuple[str, str, int]] = []  # a bracket that doesn't close before another opens, what follows, its place
    escaped = [(re.escape(opens), re.escape(closes)) for opens, closes in BRACKETS]
    for opens, closes in escaped:
        for each in re.finditer(rf"\\.|({opens})([^{opens}{closes}]*)(?={opens}|$)", text, re.DOTALL):
            if each[1] is not None:
                begun.append((each[1], each[2], each.start()))
    for name in names:
        if found := next((each for each in begun if each[1].startswith(name)), None):
            begun.remove(found)
            yield Half(name, found[0] + name, found[2], "closed")
            continue
        # the name may stand before a closing bracket, and not behind an opening one
        ends = (re.search(rf"(?<![{opens}\w-]){re.escape(name)}{closes}", text) for opens, closes in escaped)
        if end := next(filter(None, ends), None):
            yield Half(name, end[0], end.start(), "opened")


def masked_icons(text: str) -> str:
    """As long as before, but of each icon only that it is there; of colours, that there are marks."""
    for stretch in colours_in(text):
        for start, end in ((stretch.start, stretch.inside), (stretch.outside, stretch.end)):
            text = f"{text[:start]}{_MARK * (end - start)}{text[end:]}"
    pattern = _ICON if "\\" in text else _UNESCAPED
    return pattern.sub(lambda found: ICON_CHARACTER * len(found[0]) if found[1] else found[0], text)


def icons_apart(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with one character for each icon, and the icons as they are written."""
    return _apart(_STANDS_APART, text, colour_tags(text))


def _apart(pattern: re.Pattern[str], text: str, but: Collection[int] = ()) -> tuple[str, tuple[str, ...]]:
    """The same of all that is found, except at some places."""
    icons: list[str] = []

    def part(found: re.Match[str]) -> str:
        if found[1] is None or found.start() in but:
            return found[0]
        icons.append(found[1])
        return ICON_CHARACTER

    return pattern.sub(part, text), tuple(icons)


def with_icons(text: str, icons: Iterable[str]) -> str:
    """The text with these for the characters that stand for icons, in their order."""
    left = iter(icons)
    return re.sub(ICON_CHARACTER, lambda _: next(left, ICON_CHARACTER), text)


def around_icons(text: str, make: Callable[[str], str]) -> str:
    """What is made of a text whose icons and colours stay as they are. What makes it keeps what are no letters."""
    apart, icons = _apart(_IS_KEPT, text)
    return with_icons(make(apart), icons)


def _found(pattern: re.Pattern[str], text: str) -> Iterator[IconMark]:
    if not _OPENING.search(text):
        return iter(())
    colours = colour_tags(text)
    return (
        IconMark(found[1].strip(SIGNS), *found.span(1))
        for found in pattern.finditer(text)
        if found[1] and found.start() not in colours
    )
