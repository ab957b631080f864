"""The bytes of a PO file → its entries with their lines, and all that is wrong, even what gettext passes over."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from pnp.model.problem import LimitError, Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

T = TypeVar("T")
K = TypeVar("K")
_UNSEEN = regex(
    "[\\s\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
)


def group_by(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
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


UNREADABLE = code("PNP600", says="the line is neither a comment nor an entry’s: {text}")
LOOSE_COMMENT = UNREADABLE.also("a comment at the end belongs to no entry: {said}")
NUMBERED = UNREADABLE.also("{keyword} can't have a number")
REPEATED = UNREADABLE.also("the entry has {keyword} twice")
BEHIND_OTHER = UNREADABLE.also("{keyword} stands behind {before}")
WITHOUT_MSGID = UNREADABLE.also("there is no msgid")
PLURAL_WITHOUT_MSGID = UNREADABLE.also("msgid_plural stands behind no msgid")
NOT_BEHIND = UNREADABLE.also("{keyword} doesn't stand behind {expected}")
NO_TEXT = UNREADABLE.also("a text in quotes is missing")
NOT_IN_QUOTES = UNREADABLE.also("the text isn't in quotes")
OPEN_QUOTE = UNREADABLE.also("the closing quote is missing")
BARE_QUOTE = UNREADABLE.also('a quote inside of a text is written \\"')
NO_ESCAPE = UNREADABLE.also("{escape} means nothing")
INCOMPLETE = UNREADABLE.also("the entry has no {missing}")
NOT_UTF8 = code("PNP601", says="the catalogue is not written in UTF-8: byte {byte} here")
OTHER_CHARSET = NOT_UTF8.also("the header says that the catalogue is in {charset}")
TWICE = code("PNP602", says="the entry {context} is given twice")
STRAY_TWICE = TWICE.also("the entry is given twice")
HEADER_TWICE = TWICE.also("the header is given twice")

MAX_BYTES = 64_000_000
_CUT = "the file ends here: was it cut off?"

STRING = regex(r'\s*"((?:[^"\\]|\\.)*)"\s*')
_KEYWORD = regex(r"(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,2})\])?(?=[\s\"]|$)")
ESCAPE = regex(r"\\(?:([abfnrtv\"\\])|x([0-9A-Fa-f]{2})|([0-7]{1,3})|(.))")
SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", '"': '"', "\\": "\\"}


def read_po(data: bytes, file: str) -> PoFile:
    """Read a file that spans call `file`. Raises LimitError."""
    if len(data) > MAX_BYTES:
        raise LimitError(f"{file}: a catalogue of more than {MAX_BYTES // 1_000_000} MB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        span = Span(file, before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        problem = NOT_UTF8.at(span, byte=f"0x{data[error.start]:02X}", hint="save it as UTF-8")
        return PoFile(None, (), [problem], problem)
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    reader = _PoReader(file, lines)
    for number, line in enumerate(lines if lines[-1] else lines[:-1], 1):
        reader.read(number, line)
    reader.finish(text)
    problems = reader.problems
    first: dict[tuple[str, str], Entry] = {}
    for entry in [each for each in reader.entries if not each.obsolete]:
        earlier = first.setdefault((entry.context, entry.source), entry)
        if earlier is not entry:
            span, origin = Span(file, entry.line), Span(file, earlier.line)
            if entry.context:
                problems.append(TWICE.at(span, context=entry.context, hint="delete one", origin=origin))
            elif entry.source:
                hint = "pnp translate update finds what each is of"
                problems.append(STRAY_TWICE.at(span, hint=hint, origin=origin))
            else:
                problems.append(HEADER_TWICE.at(span, hint="delete one", origin=origin))
    header = next((entry for entry in reader.entries if entry.is_header), None)
    entries = tuple([entry for entry in reader.entries if not entry.is_header])
    return PoFile(header, entries, problems, reader.torn, reader.unreadable, reader.header_lines, reader.written)


class _PoReader:
    """Reads a file line by line."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.problems: list[Problem] = []
        self.entries: list[Entry] = []
        self.written: dict[Entry, str] = {}
        self.unreadable: dict[str, Problem] = {}
        self.torn: Problem | None = None
        self.header_lines: tuple[str, ...] = ()
        self._file = file
        self._lines = lines
        self._draft = Draft()

    def read(self, number: int, line: str) -> None:
        if not (stripped := line.strip()):
            self._end_entry()
        elif stripped.startswith("#~"):
            inner = stripped[2:].lstrip()
            if inner.startswith("|"):
                self._read_comment(number, "|", inner[1:])
            elif inner:
                self._read_text(number, inner, obsolete=True, column=line.index(inner[0], line.index("#~") + 2))
        elif stripped.startswith("#"):
            kind = stripped[1:2]
            known = kind in (".", ":", ",", "|")
            self._read_comment(number, kind if known else " ", stripped[2 if known else 1 :])
        else:
            self._read_text(number, stripped, obsolete=False, column=line.index(stripped[0]))

    def finish(self, text: str) -> None:
        draft, is_open = self._draft, not text.endswith(("\n", "\r"))
        if draft.line and is_open and draft.unreadable:
            last = self.problems.pop()
            while self.problems and self.problems[-1].span.line == last.span.line:
                self.problems.pop()
            self.torn = draft.unreadable = last._replace(hint=_CUT)
            self.problems.append(self.torn)
        elif not draft.line and any(draft.kept.values()):
            # comments with a blank line behind them belong to the next entry; behind the last one they have none
            comment = " ".join(line.strip() for lines in draft.kept.values() for line in lines)
            seems_cut = is_open or any(draft.kept[kind] for kind in draft.kept if kind != " ")
            hint = _CUT if seems_cut else "put it before the entry that it is about"
            self.torn = LOOSE_COMMENT.at(Span(self._file, draft.commented), said=_shorten(comment), hint=hint)
            self.problems.append(self.torn)
        self._end_entry(is_last=True)

    def _read_comment(self, number: int, kind: str, text: str) -> None:
        """Read a comment; behind an entry's text it belongs to the next one."""
        if self._draft.is_said:
            self._end_entry()
        self._draft.kept[kind].append(text)
        self._draft.commented = number
        self._add_line(number)

    def _read_text(self, number: int, text: str, *, obsolete: bool, column: int) -> None:
        keyword = _KEYWORD.match(text)
        draft = self._draft
        if keyword is None and draft.open and text.startswith('"'):
            self._add_line(number)
            self._read_string(number, text, draft.open, column)
            return
        if keyword is None:
            self._reject(UNREADABLE.at(self._place(number, column, text), text=_shorten(text)))
            return
        name = keyword[1] + (f"[{int(keyword[2])}]" if keyword[2] else "")
        if draft.is_said and not name.startswith("msgstr"):
            self._end_entry()
            draft = self._draft
        before, place = next(reversed(draft.parts), ""), self._place(number, column, keyword[0])
        if keyword[2] and keyword[1] != "msgstr":
            self._reject(NUMBERED.at(place, keyword=name))
        elif name in draft.parts:
            self._reject(REPEATED.at(place, keyword=name))
        elif name.startswith("msgstr["):
            index = int(name[7:-1])
            expected = f"msgstr[{index - 1}]" if index else "msgid_plural"
            if before != expected:
                self._reject(NOT_BEHIND.at(place, keyword=name, expected=expected))
        elif name != "msgid" and before != ("" if name == "msgctxt" else "msgid"):
            if name == "msgid_plural":
                self._reject(PLURAL_WITHOUT_MSGID.at(place))
            else:
                self._reject(BEHIND_OTHER.at(place, keyword=name, before=before) if before else WITHOUT_MSGID.at(place))
        self._add_line(number)
        draft.line = draft.line or number
        draft.obsolete = draft.obsolete or obsolete
        draft.lines.setdefault(name, number)
        draft.is_said = draft.is_said or keyword[1] == "msgstr"
        draft.open = name
        draft.parts.setdefault(name, [])
        self._read_string(number, text[keyword.end() :], name, column + keyword.end())

    def _add_line(self, number: int) -> None:
        """Add a line to the entry."""
        self._draft.first = self._draft.first or number
        self._draft.last = number

    def _read_string(self, number: int, text: str, name: str, column: int) -> None:
        if (match := STRING.fullmatch(text)) is None:
            blanks = len(text) - len(text.lstrip())
            stripped = text.strip()
            place = self._place(number, column + blanks, stripped)
            if not stripped.startswith('"'):
                self._reject(NOT_IN_QUOTES.at(place) if stripped else NO_TEXT.at(place))
            elif len(stripped) < 2 or not stripped.endswith('"') or stripped.endswith('\\"'):
                self._reject(OPEN_QUOTE.at(place))
            else:
                self._reject(BARE_QUOTE.at(place))
            return
        if "\\" not in match[1]:
            self._draft.parts[name].append(match[1])
            return
        for escape in ESCAPE.finditer(match[1]):
            if escape[4]:
                place = self._place(number, column + match.start(1) + escape.start(), escape[0])
                self._reject(NO_ESCAPE.at(place, escape=escape[0], hint="a backslash itself is written \\\\"))
        self._draft.parts[name].append(ESCAPE.sub(unescape, match[1]))

    def _place(self, number: int, column: int, text: str) -> Span:
        """Return the span of a text from a column on, which counts from 0."""
        return Span(self._file, number, column + 1, column + 1 + len(text) if text else 0)

    def _reject(self, problem: Problem) -> None:
        self._draft.unreadable = self._draft.unreadable or problem
        self._draft.line = self._draft.line or problem.span.line
        self.problems.append(problem)

    def _end_entry(self, *, is_last: bool = False) -> None:
        draft = self._draft
        if not draft.line:
            return
        self._draft = Draft()
        if draft.unreadable:
            self.unreadable.setdefault("".join(draft.parts.get("msgctxt", ())), draft.unreadable)
            return
        missing = "msgid" if "msgid" not in draft.parts else "" if draft.is_said else "msgstr"
        if not missing and "msgid_plural" in draft.parts and "msgstr[0]" not in draft.parts:
            missing = "msgstr[0]"
        if missing:
            problem = INCOMPLETE.at(Span(self._file, draft.line), missing=missing, hint=_CUT if is_last else "")
            self.problems.append(problem)
            self.torn = problem if is_last else self.torn
            return
        self.entries.append(draft.entry())
        self.written[self.entries[-1]] = "".join([f"{line}\n" for line in self._lines[draft.first - 1 : draft.last]])
        if self.entries[-1].is_header:
            self.header_lines = self.header_lines or tuple(draft.parts.get("msgstr", ()))


def unescape(match: re.Match[str]) -> str:
    if match[1]:
        return SIMPLE[match[1]]
    return chr(int(match[2], 16)) if match[2] else chr(int(match[3], 8)) if match[3] else match[0]


def _shorten(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
