"""Tables of any kind: headings and rows of cells, each with its place; CSV text → such rows.

The standard library's reader of CSV tells no columns, and no lines of cells in a row that has line breaks in it.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from yaml.nodes import Node

from pnp.io.csv_files import SEPARATORS, Dialect, find_dialect, unguard_formula
from pnp.load.kinds import ICON, slug
from pnp.load.sink import Place
from pnp.model.problem import Code, Problem, code
from pnp.model.regex import regex

BAD_TABLE = code("PNP018", says="text behind the closing quote")

TOO_MANY_CELLS = code("PNP019", says="the table has more than {most:,} cells")
TOO_MANY_COLUMNS = TOO_MANY_CELLS.also("the table has {count:,} columns, and {most:,} are the most")


class CellPlace(NamedTuple):
    """A place as YAML's nodes keep it: counted from 0. In a spreadsheet, its row and its column."""

    line: int
    column: int

    @property
    def place(self) -> Place:
        return (self.line + 1, self.column + 1)


class Cell(NamedTuple):
    text: str
    mark: CellPlace
    quoted: bool = False
    node: Node | None = None  # of JSON: what can't be said as a text
    is_sheet: bool = False
    note: Problem | None = None  # what is wrong with it, should anybody need it

    @property
    def place(self) -> Place:
        return self.mark.place

    def mark_of(self, index: int) -> CellPlace:
        """Return the place of a character of the text; where quotes are doubled before it, a little left of it."""
        if self.is_sheet:
            return self.mark
        breaks = self.text.count("\n", 0, index)
        if breaks:
            return CellPlace(self.mark.line + breaks, index - self.text.rfind("\n", 0, index) - 1)
        return CellPlace(self.mark.line, self.mark.column + index + self.quoted)


def make_node(kind: type[Node], value: Any, mark: Any) -> Node:
    return kind("", value, mark, mark)


class Understood(NamedTuple):
    """The kind of a file, and what it doesn't say itself: encoding, separator, sheet."""

    kind: str  # CSV, JSON, XLSX, ODS
    encoding: str = ""
    separator: str = ""
    sheet: str = ""

    def __str__(self) -> str:
        parts = (self.kind, self.encoding, f"{SEPARATORS[self.separator]} between cells" if self.separator else "")
        return ", ".join(filter(None, (*parts, f'sheet "{self.sheet}"' if self.sheet else "")))


class TableRows(NamedTuple):
    """`marks`: where each row begins, if not with its first cell. `formulas`: cells that a spreadsheet computes."""

    header: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]  # those that aren't empty
    understood: Understood
    marks: Sequence[CellPlace] = ()
    formulas: Collection[CellPlace] = frozenset()


class NoSpreadsheet(Exception):
    """The file isn't what its name says, or is damaged; the text says how."""


class Unreadable(Exception):
    """A text that can't be split into cells from some place on."""

    def __init__(self, mark: CellPlace, says: Code, hint: str = "") -> None:
        super().__init__(says.says)
        self.mark = mark
        self.says = says
        self.hint = hint


LIST_SEPARATOR = ";"

_DECIMAL = regex(r"([+-]?[0-9]*),([0-9]+)")
_TEXTS = frozenset(("", "text"))
_IDS = frozenset(("reference", "icon"))


def normalise_cell(text: str, type: str, separator: str) -> str:
    """Write a cell as fields want it: `TRUE`, `Night Elves` for an id, `1,5` where `separator` isn't the comma."""
    if type in _TEXTS:
        return text
    bare = text.strip()
    if type == "boolean" and bare.casefold() in ("true", "false"):
        return bare.casefold()
    if type in _IDS and not ICON.fits(bare):  # as people write what others name by an id
        return slug(bare) or bare
    if type == "number" and separator == ";" and (found := _DECIMAL.fullmatch(bare)):
        return f"{found[1]}.{found[2]}"
    return bare


NEVER_CLOSED = BAD_TABLE.also("the quote opened here is never closed")

QUOTED = regex(r'"((?:[^"]|"")*+)"')


def split_rows(text: str, dialect: Dialect | None = None) -> Iterator[list[Cell]]:
    """Yield the rows that aren't empty of a text whose line breaks are `\\n`. Raises Unreadable."""
    separator, at = dialect or find_dialect(text)
    line = text.count("\n", 0, at)
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if '"' in text[at:end]:
            cells, at, line = _read_quoted_row(text, at, line, separator)
        else:
            cells, column = [], 0
            for bare in text[at:end].split(separator):
                cells.append(_make_bare_cell(bare, line, column))
                column += len(bare) + 1
            at = end
        if any(cell.text for cell in cells):
            yield cells
        at, line = at + 1, line + 1


@cache
def _patterns(separator: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return what matches a cell without quotes, and blanks."""
    return re.compile(rf"[^{separator}\n]*"), re.compile(" *" if separator == "\t" else r"[ \t]*")


def _make_bare_cell(bare: str, line: int, column: int) -> Cell:
    text = bare.strip()
    return Cell(unguard_formula(text), CellPlace(line, column + bare.index(text)))


def _read_quoted_row(text: str, at: int, line: int, separator: str) -> tuple[list[Cell], int, int]:
    """Return the row that starts at `at`, the index of its end, and the line of that."""
    bare, blank = _patterns(separator)
    start = at  # of the line
    cells: list[Cell] = []
    while True:
        opening = _skip(blank, text, at)
        if text[opening : opening + 1] != '"':
            end = _skip(bare, text, at)
            cells.append(_make_bare_cell(text[at:end], line, at - start))
        else:
            mark = CellPlace(line, opening - start)
            quoted = QUOTED.match(text, opening)
            if not quoted:
                raise Unreadable(mark, NEVER_CLOSED)
            cells.append(Cell(unguard_formula(quoted[1].replace('""', '"')), mark, quoted=True))
            if breaks := quoted[1].count("\n"):
                line += breaks
                start = text.rindex("\n", 0, quoted.end()) + 1
            end = _skip(blank, text, quoted.end())
            if text[end : end + 1] not in (separator, "\n", ""):
                raise Unreadable(CellPlace(line, end - start), BAD_TABLE, "double a quote in a cell")
        if text[end : end + 1] != separator:
            return cells, end, line
        at = end + 1


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at
