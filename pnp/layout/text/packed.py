"""A font's file → its bytes, also where a Python package keeps the font inside a module: that is read, never run."""

import re
from pathlib import Path

from pnp.model.opening import read_input
from pnp.model.problem import FileError

_LITERALS = re.compile(rb"b'([A-Za-z0-9+/=]*)'")
_LARGEST = 64 << 20  # bytes of a font


def unpacked(path: Path) -> bytes:
    """Raises OSError, FileError."""
    data = read_input(path, _LARGEST)
    if len(data) > _LARGEST:
        raise FileError(f"{path}: is larger than any font")
    if path.suffix != ".py":
        return data
    import binascii
    import lzma

    try:
        packed = binascii.a2b_base64(b"".join(_LITERALS.findall(data)))
        return lzma.LZMADecompressor(memlimit=4 * _LARGEST).decompress(packed, _LARGEST)
    except (binascii.Error, lzma.LZMAError, EOFError) as error:
        raise FileError(f"{path}: holds no font that can be used: {error}") from None
