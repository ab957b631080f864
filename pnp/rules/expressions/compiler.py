"""One node after the other → closures: `run(names)` yields the value. Who makes what of a node registers for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeVar

from jinja2 import nodes

from pnp.model.rules import Definition, Expression
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.reading import check_depth
from pnp.rules.expressions.values import Work, holding
from pnp.rules.expressions.wrong import UNREADABLE, Bad, fail

Run = Callable[[Names], Any]
Maker = TypeVar("Maker", bound=Callable[..., Run])
_makers: dict[type[nodes.Node], Callable[..., Run]] = {}
_NOT_PART = {"Slice": "slices", "Concat": "~ (join joins texts)"}


def makes(*kinds: type[nodes.Node]) -> Callable[[Maker], Maker]:
    """Registers what compiles these kinds of nodes; a node of another kind is a problem."""

    def register(maker: Maker) -> Maker:
        for kind in kinds:
            assert kind not in _makers, f"{kind.__name__} is compiled twice"
            _makers[kind] = maker
        return maker

    return register


class Evaluating(Work, ABC):
    """What closures ask of the evaluator while they run."""

    also_known: set[str]  # names that aren't there now, but would be with a module

    @abstractmethod
    def defined(self, definition: Definition, names: Names) -> Any:
        """The value of a definition where it is used."""


@dataclass(slots=True)
class Compiler:
    """Of one expression, or of the part of one that is about each item of a list."""

    expression: Expression
    work: Evaluating
    bound: frozenset[str] = frozenset()  # names of items
    names: dict[str, int] = field(default_factory=dict)
    uses: set[str] = field(default_factory=set)
    size: int = 0  # nodes
    it_at: int = -1  # where it says `it` of an item that isn't its own; -1 where it doesn't

    def make(self, node: nodes.Node, depth: int = 0) -> Run:
        self.size += 1
        check_depth(self.expression, start(node), depth)
        maker = _makers.get(type(node))
        if maker is None:
            what = _NOT_PART.get(type(node).__name__, type(node).__name__)
            fail(self.expression, start(node), f"expressions have no {what}", code=UNREADABLE)
        return maker(self, node, depth + 1)

    def fail(self, at: int, bad: Bad) -> NoReturn:
        raise bad.at(self.expression, at) from None


def start(node: nodes.Node) -> int:
    """The offset of its first character; Jinja keeps the places of operators, too."""
    while True:
        inner = (
            node.expr
            if isinstance(node, nodes.Compare)
            else node.left
            if isinstance(node, nodes.BinExpr)
            else node.expr1
            if isinstance(node, nodes.CondExpr)
            else node.node
            if isinstance(node, nodes.Filter | nodes.Test | nodes.Getattr | nodes.Getitem | nodes.Call)
            else None
        )
        if inner is None:
            return node.lineno
        node = inner


def true_or_false(compiler: Compiler, node: nodes.Node, depth: int) -> Callable[[Names], bool]:
    """The same as yes or no."""
    made, at = compiler.make(node, depth), start(node)

    def run(names: Names) -> bool:
        value = made(names)
        if value is True or value is False:
            return value
        try:
            return holding(value)
        except Bad as bad:
            compiler.fail(at, bad)

    return run
