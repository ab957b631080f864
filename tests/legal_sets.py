"""All sets of modules that can be chosen, to judge each as if nothing was known of others."""

from pnp.model.game import Game
from pnp.rules.circumstances import Choices


def legal_sets(game: Game) -> list[tuple[str, ...]]:
    """Return the sets, () first. Modules that go with each other make many."""
    return list(Choices(game).smallest_first())
