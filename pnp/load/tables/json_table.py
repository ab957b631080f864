"""JSON of pieces → a table: a list of objects, or an object of objects by id. Names of values are its headings."""

from collections.abc import Iterator
from typing import Any, cast

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.kinds import wrong_type
from pnp.load.missing_lines import DUPLICATE_KEY
from pnp.load.sink import Sink, shown
from pnp.load.tables.rows import BAD_TABLE, TOO_MANY_CELLS, Cell, CellPlace, TableRows, Understood
from pnp.model.problem import LimitError
from pnp.model.span import Span
from pnp.model.values import Poison

IN_AN_OBJECT = BAD_TABLE.also("the list of objects is below {key}, and has to be all that is in the file")


def table_of(root: Node, sink: Sink) -> TableRows | Poison:
    """Raises LimitError."""
    objects = list(_objects(root))
    wrong = next((node for node in objects if not isinstance(node, MappingNode)), None)
    if isinstance(root, MappingNode) and (key := _key_of_list(root)):
        return sink.poison(IN_AN_OBJECT, _mark(root).shown, hint="keep that list alone", key=shown(key))
    if not isinstance(root, SequenceNode | MappingNode) or wrong is not None:
        return wrong_type(wrong or root, "", sink, "a list of objects", 'like [{"id": "owl"}, {"id": "elk"}]')
    headings: dict[str, Cell] = {}
    rows: list[dict[str, Cell]] = []
    for node in objects:
        row: dict[str, Cell] = {}
        for key, value in node.value:
            name = key.value
            if name in row:
                origin = Span(sink.file, *row[name].place)
                sink.report(DUPLICATE_KEY, key, hint="delete one", origin=origin, name=shown(name))
            if name not in headings:
                headings[name] = Cell(name, _mark(key))
            row[name] = Cell(value.value if value.__class__ is ScalarNode else "", _mark(value), False, value)
        rows.append(row)
    if len(rows) * len(headings) > limits.NODES:
        raise LimitError(str(TOO_MANY_CELLS.at(sink.span(), most=limits.NODES)))
    marks = [_mark(node) for node in objects]
    whole = [[row.get(name) or Cell("", mark) for name in headings] for row, mark in zip(rows, marks, strict=True)]
    return TableRows(list(headings.values()), whole, Understood("JSON"), marks)


def _key_of_list(root: MappingNode) -> str:
    """`{"cards": [{…}, …]}` → cards, as some programs write lists."""
    lists = [key.value for key, value in root.value if isinstance(value, SequenceNode) and value.value]
    return lists[0] if lists and not any(isinstance(value, MappingNode) for _, value in root.value) else ""


def _objects(root: Node) -> Iterator[Node]:
    """Where they are known by ids, each gets its own."""
    if isinstance(root, SequenceNode):
        yield from root.value
    elif isinstance(root, MappingNode):
        for key, value in root.value:
            if isinstance(value, MappingNode) and all(each.value != "id" for each, _ in value.value):
                name = ScalarNode("", "id", key.start_mark, key.end_mark)
                value = MappingNode("", [(name, key), *value.value], key.start_mark, value.end_mark)
            yield value


def _mark(node: Node) -> CellPlace:
    mark: Any = node.start_mark
    return cast(CellPlace, mark)
