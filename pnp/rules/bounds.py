"""The figures that rules set for how often pieces may be chosen."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import nodes

from pnp.model.rules import Expression, Rule, Selection
from pnp.model.values import Field
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.reading import parse
from pnp.rules.expressions.wrong import Wrong

if TYPE_CHECKING:
    from pnp.rules.world import World

UNLIMITED = "unlimited"


def allowed(world: "World", selection: Selection, declared: Field, names: Names) -> Callable[[Any], float]:
    """Of a piece's record. What can't be evaluated limits nothing: it is said of the expression."""
    to = declared.to or (declared.of.to if declared.of else "")
    expression = selection.copies.get(declared.name)
    if expression is None:
        component = world.game.components.get(to)
        copies = {piece.id: piece.copies for piece in component.pieces} if component else {}
        return lambda piece: copies.get(piece.id, inf)
    if expression.text == UNLIMITED:
        return lambda piece: inf

    def most(piece: Any) -> float:
        try:
            return float(world.evaluator.number(expression, names.about(piece)))
        except Wrong:
            return inf

    return most


TURNED = {"lt": "gt", "lteq": "gteq", "gt": "lt", "gteq": "lteq", "eq": "eq"}


class Limit(NamedTuple):
    """A number of pieces that there must or may be."""

    number: float
    rule: Rule | None  # whose it is; None: that of how many there are


NOTHING_ASKED, ANY_NUMBER = Limit(0, None), Limit(inf, None)


class Counted(NamedTuple):
    """Items of a list field, those for which all of these hold."""

    name: str
    tests: tuple["Test", ...]


@dataclass(frozen=True)
class Test:
    """A condition about a piece: an expression's node, and the name that the piece has in it. Equal if it reads so."""

    expression: Expression = field(compare=False)
    node: nodes.Expr = field(compare=False)
    item: str
    said: str = ""


def test_of(expression: Expression, node: nodes.Expr | None = None, item: str = "") -> Test:
    """Of a whole expression, or of a part of it. Raises Wrong."""
    node = node or parse(expression)
    return Test(expression, node, item, node.dump())


@dataclass
class Bounds:
    """The least and the most that rules say of one thing that is counted."""

    least: Limit = NOTHING_ASKED
    most: Limit = ANY_NUMBER

    def add(self, sign: str, number: float, rule: Rule) -> None:
        step = 1 if number == int(number) else 0
        least, most = number + (step if sign == "gt" else 0), number - (step if sign == "lt" else 0)
        if sign in ("gt", "gteq", "eq") and least > self.least.number:
            self.least = Limit(least, rule)
        if sign in ("lt", "lteq", "eq") and most < self.most.number:
            self.most = Limit(most, rule)


def list_of(declared: Field | None) -> str:
    """The component or group that the items of a list field are of."""
    return declared.of.to if declared and declared.of and declared.of.type == "reference" else ""


def in_count(node: nodes.Expr) -> nodes.Expr | None:
    """`x|count`, `count(x)` → x"""
    if isinstance(node, nodes.Filter) and node.name == "count" and not node.args:
        return node.node
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name) and node.node.name == "count":
        return node.args[0] if len(node.args) == 1 else None
    return None
