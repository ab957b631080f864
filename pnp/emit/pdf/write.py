"""Sheets → the bytes of a PDF: pages, what they use, and what a viewer shows around them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.emit.pdf.document import Document
from pnp.emit.pdf.fonts import font_objects
from pnp.emit.pdf.gradients import pattern
from pnp.emit.pdf.objects import Name, Ref, Stream, Value
from pnp.emit.pdf.pages import Pages, compose
from pnp.emit.pdf.pictures import image_objects
from pnp.emit.pdf.resources import KINDS, Form, Kit
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Rect, Sheet

_DUPLEX = {"one-sided": "Simplex", "long": "DuplexFlipLongEdge", "short": "DuplexFlipShortEdge"}


class About(NamedTuple):
    """What the file says of itself."""

    title: str
    subject: str = ""
    author: str = ""
    language: str = ""
    keywords: str = ""
    creator: str = "pnp"
    printed: str = (
        ""  # how print dialogues begin: "one-sided", or turned over the "long" or "short" edge; "": as they do
    )


def write_pdf(sheets: Sequence[Sheet], about: About) -> bytes:
    """The same sheets make the same bytes, on any day and machine."""
    composed = compose(sheets)
    document = Document()
    _add_pages(document, sheets, composed)
    _add_kit(document, composed.kit)
    return document.finish(_info(about), _catalog(document, sheets, about))


def _page_name(number: int) -> str:
    return f"page.{number}"


def _add_pages(document: Document, sheets: Sequence[Sheet], composed: Pages) -> None:
    known: dict[frozenset[str], Ref] = {}
    for number, (sheet, page) in enumerate(zip(sheets, composed.pages, strict=True)):
        if page.uses not in known:
            known[page.uses] = document.add(f"resources.{number}", _resources(page.uses))
        contents = document.add(f"contents.{number}", Stream({"Filter": Name("FlateDecode")}, page.stream))
        paper = Rect(0, 0, sheet.paper.w, sheet.paper.h)
        document.page(
            _page_name(number),
            {
                "MediaBox": _box(paper, sheet.paper.h),
                "BleedBox": _box(sheet.bleed or sheet.trim, sheet.paper.h),
                "TrimBox": _box(sheet.trim, sheet.paper.h),
                "Resources": known[page.uses],
                "Contents": contents,
            },
        )


def _box(rect: Rect, height: float) -> list[Value]:
    """Points, y upwards."""
    edges = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return [edge / MM_PER_POINT for edge in edges]


def _resources(uses: Iterable[str]) -> dict[str, Value]:
    kinds: dict[str, dict[str, Value]] = {}
    for name in sorted(uses):
        kinds.setdefault(KINDS[name[0]], {})[name] = Ref(name)
    return dict(kinds)


def _add_kit(document: Document, kit: Kit) -> None:
    """In the order of names, which isn't the order of use: that one depends on who wrote which page."""
    objects: dict[str, Value | Stream] = {}
    for name in sorted(kit.fonts):
        objects |= font_objects(name, kit.fonts[name])
    for name in sorted(kit.images):
        objects |= image_objects(name, kit.images[name])
    for name in sorted(kit.forms):
        objects[name] = _form(kit.forms[name])
    for name in sorted(kit.patterns):
        objects[name] = pattern(kit.patterns[name])
    for name in sorted(kit.states):
        objects[name] = {"Type": Name("ExtGState"), "ca": kit.states[name].fill, "CA": kit.states[name].stroke}
    for name, what in objects.items():
        document.add(name, what)


def _form(form: Form) -> Stream:
    entries: dict[str, Value] = {
        "Type": Name("XObject"),
        "Subtype": Name("Form"),
        "BBox": form.box,
        "Resources": _resources(form.uses),
    }
    if form.isolated:
        entries["Group"] = {"Type": Name("Group"), "S": Name("Transparency"), "I": True}
    return Stream(entries, form.content.encode("latin-1"))


def _info(about: About) -> dict[str, Value]:
    said = {
        "Title": about.title,
        "Subject": about.subject,
        "Author": about.author,
        "Keywords": about.keywords,
        "Creator": about.creator,
        "Producer": "pnp",
    }
    return {key: text for key, text in said.items() if text}


def _catalog(document: Document, sheets: Sequence[Sheet], about: About) -> dict[str, Value]:
    labels: list[Value] = []
    for number, sheet in enumerate(sheets):
        labels += [number, {"P": sheet.label}]
    preferences: dict[str, Value] = {"PrintScaling": Name("None"), "DisplayDocTitle": True}
    if about.printed:
        preferences["Duplex"] = Name(_DUPLEX[about.printed])
    catalog: dict[str, Value] = {"PageLabels": {"Nums": labels}, "ViewerPreferences": preferences}
    if about.language:
        catalog["Lang"] = about.language
    if entries := _outline(document, sheets):
        catalog |= {"Outlines": entries, "PageMode": Name("UseOutlines")}
    return catalog


def _outline(document: Document, sheets: Sequence[Sheet]) -> Ref | None:
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
            "Parent": Ref("outline"),
            "Dest": [Ref(_page_name(number)), Name("Fit")],
        }
        if i:
            entry["Prev"] = Ref(names[i - 1])
        if i + 1 < len(names):
            entry["Next"] = Ref(names[i + 1])
        document.add(names[i], entry)
    root: Mapping[str, Value] = {
        "Type": Name("Outlines"),
        "First": Ref(names[0]),
        "Last": Ref(names[-1]),
        "Count": len(names),
    }
    return document.add("outline", root)
