"""Tables of any kind: headings and rows of cells, each with its place; CSV text → such rows; tables tidied up.

The standard library's reader of CSV tells no columns, and no lines of cells in a row that has line breaks in it.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from yaml.nodes import Node

from pnp.io.csv_files import SEPARATORS, Dialect, find_dialect, unguard_formula
from pnp.load.kinds import ICON, slug
from pnp.load.sink import Place, Sink, quote_value
from pnp.model.problem import Code, Problem, Severity, code
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
    is_guarded: bool = False  # of CSV: an apostrophe before it says that it is a text, no formula

    @property
    def place(self) -> Place:
        return self.mark.place

    def mark_of(self, index: int) -> CellPlace:
        """Return the place of a character of the text; where quotes are doubled before it, a little left of it."""
        if self.is_sheet:
            return self.mark
        if breaks := self.text.count("\n", 0, index):
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


class BadCsv(Exception):
    """A text that can't be split into cells from some place on."""

    def __init__(self, mark: CellPlace, says: Code, hint: str = "") -> None:
        super().__init__(says.says)
        self.mark, self.says, self.hint = mark, says, hint


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
    """Yield the rows that aren't empty of a text whose line breaks are `\\n`. Raises BadCsv."""
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
    return _make_cell(text, CellPlace(line, column + bare.index(text)))


def _make_cell(written: str, mark: CellPlace, quoted: bool = False) -> Cell:
    text = unguard_formula(written)
    return Cell(text, mark, quoted, is_guarded=text is not written)


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
                raise BadCsv(mark, NEVER_CLOSED)
            cells.append(_make_cell(quoted[1].replace('""', '"'), mark, quoted=True))
            if breaks := quoted[1].count("\n"):
                line += breaks
                start = text.rindex("\n", 0, quoted.end()) + 1
            end = _skip(blank, text, quoted.end())
            if text[end : end + 1] not in (separator, "\n", ""):
                raise BadCsv(CellPlace(line, end - start), BAD_TABLE, "double a quote in a cell")
        if text[end : end + 1] != separator:
            return cells, end, line
        at = end + 1


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


SO_MANY = code("PNP065", Severity.WARNING, says="{text} is read as {copies}", varies=("text", "copies"))
NONE = SO_MANY.also("0 copies: this row is left out")
CALLED_COPIES = frozenset(  # what people call the column, as a slug
    (
        *("copies", "copy", "count", "qty", "quantity", "amount", "number_of_copies", "how_many", "anzahl", "menge"),
        *("kopien", "exemplare", "stuck", "nombre", "exemplaires", "quantite", "copias", "cantidad", "copie"),
        *("quantita", "aantal", "ilosc"),
    )
)
_COUNT = regex(r"(?:[x×*]\s*)?([0-9]{1,6})(?:\s*[x×*])?", re.IGNORECASE)


def parse_count(text: str) -> int | None:
    """Parse a number of copies: `3`, `3x`, `x 3` → 3."""
    found = _COUNT.fullmatch(text)
    return int(found[1]) if found else None


def read_counts(table: TableRows, at: int, sink: Sink) -> TableRows:
    """Read numbers of copies in the column `at`; what can't be read stays as it is."""
    if table.marks:  # JSON, which has numbers
        return table
    rows = []
    for row in table.rows:
        cell = row[at] if at < len(row) else None
        count = parse_count(cell.text) if cell else None
        if cell is None or count is None or cell.text == str(count) != "0":
            rows.append(row)
        elif count == 0:
            sink.report(NONE, cell.place, hint="delete the row, or write 1")
        else:
            sink.report(SO_MANY, cell.place, hint=f"write {count}", text=quote_value(cell.text), copies=count)
            rows.append([*row[:at], cell._replace(text=str(count)), *row[at + 1 :]])
    return table._replace(rows=rows)


_ABOVE = "row {row} looks like the headings, so {text} above it is left out"
ABOVE_HEADINGS = code("PNP063", Severity.WARNING, says=_ABOVE)
HEADINGS_AGAIN = ABOVE_HEADINGS.also("the headings stand here once more, and are left out")
TOTAL = code("PNP064", Severity.WARNING, says="{text} is a row of totals, and left out")
_TOTALS = frozenset(
    ("total", "totals", "sum", "sums", "summe", "gesamt", "totale", "totaal", "suma", "somme", "soma", "razem")
)
_NUMBER = regex(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_FIRST_ROWS = 8  # among which the headings are looked for
_SURE = 3  # headings, for one text alone to stand above them whatever they say
_USUAL = frozenset(  # of two columns, one of which is called so
    (
        *("name", "names", "title", "titel", "titre", "nom", "nombre", "nome", "id", "card", "karte", "carte", "carta"),
        *("text", "texte", "texto", "testo", "rule", "rules", "regel", "effect", "effekt", "effet", "description"),
        *("beschreibung", "qty", "count", "copies", "anzahl", "menge"),
    )
)
_SHORT = 60  # characters of a heading


def tidy(table: TableRows, sink: Sink) -> TableRows:
    """Leave out what is no card, and report it: a title above the headings, headings said again, a total."""
    first = [table.header, *table.rows[:_FIRST_ROWS]]
    at = next((number for number, row in enumerate(first) if not _is_title(row, first[number + 1 :])), 0)
    if 0 < at < len(first) and _are_headings(first[at], first[at + 1 :], first[:at]):
        above = next((cell for row in first[:at] for cell in row if cell.text), first[0][0])
        row = first[at][0].place[0]
        sink.report(ABOVE_HEADINGS, above.place, hint="delete what is above it", row=row, text=quote_value(above.text))
        table = table._replace(header=table.rows[at - 1], rows=table.rows[at:])
    header = [cell._replace(text=" ".join(cell.text.split())) for cell in table.header]
    headings, rows = [cell.text for cell in header], table.rows
    if sum(map(bool, headings)) >= 2:
        again = [row for row in rows if [" ".join(cell.text.split()) for cell in row] == headings]
        for each in again:
            sink.report(HEADINGS_AGAIN, each[0].place, hint="delete the row")
        rows = [row for row in rows if row not in again] if again else rows
    if len(rows) >= 2:
        label = next((cell for cell in rows[-1] if cell.text), None)
        is_total = label is not None and label.text.casefold().strip(" :=") in _TOTALS
        if label and is_total and any(_is_sum(cell, at, rows[:-1]) for at, cell in enumerate(rows[-1])):
            sink.report(TOTAL, label.place, hint="delete it", text=quote_value(label.text))
            rows = rows[:-1]
    return table._replace(header=header, rows=rows)


def _is_title(row: Sequence[Cell], below: Sequence[Sequence[Cell]]) -> bool:
    """Tell whether a row is a title: one text alone, a few over twice as many columns or, in CSV, a sentence."""
    there = sum(bool(cell.text) for cell in row)
    if there < 2 or not below:
        return there < 2
    if 2 * there <= sum(bool(cell.text) for cell in below[0]):
        return True
    # a sentence has blanks behind each comma; the row below it has none, and is longer or says what is usual
    is_shorter = len(below) > 1 and all(len(each) > len(row) for each in below)
    is_unusual = _is_usual(below[0]) and not _is_usual(row) and len(row) == len(below[0])
    return (is_shorter or is_unusual) and all(_find_gaps(row)) and not any(_find_gaps(below[0]))


def _find_gaps(row: Sequence[Cell]) -> list[bool]:
    """Tell of each cell but the last whether more than a separator stands between it and the next."""
    ends = (cell.mark.column + len(cell.text) + 2 * cell.quoted for cell in row)
    return [after.mark.column > end + 1 for end, after in zip(ends, row[1:], strict=False)]


def _are_headings(row: Sequence[Cell], below: Sequence[Sequence[Cell]], above: Sequence[Sequence[Cell]]) -> bool:
    texts = [cell.text for cell in row if cell.text]
    is_short = all(len(text) <= _SHORT and not _NUMBER.fullmatch(text) for text in texts)
    if len(texts) < 2 or len(set(texts)) < len(texts) or not is_short:
        return False
    if len(texts) >= _SURE:
        return True
    columns = [[each[at].text for each in below if at < len(each)] for at, cell in enumerate(row) if cell.text]
    has_numbers = any(len(said) > 1 and all(map(_NUMBER.fullmatch, said)) for said in columns)
    return not any(map(_is_usual, above)) and (_is_usual(row) or has_numbers)


def _is_usual(row: Sequence[Cell]) -> bool:
    return any(cell.text.casefold() in _USUAL for cell in row)


def _is_sum(cell: Cell, at: int, rows: Sequence[Sequence[Cell]]) -> bool:
    """Tell whether a cell is the sum of the numbers above it, or a formula whose result isn't there."""
    if not cell.text:
        return cell.note is not None
    texts = (cell.text, *(row[at].text for row in rows if at < len(row)))  # `3`, `1,5`, `3x`
    total, *found = (float(t.replace(",", ".")) if _NUMBER.fullmatch(t) else parse_count(t) for t in texts)
    numbers = [number for number in found if number is not None]
    return total is not None and bool(numbers) and abs(sum(numbers) - total) < 1e-6
