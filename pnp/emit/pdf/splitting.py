"""A PNG's rows with transparency → rows of colours and rows of transparency, as PDF wants them: apart.

PNG predicts each channel of a pixel by the same channel of its neighbours, so that rows can be taken apart as they are,
without decoding them.
"""

import zlib
from itertools import pairwise
from typing import NamedTuple

_FAST = 1  # of the levels at which it can be packed: it takes a third of the time of the usual one


class SplitRows(NamedTuple):
    """Packed, each row behind the number of how it is predicted."""

    colours: bytes
    mask: bytes | None  # None where all is opaque


def split_rows(packed: bytes, w: int, h: int, colours: int) -> SplitRows | None:
    """Of 8 bits a channel, `colours` and one of transparency. None where that isn't what is packed."""
    channels = colours + 1
    size = 1 + w * channels
    unpacking = zlib.decompressobj()
    try:
        rows = unpacking.decompress(packed, h * size)
    except zlib.error:
        return None
    if len(rows) != h * size:
        return None
    first, others = [_opaque(how, w, is_first=True) for how in range(5)], [_opaque(how, w) for how in range(5)]
    pack_colours, pack_mask = zlib.compressobj(_FAST), zlib.compressobj(_FAST)
    found_colours, found_mask, is_opaque = list[bytes](), list[bytes](), True
    for start, end in pairwise(range(0, len(rows) + 1, size)):
        how, row = rows[start], rows[start + 1 : end]
        if how >= len(others):
            return None
        mask = row[colours::channels]
        is_opaque = is_opaque and mask == (others if start else first)[how]
        shown = bytearray(1 + w * colours)
        shown[0] = how
        for channel in range(colours):
            shown[1 + channel :: colours] = row[channel::channels]
        found_colours.append(pack_colours.compress(shown))
        found_mask.append(pack_mask.compress(rows[start : start + 1] + mask))
    shown_mask = None if is_opaque else b"".join([*found_mask, pack_mask.flush()])
    return SplitRows(b"".join([*found_colours, pack_colours.flush()]), shown_mask)


def _opaque(how: int, w: int, *, is_first: bool = False) -> bytes:
    """What a row of nothing but 255 looks like, as it is predicted: not at all, by what is left of it, above, half of
    both, or the nearest."""
    alike, left = bytes(w), b"\xff" + bytes(w - 1)
    half = b"\xff" + b"\x80" * (w - 1) if is_first else b"\x80" + bytes(w - 1)
    above = b"\xff" * w if is_first else alike
    return (b"\xff" * w, left, above, half, left if is_first else alike)[how]
