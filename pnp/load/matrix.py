"""`matrix:` of a component → the nodes that a file of its pieces would have."""

from collections.abc import Collection, Mapping
from itertools import product
from math import prod

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.fields import Fields
from pnp.load.kinds import wrong_type
from pnp.load.missing_lines import report_twice
from pnp.load.pieces import DUPLICATE_ID, NO_PIECES, TOO_MANY_PIECES, UNKNOWN_FIELD
from pnp.load.sink import Sink, place_of, shown
from pnp.load.tables.terms import TableNodes
from pnp.model.problem import LimitError
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.values import Poison

NO_VALUES = NO_PIECES.also('"{path}" has no values, so there are no pieces')
MATRIX_TOO_LARGE = TOO_MANY_PIECES.also("the matrix makes {count:,} pieces, at most {most:,} are possible")
_TEXT = "tag:yaml.org,2002:str"
_OTHER = regex(r"[^a-z0-9]+")


def combinations(node: Node, path: str, fields: Fields, sink: Sink) -> Node | Poison:
    """A list of mappings, the last field's values following each other; poison where one is wrong.

    Raises LimitError.
    """
    if not isinstance(node, MappingNode) or not node.value:
        return wrong_type(node, path, sink, "a mapping of fields to lists of values", "like {suit: [hearts, spades]}")
    before = len(sink.problems)
    said: set[str] = set()
    for key, values in node.value:
        name = key.value if isinstance(key, ScalarNode) else ""
        if name in said:
            report_twice(node, key, sink)
        elif name not in fields.declared:
            hint = sink.suggest(name, fields.declared)
            sink.report(UNKNOWN_FIELD, key, hint=hint, cause=fields.cause, name=shown(name))
        elif not isinstance(values, SequenceNode) or not all(isinstance(each, ScalarNode) for each in values.value):
            wrong_type(values, f"{path}.{name}", sink, "a list of values", "like [hearts, spades]")
        elif not values.value:
            sink.report(NO_VALUES, values, path=f"{path}.{name}")
        said.add(name)
    if len(sink.problems) > before:
        return Poison(sink.problems[before])
    if (count := prod(len(values.value) for _, values in node.value)) > limits.PIECES:
        raise LimitError(str(MATRIX_TOO_LARGE.at(sink.span(path), count=count, most=limits.PIECES)))
    keys = [key for key, _ in node.value]
    rows = [_piece(keys, chosen) for chosen in product(*(values.value for _, values in node.value))]
    return SequenceNode("tag:yaml.org,2002:seq", rows, node.start_mark, node.end_mark)


def _piece(keys: list[Node], values: tuple[Node, ...]) -> Node:
    """It stands where its last value does, and is called by all of them."""
    at = values[-1]
    id = "-".join(_OTHER.sub("-", value.value.casefold()).strip("-") for value in values)
    pairs = [(_text("id", at), _text(id, at)), *zip(keys, values, strict=True)]
    return MappingNode("tag:yaml.org,2002:map", pairs, at.start_mark, at.end_mark)


def by_id(root: Node) -> dict[str, MappingNode]:
    """The first of each id among the nodes that `combinations` made."""
    nodes: dict[str, MappingNode] = {}
    for node in root.value:
        nodes.setdefault(_said(node)["id"].value, node)
    return nodes


def without(root: Node, ids: Collection[str]) -> Node:
    """The combinations that have none of these ids."""
    rest = [node for node in root.value if _said(node)["id"].value not in ids]
    return SequenceNode(root.tag, rest, root.start_mark, root.end_mark)


def completed(nodes: TableNodes, sink: Sink, combined: Mapping[str, MappingNode], file: str) -> TableNodes:
    """Pieces of a data file, with what the matrix in `file` says of those that have the id of a combination.

    What comes from the matrix stands where the piece does. A piece that says otherwise is another one of the same id.
    """
    if not combined or not isinstance(nodes.root, SequenceNode):
        return nodes
    rows = []
    for node in nodes.root.value:
        said = _said(node) if isinstance(node, MappingNode) else {}
        id = said.get("id")
        combination = combined.get(id.value) if isinstance(id, ScalarNode) else None
        if id is not None and combination is not None:
            missing = {name: value for name, value in _said(combination).items() if name not in said}
            if any(said[name].value != value.value for name, value in _said(combination).items() if name in said):
                origin = Span(file, *place_of(combination))
                sink.report(DUPLICATE_ID, id, hint="its values are others there", origin=origin, id=shown(id.value))
            added = [(_text(name, id), _text(value.value, id)) for name, value in missing.items()]
            node = MappingNode(node.tag, [*node.value, *added], node.start_mark, node.end_mark)
        rows.append(node)
    root = SequenceNode(nodes.root.tag, rows, nodes.root.start_mark, nodes.root.end_mark)
    return nodes._replace(root=root)


def keys(node: Node | None) -> list[str]:
    """The fields that a matrix, as it is written, says."""
    return list(_said(node)) if isinstance(node, MappingNode) else []


def _said(node: MappingNode) -> dict[str, Node]:
    return {key.value: value for key, value in node.value if isinstance(key, ScalarNode)}


def _text(text: str, at: Node) -> ScalarNode:
    return ScalarNode(_TEXT, text, at.start_mark, at.end_mark)
