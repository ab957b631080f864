"""
A module can never be chosen: it needs, perhaps by way of others, a module that it can't be combined with.

Bad:  `night: {needs: [moon], not-with: [moon]}`
Good: `night: {needs: [moon]}`
"""

from collections.abc import Iterator

from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project

CODE = code("PNP117", "module that can't be chosen", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.modules.values():
        together = game.needed(module.id)
        for id in together:
            for enemy in game.modules[id].not_with:
                if enemy in together:
                    why = (
                        f"excludes {enemy}, which it needs"
                        if id == module.id
                        else f"needs {id}, which excludes {enemy}"
                    )
                    yield CODE.at(module.span, f"{module.label} can't be chosen: it {why}")
