"""Picture files → checked `Raster`s; drawings and rasters in other colours, and rasters cut by masks.

Files are checked by headers and structure; rows are unpacked to be counted, not decoded.
"""

import hashlib
import math
import struct
import warnings
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.io.opening import read_input
from pnp.io.picture_data import InflateError, inflate, split_transparency
from pnp.model.colour import WHITE, Rgb, blend, colour_of, rgb_of
from pnp.model.display import Colour, Drawing, Gradient, Group, PageArt, Paint, Picture, Raster, Shape, Text
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.visiting import Mapper

if TYPE_CHECKING:
    from PIL.Image import Image

UNREADABLE = code("PNP250", says="there is no such file")
NOT_FILE = UNREADABLE.also("is not a file")
CANNOT_READ = UNREADABLE.also("cannot be read: {reason}")


def read_art(path: Path, shown: str, most: int) -> bytes | Problem:
    """Read a file, or its first `most` + 1 bytes: enough to see that it is too long."""
    try:
        if not path.exists():
            return UNREADABLE.at(Span(shown))
        if not path.is_file():
            return NOT_FILE.at(Span(shown))
        return read_input(path, most)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return CANNOT_READ.at(Span(shown), reason=reason.lower())


_PNG = b"\x89PNG\r\n\x1a\n"
_MARKER = regex(rb"\xff+([^\x00\xff])")
_RESTARTS = range(0xD0, 0xD8)
_END, _SCAN, _ALONE = 0xD9, 0xDA, 0x01
MAX_PIXELS = 40_000_000
_SEEN_THROUGH = (4, 6)  # kinds of colours with transparency
_CHANNELS = {2: 3, 4: 2, 6: 4}  # of a pixel, by the kind of colours
_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
_OTHERS = (  # how files begin that are often taken for pictures
    *((b"GIF8", "GIF"), (b"BM", "BMP"), (b"II*\0", "TIFF"), (b"MM\0*", "TIFF"), (b"8BPS", "a Photoshop file")),
    *((b"%PDF", "PDF"), (b"%!PS", "PostScript"), (b"<svg", "SVG"), (b"<?xml", "XML"), (b"<html", "a web page")),
    *((b"<!DOCTYPE html", "a web page"), (b"version https://git-lfs", "a Git LFS pointer")),
)


class Container(NamedTuple):
    kind: str  # "PNG", "JPEG", "WebP", another kind that is known, or ""
    damage: str = ""  # of the file as a whole
    bits: int = 8  # a channel
    exif: bytes = b""  # of a PNG, wherever it stands


def read_container(data: bytes, *, counts_rows: bool = True) -> Container:
    """Tell the kind of a picture file by its content, and whether it is whole."""
    if data.startswith(_PNG):
        return _read_png(data, counts_rows)
    if data.startswith(b"\xff\xd8\xff"):
        return Container("JPEG", "" if _is_whole_jpeg(data) else "ends too early")
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        length = int.from_bytes(data[4:8], "little") + 8
        return Container("WebP", "ends too early" if length > len(data) else "")
    if data[4:8] == b"ftyp":
        is_heic = data[8:12] in (b"heic", b"heix", b"mif1")
        return Container("HEIC" if is_heic else "AVIF" if data[8:11] == b"avi" else "")
    if not data:
        return Container("empty")
    return Container(next((kind for magic, kind in _OTHERS if data.startswith(magic)), ""))


def _read_png(data: bytes, counts_rows: bool) -> Container:
    """Read chunk after chunk: each whole, with the right checksum, until the end chunk."""
    at, exif = len(_PNG), b""
    bits = data[24] if len(data) > 24 else 8
    packed: list[memoryview] = []
    while at + 12 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            break
        content = memoryview(data)[at + 4 : end - 4]
        if zlib.crc32(content) != int.from_bytes(data[end - 4 : end], "big"):
            return Container("PNG", "a checksum is wrong", bits, exif)
        if kind == b"eXIf":
            exif = bytes(content[4:])
        if kind == b"IDAT":
            packed.append(content[4:])
        if kind == b"IEND":
            is_counted = counts_rows or data[25] not in _SEEN_THROUGH
            is_whole = not is_counted or _has_all_rows(data, packed)
            return Container("PNG", "" if is_whole else "its pixels are damaged", bits, exif)
        at = end
    return Container("PNG", "ends too early", bits, exif)


def _has_all_rows(data: bytes, packed: Iterable[memoryview]) -> bool:
    """Tell whether there are as many bytes of pixels as the header asks for; no more than that is unpacked."""
    if len(data) < 29:
        return True  # reading the header reports it
    wide, high, bits, colours, interlaced = *struct.unpack_from(">IIBB", data, 16), data[28]
    if wide * high > MAX_PIXELS:
        return True  # refused for that
    depth = bits * _CHANNELS.get(colours, 1)
    passes = _ADAM7 if interlaced else ((0, 0, 1, 1),)
    size = 0
    for x, y, across, down in passes:
        columns, rows = -(-(wide - x) // across), -(-(high - y) // down)
        size += rows * (1 + -(-columns * depth // 8)) if columns > 0 and rows > 0 else 0
    try:
        return sum(map(len, inflate(packed, size))) == size
    except InflateError:
        return False


def _is_whole_jpeg(data: bytes) -> bool:
    """Follow markers to the end of the image. A thumbnail's own end, inside a segment, is passed over."""
    at, in_scan = 2, False
    while match := _MARKER.search(data, at) if in_scan else _MARKER.match(data, at):
        marker = match[1][0]
        at = match.end()
        if marker == _END:
            return True
        if marker in _RESTARTS or marker == _ALONE:
            continue
        if at + 2 > len(data):
            return False
        at += int.from_bytes(data[at : at + 2], "big")
        in_scan = marker == _SCAN
    return False


NOT_A_PICTURE = code("PNP270", says="is {kind}, not PNG, JPEG or WebP")
OTHER_KIND = code("PNP271", Severity.WARNING, says="is {kind}, but its name ends in {suffix}")
INCOMPLETE = code("PNP272", says="the header is damaged")
DAMAGED = INCOMPLETE.also("{damage}")
TOO_LARGE = code("PNP273", says="{w} × {h} pixels are more than {most} megapixels")
TOO_MANY_BYTES = TOO_LARGE.also("larger than {most} MB")
TOO_MANY_PIXELS = TOO_LARGE.also("more than {most} megapixels")
CONVERTED = code("PNP274", Severity.NOTE, says="its colours are {what}: they are converted to 8-bit RGB")

MAX_BYTES = 64_000_000

_FORMATS = {"PNG": "PNG", "JPEG": "JPEG", "WebP": "WEBP"}  # ours → Pillow's
_ENDINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WebP"}
_PLAIN_MODES = frozenset(("1", "L", "LA", "P", "PA", "RGB", "RGBA"))
_ORIENTATION = 0x0112
_TURNED = frozenset((5, 6, 7, 8))  # orientations that swap width and height
_FINEST, _SQUARE = 10_000.0, 0.002  # dpi; share by which they may differ
_AGAIN, _SMALLER = "copy or export it again", "save it smaller"


class _Header(NamedTuple):
    w: int
    h: int
    mode: str
    is_turned: bool
    dpi: float  # both ways the same, or 0


def read_raster(path: Path, name: str, shown: str, *, counts_rows: bool = True) -> tuple[Raster | None, list[Problem]]:
    """Read a picture file, called `shown` in problems; of a damaged one what can still be printed, for drafts.

    Counting rows means to unpack them, which takes half as long as printing a picture with transparency, where writing
    counts them anyway: `counts_rows` is False where the picture is read again if writing fails.
    """
    data = read_art(path, shown, MAX_BYTES)
    if isinstance(data, Problem):
        return None, [data]
    span = Span(shown)
    if len(data) > MAX_BYTES:
        return None, [TOO_MANY_BYTES.at(span, hint=_SMALLER, most=MAX_BYTES // 1_000_000)]
    return raster_of(data, path, name, span, counts_rows=counts_rows)


def raster_of(
    data: bytes, path: Path, name: str, span: Span, *, counts_rows: bool = True
) -> tuple[Raster | None, list[Problem]]:
    """Check a picture file's content."""
    container = read_container(data, counts_rows=counts_rows)
    if container.kind not in _FORMATS:
        kind = container.kind or "of an unknown kind"
        return None, [NOT_A_PICTURE.at(span, hint="save it as PNG or JPEG", kind=kind)]
    problems: list[Problem] = []
    if _ENDINGS.get(path.suffix.lower(), container.kind) != container.kind:
        problems.append(OTHER_KIND.at(span, kind=container.kind, suffix=path.suffix))
    if container.damage:
        problems.append(DAMAGED.at(span, damage=container.damage, hint=_AGAIN))
    header = _read_header(data, container, span)
    if isinstance(header, Problem):
        return None, problems if container.damage else [*problems, header]
    # goes into the PDF undecoded, where a part of it is better than nothing
    prints_as_it_is = container.kind == "JPEG" and header.mode in ("L", "RGB") and not header.is_turned
    if container.damage and not prints_as_it_is:
        return None, problems
    what = "16 bits a channel" if container.bits > 8 else header.mode
    if what not in _PLAIN_MODES:
        problems.append(CONVERTED.at(span, what=what))
    w, h = (header.h, header.w) if header.is_turned else (header.w, header.h)
    return Raster(name, path, w, h, hashlib.sha256(data).hexdigest(), dpi=header.dpi), problems


def effective_dpi(raster: Raster, w_mm: float, h_mm: float) -> float:
    """Return pixels an inch where the raster is printed at this size, in the coarser direction."""
    return min(raster.w / w_mm, raster.h / h_mm) * MM_PER_INCH if min(w_mm, h_mm) > 0 else math.inf


def _pillow() -> Any:
    """Return modules of Pillow, which most builds don't need."""
    from PIL import Image, ImageChops, ImageOps

    return SimpleNamespace(Image=Image, ImageChops=ImageChops, ImageOps=ImageOps)


def _read_header(data: bytes, container: Container, span: Span) -> _Header | Problem:
    """Read size, mode and orientation as Pillow sees them."""
    pil = _pillow()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about sizes, which are judged below
        try:
            with pil.Image.open(BytesIO(data), formats=(_FORMATS[container.kind],)) as image:
                if container.exif:
                    image.info.setdefault("exif", b"Exif\0\0" + container.exif)
                # the plain method: that of PNGs decodes the picture where no EXIF data comes before it
                orientation = pil.Image.Image.getexif(image).get(_ORIENTATION, 1)
                if container.kind == "WebP":  # whose structure says nothing of its pixels
                    image.load()
                across, down = image.info.get("dpi") or (0.0, 0.0)
                dpi = float(across) if 0 < across < _FINEST and abs(across - down) < _SQUARE * across else 0.0
                header = _Header(image.width, image.height, image.mode, orientation in _TURNED, dpi)
        except pil.Image.DecompressionBombError:
            return TOO_MANY_PIXELS.at(span, hint=_SMALLER, most=MAX_PIXELS // 1_000_000)
        except Exception:  # Pillow's plugins raise whatever a damaged file leads them to
            return INCOMPLETE.at(span, hint=_AGAIN)
    if header.w * header.h > MAX_PIXELS:
        return TOO_LARGE.at(span, hint=_SMALLER, w=header.w, h=header.h, most=MAX_PIXELS // 1_000_000)
    return header


Box = tuple[float, float, float, float]  # left, top, width, height


class Channels(NamedTuple):
    colours: "Image"  # greys or RGB
    alpha: "Image | None"


def tint(art: Drawing | Raster, colour: Colour) -> Drawing | Raster:
    """Print art in one colour and its tints, from white to the colour itself for black."""
    if isinstance(art, Raster):
        return _tint_raster(art, colour)
    rgb = rgb_of(colour)
    mapper = _Recolourer(
        lambda own: colour_of(blend(WHITE, rgb, grey_of(rgb_of(own)))), lambda raster: _tint_raster(raster, colour)
    )
    return replace(mapper.inside(art), name=f"{art.name} tinted {colour}")


def recolour(drawing: Drawing, colours: Mapping[Colour, Colour]) -> tuple[Drawing, set[Colour]]:
    """Replace colours of a drawing, and return all that it had; bitmaps in it keep theirs."""
    met: set[Colour] = set()

    def replace_colour(own: Colour) -> Colour:
        met.add(own)
        return colours.get(own, own)

    return _Recolourer(replace_colour, lambda raster: raster).inside(drawing), met


def grey_of(rgb: Rgb) -> float:
    """Return how light a colour is, as Pillow counts greys."""
    red, green, blue = rgb
    return 0.299 * red + 0.587 * green + 0.114 * blue


class _Recolourer(Mapper):
    """Copies drawings with other colours and bitmaps."""

    __slots__ = ("_colour", "_raster")

    def __init__(self, colour: Callable[[Colour], Colour], raster: Callable[[Raster], Raster]) -> None:
        self._colour, self._raster = colour, raster

    def text(self, text: Text) -> Text:
        return text._replace(runs=tuple([run._replace(fill=self._colour(run.fill)) for run in text.runs]))

    def shape(self, shape: Shape) -> Shape:
        stroke = shape.stroke._replace(paint=self._paint(shape.stroke.paint)) if shape.stroke else None
        return shape._replace(fill=None if shape.fill is None else self._paint(shape.fill), stroke=stroke)

    def _paint(self, paint: Paint) -> Paint:
        if not isinstance(paint, Gradient):
            return self._colour(paint)
        return paint._replace(stops=tuple([stop._replace(colour=self._colour(stop.colour)) for stop in paint.stops]))

    def raster(self, picture: Picture, art: Raster) -> Picture:
        return picture._replace(art=self._raster(art))

    def drawing(self, picture: Picture, art: Drawing) -> Picture:
        return picture._replace(art=self.inside(art))

    def page(self, picture: Picture, art: PageArt) -> Picture:
        return picture

    def group(self, group: Group) -> Group:
        return self.inside(group)


def _tint_raster(raster: Raster, colour: Colour) -> Raster:
    colorize = _pillow().ImageOps.colorize
    how = f"tinted {colour}"
    return _remake(raster, how, lambda old: old._replace(colours=colorize(old.colours.convert("L"), colour, "#ffffff")))


def _remake(raster: Raster, how: str, make: Callable[[Channels], Channels]) -> Raster:
    """Change the pixels of a raster; the result is a PNG that is on no disk. A damaged raster stays as it is."""
    if (pixels := _unpack(raster)) is None:
        return raster
    colours, alpha = make(pixels)
    if alpha is not None:
        colours.putalpha(alpha)
    packed = BytesIO()
    colours.save(packed, "PNG")
    data = packed.getvalue()
    return replace(raster, name=f"{raster.name} {how}", digest=hashlib.sha256(data).hexdigest(), data=data)


def _unpack(raster: Raster) -> Channels | None:
    """Return the pixels of a raster, None where it is damaged."""
    pil = _pillow()
    try:
        data = raster.data or read_input(raster.path, MAX_BYTES)
        with pil.Image.open(BytesIO(data), formats=tuple(_FORMATS.values())) as image:
            return Channels(*split_transparency(image))
    except (OSError, ValueError, SyntaxError, pil.Image.DecompressionBombError):
        return None


def mask_raster(raster: Raster, mask: Raster, seen: Box) -> Raster:
    """Cut a raster by a mask that lies at `seen`, in the raster's pixels; beyond it nothing stays."""
    pil = _pillow()

    def cut(pixels: Channels) -> Channels:
        stays = pil.Image.new("L", pixels.colours.size, 0)  # how much of each pixel
        if (own := _unpack(mask)) is not None:
            dark = pil.ImageChops.invert(own.colours.convert("L"))
            dark = pil.ImageChops.multiply(dark, own.alpha) if own.alpha else dark
            left, top, w, h = seen
            stays.paste(dark.resize((max(round(w), 1), max(round(h), 1))), (round(left), round(top)))
        return pixels._replace(alpha=pil.ImageChops.multiply(pixels.alpha, stays) if pixels.alpha else stays)

    return _remake(raster, f"cut by {mask.name}", cut)
