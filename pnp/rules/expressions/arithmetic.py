"""Arithmetic, comparisons, yes and no → closures."""

import operator
from typing import Any

from jinja2 import nodes

from pnp.rules.expressions.compiler import Closure, Compiler, makes, start, true_or_false
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.operators import ARITHMETIC, COMPARING
from pnp.rules.expressions.values import a_number, holding, holds
from pnp.rules.expressions.wrong import UNKNOWN_FILTER, UNREADABLE, done_at, fail

IF_WITHOUT_ELSE = UNREADABLE.also("an if without else")
NO_TEST = UNKNOWN_FILTER.also("there is no test {name}", once=True)


@makes(nodes.Not)
def _not(compiler: Compiler, node: nodes.Not, depth: int) -> Closure:
    made = true_or_false(compiler, node.node, depth)
    return lambda names: not made(names)


@makes(nodes.And)
def _and(compiler: Compiler, node: nodes.And, depth: int) -> Closure:
    left, right = true_or_false(compiler, node.left, depth), true_or_false(compiler, node.right, depth)
    return lambda names: left(names) and right(names)


@makes(nodes.Or)
def _or(compiler: Compiler, node: nodes.Or, depth: int) -> Closure:
    """The first of the two that is yes: `level or 0`."""
    left, right, at = compiler.make(node.left, depth), compiler.make(node.right, depth), start(node.left)

    def run(names: Names) -> Any:
        value = left(names)
        if value is True:
            return True
        return value if value is not False and done_at(compiler.expression, at, holding, value) else right(names)

    return run


@makes(nodes.CondExpr)
def _choice(compiler: Compiler, node: nodes.CondExpr, depth: int) -> Closure:
    if node.expr2 is None:
        fail(compiler.expression, start(node), code=IF_WITHOUT_ELSE, hint="… if … else …")
    test, yes = true_or_false(compiler, node.test, depth), compiler.make(node.expr1, depth)
    no = compiler.make(node.expr2, depth)
    return lambda names: yes(names) if test(names) else no(names)


@makes(nodes.Compare)
def _compare(compiler: Compiler, node: nodes.Compare, depth: int) -> Closure:
    expression, work, at = compiler.expression, compiler.work, start(node)
    first = compiler.make(node.expr, depth)
    if len(node.ops) == 1 and node.ops[0].op in ("in", "notin"):
        return _membership(compiler, node, first, depth)
    steps = [(COMPARING[each.op], compiler.make(each.expr, depth)) for each in node.ops]
    if len(steps) == 1:
        comparing, other = steps[0]
        return lambda names: done_at(expression, at, comparing, first(names), other(names), work)

    def chain(names: Names) -> bool:
        left = first(names)
        for comparing, made in steps:
            right = made(names)
            if not done_at(expression, at, comparing, left, right, work):
                return False
            left = right
        return True

    return chain


def _membership(compiler: Compiler, node: nodes.Compare, item: Closure, depth: int) -> Closure:
    asked, at, work = node.ops[0], start(node), compiler.work
    made, is_in = compiler.make(asked.expr, depth), asked.op == "in"

    def run(names: Names) -> bool:
        one = item(names)
        return done_at(compiler.expression, at, holds, made(names), one, work) == is_in

    return run


@makes(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow)
def _arithmetic(compiler: Compiler, node: nodes.BinExpr, depth: int) -> Closure:
    left, right = compiler.make(node.left, depth), compiler.make(node.right, depth)
    expression, work, at, compute = compiler.expression, compiler.work, start(node), ARITHMETIC[node.operator]
    return lambda names: done_at(expression, at, compute, left(names), right(names), work)


@makes(nodes.Neg, nodes.Pos)
def _sign(compiler: Compiler, node: nodes.Neg | nodes.Pos, depth: int) -> Closure:
    made, at = compiler.make(node.node, depth), start(node.node)
    signed = operator.neg if isinstance(node, nodes.Neg) else operator.pos
    return lambda names: signed(done_at(compiler.expression, at, a_number, made(names)))


@makes(nodes.Test)
def _test(compiler: Compiler, node: nodes.Test, depth: int) -> Closure:
    if node.name != "none" or node.args or node.kwargs or node.dyn_args or node.dyn_kwargs:
        fail(compiler.expression, node.lineno, code=NO_TEST, hint="is none, is not none", name=node.name)
    made = compiler.make(node.node, depth)
    return lambda names: made(names) is None
