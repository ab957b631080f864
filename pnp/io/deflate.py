"""Deflated bytes → bytes, piece after piece, by zlib-ng, in half the time that zlib takes."""

from collections.abc import Iterable, Iterator

_GIVEN = 1 << 16  # packed bytes at a time: what of them isn't unpacked yet is copied with each piece
_PIECE = 1 << 18  # small enough to stay in a processor's cache until it was looked at


class DeflatedWrongly(ValueError):
    """It can't be unpacked."""


def unpacked(parts: Iterable[bytes | memoryview], most: int) -> Iterator[bytes]:
    """What the parts hold together, at most so many bytes of it. Raises DeflatedWrongly."""
    from zlib_ng import zlib_ng

    unpacking = zlib_ng.decompressobj()
    for given in _in_small_parts(parts):
        rest: bytes | memoryview = given
        while rest and most > 0 and not unpacking.eof:
            try:
                piece: bytes = unpacking.decompress(rest, min(most, _PIECE))
            except zlib_ng.error as error:  # type: ignore[misc]  # which its types take for an instance
                raise DeflatedWrongly(str(error)) from None
            rest, most = unpacking.unconsumed_tail, most - len(piece)
            yield piece


def _in_small_parts(parts: Iterable[bytes | memoryview]) -> Iterator[memoryview]:
    for part in parts:
        view = memoryview(part)
        for start in range(0, len(view), _GIVEN):
            yield view[start : start + _GIVEN]
