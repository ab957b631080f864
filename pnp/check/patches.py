"""
A module replaces or drops a piece that the base game doesn't have. What it means is lost, or was never there.

Bad:  `drop: {creatures: [olw]}`
Good: `drop: {creatures: [owl]}`
"""

from collections.abc import Iterator

from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.suggest import Hints

CODE = code("PNP116", "module changes a piece that isn't there", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    for module in game.modules.values():
        for component in game.components.values():
            known = {piece.id for piece in component.pieces}
            changed = [("replaces", p.id, p.span_of("id"), p.label) for p in module.replace.get(component.id, ())]
            changed += [("drops", id, span, f"{component.id}/{id}") for id, span in module.drop.get(component.id, ())]
            for does, id, span, subject in changed:
                if known and id not in known:
                    message = f"module {module.id} {does} a piece that {component.id} doesn't have: {id}"
                    yield CODE.at(span, message, hint=hints(id, known), subject=subject)
