"""
A sentence of the rules, or a short text of a piece, fills in the same figure twice. Mostly the first or the last of
several was meant once.

Bad:  `say: Spaces {expected|first} to {expected|first} are dark.`
Good: `say: Spaces {expected|first} to {expected|last} are dark.`
"""

from collections import Counter
from collections.abc import Iterator

from pnp.check._owned import owned
from pnp.model.game import Game
from pnp.model.holes import holes_in
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Condition, Judging, Rule, Step, place_in
from pnp.model.worked import Example

CODE = code("PNP164", "figure filled in twice", __doc__, Severity.WARNING)


_SPEAKING = (Rule, Step, Condition, Judging, Example)
_FEW = 3  # a longer text may well say a name twice


def check(game: Game, project: Project) -> Iterator[Problem]:
    yield from _in_rules(game)
    for component in game.components.values():
        for piece in component.pieces:
            for path, phrase in piece.phrases.items():
                holes = [hole.text for hole in holes_in(phrase.other)]
                again = [text for text, times in Counter(holes).items() if times > 1]
                if again and len(holes) <= _FEW:
                    message = f'"{path}" fills in {{{again[0]}}} {holes.count(again[0])} times'
                    yield CODE.at(piece.source_of(path), message, subject=piece.label)


def _in_rules(game: Game) -> Iterator[Problem]:
    for _, things in owned(game):
        for item in (each.item for each in things if isinstance(each.item, _SPEAKING)):
            holes = list(holes_in(item.say.other))
            for text, times in Counter(hole.text for hole in holes).items():
                if times > 1:
                    again = [hole for hole in holes if hole.text == text][1]
                    place = place_in(item.say.span, item.say.turns, again.start)
                    yield CODE.at(place, f"the sentence of {item.id} fills in {{{text}}} {times} times")
