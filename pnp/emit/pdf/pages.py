"""Pages of others' PDFs → forms in ours: their operators, and all that these need, are copied as they are.

Nothing else is: no scripts, no links, no attachments, nothing that leads to another page or file.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.emit.pdf.document import PdfName, PdfRef, PdfStream, Value
from pnp.files.pdf import CANNOT_OPEN, NOWHERE, UnreadablePdf, inherited, opened_pdf, page_content
from pnp.files.writing import shown
from pnp.model.display import Matrix, PageArt
from pnp.model.problem import FileError

if TYPE_CHECKING:
    from pikepdf import Pdf

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


class CopiedPages(NamedTuple):
    """The forms by the names that pages have, and what they refer to."""

    values: dict[str, Value]
    streams: list[str]
    contents: Iterator[dict[str, PdfStream]]  # of each stream when its turn comes: they can be larger than memory


def copied_pages(pages: Mapping[str, PageArt]) -> CopiedPages:
    """Raises FileError, as do its contents."""
    ordered = sorted(pages.items(), key=lambda each: (str(each[1].path), each[1].number, each[0]))
    files = [_PagesOfFile(path, list(of_file)) for path, of_file in groupby(ordered, key=lambda each: each[1].path)]
    values: dict[str, Value] = {}
    for file in files:
        values |= file.values()
    streams = [name for file in files for name in file.streams]
    return CopiedPages(values, streams, chain.from_iterable(file.contents() for file in files))


class _PagesOfFile:
    """It is opened twice: to find what is copied, and to copy that, so that nobody need keep it open."""

    def __init__(self, path: Path, pages: Sequence[tuple[str, PageArt]]) -> None:
        self._path, self._pages, self._copier = path, pages, _Copier(pages[0][1].digest[:16])
        self.streams = [name for name, _ in pages]

    def values(self) -> dict[str, Value]:
        with self._opened() as pdf:
            pages = list(pdf.pages)  # to ask pikepdf for one page takes longer the more there are
            for _, art in self._pages:
                self._entries(pages[art.number - 1].obj, art)
            found = self._copier.values()
        self.streams += self._copier.streams
        return found

    def contents(self) -> Iterator[dict[str, PdfStream]]:
        with self._opened() as pdf:
            pages = list(pdf.pages)
            for name, art in self._pages:
                page = pages[art.number - 1].obj
                yield {name: PdfStream(self._entries(page, art), page_content(page))}
            for name, number in self._copier.streams.items():
                yield {name: self._copier.stream(pdf.get_object(number))}

    @contextmanager
    def _opened(self) -> Iterator["Pdf"]:
        try:
            with opened_pdf(self._path) as pdf:
                yield pdf
        except UnreadablePdf as error:
            raise FileError(f"{shown(self._path)}: {error}") from None

    def _entries(self, page: Any, art: PageArt) -> dict[str, Value]:
        entries: dict[str, Value] = {
            "Type": PdfName("XObject"),
            "Subtype": PdfName("Form"),
            "BBox": list(art.box),
            "Matrix": [f"{part:.10f}".encode() for part in upright(art)],
            "Resources": self._copier.resources(inherited(page, "/Resources")),
        }
        if (group := page.get("/Group")) is not None:
            entries["Group"] = self._copier.value(group)
        return entries


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
        self.streams: dict[str, tuple[int, int]] = {}  # the numbers of those that were found
        self._file = file
        self._waiting: deque[tuple[str, Any]] = deque()
        self._known: dict[tuple[int, int], str] = {}

    def resources(self, resources: Any) -> Value:
        return {} if resources is None else self._entries(resources, 0, _RESOURCES)

    def values(self) -> dict[str, Value]:
        """Of all that was referred to, and what that refers to; without streams, which are found on the way."""
        from pikepdf import Stream

        found: dict[str, Value] = {}
        while self._waiting:
            name, what = self._waiting.popleft()
            if not isinstance(what, Stream):
                found[name] = self._direct(what, 0)
            elif what.get("/Subtype") == "/PS":  # a program for printers
                found[name] = b"null"
            else:
                self.streams[name] = what.objgen
                self._stream_entries(what)
        return found

    def stream(self, what: Any) -> PdfStream:
        return PdfStream(self._stream_entries(what), what.read_raw_bytes())

    def _stream_entries(self, what: Any) -> dict[str, Value]:
        return self._entries(what, 0, set(what.keys()) - _OF_STREAMS)

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
