"""A world → the figures of its setup for each number of players, for texts that know of no number."""

from typing import TYPE_CHECKING, Any

from pnp.rules.setup.dealing import deal

if TYPE_CHECKING:
    from pnp.rules.world import World

ByPlayers = dict[str, dict[int, Any]]  # by id and number of players


def figures_by_players(world: "World") -> dict[str, ByPlayers]:
    """`tables`, `zones` and `dealt` as expressions know them; without numbers with which they say nothing."""
    found: dict[str, ByPlayers] = {"tables": {}, "zones": {}, "dealt": {}}
    setup = world.game.setup
    if setup is None:
        return found
    for table in setup.tables.values():
        found["tables"][table.id] = {players: table.rows[players] for players in setup.players if players in table.rows}
    for players in setup.players:
        dealt = deal(world, players)
        if dealt.problems or not dealt.is_whole:
            continue
        counts = {done.step.id: done.number for done in dealt.steps if done.number is not None}
        for name, figures in (("zones", dealt.counts), ("dealt", counts)):
            for id, figure in figures.items():
                found[name].setdefault(id, {})[players] = figure
    return found
