"""What brackets say in a card text: `[coin]` alone is an icon, `[red]…[/red]` is words in a colour.

Nothing outside of this module knows how a name is put in brackets; another way is one more of `BRACKETS`. What stands
in the braces of a text is no card text: mask it first in a text that isn't filled in (`braces.mask_holes`).
"""

import re
from collections.abc import Callable, Iterable, Iterator
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
ICON_CHARACTER = "\ufffc"  # stands for an icon where only words, or the places between them, count

_TAG = re.compile(rf"\\.|({NAMED}|{COLOUR_END})", re.DOTALL)
_OPENING = re.compile("|".join([re.escape(opens) for opens, _ in BRACKETS]))
_UNESCAPED = re.compile(f"({NAMED})")  # of a text without backslashes, which is read much faster
_ICON = re.compile(rf"\\.|({NAMED})", re.DOTALL)
_ICON_OR_CHARACTER = re.compile(rf"\\.|({NAMED}|{ICON_CHARACTER})", re.DOTALL)
_TAG_OR_CHARACTER = re.compile(rf"\\.|({NAMED}|{COLOUR_END}|{ICON_CHARACTER})", re.DOTALL)
_BRACKETED = re.compile(rf"\\.|({BRACKETED})", re.DOTALL)


class ColourStretch(NamedTuple):
    """Words in a colour: where its two tags begin and end."""

    name: str
    start: int
    inside: int  # where the words begin
    outside: int  # where they end
    end: int


class IconMark(NamedTuple):
    """An icon's name, and where it stands in the text with its brackets."""

    name: str
    start: int
    end: int


class HalfIcon(NamedTuple):
    """An icon of which only one bracket is there."""

    name: str
    text: str  # what there is of it
    start: int  # where that stands
    lacks: str  # what is to be done with its bracket: "closed" or "opened"


def write_tag(name: str) -> str:
    """Return a name as card text has it."""
    opens, closes = BRACKETS[0]
    return f"{opens}{name}{closes}"


def name_of_tag(tag: str) -> str:
    return tag.strip(SIGNS).removeprefix("/")


def can_have_colours(text: str) -> bool:
    """Tell whether it is worth looking for colours: in most texts there are none."""
    return "[/" in text


@lru_cache(1024)
def find_colours(text: str) -> tuple[ColourStretch, ...]:
    """Return words in a colour. Each end belongs to the nearest beginning; a beginning without an end is an icon."""
    if not can_have_colours(text):
        return ()
    opened: dict[str, list[tuple[int, int]]] = {}
    found: list[ColourStretch] = []
    for tag in _TAG.finditer(text):
        name = name_of_tag(tag[1] or "")  # "" for a backslash
        if tag[1] == write_tag(name):
            opened.setdefault(name, []).append(tag.span())
        elif opened.get(name):
            found.append(ColourStretch(name, *opened[name].pop(), *tag.span()))
    return tuple(sorted(found, key=lambda stretch: stretch.start))


def colour_tags(text: str) -> frozenset[int]:
    """Return the places where what is in brackets begins or ends a colour."""
    if not can_have_colours(text):
        return frozenset()
    return frozenset([at for stretch in find_colours(text) for at in (stretch.start, stretch.outside)])


def find_icons(text: str, *, any_name: bool = False) -> Iterator[IconMark]:
    """Yield the icons of a text; `any_name`: also what is written like one, but can't be an icon's name."""
    if not _OPENING.search(text):
        return
    colours = colour_tags(text)
    pattern = _BRACKETED if any_name else _ICON if "\\" in text else _UNESCAPED
    for found in pattern.finditer(text):
        if found[1] and found.start() not in colours:
            yield IconMark(found[1].strip(SIGNS), *found.span(1))


def icon_names(text: str) -> list[str]:
    """Return the names of a text's icons in their order, each as often as it stands there."""
    return [icon.name for icon in find_icons(text)]


def find_half_icons(text: str, names: Iterable[str]) -> Iterator[HalfIcon]:
    """Yield those of these icons that begin in the text and don't end, or end and don't begin."""
    begun: list[tuple[str, str, int]] = []  # a bracket that doesn't close before another opens, what follows, its place
    for opens, closes in _PATTERNS:
        for each in re.finditer(rf"\\.|({opens})([^{opens}{closes}]*)(?={opens}|$)", text, re.DOTALL):
            if each[1] is not None:
                begun.append((each[1], each[2], each.start()))
    for name in names:
        if found := next((each for each in begun if each[1].startswith(name)), None):
            begun.remove(found)
            yield HalfIcon(name, found[0] + name, found[2], "closed")
            continue
        # the name may stand before a closing bracket, and not behind an opening one
        ends = (re.search(rf"(?<![{opens}\w-]){re.escape(name)}{closes}", text) for opens, closes in _PATTERNS)
        if end := next(filter(None, ends), None):
            yield HalfIcon(name, end[0], end.start(), "opened")


def mask_icons(text: str) -> str:
    """Return a text of the same length in which signs stand for icons, and stars for the tags of colours."""
    for stretch in find_colours(text):
        for start, end in ((stretch.start, stretch.inside), (stretch.outside, stretch.end)):
            text = f"{text[:start]}{'*' * (end - start)}{text[end:]}"
    pattern = _ICON if "\\" in text else _UNESCAPED
    return pattern.sub(lambda found: ICON_CHARACTER * len(found[0]) if found[1] else found[0], text)


def extract_icons(text: str, *, colours: bool = False) -> tuple[str, tuple[str, ...]]:
    """Return a text with one character for each icon, and the icons as they are written; `colours`: and their tags."""
    icons: list[str] = []
    kept = frozenset[int]() if colours else colour_tags(text)

    def replace(found: re.Match[str]) -> str:
        if found[1] is None or found.start() in kept:
            return found[0]
        icons.append(found[1])
        return ICON_CHARACTER

    pattern = _TAG_OR_CHARACTER if colours else _ICON_OR_CHARACTER
    return pattern.sub(replace, text), tuple(icons)


def restore_icons(text: str, icons: Iterable[str]) -> str:
    """Return a text with these for the characters that stand for icons, in their order."""
    left = iter(icons)
    return re.sub(ICON_CHARACTER, lambda _: next(left, ICON_CHARACTER), text)


def change_words(text: str, change: Callable[[str], str]) -> str:
    """Change a text whose icons and colours stay as they are. `change` keeps what are no letters."""
    words, icons = extract_icons(text, colours=True)
    return restore_icons(change(words), icons)
