"""A file of pieces that isn't YAML → a table, with what was understood of it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pnp.files.decoding import decoded
from pnp.files.project import SHEETS, Project
from pnp.load import limits
from pnp.load.data_files import DataFile
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, lost, not_utf8, position, read_bytes
from pnp.load.kinds import FORBIDDEN
from pnp.load.sink import Sink, shown
from pnp.load.tables.delimited import split_rows
from pnp.load.tables.json_nodes import BadJson, json_nodes, table_of
from pnp.load.tables.packed import NoSpreadsheet, Packed, TooLarge
from pnp.load.tables.rows import TOO_MANY_CELLS, TOO_MANY_COLUMNS, Cell, TableRows, Understood, Unreadable
from pnp.load.tables.sheets import BAD_SPREADSHEET, HIDDEN_VALUE, NO_RESULT, OLE, read_sheet
from pnp.load.tables.tidied import tidied
from pnp.model.problem import LimitError, Problem
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Poison
from pnp.text.separators import dialect_of

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
        *(
            "#NULL!",
            "#DIV/0!",
            "#VALUE!",
            "#REF!",
            "#NAME?",
            "#NUM!",
            "#N/A",
            "#SPILL!",
            "#CALC!",
            "#ERROR!",
            "#FIELD!",
        ),
        *("#WERT!", "#BEZUG!", "#ZAHL!", "#NV", "#ÜBERLAUF!", "#VALEUR!", "#NOM?", "#NOMBRE!", "#N/D", "#VALORE!"),
        *("#RIF!", "#NOME?", "#¡VALOR!", "#¡REF!", "#¿NOMBRE?", "#¡NUM!", "#¡DIV/0!", "#VALOR!", "#WAARDE!", "#NAAM?"),
    )
)
_OF_LIBREOFFICE = regex(r"Err:5[0-9]{2}")
_FORMULA = regex(r"=[A-Z][A-Z0-9.]*\(.*\)[^)]*", re.DOTALL)
_BEGINNINGS = ("#", "=", "E")
_TYPED = "in the spreadsheet, type it as text: behind an apostrophe"


class OpenedTable(NamedTuple):
    """What a file holds, and where its mistakes go."""

    table: TableRows
    sink: Sink


def read_table(
    project: Project, file: DataFile, problems: list[Problem], poisoned: dict[str, Problem] | None = None
) -> OpenedTable | Poison:
    """Raises FileError, LimitError."""
    data = read_bytes(project, file.path, problems)
    if isinstance(data, Poison):
        return data
    return table_from(data, project.display(file.path), file.sheet, problems, poisoned)


def table_from(
    data: bytes, file: str, sheet: str, problems: list[Problem], poisoned: dict[str, Problem] | None = None
) -> OpenedTable | Poison:
    """What stands in a file, whose name tells of which kind it is. Raises LimitError."""
    sink = Sink(file, problems, poisoned=poisoned)
    suffix = file[file.rfind(".") :].casefold()
    if suffix in SHEETS:
        table = read_sheet(data, file, sheet, sink)
    elif other := _disguised(data, sink):
        return lost(other, problems)
    elif suffix == ".json":
        table = _of_json(data, sink)
    else:
        table = _of_text(data, sink)
    if isinstance(table, Poison):
        return table
    table = table if suffix == ".json" else tidied(table, sink)
    if (count := sum(bool(cell.text) for cell in table.header)) > limits.COLUMNS:
        raise LimitError(str(TOO_MANY_COLUMNS.at(sink.span(), count=count, most=limits.COLUMNS)))
    return OpenedTable(table, sink)


def _of_json(data: bytes, sink: Sink) -> TableRows | Poison:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return lost(not_utf8(sink.file, data, error), sink.problems)
    if not text.strip():
        return sink.poison(EMPTY_FILE, (1, 1))
    try:
        return table_of(json_nodes(sink.file, text), sink)
    except BadJson as error:
        return lost(error.problem, sink.problems)


def _of_text(data: bytes, sink: Sink) -> TableRows | Poison:
    try:
        found = decoded(data)
    except UnicodeDecodeError as error:
        return lost(not_utf8(sink.file, data, error), sink.problems)
    text = found.text.replace("\r\n", "\n").replace("\r", "\n")
    dialect = dialect_of(text)
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
        return sink.poison(error.says, error.mark.shown, hint=error.hint)
    understood = Understood("CSV", found.name, dialect.separator)
    return TableRows(rows[0], _without_errors(rows[1:], sink), understood) if rows else TableRows((), (), understood)


def _disguised(data: bytes, sink: Sink) -> Problem | None:
    """What a file that is called like a table of text is in truth, by its first bytes: a spreadsheet, a web page."""
    if _PAGE.match(data[:_BEGINNING]):
        return WEB_PAGE.at(Span(sink.file), hint=_EXPORT)
    kind = "an old .xls file" if data.startswith(OLE) else _packed_kind(data) if data.startswith(_ZIP) else ""
    return DISGUISED.at(Span(sink.file), hint=_NAMES.get(kind, _SAVE), kind=kind) if kind else None


def _packed_kind(data: bytes) -> str:
    try:
        packed = Packed(data)
        if packed.part("mimetype").startswith(_OF_ODS):
            return "ODS"
        return next((kind for name, kind in _PARTS.items() if name in packed.names), "")
    except (NoSpreadsheet, TooLarge):
        return ""


def _without_errors(rows: Sequence[Sequence[Cell]], sink: Sink) -> list[Sequence[Cell]]:
    """Empty cells in which a spreadsheet wrote its errors or formulas; they know what is wrong."""
    return [
        [_judged(cell, sink) if cell.text.startswith(_BEGINNINGS) else cell for cell in row]
        if any(cell.text.startswith(_BEGINNINGS) for cell in row)
        else row
        for row in rows
    ]


def _judged(cell: Cell, sink: Sink) -> Cell:
    span = Span(sink.file, *cell.place)
    if cell.text in _ERRORS or _OF_LIBREOFFICE.fullmatch(cell.text):
        return cell._replace(text="", note=HIDDEN_VALUE.at(span, hint=_TYPED, error=shown(cell.text)))
    if _FORMULA.fullmatch(cell.text):
        return cell._replace(text="", note=NO_RESULT.at(span, hint=_TYPED))
    return cell
