"""
Two pieces of a component say the same, but for their ids and perhaps their names. Mostly one was copied as a start for
the other and not changed; equal pieces are one with `copies:`. Pieces that have no text beside their name, like tiles
with a number, may well be equal.

Bad:  `- {id: owl, name: Owl, ability: Take a coin.}` and `- {id: elk, name: Elk, ability: Take a coin.}`
Good: `- {id: owl, copies: 2, name: Owl, ability: Take a coin.}`
"""

from collections.abc import Iterator

from pnp.check._uses import all_components
from pnp.model.game import Component, Game, Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.values import Value

CODE = code("PNP144", "pieces that say the same", __doc__, Severity.WARNING)

NAMES = ("name", "title")


def check(game: Game, project: Project) -> Iterator[Problem]:
    for component in all_components(game):
        texts = [f.name for f in component.fields.values() if f.translatable and f.name not in NAMES]
        kept = [name for name in component.fields if name not in NAMES]
        first: dict[tuple[Value, ...], Piece] = {}
        for piece in component.pieces if texts else ():
            if not any(piece.fields.get(name) for name in texts):
                continue
            says = tuple([None if piece.fields.get(name) == "" else piece.fields.get(name) for name in kept])
            other = first.setdefault(says, piece)
            if other is not piece:
                yield _equal(component, other, piece)


def _equal(component: Component, first: Piece, piece: Piece) -> Problem:
    named = [name for name in NAMES if piece.fields.get(name) != first.fields.get(name)]
    but = f" but the {' and the '.join(named)}" if named else ""
    message = f"{piece.id} says the same as {first.id} in everything{but}"
    hint = f"copies: {first.copies + piece.copies} in {first.id}" if not named else "copied, and not changed?"
    return CODE.at(piece.span_of("id"), message, hint=hint, origin=first.span_of("id"), subject=piece.label)
