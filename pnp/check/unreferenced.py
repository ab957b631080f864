"""
A piece that only others print, by referring to it, is referred to by none: it doesn't come to paper. Mostly one that
should refer to it refers to its neighbour twice. Looked for in components without `front` to which some field refers.

Bad:  `make: [print, cut, cut]`, where `notes` has print, cut and read
Good: `make: [print, cut, read]`
"""

from collections.abc import Iterator

from pnp.check._uses import all_components, uses_of
from pnp.check._values import find_values
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP163", "piece that nothing refers to", __doc__, Severity.WARNING)
OF_WHOLE = True


def check(game: Game, project: Project) -> Iterator[Problem]:
    referred: dict[str, set[str]] = {}
    for found in find_values(game, "reference"):
        referred.setdefault(found.field.to, set()).add(found.value)
    uses = uses_of(game, project)
    for component in all_components(game) if uses.known else ():
        pieces = component.pieces
        named = referred.get(component.id, set())
        if component.front or named.isdisjoint(piece.id for piece in pieces) or component.id in uses.names:
            continue
        for piece in pieces:
            if piece.id not in named and piece.id not in uses.words:
                message = f"nothing refers to {piece.id}, and {component.id} aren’t printed by themselves"
                yield CODE.at(piece.span, message, subject=piece.label)
