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
from yaml.nodes import Node, ScalarNode, SequenceNode

from pnp.io.opening import read_beginning
from pnp.load import limits
from pnp.load.kinds import Kind, Schema, report_type
from pnp.load.sink import Sink, seen, shown
from pnp.model.game import Game
from pnp.model.length import MM_PER_POINT, UNITS, mm, parse_length
from pnp.model.problem import code
from pnp.model.regex import regex
from pnp.model.style import LARGE_TYPE, hint_at_unit
from pnp.model.values import Poison

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

    def read(self, node: Node, path: str, sink: Sink) -> float | Poison:
        if node.__class__ is not ScalarNode or node.style or not self._form.fullmatch(node.value):
            quoted = isinstance(node, ScalarNode) and node.style and self._form.fullmatch(node.value)
            hint = "write it without quotes" if quoted else ""
            if isinstance(node, ScalarNode) and len(node.value) < 40 and "," in node.value and not quoted:
                better = node.value.strip().replace(",", ".")
                hint = f"with a point: {better}" if self._form.fullmatch(better) else ""
            return report_type(node, path, sink, self.wanted, hint)
        text: str = node.value
        number = self._convert(text) if len(text) < 400 else float("inf")
        if not self._low <= number <= self._high:
            said = shown(text).strip('"') + (f", a number of {len(text):,} digits" if len(text) > 40 else "")
            low, high = (f"{bound:,.0f}" if bound == int(bound) else f"{bound:,g}" for bound in (self._low, self._high))
            hint = f"at least {low}" if number < self._low else f"at most {high}"
            hint = hint if None in self._bounds else f"{low} to {high}"
            return sink.poison(OUT_OF_RANGE, node, hint=hint, path=path, value=said)
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

    def read(self, node: Node, path: str, sink: Sink) -> bool | Poison:
        if node.__class__ is ScalarNode and not node.style:
            if node.value == "true":
                return True
            if node.value == "false":
                return False
        return report_type(node, path, sink, "true or false")


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
        self._minimum = minimum
        self._maximum = maximum

    def read(self, node: Node, path: str, sink: Sink) -> float | Poison:
        if not isinstance(node, ScalarNode):
            return report_type(node, path, sink, "a length")
        length = parse_length(node.value) if len(node.value) < 400 else math.inf
        if length is None:
            return sink.poison(BAD_LENGTH, node, hint=_LENGTH_HINT, path=path, found=seen(node))
        if not self._minimum <= length <= self._maximum:
            said = shown(node.value).strip('"')
            hint = f"{mm(self._minimum)} to {mm(self._maximum)}"
            return sink.poison(OUT_OF_RANGE, node, hint=hint, path=path, value=said)
        return length

    def schema(self, game: Game | None) -> Schema:
        pattern = {"type": "string", "pattern": f"^{_LENGTH_PATTERN}$"}
        return {"anyOf": [{"type": "number", "minimum": self._minimum, "maximum": self._maximum}, pattern]}


class TypeSize(Length):
    """A type size; one in whole millimetres is mostly meant in points."""

    def read(self, node: Node, path: str, sink: Sink) -> float | Poison:
        size = super().read(node, path, sink)
        if not isinstance(size, Poison) and (hint := hint_at_unit(node.value, size)):
            sink.report(LARGE_TYPE, node, hint=hint, path=path, size=mm(size), points=size / MM_PER_POINT)
        return size


class Size(Kind):
    """Width and height, or one length and None."""

    def __init__(self) -> None:
        self._side = Length(limits.SHORTEST_SIDE, limits.LONGEST_SIDE)

    def read(self, node: Node, path: str, sink: Sink) -> tuple[float, float | None] | Poison:
        if not isinstance(node, ScalarNode | SequenceNode):
            return report_type(node, path, sink, "a size", _SIZE_HINT)
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
            return sink.poison(NO_SIZE, node, hint=hint, path=path, name=shown(text))
        if parse_length(text[:400]) is None:
            return sink.poison(NOT_A_SIZE, node, hint=_SIZE_HINT, path=path, found=shown(text))
        side = self._side.read(node, path, sink)
        return side if isinstance(side, Poison) else (side, None)

    def _read_pair(self, sides: list[Any], node: Node, path: str, sink: Sink) -> tuple[float, float] | Poison:
        if len(sides) != 2:
            return sink.poison(NO_PAIR, node, hint=_SIZE_HINT, path=path, count=len(sides))
        w, h = (self._side.read(side, path, sink) for side in sides)
        return w if isinstance(w, Poison) else h if isinstance(h, Poison) else (w, h)

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
