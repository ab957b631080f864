"""Sheets → the bytes of a PDF: pages, what they use, and what a viewer shows around them.

Pages are composed in two halves at once where that pays: that is pure work, and the same either way.
"""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple, Protocol, TypeVar

from pnp.emit.pdf.content import ContentComposer
from pnp.emit.pdf.document import Document, PdfName, PdfRef, PdfStream, Value, is_ready, make_ready
from pnp.emit.pdf.fonts import font_objects
from pnp.emit.pdf.operators import pattern
from pnp.emit.pdf.resources import KINDS, Form, Kit, Settled, image_objects
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Rect, Sheet

S = TypeVar("S")
T = TypeVar("T")

_LOOK = 0.012  # seconds of composing that tell how long all of it will take
_WORTH_TWO = 0.06  # seconds that the rest takes
_READY = 0.012  # seconds that importing reportlab takes, which only the first half does
_LEVEL = 3  # of compression: 6 makes files 10 % smaller and takes as long as everything else together


class Both(Protocol):
    """Does two pieces of work at once, the second perhaps in another process, and has the results of both."""

    def __call__(self, here: Callable[[], S], there: Callable[[], T]) -> tuple[S, T]: ...


class PageStream(NamedTuple):
    stream: bytes  # deflated
    uses: frozenset[str]  # names in the kit


class Composed(NamedTuple):
    pages: list[PageStream]
    kit: Kit


def compose(sheets: Sequence[Sheet], both: Both | None = None) -> Composed:
    """All pages: the same whether or not they were composed in two halves."""
    composed = _composed(sheets, {}, both)
    if disputed := composed.kit.disputed():
        composed = _composed(sheets, disputed, both)
    return composed


def _composed(sheets: Sequence[Sheet], settled: Settled, both: Both | None) -> Composed:
    """`settled` says what a glyph stands for if it stands for several texts among all sheets."""
    composer = ContentComposer(settled)
    began = perf_counter()
    pages: list[PageStream] = []
    for sheet in sheets:
        pages.append(_page(composer, sheet))
        if both and (taken := perf_counter() - began) > _LOOK:
            return Composed([*pages, *_rest(composer, sheets[len(pages) :], taken / len(pages), both)], composer.kit)
    return Composed(pages, composer.kit)


def _rest(composer: ContentComposer, sheets: Sequence[Sheet], seconds: float, both: Both) -> list[PageStream]:
    """In two halves, if it is worth it; each takes about so many seconds."""
    if len(sheets) * seconds < _WORTH_TWO:
        return [_page(composer, sheet) for sheet in sheets]
    ahead = 0 if is_ready() else _READY / seconds
    share = max(round((len(sheets) - ahead) / 2), 0)

    def work_here() -> list[PageStream]:
        make_ready()
        return [_page(composer, sheet) for sheet in sheets[:share]]

    def work_there() -> Composed:
        return Composed([_page(composer, sheet) for sheet in sheets[share:]], composer.kit)

    here, there = both(work_here, work_there)
    composer.kit.add(there.kit)
    return here + there.pages


def _page(composer: ContentComposer, sheet: Sheet) -> PageStream:
    written = composer.sheet(sheet)
    return PageStream(zlib.compress(written.content.encode("latin-1"), _LEVEL), written.uses)


_DUPLEX = {"one-sided": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


class Info(NamedTuple):
    """What the file says of itself."""

    title: str
    subject: str = ""
    language: str = ""
    printed: str = (
        ""  # how print dialogues begin: "one-sided", turned over the "long" or the "short" edge, or as they do
    )


def write_pdf(sheets: Sequence[Sheet], info: Info, both: Both | None = None) -> bytes:
    """The same sheets make the same bytes, on any day and machine. `both` does two pieces of work at once."""
    composed = compose(sheets, both)
    document = Document()
    _add_pages(document, sheets, composed)
    _add_kit(document, composed.kit)
    return document.finish(_info(info), _catalog(document, sheets, info))


def _page_name(number: int) -> str:
    return f"page.{number}"


def _add_pages(document: Document, sheets: Sequence[Sheet], composed: Composed) -> None:
    known: dict[frozenset[str], PdfRef] = {}
    for number, (sheet, page) in enumerate(zip(sheets, composed.pages, strict=True)):
        if page.uses not in known:
            known[page.uses] = document.add(f"resources.{number}", _resources(page.uses))
        contents = document.add(f"contents.{number}", PdfStream({"Filter": PdfName("FlateDecode")}, page.stream))
        paper = Rect(0, 0, sheet.paper.w, sheet.paper.h)
        boxes = {"MediaBox": paper, "BleedBox": sheet.bleed or sheet.trim, "TrimBox": sheet.trim}
        found: dict[str, Value] = {name: _box(box, sheet.paper.h) for name, box in boxes.items()}
        document.page(_page_name(number), {**found, "Resources": known[page.uses], "Contents": contents})


def _box(rect: Rect, height: float) -> list[Value]:
    """Points, y upwards."""
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return [edge / MM_PER_POINT for edge in edges]


def _resources(uses: Iterable[str]) -> dict[str, Value]:
    kinds: dict[str, dict[str, Value]] = {}
    for name in sorted(uses):
        kinds.setdefault(KINDS[name[0]], {})[name] = PdfRef(name)
    return dict(kinds)


def _add_kit(document: Document, kit: Kit) -> None:
    """In the order of names, which isn't the order of use: that one depends on who wrote which page."""
    objects: dict[str, Value | PdfStream] = {}
    for name in sorted(kit.fonts):
        objects |= font_objects(name, kit.fonts[name])
    for name in sorted(kit.images):
        objects |= image_objects(name, kit.images[name])
    for name in sorted(kit.forms):
        objects[name] = _form(kit.forms[name])
    for name in sorted(kit.patterns):
        objects[name] = pattern(kit.patterns[name])
    for name in sorted(kit.states):
        objects[name] = {"Type": PdfName("ExtGState"), "ca": kit.states[name].fill, "CA": kit.states[name].stroke}
    for name, what in objects.items():
        document.add(name, what)


def _form(form: Form) -> PdfStream:
    entries: dict[str, Value] = {
        "Type": PdfName("XObject"),
        "Subtype": PdfName("Form"),
        "BBox": form.box,
        "Resources": _resources(form.uses),
    }
    if form.isolated:
        entries["Group"] = {"Type": PdfName("Group"), "S": PdfName("Transparency"), "I": True}
    return PdfStream(entries, form.content.encode("latin-1"))


def _info(info: Info) -> dict[str, Value]:
    said = {"Title": info.title, "Subject": info.subject, "Creator": "pnp", "Producer": "pnp"}
    return {key: text for key, text in said.items() if text}


def _catalog(document: Document, sheets: Sequence[Sheet], info: Info) -> dict[str, Value]:
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
    return catalog


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
