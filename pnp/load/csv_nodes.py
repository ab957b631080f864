"""CSV text → the same nodes as YAML gives, each with the place of its cell; fields say what is a list or a record."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.csv_rows import BAD_TABLE, Cell, CellPlace, Unreadable, split_rows
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, Source, position
from pnp.load.sink import Place, Sink, shown
from pnp.load.structures import DUPLICATE_KEY, MISSING_KEY, UNKNOWN_KEY
from pnp.model.problem import LimitError, Problem, code
from pnp.model.span import Span
from pnp.model.values import Field, Poison

NO_COLUMN_ID = BAD_TABLE.also('the first line has no column "id"')
TOO_DEEP = BAD_TABLE.also("{heading} is a list of {items}s, which no cell can hold")
BEYOND = BAD_TABLE.also("{cells} cells, but only {columns} columns", once=True)
WITHOUT_NAME = BAD_TABLE.also("{text} stands in a column without a name", varies=("text",), once=True)
UNKNOWN_COLUMN = UNKNOWN_KEY.also("unknown column {heading}", once=True)
NO_COLUMN = MISSING_KEY.also('the first line has no column "{path}"')
TOO_MANY_CELLS = code(
    "PNP019 table is too large",
    f"""A table may have {limits.NODES:,} cells, so that a strange file can't fill the memory. Mostly a spreadsheet was
saved with thousands of empty columns or rows: delete them and save again, or spread the pieces over several components.
""",
    says="the table has more than {most:,} cells",
)

OTHER_WIDTH = code(
    "PNP028 row with another number of cells",
    """A row has fewer cells than there are columns, or empty ones behind the last column, where other rows don't:
mostly a comma is missing or a text with a comma lacks its quotes, and all cells behind it stand in the wrong column.

Bad:  `owl,Hoo, hoo,` below `id,name,power`
Good: `owl,"Hoo, hoo",`""",
    says="{cells} cells for {columns} columns",
    once=True,
)

LIST_SEPARATOR = ";"

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")


class _Column(NamedTuple):
    """What the cells below a heading are; `path` leads through records and is empty where the heading is wrong."""

    path: tuple[str, ...] = ()
    is_list: bool = False


class CsvTable(NamedTuple):
    """Pieces as nodes, and what of them can't be read."""

    root: Node
    lost: Mapping[str, Problem]  # paths of fields, for what is wrong with their columns
    rows: Mapping[int, Problem]  # numbers of pieces, whose cells may all stand in the wrong columns


def read_table(
    source: Source, fields: Mapping[str, Field], sink: Sink, cause: Problem | None = None
) -> CsvTable | Poison:
    """`cause`: for which not all fields are known. Raises LimitError."""
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count(",") + text.count("\n") > limits.NODES:
        raise LimitError(str(TOO_MANY_CELLS.at(sink.span(), most=limits.NODES)))
    if control := _CONTROL.search(text):
        place = position(text, control.start())
        return sink.poison(CONTROL_CHARACTER, place, hint="delete it", sign=f"\\x{ord(control[0]):02x}")
    if not text.strip():
        return sink.poison(EMPTY_FILE, (1, 1))
    if separator := _other_separator(text.partition("\n")[0]):
        return sink.poison(BAD_TABLE, (1, 1), hint="separate them by commas", sign=separator)
    try:
        return _table(list(split_rows(text)), fields, sink, cause)
    except Unreadable as error:
        return sink.poison(error.says, _place(error.mark), hint=error.hint)


def _table(
    rows: Sequence[Sequence[Cell]], fields: Mapping[str, Field], sink: Sink, cause: Problem | None
) -> CsvTable | Poison:
    header = rows[0] if rows else ()
    if all(cell.text != "id" for cell in header):
        meant = next((cell for cell in header if cell.text.casefold() == "id"), None)
        place, hint = (_place(meant.mark), f"write {meant.text} as id") if meant else ((1, 1), "it names the fields")
        return sink.poison(NO_COLUMN_ID, place, hint=hint)
    lost: dict[str, Problem] = {}
    columns = _columns(header, fields, lost, sink, cause)
    named = {".".join(column.path) for column in columns if column}
    for path in _needed(fields, {*named, *lost}):
        lost[path] = sink.report(NO_COLUMN, (1, 1), path=path)
    wrong = _wrong_rows(columns, rows[1:], sink)
    root = _node(SequenceNode, [_piece(columns, row, sink) for row in rows[1:]], CellPlace(0, 0))
    return CsvTable(root, {path: problem for path, problem in lost.items() if path not in named}, wrong)


def _other_separator(header: str) -> str:
    """What a spreadsheet may have put between the cells instead of commas."""
    commas = header.count(",")
    return next((name for name, sign in ((";", ";"), ("tabs", "\t")) if header.count(sign) > commas), "")


def _wrong_rows(columns: Sequence[_Column | None], rows: Sequence[Sequence[Cell]], sink: Sink) -> dict[int, Problem]:
    """A row of too few cells, or of too many, may have all of them in the wrong columns. Where each row has as many
    empty ones too many, a spreadsheet added them."""
    named = max(number for number, column in enumerate(columns, 1) if column)
    usual = {len(row) for row in rows}
    wrong: dict[int, Problem] = {}
    for number, row in enumerate(rows):
        count = len(row)
        if named <= count <= len(columns):
            continue
        if beyond := next((cell for cell in row[len(columns) :] if cell.text), None):
            hint = "a text with a comma needs quotes"
            wrong[number] = sink.report(BEYOND, _place(beyond.mark), hint=hint, cells=count, columns=len(columns))
        elif count < named or len(usual) > 1:
            few = "a comma stands between all cells, also empty ones"
            hint = few if count < named else "a text with a comma needs quotes"
            place = _place(row[0].mark)
            wrong[number] = sink.report(OTHER_WIDTH, place, hint=hint, cells=count, columns=len(columns))
    return wrong


def _columns(
    header: Sequence[Cell], fields: Mapping[str, Field], lost: dict[str, Problem], sink: Sink, cause: Problem | None
) -> list[_Column | None]:
    """One a heading; None where there is none. `lost` gets what can't be read of the fields that they mean."""
    first: dict[str, CellPlace] = {}
    columns: list[_Column | None] = []
    for text, mark, _ in header:
        if not text:
            columns.append(None)
        elif text in first:
            origin = Span(sink.file, *_place(first[text]))
            sink.report(DUPLICATE_KEY, _place(mark), hint="delete one", origin=origin, name=shown(text))
            columns.append(_Column())
        else:
            first[text] = mark
            columns.append(_column(text, mark, fields, lost, sink, cause))
    return columns


def _column(
    heading: str,
    mark: CellPlace,
    fields: Mapping[str, Field],
    lost: dict[str, Problem],
    sink: Sink,
    cause: Problem | None,
) -> _Column:
    if heading in ("id", "copies"):
        return _Column((heading,))
    path = tuple(heading.split("."))
    field, inner = None, fields
    for part in path:
        field = inner.get(part)
        inner = field.fields if field else {}
    if field is None or field.type == "record":
        known = ["id", "copies", *_headings(fields)]
        near, hint = sink.suggest.nearest(heading, known), sink.suggest(heading, known)
        problem = sink.report(UNKNOWN_COLUMN, _place(mark), hint=hint, cause=cause, heading=shown(heading))
        for name in filter(None, (near, heading)):
            lost.setdefault(name, problem)
        return _Column()
    if field.of and field.of.type in ("list", "record"):
        hint = "write these pieces as YAML"
        place, items = _place(mark), field.of.type
        lost[heading] = sink.report(TOO_DEEP, place, hint=hint, heading=shown(heading), items=items)
        return _Column()
    return _Column(path, field.type == "list")


def _needed(fields: Mapping[str, Field], there: Collection[str], prefix: str = "") -> Iterator[str]:
    """Columns that the table lacks, although each piece must say something there; within records that it has."""
    for name, field in fields.items():
        path = prefix + name
        if field.type == "record":
            if field.required or any(each.startswith(f"{path}.") for each in there):
                yield from _needed(field.fields, there, f"{path}.")
        elif field.required and path not in there:
            yield path


def _headings(fields: Mapping[str, Field], prefix: str = "") -> Iterator[str]:
    for name, field in fields.items():
        if field.type == "record":
            yield from _headings(field.fields, f"{prefix}{name}.")
        else:
            yield prefix + name


def _piece(columns: Sequence[_Column | None], cells: Sequence[Cell], sink: Sink) -> Node:
    records: dict[tuple[str, ...], list[tuple[Node, Node]]] = {(): []}
    for cell, column in zip(cells, columns, strict=False):
        if not cell.text:
            continue
        if column is None:
            sink.report(WITHOUT_NAME, _place(cell.mark), text=shown(cell.text))
        elif column.path:
            value = _list(cell) if column.is_list else _cell(cell)
            _record(records, column.path[:-1], cell.mark).append((_node(ScalarNode, column.path[-1], cell.mark), value))
    return _node(MappingNode, records[()], cells[0].mark)


def _record(
    records: dict[tuple[str, ...], list[tuple[Node, Node]]], path: tuple[str, ...], mark: CellPlace
) -> list[tuple[Node, Node]]:
    """The entries of the record at this path, which its first cell makes."""
    if path not in records:
        records[path] = []
        key = _node(ScalarNode, path[-1], mark)
        _record(records, path[:-1], mark).append((key, _node(MappingNode, records[path], mark)))
    return records[path]


def _list(cell: Cell) -> Node:
    items: list[Node] = []
    at = 0
    for item in cell.text.split(LIST_SEPARATOR):
        if text := item.strip():
            items.append(_node(ScalarNode, text, cell.mark_of(at + item.index(text))))
        at += len(item) + 1
    return _node(SequenceNode, items, cell.mark)


def _cell(cell: Cell) -> Node:
    """`begins`: how many characters behind its place the text does, for `phrases.text_place`."""
    node = _node(ScalarNode, cell.text, cell.mark)
    node.begins = cell.quoted  # type: ignore[attr-defined]
    return node


def _node(kind: type[Node], value: Any, mark: Any) -> Node:
    return kind("", value, mark, mark)


def _place(mark: CellPlace) -> Place:
    return (mark.line + 1, mark.column + 1)
