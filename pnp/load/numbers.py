"""Kinds of values that are counted, or are true or false: their text is read strictly, and by us."""

import re

from yaml.nodes import Node, ScalarNode

from pnp.load import limits
from pnp.load.kinds import Kind, Schema, wrong_type
from pnp.load.sink import Sink, shown
from pnp.model.game import Game
from pnp.model.problem import code

OUT_OF_RANGE = code(
    "PNP021",
    "number out of range",
    """
A number is below the `min` or above the `max` of its field, or absurd: copies go from 1 to 999,
lengths up to what can be cut from paper.
""",
)
_INTEGER = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")


class Number(Kind):
    """A number with bounds."""

    wanted = "a number"
    _form = _NUMBER
    _type = "number"

    def __init__(self, minimum: float | None = None, maximum: float | None = None) -> None:
        self._bounds = (minimum, maximum)
        self._low = -limits.NUMBER if minimum is None else minimum
        self._high = limits.NUMBER if maximum is None else maximum

    def read(self, node: Node, path: str, sink: Sink) -> float | None:
        if node.__class__ is not ScalarNode or node.style or not self._form.fullmatch(node.value):
            quoted = isinstance(node, ScalarNode) and node.style and self._form.fullmatch(node.value)
            wrong_type(node, path, sink, self.wanted, "write it without quotes" if quoted else "")
            return None
        text: str = node.value
        number = self._convert(text) if len(text) < 400 else float("inf")
        if not self._low <= number <= self._high:
            said = shown(text).strip('"') + (f", a number of {len(text):,} digits" if len(text) > 40 else "")
            sink.report(OUT_OF_RANGE, node, f'"{path}" is out of range: {said}', self._range(number))
            return None
        return number

    def _convert(self, text: str) -> float:
        return float(text)

    def _range(self, number: float) -> str:
        if None not in self._bounds:
            return f"{_counted(self._low)} to {_counted(self._high)}"
        return f"at least {_counted(self._low)}" if number < self._low else f"at most {_counted(self._high)}"

    def schema(self, game: Game | None) -> Schema:
        low, high = self._bounds
        bounds = {"minimum": low, "maximum": high}
        return {"type": self._type} | {key: bound for key, bound in bounds.items() if bound is not None}


class Integer(Number):
    """A whole number with bounds."""

    wanted = "a whole number"
    _form = _INTEGER
    _type = "integer"

    def _convert(self, text: str) -> int:
        return int(text)


class Boolean(Kind):
    """`true` or `false`."""

    def read(self, node: Node, path: str, sink: Sink) -> bool | None:
        if node.__class__ is ScalarNode and not node.style:
            if node.value == "true":
                return True
            if node.value == "false":
                return False
        wrong_type(node, path, sink, "true or false")
        return None

    def schema(self, game: Game | None) -> Schema:
        return {"type": "boolean"}


def _counted(bound: float) -> str:
    return f"{bound:,.0f}" if bound == int(bound) else f"{bound:,g}"
