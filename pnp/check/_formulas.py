"""What rules say → the expressions in it, those in the braces of sentences, too."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.check._owned import owned
from pnp.model.game import Game
from pnp.model.rules import Expression, Sentence, place_in
from pnp.model.span import Span

_HOLE = re.compile(r"\{([^{}]*)\}")
_PARTS = ("rules", "examples", "selections", "setup", "victory")
_PLAIN = (str, int, float, bool, type(None), Span)


def formulas(game: Game) -> Iterator[Expression]:
    """Of the game and all its modules."""
    for section, things in owned(game):
        if section.partition(".")[0] in _PARTS:
            for each in things:
                yield from _within(each.item)
    if game.victory:
        yield from _of_all((game.victory.nobody, game.victory.ends))


def _within(item: Any) -> Iterator[Expression]:
    if isinstance(item, Expression):
        yield item
    elif isinstance(item, Sentence):
        for hole in _HOLE.finditer(item.other):
            yield Expression(hole[1], place_in(item.span, item.turns, hole.start(1)))
    elif isinstance(item, _PLAIN):
        return
    elif isinstance(item, Mapping):
        yield from _of_all(item.values())
    elif isinstance(item, tuple | list):
        yield from _of_all(item)
    elif hasattr(item, "__dataclass_fields__"):
        yield from _of_all(getattr(item, name) for name in item.__dataclass_fields__)


def _of_all(items: Iterable[Any]) -> Iterator[Expression]:
    for item in items:
        yield from _within(item)
