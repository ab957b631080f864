"""CSV text → rows of cells, each with its place. Knows commas, quotes and line breaks; nothing about fields.

The standard library's reader tells no columns, and no lines of cells in a row that has line breaks in it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.model.problem import Code, code
from pnp.text.commands import unguarded

BAD_TABLE = code(
    "PNP018 table cannot be read",
    """A CSV file has a first line with the names of the fields and then one line a piece, with commas between the
cells. A cell that holds a comma, a quote or a line break stands in double quotes, and a quote in it is doubled. A cell
beyond the last column belongs to nothing: mostly a text with a comma lacks its quotes. In a list, semicolons separate
items.

Bad:  `owl,Flip one, then draw`
Good: `owl,"Flip one, then draw"`""",
    says="the cells are separated by {sign}",
)
NEVER_CLOSED = BAD_TABLE.also("the quote opened here is never closed")
BEHIND_QUOTE = BAD_TABLE.also("text behind the closing quote")

QUOTED = re.compile(r'"((?:[^"]|"")*+)"')
_BARE = re.compile(r"[^,\n]*")
_BLANK = re.compile(r"[ \t]*")


class CellPlace(NamedTuple):
    """A place as YAML's nodes keep it: counted from 0."""

    line: int
    column: int


class Cell(NamedTuple):
    text: str
    mark: CellPlace
    quoted: bool = False

    def mark_of(self, index: int) -> CellPlace:
        """The place of a character of the text; where quotes are doubled before it, a little left of it."""
        breaks = self.text.count("\n", 0, index)
        if breaks:
            return CellPlace(self.mark.line + breaks, index - self.text.rfind("\n", 0, index) - 1)
        return CellPlace(self.mark.line, self.mark.column + index + self.quoted)


class Unreadable(Exception):
    """From here on the text can't be split into cells."""

    def __init__(self, mark: CellPlace, says: Code, hint: str = "") -> None:
        super().__init__(says.says)
        self.mark = mark
        self.says = says
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
    return Cell(unguarded(text), CellPlace(line, column + bare.index(text)))


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
            mark = CellPlace(line, opening - start)
            quoted = QUOTED.match(text, opening)
            if not quoted:
                raise Unreadable(mark, NEVER_CLOSED)
            cells.append(Cell(unguarded(quoted[1].replace('""', '"')), mark, quoted=True))
            if breaks := quoted[1].count("\n"):
                line += breaks
                start = text.rindex("\n", 0, quoted.end()) + 1
            end = _after(_BLANK, text, quoted.end())
            if text[end : end + 1] not in (",", "\n", ""):
                raise Unreadable(CellPlace(line, end - start), BEHIND_QUOTE, "double a quote in a cell")
        if text[end : end + 1] != ",":
            return cells, end, line
        at = end + 1


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
