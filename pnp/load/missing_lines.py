"""Mappings of which a line seems to be missing → one problem for all keys that so came to stand elsewhere."""

from collections.abc import Collection

from yaml.nodes import MappingNode, Node, ScalarNode

from pnp.load.sink import Sink, place_of, shown
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.text.suggest import nearest

DUPLICATE_KEY = code(
    "PNP031 key given twice",
    """The same key stands twice in one mapping. YAML by itself would keep the last one silently. Delete one; the
message names both places. Where several are given twice, a line that begins the next entry is mostly missing.

Bad:  `- {id: owl, name: Owl, name: Barn Owl}`
Good: `- {id: owl, name: Barn Owl}`""",
    says="{name} is given twice",
)
SEVERAL_TWICE = DUPLICATE_KEY.also("{names} are given twice")
NAMELESS = code(
    "PNP083 name is missing above keys",
    """Names that the author chooses stand here, each with its keys below it and further right. What stands here instead
are such keys: the line with the name above them is missing, or they are indented too little.

Bad:  `components:`, and below it `size: poker` and `front: card.xml.j2`
Good: `components:`, `cards:` below it, and below that, further right, `size: poker` and `front: card.xml.j2`""",
    says="{keys} stands directly in {path}, below no name",
)
SEVERAL_NAMELESS = NAMELESS.also("{keys} stand directly in {path}, below no name")

_SHOWN = 4
_SURE = 0.72  # how alike two names are, of which one is surely the other misspelt
_MAY_BE_FIELD = regex("[a-z][a-z0-9_]{0,30}")


def or_declare(hint: str, key: str, fields: Collection[str]) -> str:
    """A hint about a key that is no field, and what to write where it was meant to be one."""
    if not _MAY_BE_FIELD.fullmatch(key) or nearest(key, fields, _SURE):
        return hint
    declare = f"declare it in game.yaml: fields: {{{key}: text}}"
    return f"{hint}{'' if hint.endswith('?') else ','} else {declare}" if hint else declare


def report_twice(node: Node, second: Node, sink: Sink) -> None:
    """The key `second` of the mapping stood there before. Of several such keys the first tells it for all."""
    first: dict[str, Node] = {}
    again = [
        key for key, _ in node.value if isinstance(key, ScalarNode) and first.setdefault(key.value, key) is not key
    ]
    if second is not again[0]:
        return
    origin = Span(sink.file, *place_of(first[second.value]))
    names = tuple([shown(name) for name in dict.fromkeys([key.value for key in again])])
    if len(names) == 1:
        sink.report(DUPLICATE_KEY, second, hint="delete one", origin=origin, name=names[0])
        return
    is_item = "-" in sink.line(node.start_mark.line + 1)[: node.start_mark.column]
    line = f"- {next(iter(first))}:" if is_item else "with the next name"
    hint = f"a line {line} seems to be missing above; else delete one of each"
    sink.report(SEVERAL_TWICE, second, hint=hint, origin=origin, names=names)


def without_name(node: MappingNode, known: Collection[str], path: str, sink: Sink) -> Problem | None:
    """That keys which belong below a name stand in place of names; None where they don't seem to."""
    below = [(key, value) for key, value in node.value if isinstance(key, ScalarNode) and key.value in known]
    if not below or below[0][0] is not node.value[0][0]:
        return None
    plain = sum(isinstance(value, ScalarNode) for _, value in below)
    filled = [value for _, value in below if isinstance(value, MappingNode) and value.value]
    if plain < 2 and all(any(inner.value in known for inner, _ in value.value) for value in filled):
        return None
    keys = [key for key, _ in below]
    names = tuple([shown(key.value) for key in keys[:_SHOWN]])
    hint = f"write a name above {keys[0].value}:, and what is below it further right"
    if len(names) == 1:
        return sink.report(NAMELESS, keys[0], hint=hint, keys=names, path=path)
    return sink.report(SEVERAL_NAMELESS, keys[0], hint=hint, keys=names, path=path)
