"""The file a span names → its lines as they stand there, and the excerpt that is shown of a line."""

import unicodedata
from collections.abc import Sequence
from contextlib import suppress

from pnp.io.opening import is_file, path_inside, read_input
from pnp.io.project import Project
from pnp.model.regex import regex
from pnp.model.span import Span

_BYTES = 32 * 1024 * 1024  # more than any file of a game may have
_BREAK = regex(r"\r\n?|\n")
_YAML_BREAK = regex("\r\n?|[\n\x85\u2028\u2029]")  # where YAML's reader counts lines


class Sources:
    """Reads each file once. One that can't be read is empty."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._texts: dict[str, str] = {}
        self._lines: dict[str, Sequence[str]] = {}

    def text(self, file: str) -> str:
        if file not in self._texts:
            self._texts[file] = self._read(file)
        return self._texts[file]

    def lines(self, file: str) -> Sequence[str]:
        if file not in self._lines:
            breaks = _YAML_BREAK if file.endswith((".yaml", ".yml")) else _BREAK
            self._lines[file] = breaks.split(text) if (text := self.text(file)) else ()
        return self._lines[file]

    def line(self, span: Span) -> str | None:
        """Return the line of a span; None if the span is a file as a whole, or leads beyond it."""
        lines = self.lines(span.file) if span.file and span.line else ()
        return lines[span.line - 1] if 0 < span.line <= len(lines) else None

    def _read(self, file: str) -> str:
        whole, path = self._project.root / file, None
        for base in (self._project.root, self._project.bundled):  # a template could name any file as its place
            if whole.is_relative_to(base):
                parts = whole.relative_to(base).parts
                top = min(2, len(parts) - 1)  # card_data/mygame may itself be a link
                path = path_inside(base.joinpath(*parts[:top]), "/".join(parts[top:])) if ".." not in parts else None
                break
        try:
            data = read_input(path, _BYTES, self._project.bounds(path)) if path and is_file(path) else b""
        except OSError:
            return ""
        if len(data) > _BYTES:
            return ""
        if file.casefold().endswith((".csv", ".tsv")):
            from pnp.io.csv_files import decode_csv

            with suppress(UnicodeDecodeError):
                return decode_csv(data).text
        return data.decode("utf-8-sig", "replace") if b"\0" not in data else ""


_WIDTH = 100  # of what is shown of a line
_BEFORE = 60  # of it, before the caret
_TAB = 4
_CUT = "…"


def excerpt(line: str, span: Span) -> tuple[str, str]:
    """Return ` 6 |   nmae: Second` and `   |   ^^^^`; the second is empty if the span has no column on the line."""
    number = f" {span.line} "
    index = span.column - 1
    if not 0 <= index <= len(line):
        return f"{number}| {_fit(line, _WIDTH)}".rstrip(), ""
    is_short = len(line) <= _WIDTH and _width("".join(map(_visible_sign, line))) <= _WIDTH
    room = _WIDTH if is_short else _BEFORE
    start = index
    while start and room >= (wide := _width(_visible_sign(line[start - 1]))):
        room -= wide
        start -= 1
    while start < index and unicodedata.combining(line[start]):  # marks stay with their letters
        start += 1
    before = (_CUT if start else "") + "".join(map(_visible_sign, line[start:index]))
    after = _fit(line[index:], _WIDTH - _width(before))
    meant = _width("".join(map(_visible_sign, line[index : span.end - 1]))) if span.end else 1
    carets = "^" * max(1, min(meant, _width(after)))
    return f"{number}| {before}{after}".rstrip(), f"{' ' * len(number)}| {' ' * _width(before)}{carets}"


def _fit(text: str, room: int) -> str:
    """Return as much as there is room for; what is left out is cut off visibly."""
    shown = ""
    for char in map(_visible_sign, text):
        room -= _width(char)
        if room < 0:
            return shown.rstrip() + _CUT
        shown += char
    return shown


def _visible_sign(char: str) -> str:
    """Return a character as it is shown: a tab as blanks, and nothing that a terminal would obey."""
    if char == "\t":
        return " " * _TAB
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in "\u200c\u200d":
        return "\ufffd"
    return char


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    width = 0
    for char in text:
        if char < "\u0300":
            width += 1
        elif char not in "\u200c\u200d" and unicodedata.category(char) not in ("Mn", "Me"):
            width += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return width
