"""What reading a game asks of the room that judges its rules: the kinds of rules there are, and whom modules mean."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from pnp.model.problem import Problem

if TYPE_CHECKING:
    from pnp.model.game import Game

Settle = Callable[["Game", list[Problem]], "Game"]


class RuleKind(NamedTuple):
    """A kind of rule as people write it: a key of its own name, which holds an expression, and the keys beside it.

    `keys` says what a key means for this kind: of a key that no other kind has all, of others what is different.
    """

    says: str  # what the key of its name says
    needs: tuple[str, ...] = ()  # keys that must be there
    may: tuple[str, ...] = ()  # and those that may be
    keys: Mapping[str, str] = {}
    has_figures: bool = False  # an expected figure must be there: is, at-least or at-most
    about: Literal["pieces", "game", "players"] = "pieces"  # asked of each piece, once, with each number of players


class RuleBook(NamedTuple):
    """`settle` gives the game back with modules that know which pieces they mean by `where:`, and adds problems."""

    kinds: Mapping[str, RuleKind]  # by their keys
    settle: Settle


def as_read(game: "Game", problems: list[Problem]) -> "Game":
    """The game as it stands: nobody looks for the pieces that are meant."""
    return game
