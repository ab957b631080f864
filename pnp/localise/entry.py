"""The entries of a PO file, and an entry while its lines are read."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from pnp.model.problem import Problem
from pnp.model.regex import regex

T = TypeVar("T")
K = TypeVar("K")
_UNSEEN = regex(
    "[\\s\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
)


def grouped(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Group things by a key; groups and things keep their order."""
    found: dict[K, list[T]] = {}
    for thing in things:
        found.setdefault(key(thing), []).append(thing)
    return found


def is_unseen(text: str) -> bool:
    """Check that a text prints nothing."""
    return _UNSEEN.fullmatch(text) is not None


class Entry(NamedTuple):
    """One message of a catalogue."""

    context: str
    source: str  # of a pair: the text for a single thing
    forms: tuple[str, ...]
    plural: str = ""
    line: int = 0  # where the entry begins
    says: int = 0  # the line where its first translation begins
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
        """Check for empty translations, also for blanks: a card never prints nothing for something."""
        return any(map(is_unseen, self.forms))

    @property
    def is_header(self) -> bool:
        return not (self.context or self.source or self.obsolete)


class PoFile(NamedTuple):
    """A file with its entries and problems."""

    header: Entry | None
    entries: tuple[Entry, ...]
    problems: list[Problem]
    torn: Problem | None = None  # why the rest isn't known: it isn't text, or doesn't go on to its end
    unreadable: Mapping[str, Problem] = {}  # contexts of entries that can't be read
    header_lines: tuple[str, ...] = ()  # what the header says in each line of the file, from its `says` on
    written: Mapping[Entry, str] = {}  # entries with their lines in the file


class Draft:
    """An entry being read: the lines of each of its parts."""

    def __init__(self) -> None:
        self.line = 0  # 0: only comments so far
        self.obsolete = False
        self.parts: dict[str, list[str]] = {}
        self.lines: dict[str, int] = {}
        self.kept: dict[str, list[str]] = {" ": [], ".": [], ":": [], ",": [], "|": []}
        self.commented = 0  # the line of its last comment
        self.first = 0  # of its lines; 0: none so far
        self.last = 0
        self.open = ""  # the part to which a text by itself belongs
        self.unreadable: Problem | None = None  # the first thing that is wrong with it
        self.is_said = False  # it has a translation, if an empty one

    def entry(self) -> Entry:
        parts = {name: "".join(strings) for name, strings in self.parts.items()}
        said = [name for name in parts if name.startswith("msgstr")]
        return Entry(
            parts.get("msgctxt", ""),
            parts["msgid"],
            tuple([parts[name] for name in said]),
            parts.get("msgid_plural", ""),
            self.line,
            self.lines[said[0]],
            tuple(self.kept[" "]),
            tuple([note.strip() for note in self.kept["."]]),
            tuple([line.strip() for line in self.kept[":"]]),
            tuple([flag for line in self.kept[","] for flag in filter(None, map(str.strip, line.split(",")))]),
            tuple([line.strip() for line in self.kept["|"]]),
            self.obsolete,
            tuple([self.lines[name] for name in said]),
        )
