"""The data in pictures and PDFs: bytes unpacked by zlib-ng, in half zlib's time; a picture's colours, 8 bits each."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_GIVEN = 1 << 16  # packed bytes at a time: what of them isn't unpacked yet is copied with each piece
_PIECE = 1 << 18  # small enough to stay in a processor's cache until it was looked at


class InflateError(ValueError):
    """Deflated bytes can't be unpacked."""


def inflate(parts: Iterable[bytes | memoryview], most: int) -> Iterator[bytes]:
    """Yield what the parts hold together, at most so many bytes of it. Raises InflateError."""
    from zlib_ng import zlib_ng

    unpacking = zlib_ng.decompressobj()
    for part in parts:
        view = memoryview(part)
        for start in range(0, len(view), _GIVEN):
            rest: bytes | memoryview = view[start : start + _GIVEN]
            while rest and most > 0 and not unpacking.eof:
                try:
                    piece: bytes = unpacking.decompress(rest, min(most, _PIECE))
                except zlib_ng.error as error:  # type: ignore[misc]  # which its types take for an instance
                    raise InflateError(str(error)) from None
                rest, most = unpacking.unconsumed_tail, most - len(piece)
                yield piece


def split_transparency(image: "Image") -> tuple["Image", "Image | None"]:
    """Return a picture as greys or RGB, and its transparency; None if nothing is transparent."""
    from PIL import ImageOps

    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith(("I", "F")):  # 16 bits, which Pillow would cut off instead of scaling down
        return upright.convert("I").point(lambda value: value * (1 / 256)).convert("L"), None
    transparent = upright.has_transparency_data
    if transparent and upright.mode not in ("RGBA", "LA"):
        upright = upright.convert("RGBA")
    mask = upright.getchannel("A") if transparent else None
    if mask is not None and mask.getextrema() == (255, 255):
        mask = None
    return upright.convert("L" if upright.mode in ("1", "L", "LA") else "RGB"), mask
