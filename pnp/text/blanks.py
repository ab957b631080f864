"""A text → its blanks where none belong: what is said of each, and where it stands."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_AROUND_LINES = r"(?P<line>[ \t]+\n|\n[ \t]+)|(?P<inside>[ \t]{2,}|\t)"
_ON_LINES = re.compile(rf"(?P<front>\A[ \t]+)|(?P<end>[ \t]+\Z)|{_AROUND_LINES}")
_AT_ENDS = re.compile(rf"(?P<front>\A[ \t\n]+)|(?P<end>[ \t\n]+\Z)|{_AROUND_LINES}")
_SAYS = {
    "front": "begins with a blank",
    "end": "ends with a blank",
    "line": "has a blank beside a line break",
    "inside": "has more than one blank in a row",
}


class Blank(NamedTuple):
    says: str
    start: int
    end: int


def misplaced_blanks(text: str, *, line_ends: bool = False) -> Iterator[Blank]:
    """`line_ends`: at the beginning and at the end, a line break counts as a blank."""
    if "  " in text or text != text.strip() or "\t" in text or " \n" in text or "\n " in text:
        for match in (_AT_ENDS if line_ends else _ON_LINES).finditer(text):
            yield Blank(_SAYS[match.lastgroup or "inside"], *match.span())
