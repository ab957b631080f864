"""
A module brings a piece whose id another piece has: one of the base game, or of a module that can be chosen together
with it. Then the id names two things. Modules that share pieces name the same file under `add:`; those come in once.

Bad:  `add: {creatures: night.yaml}` where night.yaml has an `owl`, and creatures.yaml, too
Good: `replace: {creatures: night.yaml}`, or another id
"""

from collections.abc import Iterator

from pnp.model.game import Game, Module, Piece
from pnp.model.problem import Problem, code
from pnp.model.project import Project

CODE = code("PNP115", "id given twice among modules", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for component in game.components.values():
        base = {piece.id: piece for piece in component.pieces}
        earlier: dict[str, list[tuple[Module, Piece]]] = {}
        for module in game.modules.values():
            for piece in module.add.get(component.id, ()):
                first = base.get(piece.id) or _clashing(earlier.get(piece.id, []), module, piece)
                if first:
                    message = f'module {module.id} brings a second "{piece.id}"'
                    origin = first.span_of("id")
                    yield CODE.at(piece.span_of("id"), message, origin=origin, subject=piece.label)
                earlier.setdefault(piece.id, []).append((module, piece))


def _clashing(earlier: list[tuple[Module, Piece]], module: Module, piece: Piece) -> Piece | None:
    for other, first in earlier:
        together = other.id not in module.not_with and module.id not in other.not_with
        if together and first.span != piece.span:
            return first
    return None
