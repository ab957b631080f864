"""
The same sentence is written in two ways: only capitals, punctuation or marks differ. Players take different words for
different rules; the rarer of two spellings is reported. Texts of less than three words, and names, may differ.

Bad:  `ability: Take a [coin].` on one piece and `ability: Take a **[coin]**` on another
Good: `ability: Take a [coin].` on both
"""

import re
from collections.abc import Iterator

from pnp.check._texts import bare, printed_texts
from pnp.check._values import Found
from pnp.check.copies import NAMES
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP145", "same sentence, written differently", __doc__, Severity.WARNING)

_WORD = re.compile(r"[\w\ufffc+−-]+")


def check(game: Game, project: Project) -> Iterator[Problem]:
    alike: dict[tuple[str, str, str], dict[str, list[Found]]] = {}
    for found in printed_texts(game):
        if found.subject and found.field.name not in NAMES:
            words = _WORD.findall(bare(found.value).casefold())
            if len(words) >= 3:
                key = found.subject.partition("/")[0], found.field.name, _icons(found.value) + " ".join(words)
                alike.setdefault(key, {}).setdefault(found.value.strip(), []).append(found)
    for spellings in alike.values():
        usual, *others = sorted(spellings.values(), key=len, reverse=True)
        for found in (each for other in others for each in other):
            yield CODE.at(
                found.span,
                f'"{found.path}" differs from the same text of {usual[0].subject} in capitals, marks or punctuation',
                hint="write both in the same way",
                origin=usual[0].span,
                subject=found.subject,
            )


def _icons(text: str) -> str:
    """Which icons stand in it counts, however it is written."""
    return " ".join(re.findall(r"\[[a-z0-9-]+\]", text)) if "[" in text else ""
