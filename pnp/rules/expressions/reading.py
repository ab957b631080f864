"""An expression's text → Jinja's nodes, whose `lineno` is the offset of their token in the text.

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

LONGEST = 2_000  # characters
DEEPEST = 50  # levels
_NUMBER, _NAME = re.compile("0|[1-9][0-9]{0,11}"), re.compile("[A-Za-z_][A-Za-z_0-9]*")
_WORDS = ("and", "or", "not", "in", "is", "if", "else", "true", "false", "none")
_OPENING, _CLOSING = ("lparen", "lbracket", "lbrace"), ("rparen", "rbracket", "rbrace")


def parse(expression: Expression) -> nodes.Expr:
    """Raises Wrong where it is no expression, or too long or too deep."""
    text = expression.text
    if len(text) > LONGEST:
        fail(expression, 0, f"an expression of {len(text)} characters: {LONGEST} are the most", code=ENDLESS)
    if (simple := _simple(text)) is not None:
        return simple
    if not text.strip():
        fail(expression, 0, "an expression is missing", code=UNREADABLE)
    try:
        tokens = list(_tokens(expression))
        parser = Parser(_environment(), "")
        parser.stream = TokenStream([*tokens, Token(len(text.rstrip()), "eof", "")], None, None)
        node = parser.parse_expression()
        rest = parser.stream.current
        if rest.type != "eof":
            fail(expression, rest.lineno, f"unexpected {_seen(expression, rest.lineno)}", _hint(rest), UNREADABLE)
    except TemplateSyntaxError as error:
        fail(expression, error.lineno, _message(expression, error), code=UNREADABLE)
    except RecursionError:
        fail(expression, 0, _TOO_DEEP, code=ENDLESS)
    return node


def _simple(text: str) -> nodes.Expr | None:
    """A number or a name, as half of all expressions are: the parser isn't needed for that."""
    if _NUMBER.fullmatch(text):
        return nodes.Const(int(text), lineno=0)
    if _NAME.fullmatch(text) and text.lower() not in _WORDS:
        return nodes.Name(text, "load", lineno=0)
    return None


_TOO_DEEP = f"nested more than {DEEPEST} levels deep"


def check_depth(expression: Expression, offset: int, depth: int) -> None:
    if depth > DEEPEST:
        fail(expression, offset, _TOO_DEEP, code=ENDLESS)


@cache
def _environment() -> Environment:
    return Environment()


def _tokens(expression: Expression) -> Iterator[Token]:
    lexer, depth = _environment().lexer, 0
    offsets = list(_pieces(expression))
    for token in lexer.wrap(iter(offsets)):
        if token.type in ("variable_begin", "variable_end", "data"):
            fail(expression, token.lineno, f"unexpected {_seen(expression, token.lineno)}", code=UNREADABLE)
        depth += (token.type in _OPENING) - (token.type in _CLOSING)
        check_depth(expression, token.lineno, depth)
        yield token


def _pieces(expression: Expression) -> Iterator[tuple[int, str, str]]:
    """The offset, kind and text of everything in it."""
    offset = 0
    text = re.sub(r"\r\n|\r|\n", "\n", expression.text).rstrip("\n")
    try:
        for _, kind, value in _environment().lexer.tokeniter(text, None, None, "variable"):
            yield offset, kind, value
            offset += len(value)
    except TemplateSyntaxError as error:
        raise TemplateSyntaxError(error.message or "", offset) from None


def _message(expression: Expression, error: TemplateSyntaxError) -> str:
    at = error.lineno
    if at >= len(expression.text.rstrip()):
        return "the expression ends too early"
    wanted = re.match(r"expected token '([^']+)'", error.message or "")
    return f"unexpected {_seen(expression, at)}" + (f", where {wanted[1]} is missing" if wanted else "")


def _seen(expression: Expression, offset: int) -> str:
    """The word or sign that stands there."""
    found = re.match(r"\w+|\S", expression.text[offset:].lstrip() or " ")
    return found[0][:40] if found else "end"


def _hint(token: Token) -> str:
    return "== compares" if token.type == "assign" else ""
