"""
A step takes some of what players hold, and doesn't say that they choose: then it is what lies on top of it, though
nobody orders a hand. Where chance decides, the step shuffles it before.

Bad:  `do: [{move: 1, from: hand, to: party}]`
Good: `do: [{move: 1, from: hand, to: party, chosen: true}]`
"""

from collections.abc import Iterator

from pnp.check._owned import owned
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Expression, Move, Shuffle, Step, Zone

CODE = code("PNP166", "players take from the top of a hand", __doc__, Severity.WARNING)
_OF_PLAYERS = "players"
_NAMING = frozenset("|[")


def check(game: Game, project: Project) -> Iterator[Problem]:
    parts = dict(owned(game))
    zones: list[Zone] = [each.item for each in parts.get("setup.zones", ())]
    held = {zone.id for zone in zones if zone.per and zone.per.text == _OF_PLAYERS}
    steps: list[Step] = [each.item for each in parts.get("setup.steps", ())]
    for step in steps if held else ():
        shuffled = {action.zone for action in step.actions if isinstance(action, Shuffle)}
        for move in (action for action in step.actions if isinstance(action, Move)):
            if _is_amount(move) and not move.chosen and move.source in held - shuffled:
                message = f"step {step.id} takes from {move.source} what lies on top"
                yield CODE.at(move.span, message, hint="chosen: true, where its player chooses")


def _is_amount(move: Move) -> bool:
    """So many, not pieces that are named: those come out of a list."""
    return isinstance(move.what, Expression) and not _NAMING.intersection(move.what.text)
