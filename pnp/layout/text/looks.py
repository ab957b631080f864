"""How parts of a text look besides their type: words in a colour, underlined ones, capitals that are made smaller."""

from typing import NamedTuple

from pnp.text.case import upper
from pnp.text.marks import UNDERLINED, Bit

SMALL = 2 * UNDERLINED  # an emphasis that no mark asks for: capitals made smaller, in fonts without small ones
_SCALE = 0.8  # of the size


class PartLook(NamedTuple):
    """Of a part of a word."""

    colour: str = ""  # as the text names it
    underlined: bool = False
    scale: float = 1.0


PLAIN = PartLook()


def look_of_bit(bit: Bit) -> PartLook:
    """`PLAIN` itself of most."""
    if bit.emphasis < UNDERLINED and not bit.colour:
        return PLAIN
    return PartLook(bit.colour, bit.emphasis & UNDERLINED != 0, _SCALE if bit.emphasis & SMALL else 1.0)


def with_scaled_capitals(bits: tuple[Bit, ...], language: str) -> tuple[Bit, ...]:
    """Small letters as capitals that are made smaller; what has no capitals stays."""
    made: list[Bit] = []
    for bit in bits:
        if bit.icon:
            made.append(bit)
            continue
        start = 0
        for at in range(1, len(bit.text) + 1):
            if at < len(bit.text) and bit.text[at].islower() == bit.text[start].islower():
                continue
            piece = bit._replace(text=bit.text[start:at])
            if piece.text[0].islower():
                piece = piece._replace(text=upper(piece.text, language), emphasis=piece.emphasis | SMALL)
            made.append(piece)
            start = at
    return tuple(made)
