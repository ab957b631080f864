"""
A field of the type `icon` names an icon that game.yaml doesn't declare under `icons:`.

Bad:  `icon: laef`
Good: `icon: leaf`, with `icons: {leaf: art/icons/leaf.svg}`
"""

from collections.abc import Iterator

from pnp.check._values import find_values
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.suggest import Hints

CODE = code("PNP111", "no such icon", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    hints = Hints()
    brought = {icon.id for module in game.patches for icon in module.change("icons").add}
    for found in find_values(game, "icon"):
        if game.is_lost("icons"):
            return
        if found.value not in game.icons and (found.base or found.value not in brought):
            message = f'"{found.path}" names no icon: {found.value}'
            yield CODE.at(found.span, message, hint=hints(found.value, game.icons), subject=found.subject)
