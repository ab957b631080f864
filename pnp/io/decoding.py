"""The bytes of a CSV file → its text, in whatever spreadsheets write: UTF-8, UTF-16, Windows-1252."""

import codecs
from typing import NamedTuple

from pnp.model.regex import regex

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_SEVERAL_BYTES = regex(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


class Decoded(NamedTuple):
    text: str
    codec: str
    name: str  # as people call it
    mark: bytes = b""  # that the file begins with, to say so

    def encoded(self, text: str) -> bytes:
        """Another text as the same file would have it. Raises UnicodeEncodeError."""
        return self.mark + text.encode(self.codec)


def decoded(data: bytes) -> Decoded:
    """Raises UnicodeDecodeError, whose object begins behind a byte order mark."""
    for mark, codec, name in _MARKS:
        if data.startswith(mark):
            return Decoded(data[len(mark) :].decode(codec), codec, name, mark)
    if codec := _without_mark(data[:200]):
        return Decoded(data.decode(codec), codec, "UTF-16")
    try:
        return Decoded(data.decode("utf-8"), "utf-8", "UTF-8")
    except UnicodeDecodeError:
        if _SEVERAL_BYTES.search(data):  # UTF-8, and something in it is broken
            raise
        return Decoded(data.decode("cp1252"), "cp1252", "Windows-1252")


def _without_mark(begin: bytes) -> str:
    """Every other byte of Latin letters in UTF-16 is zero."""
    if len(begin) < 4 or b"\0" not in begin:
        return ""
    even, odd = begin[::2].count(0), begin[1::2].count(0)
    return "utf-16-le" if odd > len(begin) / 4 and not even else "utf-16-be" if even > len(begin) / 4 else ""
