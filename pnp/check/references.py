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
    brought: dict[str, list[tuple[str, str]]] = {}
    hints = Hints()
    for found in find_values(game, "reference"):
        to = found.field.to
        known = base.get(to)
        if found.value in (known or ()):
            continue
        if to not in brought:
            brought[to] = _brought(game, to)
        if (
            (not known and not brought[to])
            or game.may_have(f"pieces.{to}")
            or game.is_lost(f"pieces.{to}", found.value)
        ):  # that has been reported elsewhere
            continue
        brought_by = [module for module, id in brought[to] if id == found.value]
        if brought_by and not found.base:
            continue
        hint = f"only the module {brought_by[0]} has it" if brought_by else hints(found.value, known or ())
        message = f'"{found.path}" names nothing in {to}: {found.value}'
        yield CODE.at(found.span, message, hint=hint, subject=found.subject)


def _brought(game: Game, to: str) -> list[tuple[str, str]]:
    """Each module with each id that it adds to a component or a group."""
    modules = game.patches
    found = [(module.id, each.id) for module in modules for each in module.change(f"pieces.{to}").add]
    found += [(module.id, each.id) for module in modules for each in module.change(f"groups.{to}").add]
    components = [(module.id, each) for module in modules for each in module.change("components").add if each.id == to]
    return found + [(module, piece.id) for module, component in components for piece in component.pieces]
