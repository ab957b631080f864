"""A text → its QR code: rows of modules, and the path of the dark ones.

`qr_code("https://example.org", "M")` → 25 rows of 25 modules
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, groupby, pairwise, zip_longest
from typing import NamedTuple

from pnp.layout.art.shapes import rounded_rect
from pnp.model.display import Path
from pnp.model.regex import regex

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
_POLYNOMIAL = 0x11D  # of the field of 256


Modules = tuple[tuple[bool, ...], ...]  # rows; is it dark?
_Places = list[list[bool | None]]  # of what isn't settled yet, None

_MASKS: tuple[
    Callable[[int, int], bool], ...
] = (  # which modules are turned over, so that there are neither large areas nor what looks like a finder
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (x // 3 + y // 2) % 2 == 0,
    lambda x, y: x * y % 2 + x * y % 3 == 0,
    lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
)
_LEVEL_BITS = dict(zip(LEVELS, (1, 0, 3, 2), strict=True))
_RUN = regex("0{5,}|1{5,}")
_LIKE_FINDER = regex("(?=00001011101|10111010000)")


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
    bits = f"{_BYTES:04b}{len(data):0{_count_bits(version)}b}" + "".join([f"{byte:08b}" for byte in data])
    bits += "0" * min(4, 8 * blocks.carrying - len(bits))
    bits += "0" * (-len(bits) % 8)
    said = bytes([int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)])
    said += bytes([(0xEC, 0x11)[at % 2] for at in range(blocks.carrying - len(said))])
    starts = [sum(blocks.sizes[:at]) for at in range(len(blocks.sizes))]
    carrying = [said[start : start + size] for start, size in zip(starts, blocks.sizes, strict=True)]
    correcting = [_remainder(block, blocks.correcting) for block in carrying]
    return bytes([*_in_turn(carrying), *_in_turn(correcting)])


def _in_turn(blocks: list[bytes]) -> Iterator[int]:
    return (word for word in chain.from_iterable(zip_longest(*blocks)) if word is not None)


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


@lru_cache(256)
def qr_code(text: str, level: str) -> Modules | None:
    """With the mask that makes it easiest to read; None where it would be too long."""
    data = text.encode()
    version = version_for(data, level)
    if version is None:
        return None
    drawn = (masked_code(data, version, level, mask) for mask in range(len(_MASKS)))
    return min(drawn, key=_penalty)


def masked_code(data: bytes, version: int, level: str, mask: int) -> Modules:
    places = _with_patterns(version)
    bits = "".join([f"{word:08b}" for word in code_words(data, version, level)])
    is_turned, size = _MASKS[mask], side_of(version)
    settled = [list(row) for row in places]
    free = ((x, y) for x, y in _way(size) if places[y][x] is None)
    for at, (x, y) in enumerate(free):  # bits that are left over are light
        settled[y][x] = (bits[at : at + 1] == "1") != is_turned(x, y)
    _note_format(settled, _LEVEL_BITS[level] << 3 | mask)
    return tuple([tuple([bool(module) for module in row]) for row in settled])


def _way(size: int) -> list[tuple[int, int]]:
    """Two columns at a time from the right, up and down in turn; the timing column is left out."""
    rights = [*range(size - 1, 7, -2), 5, 3, 1]
    return [
        (right - beside, y)
        for turn, right in enumerate(rights)
        for y in (range(size) if turn % 2 else range(size - 1, -1, -1))
        for beside in (0, 1)
    ]


def _with_patterns(version: int) -> _Places:
    """What every code of a version shows; where the format will be noted it is light, for now."""
    size = side_of(version)
    places: _Places = [[None] * size for _ in range(size)]
    for at in range(size):
        places[6][at] = places[at][6] = at % 2 == 0
    for x, y in ((3, 3), (size - 4, 3), (3, size - 4)):
        _draw_rings(places, x, y, 4, (2, 4))
    for at in [*range(9), *range(size - 8, size)]:
        if at != 6:
            places[8][at] = False if places[8][at] is None else places[8][at]
            places[at][8] = False if places[at][8] is None else places[at][8]
    centres: list[int] = []  # of the alignment patterns, across and down alike
    if version > 1:
        count, last = version // 7 + 2, side_of(version) - 7
        step = (version * 8 + count * 3 + 5) // (count * 4 - 4) * 2
        centres = [6, *[last - step * at for at in range(count - 2, -1, -1)]]
    for x in centres:
        for y in centres:
            if (x, y) not in ((6, 6), (6, size - 7), (size - 7, 6)):
                _draw_rings(places, x, y, 2, (1,))
    if version >= 7:
        bits = version << 12 | _checked(version, 12, 0x1F25)
        for at in range(18):
            near, far = at // 3, len(places) - 11 + at % 3
            places[near][far] = places[far][near] = bool(bits >> at & 1)
    return places


def _draw_rings(places: _Places, x: int, y: int, reach: int, light: tuple[int, ...]) -> None:
    """Squares around a middle, as far as they are on the code."""
    for down in range(-reach, reach + 1):
        for across in range(-reach, reach + 1):
            if 0 <= x + across < len(places) and 0 <= y + down < len(places):
                places[y + down][x + across] = max(abs(down), abs(across)) not in light


def _note_format(places: _Places, said: int) -> None:
    """Level and mask, twice: beside the finder at the top left, and beside the two others."""
    size, number = len(places), (said << 10 | _checked(said, 10, 0x537)) ^ 0x5412
    bits = [bool(number >> at & 1) for at in range(15)]  # the lowest first
    for at in range(8):
        places[at + (at > 5)][8] = bits[at]
        places[8][size - 1 - at] = bits[at]
    for at in range(8, 15):
        places[8][14 - at + (at < 9)] = bits[at]
        places[size - 15 + at][8] = bits[at]
    places[size - 8][8] = True


def _checked(said: int, digits: int, divisor: int) -> int:
    """What is left of a number with so many zeros behind it, divided without carrying."""
    rest = said << digits
    while rest.bit_length() > digits:
        rest ^= divisor << rest.bit_length() - divisor.bit_length()
    return rest


def _penalty(code: Modules) -> int:
    """Points for what makes a code hard to read, as the standard counts them."""
    rows = ["".join(["01"[module] for module in row]) for row in code]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    found = 0
    for line in (*rows, *columns):
        found += sum([len(run) - 2 for run in _RUN.findall(line)])
        found += 40 * len(_LIKE_FINDER.findall(line))
    for above, below in pairwise(rows):
        pairs = zip(above, above[1:], below, below[1:], strict=False)
        found += 3 * sum([a == b == c == d for a, b, c, d in pairs])
    dark = sum([row.count("1") for row in rows]) * 20 / len(rows) ** 2
    return found + 10 * int(abs(dark - 10))


def dark_path(code: Modules, module: float, x: float, y: float) -> Path:
    """Rectangles of dark modules that are so large, from the top left corner at x, y on; as few as equal rows of
    modules below one another allow."""
    open_runs: dict[tuple[int, int], int] = {}  # start and end in a row → the row where it began
    path: list[tuple[int, int, int, int]] = []
    for number, row in enumerate((*code, ())):
        runs, at = [], 0
        for is_dark, group in groupby(row):
            length = len(list(group))
            if is_dark:
                runs.append((at, at + length))
            at += length
        for run in [run for run in open_runs if run not in runs]:
            path.append((run[0], open_runs.pop(run), run[1], number))
        for run in runs:
            open_runs.setdefault(run, number)
    return tuple(
        [
            segment
            for left, top, right, bottom in sorted(path, key=lambda box: (box[1], box[0]))
            for segment in rounded_rect(
                x + left * module, y + top * module, (right - left) * module, (bottom - top) * module, 0.0, 0.0
            )
        ]
    )
