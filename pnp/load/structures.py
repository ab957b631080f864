"""The kinds that hold others: mappings with declared keys, mappings with free names, lists, alternatives.

What a mapping may hold is declared once, as `Key`s; the check for unknown keys and the JSON Schema both follow from it.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load.kinds import BAD_NAME, BAD_TEXT, Kind, Name, Schema, wrong_type
from pnp.load.sink import Sink, is_empty, place_of, seen, shown
from pnp.model.game import Game
from pnp.model.problem import code
from pnp.model.rules import Sentence
from pnp.model.span import Span
from pnp.model.suggest import MEANT
from pnp.model.values import Record

UNKNOWN_KEY = code(
    "PNP030",
    "unknown key",
    """
A mapping has a key that means nothing there; what it says would be lost. Mostly it is misspelt, or indented too little
or too far.

Bad:  `powr: 3`
Good: `power: 3`
""",
)
DUPLICATE_KEY = code(
    "PNP031",
    "key given twice",
    """
The same key stands twice in one mapping. YAML by itself would keep the last one silently. Delete one; the message names
both places.
""",
)
MISSING_KEY = code(
    "PNP032",
    "required value is missing",
    """
A key that must be there is not, or has nothing after it. A field is required where game.yaml says `required: true`.
""",
)
MERGE_KEY = code(
    "PNP033",
    "merge key",
    """
YAML's merge key (`<<: *base`) is not supported: what a piece says stands with the piece. An alias for a whole
value works.

Bad:  `<<: *owl`
Good: `ability: *owl-ability`
""",
)


class Key(NamedTuple):
    """A key of a mapping; `default` is its value where it is absent."""

    name: str
    kind: Kind
    doc: str
    required: bool = False
    default: Any = None
    phrases: Mapping[str, Sentence] = {}  # of the default: see Sink.phrases; by paths from it


class Struct(Kind):
    """A mapping with declared keys, read to a dict that has them all."""

    def __init__(self, keys: Sequence[Key], closed: bool = True) -> None:
        self.keys = tuple(keys)
        self._closed = closed  # an open one skips keys it doesn't know: some declaration of them was wrong
        self._readers = {key.name: key.kind.read for key in keys}
        self._absent = {key.name: key.default for key in keys}
        self._required = tuple(key.name for key in keys if key.required)
        self._phrases = {key.name: key.phrases for key in keys if key.phrases}

    def read(self, node: Node, path: str, sink: Sink) -> dict[str, Any] | None:
        if node.__class__ is not MappingNode:
            hint = f"required: {', '.join(self._required)}" if self._required else ""
            wrong_type(node, path, sink, "a mapping", hint)
            return None
        values = self._absent.copy()
        readers, places = self._readers, sink.places
        prefix = path + "." if path else ""
        for key, value in node.value:
            name = key.value
            reader = readers.get(name) if key.__class__ is ScalarNode else None
            if reader is None:
                self._report_unknown(key, prefix, sink)
                continue
            full = prefix + name
            if full in places:
                report_twice(node, key, sink)
                continue
            mark = value.start_mark
            places[full] = (mark.line + 1, mark.column + 1)
            if value.value or value.__class__ is not ScalarNode or value.style:
                values[name] = reader(value, full, sink)
        for name in self._required:
            if values[name] is None:
                self.report_missing(node, name, prefix, sink)
        for name, phrases in self._phrases.items():
            if prefix + name not in places:
                sink.phrases.update({f"{prefix}{name}{path}": phrase for path, phrase in phrases.items()})
        return values

    def _report_unknown(self, key: Node, prefix: str, sink: Sink) -> None:
        if not isinstance(key, ScalarNode):
            sink.report(UNKNOWN_KEY, key, f"a key must be a name, not {seen(key)}")
        elif key.value == "<<":
            sink.report(MERGE_KEY, key, "merge keys (<<) are not supported", "use aliases for whole values")
        elif self._closed:
            hint = sink.suggest(key.value, self._readers)
            sink.misspelt.add(prefix + hint.removeprefix(MEANT).removesuffix("?"))
            sink.report(UNKNOWN_KEY, key, f"unknown key {shown(key.value)}", hint)

    def report_missing(self, node: MappingNode, name: str, prefix: str, sink: Sink) -> None:
        """Unless the value is there, but wrong, or under a misspelt key: then that has been said."""
        for key, value in node.value:
            if key.value == name:
                if is_empty(value):
                    sink.report(MISSING_KEY, key, f'"{prefix}{name}" has no value')
                return
        if prefix + name not in sink.misspelt:
            sink.report(MISSING_KEY, node, f'"{prefix}{name}" is missing')

    def schema(self, game: Game | None) -> Schema:
        properties: dict[str, Schema] = {}
        for key in self.keys:
            properties[key.name] = {"description": key.doc} | key.kind.schema(game)
            if isinstance(key.default, str | int | float | bool):
                properties[key.name]["default"] = key.default
        required = {"required": list(self._required)} if self._required else {}
        return {"type": "object", "properties": properties, "additionalProperties": False} | required


class OneOf(Struct):
    """A mapping that says what kind it is by the one of some keys that it has; whoever uses it looks to that."""

    def __init__(self, kinds: Iterable[str], keys: Sequence[Key]) -> None:
        super().__init__(keys)
        self._kinds = tuple(kinds)

    def schema(self, game: Game | None) -> Schema:
        return super().schema(game) | {"oneOf": [{"required": [kind]} for kind in self._kinds]}


class Nested(Struct):
    """A record: the same as a value of a piece."""

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        values = super().read(node, path, sink)
        return None if values is None else Record(values)


class Entries(Kind):
    """A mapping whose keys are names that the author chooses."""

    def __init__(self, name: Name, of: Kind) -> None:
        self._name = name
        self._of = of

    def read(self, node: Node, path: str, sink: Sink) -> dict[str, Any]:
        values: dict[str, Any] = {}
        if not isinstance(node, MappingNode):
            wrong_type(node, path, sink, "a mapping")
            return values
        for key, value in node.value:
            name = self._checked(key, sink)
            if name is None:
                continue
            full = f"{path}.{name}" if path else name
            if full in sink.places:
                report_twice(node, key, sink)
                continue
            sink.places[full] = place_of(key)
            if is_empty(value):
                sink.report(MISSING_KEY, key, f'"{full}" has no value')
            else:
                values[name] = self._of.read(value, full, sink)
        return values

    def _checked(self, key: Node, sink: Sink) -> str | None:
        if not isinstance(key, ScalarNode):
            sink.report(UNKNOWN_KEY, key, f"a key must be a name, not {seen(key)}")
        elif key.value == "<<":
            sink.report(MERGE_KEY, key, "merge keys (<<) are not supported", "use aliases for whole values")
        elif not self._name.fits(key.value):
            hint = self._name.suggestion(key.value)
            sink.report(BAD_NAME, key, f"{shown(key.value)} is no {self._name.says}", hint)
        else:
            return str(key.value)
        return None

    def schema(self, game: Game | None) -> Schema:
        names = {key: said for key, said in self._name.schema(game).items() if key != "type"}  # `2:` is a number there
        return {"type": "object", "propertyNames": names, "additionalProperties": self._of.schema(game)}


class Items(Kind):
    """A list; what can't be read is left out."""

    def __init__(self, of: Kind, *, filled: bool = False) -> None:
        self._of = of
        self._filled = filled

    def read(self, node: Node, path: str, sink: Sink) -> tuple[Any, ...] | None:
        if not isinstance(node, SequenceNode):
            wrong_type(node, path, sink, "a list", self._as_a_list(node, path, sink))
            return None
        if self._filled and not node.value:
            sink.report(BAD_TEXT, node, f'"{path}" is an empty list')
        values: list[Any] = []
        for item in node.value:
            full = f"{path}.{len(values)}"
            sink.places[full] = place_of(item)
            if is_empty(item):
                sink.report(MISSING_KEY, item, f'"{full}" has no value')
            elif (value := self._of.read(item, full, sink)) is not None:
                values.append(value)
        return tuple(values)

    def _as_a_list(self, node: Node, path: str, sink: Sink) -> str:
        """What would be right, where that is easily said."""
        if not isinstance(node, ScalarNode) or len(node.value) >= 20:
            return ""
        ends = re.fullmatch(r"([0-9]{1,2})\s*(?:-|–|\.\.+|to)\s*([0-9]{1,2})", node.value)
        numbers = range(int(ends[1]), int(ends[2]) + 1) if ends else range(0)
        if 1 < len(numbers) <= 12:
            return f"write [{', '.join(map(str, numbers))}]"
        trial = Sink(sink.file, [], sink.text)
        self._of.read(node, path, trial)
        return "" if trial.problems else f"write [{node.value}]"

    def schema(self, game: Game | None) -> Schema:
        return {"type": "array", "items": self._of.schema(game)} | ({"minItems": 1} if self._filled else {})


class Either(Kind):
    """A short form, written as a scalar, or a mapping."""

    def __init__(self, short: Kind, long: Kind) -> None:
        self._short = short
        self._long = long

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        return (self._short if isinstance(node, ScalarNode) else self._long).read(node, path, sink)

    def schema(self, game: Game | None) -> Schema:
        return {"anyOf": [self._short.schema(game), self._long.schema(game)]}


class Defined(Kind):
    """A kind by its name in the schema's `$defs`: so one can hold itself."""

    def __init__(self, name: str, kind: Callable[[], Kind]) -> None:
        self._name = name
        self._kind = kind

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        return self._kind().read(node, path, sink)

    def schema(self, game: Game | None) -> Schema:
        return {"$ref": f"#/$defs/{self._name}"}


def report_twice(node: Node, second: Node, sink: Sink) -> None:
    """The key `second` of the mapping stood there before."""
    first = next(key for key, _ in node.value if key.value == second.value)
    origin = Span(sink.file, *place_of(first))
    sink.report(DUPLICATE_KEY, second, f"{shown(second.value)} is given twice", "delete one", origin)
