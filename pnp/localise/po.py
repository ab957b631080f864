"""The bytes of a PO file → its entries with their lines, and everything that is wrong with its writing.

Stricter than gettext's own tools: nothing is passed over in silence, so nothing that a translator wrote can get lost.
"""

import re
from collections.abc import Iterator

from pnp.localise.drafts import Draft
from pnp.localise.entry import Entry, PoFile
from pnp.model.problem import LimitError, Problem, code
from pnp.model.span import Span

UNREADABLE = code(
    "PNP600",
    "catalogue cannot be read",
    r"""
    A line of a PO file is none of: a comment, a keyword with a text in straight quotes, such a text by itself; or an
    entry lacks its `msgid` or `msgstr`. Mostly the file was cut off, or edited by hand and a quote was lost. Nothing is
    taken from an entry that can't be read, and `pnp translate update` leaves the file alone until it can.

    Bad:  `msgstr "Nimm eine "Münze"."`
    Good: `msgstr "Nimm eine \"Münze\"."`
    """,
)
NOT_UTF8 = code(
    "PNP601",
    "catalogue in another charset",
    r"""
    Catalogues are written in UTF-8, and say so in their header. In any other charset, letters would print as others.

    Bad:  `"Content-Type: text/plain; charset=ISO-8859-1\n"`
    Good: `"Content-Type: text/plain; charset=UTF-8\n"`, and the file saved so
    """,
)
TWICE = code(
    "PNP602",
    "entry given twice",
    """
    Two entries have the same context and the same source: nobody knows which of the two translations holds. Delete one.

    Bad:  two entries with `msgctxt "cards.fox.name"` and `msgid "Fox"`
    Good: one
    """,
)

MAX_BYTES = 64_000_000
_CUT = "the file ends here: was it cut off?"

STRING = re.compile(r'\s*"((?:[^"\\]|\\.)*)"\s*')
_KEYWORD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,2})\])?(?=[\s\"]|$)")
ESCAPE = re.compile(r"\\(?:([abfnrtv\"\\])|x([0-9A-Fa-f]{2})|([0-7]{1,3})|(.))")
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", '"': '"', "\\": "\\"}


def read_po(data: bytes, file: str) -> PoFile:
    """`file` is how spans name it. Raises LimitError."""
    if len(data) > MAX_BYTES:
        raise LimitError(f"{file}: a catalogue of more than {MAX_BYTES // 1_000_000} MB")
    problems: list[Problem] = []
    text = _decoded(data, file, problems)
    if problems:
        return PoFile(None, (), problems, is_whole=False)
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    reader = _Reader(file, problems, lines)
    for number, line in enumerate(lines if lines[-1] else lines[:-1], 1):
        reader.read(number, line)
    reader.finish(text)
    header = next((entry for entry in reader.entries if entry.is_header), None)
    entries = [entry for entry in reader.entries if not entry.is_header]
    problems += _twice(reader.entries, file)
    is_whole = not reader.is_cut and bool(reader.entries or problems)
    broken = frozenset(reader.broken)
    return PoFile(header, tuple(entries), problems, is_whole, broken, reader.header_lines, reader.written)


def _decoded(data: bytes, file: str, problems: list[Problem]) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        message = f"the catalogue is not written in UTF-8: byte 0x{data[error.start]:02X} here"
        problems.append(NOT_UTF8.at(Span(file, line, column), message, hint="save it as UTF-8"))
        return ""


def _twice(entries: list[Entry], file: str) -> Iterator[Problem]:
    first: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        if entry.obsolete:
            continue
        earlier = first.setdefault((entry.context, entry.source), entry)
        if earlier is not entry:
            what = f"the entry {entry.context}" if entry.context else "the header" if not entry.source else "the entry"
            message = f"{what} is given twice"
            is_stray = bool(entry.source and not entry.context)
            hint = "pnp translate update finds what each is of" if is_stray else "delete one"
            yield TWICE.at(Span(file, entry.line), message, hint=hint, origin=Span(file, earlier.line))


class _Reader:
    """Line by line."""

    def __init__(self, file: str, problems: list[Problem], lines: list[str]) -> None:
        self.entries: list[Entry] = []
        self.written: dict[Entry, str] = {}
        self.broken: set[str] = set()
        self.is_cut = False
        self.header_lines: tuple[str, ...] = ()
        self._file = file
        self._problems = problems
        self._lines = lines
        self._draft = Draft()

    def read(self, number: int, line: str) -> None:
        stripped = line.strip()
        if not stripped:
            self._end()
        elif stripped.startswith("#~"):
            inner = stripped[2:].lstrip()
            if inner.startswith("|"):
                self._comment(number, "|", inner[1:])
            elif inner:
                self._text(number, inner, obsolete=True, column=line.index(inner[0], line.index("#~") + 2))
        elif stripped.startswith("#"):
            kind = stripped[1:2]
            known = kind in (".", ":", ",", "|")
            self._comment(number, kind if known else " ", stripped[2 if known else 1 :])
        else:
            self._text(number, stripped, obsolete=False, column=line.index(stripped[0]))

    def finish(self, text: str) -> None:
        draft, is_open = self._draft, not text.endswith(("\n", "\r"))
        if draft.is_begun and is_open and draft.is_broken:
            self.is_cut = True
            last = self._problems.pop()
            while self._problems and self._problems[-1].span.line == last.span.line:
                self._problems.pop()
            self._problems.append(last._replace(hint=_CUT))
        elif not draft.is_begun:
            self._say_loose(is_open)
        self._end(is_last=True)

    def _comment(self, number: int, kind: str, text: str) -> None:
        """A comment behind an entry's text belongs to the next one."""
        if self._draft.is_said:
            self._end()
        self._draft.kept[kind].append(text)
        self._draft.commented = number
        self._reach(number)

    def _text(self, number: int, text: str, *, obsolete: bool, column: int) -> None:
        keyword = _KEYWORD.match(text)
        draft = self._draft
        if keyword is None:
            if draft.open and text.startswith('"'):
                self._reach(number)
                self._string(number, text, draft.open, column)
            else:
                self._wrong(number, column, f"the line is neither a comment nor an entry’s: {_short(text)}")
            return
        name = keyword[1] + (f"[{int(keyword[2])}]" if keyword[2] else "")
        if draft.is_said and not name.startswith("msgstr"):
            self._end()
            draft = self._draft
        if keyword[2] and keyword[1] != "msgstr":
            self._wrong(number, column, f"{name} can't have a number")
        elif name in draft.parts:
            self._wrong(number, column, f"the entry has {name} twice")
        elif misplaced := _misplaced(name, draft):
            self._wrong(number, column, misplaced)
        self._reach(number)
        draft.line = draft.line or number
        draft.obsolete = draft.obsolete or obsolete
        draft.lines.setdefault(name, number)
        draft.is_said = draft.is_said or keyword[1] == "msgstr"
        draft.open = name
        draft.parts.setdefault(name, [])
        self._string(number, text[keyword.end() :], name, column + keyword.end())

    def _reach(self, number: int) -> None:
        """The entry has this line, too."""
        self._draft.first = self._draft.first or number
        self._draft.last = number

    def _string(self, number: int, text: str, name: str, column: int) -> None:
        match = STRING.fullmatch(text)
        if match is None:
            blanks = len(text) - len(text.lstrip())
            self._wrong(number, column + blanks, _why_no_string(text))
            return
        if "\\" not in match[1]:
            self._draft.parts[name].append(match[1])
            return
        for escape in ESCAPE.finditer(match[1]):
            if escape[4]:
                at = column + match.start(1) + escape.start()
                self._wrong(number, at, f"{escape[0]} means nothing", "a backslash itself is written \\\\")
        self._draft.parts[name].append(ESCAPE.sub(unescaped, match[1]))

    def _wrong(self, number: int, column: int, message: str, hint: str = "") -> None:
        self._draft.is_broken = True
        self._draft.line = self._draft.line or number
        self._problems.append(UNREADABLE.at(Span(self._file, number, column + 1), message, hint=hint))

    def _end(self, *, is_last: bool = False) -> None:
        draft = self._draft
        if not draft.is_begun:
            return
        self._draft = Draft()
        if draft.is_broken:
            self.broken.add("".join(draft.parts.get("msgctxt", ())))
            return
        missing = "msgid" if "msgid" not in draft.parts else "" if draft.is_said else "msgstr"
        if not missing and "msgid_plural" in draft.parts and "msgstr[0]" not in draft.parts:
            missing = "msgstr[0]"
        if missing:
            span = Span(self._file, draft.line)
            message = f"the entry has no {missing}"
            self._problems.append(UNREADABLE.at(span, message, hint=_CUT if is_last else ""))
            self.is_cut = is_last
            return
        self.entries.append(draft.entry())
        self.written[self.entries[-1]] = "".join([f"{line}\n" for line in self._lines[draft.first - 1 : draft.last]])
        if self.entries[-1].is_header:
            self.header_lines = self.header_lines or tuple(draft.parts.get("msgstr", ()))

    def _say_loose(self, is_open: bool) -> None:
        """Comments with a blank line behind them are of the next entry; behind the last one they are of nothing."""
        kept = self._draft.kept
        said = " ".join(line.strip() for lines in kept.values() for line in lines)
        if not any(kept.values()):
            return
        self.is_cut = True
        message = f"a comment at the end belongs to no entry: {_short(said)}"
        seems_cut = is_open or any(kept[kind] for kind in kept if kind != " ")
        hint = _CUT if seems_cut else "put it before the entry that it is about"
        self._problems.append(UNREADABLE.at(Span(self._file, self._draft.commented), message, hint=hint))


def _misplaced(name: str, draft: Draft) -> str:
    """Why a keyword can't stand here, or nothing."""
    before = list(draft.parts)
    if name == "msgctxt":
        return f"msgctxt stands behind {before[-1]}" if before else ""
    if name == "msgid_plural":
        return "" if before[-1:] == ["msgid"] else "msgid_plural stands behind no msgid"
    if name == "msgstr":
        return (
            "" if before[-1:] == ["msgid"] else f"msgstr stands behind {before[-1]}" if before else "there is no msgid"
        )
    if name.startswith("msgstr["):
        number = int(name[7:-1])
        expected = ["msgid_plural"] if not number else [f"msgstr[{number - 1}]"]
        return "" if before[-1:] == expected else f"{name} doesn't stand behind {expected[0]}"
    return ""


def unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return _SIMPLE[match[1]]
    return chr(int(match[2], 16)) if match[2] else chr(int(match[3], 8)) if match[3] else match[0]


def _why_no_string(text: str) -> str:
    stripped = text.strip()
    if not stripped.startswith('"'):
        return "the text isn't in quotes" if stripped else "a text in quotes is missing"
    if len(stripped) < 2 or not stripped.endswith('"') or stripped.endswith('\\"'):
        return "the closing quote is missing"
    return 'a quote inside of a text is written \\"'


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
