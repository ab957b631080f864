"""
A text has two blanks in a row, or one at its beginning, at its end or beside a line break. They print as holes, and
move what is centred.

Bad:  `ability: "Take  a coin. "`
Good: `ability: "Take a coin."`
"""

import re
from collections.abc import Iterator

from pnp.check._texts import excerpt, printed_texts
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP150", "blanks where none belong", __doc__, Severity.WARNING)

_WRONG = re.compile(r"(?P<front>\A[ \t]+)|(?P<end>[ \t]+\Z)|(?P<line>[ \t]+\n|\n[ \t]+)|(?P<inside>[ \t]{2,}|\t)")
_SAYS = {
    "front": "begins with a blank",
    "end": "ends with a blank",
    "line": "has a blank beside a line break",
    "inside": "has more than one blank in a row",
}


def check(game: Game, project: Project) -> Iterator[Problem]:
    for found in printed_texts(game):
        text = found.value
        if "  " in text or text != text.strip() or "\t" in text or " \n" in text or "\n " in text:
            for match in _WRONG.finditer(text):
                message = f'"{found.path}" {_SAYS[match.lastgroup or "inside"]}: {excerpt(text, *match.span())}'
                yield CODE.at(found.span, message, subject=found.subject)
