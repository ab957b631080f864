"""
A hyphen stands where print has a dash or a minus: between blanks, doubled, or before a number. A hyphen joins words;
a dash – like this – parts them, and a minus is as wide as a plus.

Bad:  `ability: Sell it - you get -2 [light].`
Good: `ability: Sell it – you get −2 [light].`
"""

import re
from collections.abc import Iterator

from pnp.check._texts import excerpt, printed_texts
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP154", "hyphen for a dash or a minus", __doc__, Severity.WARNING)

_WRONG = re.compile(r"(?P<minus>(?<=\d )-(?= \d)|(?<![\w\-)\]])-(?=\d))|(?P<dash>(?<=\S )-(?= )|(?<!-)-{2,3}(?!-))")


def check(game: Game, project: Project) -> Iterator[Problem]:
    for found in printed_texts(game):
        text = found.value
        if "-" in text and (match := _WRONG.search(text)):
            hint = "a minus is −" if match["minus"] else "a dash is –"
            message = f'"{found.path}" has a hyphen: {excerpt(text, *match.span())}'
            yield CODE.at(found.span, message, hint=hint, subject=found.subject)
