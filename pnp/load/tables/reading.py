"""A file of pieces that isn't YAML → a table, without titles and totals, and with what was understood of it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pnp.io.csv_files import decode_csv, find_dialect
from pnp.io.project import SHEETS, Project
from pnp.load import limits
from pnp.load.data_files import DataFile
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, add_poison, encoding_problem, position, read_bytes
from pnp.load.kinds import FORBIDDEN
from pnp.load.sink import Sink, shown
from pnp.load.tables.json_nodes import BadJson, make_table, read_nodes
from pnp.load.tables.rows import (
    TOO_MANY_CELLS,
    TOO_MANY_COLUMNS,
    Cell,
    NoSpreadsheet,
    TableRows,
    Understood,
    Unreadable,
    split_rows,
)
from pnp.load.tables.sheets import BAD_SPREADSHEET, HIDDEN_VALUE, NO_RESULT, OLE, Packed, TooLarge, read_sheet
from pnp.model.problem import LimitError, Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Poison

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
            sink.report(SO_MANY, cell.place, hint=f"write {count}", text=shown(cell.text), copies=count)
            rows.append([*row[:at], cell._replace(text=str(count)), *row[at + 1 :]])
    return table._replace(rows=rows)


ABOVE_HEADINGS = code(
    "PNP063", Severity.WARNING, says="row {row} looks like the headings, so {text} above it is left out"
)
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
        sink.report(ABOVE_HEADINGS, above.place, hint="delete what is above it", row=row, text=shown(above.text))
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
            sink.report(TOTAL, label.place, hint="delete it", text=shown(label.text))
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
    numbers = [value for row in rows if at < len(row) and (value := _parse_number(row[at].text)) is not None]
    total = _parse_number(cell.text)
    return total is not None and bool(numbers) and abs(sum(numbers) - total) < 1e-6


def _parse_number(text: str) -> float | None:
    """Parse `3`, `1,5`, `3x`."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else parse_count(text)


DISGUISED = BAD_SPREADSHEET.also("this is a spreadsheet ({kind}), whatever its name")
WEB_PAGE = BAD_SPREADSHEET.also("this is a web page, whatever its name")
_PAGE = regex(rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.S)
_ZIP = b"PK\x03\x04"
_PARTS = {"xl/workbook.xml": "XLSX", "xl/workbook.bin": "XLSB", "index/document.iwa": "Numbers"}
_OF_ODS = b"application/vnd.oasis.opendocument.spreadsheet"  # what stands in its part `mimetype`
_NAMES = {"XLSX": "call it .xlsx", "ODS": "call it .ods"}
_BEGINNING = 4096
_EXPORT = "save the table itself, not the page that shows it: as CSV, .xlsx or .ods"
_SAVE = "open it in a spreadsheet program and save it as CSV, .xlsx or .ods"

_ERRORS = frozenset(  # in the languages of those who wrote most of them
    (
        *("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#SPILL!", "#CALC!", "#ERROR!"),
        *("#WERT!", "#BEZUG!", "#ZAHL!", "#NV", "#ÜBERLAUF!", "#VALEUR!", "#NOM?", "#NOMBRE!", "#N/D", "#VALORE!"),
        *("#RIF!", "#NOME?", "#¡VALOR!", "#¡REF!", "#¿NOMBRE?", "#¡NUM!", "#¡DIV/0!", "#VALOR!", "#WAARDE!", "#NAAM?"),
        "#FIELD!",
    )
)
_OF_LIBREOFFICE = regex(r"Err:5[0-9]{2}")
_FORMULA = regex(r"=[A-Z][A-Z0-9.]*\(.*\)[^)]*", re.DOTALL)
_BEGINNINGS = ("#", "=", "E")
_TYPED = "in the spreadsheet, type it as text: behind an apostrophe"


class OpenedTable(NamedTuple):
    """A table, and the sink of its file's mistakes."""

    table: TableRows
    sink: Sink


def read_table(
    project: Project, file: DataFile, problems: list[Problem], poisoned: dict[str, Problem] | None = None
) -> OpenedTable | Poison:
    """Read a table from a file; raises FileError, LimitError."""
    data = read_bytes(project, file.path, problems)
    if isinstance(data, Poison):
        return data
    return parse_table(data, project.display(file.path), file.sheet, problems, poisoned)


def parse_table(
    data: bytes, file: str, sheet: str, problems: list[Problem], poisoned: dict[str, Problem] | None = None
) -> OpenedTable | Poison:
    """Parse the table in a file of the kind that its name says. Raises LimitError."""
    sink = Sink(file, problems, poisoned=poisoned)
    suffix = file[file.rfind(".") :].casefold()
    if suffix in SHEETS:
        table = read_sheet(data, file, sheet, sink)
    elif other := _find_disguise(data, sink):
        return add_poison(other, problems)
    elif suffix == ".json":
        table = _parse_json(data, sink)
    else:
        table = _parse_text(data, sink)
    if isinstance(table, Poison):
        return table
    table = table if suffix == ".json" else tidy(table, sink)
    if (count := sum(bool(cell.text) for cell in table.header)) > limits.COLUMNS:
        raise LimitError(str(TOO_MANY_COLUMNS.at(sink.span(), count=count, most=limits.COLUMNS)))
    return OpenedTable(table, sink)


def _parse_json(data: bytes, sink: Sink) -> TableRows | Poison:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return add_poison(encoding_problem(sink.file, data, error), sink.problems)
    if not text.strip():
        return sink.poison(EMPTY_FILE, (1, 1))
    try:
        return make_table(read_nodes(sink.file, text), sink)
    except BadJson as error:
        return add_poison(error.args[0], sink.problems)


def _parse_text(data: bytes, sink: Sink) -> TableRows | Poison:
    try:
        found = decode_csv(data)
    except UnicodeDecodeError as error:
        return add_poison(encoding_problem(sink.file, data, error), sink.problems)
    text = found.text.replace("\r\n", "\n").replace("\r", "\n")
    dialect = find_dialect(text)
    if text.count(dialect.separator) + text.count("\n") > limits.NODES:
        raise LimitError(str(TOO_MANY_CELLS.at(sink.span(), most=limits.NODES)))
    if control := FORBIDDEN.search(text):
        place = position(text, control.start())
        return sink.poison(CONTROL_CHARACTER, place, hint="delete it", sign=f"\\x{ord(control[0]):02x}")
    if not text.strip():
        return sink.poison(EMPTY_FILE, (1, 1))
    try:
        rows = list(split_rows(text, dialect))
    except Unreadable as error:
        return sink.poison(error.says, error.mark.place, hint=error.hint)
    understood = Understood("CSV", found.name, dialect.separator)
    return TableRows(rows[0], _drop_errors(rows[1:], sink), understood) if rows else TableRows((), (), understood)


def _find_disguise(data: bytes, sink: Sink) -> Problem | None:
    """Return the problem of a spreadsheet, or a web page, that is called like a table of text."""
    if _PAGE.match(data[:_BEGINNING]):
        return WEB_PAGE.at(Span(sink.file), hint=_EXPORT)
    kind = "an old .xls file" if data.startswith(OLE) else ""
    if data.startswith(_ZIP):
        try:
            packed = Packed(data)
            kind = next((kind for name, kind in _PARTS.items() if name in packed.members), "")
            kind = "ODS" if packed.unpack("mimetype").startswith(_OF_ODS) else kind
        except (NoSpreadsheet, TooLarge):
            kind = ""
    return DISGUISED.at(Span(sink.file), hint=_NAMES.get(kind, _SAVE), kind=kind) if kind else None


def _drop_errors(rows: Sequence[Sequence[Cell]], sink: Sink) -> list[Sequence[Cell]]:
    """Empty the cells in which a spreadsheet wrote its errors or formulas; they know what is wrong."""
    kept = list(rows)
    for number, row in enumerate(rows):
        for at, cell in enumerate(row):
            if cell.text.startswith(_BEGINNINGS):
                span, note = Span(sink.file, *cell.place), None
                if cell.text in _ERRORS or _OF_LIBREOFFICE.fullmatch(cell.text):
                    note = HIDDEN_VALUE.at(span, hint=_TYPED, error=shown(cell.text))
                elif _FORMULA.fullmatch(cell.text):
                    note = NO_RESULT.at(span, hint=_TYPED)
                if note:
                    kept[number] = [*kept[number][:at], cell._replace(text="", note=note), *row[at + 1 :]]
    return kept
