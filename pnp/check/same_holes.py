"""
A sentence of the rules fills in the same figure twice. Mostly the first or the last of several was meant once.

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

CODE = code("PNP164", "figure filled in twice", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for _, things in owned(game):
        for item in (each.item for each in things if isinstance(each.item, Rule | Step | Condition | Judging)):
            holes = list(holes_in(item.say.other))
            for text, times in Counter(hole.text for hole in holes).items():
                if times > 1:
                    again = [hole for hole in holes if hole.text == text][1]
                    place = place_in(item.say.span, item.say.turns, again.start)
                    yield CODE.at(place, f"the sentence of {item.id} fills in {{{text}}} {times} times")
