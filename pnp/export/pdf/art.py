"""Pictures and pages of other PDFs → objects: as they are where PDF has them so; pixels otherwise decoded.

Of pages their operators, and all that these need, are copied, and nothing else: no scripts, no links, no attachments,
nothing that leads to another page or file.
"""

import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import Decimal
from io import BytesIO
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.export.pdf.resources import PdfName, PdfRef, PdfStream, Value
from pnp.io.opening import read_input
from pnp.io.pdf import CANNOT_OPEN, PdfPage, UnreadablePdf, list_pdf_pages, open_pdf, upright_matrix
from pnp.io.picture_data import split_transparency
from pnp.io.writing import display_path, reason
from pnp.model.display import PageArt, Raster
from pnp.model.problem import FileError

if TYPE_CHECKING:
    from PIL.Image import Image


# Pillow would start other programs for some formats, whatever a file's name says
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
_LARGEST = 1 << 30  # bytes; what is too large to print was refused before


@contextmanager
def opened_raster(raster: Raster) -> Iterator[tuple["Image", bytes]]:
    """Yield the picture and its file's bytes. What goes wrong while it is used is a FileError, too."""
    from PIL import Image, UnidentifiedImageError

    try:
        data = raster.data or read_input(raster.path, _LARGEST)
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            yield image, data
        return
    except UnidentifiedImageError:
        why = "no picture in a format that can be printed"
    except OSError as error:
        why = reason(error)
    except (ValueError, SyntaxError, Image.DecompressionBombError) as error:
        why = str(error).partition("\n")[0]
    raise FileError(f"{display_path(raster.path)}: cannot be read: {why}")


_ORIENTATION = 0x0112
_PAINTED = ("LA", "RGBA")  # predicted pixels of paintings hardly repeat: looking for it takes seven times as long
_QUICK = {"compress_level": 1, "compress_type": zlib.Z_RLE}
_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


def image_objects(name: str, raster: Raster) -> dict[str, PdfStream]:
    """Return a picture's objects: the image under `name`, its transparency, if it has any, under `name.mask`."""
    with opened_raster(raster) as (image, data):
        spaces = ("L",) if raster.grey else _SPACES
        # rows of 8 bits a colour, in order, opaque and upright, to its end: as PDF has them
        is_plain = image.format == "PNG" and data[24] == 8 and data[28] == 0 and bool(_chunks(data, b"IEND"))
        is_plain = is_plain and not (_chunks(data, b"tRNS") or _chunks(data, b"eXIf"))
        if image.format == "JPEG" and image.mode in spaces and image.getexif().get(_ORIENTATION, 1) == 1:
            found = {name: PdfStream(_entries(image.mode, *image.size) | {"Filter": PdfName("DCTDecode")}, data)}
        elif is_plain and image.mode in spaces:
            found = {name: _rows(image, data)}
        else:
            quick = image.mode in _PAINTED
            colours, mask = split_transparency(image)
            colours = colours.convert("L") if raster.grey else colours
            masked: dict[str, Value] = {"SMask": PdfRef(f"{name}.mask")} if mask is not None else {}
            found = {name: _stream(colours, masked, quick=quick)}
            if mask is not None:
                found[f"{name}.mask"] = _stream(mask, {}, quick=quick)
        return {each: stream._replace(digest=f"{raster.digest} {each}") for each, stream in found.items()}


def _stream(image: "Image", more: dict[str, Value], *, quick: bool) -> PdfStream:
    file = BytesIO()
    image.save(file, "PNG", **(_QUICK if quick else {}))
    return _rows(image, file.getvalue(), more)


def _rows(image: "Image", png: bytes, more: dict[str, Value] | None = None) -> PdfStream:
    """Take over rows as PNG predicts them: it holds them exactly as PDF wants them."""
    mode, (w, h) = image.mode, image.size
    predictor: Value = {"Predictor": 15, "Colors": len(mode), "BitsPerComponent": 8, "Columns": w}
    parms: dict[str, Value] = {"Filter": PdfName("FlateDecode"), "DecodeParms": predictor}
    return PdfStream(_entries(mode, w, h) | parms | (more or {}), b"".join(_chunks(png, b"IDAT")))


def _chunks(png: bytes, kind: bytes) -> list[bytes]:
    found, at = [], 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] == kind:
            found.append(png[at + 8 : at + 8 + length])
        at += length + 12
    return found


def _entries(mode: str, w: int, h: int) -> dict[str, Value]:
    return {
        "Type": PdfName("XObject"),
        "Subtype": PdfName("Image"),
        "Width": w,
        "Height": h,
        "ColorSpace": PdfName(_SPACES[mode]),
        "BitsPerComponent": 8,
    }


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


def copy_pages(arts: Mapping[str, PageArt]) -> tuple[dict[str, Value], list[str], Iterator[dict[str, PdfStream]]]:
    """Copy pages into forms of these names. Return what they refer to, the names of streams, the forms among them, and
    the content of each stream when its turn comes: they can be larger than memory. Raises FileError, as do these."""
    ordered = sorted(arts.items(), key=lambda each: (str(each[1].path), each[1].number, each[0]))
    files = [_PagesOfFile(path, list(of_file)) for path, of_file in groupby(ordered, key=lambda each: each[1].path)]
    values: dict[str, Value] = {}
    for file in files:
        values |= file.find_values()
    streams = [name for file in files for name in file.streams]
    return values, streams, chain.from_iterable(file.read_contents() for file in files)


class _PagesOfFile:
    """It is opened twice: to find what is copied, and to copy that, so that nobody need keep it open."""

    def __init__(self, path: Path, arts: Sequence[tuple[str, PageArt]]) -> None:
        self._path, self._arts, self._copier = path, arts, _Copier(arts[0][1].digest[:16])
        self.streams = [name for name, _ in arts]

    def find_values(self) -> dict[str, Value]:
        """Return what the pages refer to, and note which streams these are."""
        with self._open() as pages:
            for _, art in self._arts:
                self._form_entries(pages[art.number - 1], art)
            found = self._copier.copy_values()
        self.streams += self._copier.streams
        return found

    def read_contents(self) -> Iterator[dict[str, PdfStream]]:
        with self._open() as pages:
            for name, art in self._arts:
                page = pages[art.number - 1]
                yield {name: PdfStream(self._form_entries(page, art), page.read_content())}
            for name, number in self._copier.streams.items():
                yield {name: self._copier.copy_stream(pages[0].pdf.get_object(number))}

    @contextmanager
    def _open(self) -> Iterator[list[PdfPage]]:
        try:
            with open_pdf(self._path) as pdf:
                yield list_pdf_pages(pdf)
        except UnreadablePdf as error:
            raise FileError(f"{display_path(self._path)}: {error}") from None

    def _form_entries(self, page: PdfPage, art: PageArt) -> dict[str, Value]:
        resources = page.find_inherited("/Resources")
        entries: dict[str, Value] = {
            "Type": PdfName("XObject"),
            "Subtype": PdfName("Form"),
            "BBox": list(art.box),
            "Matrix": [f"{part:.10f}".encode() for part in upright_matrix(art)],
            "Resources": {} if resources is None else self._copier.copy_entries(resources, 0, _RESOURCES),
        }
        if (group := page.object.get("/Group")) is not None:
            entries["Group"] = self._copier.refer_to(group)
        return entries


class _Copier:
    """It copies objects of one file, each under a name of its own."""

    def __init__(self, file: str) -> None:
        import pikepdf

        self._pikepdf = pikepdf
        self.streams: dict[str, tuple[int, int]] = {}  # the numbers of those that were found
        self._file = file
        self._waiting: deque[tuple[str, Any]] = deque()
        self._known: dict[tuple[int, int], str] = {}

    def copy_values(self) -> dict[str, Value]:
        """Copy all that was referred to, and what that refers to; streams are only noted."""
        found: dict[str, Value] = {}
        while self._waiting:
            name, what = self._waiting.popleft()
            if not isinstance(what, self._pikepdf.Stream):
                found[name] = self._copy(what, 0)
            elif what.get("/Subtype") == "/PS":  # a program for printers
                found[name] = b"null"
            else:
                self.streams[name] = what.objgen
                self._stream_entries(what)
        return found

    def copy_stream(self, what: Any) -> PdfStream:
        return PdfStream(self._stream_entries(what), what.read_raw_bytes())

    def _stream_entries(self, what: Any) -> dict[str, Value]:
        return self.copy_entries(what, 0, set(what.keys()) - _OF_STREAMS)

    def refer_to(self, what: Any, depth: int = 0) -> Value:
        """Copy a value; of an object of its own a reference, and the object later."""
        if not getattr(what, "is_indirect", False):
            return self._copy(what, depth)
        number = what.objgen
        if number not in self._known:
            if len(self._known) > _MOST_OBJECTS:
                raise UnreadablePdf(CANNOT_OPEN, why=f"a page consists of more than {_MOST_OBJECTS:,} objects")
            name = self._known[number] = f"{self._file}.{number[0]}.{number[1]}"
            self._waiting.append((name, what))
        return PdfRef(self._known[number])

    def _copy(self, what: Any, depth: int) -> Value:
        if depth > _DEEPEST:
            raise UnreadablePdf(CANNOT_OPEN, why="its objects are nested too deeply")
        if isinstance(what, self._pikepdf.Array):
            return [self.refer_to(each, depth + 1) for each in what]
        if isinstance(what, self._pikepdf.Dictionary):
            return self.copy_entries(what, depth, what.keys())
        if what is None:
            return b"null"
        if isinstance(what, bool):
            return what
        if isinstance(what, int | Decimal):
            return f"{what:f}".encode() if isinstance(what, Decimal) else str(what).encode()
        return bytes(what.unparse())

    def copy_entries(self, of: Any, depth: int, keys: Iterable[str]) -> dict[str, Value]:
        unwanted = _LEFT_OUT if "/Type" in of or "/Subtype" in of else ()  # else keys may be names that somebody gave
        wanted = sorted(key for key in keys if key in of and key not in unwanted)
        # names are bytes, which the document writes as they are
        names = [key[1:].encode("utf-8", "surrogateescape").decode("latin-1") for key in wanted]
        return {name: self.refer_to(of[key], depth + 1) for name, key in zip(names, wanted, strict=True)}
