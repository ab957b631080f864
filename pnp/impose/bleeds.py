"""A format that bleeds and a way to place it → the pattern with the bleed that it has room for, and why in one line.

Bleed around each piece is best for pictures that end in different colours; it takes two cuts between neighbours. Pieces
that share their cuts have one cut between them and bleed only around the whole block.
"""

from collections.abc import Callable, Iterator
from math import floor
from typing import NamedTuple

from pnp.impose.pattern import NONE, Bleed, Pattern
from pnp.impose.rows import ROUND
from pnp.model.game import Format
from pnp.model.length import mm

LEAST = 1.0  # less than this is lost by a knife that slips

Placing = Callable[[Bleed], Pattern | None]
"""A bleed → the best pattern with it."""


class Choice(NamedTuple):
    pattern: Pattern | None
    bleed: Bleed = NONE
    said: str = ""  # what was chosen and why; empty where there was no choice
    short: bool = False  # less bleed than was asked for


def choose(format: Format, wish: str, placing: Placing) -> Choice:
    """`wish` is one of BLEEDS: "auto" takes as much as costs no piece a sheet, but not less than `LEAST`."""
    if wish == "no" or format.bleed <= 0:
        return Choice(placing(NONE))
    can_share = format.outline not in ROUND
    if can_share and (wish == "perimeter" or (wish == "auto" and format.shares_cuts)):
        return _around_the_block(format, placing)
    full, plain = placing(Bleed(format.bleed)), placing(NONE)
    if full is not None and (wish == "yes" or plain is None or full.size == plain.size):
        return Choice(full, Bleed(format.bleed), f"{_count(full)} with {mm(format.bleed)} bleed")
    if wish == "yes" or plain is None:
        return Choice(None)
    lost = f"{mm(format.bleed)} would leave {full.size if full else 'none'}"
    for bleed in _less(format.bleed):
        less = placing(bleed)
        if less is not None and less.size == plain.size:
            return Choice(less, bleed, f"{_count(less)} with {mm(bleed.size)} bleed; {lost}", True)
    around = _around_the_block(format, placing) if can_share else Choice(plain)
    if around.bleed.size:
        return Choice(around.pattern, around.bleed, f"{around.said}; {lost}", True)
    return Choice(plain, NONE, f"{_count(plain)} with shared cut lines; {lost}", True)


def _around_the_block(format: Format, placing: Placing) -> Choice:
    """As much as costs no piece a sheet."""
    plain = placing(NONE)
    if plain is None:
        return Choice(None)
    for bleed in (Bleed(format.bleed), *_less(format.bleed)):
        around = bleed._replace(shared=True)
        made = placing(around)
        if made is not None and made.size == plain.size:
            said = f"{_count(made)} with shared cut lines and {mm(bleed.size)} bleed around them"
            return Choice(made, around, said, bleed.size < format.bleed)
    return Choice(plain, NONE, f"{_count(plain)} with shared cut lines, without bleed around them", True)


def _less(bleed: float) -> Iterator[Bleed]:
    for tenths in range(floor(bleed * 10 - 1e-9), round(LEAST * 10) - 1, -1):
        yield Bleed(tenths / 10)


def _count(pattern: Pattern) -> str:
    return f"{pattern.size} a sheet"
