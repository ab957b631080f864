"""
A text has the typewriter's straight quotes. Print has curly ones, and each language its own: “English”, „deutsch“,
« français »; the apostrophe is ’. Feet and inches right behind a number may stay straight.

Bad:  `flavour: "It wasn't stealing."`
Good: `flavour: "It wasn’t stealing."`
"""

import re
from collections.abc import Iterator

from pnp.check._texts import excerpt, printed_texts
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.quotes import quotes_of

CODE = code("PNP152", "straight quote", __doc__, Severity.WARNING)

_STRAIGHT = re.compile(r"""(?<!\d)["']""")


def check(game: Game, project: Project) -> Iterator[Problem]:
    quotes = quotes_of(game.languages[0])
    for found in printed_texts(game):
        text = found.value
        if ('"' in text or "'" in text) and (match := _STRAIGHT.search(text)):
            is_apostrophe = match[0] == "'"
            hint = (
                f"the apostrophe is {quotes.apostrophe}" if is_apostrophe else f"like {quotes.opens}this{quotes.closes}"
            )
            message = f'"{found.path}" has a straight quote: {excerpt(text, *match.span())}'
            yield CODE.at(found.span, message, hint=hint, subject=found.subject)
