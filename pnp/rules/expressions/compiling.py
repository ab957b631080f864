"""An expression → what an evaluator keeps of it."""

from collections.abc import Mapping
from typing import NamedTuple

from jinja2 import nodes

from pnp.model.rules import Expression
from pnp.rules.expressions import calling, computing, naming
from pnp.rules.expressions.compiler import Compiler, Evaluating, Run, start
from pnp.rules.expressions.operators import WORDS
from pnp.rules.expressions.reading import parse

_PARTS = (calling, computing, naming)  # whose import lets them register


class Sides(NamedTuple):
    left: Run
    operator: str
    right: Run


class Compiled(NamedTuple):
    run: Run
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


class Part(NamedTuple):
    """Of those that `and` joins; `sides` where it compares, `guilty` where it asks about each item of a list."""

    node: nodes.Expr
    run: Run
    sides: Sides | None
    guilty: Run | None


def compiled_parts(expression: Expression, node: nodes.Expr, work: Evaluating) -> list[Part]:
    """Those that `and` joins, or the one there is."""
    compiler = Compiler(expression, work)
    return [Part(part, compiler.make(part), _sides(compiler, part), _guilty(compiler, part)) for part in _joined(node)]


def _guilty(compiler: Compiler, node: nodes.Node) -> Run | None:
    """`x|all(y)` → `x|where(not y)`, `not x|any(y)` → `x|where(y)`."""
    asked = node.node if isinstance(node, nodes.Not) else node
    wanted = "any" if asked is not node else "all"
    if not isinstance(asked, nodes.Filter) or asked.name != wanted or len(asked.args) + len(asked.kwargs) != 1:
        return None

    def those(test: nodes.Expr) -> nodes.Expr:
        return nodes.Not(test, lineno=start(test)) if wanted == "all" else test

    args = [those(each) for each in asked.args]
    kwargs = [nodes.Keyword(each.key, those(each.value), lineno=each.lineno) for each in asked.kwargs]
    return compiler.make(nodes.Filter(asked.node, "where", args, kwargs, None, None, lineno=asked.lineno))


def _joined(node: nodes.Expr) -> list[nodes.Expr]:
    """a and b and c → those three."""
    return [*_joined(node.left), *_joined(node.right)] if isinstance(node, nodes.And) else [node]


def _sides(compiler: Compiler, node: nodes.Node) -> Sides | None:
    if not isinstance(node, nodes.Compare) or len(node.ops) > 1:
        return None
    return Sides(compiler.make(node.expr), WORDS[node.ops[0].op], compiler.make(node.ops[0].expr))
