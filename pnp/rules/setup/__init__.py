"""Setups: dealt for every number of players, proved, and told."""

from pnp.rules.setup.dealing import deal, figures_by_players
from pnp.rules.setup.dealt import Dealt, Done, Moved, Pile
from pnp.rules.setup.faults import examine_setup, without_row
from pnp.rules.setup.searching import ToldSetup, ToldStep, ToldZone, tell

__all__ = [
    "Dealt",
    "Done",
    "Moved",
    "Pile",
    "ToldSetup",
    "ToldStep",
    "ToldZone",
    "deal",
    "examine_setup",
    "figures_by_players",
    "tell",
    "without_row",
]
