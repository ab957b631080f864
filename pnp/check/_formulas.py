"""What a game's rules say → the expressions in it, those in the braces of sentences, too, and the words of them all."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from pnp.check._owned import owned
from pnp.check._usage import phrases_of
from pnp.model.game import Game
from pnp.model.regex import regex
from pnp.model.rules import Bound, Definition, Expression, Move, Put, Selection, Sentence, Shuffle, place_in
from pnp.model.span import Span
from pnp.model.worked import Example
from pnp.text.holes import Hole, holes_in

_PARTS = ("define", "rules", "examples", "selections", "setup", "victory")
_PLAIN = (str, int, float, bool, type(None), Span)
_WORD = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
_WHOLES = ("chosen", "player", "table")  # by which their own names can be said, too


def formulas(game: Game) -> Iterator[Expression]:
    """Of the game and all its modules."""
    yield from formulas_of(_rules_of(game))
    if game.victory:
        yield from formulas_of((game.victory.nobody, game.victory.ends))


def _rules_of(game: Game) -> list[Any]:
    """All that computes, the modules' too."""
    found = [things for section, things in owned(game) if section.partition(".")[0] in _PARTS]
    return [each.item for things in found for each in things]


def formulas_of(item: Any) -> Iterator[Expression]:
    """Of a rule, a condition, a step …, with all that it holds."""
    if isinstance(item, Expression):
        yield item
    elif isinstance(item, Sentence):
        yield from (_in_hole(item, hole) for hole in holes_in(item.other))
    elif isinstance(item, _PLAIN):
        return
    elif isinstance(item, Mapping):
        yield from formulas_of(list(item.values()))
    elif isinstance(item, tuple | list):
        for each in item:
            yield from formulas_of(each)
    elif hasattr(item, "__dataclass_fields__"):
        yield from formulas_of([getattr(item, name) for name in item.__dataclass_fields__])


def _in_hole(said: Sentence, hole: Hole) -> Expression:
    turns = [turn._replace(offset=turn.offset - hole.start) for turn in said.turns if turn.offset > hole.start]
    return Expression(hole.text, place_in(said.span, said.turns, hole.start), tuple(turns))


@lru_cache(1)
def mentioned(game: Game) -> frozenset[str]:
    """Every dotted name, with each beginning of it: `zones.market` and `zones`. No definition mentions itself."""
    victory = game.victory
    others = [victory.nobody, victory.map] if victory else []
    return frozenset(_names([*_rules_of(game), *phrases_of(game), *others]))


def _names(item: Any) -> Iterator[str]:
    for text in _computed(item):
        for name in _WORD.findall(text):
            whole, _, own = name.partition(".")
            if whole in _WHOLES:
                yield own.partition(".")[0]
            yield name
            while "." in name:
                name = name.rpartition(".")[0]
                yield name


def _computed(item: Any) -> Iterator[str]:
    """The texts of everything inside; of a field or a zone only what is computed."""
    if isinstance(item, Expression):
        yield item.text
    elif isinstance(item, Sentence):
        yield from (hole.text for hole in holes_in(f"{item.other} {item.one}"))
    elif isinstance(item, Bound):
        yield from _computed(item.expected)
    elif isinstance(item, Move | Put | Shuffle):
        yield from _computed(item.what if isinstance(item, Move) else item.to if isinstance(item, Put) else None)
        yield from _moved(item)
    elif isinstance(item, Mapping):
        yield from _computed(list(item.values()))
    elif isinstance(item, Definition):
        yield re.sub(rf"(?<![\w.]){re.escape(item.id)}(?!\w)", "", item.expression.text)
    elif isinstance(item, Example):
        yield from _computed([*item.let.values(), *(expected.what for expected in item.expect)])
    elif isinstance(item, Selection):
        yield from _computed([*item.copies.values(), *item.define.values(), *item.rules.values()])
    elif isinstance(item, tuple | list) and not hasattr(item, "_fields"):
        for each in item:
            yield from _computed(each)
    elif not isinstance(item, _PLAIN) and hasattr(item, "__dataclass_fields__"):
        yield from _computed([getattr(item, name) for name in item.__dataclass_fields__])


def _moved(action: Move | Put | Shuffle) -> Iterator[str]:
    """The zones and the marker, as expressions would name them."""
    if isinstance(action, Put):
        yield f"track.{action.marker}".replace("-", "_")
    else:
        zones = (action.source, action.target) if isinstance(action, Move) else (action.zone,)
        yield " ".join(f"zones.{zone}".replace("-", "_") for zone in zones)
