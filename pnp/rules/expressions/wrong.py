"""What can be wrong with an expression, and where in it."""

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from pnp.model.problem import Code, Problem, code
from pnp.model.regex import regex
from pnp.model.rules import Expression, place_in
from pnp.model.span import Span

UNREADABLE = code(
    "PNP500 expression that can't be read",
    """An expression isn't written in the syntax of expressions, or uses something of Jinja's that rules don't have:
    slices, `~`.

    Bad:  `where: season = 'winter'`
    Good: `where: season == 'winter'`""",
)
UNKNOWN_NAME = code(
    "PNP501 unknown name in an expression",
    """A name in an expression is neither a field of what it is about nor anything that the game has at that place. What
    is counted with it would be nothing at all.

    Bad:  `count: creatrues`
    Good: `count: creatures`""",
)
NOTHING_CALLED = UNKNOWN_NAME.also("there is nothing called {name}", once=True)
UNKNOWN_FILTER = code(
    "PNP502 unknown filter, function or test",
    """Expressions have a few filters and functions, which docs/rules.md lists, and the tests `is none` and `is not
    none`.

    Bad:  `creatures|length`
    Good: `creatures|count`""",
)
UNFIT = code(
    "PNP503 expression that doesn't work out",
    """What an expression does can't be done with the values there are: a text among numbers, a division by zero, the
    greatest of nothing. A comparison that can never hold, of a text and a number, is one of these.

    Bad:  `where: season == 'winter'`, where a piece has a list of seasons
    Good: `where: "'winter' in season"`""",
)
WITHOUT_VALUE = UNFIT.also("{why}")
UNKNOWN_ID = code(
    "PNP504 comparison with an id that nothing has",
    """Pieces and entries are compared with a text that is the id of nothing in the whole game: the comparison never
    holds.

    Bad:  `where: "'wintr' in season"`
    Good: `where: "'winter' in season"`""",
)
ENDLESS = code(
    "PNP505 expression that asks for too much",
    """An expression may be 2,000 characters long and 50 levels deep and may take 200,000 steps; its lists may have
    100,000 items, its texts 10,000 characters, its numbers twelve digits. A definition may not use itself.

    Bad:  `range(1, 1000000)|sum`
    Good: `range(1, 12)|sum`""",
)
AMBIGUOUS = code(
    "PNP521 name that could mean two things",
    """Inside the brackets of a filter, and in rules about each piece, the item's own fields are known by their names.
    Where the selection, the finished table or the player around it has the same name, or a definition has, it isn't
    said which is meant: `it.hero` is the item's, `chosen.hero` the selection's, `player.hero` that of the player whom
    a step of judging is about, `table.hero` what a finished table says once.

    Bad:  `cards|all(hero == hero)`, where a selection has a hero, and each card
    Good: `cards|all(it.hero == chosen.hero)`""",
)
BY_PLAYERS = code(
    "PNP630 figure that depends on the number of players",
    """A text of a piece is printed once, however many play, and a figure of the setup that it prints is another with
    another number of players. Brackets say whose it is. A figure that is the same for all needs none.

    Bad:  `text: "Play until {tables.game_end} Heroes lie there."`
    Good: `text: "With four players, play until {tables.game_end[4]} Heroes lie there."`""",
)

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
