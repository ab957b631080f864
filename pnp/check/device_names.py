"""
Windows keeps some names for devices: con, nul, aux, prn, com1 to com9, lpt1 to lpt9. There no folder of a game and no
file of a piece can be called so, whatever it ends in: the game could be neither unpacked nor printed.

Bad:  `- id: con`
Good: `- id: con-artist`
"""

from collections.abc import Iterator

from pnp.check._sections import place, subject
from pnp.model.game import Game
from pnp.model.inside import is_device
from pnp.model.patch import sections
from pnp.model.problem import Problem, code
from pnp.model.project import Project

CODE = code("PNP007", "name that Windows keeps for a device", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    if is_device(game.id):
        yield CODE.at(game.span, f"no folder can be called {game.id} on Windows", hint="choose another name")
    for section, base in sections(game):
        if section == "components" or section.startswith("pieces."):
            brought = [item for module in game.patches for item in module.change(section).add]
            for item in (*base.values(), *brought):
                if is_device(item.id):
                    message = f"no file can be called {item.id} on Windows"
                    yield CODE.at(place(item), message, hint="choose another id", subject=subject(section, item.id))
