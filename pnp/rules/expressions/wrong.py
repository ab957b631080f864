"""What can be wrong with an expression, and where in it."""

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


class Wrong(Exception):
    """An expression that can't be evaluated: the problem, at its place."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class Bad(Exception):
    """The same where the place isn't known yet."""

    def __init__(self, *, code: Code, hint: str = "", cause: Problem | None = None, **said: Any) -> None:
        super().__init__(code.says)
        self.hint, self.code, self.cause, self.said = hint, code, cause, said

    def at(self, expression: Expression, offset: int) -> Wrong:
        span = place(expression, offset)
        return Wrong(self.code.at(span, hint=self.hint, cause=self.cause, **self.said))


_TOKEN = regex(r"""'[^']*'|"[^"]*"|\d+\.\d+|\w+|[=!<>*/]{2}|\S""")


def place(expression: Expression, offset: int) -> Span:
    """From where to where the word or sign stands that begins at this character, where that is in one line; only the
    line where an escape makes further lines of one."""
    span, turns = expression.span, expression.turns
    offset = max(offset, 0)
    if not turns and "\n" in expression.text[:offset]:
        return Span(span.file, span.line)
    start = place_in(span, turns, offset)
    token = _TOKEN.match(expression.text, offset)
    if token is None or not start.column:
        return start
    last = place_in(span, turns, token.end() - 1)
    return start._replace(end=last.column + 1) if last.start[:2] == start.start[:2] else start


def fail(expression: Expression, offset: int, *, code: Code, **said: Any) -> NoReturn:
    """With the `hint` and the `cause` of Bad."""
    raise Bad(code=code, **said).at(expression, offset)


def done_at(expression: Expression, offset: int, function: Callable[..., Made], *values: Any) -> Made:
    """What the function makes of these values; what is Bad about that is Wrong at this place."""
    try:
        return function(*values)
    except Bad as bad:
        raise bad.at(expression, offset) from None
