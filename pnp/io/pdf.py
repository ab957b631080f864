"""The one reader of existing PDFs, over pikepdf: a path → pages, their boxes, and what they draw, within limits."""

import logging
import warnings
from base64 import a85decode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Pdf, PdfError, Stream, StreamDecodeLevel

from pnp.io.digests import digest_file
from pnp.io.opening import open_input
from pnp.io.picture_data import InflateError, inflate
from pnp.model.display import Matrix, PageArt
from pnp.model.length import MM_PER_POINT
from pnp.model.problem import Code, Problem, code
from pnp.model.regex import regex
from pnp.model.span import Span

CANNOT_OPEN = code("PNP410", says="cannot be read: {why}")
LOCKED = CANNOT_OPEN.also("is locked: it opens only with a password")
BROKEN = CANNOT_OPEN.also("is broken: {why}")
NO_PDF = CANNOT_OPEN.also("is no PDF")
OVERFULL = CANNOT_OPEN.also("a page is larger than {most} MB when it is unpacked")
NO_PAGE = CANNOT_OPEN.also("has no page {number}: its last one is {last}")
PAGE_SIZE = CANNOT_OPEN.also("page {number} says nothing sensible about its size")

MOST_CONTENT = 64  # megabytes that a page draws, unpacked
_MOST_PACKED = 65_536  # bytes in LZW, for whose unpacking qpdf has no limit
_CHECKED = frozenset(("/FlateDecode", "/Fl", "/ASCII85Decode", "/A85"))  # in which qpdf overlooks damage
_BOUNDED = _CHECKED | {"/ASCIIHexDecode", "/AHx", "/RunLengthDecode", "/RL"}
_LZW = (["/LZWDecode"], ["/LZW"])
_DEEPEST = 100  # pages in groups of pages
_LONGEST = 120  # characters of what is wrong
_USUAL = (0.0, 0.0, 612.0, 792.0)  # the box of a page that has none
_LARGEST = 10_000.0  # mm
_AGAIN = regex(rb"(/x\d+ \d+ 0 R)((?: \1)+)")  # Cairo lists a picture as often as a page shows it
_MOST_REPAIRED = 256 << 20  # bytes of a file
_SILENT = logging.NullHandler()

PageBox = tuple[float, float, float, float]  # left, bottom, right, top, in units of the page


class UnreadablePdf(Exception):
    """What is wrong with a PDF, whose name `at` adds."""

    def __init__(self, what: Code, hint: str = "", **values: Any) -> None:
        self._problem = what.at(Span(""), hint=hint, **values)
        super().__init__(self._problem.message)

    def at(self, file: str) -> Problem:
        return self._problem._replace(span=Span(file))


@contextmanager
def open_pdf(path: Path) -> Iterator[Pdf]:
    """Open a PDF. Raises UnreadablePdf, also for what is found to be wrong while it is open."""
    most = MOST_CONTENT << 20
    pikepdf.settings.set_qpdf_limits(
        flate_max_memory=most, run_length_max_memory=most, png_max_memory=most, tiff_max_memory=most
    )
    try:
        with open_input(path) as file:
            if b"%PDF-" not in file.read(1024):
                raise UnreadablePdf(NO_PDF)
            file.seek(0)
            with _silence_pikepdf(), pikepdf.open(file, suppress_warnings=True) as pdf:
                if (repaired := _repair_cairo(pdf, file)) is None:
                    yield pdf
                    return
            with _silence_pikepdf(), pikepdf.open(BytesIO(repaired), suppress_warnings=True) as pdf:
                yield pdf
    except pikepdf.PasswordError:
        raise UnreadablePdf(LOCKED, "save it without a password") from None
    except OSError as error:
        raise UnreadablePdf(CANNOT_OPEN, why=(error.strerror or str(error)).lower()) from None
    except (PdfError, RuntimeError, ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        why = " ".join(str(error).split()).rpartition(": ")[2] or type(error).__name__
        raise UnreadablePdf(BROKEN, "copy or export it again", why=why[:_LONGEST]) from None


def _repair_cairo(pdf: Pdf, file: BinaryIO) -> bytes | None:
    """Drop the second to last mention of pictures that a page shows again and again from a file of Cairo's: qpdf gives
    up there, and such pages would be empty. Return None if there are none."""
    if not str(look_up(pdf.trailer, "/Info", "/Producer")).startswith("cairo"):
        return None
    file.seek(0)
    content = file.read(_MOST_REPAIRED)
    repaired = _AGAIN.sub(lambda found: found[1] + b" " * len(found[2]), content)  # nothing moves
    return repaired if repaired != content and len(content) < _MOST_REPAIRED else None


@contextmanager
def _silence_pikepdf() -> Iterator[None]:
    """Hide pikepdf's remarks about what it repairs: only what can't be printed is reported."""
    logger = logging.getLogger("pikepdf")
    logger.addHandler(_SILENT)
    logger.propagate = False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class PdfPage(NamedTuple):
    """A page while its file is open."""

    pdf: Pdf
    object: Any
    number: int  # from 1

    def find_inherited(self, key: str) -> Any:
        """Return an entry of the page, or of the closest group of pages around it that has one."""
        page = self.object
        for _ in range(_DEEPEST):
            if page is None or (found := page.get(key)) is not None:
                return None if page is None else found
            page = page.get("/Parent")
        return None

    def box(self, key: str) -> PageBox | None:
        """Return one of its boxes with its corners in order; None if there is none."""
        corners = self.find_inherited(key)
        values = read_numbers(corners) if isinstance(corners, Array) else []
        if len(values) != 4:
            return None
        (left, right), (bottom, top) = sorted(values[::2]), sorted(values[1::2])
        return (left, bottom, right, top) if right > left and top > bottom else None

    def art(self, path: Path, name: str, digest: str) -> PageArt:
        """Return the page as art: what its crop box shows of it, its rotation and its unit. Raises UnreadablePdf."""
        media = self.box("/MediaBox") or _USUAL
        crop = self.box("/CropBox") or media
        left, bottom = max(crop[0], media[0]), max(crop[1], media[1])
        right, top = min(crop[2], media[2]), min(crop[3], media[3])
        shown = (left, bottom, right, top) if right > left and top > bottom else media
        turn, unit = read_numbers((self.find_inherited("/Rotate") or 0, self.object.get("/UserUnit", 1)))
        quarters = int(turn) % 360 // 90 if abs(turn) < 1e6 else 0
        art = PageArt(name, path, self.number, shown, quarters * 90, unit * MM_PER_POINT, digest)
        if not (0.1 < art.w < _LARGEST and 0.1 < art.h < _LARGEST):
            raise UnreadablePdf(PAGE_SIZE, number=self.number)
        return art

    def read_content(self) -> bytes:
        """Return the operators of all its parts, one after the other. Raises UnreadablePdf."""
        contents = self.object.get("/Contents")
        parts, left = list[bytes](), MOST_CONTENT << 20
        for part in contents if isinstance(contents, Array) else (contents,):
            if isinstance(part, Stream):
                parts.append(read_stream(part, left))
                left -= len(parts[-1])
        return b"\n".join(parts)

    def parse(self, content: bytes, only: str = "") -> Sequence[Any]:
        """Return the instructions of a content stream; `only` names the operators that are wanted."""
        return pikepdf.parse_content_stream(Stream(self.pdf, content), only)


def list_pdf_pages(pdf: Pdf) -> list[PdfPage]:
    """Return all pages: asking pikepdf for a single one takes longer the more there are."""
    return [PdfPage(pdf, page.obj, number) for number, page in enumerate(pdf.pages, 1)]


def read_page(path: Path, number: int, name: str, shown: str) -> tuple[PageArt | None, list[Problem]]:
    """Return one page of a file as art; `shown` names the file in problems."""
    try:
        with open_pdf(path) as pdf:
            if not 1 <= number <= len(pdf.pages):
                raise UnreadablePdf(NO_PAGE, number=number, last=len(pdf.pages))
            page = PdfPage(pdf, pdf.pages[number - 1].obj, number)
            return page.art(path, name, digest_file(path).hex()), []
    except UnreadablePdf as error:
        return None, [error.at(shown)]


def read_stream(stream: Any, most: int) -> bytes:
    """Return a stream's content. Raises UnreadablePdf if it is longer, or can't be unpacked."""
    packed = stream.get("/Filter")
    filters = [] if packed is None else list(map(str, packed if isinstance(packed, Array) else (packed,)))
    try:
        if _CHECKED.issuperset(filters) and "/DecodeParms" not in stream:
            content: bytes = stream.read_raw_bytes()
            for name in filters:
                if name in ("/ASCII85Decode", "/A85"):
                    content = a85decode(content.strip().removeprefix(b"<~").partition(b"~")[0])
                else:
                    content = b"".join(inflate([content], most + 1))
        elif _BOUNDED.issuperset(filters) or (filters in _LZW and len(stream.read_raw_bytes()) <= _MOST_PACKED):
            content = bytes(stream.get_stream_buffer(StreamDecodeLevel.specialized))
        else:
            raise UnreadablePdf(CANNOT_OPEN, why=f"a page is packed as {' '.join(filters)}")
    except (PdfError, InflateError) as error:
        if "memory limit" in str(error):
            raise UnreadablePdf(OVERFULL, most=MOST_CONTENT) from None
        raise UnreadablePdf(BROKEN, "copy or export it again", why="what a page draws is damaged") from None
    if len(content) > most:
        raise UnreadablePdf(OVERFULL, most=MOST_CONTENT)
    return content


def look_up(what: Any, *keys: str) -> Any:
    """Follow keys from dictionary to dictionary; None if one of them has no such entry, or isn't a dictionary."""
    for key in keys:
        what = what.get(key) if isinstance(what, Dictionary | Stream) else None
    return what


def read_numbers(values: Any) -> list[float]:
    """Return what stands there as numbers: 0 for what isn't one."""
    found = []
    for value in values:
        try:
            found.append(float(value))
        except (TypeError, ValueError):
            found.append(0.0)
    return found


def upright_matrix(art: PageArt) -> Matrix:
    """Return the matrix from a page's own units to millimetres from its bottom left corner, as it is shown."""
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
