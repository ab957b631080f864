"""A file of pieces that isn't YAML → a table, with what was understood of it."""

from typing import NamedTuple

from pnp.files.decoding import decoded
from pnp.files.project import SHEETS, Project
from pnp.load import limits
from pnp.load.data_files import DataFile
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, lost, not_utf8, position, read_bytes
from pnp.load.kinds import FORBIDDEN
from pnp.load.sink import Sink
from pnp.load.tables.delimited import split_rows
from pnp.load.tables.disguised import disguised
from pnp.load.tables.json_nodes import BadJson, json_nodes
from pnp.load.tables.json_table import table_of
from pnp.load.tables.rows import TOO_MANY_CELLS, TOO_MANY_COLUMNS, TableRows, Understood, Unreadable
from pnp.load.tables.sheets import read_sheet
from pnp.load.tables.spreadsheet_words import without_errors
from pnp.load.tables.tidied import tidied
from pnp.model.problem import LimitError, Problem
from pnp.model.values import Poison
from pnp.text.separators import dialect_of


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
    elif other := disguised(data, sink):
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
    return TableRows(rows[0], without_errors(rows[1:], sink), understood) if rows else TableRows((), (), understood)
