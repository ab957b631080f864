"""Pages of others' PDFs → forms in ours: their operators, and all that these need, are copied as they are.

Nothing else is: no scripts, no links, no attachments, nothing that leads to another page or file.
"""

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from typing import Any

from pnp.emit.pdf.document import PdfName, PdfRef, PdfStream, Value
from pnp.files.pdf import CANNOT_OPEN, NOWHERE, UnreadablePdf, inherited, opened_pdf, page_content
from pnp.files.writing import shown
from pnp.model.display import Matrix, PageArt
from pnp.model.problem import FileError

_LEFT_OUT = frozenset(
    (
        *("/Metadata", "/PieceInfo", "/LastModified", "/StructParents", "/StructParent", "/OPI", "/AA", "/A", "/JS"),
        *("/Ref", "/JavaScript", "/Names", "/Annots", "/Parent", "/Alternates", "/PS", "/Thumb", "/Measure"),
    )
)
_OF_STREAMS = frozenset(("/Length", "/F", "/FFilter", "/FDecodeParms"))  # that others say, or that lead to other files
_RESOURCES = ("/ExtGState", "/ColorSpace", "/Pattern", "/Shading", "/XObject", "/Font", "/Properties")
_MOST_OBJECTS = 200_000
_DEEPEST = 100
_ESCAPED = re.compile(r"#([0-9A-Fa-f]{2})")


def page_objects(pages: Mapping[str, PageArt]) -> dict[str, Value | PdfStream]:
    """The forms by the names that pages have, and what they refer to. Raises FileError."""
    found: dict[str, Value | PdfStream] = {}
    ordered = sorted(pages.items(), key=lambda each: (str(each[1].path), each[1].number, each[0]))
    for path, of_file in groupby(ordered, key=lambda each: each[1].path):
        try:
            found |= _of_file(path, list(of_file))
        except UnreadablePdf as error:
            raise FileError(f"{shown(path)}: {error}") from None
    return found


def _of_file(path: Path, pages: Sequence[tuple[str, PageArt]]) -> dict[str, Value | PdfStream]:
    found: dict[str, Value | PdfStream] = {}
    with opened_pdf(path) as pdf:
        copier = _Copier(pages[0][1].digest[:16])
        for name, art in pages:
            found[name] = _form(pdf.pages[art.number - 1].obj, art, copier)
        return found | copier.objects()


def _form(page: Any, art: PageArt, copier: "_Copier") -> PdfStream:
    entries: dict[str, Value] = {
        "Type": PdfName("XObject"),
        "Subtype": PdfName("Form"),
        "BBox": list(art.box),
        "Matrix": [f"{part:.10f}".encode() for part in upright(art)],
        "Resources": copier.resources(inherited(page, "/Resources")),
    }
    if (group := page.get("/Group")) is not None:
        entries["Group"] = copier.value(group)
    return PdfStream(entries, page_content(page))


def upright(art: PageArt) -> Matrix:
    """From the page's own units to millimetres from its bottom left corner, as it is shown."""
    left, bottom, right, top = art.box
    unit = art.unit
    match art.turn % 360:
        case 90:
            return 0.0, -unit, unit, 0.0, -bottom * unit, right * unit
        case 180:
            return -unit, 0.0, 0.0, -unit, right * unit, top * unit
        case 270:
            return 0.0, unit, -unit, 0.0, top * unit, -left * unit
        case _:
            return unit, 0.0, 0.0, unit, -left * unit, -bottom * unit


class _Copier:
    """Objects of one file, each under a name of its own."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._waiting: deque[tuple[str, Any]] = deque()
        self._known: dict[tuple[int, int], str] = {}

    def resources(self, resources: Any) -> Value:
        return {} if resources is None else self._entries(resources, 0, _RESOURCES)

    def objects(self) -> dict[str, Value | PdfStream]:
        """All that was referred to, and what that refers to."""
        found: dict[str, Value | PdfStream] = {}
        while self._waiting:
            name, what = self._waiting.popleft()
            found[name] = self._object(what)
        return found

    def value(self, what: Any, depth: int = 0) -> Value:
        """A reference, where it is an object of its own."""
        if not getattr(what, "is_indirect", False):
            return self._direct(what, depth)
        number = what.objgen
        if number not in self._known:
            if len(self._known) > _MOST_OBJECTS:
                why = f"a page consists of more than {_MOST_OBJECTS:,} objects"
                raise UnreadablePdf(CANNOT_OPEN.at(NOWHERE, why=why))
            name = self._known[number] = f"{self._file}.{number[0]}.{number[1]}"
            self._waiting.append((name, what))
        return PdfRef(self._known[number])

    def _object(self, what: Any) -> Value | PdfStream:
        from pikepdf import Stream

        if not isinstance(what, Stream):
            return self._direct(what, 0)
        if what.get("/Subtype") == "/PS":  # a program for printers
            return b"null"
        entries = self._entries(what, 0, set(what.keys()) - _OF_STREAMS)
        return PdfStream(entries, what.read_raw_bytes())

    def _direct(self, what: Any, depth: int) -> Value:
        from pikepdf import Array, Dictionary

        if depth > _DEEPEST:
            raise UnreadablePdf(CANNOT_OPEN.at(NOWHERE, why="its objects are nested too deeply"))
        if isinstance(what, Array):
            return [self.value(each, depth + 1) for each in what]
        if isinstance(what, Dictionary):
            return self._entries(what, depth, what.keys())
        if what is None:
            return b"null"
        if isinstance(what, bool):
            return what
        if isinstance(what, int | Decimal):
            return f"{what:f}".encode() if isinstance(what, Decimal) else str(what).encode()
        return bytes(what.unparse())

    def _entries(self, of: Any, depth: int, keys: Iterable[str]) -> dict[str, Value]:
        unwanted = _LEFT_OUT if "/Type" in of or "/Subtype" in of else ()  # else keys may be names that somebody gave
        wanted = sorted(key for key in keys if key in of and key not in unwanted)
        return {_plain(key): self.value(of[key], depth + 1) for key in wanted}


def _plain(key: str) -> str:
    """A name's bytes, which the document escapes again."""
    from pikepdf import Name

    written = Name(key).unparse().decode("ascii")
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), written[1:])
