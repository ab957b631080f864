"""An expansion → what stands outside of its modules: it comes with any of them, and isn't there without."""

from collections.abc import Collection
from dataclasses import replace

from pnp.model.game import Game
from pnp.rules.choosing import Set

_PARTS = ("rules", "selections")  # examples are worked with just the modules that they name


def own_modules(game: Game) -> Set:
    """The modules of an expansion itself; nobody's where the game is none."""
    return frozenset(id for id, module in game.modules.items() if game.base and module.game == game.id)


def is_common(game: Game, part: str, id: str) -> bool:
    """Whether this rule or selection stands outside of the modules of an expansion that has some."""
    return bool(own_modules(game)) and id in getattr(game, part) and id not in getattr(game.base, part)


def as_played(game: Game, modules: Collection[str]) -> Game:
    """The game that there is with these modules: without any of an expansion's that is the game which it is for."""
    own = own_modules(game)
    if game.base is None or not own or not own.isdisjoint(modules):
        return game
    return replace(game, **{part: getattr(game.base, part) for part in _PARTS})
