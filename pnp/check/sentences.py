"""
Two rules, steps, conditions or examples say the same sentence. Mostly one was copied as a start for the other and its
sentence not changed: then the setup is read out wrongly, or a broken rule tells what isn't broken.

Bad:  `- {id: foxes, say: There are 40 foxes., …}` and `- {id: keepers, say: There are 40 foxes., …}`
Good: `- {id: keepers, say: There are five keepers., …}`
"""

from collections.abc import Iterator

from pnp.check._owned import Owned, owned, same
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Condition, Judging, Rule, Step
from pnp.model.worked import Example

CODE = code("PNP180", "sentence said twice", __doc__, Severity.WARNING)

_WORDS = {Rule: "rule", Step: "step", Condition: "condition", Judging: "step of judging", Example: "example"}
_SPEAKING = tuple(_WORDS)


def check(game: Game, project: Project) -> Iterator[Problem]:
    parts: dict[str, list[Owned]] = {}  # of rules, of the setup …
    for section, things in owned(game):
        speaking = [each for each in things if isinstance(each.item, _SPEAKING)]
        parts.setdefault(section.partition(".")[0], []).extend(speaking)
    for speaking in parts.values():
        for first, item in same(game, speaking, lambda item: (item.say.other, item.say.one)):
            message = f"{_WORDS[type(item)]} {item.id} says the same as {first.id}"
            yield CODE.at(item.say.span, message, hint="copied, and not changed?", origin=first.say.span)
