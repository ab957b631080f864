"""A font's file → why it can't be used, and what could be done about it: read from its tables, without opening it."""

import struct
from collections.abc import Mapping
from os import SEEK_END
from pathlib import Path
from typing import NamedTuple

from pnp.files.opening import open_input

_OUTLINES = {b"\0\1\0\0", b"true", b"OTTO"}
_OTHERS = {
    b"wOFF": ("is a web font (WOFF)", "use the font's .ttf or .otf"),
    b"wOF2": ("is a web font (WOFF2)", "use the font's .ttf or .otf"),
    b"%!PS": ("is a Type 1 font", "use the font's .ttf or .otf"),
    b"\x80\x01": ("is a Type 1 font", "use the font's .ttf or .otf"),
}
_NEEDED = ("cmap", "head", "hhea", "hmtx", "maxp")
_PICTURES = {"CBDT": "CBDT", "sbix": "sbix", "EBDT": "EBDT", "SVG ": "SVG"}
_MOST_FACES = 1000
_MOST_TABLES = 500
_HEAD = 1 << 16  # bytes that hold the directories of any font
_LICENCE_BITS = 0x000F  # of OS/2's fsType
_RESTRICTED, _NO_SUBSETS, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200


class Fault(NamedTuple):
    """Why a font can't be used, after its file's name; and advice."""

    message: str
    hint: str = ""


def font_fault(path: Path, number: int | None) -> Fault | None:
    """`number` is of the face in a collection, if one is asked for."""
    if path.suffix == ".py":
        return None
    try:
        with open_input(path) as file:
            start = file.read(_HEAD)
            size = file.seek(0, SEEK_END)
            offset = _offset(start, path.name, number)
            if isinstance(offset, Fault):
                return offset
            file.seek(offset)
            tables = _tables(file.read(_HEAD), size)
            if isinstance(tables, Fault):
                return tables
            at, length = tables.get("OS/2", (0, 0))
            file.seek(at)
            return _unprintable(tables) or _forbidden(file.read(length) if length < _HEAD else b"")
    except struct.error:
        return Fault("is cut off", "copy it once more")
    except OSError as error:
        return Fault(f"cannot be read: {error.strerror}")


def _offset(start: bytes, name: str, number: int | None) -> int | Fault:
    """Where the face's table directory begins."""
    for signature, reason in _OTHERS.items():
        if start.startswith(signature):
            return Fault(*reason)
    if start[:4] != b"ttcf":
        return 0 if start[:4] in _OUTLINES else Fault("is no font", "fonts are TrueType or OpenType: .ttf, .otf, .ttc")
    (count,) = struct.unpack_from(">L", start, 8)
    if not 0 < count <= _MOST_FACES:
        return Fault("is no font: a collection of nothing")
    which = f"{name}#0 is the first" + (f", {name}#{count - 1} the last" if count > 1 else "")
    if number is None:
        return Fault(f"is a collection of {count} fonts: which?", which)
    if number >= count:
        return Fault(f"has no font {number}: it is a collection of {count}", which)
    (offset,) = struct.unpack_from(">L", start, 12 + 4 * number)
    return int(offset)


def _tables(directory: bytes, size: int) -> Mapping[str, tuple[int, int]] | Fault:
    """Where each table is and how long."""
    damaged = Fault("is damaged", "copy it once more")
    if directory[:4] not in _OUTLINES:
        return damaged
    (count,) = struct.unpack_from(">H", directory, 4)
    if count > _MOST_TABLES:
        return damaged
    tables: dict[str, tuple[int, int]] = {}
    for n in range(count):
        tag, _, offset, length = struct.unpack_from(">4sLLL", directory, 12 + 16 * n)
        if not (tag.isascii() and tag.decode("ascii").isprintable()):
            return damaged
        if offset + length > size:
            return Fault("is cut off", "copy it once more")
        tables[tag.decode("ascii")] = offset, length
    return tables


def _unprintable(tables: Mapping[str, object]) -> Fault | None:
    if "CFF2" in tables:
        return Fault("is a variable font with CFF2 outlines", "use its static fonts, or a variable .ttf")
    if not ("CFF " in tables or ("glyf" in tables and "loca" in tables)):
        pictures = [name for tag, name in _PICTURES.items() if tag in tables]
        if pictures:
            hint = "use a font with outlines; single pictures can be icons"
            return Fault(f"has only pictures ({', '.join(pictures)}), no outlines", hint)
        return Fault("is damaged: it has no outlines", "copy it once more")
    missing = [tag for tag in _NEEDED if tag not in tables]
    return Fault(f"is damaged: it has no table {missing[0]}", "copy it once more") if missing else None


def _forbidden(os2: bytes) -> Fault | None:
    """What the font's own licence bits say of files that hold it."""
    if len(os2) < 10:
        return None
    (bits,) = struct.unpack_from(">H", os2, 8)
    ask = "ask whoever made it, or use another font"
    if bits & _LICENCE_BITS == _RESTRICTED:
        return Fault("may not be put into PDF files: its licence is restricted", ask)
    if bits & _BITMAPS_ONLY:
        return Fault("may not be put into PDF files: its licence allows bitmaps only", ask)
    if bits & _NO_SUBSETS:
        return Fault("may only be put into PDF files as a whole, which pnp doesn't do", ask)
    return None
