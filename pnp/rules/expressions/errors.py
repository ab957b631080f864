"""Errors of expressions: their codes, and exceptions that know the place in the expression."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from pnp.model.problem import Code, Problem, code
from pnp.model.regex import regex
from pnp.model.rules import Expression, place_in
from pnp.model.span import Span

UNREADABLE = code("PNP500")
UNKNOWN_NAME = code("PNP501")
NOTHING_CALLED = UNKNOWN_NAME.also("there is nothing called {name}", once=True)
UNKNOWN_FILTER = code("PNP502")
UNFIT = code("PNP503")
WITHOUT_VALUE = UNFIT.also("{why}")
UNKNOWN_ID = code("PNP504")
ENDLESS = code("PNP505")
AMBIGUOUS = code("PNP521")
BY_PLAYERS = code("PNP630")

NUMBER_TOO_GREAT = ENDLESS.also("a number of more than twelve digits")
NOT_READ = UNFIT.also("{what} couldn't be read", varies=("what",))

CODES = (UNREADABLE, UNKNOWN_NAME, UNKNOWN_FILTER, UNFIT, UNKNOWN_ID, ENDLESS, AMBIGUOUS, BY_PLAYERS)

Made = TypeVar("Made")


class EvalError(Exception):
    """An expression that can't be evaluated: the problem, at its place."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


_TOKEN = regex(r"""'[^']*'|"[^"]*"|\d+\.\d+|\w+|[=!<>*/]{2}|\S""")


class BadValue(Exception):
    """A value that can't be computed with, where the place in the expression isn't known yet."""

    def __init__(self, *, code: Code, hint: str = "", cause: Problem | None = None, **said: Any) -> None:
        super().__init__(code.says)
        self.hint, self.code, self.cause, self.said = hint, code, cause, said

    def at(self, expression: Expression, offset: int) -> EvalError:
        """Return the error at the word or sign that begins at this character; at its line, where lines are escaped."""
        span, turns, offset = expression.span, expression.turns, max(offset, 0)
        if not turns and "\n" in expression.text[:offset]:
            place = Span(span.file, span.line)
        else:
            place = place_in(span, turns, offset)
            token = _TOKEN.match(expression.text, offset)
            last = place_in(span, turns, token.end() - 1) if token and place.column else None
            if last and last.start[:2] == place.start[:2]:
                place = place._replace(end=last.column + 1)
        return EvalError(self.code.at(place, hint=self.hint, cause=self.cause, **self.said))


def fail(expression: Expression, offset: int, *, code: Code, **said: Any) -> NoReturn:
    """Raise EvalError for a place; takes a `hint` and a `cause`, too."""
    raise BadValue(code=code, **said).at(expression, offset)


def call_at(expression: Expression, offset: int, function: Callable[..., Made], *values: Any) -> Made:
    """Call a function with these values; raise a BadValue as EvalError at this place."""
    try:
        return function(*values)
    except BadValue as bad:
        raise bad.at(expression, offset) from None
