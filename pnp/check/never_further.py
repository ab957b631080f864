"""
What a module changes with another one, `when-with`, comes to pass always or never: it needs that module anyway, or they
can't be chosen together.

Bad:  `needs: [moon]` beside `when-with: {moon: {drop: {creatures: [owl]}}}`
Good: `needs: [moon]` beside `drop: {creatures: [owl]}`
"""

from collections.abc import Iterator

from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP536", "further patch that always or never comes", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for module in game.modules.values():
        for patch in module.further:
            other = patch.parts[-1]
            if other in game.needed(module.id):
                message = f"{module.label} always comes with {other}, which it needs"
                yield CODE.at(patch.span, message, hint="say it without when-with")
            elif game.go_together(module.id) and game.go_together(other) and not game.go_together(patch.id):
                yield CODE.at(patch.span, f"{module.label} and {other} can't be chosen together", hint="delete it")
