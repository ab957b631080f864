"""A table → the nodes that YAML gives, each with the place of its cell; fields say what is a list or a record."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load.fields import TableNodes, TableTerms, find_field
from pnp.load.kinds import slug
from pnp.load.sink import Sink, quote_value
from pnp.load.structures import DUPLICATE_KEY, MISSING_KEY, UNKNOWN_KEY
from pnp.load.table_rows import (
    BAD_TABLE,
    CALLED_COPIES,
    LIST_SEPARATOR,
    Cell,
    CellPlace,
    TableRows,
    make_node,
    normalise_cell,
    read_counts,
)
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span
from pnp.model.values import Field, Unreadable

TOO_DEEP = BAD_TABLE.also("{heading} is a list of {items}s, which no cell can hold")
BEYOND = BAD_TABLE.also("{cells} cells, but only {columns} columns", once=True)
WITHOUT_NAME = BAD_TABLE.also("{text} stands in a column without a name", varies=("text",), once=True)
UNKNOWN_COLUMN = UNKNOWN_KEY.also("unknown column {heading}", once=True)
NO_COLUMN = MISSING_KEY.also('the first line has no column "{path}"')
NO_IDS = BAD_TABLE.also('the first line has no column "{path}"')
OTHER_WIDTH = code("PNP028", says="{cells} cells for {columns} columns", once=True)
_SIGNS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}


class _Column(NamedTuple):
    """A column of cells; `path` leads through records, and is empty where nothing is read."""

    path: tuple[str, ...] = ()
    type: str = ""


def make_nodes(
    table: TableRows, fields: Mapping[str, Field], terms: TableTerms, sink: Sink, cause: Problem | None = None
) -> TableNodes:
    """Make the nodes of a table's pieces; `cause`: why not all fields are known."""
    header = table.header
    if not header:
        return TableNodes(make_node(SequenceNode, [], CellPlace(0, 0)))
    columns = _Headings(fields, terms, sink, cause)
    if not terms.has_auto_ids and columns.heading("id") not in [cell.text for cell in header]:
        raise columns.report_no_ids(header)
    found, lost = columns.read(header), columns.lost
    named = {".".join(column.path) for column in found if column}
    for path in _find_needed(fields, {*named, *lost, *terms.lost, *terms.combined}):
        lost[path] = sink.report(NO_COLUMN, header[0].place, path=columns.heading(path))
    copies = next((at for at, column in enumerate(found) if column and column.path == ("copies",)), None)
    table = table if copies is None else read_counts(table, copies, sink)
    rows, separator = table.rows, table.understood.separator
    wrong = _check_widths(found, table, sink) if separator else {}
    marks = table.marks or [row[0].mark for row in rows]
    pieces = [_make_piece(found, row, mark, separator, sink, terms) for row, mark in zip(rows, marks, strict=True)]
    unread: dict[int, Problem] = {}
    for number, row in enumerate(rows):
        for cell, column in zip(row, found, strict=False):
            if cell.note and column and column.path:
                sink.problems.append(cell.note)
                if cell.note.severity is Severity.ERROR:
                    unread.setdefault(number, cell.note)
    lost = {path: problem for path, problem in {**terms.lost, **lost}.items() if path not in named}
    return TableNodes(make_node(SequenceNode, pieces, CellPlace(0, 0)), lost, {**wrong, **unread})


def _check_widths(columns: Sequence[_Column | None], table: TableRows, sink: Sink) -> dict[int, Problem]:
    """Report rows of too few cells, or of too many, which may all stand in the wrong columns.

    Where each row has as many empty ones too many, a spreadsheet added them.
    """
    named = max((number for number, column in enumerate(columns, 1) if column), default=0)
    usual = {len(row) for row in table.rows}
    sign = _SIGNS[table.understood.separator]
    wrong: dict[int, Problem] = {}
    for number, row in enumerate(table.rows):
        count = len(row)
        if named <= count <= len(columns):
            continue
        quotes = f"a text with a {sign} needs quotes"
        if beyond := next((cell for cell in row[len(columns) :] if cell.text), None):
            wrong[number] = sink.report(BEYOND, beyond.place, hint=quotes, cells=count, columns=len(columns))
        elif count < named or len(usual) > 1:
            hint = f"a {sign} stands between all cells, also empty ones" if count < named else quotes
            wrong[number] = sink.report(OTHER_WIDTH, row[0].place, hint=hint, cells=count, columns=len(columns))
    return wrong


@dataclass(slots=True, eq=False, repr=False)
class _Headings:
    """Reads headings; afterwards `lost` holds which fields can't be read because of them."""

    fields: Mapping[str, Field]
    terms: TableTerms
    sink: Sink
    cause: Problem | None
    lost: dict[str, Problem] = field(default_factory=dict)
    there: set[str] = field(default_factory=set)  # what the headings say

    def heading(self, path: str) -> str:
        return self.terms.headings.get(path, path)

    def report_no_ids(self, header: Sequence[Cell]) -> Unreadable:
        """Report that there is no column for ids, and return that as an exception to raise."""
        wanted, at = self.heading("id"), header[0]
        hint = "it names the fields; id: auto makes ids of what the pieces are called"
        if near := next((cell for cell in header if cell.text.casefold() == wanted.casefold()), None):
            at, hint = near, f"write {near.text} as {wanted}, or columns: {{id: {near.text}}}"
        return self.sink.refuse(NO_IDS, at.place, hint=hint, cause=self.terms.lost.get("id"), path=wanted)

    def read(self, header: Sequence[Cell]) -> list[_Column | None]:
        """Return a column for each heading; None where there is none."""
        first: dict[str, Cell] = {}
        columns: list[_Column | None] = []
        paths = {heading: path for path, heading in self.terms.headings.items()}
        there = self.there = {cell.text for cell in header}
        for cell in header:
            text = cell.text
            if not text:
                columns.append(None)
            elif text in first:
                origin = Span(self.sink.file, *first[text].place)
                self.sink.report(DUPLICATE_KEY, cell.place, hint="delete one", origin=origin, name=quote_value(text))
                columns.append(_Column())
            else:
                first[text] = cell
                is_mapped = text not in paths and self.terms.headings.get(text, text) in there - {text}
                read = self._read_other if is_mapped else self._read_column
                columns.append(read(cell, paths.get(text, text)))
        return columns

    def _read_column(self, cell: Cell, named: str) -> _Column:
        if named in ("id", "copies"):
            return _Column((named,))
        declared = find_field(self.fields, named)
        if declared is None or (declared.type == "record" and cell.node is None and not self._is_json):
            return self._read_other(cell, named)
        if not self._is_json and declared.of and declared.of.type in ("list", "record"):
            hint, said, items = "write these pieces as YAML or JSON", quote_value(cell.text), declared.of.type
            self.lost[named] = self.sink.report(TOO_DEEP, cell.place, hint=hint, heading=said, items=items)
            return _Column()
        return _Column(tuple(named.split(".")), declared.type)

    @property
    def _is_json(self) -> bool:
        return self.sink.file.casefold().endswith(".json")

    def _read_other(self, cell: Cell, named: str) -> _Column:
        """Read a column that no field is called like."""
        if self.terms.ignores_others:
            return _Column()
        heading, sink = cell.text, self.sink
        known = [self.heading(path) for path in ("id", "copies", *_paths(self.fields))]
        near = sink.suggest.nearest(heading, known)
        hint = sink.suggest(heading, known) if near else "other-columns: ignore leaves such columns out"
        has_copies = self.heading("copies") in self.there or near == "copies"
        if not has_copies and slug(heading).replace("-", "_") in CALLED_COPIES:
            near, hint = "copies", f"if it says how many copies to print, write columns: {{copies: {heading}}}"
        meant = next((path for path, known in self.terms.headings.items() if known == near), near)
        cause = self.terms.lost.get(meant or "") or self.cause
        problem = sink.report(UNKNOWN_COLUMN, cell.place, hint=hint, cause=cause, heading=quote_value(heading))
        for name in filter(None, (meant, named)):
            self.lost.setdefault(name, problem)
        return _Column()


def _find_needed(fields: Mapping[str, Field], there: Collection[str], prefix: str = "") -> Iterator[str]:
    """Yield the columns that the table lacks and needs; within records only where it has some of the record."""
    for name, declared in fields.items():
        path = prefix + name
        if declared.type == "record" and path not in there:
            if declared.required or any(each.startswith(f"{path}.") for each in there):
                yield from _find_needed(declared.fields, there, f"{path}.")
        elif declared.required and path not in there:
            yield path


def _paths(fields: Mapping[str, Field], prefix: str = "") -> Iterator[str]:
    for name, declared in fields.items():
        if declared.type == "record":
            yield from _paths(declared.fields, f"{prefix}{name}.")
        else:
            yield prefix + name


def _make_piece(
    columns: Sequence[_Column | None],
    cells: Sequence[Cell],
    mark: CellPlace,
    separator: str,
    sink: Sink,
    terms: TableTerms,
) -> Node:
    records: dict[tuple[str, ...], list[tuple[Node, Node]]] = {(): []}
    for cell, column in zip(cells, columns, strict=False):
        if not cell.text and cell.node is None:
            continue
        if column is None:
            if not terms.ignores_others:
                sink.report(WITHOUT_NAME, cell.place, text=quote_value(cell.text))
        elif column.path:
            key, value = make_node(ScalarNode, column.path[-1], cell.mark), _make_value(cell, column.type, separator)
            _find_record(records, column.path[:-1], cell.mark).append((key, value))
    return make_node(MappingNode, records[()], mark)


def _find_record(
    records: dict[tuple[str, ...], list[tuple[Node, Node]]], path: tuple[str, ...], mark: CellPlace
) -> list[tuple[Node, Node]]:
    """Return the entries of the record at this path, which its first cell makes."""
    if path not in records:
        records[path] = []
        key = make_node(ScalarNode, path[-1], mark)
        _find_record(records, path[:-1], mark).append((key, make_node(MappingNode, records[path], mark)))
    return records[path]


def _make_value(cell: Cell, type: str, separator: str) -> Node:
    """Make the node of a cell; its `begins` is how far behind its place the text begins, for `text_place`."""
    if cell.node is not None and not isinstance(cell.node, ScalarNode):
        return cell.node
    if type == "list":
        items: list[Node] = []
        at = 0
        for item in cell.text.split(LIST_SEPARATOR):
            if text := item.strip():
                items.append(make_node(ScalarNode, text, cell.mark_of(at + item.index(text))))
            at += len(item) + 1
        return make_node(SequenceNode, items, cell.mark)
    text = normalise_cell(cell.text, type, separator)
    node = cell.node if cell.node is not None and text is cell.text else make_node(ScalarNode, text, cell.mark)
    node.begins = cell.quoted  # type: ignore[attr-defined]
    return node
