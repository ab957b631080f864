"""
A text has no full stop at its end, though most of its siblings do: those of the same field on other pieces, the other
items of its list, or the other sentences of rules, steps and the like. At least four, and three of four, must have one;
texts of one or two words need none.

Bad:  `ability: Take a [coin]` among `ability: Walk 3 [step].` and its like
Good: `ability: Take a [coin].`
"""

import re
from collections.abc import Iterator

from pnp.check._owned import owned
from pnp.check._texts import bare, printed_texts
from pnp.check._values import Found
from pnp.model.game import Game
from pnp.model.holes import masked
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Condition, Judging, Rule, Step
from pnp.model.span import Span
from pnp.model.values import Field
from pnp.model.worked import Example

CODE = code("PNP153", "no full stop", __doc__, Severity.WARNING)

_SPEAKING = (Rule, Step, Condition, Judging, Example)
_SAY = Field("say", "text", Span(""))
_LEAST = 4
_SHARE = 0.75
_STOPS = tuple(".!?…:;。！？।؟")
_AFTER = " \n\t)]”“’»」\"'*\ufffc"  # what may stand behind a full stop
_NUMBER = re.compile(r"(?<=\.)\d+(?=\.|$)")


def check(game: Game, project: Project) -> Iterator[Problem]:
    siblings: dict[tuple[str, str], list[Found]] = {}
    for found in printed_texts(game):
        if found.subject:
            siblings.setdefault(_family(found), []).append(found)
    for section, things in owned(game):
        for item in (each.item for each in things if isinstance(each.item, _SPEAKING)):
            said = Found(_SAY, f"say of {item.id}", masked(item.say.other), item.say.span, "", True)
            siblings.setdefault((section, "say"), []).append(said)
    for family in siblings.values():
        if len(family) <= _LEAST:
            continue
        lacking = [found for found in family if not _stops(found.value)]
        stopping = len(family) - len(lacking)
        lacking = [found for found in lacking if len(bare(found.value).split()) > (2 if found.subject else 1)]
        if stopping >= max(_LEAST, _SHARE * (stopping + len(lacking))):
            for found in lacking:
                message = f'"{found.path}" has no full stop, unlike {stopping} others'
                yield CODE.at(found.span, message, subject=found.subject)


def _family(found: Found) -> tuple[str, str]:
    """The same field of all pieces; of lists within lists, only the items beside this one."""
    numbers = list(_NUMBER.finditer(found.path))
    owner = found.subject if len(numbers) > 1 else found.subject.partition("/")[0]
    if not numbers:
        return owner, found.path
    last = numbers[-1]
    return owner, f"{found.path[: last.start()]}*{found.path[last.end() :]}"


def _stops(text: str) -> bool:
    words = bare(text) if "[" in text or "*" in text else text
    return words.rstrip(_AFTER).endswith(_STOPS) if not words.endswith(_STOPS) else True
