"""The text of an expression → Jinja’s nodes, each with its offset; and the names that a text mentions.

Jinja's parser knows lines only. It copies the line of each token to the node that it makes, so that tokens which carry
their offset instead yield nodes that know their place.
"""

import re
from collections.abc import Iterator
from functools import cache

from jinja2 import Environment, TemplateSyntaxError, nodes
from jinja2.lexer import Token, TokenStream
from jinja2.parser import Parser

from pnp.model.rules import Expression
from pnp.rules.expressions.wrong import ENDLESS, UNREADABLE, fail

EXPRESSION_TOO_LONG = ENDLESS.also("an expression of {count} characters: {most} are the most")
ENDS_EARLY = UNREADABLE.also("the expression ends too early")
SOMETHING_MISSING = UNREADABLE.also("unexpected {seen}, where {wanted} is missing")
TOO_DEEP = ENDLESS.also("nested more than {most} levels deep")
NO_EXPRESSION = UNREADABLE.also("an expression is missing")
UNEXPECTED = UNREADABLE.also("unexpected {seen}")

LONGEST = 2_000  # characters
DEEPEST = 50  # levels
_NUMBER, _NAME = re.compile("0|[1-9][0-9]{0,11}"), re.compile("[A-Za-z_][A-Za-z_0-9]*")
_LINE_END = re.compile(r"\r\n|\r|\n")
_WORDS = ("and", "or", "not", "in", "is", "if", "else", "true", "false", "none")
_OPENING, _CLOSING = ("lparen", "lbracket", "lbrace"), ("rparen", "rbracket", "rbrace")


def parse(expression: Expression) -> nodes.Expr:
    """Raises Wrong where it is no expression, or too long or too deep."""
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


def check_depth(expression: Expression, offset: int, depth: int) -> None:
    if depth > DEEPEST:
        fail(expression, offset, code=TOO_DEEP, most=DEEPEST)


@cache
def _environment() -> Environment:
    return Environment()


def _tokens(expression: Expression) -> Iterator[Token]:
    lexer, depth, offset = _environment().lexer, 0, 0
    parts: list[tuple[int, str, str]] = []  # the offset, kind and text of everything in it
    try:
        for _, kind, value in lexer.tokeniter(
            _LINE_END.sub("\n", expression.text).rstrip("\n"), None, None, "variable"
        ):
            parts.append((offset, kind, value))
            offset += len(value)
    except TemplateSyntaxError as error:
        raise TemplateSyntaxError(error.message or "", offset) from None
    for token in lexer.wrap(iter(parts)):
        if token.type in ("variable_begin", "variable_end", "data"):
            fail(expression, token.lineno, code=UNEXPECTED, seen=_seen(expression, token.lineno))
        depth += (token.type in _OPENING) - (token.type in _CLOSING)
        check_depth(expression, token.lineno, depth)
        yield token


def _seen(expression: Expression, offset: int) -> str:
    """The word or sign that stands there."""
    found = re.match(r"\w+|\S", expression.text[offset:].lstrip() or " ")
    return found[0][:40] if found else "end"


NamePath = tuple[str, ...]

MODULES = "modules"


def mentions(node: nodes.Node) -> Iterator[NamePath]:
    """Names with what is asked of them, as far as it stands there: ("modules", "night") where that one is looked for"""
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
    """() where it isn't a name, or something of one."""
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


def joined(node: nodes.Expr) -> list[nodes.Expr]:
    """a and b and c → those three."""
    return [*joined(node.left), *joined(node.right)] if isinstance(node, nodes.And) else [node]
