"""Plain objects → the bytes of a PDF file, by reportlab. Nobody else touches its private document objects.

Its canvas isn't used: it would write an unembedded Helvetica into every page and cost most of the time.
"""

import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import md5
from types import ModuleType
from typing import Any, NamedTuple, Union


class PdfName(str):
    """`/Name`."""

    __slots__ = ()


class PdfRef(str):
    """A reference to the object that goes by this name in the document."""

    __slots__ = ()


Value = Union[bool, int, float, str, bytes, PdfName, PdfRef, Sequence["Value"], Mapping[str, "Value"]]  # noqa: UP007
"""Bytes are what somebody has written in PDF's own words already."""


class PdfStream(NamedTuple):
    """Bytes with a dictionary; compressed when written unless it names the filter they have been through."""

    entries: Mapping[str, Value]
    data: bytes
    digest: str = ""  # of what the bytes were made of, where that is known: quicker than one of them


_VERSION = (1, 7)
_OWN_CHANGES = ("reportlab_mods", "reportlab_settings")  # modules, or files at home


def make_ready() -> Any:
    """Import reportlab's document objects, which takes longer than writing many a file: not before it has to be.

    A quarter of that is Pillow, which reportlab wants for images of its own alone and does without if there is none.
    Nor does it get to see a user's own changes to it, which it looks for at home and would run: files are the same
    everywhere.
    """
    for name in _OWN_CHANGES:
        sys.modules.setdefault(name, ModuleType(name))
    hides_pillow = "PIL" not in sys.modules
    if hides_pillow:
        sys.modules["PIL"] = nothing = ModuleType("PIL")
        nothing.Image = None  # type: ignore[attr-defined]
    try:
        from reportlab.pdfbase import pdfdoc
    finally:
        if hides_pillow:
            del sys.modules["PIL"]
    return pdfdoc


class _Stream(NamedTuple):
    dictionary: Mapping[str, Value]
    data: bytes


class _WrittenLater(NamedTuple):
    make: Callable[[], Mapping[str, Value | PdfStream]]


class _Outgoing:
    """Bytes that are on their way, and where they begin."""

    def __init__(self, write: Callable[[bytes], object]) -> None:
        self._write, self._end = write, 0

    def add(self, *parts: bytes) -> int:
        start = self._end
        for part in parts:
            self._write(part)
            self._end += len(part)
        return start


class Document:
    """Objects under names that references may use before and after they are added."""

    def __init__(self) -> None:
        self._objects = make_ready()
        self._file = self._objects.PDFDocument(invariant=1, compression=0, pdfVersion=_VERSION)
        self._file.signature = md5(usedforsecurity=False)  # its own starts with a date
        self._file.Catalog.Outlines = None  # its own would want a canvas
        self._parent = PdfRef(self._file.Reference(self._file.Pages).name)
        self._name, self._number = lru_cache(self._objects.PDFName), lru_cache(self._objects.fp_str)

    def add(self, name: str, what: Value | PdfStream) -> PdfRef:
        self._file.Reference(self._stream(what) if isinstance(what, PdfStream) else what, name)
        return PdfRef(name)

    def add_later(self, name: str, make: Callable[[], Mapping[str, Value | PdfStream]]) -> None:
        """Made when its turn to be written comes, in the order in which they are added, and forgotten then: the object
        of that name, and others that it refers to, which are written next."""
        self._file.Reference(_WrittenLater(make), name)

    def page(self, name: str, entries: Mapping[str, Value]) -> None:
        page = {"Type": PdfName("Page"), **entries, "Parent": self._parent}
        self._file.Pages.addPage(self._file.Reference(page, name))

    def finish(self, info: Mapping[str, Value], catalog: Mapping[str, Value], write: Callable[[bytes], object]) -> None:
        """Object after object, as reportlab does it, but that none is kept."""
        file, objects = self._file, self._objects
        file.info = self._numbered(info)
        for key, value in catalog.items():
            setattr(file.Catalog, key, self._numbered(value))
        file.encrypt.prepare(file)
        root, about = file.Reference(file.Catalog), file.Reference(file.info)
        written, number = _Outgoing(write), 0
        for part in objects.PDFFile(file._pdfVersion).strings:
            written.add(part)
        while (number := number + 1) in file.numberToId:
            known = len(file.numberToId)
            self._write(number, written)
            for added in range(known + 1, len(file.numberToId) + 1):  # by what has been made now: not kept, either
                self._write(added, written)
        table = objects.PDFCrossReferenceTable()
        table.addsection(0, list(file.numberToId.values()))
        start = written.add(table.format(file))
        trailer = objects.PDFTrailer(startxref=start, Size=number, Root=root, Info=about, ID=file.ID())
        written.add(trailer.format(file))

    def _write(self, number: int, to: _Outgoing) -> None:
        file, name = self._file, self._file.numberToId[number]
        if name in file.idToOffset:
            return
        what = file.idToObject[name]
        if isinstance(what, _WrittenLater):
            what = self._made(name, what)
        if isinstance(what, _Stream):  # its bytes, which can be many, as they are
            before = b"%d 0 obj\n%b\nstream\n" % (number, self._bytes(what.dictionary))
            file.idToOffset[name] = to.add(before, what.data, b"\nendstream\nendobj\n")
            file.idToObject[name] = None
        else:
            what = what if isinstance(what, self._objects.PDFObject) else self._bytes(what)
            file.idToOffset[name] = to.add(self._objects.PDFIndirectObject(name, what).format(file))

    def _made(self, name: str, later: _WrittenLater) -> _Stream:
        objects = dict(later.make())
        own = objects.pop(name)
        for other, what in objects.items():
            self.add(other, what)
        assert isinstance(own, PdfStream)
        return self._stream(own)

    def _stream(self, stream: PdfStream) -> _Stream:
        entries, data = dict(stream.entries), stream.data
        if "Filter" not in entries:
            entries["Filter"], data = PdfName("FlateDecode"), zlib.compress(data)
        self._file.updateSignature(stream.digest.encode() or data)
        return _Stream({**entries, "Length": len(data)}, data)

    def _numbered(self, value: Value) -> Any:
        """A value of what reportlab writes itself, which makes dictionaries there objects with a number."""
        if isinstance(value, Mapping):
            return self._objects.PDFDictionary({key: self._bytes(item) for key, item in value.items()})
        return self._bytes(value)

    def _bytes(self, value: Value) -> bytes:
        return self._text(value).encode("latin-1")

    def _text(self, value: Value) -> str:
        """As reportlab would write it, in rows as long as its own."""
        match value:
            case PdfName():
                text: str = self._name(value)
            case PdfRef():
                text = f"{self._file.idToObjectNumberAndVersion[value][0]} 0 R"
            case str():
                text = self._objects.PDFString(value).format(self._file).decode("latin-1")
            case bytes():
                text = value.decode("latin-1")
            case bool():
                text = "true" if value else "false"
            case float() | int():
                text = self._number(value)
            case dict() | Mapping():
                entries = [f"{self._name(key)} {self._text(value[key])}" for key in sorted(value)]
                text = f"<<\n{_in_rows(entries, 6)}\n>>"
            case _:
                text = f"[ {_in_rows([self._text(item) for item in value], 10)} ]"
        return text


def _in_rows(texts: Sequence[str], length: int) -> str:
    return " \n  ".join([" ".join(texts[at : at + length]) for at in range(0, len(texts), length)])
