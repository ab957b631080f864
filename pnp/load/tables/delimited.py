"""CSV text → rows of cells, each with its place. Knows separators, quotes and line breaks; nothing about fields.

The standard library's reader tells no columns, and no lines of cells in a row that has line breaks in it.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pnp.load.tables.rows import BAD_TABLE, Cell, CellPlace, Unreadable
from pnp.model.regex import regex
from pnp.text.commands import unguarded
from pnp.text.separators import Dialect, dialect_of

NEVER_CLOSED = BAD_TABLE.also("the quote opened here is never closed")

QUOTED = regex(r'"((?:[^"]|"")*+)"')


def split_rows(text: str, dialect: Dialect | None = None) -> Iterator[list[Cell]]:
    """Rows that aren't empty, of a text whose line breaks are `\\n`. Raises Unreadable."""
    separator, at = dialect or dialect_of(text)
    patterns = _patterns(separator)
    line = text.count("\n", 0, at)
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if '"' in text[at:end]:
            cells, at, line = _quoted_row(text, at, line, patterns)
        else:
            cells, at = _bare_row(text[at:end], line, separator), end
        if any(cell.text for cell in cells):
            yield cells
        at, line = at + 1, line + 1


class _Patterns(NamedTuple):
    separator: str
    bare: re.Pattern[str]
    blank: re.Pattern[str]


@cache
def _patterns(separator: str) -> _Patterns:
    return _Patterns(separator, re.compile(rf"[^{separator}\n]*"), re.compile(" *" if separator == "\t" else r"[ \t]*"))


def _bare_row(text: str, line: int, separator: str) -> list[Cell]:
    cells, column = [], 0
    for bare in text.split(separator):
        cells.append(_bare_cell(bare, line, column))
        column += len(bare) + 1
    return cells


def _bare_cell(bare: str, line: int, column: int) -> Cell:
    text = bare.strip()
    return Cell(unguarded(text), CellPlace(line, column + bare.index(text)))


def _quoted_row(text: str, at: int, line: int, patterns: _Patterns) -> tuple[list[Cell], int, int]:
    """The row that starts at `at`; the index of its end, and the line that is in."""
    separator, bare, blank = patterns
    start = at  # of the line
    cells: list[Cell] = []
    while True:
        opening = _after(blank, text, at)
        if text[opening : opening + 1] != '"':
            end = _after(bare, text, at)
            cells.append(_bare_cell(text[at:end], line, at - start))
        else:
            mark = CellPlace(line, opening - start)
            quoted = QUOTED.match(text, opening)
            if not quoted:
                raise Unreadable(mark, NEVER_CLOSED)
            cells.append(Cell(unguarded(quoted[1].replace('""', '"')), mark, quoted=True))
            if breaks := quoted[1].count("\n"):
                line += breaks
                start = text.rindex("\n", 0, quoted.end()) + 1
            end = _after(blank, text, quoted.end())
            if text[end : end + 1] not in (separator, "\n", ""):
                raise Unreadable(CellPlace(line, end - start), BAD_TABLE, "double a quote in a cell")
        if text[end : end + 1] != separator:
            return cells, end, line
        at = end + 1


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
