"""A game → its patches, two at a time, that can come together."""

from collections.abc import Iterator
from itertools import combinations

from pnp.model.game import Game, Module


def pairs(game: Game) -> Iterator[tuple[Module, Module]]:
    """A further patch is applied after the modules that it comes with, and so never disagrees with these."""
    for one, other in combinations(game.patches, 2):
        if one.id not in other.parts and other.id not in one.parts and game.go_together(one.id, other.id):
            yield one, other


def decided(game: Game, one: Module, other: Module, section: str, id: str) -> bool:
    """Whether a further patch says what becomes of this with both."""
    both = {one.id, other.id}
    return any(set(patch.parts) == both and id in patch.change(section).ids for patch in game.patches)
