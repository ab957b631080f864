"""The kinds of values that rules are made of: expressions, sentences, and values of any kind; each with its place."""

from collections.abc import Mapping
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.braces import has_braces, lone_brace
from pnp.load import limits
from pnp.load.kinds import AnyOf, Kind, Line, TextKind, report_type
from pnp.load.sink import Place, Sink, place_of, seen
from pnp.load.structures import NO_NAME, Key, Values, report_twice
from pnp.model.problem import code
from pnp.model.regex import regex
from pnp.model.rules import Definition, Expression, Sentence, Turn, place_in
from pnp.model.span import Span, is_sheet
from pnp.model.values import Poison, Record, Value

LONE_BRACE = code("PNP039", says='"{brace}" without "{other}"')
_WORD = regex(r"\S+")
_ANCHOR = regex(r"&\S+\s+(?=\S)")
_INTEGER = regex(r"[+-]?[0-9]{1,15}")
_NUMBER = regex(r"[+-]?(?:[0-9]{1,15}\.[0-9]{0,15}|\.[0-9]{1,15})")
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


def text_place(node: ScalarNode, sink: Sink) -> Place:
    """Return the place of a text's first character: behind a quote, an anchor, or the | that it begins with."""
    line, column = place_of(node)
    if is_sheet(sink.file):
        return line, column
    if node.style in ("|", ">"):
        for number in range(line + 1, node.end_mark.line + 2):
            if text := sink.line(number).strip():
                return number, sink.line(number).index(text[0]) + 1
        return line, column
    if "&" in sink.text and (anchor := _ANCHOR.match(sink.line(line), column - 1)):
        column += len(anchor[0])
    before = node.value[: len(node.value) - len(node.value.lstrip())]
    begins = int(bool(node.style)) or getattr(node, "begins", 0)  # a cell of a table has quotes, but no style
    return (line, column) if "\n" in before else (line, column + begins + len(before))


def turns(node: ScalarNode, text: str, sink: Sink) -> tuple[Turn, ...]:
    """Return where a text goes on whose scalar stands on several lines, which hold its words in their order."""
    if node.start_mark.line == node.end_mark.line or not sink.text:
        return ()
    words = list(_WORD.finditer(text))
    first, column = text_place(node, sink)
    found: list[Turn] = []
    number = len(sink.line(first)[column - 1 :].split())
    for line in range(first + 1, node.end_mark.line + 2):
        here = _WORD.search(sink.line(line))
        if here is None:
            continue
        if number >= len(words) or not here[0].startswith(words[number][0]):
            return tuple(found)  # the scalar is over
        found.append(Turn(words[number].start(), line, here.start() + 1))
        number += len(sink.line(line).split())
    return tuple(found)


class Formula(TextKind):
    """An expression; a number, true or false is one, too."""

    wanted = "an expression"

    def __init__(self) -> None:
        super().__init__(filled=True, longest=limits.EXPRESSION)

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if isinstance(node, SequenceNode | MappingNode) and node.flow_style:
            first = "{" if isinstance(node, MappingNode) else "["
            return report_type(node, path, sink, self.wanted, f"an expression that starts with {first} needs quotes")
        text = super().read(node, path, sink)
        if isinstance(text, Poison) or not isinstance(node, ScalarNode):
            return text
        text = text.strip()
        return Expression(text, Span(sink.file, *text_place(node, sink)), turns(node, text, sink))


def read_definitions(said: Mapping[str, Any] | None, path: str, sink: Sink) -> dict[str, Definition]:
    """Read the names for expressions at a path; a name whose expression can't be read is left out."""
    known = {name: expression for name, expression in (said or {}).items() if expression is not None}
    return {name: Definition(name, expression, sink.span(path, name)) for name, expression in known.items()}


class Spoken(AnyOf):
    """A sentence, or one for a single thing and another for several."""

    _text = TextKind(filled=True)
    _forms = Values(
        Key("one", TextKind(filled=True), "What is said where the count is 1.", required=True),
        Key("other", TextKind(filled=True), "What is said else.", required=True),
    )
    kinds = (_text, _forms)

    def read(self, node: Node, path: str, sink: Sink) -> Sentence | Poison:
        if not isinstance(node, MappingNode):
            text = self._text.read(node, path, sink)
            if isinstance(text, Poison):
                return text
            assert isinstance(node, ScalarNode)
            return read_phrase(node, text, sink)
        forms = self._forms.read(node, path, sink)
        if wrong := next((form for form in forms.values() if isinstance(form, Poison)), None):
            return wrong
        nodes = {key.value: value for key, value in node.value}
        only = read_phrase(nodes["one"], forms["one"], sink)
        return read_phrase(nodes["other"], forms["other"], sink)._replace(one=only.other)


class Printed(TextKind):
    """A text of a piece; `sink.phrases` keeps the texts that have braces, with their places."""

    def read(self, node: Node, path: str, sink: Sink) -> str | Poison:
        text = super().read(node, path, sink)
        if isinstance(text, str) and has_braces(text) and isinstance(node, ScalarNode):
            sink.phrases[path] = read_phrase(node, text, sink)
        return text


def read_phrase(node: ScalarNode, text: str, sink: Sink) -> Sentence:
    """Read a text with the places of its characters."""
    text = text.strip()
    said = Sentence(text, Span(sink.file, *text_place(node, sink)), turns=turns(node, text, sink))
    if (at := lone_brace(text)) is not None:
        brace, place = text[at], place_in(said.span, said.turns, at)
        hint = "braces hold an expression, like {players}; a brace itself is \\" + brace
        span = place._replace(end=place.column + 1)
        sink.report(LONE_BRACE, span, hint=hint, brace=brace, other="}" if brace == "{" else "{")
    return said


class Anything(Kind):
    """A value as YAML reads it: a number, true, false, null, a text, a list or a mapping. All places are kept."""

    _key = Line()

    def read(self, node: Node, path: str, sink: Sink) -> Value:
        sink.places[path] = place_of(node)
        if isinstance(node, SequenceNode):
            return tuple([self.read(item, f"{path}.{number}", sink) for number, item in enumerate(node.value)])
        if isinstance(node, MappingNode):
            values: dict[str, Value] = {}
            for key, value in node.value:
                if not isinstance(key, ScalarNode):
                    sink.report(NO_NAME, key, found=seen(key))
                elif key.value in values:
                    report_twice(node, key, sink)
                else:
                    values[key.value] = self.read(value, f"{path}.{key.value}", sink)
            id = values.get("id")
            return Record(values, id if isinstance(id, str) else "")
        text = str(node.value)
        if node.style:  # type: ignore[attr-defined]
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INTEGER.fullmatch(text):
            return int(text)
        return float(text) if _NUMBER.fullmatch(text) else text
