"""A format that bleeds and a way to place it → the pattern with the bleed that it has room for, and why in one line."""

from collections.abc import Callable
from math import floor
from typing import NamedTuple

from pnp.impose.pattern import Pattern
from pnp.model.game import Format
from pnp.model.length import mm

LEAST = 1.0  # less than this is lost by a knife that slips

Placing = Callable[[float], Pattern | None]
"""A bleed in millimetres → the best pattern with it."""


class Choice(NamedTuple):
    pattern: Pattern | None
    bleed: float = 0.0
    said: str = ""  # what was chosen and why; empty where there was no choice
    short: bool = False  # less bleed than was asked for


def choose(format: Format, wish: str, placing: Placing) -> Choice:
    """`wish` is one of BLEEDS: "auto" takes as much as costs no piece a sheet, but not less than `LEAST`."""
    if wish == "no" or format.bleed <= 0:
        return Choice(placing(0.0))
    full, plain = placing(format.bleed), placing(0.0)
    if full is not None and (wish == "yes" or plain is None or full.size == plain.size):
        return Choice(full, format.bleed, f"{_count(full)} with {mm(format.bleed)} bleed")
    if wish == "yes" or plain is None:
        return Choice(None)
    lost = f"{mm(format.bleed)} would leave {full.size if full else 'none'}"
    for tenths in range(floor(format.bleed * 10 - 1e-9), round(LEAST * 10) - 1, -1):
        less = placing(tenths / 10)
        if less is not None and less.size == plain.size:
            return Choice(less, tenths / 10, f"{_count(less)} with {mm(tenths / 10)} bleed; {lost}", True)
    return Choice(plain, 0.0, f"{_count(plain)} with shared cut lines; {lost}", True)


def _count(pattern: Pattern) -> str:
    return f"{pattern.size} a sheet"
