"""An expansion → what stands outside of its modules: it comes with any of them, and isn't there without."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from pnp.model.game import Game
from pnp.rules.changed import NOBODY
from pnp.rules.choosing import Set

_PARTS = ("rules", "selections")  # examples are worked with just the modules that they name


def modules_of(game: Game, expansion: str) -> Set:
    """The modules of an expansion itself."""
    return frozenset(id for id, module in game.modules.items() if module.game == expansion)


def only_with(game: Game, part: str, id: str) -> Set:
    """Of a rule or selection outside of an expansion's modules: these; it is only there with some of them."""
    owners = (expansion for expansion, names in game.outside.items() if f"{part}/{id}" in names)
    return NOBODY.union(*(modules_of(game, expansion) for expansion in owners))


def as_played(game: Game, modules: Collection[str]) -> Game:
    """The game that there is with these modules: without any of an expansion's without what stands outside of them."""
    gone: set[str] = set()
    for expansion, names in game.outside.items():
        own = modules_of(game, expansion)
        gone |= names if own and own.isdisjoint(modules) else set()
    if not gone:
        return game
    kept: dict[str, Any] = {
        part: {id: each for id, each in getattr(game, part).items() if f"{part}/{id}" not in gone} for part in _PARTS
    }
    return replace(game, **kept)
