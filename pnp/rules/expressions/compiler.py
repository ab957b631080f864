"""An expression → closures over names, one node after the other. Who makes what of a kind of node registers for it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from jinja2 import nodes

from pnp.model.rules import Definition, Expression
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.reading import check_depth, joined, parse
from pnp.rules.expressions.values import Work, holding
from pnp.rules.expressions.wrong import UNREADABLE, done_at, fail

NOT_IN_EXPRESSIONS = UNREADABLE.also("expressions have no {what}")

Closure = Callable[[Names], Any]
Maker = TypeVar("Maker", bound=Callable[..., Closure])
_makers: dict[type[nodes.Node], Callable[..., Closure]] = {}
_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">=", "in": "in", "notin": "not in"}
_NOT_PART = {"Slice": "slices", "Concat": "~ (join joins texts)"}
_LEFTMOST = (  # what each begins with
    (nodes.Compare, "expr"),
    (nodes.BinExpr, "left"),
    (nodes.CondExpr, "expr1"),
    (nodes.Filter | nodes.Test | nodes.Getattr | nodes.Getitem | nodes.Call, "node"),
)


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

    def make(self, node: nodes.Node, depth: int = 0) -> Closure:
        self.size += 1
        check_depth(self.expression, start(node), depth)
        maker = _makers.get(type(node))
        if maker is None:
            what = _NOT_PART.get(type(node).__name__, type(node).__name__)
            fail(self.expression, start(node), code=NOT_IN_EXPRESSIONS, what=what)
        return maker(self, node, depth + 1)


def start(node: nodes.Node) -> int:
    """The offset of its first character; Jinja keeps the places of operators, too."""
    while inner := next((getattr(node, field) for kinds, field in _LEFTMOST if isinstance(node, kinds)), None):
        node = inner
    return node.lineno


def true_or_false(compiler: Compiler, node: nodes.Node, depth: int) -> Callable[[Names], bool]:
    """The same as yes or no."""
    made, at = compiler.make(node, depth), start(node)

    def run(names: Names) -> bool:
        value = made(names)
        if value is True or value is False:
            return value
        return done_at(compiler.expression, at, holding, value)

    return run


class Sides(NamedTuple):
    left: Closure
    operator: str
    right: Closure


class Compiled(NamedTuple):
    run: Closure
    names: Mapping[str, int]  # the names that its outermost scope must have, and where they stand
    uses: frozenset[str]  # with those about items
    node: nodes.Expr
    it_at: int = -1  # where it says `it` of an item that isn't its own


def compiled(expression: Expression, work: Evaluating) -> Compiled:
    """Raises Wrong."""
    node = parse(expression)
    compiler = Compiler(expression, work)
    run = compiler.make(node)
    return Compiled(run, compiler.names, frozenset(compiler.uses), node, compiler.it_at)


class Conjunct(NamedTuple):
    """Of those that `and` joins; `sides` where it compares, `guilty` where it asks about each item of a list."""

    node: nodes.Expr
    run: Closure
    sides: Sides | None
    guilty: Closure | None


def compiled_parts(expression: Expression, node: nodes.Expr, work: Evaluating) -> list[Conjunct]:
    """Those that `and` joins, or the one there is."""
    compiler = Compiler(expression, work)
    parts: list[Conjunct] = []
    for each in joined(node):
        run, sides, guilty = compiler.make(each), None, None
        if isinstance(each, nodes.Compare) and len(each.ops) == 1:
            sides = Sides(compiler.make(each.expr), _SIGNS[each.ops[0].op], compiler.make(each.ops[0].expr))
        asked, wanted = (each.node, "any") if isinstance(each, nodes.Not) else (each, "all")
        if isinstance(asked, nodes.Filter) and asked.name == wanted and len(asked.args) + len(asked.kwargs) == 1:
            # `x|all(y)` → `x|where(not y)`, `not x|any(y)` → `x|where(y)`
            test = asked.args[0] if asked.args else asked.kwargs[0].value
            test = nodes.Not(test, lineno=start(test)) if wanted == "all" else test
            kwargs = [nodes.Keyword(named.key, test, lineno=named.lineno) for named in asked.kwargs]
            args = [test] if asked.args else []
            where = nodes.Filter(asked.node, "where", args, kwargs, None, None, lineno=asked.lineno)
            guilty = compiler.make(where)
        parts.append(Conjunct(each, run, sides, guilty))
    return parts
