"""
A text has two blanks in a row, or one at its beginning, at its end or beside a line break. They print as holes, and
move what is centred.

Bad:  `ability: "Take  a coin. "`
Good: `ability: "Take a coin."`
"""

from collections.abc import Iterator

from pnp.check._texts import excerpt, printed_texts
from pnp.model.blanks import misplaced_blanks
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP150", "blanks where none belong", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for found in printed_texts(game):
        for says, start, end in misplaced_blanks(found.value):
            message = f'"{found.path}" {says}: {excerpt(found.value, start, end)}'
            yield CODE.at(found.span, message, subject=found.subject)
