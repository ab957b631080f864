"""A text's bytes → the code words of a QR code (ISO/IEC 18004), with those by which readers mend what is dirty.

Bytes alone, in versions up to 15: finer ones are hard to read from a card.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, zip_longest
from typing import NamedTuple

LEVELS = ("L", "M", "Q", "H")  # about 7, 15, 25, 30 of 100 code words may be unreadable
VERSIONS = 15
_CORRECTING = {  # code words of each block that correct the others, by version
    "L": (7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22),
    "M": (10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24),
    "Q": (13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30),
    "H": (17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24),
}
_BLOCKS = {
    "L": (1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6),
    "M": (1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10),
    "Q": (1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12),
    "H": (1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18),
}
_BYTES = 0b0100  # the mode
_PADS = (0xEC, 0x11)
_POLYNOMIAL = 0x11D  # of the field of 256


class Blocks(NamedTuple):
    """How the code words of a version and level are divided."""

    sizes: tuple[int, ...]  # of those that carry the text
    correcting: int  # in each block, besides

    @property
    def carrying(self) -> int:
        return sum(self.sizes)


def side_of(version: int) -> int:
    """Modules along a side."""
    return 17 + 4 * version


@lru_cache(64)
def blocks_of(version: int, level: str) -> Blocks:
    count, correcting = _BLOCKS[level][version - 1], _CORRECTING[level][version - 1]
    # modules that nothing but code words takes: finders, timing, alignment and notes about the code do
    room = (16 * version + 128) * version + 64
    if version >= 2:
        rows = version // 7 + 2
        room -= (25 * rows - 10) * rows - 55
    each, longer = divmod((room - 36 if version >= 7 else room) // 8, count)
    return Blocks(tuple([each + (at >= count - longer) - correcting for at in range(count)]), correcting)


def longest(version: int, level: str) -> int:
    """Bytes that a code holds."""
    return (8 * blocks_of(version, level).carrying - 4 - _count_bits(version)) // 8


def _count_bits(version: int) -> int:
    return 8 if version < 10 else 16


def version_for(data: bytes, level: str) -> int | None:
    """The smallest that holds so much; None where none does."""
    return next((each for each in range(1, VERSIONS + 1) if len(data) <= longest(each, level)), None)


def code_words(data: bytes, version: int, level: str) -> bytes:
    """As they are laid out: a word of each block in turn, then the correcting ones likewise."""
    blocks = blocks_of(version, level)
    said = _padded(data, version, blocks.carrying)
    starts = [sum(blocks.sizes[:at]) for at in range(len(blocks.sizes))]
    carrying = [said[start : start + size] for start, size in zip(starts, blocks.sizes, strict=True)]
    correcting = [_remainder(block, blocks.correcting) for block in carrying]
    return bytes([*_in_turn(carrying), *_in_turn(correcting)])


def _in_turn(blocks: list[bytes]) -> Iterator[int]:
    return (word for word in chain.from_iterable(zip_longest(*blocks)) if word is not None)


def _padded(data: bytes, version: int, words: int) -> bytes:
    bits = f"{_BYTES:04b}{len(data):0{_count_bits(version)}b}" + "".join([f"{byte:08b}" for byte in data])
    bits += "0" * min(4, 8 * words - len(bits))
    bits += "0" * (-len(bits) % 8)
    said = bytes([int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)])
    return said + bytes([_PADS[at % 2] for at in range(words - len(said))])


def _tables() -> tuple[list[int], list[int]]:
    """Powers of 2 in the field, twice over, and of each number the power that it is."""
    powers, logs, value = [0] * 510, [0] * 256, 1
    for exponent in range(255):
        powers[exponent] = powers[exponent + 255] = value
        logs[value] = exponent
        value = value << 1 ^ (_POLYNOMIAL if value & 0x80 else 0)
    return powers, logs


_POWERS, _LOGS = _tables()


@lru_cache(32)
def _divisor(degree: int) -> tuple[int, ...]:
    """(x - 1)(x - 2)(x - 4)…, without its first coefficient, which is 1."""
    factors = [1]
    for root in range(degree):
        shifted = [*factors, 0]
        for at, factor in enumerate(factors):
            shifted[at + 1] ^= _POWERS[_LOGS[factor] + root] if factor else 0
        factors = shifted
    return tuple(factors[1:])


def _remainder(block: bytes, degree: int) -> bytes:
    divisor = [_LOGS[factor] for factor in _divisor(degree)]  # none of them is 0
    rest = [0] * degree
    for word in block:
        first = word ^ rest[0]
        rest = [*rest[1:], 0]
        if first:
            log = _LOGS[first]
            rest = [old ^ _POWERS[log + each] for old, each in zip(rest, divisor, strict=True)]
    return bytes(rest)
