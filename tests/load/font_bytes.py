"""Just enough of a font file for what is read of it without opening it."""

import struct
from collections.abc import Iterable

USED = ("cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp")


def font(tables: Iterable[str] = USED, *, licence: int | None = None, at: int = 0) -> bytes:
    """Make a font file with these tables, four zeros each; `licence` are the bits of OS/2's fsType."""
    contents = {tag.ljust(4): bytes(4) for tag in tables}
    if licence is not None:
        contents["OS/2"] = struct.pack(">4HH", 4, 500, 400, 5, licence) + bytes(68)
    start = at + 12 + 16 * len(contents)
    directory = struct.pack(">4s4H", b"\0\1\0\0", len(contents), 0, 0, 0)
    for tag, content in sorted(contents.items()):
        directory += struct.pack(">4sLLL", tag.encode(), 0, start, len(content))
        start += len(content)
    return directory + b"".join(content for _, content in sorted(contents.items()))


def collection(of: bytes, count: int) -> bytes:
    """Make a collection of that font, so many times; `of` is made anew, since its places change."""
    (tables,) = struct.unpack_from(">H", of, 4)
    offset = 12 + 4 * count
    tags = [of[12 + 16 * n : 16 + 16 * n].decode() for n in range(tables)]
    return struct.pack(f">4sLL{count}L", b"ttcf", 0x10000, count, *[offset] * count) + font(tags, at=offset)
