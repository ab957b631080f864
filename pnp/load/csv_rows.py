"""CSV text → rows of cells, each with its place. Knows commas, quotes and line breaks; nothing about fields.

The standard library's reader tells no columns, and no lines of cells in a row that has line breaks in it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_BARE = re.compile(r"[^,\n]*")
_BLANK = re.compile(r"[ \t]*")


class Mark(NamedTuple):
    """A place as YAML's nodes keep it: counted from 0."""

    line: int
    column: int


class Cell(NamedTuple):
    text: str
    mark: Mark
    quoted: bool = False

    def mark_of(self, index: int) -> Mark:
        """The place of a character of the text; where quotes are doubled before it, a little left of it."""
        breaks = self.text.count("\n", 0, index)
        if breaks:
            return Mark(self.mark.line + breaks, index - self.text.rfind("\n", 0, index) - 1)
        return Mark(self.mark.line, self.mark.column + index + self.quoted)


class Unreadable(Exception):
    """From here on the text can't be split into cells."""

    def __init__(self, mark: Mark, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.mark = mark
        self.hint = hint


def split_rows(text: str) -> Iterator[list[Cell]]:
    """Rows that aren't empty, of a text whose line breaks are `\\n`. Raises Unreadable."""
    at = line = 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if '"' in text[at:end]:
            cells, at, line = _quoted_row(text, at, line)
        else:
            cells, at = _bare_row(text[at:end], line), end
        if any(cell.text for cell in cells):
            yield cells
        at, line = at + 1, line + 1


def _bare_row(text: str, line: int) -> list[Cell]:
    cells, column = [], 0
    for bare in text.split(","):
        cells.append(_bare_cell(bare, line, column))
        column += len(bare) + 1
    return cells


def _bare_cell(bare: str, line: int, column: int) -> Cell:
    text = bare.strip()
    return Cell(text, Mark(line, column + bare.index(text)))


def _quoted_row(text: str, at: int, line: int) -> tuple[list[Cell], int, int]:
    """The row that starts at `at`; the index of its end, and the line that is in."""
    start = at  # of the line
    cells: list[Cell] = []
    while True:
        opening = _after(_BLANK, text, at)
        if text[opening : opening + 1] != '"':
            end = _after(_BARE, text, at)
            cells.append(_bare_cell(text[at:end], line, at - start))
        else:
            mark = Mark(line, opening - start)
            quoted = _QUOTED.match(text, opening)
            if not quoted:
                raise Unreadable(mark, "the quote opened here is never closed")
            cells.append(Cell(quoted[1].replace('""', '"'), mark, quoted=True))
            if breaks := quoted[1].count("\n"):
                line += breaks
                start = text.rindex("\n", 0, quoted.end()) + 1
            end = _after(_BLANK, text, quoted.end())
            if text[end : end + 1] not in (",", "\n", ""):
                raise Unreadable(Mark(line, end - start), "text behind the closing quote", "double a quote in a cell")
        if text[end : end + 1] != ",":
            return cells, end, line
        at = end + 1


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
