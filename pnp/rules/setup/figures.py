"""A world → the figures of its setup for each number of players, for texts that are printed once for all of them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.rules.setup.dealing import deal

if TYPE_CHECKING:
    from pnp.rules.world import World

Figures = Mapping[str, Mapping[int, Any]]  # by id, and by the number of players


def figures_by_players(world: "World") -> dict[str, Figures]:
    """Of "tables" their rows, of "zones" how many pieces lie there, of "dealt" the count of each step that has one."""
    setup = world.game.setup
    if setup is None:
        return {"tables": {}, "zones": {}, "dealt": {}}
    zones: dict[str, dict[int, Any]] = {}
    counts: dict[str, dict[int, Any]] = {}
    for players in setup.players:
        dealt = deal(world, players)
        for id, count in dealt.counts.items():
            zones.setdefault(id, {})[players] = count
        for done in dealt.steps:
            if done.number is not None:
                counts.setdefault(done.step.id, {})[players] = done.number
    tables = {id: {n: table.rows[n] for n in setup.players if n in table.rows} for id, table in setup.tables.items()}
    return {"tables": tables, "zones": zones, "dealt": counts}
