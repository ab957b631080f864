"""What rules say → the expressions in it, those in the braces of sentences, too."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.check._owned import owned
from pnp.model.game import Game
from pnp.model.holes import holes_in
from pnp.model.rules import Expression, Sentence, place_in
from pnp.model.span import Span

_PARTS = ("define", "rules", "examples", "selections", "setup", "victory")
_PLAIN = (str, int, float, bool, type(None), Span)


def formulas(game: Game) -> Iterator[Expression]:
    """Of the game and all its modules."""
    for section, things in owned(game):
        if section.partition(".")[0] in _PARTS:
            for each in things:
                yield from formulas_of(each.item)
    if game.victory:
        yield from _of_all((game.victory.nobody, game.victory.ends))


def formulas_of(item: Any) -> Iterator[Expression]:
    """Of a rule, a condition, a step …, with all that it holds."""
    if isinstance(item, Expression):
        yield item
    elif isinstance(item, Sentence):
        for hole in holes_in(item.other):
            yield Expression(hole.text, place_in(item.span, item.turns, hole.start))
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
        yield from formulas_of(item)
