"""The text of an expression → Jinja's nodes → closures over names. Who makes what of a kind of node registers for it.

Jinja's parser knows lines only. It copies the line of each token to the node that it makes, so that tokens which carry
their offset instead yield nodes that know their place.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeVar

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser

from pnp.model.rules import Expression
from pnp.rules.expressions.errors import ENDLESS, UNREADABLE, call_at, fail
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import Work, to_condition

EXPRESSION_TOO_LONG = ENDLESS.also("an expression of {count} characters: {most} are the most")
ENDS_EARLY = UNREADABLE.also("the expression ends too early")
SOMETHING_MISSING = UNREADABLE.also("unexpected {seen}, where {wanted} is missing")
TOO_DEEP = ENDLESS.also("nested more than {most} levels deep")
NO_EXPRESSION = UNREADABLE.also("an expression is missing")
UNEXPECTED = UNREADABLE.also("unexpected {seen}")
NOT_IN_EXPRESSIONS = UNREADABLE.also("expressions have no {what}")

LONGEST = 2_000  # characters
DEEPEST = 50  # levels
_NUMBER, _NAME = re.compile("0|[1-9][0-9]{0,11}"), re.compile("[A-Za-z_][A-Za-z_0-9]*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORDS = ("and", "or", "not", "in", "is", "if", "else", "true", "false", "none")
_OPENING, _CLOSING = ("lparen", "lbracket", "lbrace"), ("rparen", "rbracket", "rbrace")


def parse(expression: Expression) -> nodes.Expr:
    """Parse an expression. Raises EvalError where it is none, or too long or too deep."""
    text = expression.text
    if len(text) > LONGEST:
        fail(expression, 0, code=EXPRESSION_TOO_LONG, count=len(text), most=LONGEST)
    # a number or a name, as half of all expressions are, needs no parser
    if _NUMBER.fullmatch(text):
        return nodes.Const(int(text), lineno=0)
    if _NAME.fullmatch(text) and text.lower() not in _WORDS:
        return nodes.Name(text, "load", lineno=0)
    if not text.strip():
        fail(expression, 0, code=NO_EXPRESSION)
    try:
        tokens = list(_tokens(expression))
        parser = Parser(_environment(), "")
        parser.stream = TokenStream([*tokens, Token(len(text.rstrip()), "eof", "")], None, None)
        node = parser.parse_expression()
        rest = parser.stream.current
        if rest.type != "eof":
            hint = "== compares" if rest.type == "assign" else ""
            fail(expression, rest.lineno, code=UNEXPECTED, hint=hint, seen=_seen(expression, rest.lineno))
    except TemplateSyntaxError as error:
        at, seen = error.lineno, _seen(expression, error.lineno)
        if at >= len(text.rstrip()):
            fail(expression, at, code=ENDS_EARLY)
        if wanted := re.match(r"expected token '([^']+)'", error.message or ""):
            fail(expression, at, code=SOMETHING_MISSING, seen=seen, wanted=wanted[1])
        fail(expression, at, code=UNEXPECTED, seen=seen)
    except RecursionError:
        fail(expression, 0, code=TOO_DEEP, most=DEEPEST)
    return node


@cache
def _environment() -> Environment:
    return Environment()


def _tokens(expression: Expression) -> Iterator[Token]:
    lexer, depth, offset = _environment().lexer, 0, 0
    parts: list[tuple[int, str, str]] = []  # the offset, kind and text of everything in it
    try:
        text = _LINE_END.sub("\n", expression.text).rstrip("\n")
        for _, kind, value in lexer.tokeniter(text, None, None, "variable"):
            parts.append((offset, kind, value))
            offset += len(value)
    except TemplateSyntaxError as error:
        raise TemplateSyntaxError(error.message or "", offset) from None
    for token in lexer.wrap(iter(parts)):
        if token.type in ("variable_begin", "variable_end", "data"):
            fail(expression, token.lineno, code=UNEXPECTED, seen=_seen(expression, token.lineno))
        depth += (token.type in _OPENING) - (token.type in _CLOSING)
        if depth > DEEPEST:
            fail(expression, token.lineno, code=TOO_DEEP, most=DEEPEST)
        yield token


def _seen(expression: Expression, offset: int) -> str:
    """Return the word or sign that stands at an offset."""
    found = re.match(r"\w+|\S", expression.text[offset:].lstrip() or " ")
    return found[0][:40] if found else "end"


NamePath = tuple[str, ...]

MODULES = "modules"


def mentions(node: nodes.Node) -> Iterator[NamePath]:
    """Yield names with what is asked of them, as far as it is written out: `'night' in modules` is one path."""
    if path := _path(node):
        yield path
        while isinstance(node, nodes.Getattr | nodes.Getitem):
            if isinstance(node, nodes.Getitem):
                yield from mentions(node.arg)
            node = node.node
        return
    if isinstance(node, nodes.Compare) and len(node.ops) == 1 and isinstance(node.expr, nodes.Const):
        asked, (operand,) = node.expr.value, node.ops
        is_all = operand.op in ("in", "notin") and isinstance(operand.expr, nodes.Name) and operand.expr.name == MODULES
        if is_all and isinstance(asked, str):
            yield MODULES, asked
            return
    for child in node.iter_child_nodes():
        yield from mentions(child)


def _path(node: nodes.Node) -> NamePath:
    """Return the names that a dotted name is made of; () where the node isn't one."""
    if isinstance(node, nodes.Name):
        return (node.name,)
    if isinstance(node, nodes.Getattr):
        return (*owner, node.attr) if (owner := _path(node.node)) else ()
    if isinstance(node, nodes.Getitem):
        owner, index = _path(node.node), node.arg
        if owner and isinstance(index, nodes.Const) and isinstance(index.value, str):
            return (*owner, index.value)
        return (*owner, "") if owner else ()  # whichever: what stands behind "" isn't known
    return ()


def conjuncts(node: nodes.Expr) -> list[nodes.Expr]:
    """Return what `and` joins: a and b and c → those three."""
    return [*conjuncts(node.left), *conjuncts(node.right)] if isinstance(node, nodes.And) else [node]


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
    """Register what compiles these kinds of nodes; a node of another kind is a problem."""

    def register(maker: Maker) -> Maker:
        for kind in kinds:
            assert kind not in _makers, f"{kind.__name__} is compiled twice"
            _makers[kind] = maker
        return maker

    return register


@dataclass(slots=True)
class Compiler:
    """Compiles one expression, or the part of one that is about each item of a list."""

    expression: Expression
    work: Work
    bound: frozenset[str] = frozenset()  # names of items
    names: dict[str, int] = field(default_factory=dict)
    uses: set[str] = field(default_factory=set)
    size: int = 0  # nodes
    it_at: int = -1  # where it says `it` of an item that isn't its own; -1 where it doesn't

    def make(self, node: nodes.Node, depth: int = 0) -> Closure:
        self.size += 1
        if depth > DEEPEST:
            fail(self.expression, start(node), code=TOO_DEEP, most=DEEPEST)
        maker = _makers.get(type(node))
        if maker is None:
            what = _NOT_PART.get(type(node).__name__, type(node).__name__)
            fail(self.expression, start(node), code=NOT_IN_EXPRESSIONS, what=what)
        return maker(self, node, depth + 1)


def start(node: nodes.Node) -> int:
    """Return the offset of a node's first character; Jinja keeps the places of operators, too."""
    while inner := next((getattr(node, field) for kinds, field in _LEFTMOST if isinstance(node, kinds)), None):
        node = inner
    return node.lineno


def make_condition(compiler: Compiler, node: nodes.Node, depth: int) -> Callable[[Names], bool]:
    """Compile a node to what yields yes or no."""
    made, at = compiler.make(node, depth), start(node)

    def run(names: Names) -> bool:
        value = made(names)
        if value is True or value is False:
            return value
        return call_at(compiler.expression, at, to_condition, value)

    return run


class Compiled(NamedTuple):
    run: Closure
    names: Mapping[str, int]  # the names that its outermost scope must have, and where they stand
    uses: frozenset[str]  # with those about items
    node: nodes.Expr
    it_at: int = -1  # where it says `it` of an item that isn't its own


class Conjunct(NamedTuple):
    """One part that `and` joins; it has `sides` where it compares, `guilty` where it asks about each item of a list."""

    node: nodes.Expr
    run: Closure
    sides: tuple[Closure, str, Closure] | None  # left, the operator, right
    guilty: Closure | None


def compile_conjuncts(expression: Expression, node: nodes.Expr, work: Work) -> list[Conjunct]:
    """Compile each part that `and` joins, or the one there is."""
    compiler = Compiler(expression, work)
    parts: list[Conjunct] = []
    for each in conjuncts(node):
        run, sides, guilty = compiler.make(each), None, None
        if isinstance(each, nodes.Compare) and len(each.ops) == 1:
            sides = compiler.make(each.expr), _SIGNS[each.ops[0].op], compiler.make(each.ops[0].expr)
        asked, wanted = (each.node, "any") if isinstance(each, nodes.Not) else (each, "all")
        if isinstance(asked, nodes.Filter) and asked.name == wanted and len(asked.args) + len(asked.kwargs) == 1:
            # `x|all(y)` → `x|where(not y)`, `not x|any(y)` → `x|where(y)`
            test = asked.args[0] if asked.args else asked.kwargs[0].value
            test = nodes.Not(test, lineno=start(test)) if wanted == "all" else test
            kwargs = [nodes.Keyword(named.key, test, lineno=named.lineno) for named in asked.kwargs]
            args = [test] if asked.args else []
            guilty = compiler.make(nodes.Filter(asked.node, "where", args, kwargs, None, None, lineno=asked.lineno))
        parts.append(Conjunct(each, run, sides, guilty))
    return parts
