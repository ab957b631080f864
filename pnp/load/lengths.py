"""Lengths and sizes as authors write them → millimetres; the sizes that have a name are in `pnp/data/sizes.yaml`."""

import math
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml
from yaml.nodes import Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.kinds import Kind, Schema, wrong_type
from pnp.load.numbers import OUT_OF_RANGE
from pnp.load.sink import Sink, seen, shown
from pnp.model.game import Game
from pnp.model.length import MM_PER_POINT, mm, parse_length
from pnp.model.opening import beginning
from pnp.model.problem import Severity, code

BAD_LENGTH = code(
    "PNP025",
    "not a length or a size",
    """
Lengths are a number with a unit: `63mm`, `2.5in`, `6.5pt`, `1.2cm`; without one they are millimetres. Sizes are the
name of one (`poker`, `tarot`, `tile`, `a5`), width x height, or one length where both are the same.

Bad:  `size: 63mm, 88mm`    `safe: 3 millimetres`
Good: `size: 63 x 88`       `safe: 3mm`
""",
)

LARGE_TYPE = code(
    "PNP027",
    "type size without a unit",
    """
A length without a unit is in millimetres, type sizes as well: 11 are 31 points, which few titles are. Where a style is
to be that large, say so.

Bad:  `title: {size: 11}`
Good: `title: {size: 11pt}`    `title: {size: 11mm}`
""",
    Severity.WARNING,
)

_TIMES = re.compile(r"\s*[x×]\s*")
_LENGTH_PATTERN = r"\s*([0-9]+\.?[0-9]*|\.[0-9]+)\s*(mm|cm|in|pt|)\s*"
_LENGTH_HINT = "like 3mm, 0.5in, 8pt; a bare number is millimetres"
_SIZE_HINT = "a name like poker, width x height like 63 x 88, or one length"


@cache
def named_sizes() -> Mapping[str, tuple[float, float]]:
    text = beginning(Path(__file__).parents[1] / "data" / "sizes.yaml", limits.FILE_BYTES)
    return MappingProxyType({name: (float(w), float(h)) for name, (w, h) in yaml.safe_load(text).items()})


class Length(Kind):
    """A length in millimetres."""

    def __init__(self, minimum: float, maximum: float) -> None:
        self._minimum = minimum
        self._maximum = maximum

    def read(self, node: Node, path: str, sink: Sink) -> float | None:
        if not isinstance(node, ScalarNode):
            wrong_type(node, path, sink, "a length")
            return None
        length = parse_length(node.value) if len(node.value) < 400 else math.inf
        if length is None:
            sink.report(BAD_LENGTH, node, f'"{path}" must be a length, not {seen(node)}', _LENGTH_HINT)
        elif not self._minimum <= length <= self._maximum:
            text = shown(node.value).strip('"')
            sink.report(OUT_OF_RANGE, node, f'"{path}" is out of range: {text}', self._range)
        else:
            return length
        return None

    @property
    def _range(self) -> str:
        return f"{mm(self._minimum)} to {mm(self._maximum)}"

    def schema(self, game: Game | None) -> Schema:
        pattern = {"type": "string", "pattern": f"^{_LENGTH_PATTERN}$"}
        return {"anyOf": [{"type": "number", "minimum": self._minimum, "maximum": self._maximum}, pattern]}


class TypeSize(Length):
    """How large type is, which nobody means in whole millimetres."""

    _LARGEST = 8.0  # mm, without a unit: 23 points

    def read(self, node: Node, path: str, sink: Sink) -> float | None:
        size = super().read(node, path, sink)
        if size is not None and size > self._LARGEST and node.value.strip()[-1:].isdigit():
            said = node.value.strip()
            message = f'"{path}" is {mm(size)}, a type of {size / MM_PER_POINT:.0f} pt'
            sink.report(LARGE_TYPE, node, message, f"did you mean {said}pt? else say {said}mm")
        return size


class Size(Kind):
    """Width and height, or one length and None."""

    def __init__(self) -> None:
        self._side = Length(limits.SHORTEST_SIDE, limits.LONGEST_SIDE)

    def read(self, node: Node, path: str, sink: Sink) -> tuple[float, float | None] | None:
        if not isinstance(node, ScalarNode | SequenceNode):
            wrong_type(node, path, sink, "a size", _SIZE_HINT)
            return None
        if isinstance(node, SequenceNode):
            return self._read_pair(node.value, node, path, sink)
        text = node.value.strip()
        if named := named_sizes().get(text.casefold()):
            return named
        sides = _TIMES.split(text)
        if len(sides) > 1 and all(side[:1].isdigit() for side in sides):
            return self._read_pair([_scalar_like(node, side) for side in sides], node, path, sink)
        if text[:1].isalpha():
            hint = sink.suggest(text, named_sizes()) or f"there are: {', '.join(named_sizes())}"
            sink.report(BAD_LENGTH, node, f'"{path}" names no size: {shown(text)}', hint)
            return None
        side = self._side.read(node, path, sink)
        return None if side is None else (side, None)

    def _read_pair(self, sides: list[Any], node: Node, path: str, sink: Sink) -> tuple[float, float] | None:
        if len(sides) != 2:
            sink.report(
                BAD_LENGTH, node, f'"{path}" must be a width and a height, not {len(sides)} of them', _SIZE_HINT
            )
            return None
        w, h = (self._side.read(side, path, sink) for side in sides)
        return None if w is None or h is None else (w, h)

    def schema(self, game: Game | None) -> Schema:
        length = self._side.schema(game)
        return {
            "anyOf": [
                {"enum": sorted(named_sizes())},
                {"type": "string", "pattern": f"^{_LENGTH_PATTERN}([x×]{_LENGTH_PATTERN})?$"},
                length["anyOf"][0],
                {"type": "array", "items": length, "minItems": 2, "maxItems": 2},
            ]
        }


def _scalar_like(node: ScalarNode, text: str) -> ScalarNode:
    return ScalarNode("", text, node.start_mark, node.end_mark, node.style)
