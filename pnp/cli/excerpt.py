"""A line of a file and a place in it → the line as a terminal shows it, and a caret below the place."""

import unicodedata

from pnp.model.span import Span

_WIDTH = 100  # of what is shown of a line
_BEFORE = 60  # of it, before the caret
_TAB = 4
_CUT = "…"


def excerpt(line: str, span: Span) -> tuple[str, str]:
    """` 6 |   nmae: Second`, `   |   ^`; the second is empty where the span has no column or one beyond the line."""
    number = f" {span.line} "
    index = span.column - 1
    if not 0 <= index <= len(line):
        return f"{number}| {_to_the_end(line, _WIDTH)}".rstrip(), ""
    start = _start(line, index)
    before = (_CUT if start else "") + "".join(map(_shown, line[start:index]))
    after = _to_the_end(line[index:], _WIDTH - _width(before))
    return f"{number}| {before}{after}".rstrip(), f"{' ' * len(number)}| {' ' * _width(before)}^"


def _start(line: str, index: int) -> int:
    """Where to begin so that the place and something after it can be seen."""
    room = _WIDTH if _is_short(line) else _BEFORE
    start = index
    while start and room >= (wide := _width(_shown(line[start - 1]))):
        room -= wide
        start -= 1
    while start < index and unicodedata.combining(line[start]):  # marks stay with their letters
        start += 1
    return start


def _is_short(line: str) -> bool:
    return len(line) <= _WIDTH and _width("".join(map(_shown, line))) <= _WIDTH


def _to_the_end(text: str, room: int) -> str:
    """As much as there is room for; what is left out is cut off visibly."""
    shown = ""
    for char in map(_shown, text):
        room -= _width(char)
        if room < 0:
            return shown.rstrip() + _CUT
        shown += char
    return shown


def _shown(char: str) -> str:
    """Tabs as blanks; nothing that a terminal would obey."""
    if char == "\t":
        return " " * _TAB
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in "\u200c\u200d":
        return "\ufffd"
    return char


def _width(text: str) -> int:
    """In columns of a terminal."""
    return sum(_columns(char) for char in text)


def _columns(char: str) -> int:
    if char < "\u0300":
        return 1
    if char in "\u200c\u200d" or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
