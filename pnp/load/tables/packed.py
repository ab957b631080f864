"""The bytes of an XLSX or ODS file → the parts of it that matter, within bounds, whatever it claims to hold."""

import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO
from zipfile import ZIP_STORED, BadZipFile, ZipFile, ZipInfo

_UNPACKED = 64 * 1024 * 1024  # bytes, of all parts together; a sheet of 600,000 cells has some 30 MB
_MEMBERS = 2_000
# What zipfile raises of damaged files: no end or wrong sums; places before the beginning and names that are no text
# (ValueError); places that can't be gone to; ways of packing that it doesn't know.
_DAMAGED = (BadZipFile, ValueError, OSError, NotImplementedError)
_PART_DAMAGED = (*_DAMAGED, zlib.error, EOFError, RuntimeError)  # the last: a part with a password of its own


class NoSpreadsheet(Exception):
    """The file isn't what its name says, or is damaged; the text says how."""


class TooLarge(Exception):
    """What unpacks to more than anybody wrote."""


class Packed:
    """Raises NoSpreadsheet, TooLarge, as all its methods do."""

    def __init__(self, data: bytes) -> None:
        self._left = _UNPACKED
        self._parts: dict[str, bytes] = {}
        try:
            self._zip = ZipFile(BytesIO(data))
            self._members = {_standard(info.filename): info for info in self._zip.infolist()}
        except _DAMAGED:
            raise NoSpreadsheet from None
        if len(self._members) > _MEMBERS:
            raise TooLarge

    @property
    def names(self) -> Iterable[str]:
        return self._members

    def part(self, name: str) -> bytes:
        """Empty where there is none."""
        name = _standard(name)
        if name not in self._parts:
            self._parts[name] = self._unpacked(self._members[name]) if name in self._members else b""
        return self._parts[name]

    def _unpacked(self, info: ZipInfo) -> bytes:
        """No more of it than there is room for, whatever size it says."""
        try:
            with self._zip.open(info) as file:
                content = file.read(self._left + 1)
        except _PART_DAMAGED:
            raise NoSpreadsheet from None
        self._left -= len(content)
        if self._left < 0:
            raise TooLarge
        return content

    def with_only(self, names: Mapping[str, str]) -> bytes:
        """A file of parts as they were read here, not packed again. `names`: what each is called there → here."""
        out = BytesIO()
        with ZipFile(out, "w", ZIP_STORED) as file:
            for called, name in names.items():
                if _standard(name) in self._members:
                    file.writestr(ZipInfo(called), self.part(name))
        return out.getvalue()


def _standard(name: str) -> str:
    """Some programs write other capitals, or Windows' way of paths: to all readers these are the same."""
    return name.replace("\\", "/").casefold()
