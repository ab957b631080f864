"""
A field of the type `reference` names an entry of a group, or a piece of a component, that isn't there. In the base game
it may not name a piece that only a module brings.

Bad:  `season: wintr`
Good: `season: winter`, with `winter` among the entries of the group `seasons`
"""

from collections.abc import Iterator

from pnp.check._values import find_values
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.suggest import Hints

CODE = code("PNP110", "reference to nothing", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    base = {id: set(group.entries) for id, group in game.groups.items()}
    base |= {id: {piece.id for piece in component.pieces} for id, component in game.components.items()}
    hints = Hints()
    for found in find_values(game, "reference"):
        to = found.field.to
        known = base.get(to)
        if not known or found.value in known:  # nothing known at all has been reported elsewhere
            continue
        brought_by = _modules_with(game, to, found.value)
        if brought_by and not found.base:
            continue
        hint = f"only the module {brought_by[0]} has it" if brought_by else hints(found.value, known)
        message = f'"{found.path}" names nothing in {to}: {found.value}'
        yield CODE.at(found.span, message, hint=hint, subject=found.subject)


def _modules_with(game: Game, component: str, id: str) -> list[str]:
    return [
        module.id
        for module in game.modules.values()
        if any(piece.id == id for piece in module.change(f"pieces.{component}").add)
    ]
