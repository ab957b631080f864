"""
A module replaces or drops something that the game doesn't have: a piece, a rule, a step of the setup. What it means is
lost, or was never there.

Bad:  `drop: {creatures: [olw]}`
Good: `drop: {creatures: [owl]}`
"""

from collections.abc import Iterator

from pnp.check._sections import label, place, subject
from pnp.model.game import Game
from pnp.model.patch import sections
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.suggest import Hints

CODE = code("PNP116", "module changes something that isn't there", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for section, known in sections(game):
        for module in game.modules.values():
            change = module.change(section)
            changed = [("replaces", item.id, place(item)) for item in change.replace]
            changed += [("drops", id, span) for id, span in change.drop]
            for does, id, span in changed:
                if id not in known and not game.is_lost(section, id):
                    message = f"{module.label} {does} {label(section)} that isn't there: {id}"
                    yield CODE.at(span, message, hint=hints(id, known), subject=subject(section, id))
