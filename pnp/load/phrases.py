"""The kinds of values that rules are made of: expressions, sentences, and values of any kind; each with its place."""

import re
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.kinds import Kind, Line, Schema, Text, wrong_type
from pnp.load.sink import Place, Sink, place_of, seen
from pnp.load.structures import UNKNOWN_KEY, Key, Struct, report_twice
from pnp.model.game import Game
from pnp.model.rules import Expression, Sentence
from pnp.model.span import Span
from pnp.model.values import Record, Value

_ANCHOR = re.compile(r"&\S+\s+(?=\S)")
_INTEGER = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}\.[0-9]{0,15}|\.[0-9]{1,15})")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def text_place(node: ScalarNode, sink: Sink) -> Place:
    """The place of a text's first character: behind the quote, the anchor, or the | that it begins with."""
    line, column = place_of(node)
    if node.style in ("|", ">"):
        for number in range(line + 1, node.end_mark.line + 2):
            if text := sink.line(number).strip():
                return number, sink.line(number).index(text[0]) + 1
        return line, column
    if "&" in sink.text and (anchor := _ANCHOR.match(sink.line(line), column - 1)):
        column += len(anchor[0])
    before = node.value[: len(node.value) - len(node.value.lstrip())]
    return (line, column) if "\n" in before else (line, column + bool(node.style) + len(before))


class Formula(Text):
    """An expression; a number, true or false is one, too."""

    wanted = "an expression"

    def __init__(self) -> None:
        super().__init__(filled=True, longest=limits.EXPRESSION)

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if isinstance(node, SequenceNode | MappingNode) and node.flow_style:
            first = "{" if isinstance(node, MappingNode) else "["
            wrong_type(node, path, sink, self.wanted, f"an expression that starts with {first} needs quotes")
            return None
        text = super().read(node, path, sink)
        if text is None or not isinstance(node, ScalarNode):
            return None
        return Expression(text.strip(), Span(sink.file, *text_place(node, sink)))


class Spoken(Kind):
    """A sentence, or one for a single thing and another for several."""

    _text = Text(filled=True)
    _forms = Struct(
        (
            Key("one", Text(filled=True), "What is said where the count is 1.", required=True),
            Key("other", Text(filled=True), "What is said else.", required=True),
        )
    )

    def read(self, node: Node, path: str, sink: Sink) -> Sentence | None:
        if not isinstance(node, MappingNode):
            text = self._text.read(node, path, sink)
            return None if text is None else self._sentence(node, text, "", sink)
        forms = self._forms.read(node, path, sink) or {}
        one, other = forms.get("one"), forms.get("other")
        if one is None or other is None:
            return None
        return self._sentence(next(value for key, value in node.value if key.value == "other"), other, one, sink)

    def _sentence(self, node: Node, other: str, one: str, sink: Sink) -> Sentence:
        place = text_place(node, sink) if isinstance(node, ScalarNode) else place_of(node)
        return Sentence(other.strip(), Span(sink.file, *place), one.strip())

    def schema(self, game: Game | None) -> Schema:
        return {"anyOf": [self._text.schema(game), self._forms.schema(game)]}


class Anything(Kind):
    """A value as YAML reads it: a number, true, false, null, a text, a list or a mapping. All places are kept."""

    _key = Line()

    def read(self, node: Node, path: str, sink: Sink) -> Value:
        sink.places[path] = place_of(node)
        if isinstance(node, SequenceNode):
            return tuple([self.read(item, f"{path}.{number}", sink) for number, item in enumerate(node.value)])
        if isinstance(node, MappingNode):
            return self._record(node, path, sink)
        return _plain(node.value) if isinstance(node, ScalarNode) and not node.style else str(node.value)

    def _record(self, node: MappingNode, path: str, sink: Sink) -> Record:
        values: dict[str, Value] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                sink.report(UNKNOWN_KEY, key, f"a key must be a name, not {seen(key)}")
            elif key.value in values:
                report_twice(node, key, sink)
            else:
                values[key.value] = self.read(value, f"{path}.{key.value}", sink)
        id = values.get("id")
        return Record(values, id if isinstance(id, str) else "")

    def schema(self, game: Game | None) -> Schema:
        return {}


def _plain(text: str) -> Value:
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else text
