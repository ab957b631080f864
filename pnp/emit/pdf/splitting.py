"""A PNG's rows with transparency → rows of colours and rows of transparency, as PDF wants them: apart.

PNG predicts each channel of a pixel by the same channel of its neighbours, so that rows can be taken apart as they are,
without decoding them; and a few at a time, so that a picture is never unpacked as a whole.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.files.deflate import DeflatedWrongly, RunPacker, unpacked

_WAYS = 5  # in which a row can be predicted


class SplitRows(NamedTuple):
    """Packed, each row behind the number of how it is predicted."""

    colours: bytes
    mask: bytes | None  # None where all is opaque


def split_rows(packed: Iterable[bytes], w: int, h: int, colours: int) -> SplitRows | None:
    """Of 8 bits a channel, `colours` and one of transparency. None where that isn't what is packed."""
    splitter, left = _Splitter(w, colours), h
    try:
        for rows in _whole_rows(packed, 1 + w * (colours + 1), h):
            if not splitter.takes(rows):
                return None
            left -= len(rows) // splitter.size
    except DeflatedWrongly:
        return None
    return None if left else splitter.finished()


def _whole_rows(packed: Iterable[bytes], size: int, count: int) -> Iterator[bytes]:
    """One or more at a time."""
    begun = b""
    for piece in unpacked(packed, count * size):
        rows = begun + piece
        whole = len(rows) // size * size
        begun = rows[whole:]
        if whole:
            yield rows[:whole]


class _Splitter:
    def __init__(self, w: int, colours: int) -> None:
        self.size = 1 + w * (colours + 1)  # of a row
        self._w, self._colours = w, colours
        self._opaque = [_opaque(how, w, is_first=True) for how in range(_WAYS)]  # the row that is next
        self._opaque_below = [_opaque(how, w) for how in range(_WAYS)]
        self._is_opaque = True
        self._shown, self._mask = RunPacker(), RunPacker()

    def takes(self, rows: bytes) -> bool:
        """Whether each of them is predicted in a way that there is."""
        w, colours, channels = self._w, self._colours, self._colours + 1
        wide = 1 + w * colours
        shown, mask = bytearray(len(rows) // self.size * wide), bytearray()
        for number, start in enumerate(range(0, len(rows), self.size)):
            how, end = rows[start], start + self.size
            if how >= _WAYS:
                return False
            to = number * wide
            shown[to] = how
            for channel in range(colours):
                shown[to + 1 + channel : to + wide : colours] = rows[start + 1 + channel : end : channels]
            opacity = rows[start + channels : end : channels]
            self._is_opaque = self._is_opaque and opacity == self._opaque[how]
            self._opaque = self._opaque_below
            mask.append(how)
            mask += opacity
        self._shown.add(shown)
        self._mask.add(mask)
        return True

    def finished(self) -> SplitRows:
        return SplitRows(self._shown.finished(), None if self._is_opaque else self._mask.finished())


def _opaque(how: int, w: int, *, is_first: bool = False) -> bytes:
    """What a row of nothing but 255 looks like, as it is predicted: not at all, by what is left of it, above, half of
    both, or the nearest."""
    alike, left = bytes(w), b"\xff" + bytes(w - 1)
    half = b"\xff" + b"\x80" * (w - 1) if is_first else b"\x80" + bytes(w - 1)
    above = b"\xff" * w if is_first else alike
    return (b"\xff" * w, left, above, half, left if is_first else alike)[how]
