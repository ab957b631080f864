"""Sheets → the bytes of a PDF: pages, what they use, and what a viewer shows around them."""

import zlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from pnp.export.pdf.content import ContentComposer
from pnp.export.pdf.document import Document, PdfName, PdfRef, PdfStream, Value
from pnp.export.pdf.fonts import font_objects
from pnp.export.pdf.images import image_objects
from pnp.export.pdf.resources import KINDS, Form, Needed, Opacity, find_needed
from pnp.export.pdf.shapes import pattern
from pnp.model.display import Gradient, PageArt, Raster
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Rect, Sheet

_MANY = 40  # pages that several threads deflate
_LEVEL = 3  # of compression: 6 makes files 10 % smaller and takes as long as everything else together


class PageStream(NamedTuple):
    stream: bytes  # deflated
    uses: frozenset[str]  # names of its resources


class Composed(NamedTuple):
    pages: list[PageStream]
    needed: Needed


def compose(sheets: Sequence[Sheet]) -> Composed:
    """Write all pages."""
    composer = ContentComposer()
    written = [composer.sheet(sheet) for sheet in sheets]
    needed = find_needed(composer.resources, [uses for _, uses in written])
    return Composed(_deflated([(content, uses.names) for content, uses in written]), needed)


def _deflated(pages: Sequence[tuple[str, Collection[str]]]) -> list[PageStream]:
    def deflated(page: tuple[str, Collection[str]]) -> PageStream:
        content, uses = page
        stream = zlib.compress(content.encode("latin-1"), _LEVEL)
        return PageStream(stream, frozenset([name for name in uses if name[0] in KINDS]))

    if len(pages) < _MANY:
        return [deflated(page) for page in pages]
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor() as threads:  # zlib lets other threads run
        return list(threads.map(deflated, pages))


_DUPLEX = {"one-sided": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


class Info(NamedTuple):
    """What the file says of itself."""

    title: str
    subject: str = ""
    language: str = ""
    printed: str = (
        ""  # how print dialogues begin: "one-sided", turned over the "long" or the "short" edge, or as they do
    )


def write_pdf(sheets: Sequence[Sheet], info: Info) -> bytes:
    """The same sheets make the same bytes, on any day and machine."""
    parts: list[bytes] = []
    write_pdf_to(parts.append, sheets, info)
    return b"".join(parts)


def write_pdf_to(write: Callable[[bytes], object], sheets: Sequence[Sheet], info: Info) -> None:
    """The same, part after part: bitmaps are read when their turn comes, and forgotten."""
    composed = compose(sheets)
    document = Document()
    known: dict[frozenset[str], PdfRef] = {}
    for number, (sheet, page) in enumerate(zip(sheets, composed.pages, strict=True)):
        if page.uses not in known:
            known[page.uses] = document.add(f"resources.{number}", _resources(page.uses))
        contents = document.add(f"contents.{number}", PdfStream({"Filter": PdfName("FlateDecode")}, page.stream))
        paper = Rect(0, 0, sheet.paper.w, sheet.paper.h)
        boxes = {"MediaBox": paper, "BleedBox": sheet.bleed or sheet.trim, "TrimBox": sheet.trim}
        found: dict[str, Value] = {name: _box(box, sheet.paper.h) for name, box in boxes.items()}
        document.page(_page_name(number), {**found, "Resources": known[page.uses], "Contents": contents})
    _add_resources(document, composed.needed)
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


def _page_name(number: int) -> str:
    return f"page.{number}"


def _box(rect: Rect, height: float) -> list[Value]:
    """Points, y upwards."""
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return [edge / MM_PER_POINT for edge in edges]


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
            document.add(name, _form(resource))
    for name, resource in ordered:
        if isinstance(resource, Gradient):
            document.add(name, pattern(resource))
    for name, resource in ordered:
        if isinstance(resource, Opacity):
            entries: dict[str, Value] = {"Type": PdfName("ExtGState"), "ca": resource.fill, "CA": resource.stroke}
            if resource.mask:
                entries["SMask"] = {"Type": PdfName("Mask"), "S": PdfName("Luminosity"), "G": PdfRef(resource.mask)}
            document.add(name, entries)
    if pages := {name: resource for name, resource in ordered if isinstance(resource, PageArt)}:
        _add_pages_of_others(document, pages)
    for name, resource in ordered:
        if isinstance(resource, Raster):
            document.add_later(name, partial(image_objects, name, resource))


def _add_pages_of_others(document: Document, pages: Mapping[str, PageArt]) -> None:
    from pnp.export.pdf.pages import copy_pages

    copied = copy_pages(pages)
    for name, what in copied.values.items():
        document.add(name, what)
    for name in copied.streams:
        document.add_later(name, partial(next, copied.contents))


def _form(form: Form) -> PdfStream:
    entries: dict[str, Value] = {
        "Type": PdfName("XObject"),
        "Subtype": PdfName("Form"),
        "BBox": form.box,
        "Resources": _resources(form.uses.names),
    }
    if form.isolated:
        group: dict[str, Value] = {"Type": PdfName("Group"), "S": PdfName("Transparency"), "I": True}
        entries["Group"] = group | ({"CS": PdfName("DeviceRGB")} if form.is_mask else {})
    return PdfStream(entries, form.content.encode("latin-1"))


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
            "Dest": [PdfRef(_page_name(number)), PdfName("Fit")],
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
