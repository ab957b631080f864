"""Kinds of values that are counted, measured, or true or false: their text is read strictly, and by us.

Lengths become millimetres; the sizes that have a name are in `pnp/data/sizes.yaml`.
"""

import math
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.cardtext.braces import find_lone_brace, has_braces
from pnp.io.opening import read_beginning
from pnp.load import limits
from pnp.load.kinds import AnyOf, Kind, Line, Schema, TextKind, report_type
from pnp.load.sink import Place, Sink, describe_node, place_of, quote_value
from pnp.load.structures import NO_NAME, Key, Values, report_twice
from pnp.model.game import Game
from pnp.model.length import MM_PER_POINT, UNITS, mm, parse_length
from pnp.model.problem import code
from pnp.model.regex import regex
from pnp.model.rules import Definition, Expression, Sentence, Turn, place_in
from pnp.model.span import Span, is_sheet
from pnp.model.style import LARGE_TYPE, hint_at_unit
from pnp.model.values import Record, Value, attempt, require

OUT_OF_RANGE = code("PNP021", says='"{path}" is out of range: {value}', varies=("path",))
_INTEGER = regex(r"[+-]?[0-9]+")
_NUMBER = regex(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
BAD_LENGTH = code("PNP025", says='"{path}" must be a length, not {found}', varies=("path",))
NO_SIZE = BAD_LENGTH.also('"{path}" names no size: {name}', varies=("path",), once=True)
NOT_A_SIZE = BAD_LENGTH.also('"{path}" must be a size, not {found}', varies=("path",))
NO_PAIR = BAD_LENGTH.also('"{path}" must be a width and a height, not {count} of them', varies=("path",))
_TIMES = regex(r"\s*[x×]\s*")
_LENGTH_PATTERN = rf"\s*([0-9]+\.?[0-9]*|\.[0-9]+)\s*({'|'.join(UNITS)})\s*"
_LENGTH_HINT = "like 3mm, 0.5in, 8pt; a bare number is millimetres"
_SIZE_HINT = "a name like poker, width x height like 63 x 88, or one length"


class Number(Kind):
    """A number with bounds."""

    wanted = "a number"
    _form = _NUMBER
    _type = "number"
    _convert: Callable[[str], float] = float

    def __init__(self, minimum: float | None = None, maximum: float | None = None) -> None:
        self._bounds = (minimum, maximum)
        self._low = -limits.NUMBER if minimum is None else minimum
        self._high = limits.NUMBER if maximum is None else maximum

    def read(self, node: Node, path: str, sink: Sink) -> float:
        if node.__class__ is not ScalarNode or node.style or not self._form.fullmatch(node.value):
            said, hint = node.value if isinstance(node, ScalarNode) else "", ""
            if self._form.fullmatch(said):
                hint = "write it without quotes"
            elif len(said) < 40 and self._form.fullmatch(better := said.strip().replace(",", ".")) and "," in said:
                hint = f"with a point: {better}"
            raise report_type(node, path, sink, self.wanted, hint)
        text = node.value
        number = self._convert(text) if len(text) < 400 else float("inf")
        if not self._low <= number <= self._high:
            said = quote_value(text).strip('"') + (f", a number of {len(text):,} digits" if len(text) > 40 else "")
            low, high = (f"{bound:,.0f}" if bound == int(bound) else f"{bound:,g}" for bound in (self._low, self._high))
            hint = f"at least {low}" if number < self._low else f"at most {high}"
            hint = hint if None in self._bounds else f"{low} to {high}"
            raise sink.refuse(OUT_OF_RANGE, node, hint=hint, path=path, value=said)
        return number

    def schema(self, game: Game | None) -> Schema:
        low, high = self._bounds
        bounds = {"minimum": low, "maximum": high}
        return {"type": self._type} | {key: bound for key, bound in bounds.items() if bound is not None}


class Integer(Number):
    """A whole number with bounds."""

    wanted = "a whole number"
    _form = _INTEGER
    _type = "integer"
    _convert = int


class Boolean(Kind):
    """`true` or `false`."""

    described: ClassVar[Schema] = {"type": "boolean"}

    def read(self, node: Node, path: str, sink: Sink) -> bool:
        if node.__class__ is ScalarNode and not node.style and node.value in ("true", "false"):
            return bool(node.value == "true")
        raise report_type(node, path, sink, "true or false")


@cache
def load_sizes() -> Mapping[str, tuple[float, float]]:
    text = read_beginning(Path(__file__).parents[1] / "data" / "sizes.yaml", limits.FILE_BYTES)
    return MappingProxyType({name: (float(w), float(h)) for name, (w, h) in yaml.safe_load(text).items()})


LANDSCAPE = " landscape"  # behind a name: as pages are called in CSS


def find_size(text: str) -> tuple[float, float] | None:
    """Find a size by its name; `a4 landscape` is wider than high."""
    name = " ".join(text.casefold().split())
    size = load_sizes().get(name.removesuffix(LANDSCAPE))
    return (max(size), min(size)) if size and name.endswith(LANDSCAPE) else size


def size_names() -> list[str]:
    """Return the names that `find_size` knows."""
    names = load_sizes()
    return [*names, *(name + LANDSCAPE for name, (w, h) in names.items() if w < h)]


class Length(Kind):
    """A length in millimetres."""

    def __init__(self, minimum: float, maximum: float) -> None:
        self._minimum, self._maximum = minimum, maximum

    def read(self, node: Node, path: str, sink: Sink) -> float:
        if not isinstance(node, ScalarNode):
            raise report_type(node, path, sink, "a length")
        length = parse_length(node.value) if len(node.value) < 400 else math.inf
        if length is None:
            raise sink.refuse(BAD_LENGTH, node, hint=_LENGTH_HINT, path=path, found=describe_node(node))
        if not self._minimum <= length <= self._maximum:
            said = quote_value(node.value).strip('"')
            hint = f"{mm(self._minimum)} to {mm(self._maximum)}"
            raise sink.refuse(OUT_OF_RANGE, node, hint=hint, path=path, value=said)
        return length

    def schema(self, game: Game | None) -> Schema:
        pattern = {"type": "string", "pattern": f"^{_LENGTH_PATTERN}$"}
        return {"anyOf": [{"type": "number", "minimum": self._minimum, "maximum": self._maximum}, pattern]}


class TypeSize(Length):
    """A type size; one in whole millimetres is mostly meant in points."""

    def read(self, node: Node, path: str, sink: Sink) -> float:
        size = super().read(node, path, sink)
        if hint := hint_at_unit(node.value, size):
            sink.report(LARGE_TYPE, node, hint=hint, path=path, size=mm(size), points=size / MM_PER_POINT)
        return size


class Size(Kind):
    """Width and height, or one length and None."""

    def __init__(self) -> None:
        self._side = Length(limits.SHORTEST_SIDE, limits.LONGEST_SIDE)

    def read(self, node: Node, path: str, sink: Sink) -> tuple[float, float | None]:
        if not isinstance(node, ScalarNode | SequenceNode):
            raise report_type(node, path, sink, "a size", _SIZE_HINT)
        if isinstance(node, SequenceNode):
            return self._read_pair(node.value, node, path, sink)
        text = node.value.strip()
        if named := find_size(text):
            return named
        sides = _TIMES.split(text)
        if len(sides) > 1 and all(side[:1].isdigit() for side in sides):
            nodes = [ScalarNode("", side, node.start_mark, node.end_mark, node.style) for side in sides]
            return self._read_pair(nodes, node, path, sink)
        if text[:1].isalpha():
            turned = " ".join(reversed(text.split()))  # "landscape a4"
            known = turned if find_size(turned) else ""
            hint = sink.suggest(known or text, size_names()) or f"there are: {', '.join(load_sizes())}"
            raise sink.refuse(NO_SIZE, node, hint=hint, path=path, name=quote_value(text))
        if parse_length(text[:400]) is None:
            raise sink.refuse(NOT_A_SIZE, node, hint=_SIZE_HINT, path=path, found=quote_value(text))
        return self._side.read(node, path, sink), None

    def _read_pair(self, sides: list[Any], node: Node, path: str, sink: Sink) -> tuple[float, float]:
        if len(sides) != 2:
            raise sink.refuse(NO_PAIR, node, hint=_SIZE_HINT, path=path, count=len(sides))
        w, h = [attempt(self._side.read, side, path, sink) for side in sides]
        return require(w), require(h)

    def schema(self, game: Game | None) -> Schema:
        length = self._side.schema(game)
        return {
            "anyOf": [
                {"enum": sorted(size_names())},
                {"type": "string", "pattern": f"^{_LENGTH_PATTERN}([x×]{_LENGTH_PATTERN})?$"},
                length["anyOf"][0],
                {"type": "array", "items": length, "minItems": 2, "maxItems": 2},
            ]
        }


LONE_BRACE = code("PNP039", says='"{brace}" without "{other}"')
_WORD = regex(r"\S+")
_ANCHOR = regex(r"&\S+\s+(?=\S)")
_ANY_INTEGER = regex(r"[+-]?[0-9]{1,15}")
_ANY_NUMBER = regex(r"[+-]?(?:[0-9]{1,15}\.[0-9]{0,15}|\.[0-9]{1,15})")
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
            raise report_type(node, path, sink, self.wanted, f"an expression that starts with {first} needs quotes")
        text = super().read(node, path, sink).strip()
        assert isinstance(node, ScalarNode)
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

    def read(self, node: Node, path: str, sink: Sink) -> Sentence:
        if not isinstance(node, MappingNode):
            text = self._text.read(node, path, sink)
            assert isinstance(node, ScalarNode)
            return read_phrase(node, text, sink)
        forms = self._forms.read(node, path, sink)
        one, other = require(forms["one"]), require(forms["other"])
        nodes = {key.value: value for key, value in node.value}
        only = read_phrase(nodes["one"], one, sink)
        return read_phrase(nodes["other"], other, sink)._replace(one=only.other)


class Printed(TextKind):
    """A text of a piece; `sink.phrases` keeps the texts that have braces, with their places."""

    def read(self, node: Node, path: str, sink: Sink) -> str:
        text = super().read(node, path, sink)
        if has_braces(text) and isinstance(node, ScalarNode):
            sink.phrases[path] = read_phrase(node, text, sink)
        return text


def read_phrase(node: ScalarNode, text: str, sink: Sink) -> Sentence:
    """Read a text with the places of its characters."""
    text = text.strip()
    said = Sentence(text, Span(sink.file, *text_place(node, sink)), turns=turns(node, text, sink))
    if (at := find_lone_brace(text)) is not None:
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
                    sink.report(NO_NAME, key, found=describe_node(key))
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
        if _ANY_INTEGER.fullmatch(text):
            return int(text)
        return float(text) if _ANY_NUMBER.fullmatch(text) else text
