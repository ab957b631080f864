"""CSV text → the same nodes as YAML gives, each with the place of its cell; fields say what is a list or a record."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.csv_rows import Cell, Mark, Unreadable, split_rows
from pnp.load.files import CONTROL_CHARACTER, EMPTY_FILE, Source
from pnp.load.sink import Place, Sink, shown
from pnp.load.structures import DUPLICATE_KEY, UNKNOWN_KEY
from pnp.model.problem import LimitError, Problem, Severity, code
from pnp.model.span import Span
from pnp.model.values import Field

BAD_TABLE = code(
    "PNP018",
    "table cannot be read",
    """
A CSV file has a first line with the names of the fields and then one line a piece, with commas between the cells. A
cell that holds a comma, a quote or a line break stands in double quotes, and a quote in it is doubled. A cell beyond
the last column belongs to nothing: mostly a text with a comma lacks its quotes. In a list, semicolons separate items.

Bad:  `owl,Flip one, then draw`
Good: `owl,"Flip one, then draw"`
""",
)
TOO_MANY_CELLS = code(
    "PNP019",
    "table is too large",
    f"""
A table may have {limits.NODES:,} cells, so that a strange file can't fill the memory. Mostly a spreadsheet was saved
with thousands of empty columns or rows: delete them and save again, or spread the pieces over several components.
""",
)

OTHER_WIDTH = code(
    "PNP028",
    "row with another number of cells",
    """
A row has fewer cells than there are columns, or empty ones behind the last column, where other rows don't: mostly a
comma is missing or a text with a comma lacks its quotes, and all cells behind it stand in the wrong column.

Bad:  `owl,Hoo, hoo,` below `id,name,power`
Good: `owl,"Hoo, hoo",`
""",
    Severity.WARNING,
)

LIST_SEPARATOR = ";"

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")


class _Column(NamedTuple):
    """What the cells below a heading are; `path` leads through records and is empty where the heading is wrong."""

    path: tuple[str, ...] = ()
    is_list: bool = False


def table_nodes(source: Source, fields: Mapping[str, Field], problems: list[Problem]) -> Node | None:
    """A list of mappings; None, with a problem, where there is no table. Raises LimitError."""
    sink = Sink(source.name, problems)
    text = source.text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count(",") + text.count("\n") > limits.NODES:
        raise LimitError(str(TOO_MANY_CELLS.at(sink.span(), f"the table has more than {limits.NODES:,} cells")))
    if control := _CONTROL.search(text):
        before = text[: control.start()]
        place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
        sink.report(CONTROL_CHARACTER, place, f"control character \\x{ord(control[0]):02x}", "delete it")
        return None
    if not text.strip():
        sink.report(EMPTY_FILE, (1, 1), "the file is empty")
        return None
    if separator := _other_separator(text.partition("\n")[0]):
        sink.report(BAD_TABLE, (1, 1), f"the cells are separated by {separator}", "separate them by commas")
        return None
    try:
        return _table(list(split_rows(text)), fields, sink)
    except Unreadable as error:
        sink.report(BAD_TABLE, _place(error.mark), str(error), error.hint)
        return None


def _table(rows: Sequence[Sequence[Cell]], fields: Mapping[str, Field], sink: Sink) -> Node | None:
    header = rows[0] if rows else ()
    if all(cell.text != "id" for cell in header):
        meant = next((cell for cell in header if cell.text.casefold() == "id"), None)
        place, hint = (_place(meant.mark), f"write {meant.text} as id") if meant else ((1, 1), "it names the fields")
        sink.report(BAD_TABLE, place, 'the first line has no column "id"', hint)
        return None
    columns = _columns(header, fields, sink)
    _check_widths(columns, rows[1:], sink)
    return _node(SequenceNode, [_piece(columns, row, sink) for row in rows[1:]], Mark(0, 0))


def _other_separator(header: str) -> str:
    """What a spreadsheet may have put between the cells instead of commas."""
    commas = header.count(",")
    return next((name for name, sign in ((";", ";"), ("tabs", "\t")) if header.count(sign) > commas), "")


def _check_widths(columns: Sequence[_Column | None], rows: Sequence[Sequence[Cell]], sink: Sink) -> None:
    """A row of too few cells, or of too many empty ones, may have all of them in the wrong columns. Where each row has
    as many, a spreadsheet added some."""
    named = max(number for number, column in enumerate(columns, 1) if column)
    usual = {len(row) for row in rows}
    for row in rows:
        if len(row) < named:
            hint = "a comma stands between all cells, also empty ones"
        elif len(row) > len(columns) and len(usual) > 1 and not any(cell.text for cell in row[len(columns) :]):
            hint = "a text with a comma needs quotes"
        else:
            continue
        message = f"{len(row)} cells for {len(columns)} columns"
        sink.report(OTHER_WIDTH, _place(row[0].mark), message, hint)


def _columns(header: Sequence[Cell], fields: Mapping[str, Field], sink: Sink) -> list[_Column | None]:
    """One a heading; None where there is none."""
    first: dict[str, Mark] = {}
    columns: list[_Column | None] = []
    for text, mark, _ in header:
        if not text:
            columns.append(None)
        elif text in first:
            origin = Span(sink.file, *_place(first[text]))
            sink.report(DUPLICATE_KEY, _place(mark), f"{shown(text)} is given twice", "delete one", origin)
            columns.append(_Column())
        else:
            first[text] = mark
            columns.append(_column(text, mark, fields, sink))
    return columns


def _column(heading: str, mark: Mark, fields: Mapping[str, Field], sink: Sink) -> _Column:
    if heading in ("id", "copies"):
        return _Column((heading,))
    path = tuple(heading.split("."))
    field, inner = None, fields
    for part in path:
        field = inner.get(part)
        inner = field.fields if field else {}
    if field is None or field.type == "record":
        known = ["id", "copies", *_headings(fields)]
        sink.report(UNKNOWN_KEY, _place(mark), f"unknown column {shown(heading)}", sink.suggest(heading, known))
    elif field.of and field.of.type in ("list", "record"):
        message = f"{shown(heading)} is a list of {field.of.type}s, which no cell can hold"
        sink.report(BAD_TABLE, _place(mark), message, "write these pieces as YAML")
    else:
        return _Column(path, field.type == "list")
    return _Column()


def _headings(fields: Mapping[str, Field], prefix: str = "") -> Iterator[str]:
    for name, field in fields.items():
        if field.type == "record":
            yield from _headings(field.fields, f"{prefix}{name}.")
        else:
            yield prefix + name


def _piece(columns: Sequence[_Column | None], cells: Sequence[Cell], sink: Sink) -> Node:
    records: dict[tuple[str, ...], list[tuple[Node, Node]]] = {(): []}
    for number, cell in enumerate(cells):
        if not cell.text:
            continue
        if number >= len(columns):
            message = f"{len(cells)} cells, but only {len(columns)} columns"
            sink.report(BAD_TABLE, _place(cell.mark), message, "a text with a comma needs quotes")
            break
        column = columns[number]
        if column is None:
            sink.report(BAD_TABLE, _place(cell.mark), f"{shown(cell.text)} stands in a column without a name")
        elif column.path:
            value = _list(cell) if column.is_list else _cell(cell)
            _record(records, column.path[:-1], cell.mark).append((_node(ScalarNode, column.path[-1], cell.mark), value))
    return _node(MappingNode, records[()], cells[0].mark)


def _record(
    records: dict[tuple[str, ...], list[tuple[Node, Node]]], path: tuple[str, ...], mark: Mark
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


def _place(mark: Mark) -> Place:
    return (mark.line + 1, mark.column + 1)
