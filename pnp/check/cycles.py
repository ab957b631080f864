"""
Modules need each other in a circle. Then none of them can be chosen without all the others: they are one module, or one
`needs` is wrong.

Bad:  `dusk: {needs: [dawn]}` and `dawn: {needs: [dusk]}`
Good: `dusk: {needs: [dawn]}` and `dawn: {}`
"""

from collections.abc import Iterator

from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project

CODE = code("PNP131", "modules that need each other", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    done: set[str] = set()
    for id in game.modules:
        if id not in done and (circle := _circle(game, id)):
            done.update(circle)
            message = f"modules need each other in a circle: {' → '.join([*circle, id])}"
            yield CODE.at(game.modules[id].span, message)


def _circle(game: Game, start: str) -> list[str]:
    """The shortest way from a module back to it."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:  # grows on the way
        for need in game.modules[way[-1]].needs:
            if need == start:
                return way
            if need in game.modules and need not in seen:
                seen.add(need)
                ways.append([*way, need])
    return []
