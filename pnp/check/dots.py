"""
Three full stops stand for an ellipsis. It is one character, set by the font, and never parted at a line's end.

Bad:  `flavour: "And then..."`
Good: `flavour: "And then …"`
"""

import re
from collections.abc import Iterator

from pnp.check._texts import excerpt, printed_texts
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP155", "three dots for an ellipsis", __doc__, Severity.WARNING)

_DOTS = re.compile(r"\.{3,}")


def check(game: Game, project: Project) -> Iterator[Problem]:
    for found in printed_texts(game):
        if "..." in found.value and (match := _DOTS.search(found.value)):
            message = f'"{found.path}" has {match[0][:5]}: {excerpt(found.value, *match.span())}'
            yield CODE.at(found.span, message, hint="an ellipsis is …", subject=found.subject)
