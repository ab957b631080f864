"""The kinds that hold others: mappings with declared keys, mappings with free names, lists, alternatives.

What a mapping may hold is declared once, as `Key`s; the check for unknown keys and the JSON Schema follow from it. In
pieces, poison stands where something couldn't be read; in declarations there is nothing, and `Sink.lost` says why.
"""

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.suggest import nearest_name
from pnp.io.opening import read_beginning
from pnp.load import limits
from pnp.load.kinds import EMPTY_LIST, Kind, Name, Schema, report_type
from pnp.load.sink import Sink, describe_node, is_empty, place_of, quote_value
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.regex import regex
from pnp.model.rules import Sentence
from pnp.model.span import Span
from pnp.model.values import Field, Poison, Record, Unreadable, attempt

DUPLICATE_KEY = code("PNP031", says="{name} is given twice")
SEVERAL_TWICE = DUPLICATE_KEY.also("{names} are given twice")
NAMELESS = code("PNP083", says="{keys} stands directly in {path}, below no name")
SEVERAL_NAMELESS = NAMELESS.also("{keys} stand directly in {path}, below no name")

_SHOWN = 4
_SURE = 0.72  # how alike two names are, of which one is surely the other misspelt
_MAY_BE_FIELD = regex("[a-z][a-z0-9_]{0,30}")


def report_twice(node: Node, second: Node, sink: Sink) -> None:
    """Report that the key `second` stood in the mapping before; of several such keys the first reports all."""
    first: dict[str, Node] = {}
    named = [key for key, _ in node.value if isinstance(key, ScalarNode)]
    again = [key for key in named if first.setdefault(key.value, key) is not key]
    if second is not again[0]:
        return
    origin = Span(sink.file, *place_of(first[second.value]))
    names = tuple([quote_value(name) for name in dict.fromkeys([key.value for key in again])])
    if len(names) == 1:
        sink.report(DUPLICATE_KEY, second, hint="delete one", origin=origin, name=names[0])
        return
    is_item = "-" in sink.line(node.start_mark.line + 1)[: node.start_mark.column]
    line = f"- {next(iter(first))}:" if is_item else "with the next name"
    hint = f"a line {line} seems to be missing above; else delete one of each"
    sink.report(SEVERAL_TWICE, second, hint=hint, origin=origin, names=names)


def report_nameless(node: MappingNode, known: Collection[str], path: str, sink: Sink) -> Problem | None:
    """Report keys that belong below a name and stand in place of names; None if they don't seem to."""
    below = [(key, value) for key, value in node.value if isinstance(key, ScalarNode) and key.value in known]
    if not below or below[0][0] is not node.value[0][0]:
        return None
    plain = sum(isinstance(value, ScalarNode) for _, value in below)
    filled = [value for _, value in below if isinstance(value, MappingNode) and value.value]
    if plain < 2 and all(any(inner.value in known for inner, _ in value.value) for value in filled):
        return None
    keys = [key for key, _ in below]
    names = tuple([quote_value(key.value) for key in keys[:_SHOWN]])
    hint = f"write a name above {keys[0].value}:, and what is below it further right"
    what = NAMELESS if len(names) == 1 else SEVERAL_NAMELESS
    return sink.report(what, keys[0], hint=hint, keys=names, path=path)


UNKNOWN_KEY = code("PNP030", says="unknown key {key}", once=True)
NO_NAME = UNKNOWN_KEY.also("a key must be a name, not {found}")
MISSING_KEY = code("PNP032", says='"{within}{name}" is missing', varies=("within",))
NO_VALUE = MISSING_KEY.also('"{path}" has no value', varies=("path",))
MERGE_KEY = code("PNP033", says="merge keys (<<) are not supported", once=True)


class Key(NamedTuple):
    """A key of a mapping; `default` is its value where it is absent, `example` what may stand behind it."""

    name: str
    kind: Kind
    doc: str = ""  # here, or in keys.yaml
    required: bool = False
    default: Any = None
    phrases: Mapping[str, Sentence] = {}  # of the default: see Sink.phrases; by paths from it
    example: str = ""  # YAML
    field: Field | None = None  # that it is the key of


@cache
def _read_docs() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    """Return docs and examples of keys by structure and name: no build needs them, but only who shows them."""
    text = read_beginning(Path(__file__).parents[1] / "data" / "keys.yaml", limits.FILE_BYTES)
    docs: Mapping[str, Mapping[str, Mapping[str, Any]]] = yaml.load(text, getattr(yaml, "CBaseLoader", yaml.BaseLoader))
    return docs


def describe(field: Field) -> str:
    """Describe a field in one line, for the editor's completion."""
    choices, fields = ", ".join(field.choices[:20]), ", ".join(field.fields)
    said: str = _read_docs()["types"][field.type]["doc"].format(choices=choices, to=field.to, fields=fields)
    return said + (" Will be translated." if field.translatable else "")


class Values(Kind):
    """A mapping with declared keys, as pieces have it: read to a dict that has them all."""

    _keeps_unknown = True  # as poison: also what a merge key may have been meant for, any of the keys

    def __init__(self, *keys: Key, about: str = "", cause: Problem | None = None, are_fields: bool = False) -> None:
        """`about`: the structure's name in pnp/data/keys.yaml, if that has the docs of its keys; `cause`: why not all
        keys are known; `are_fields`: the keys are declared by authors."""
        self.keys, self._about, self._cause, self._are_fields = keys, about, cause, are_fields
        self.readers = {key.name: key.kind.read for key in keys}
        self._absent = {key.name: key.default for key in keys}
        self._required = tuple(key.name for key in keys if key.required)
        self._phrases = {key.name: key.phrases for key in keys if key.phrases}
        self._guesses: dict[str, tuple[str, str]] = {}

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if node.__class__ is not MappingNode:
            hint = f"required: {', '.join(self._required)}" if self._required else ""
            raise report_type(node, path, sink, "a mapping", hint)
        values = self._absent.copy()
        readers, places = self.readers, sink.places
        prefix = path + "." if path else ""
        meant: dict[str, Problem] | None = None  # in few mappings is there anything
        for key, value in node.value:
            name = key.value
            reader = readers.get(name) if key.__class__ is ScalarNode else None
            if reader is None:
                meant = self._note_unknown(key, meant or {}, sink)
                continue
            full = prefix + name
            if full in places:
                report_twice(node, key, sink)
                continue
            mark = value.start_mark
            places[full] = (mark.line + 1, mark.column + 1)
            if value.value or value.__class__ is not ScalarNode or value.style:
                try:
                    values[name] = reader(value, full, sink)
                except Unreadable as error:
                    values[name] = Poison(error.problem)
        for name in self._required:
            if values[name] is None:
                cause = meant.get(name) if meant else None
                values[name] = Poison(self.report_missing(node, name, path, sink, cause))
        if meant:
            values.update({name: Poison(meant[name]) for name in meant if prefix + name not in places})
        for name, phrases in self._phrases.items():
            if prefix + name not in places:
                sink.phrases.update({f"{prefix}{name}{path}": phrase for path, phrase in phrases.items()})
        return values

    def _note_unknown(self, key: Node, meant: dict[str, Problem], sink: Sink) -> dict[str, Problem]:
        """Report an unknown key; add the names that it may be meant for, each with the problem."""
        if not isinstance(key, ScalarNode):
            sink.report(NO_NAME, key, found=describe_node(key))
        elif key.value == "<<":
            problem = sink.report(MERGE_KEY, key, hint="use aliases for whole values")
            meant.update(dict.fromkeys(self.readers if self._keeps_unknown else self._required, problem))
        else:
            if key.value not in self._guesses:  # found out once for all pieces
                near, hint = sink.suggest.nearest(key.value, self.readers), sink.suggest(key.value, self.readers)
                may_be_new = _MAY_BE_FIELD.fullmatch(key.value) and not nearest_name(key.value, self.readers, _SURE)
                if self._are_fields and may_be_new:
                    declare = f"declare it in game.yaml: fields: {{{key.value}: text}}"
                    hint = f"{hint}{'' if hint.endswith('?') else ','} else {declare}" if hint else declare
                self._guesses[key.value] = near, hint
            near, hint = self._guesses[key.value]
            problem = sink.report(UNKNOWN_KEY, key, hint=hint, cause=self._cause, key=quote_value(key.value))
            for name in filter(None, (near, key.value if self._keeps_unknown else "")):
                meant.setdefault(name, problem)
        return meant

    def report_missing(
        self, node: MappingNode, name: str, path: str, sink: Sink, cause: Problem | None = None
    ) -> Problem:
        """Report a required value that isn't there, or is empty; what is there may have been reported."""
        full = join_path(path, name)
        if full in sink.lost:
            return sink.lost[full]
        if key := next((key for key, _ in node.value if key.value == name), None):
            return sink.report(NO_VALUE, key, hint=_hint_at_comment(key, sink), path=full)
        return sink.report(MISSING_KEY, node, cause=cause, within=join_path(path, ""), name=name)

    def documented_keys(self) -> list[Key]:
        """Return the keys with their docs and examples, wherever these stand."""
        docs = _read_docs()[self._about] if self._about else {}
        known = [key._replace(doc=describe(key.field)) if key.field else key for key in self.keys]
        return [key if key.doc else key._replace(**docs.get(key.name, {})) for key in known]

    def schema(self, game: Game | None) -> Schema:
        properties: dict[str, Schema] = {}
        for key in self.documented_keys():
            default = {"default": key.default} if isinstance(key.default, str | int | float | bool) else {}
            properties[key.name] = {"description": key.doc, **key.kind.schema(game), **default}
        whole: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        return whole | ({"required": list(self._required)} if self._required else {})


class Nested(Values):
    """A record, as a value of a piece."""

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        return Record(super().read(node, path, sink))


class Struct(Values):
    """A mapping in a declaration: None where it is no mapping, and in place of values that can't be read."""

    _keeps_unknown = False

    def read(self, node: Node, path: str, sink: Sink) -> dict[str, Any] | None:
        try:
            read: dict[str, Any] = super().read(node, path, sink)
        except Unreadable as error:
            sink.lost[path] = error.problem
            return None
        for name, value in read.items() if sink.problems else ():
            if isinstance(value, Poison):
                sink.lost[join_path(path, name)] = value.problem
                read[name] = None
        return read


class Entries(Kind):
    """A mapping whose keys are names that the author chooses."""

    def __init__(self, name: Name, of: Kind) -> None:
        self._name, self._of = name, of

    def read(self, node: Node, path: str, sink: Sink) -> dict[str, Any]:
        values: dict[str, Any] = {}
        if not isinstance(node, MappingNode):
            sink.lost[path] = report_type(node, path, sink, "a mapping").problem
            return values
        if isinstance(self._of, Struct) and (problem := report_nameless(node, self._of.readers, path, sink)):
            sink.lost[path] = problem
            return values
        for key, value in node.value:
            if (name := self._read_name(key, path, sink)) is None:
                continue
            full = join_path(path, name)
            if full in sink.places:
                report_twice(node, key, sink)
                continue
            sink.places[full] = place_of(key)
            if is_empty(value):
                sink.lost[full] = sink.report(NO_VALUE, key, hint=_hint_at_comment(key, sink), path=full)
                continue
            try:
                values[name] = self._of.read(value, full, sink)
            except Unreadable as error:
                values[name], sink.lost[full] = None, error.problem
        return values

    def _read_name(self, key: Node, path: str, sink: Sink) -> str | None:
        if not isinstance(key, ScalarNode):
            sink.report(NO_NAME, key, found=describe_node(key))
        elif key.value == "<<":
            sink.lost[path] = sink.report(MERGE_KEY, key, hint="use aliases for whole values")
        elif not self._name.fits(key.value):
            problem = self._name.report_name(key, sink)
            for name in filter(None, (key.value, self._name.better_name(key.value))):
                sink.lost.setdefault(join_path(path, name), problem)
        else:
            return str(key.value)
        return None

    def schema(self, game: Game | None) -> Schema:
        names = {key: said for key, said in self._name.schema(game).items() if key != "type"}  # `2:` is a number there
        return {"type": "object", "propertyNames": names, "additionalProperties": self._of.schema(game)}


class Several(Kind):
    """A list, as pieces have it."""

    def __init__(self, of: Kind, *, filled: bool = False) -> None:
        self._of, self._filled = of, filled

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        values = []
        for number, item in enumerate(self._items(node, path, sink)):
            full = f"{path}.{number}"
            sink.places[full] = place_of(item)
            values.append(attempt(self._read_item, item, full, sink))
        return tuple(values)

    def _items(self, node: Node, path: str, sink: Sink) -> list[Node]:
        if not isinstance(node, SequenceNode):
            raise report_type(node, path, sink, "a list", self._suggest_list(node, path, sink))
        if self._filled and not node.value:
            raise sink.refuse(EMPTY_LIST, node, path=path)
        items: list[Node] = node.value
        return items

    def _read_item(self, item: Node, path: str, sink: Sink) -> Any:
        if is_empty(item):
            raise sink.refuse(NO_VALUE, item, path=path)
        return self._of.read(item, path, sink)

    def _suggest_list(self, node: Node, path: str, sink: Sink) -> str:
        """Return what would be right, where that is easily seen."""
        if not isinstance(node, ScalarNode) or len(node.value) >= 20:
            return ""
        ends = re.fullmatch(r"([0-9]{1,2})\s*(?:-|–|\.\.+|to)\s*([0-9]{1,2})", node.value)
        numbers = range(int(ends[1]), int(ends[2]) + 1) if ends else range(0)
        if 1 < len(numbers) <= 12:
            return f"write [{', '.join(map(str, numbers))}]"
        trial = Sink(sink.file, [], sink.text)
        attempt(self._of.read, node, path, trial)
        return "" if trial.problems else f"write [{node.value}]"

    def schema(self, game: Game | None) -> Schema:
        return {"type": "array", "items": self._of.schema(game)} | ({"minItems": 1} if self._filled else {})


class Items(Several):
    """A list in a declaration: what can't be read is left out, and what follows moves up."""

    def read(self, node: Node, path: str, sink: Sink) -> tuple[Any, ...]:
        values: list[Any] = []
        for item in self._items(node, path, sink):
            sink.places[full := f"{path}.{len(values)}"] = place_of(item)
            try:
                value = self._read_item(item, full, sink)
            except Unreadable as error:
                sink.lost.setdefault(path, error.problem)
                continue
            if value is not None:
                values.append(value)
                continue
            for place in [each for each in sink.places if each.startswith(f"{full}.")]:
                del sink.places[place]  # the next item has the same path
        return tuple(values)


def join_path(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _hint_at_comment(key: Node, sink: Sink) -> str:
    """Return a hint where the value of a key begins as comments do, as colours like #884422 do."""
    line, column = place_of(key)
    found = re.match(r"[^:]*:\s+(#\w\S*)", sink.line(line)[column - 1 :])
    return f'what begins with # is a comment, unless it is in quotes: "{found[1]}"' if found else ""
