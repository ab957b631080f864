"""What a module does to all pieces of a component for which something holds."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.problem import Problem
from pnp.model.rules import Expression
from pnp.model.span import Span

if TYPE_CHECKING:
    from pnp.model.game import Game

Settle = Callable[["Game", list[Problem]], "Game"]


class Bulk(NamedTuple):
    """`{where: advanced}` drops pieces, `{where: order < 7, is: 2}` has so many copies of each."""

    where: Expression
    copies: int  # 0: they leave


class Copies(NamedTuple):
    """How many copies of a piece there are with a module."""

    id: str
    copies: int
    span: Span


def has_bulk(game: "Game") -> bool:
    """Whether any module means pieces by what holds for them."""
    return any(change.bulk for module in game.patches for change in module.changes.values())


def as_read(game: "Game", problems: list[Problem]) -> "Game":
    """The game as it stands: nobody looks for the pieces that are meant."""
    return game
