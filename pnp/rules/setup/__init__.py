"""Setups: dealt for every number of players, proved, and told."""

from pnp.rules.setup.dealing import deal, has_rows, is_sure
from pnp.rules.setup.dealt import Dealt, Done, Moved, Pile
from pnp.rules.setup.examining import examine_setup
from pnp.rules.setup.figures import figures_by_players
from pnp.rules.setup.numbers import numbers
from pnp.rules.setup.telling import Told, ToldStep, ToldZone, tell

__all__ = [
    "Dealt",
    "Done",
    "Moved",
    "Pile",
    "Told",
    "ToldStep",
    "ToldZone",
    "deal",
    "examine_setup",
    "figures_by_players",
    "has_rows",
    "is_sure",
    "numbers",
    "tell",
]
