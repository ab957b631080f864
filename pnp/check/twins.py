"""
A module brings something whose id something else has: in the base game, or in a module that can be chosen together with
it. Then the id names two things. Modules that share pieces name the same file under `add:`; those come in once.

Bad:  `add: {creatures: night.yaml}` where night.yaml has an `owl`, and creatures.yaml, too
Good: `replace: {creatures: night.yaml}`, or another id
"""

from collections.abc import Iterator
from typing import Any

from pnp.check._sections import place, subject
from pnp.model.game import Game, Module
from pnp.model.patch import sections
from pnp.model.problem import Problem, code
from pnp.model.project import Project

CODE = code("PNP115", "id given twice among modules", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for section, base in sections(game):
        earlier: dict[str, list[tuple[Module, Any]]] = {}
        for module in game.patches:
            for item in module.change(section).add:
                first = base.get(item.id) or _clashing(game, earlier.get(item.id, []), module, item)
                if first:
                    message = f'{module.label} brings a second "{item.id}"'
                    origin = place(first)
                    yield CODE.at(place(item), message, origin=origin, subject=subject(section, item.id))
                earlier.setdefault(item.id, []).append((module, item))


def _clashing(game: Game, earlier: list[tuple[Module, Any]], module: Module, item: Any) -> Any | None:
    for other, first in earlier:
        if game.go_together(module.id, other.id) and first.span != item.span:
            return first
    return None
