"""A field of a selection → how often it may have each piece: as often as there are copies, or as its `copies:` says."""

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from pnp.model.rules import Selection
from pnp.model.values import Field
from pnp.rules.expressions import Names, Wrong

if TYPE_CHECKING:
    from pnp.rules.world import World

UNLIMITED = "unlimited"


def allowed(world: "World", selection: Selection, declared: Field, names: Names) -> Callable[[Any], float]:
    """Of a piece's record. What can't be evaluated limits nothing: it is said of the expression."""
    to = declared.to or (declared.of.to if declared.of else "")
    expression = selection.copies.get(declared.name)
    if expression is None:
        component = world.game.components.get(to)
        copies = {piece.id: piece.copies for piece in component.pieces} if component else {}
        return lambda piece: copies.get(piece.id, inf)
    if expression.text == UNLIMITED:
        return lambda piece: inf

    def most(piece: Any) -> float:
        try:
            return float(world.evaluator.number(expression, names.about(piece)))
        except Wrong:
            return inf

    return most
