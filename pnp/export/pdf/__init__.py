"""Sheets → a PDF file for the printer: pages, what they use, and what a viewer shows around them.

reportlab writes the file; its private document objects are touched by `Document` alone. Its canvas isn't used: it would
write an unembedded Helvetica into every page and cost most of the time.
"""

import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import md5
from types import ModuleType
from typing import Any, NamedTuple

from pnp.export.pdf.content import ContentComposer
from pnp.export.pdf.operators import Operators, pattern
from pnp.export.pdf.resources import KINDS, Form, Needed, Opacity, PdfName, PdfRef, PdfStream, Value, font_objects
from pnp.model.display import Gradient, PageArt, Raster
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Rect, Sheet

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

    def add_later(self, name: str, make: "partial[Any]") -> None:
        """Made when its turn to be written comes, in the order in which they are added, and forgotten then: the object
        of that name, and others that it refers to, which are written next."""
        self._file.Reference(make, name)

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
        if isinstance(what, partial):
            made = dict(what())
            own = made.pop(name)
            for other, value in made.items():
                self.add(other, value)
            assert isinstance(own, PdfStream)
            what = self._stream(own)
        if isinstance(what, _Stream):  # its bytes, which can be many, as they are
            before = b"%d 0 obj\n%b\nstream\n" % (number, self._bytes(what.dictionary))
            file.idToOffset[name] = to.add(before, what.data, b"\nendstream\nendobj\n")
            file.idToObject[name] = None
        else:
            what = what if isinstance(what, self._objects.PDFObject) else self._bytes(what)
            file.idToOffset[name] = to.add(self._objects.PDFIndirectObject(name, what).format(file))

    def _stream(self, stream: PdfStream) -> _Stream:
        entries, data = dict(stream.entries), stream.data
        if "Filter" not in entries:
            entries["Filter"], data = PdfName("FlateDecode"), zlib.compress(data)
        self._file.updateSignature(stream.digest.encode() or data)
        return _Stream({**entries, "Length": len(data)}, data)

    def _numbered(self, value: Value) -> Any:
        """Return a value of what reportlab writes itself, which makes dictionaries there objects with a number."""
        if isinstance(value, Mapping):
            return self._objects.PDFDictionary({key: self._bytes(item) for key, item in value.items()})
        return self._bytes(value)

    def _bytes(self, value: Value) -> bytes:
        return self._text(value).encode("latin-1")

    def _text(self, value: Value) -> str:
        """Write a text as Latin-1 where that holds it, as UTF-16 elsewhere."""
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


_MANY = 40  # pages that several threads deflate
_LEVEL = 3  # of compression: 6 makes files 10 % smaller and takes as long as everything else together


class PageStream(NamedTuple):
    stream: bytes  # deflated
    uses: frozenset[str]  # names of its resources


def compose(sheets: Sequence[Sheet]) -> tuple[list[PageStream], Needed]:
    """Write all pages, and return them with what they need."""
    composer = ContentComposer()
    written = [composer.sheet(sheet) for sheet in sheets]
    needed = composer.resources.find_needed([uses for _, uses in written])

    def deflate(page: Operators) -> PageStream:
        stream = zlib.compress(page.content.encode("latin-1"), _LEVEL)
        return PageStream(stream, frozenset([name for name in page.uses.names if name[0] in KINDS]))

    if len(written) < _MANY:
        return [deflate(page) for page in written], needed
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor() as threads:  # zlib lets other threads run
        return list(threads.map(deflate, written)), needed


_DUPLEX = {"one-sided": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


class Info(NamedTuple):
    """What the file says of itself."""

    title: str
    subject: str = ""
    language: str = ""
    printed: str = ""  # print dialogues begin "one-sided", turned over the "long" or "short" edge, or as they do


def write_pdf(sheets: Sequence[Sheet], info: Info) -> bytes:
    """Write sheets as a PDF: the same sheets make the same bytes, on any day and machine."""
    parts: list[bytes] = []
    write_pdf_to(parts.append, sheets, info)
    return b"".join(parts)


def write_pdf_to(write: Callable[[bytes], object], sheets: Sequence[Sheet], info: Info) -> None:
    """Write sheets as a PDF part after part: bitmaps are read when their turn comes, and forgotten."""
    pages, needed = compose(sheets)
    document = Document()
    known: dict[frozenset[str], PdfRef] = {}
    for number, (sheet, page) in enumerate(zip(sheets, pages, strict=True)):
        if page.uses not in known:
            known[page.uses] = document.add(f"resources.{number}", _resources(page.uses))
        contents = document.add(f"contents.{number}", PdfStream({"Filter": PdfName("FlateDecode")}, page.stream))
        paper = Rect(0, 0, sheet.paper.w, sheet.paper.h)
        boxes = {"MediaBox": paper, "BleedBox": sheet.bleed or sheet.trim, "TrimBox": sheet.trim}
        found: dict[str, Value] = {}
        for name, box in boxes.items():  # in points, y upwards
            edges = (box.x, sheet.paper.h - box.bottom, box.right, sheet.paper.h - box.y)
            found[name] = [edge / MM_PER_POINT for edge in edges]
        document.page(f"page.{number}", {**found, "Resources": known[page.uses], "Contents": contents})
    _add_resources(document, needed)
    said = {"Title": info.title, "Subject": info.subject, "Creator": "pnp", "Producer": "pnp"}
    labels: list[Value] = []
    for number, sheet in enumerate(sheets):
        labels += [number, {"P": sheet.label}]
    preferences: dict[str, Value] = {"PrintScaling": PdfName("None"), "DisplayDocTitle": True}
    if info.printed:
        preferences["Duplex"] = PdfName(_DUPLEX[info.printed])
    catalog: dict[str, Value] = {"PageLabels": {"Nums": labels}, "ViewerPreferences": preferences}
    if info.language:
        catalog["Lang"] = info.language
    if entries := _outline(document, sheets):
        catalog |= {"Outlines": entries, "PageMode": PdfName("UseOutlines")}
    document.finish({key: text for key, text in said.items() if text}, catalog, write)


def _resources(uses: Iterable[str]) -> dict[str, Value]:
    kinds: dict[str, dict[str, Value]] = {}
    for name in sorted(name for name in uses if name[0] in KINDS):
        kinds.setdefault(KINDS[name[0]], {})[name] = PdfRef(name)
    return dict(kinds)


def _add_resources(document: Document, needed: Needed) -> None:
    """In the order of names, which isn't the order of use: that one depends on who wrote which face."""
    for name in sorted(needed.fonts):
        for each, what in font_objects(name, needed.fonts[name]).items():
            document.add(each, what)
    ordered = sorted(needed.resources.items())
    for name, resource in ordered:
        if isinstance(resource, Form):
            entries: dict[str, Value] = {
                "Type": PdfName("XObject"),
                "Subtype": PdfName("Form"),
                "BBox": resource.box,
                "Resources": _resources(resource.uses.names),
            }
            if resource.isolated:
                group: dict[str, Value] = {"Type": PdfName("Group"), "S": PdfName("Transparency"), "I": True}
                entries["Group"] = group | ({"CS": PdfName("DeviceRGB")} if resource.is_mask else {})
            document.add(name, PdfStream(entries, resource.content.encode("latin-1")))
    for name, resource in ordered:
        if isinstance(resource, Gradient):
            document.add(name, pattern(resource))
    for name, resource in ordered:
        if isinstance(resource, Opacity):
            state: dict[str, Value] = {"Type": PdfName("ExtGState"), "ca": resource.fill, "CA": resource.stroke}
            if resource.mask:
                state["SMask"] = {"Type": PdfName("Mask"), "S": PdfName("Luminosity"), "G": PdfRef(resource.mask)}
            document.add(name, state)
    pages = {name: resource for name, resource in ordered if isinstance(resource, PageArt)}
    rasters = [(name, resource) for name, resource in ordered if isinstance(resource, Raster)]
    if not (pages or rasters):
        return
    from pnp.export.pdf import art

    if pages:
        values, streams, contents = art.copy_pages(pages)
        for name, what in values.items():
            document.add(name, what)
        for name in streams:
            document.add_later(name, partial(next, contents))
    for name, raster in rasters:
        document.add_later(name, partial(art.image_objects, name, raster))


def _outline(document: Document, sheets: Sequence[Sheet]) -> PdfRef | None:
    """One entry for each component, leading to its first page."""
    first: dict[str, int] = {}
    for number, sheet in enumerate(sheets):
        first.setdefault(sheet.component, number)
    pages = list(first.values())
    if not pages:
        return None
    names = [f"outline.{number}" for number in pages]
    for i, number in enumerate(pages):
        entry: dict[str, Value] = {
            "Title": sheets[number].title,
            "Parent": PdfRef("outline"),
            "Dest": [PdfRef(f"page.{number}"), PdfName("Fit")],
        }
        if i:
            entry["Prev"] = PdfRef(names[i - 1])
        if i + 1 < len(names):
            entry["Next"] = PdfRef(names[i + 1])
        document.add(names[i], entry)
    root: Mapping[str, Value] = {
        "Type": PdfName("Outlines"),
        "First": PdfRef(names[0]),
        "Last": PdfRef(names[-1]),
        "Count": len(names),
    }
    return document.add("outline", root)
