"""A game → the words in all that its rules say: expressions, and what sentences have in braces."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from pnp.check._owned import owned
from pnp.check._texts import Same
from pnp.check._uses import phrases_of
from pnp.model.game import Game
from pnp.model.holes import holes_in
from pnp.model.rules import Bound, Definition, Expression, Move, Put, Selection, Sentence, Shuffle
from pnp.model.worked import Example

_WORD = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_WHOLES = ("chosen", "player", "table")  # by which their own names can be said, too
_PLAIN = (str, int, float, bool, type(None))


def mentioned(game: Game) -> frozenset[str]:
    """Every dotted name, with each beginning of it: `zones.market` and `zones`. No definition mentions itself."""
    return _mentioned(Same(game))


@lru_cache(1)
def _mentioned(same: Same) -> frozenset[str]:
    found: set[str] = set()
    for section, things in owned(same.game):
        if section.partition(".")[0] in ("define", "rules", "examples", "selections", "setup", "victory"):
            for each in things:
                found.update(_names(each.item))
    found.update(_names(list(phrases_of(same.game))))
    victory = same.game.victory
    found.update(_names([victory.nobody, victory.map]) if victory else ())
    return frozenset(found)


def _names(item: Any) -> Iterator[str]:
    for text in _texts(item):
        for name in _WORD.findall(text):
            whole, _, own = name.partition(".")
            if whole in _WHOLES:
                yield own.partition(".")[0]
            yield name
            while "." in name:
                name = name.rpartition(".")[0]
                yield name


def _texts(item: Any) -> Iterator[str]:
    """Of everything inside; of a field or a zone only what is computed."""
    if isinstance(item, Expression):
        yield item.text
    elif isinstance(item, Sentence):
        yield from (hole.text for hole in holes_in(f"{item.other} {item.one}"))
    elif isinstance(item, Bound):
        yield from _texts(item.expected)
    elif isinstance(item, Move | Put | Shuffle):
        yield from _texts(item.what if isinstance(item, Move) else item.to if isinstance(item, Put) else None)
        yield from _moved(item)
    elif isinstance(item, Mapping):
        yield from _of_all(item.values())
    elif isinstance(item, Definition):
        yield re.sub(rf"(?<![\w.]){re.escape(item.id)}(?!\w)", "", item.expression.text)
    elif isinstance(item, Example):
        yield from _of_all([*item.let.values(), *(expected.what for expected in item.expect)])
    elif isinstance(item, Selection):
        yield from _of_all([*item.copies.values(), *item.define.values(), *item.rules.values()])
    elif isinstance(item, tuple | list) and not hasattr(item, "_fields"):
        yield from _of_all(item)
    elif not isinstance(item, _PLAIN) and hasattr(item, "__dataclass_fields__"):
        yield from _of_all([getattr(item, name) for name in item.__dataclass_fields__])


def _moved(action: Move | Put | Shuffle) -> Iterator[str]:
    """The zones and the marker, as expressions would name them."""
    if isinstance(action, Put):
        yield f"track.{action.marker}".replace("-", "_")
    else:
        zones = (action.source, action.target) if isinstance(action, Move) else (action.zone,)
        yield " ".join(f"zones.{zone}".replace("-", "_") for zone in zones)


def _of_all(items: Iterable[Any]) -> Iterator[str]:
    for item in items:
        yield from _texts(item)
