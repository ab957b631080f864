"""A number of players → whether the game can be played with it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.model.problem import Problem, code
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.rules.world import World

WRONG_PLAYERS = code(
    "PNP580",
    "wrong number of players",
    """
    A finished table, a selection or an example has a number of players that the game can't be played with, says
    `players:` of setup.yaml; or an example doesn't say how many there are, and what it computes depends on it.

    Bad:  `players: 9`, where setup.yaml has `players: [2, 3, 4]`
    Good: `players: 4`
    """,
)


def wrong_number(world: "World", players: int, span: Span) -> Problem | None:
    """Any number will do where setup.yaml doesn't say."""
    setup = world.game.setup
    if setup is None or not setup.players or players in setup.players:
        return None
    return WRONG_PLAYERS.at(span, in_words(players), hint=f"it is for {_listed(setup.players)}")


def _listed(numbers: Sequence[int]) -> str:
    """`2, 3, 4 or 5 players`"""
    head, last = ", ".join(map(str, numbers[:-1])), numbers[-1]
    return f"{head} or {in_words(last)}" if head else in_words(last)


def in_words(players: int) -> str:
    return f"{players} player{'' if players == 1 else 's'}"
