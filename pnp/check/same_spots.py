"""
Two zones that can be in the game together stand on the same spot of the drawn table: one would cover the other.

Bad:  `meadow: {at: [50, 80], …}` and `market: {at: [50, 80], …}`
Good: `market: {at: [12, 45], …}`
"""

from collections.abc import Iterator

from pnp.check._owned import owned, same
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP187", "zones on the same spot", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    zones = [each for section, things in owned(game) if section == "setup.zones" for each in things if each.item.at]
    for first, zone in same(game, zones, lambda item: item.at):
        message = f"zone {zone.id} is drawn where {first.id} is, at {zone.at[0]:g}, {zone.at[1]:g}"
        yield CODE.at(zone.span, message, origin=first.span)
