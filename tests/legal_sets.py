"""All sets of modules that can be chosen, to compare with the few that are looked at."""

from pnp.model.game import Game
from pnp.rules.module_sets import Choices, in_order


def legal_sets(game: Game) -> list[tuple[str, ...]]:
    """() first. Modules that go with each other make many."""
    choices = Choices(game)
    return in_order(choices.unions(choices.single) or ())
