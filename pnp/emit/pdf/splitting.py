"""A PNG's rows with transparency → rows of colours and rows of transparency, as PDF wants them: apart.

PNG predicts each channel of a pixel by the same channel of its neighbours, so that rows can be taken apart as they are,
without decoding them.
"""

from typing import NamedTuple

from pnp.files.deflate import DeflatedWrongly, Inflater, packed_runs


class SplitRows(NamedTuple):
    """Packed, each row behind the number of how it is predicted."""

    colours: bytes
    mask: bytes | None  # None where all is opaque


def split_rows(packed: bytes, w: int, h: int, colours: int) -> SplitRows | None:
    """Of 8 bits a channel, `colours` and one of transparency. None where that isn't what is packed."""
    channels = colours + 1
    size = 1 + w * channels
    try:
        rows = Inflater().inflated(packed, h * size)
    except DeflatedWrongly:
        return None
    if len(rows) != h * size:
        return None
    first, others = [_opaque(how, w, is_first=True) for how in range(5)], [_opaque(how, w) for how in range(5)]
    shown, mask, is_opaque = bytearray(h * (1 + w * colours)), bytearray(), True
    for number in range(h):
        start, to = number * size, number * (1 + w * colours)
        how, row = rows[start], rows[start + 1 : start + size]
        if how >= len(others):
            return None
        shown[to] = how
        for channel in range(colours):
            shown[to + 1 + channel : to + 1 + w * colours : colours] = row[channel::channels]
        opacity = row[colours::channels]
        is_opaque = is_opaque and opacity == (others if number else first)[how]
        mask.append(how)
        mask += opacity
    return SplitRows(packed_runs(shown), None if is_opaque else packed_runs(mask))


def _opaque(how: int, w: int, *, is_first: bool = False) -> bytes:
    """What a row of nothing but 255 looks like, as it is predicted: not at all, by what is left of it, above, half of
    both, or the nearest."""
    alike, left = bytes(w), b"\xff" + bytes(w - 1)
    half = b"\xff" + b"\x80" * (w - 1) if is_first else b"\x80" + bytes(w - 1)
    above = b"\xff" * w if is_first else alike
    return (b"\xff" * w, left, above, half, left if is_first else alike)[how]
