"""What a PO file holds."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from pnp.model.problem import Problem

_UNSEEN = re.compile(
    "[\\s\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
)


def is_unseen(text: str) -> bool:
    """Whether it prints nothing."""
    return _UNSEEN.fullmatch(text) is not None


class Entry(NamedTuple):
    """One message of a catalogue."""

    context: str
    source: str  # of a pair: what is said of a single thing
    forms: tuple[str, ...]
    plural: str = ""
    line: int = 0  # where it begins
    says: int = 0  # where its first translation begins
    comments: tuple[str, ...] = ()  # the translator's, as they stand behind the #
    notes: tuple[str, ...] = ()  # pnp's, behind #.
    references: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    previous: tuple[str, ...] = ()  # lines behind #|: the source that it was translated from
    obsolete: bool = False
    lines: tuple[int, ...] = ()  # where each of its forms begins

    @property
    def key(self) -> tuple[str, str, str]:
        return self.context, self.source, self.plural

    @property
    def is_fuzzy(self) -> bool:
        return "fuzzy" in self.flags

    @property
    def is_empty(self) -> bool:
        """Also of blanks: a card never prints nothing for something."""
        return any(map(is_unseen, self.forms))

    @property
    def is_header(self) -> bool:
        return not (self.context or self.source or self.obsolete)


class PoFile(NamedTuple):
    header: Entry | None
    entries: tuple[Entry, ...]
    problems: list[Problem]
    is_whole: bool = True  # it goes on to its end, and is text
    broken: frozenset[str] = frozenset()  # contexts of entries that can't be read
    header_lines: tuple[str, ...] = ()  # what the header says in each line of the file, from its `says` on
    written: Mapping[Entry, str] = {}  # entries with their lines in the file
