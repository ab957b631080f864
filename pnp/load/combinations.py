"""`matrix:` of a component → the nodes that a file with a piece for each combination of its values would have."""

import re
from collections.abc import Collection
from itertools import product
from math import prod

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.kinds import wrong_type
from pnp.load.pieces import NO_PIECES, TOO_MANY_PIECES
from pnp.load.sink import Sink, shown
from pnp.load.structures import UNKNOWN_KEY, report_twice
from pnp.model.problem import LimitError

_TEXT = "tag:yaml.org,2002:str"
_OTHER = re.compile(r"[^a-z0-9]+")


def combinations(node: Node, path: str, fields: Collection[str], sink: Sink) -> Node | None:
    """A list of mappings, the last field's values following each other; None, with problems, where one is wrong.

    Raises LimitError.
    """
    if not isinstance(node, MappingNode) or not node.value:
        wrong_type(node, path, sink, "a mapping of fields to lists of values", "like {suit: [hearts, spades]}")
        return None
    before = len(sink.problems)
    said: set[str] = set()
    for key, values in node.value:
        name = key.value if isinstance(key, ScalarNode) else ""
        if name in said:
            report_twice(node, key, sink)
        elif name not in fields:
            sink.report(UNKNOWN_KEY, key, f"unknown field {shown(name)}", sink.suggest(name, fields))
        elif not isinstance(values, SequenceNode) or not all(isinstance(each, ScalarNode) for each in values.value):
            wrong_type(values, f"{path}.{name}", sink, "a list of values", "like [hearts, spades]")
        elif not values.value:
            sink.report(NO_PIECES, values, f'"{path}.{name}" has no values, so there are no pieces')
        said.add(name)
    if len(sink.problems) > before:
        return None
    if (count := prod(len(values.value) for _, values in node.value)) > limits.PIECES:
        message = f"the matrix makes {count:,} pieces, at most {limits.PIECES:,} are possible"
        raise LimitError(str(TOO_MANY_PIECES.at(sink.span(path), message)))
    keys = [key for key, _ in node.value]
    rows = [_piece(keys, chosen) for chosen in product(*(values.value for _, values in node.value))]
    return SequenceNode("tag:yaml.org,2002:seq", rows, node.start_mark, node.end_mark)


def _piece(keys: list[Node], values: tuple[Node, ...]) -> Node:
    """It stands where its last value does, and is called by all of them."""
    at = values[-1]
    id = "-".join(_OTHER.sub("-", value.value.casefold()).strip("-") for value in values)
    pairs = [(ScalarNode(_TEXT, "id", at.start_mark, at.end_mark), ScalarNode(_TEXT, id, at.start_mark, at.end_mark))]
    return MappingNode("tag:yaml.org,2002:map", [*pairs, *zip(keys, values, strict=True)], at.start_mark, at.end_mark)
