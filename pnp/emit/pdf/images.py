"""Pictures → image objects: as they are where PDF has them so, taken apart where seen through, else decoded."""

from io import BytesIO
from typing import TYPE_CHECKING

from pnp.emit.pdf.document import PdfName, PdfRef, PdfStream, Value
from pnp.emit.pdf.splitting import split_rows
from pnp.files.opening import read_input
from pnp.files.pixels import separated
from pnp.files.writing import reason, shown
from pnp.model.display import Raster
from pnp.model.problem import FileError

if TYPE_CHECKING:
    from PIL.Image import Image

# Pillow would start other programs for some formats, whatever a file's name says
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
_LARGEST = 1 << 30  # bytes; what is too large to print was refused before
_ORIENTATION = 0x0112
_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}
_SEEN_THROUGH = {"LA": "L", "RGBA": "RGB"}


def image_objects(name: str, raster: Raster) -> dict[str, PdfStream]:
    """The image goes by `name`, its transparency, if it has any, by `name.mask`."""
    from PIL import Image, UnidentifiedImageError

    try:
        data = raster.data or read_input(raster.path, _LARGEST)
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            spaces = ("L",) if raster.grey else _SPACES
            if image.format == "JPEG" and image.mode in spaces and image.getexif().get(_ORIENTATION, 1) == 1:
                entries = _entries(image.mode, *image.size) | {"Filter": PdfName("DCTDecode")}
                found = {name: PdfStream(entries, data)}
            elif image.format == "PNG" and image.mode in spaces and _is_plain(data):
                found = {name: _rows(image, data)}
            elif image.format == "PNG" and image.mode in _SEEN_THROUGH and not raster.grey and _is_plain(data):
                found = _split(name, image, data) or _decoded(name, image, grey=False)
            else:
                found = _decoded(name, image, grey=raster.grey)
            return {each: stream._replace(digest=f"{raster.digest} {each}") for each, stream in found.items()}
    except UnidentifiedImageError:
        why = "no picture in a format that can be printed"
    except OSError as error:
        why = reason(error)
    except (ValueError, SyntaxError, Image.DecompressionBombError) as error:
        why = str(error).partition("\n")[0]
    raise FileError(f"{shown(raster.path)}: cannot be read: {why}")


def _split(name: str, image: "Image", png: bytes) -> dict[str, PdfStream] | None:
    """None where its rows aren't what they should be."""
    mode = _SEEN_THROUGH[image.mode]
    split = split_rows(_chunks(png, b"IDAT"), image.width, image.height, len(mode))
    if split is None:
        return None
    w, h = image.size
    if split.mask is None:
        return {name: _packed_rows(mode, w, h, split.colours, {})}
    colours = _packed_rows(mode, w, h, split.colours, {"SMask": PdfRef(f"{name}.mask")})
    return {name: colours, f"{name}.mask": _packed_rows("L", w, h, split.mask, {})}


def _decoded(name: str, image: "Image", *, grey: bool) -> dict[str, PdfStream]:
    colours, mask = separated(image)
    colours = colours.convert("L") if grey else colours
    if mask is None:
        return {name: _stream(colours, {})}
    return {name: _stream(colours, {"SMask": PdfRef(f"{name}.mask")}), f"{name}.mask": _stream(mask, {})}


def _is_plain(png: bytes) -> bool:
    """Whether it holds, to its end, rows of 8 bits a colour, in order, opaque and upright: as PDF has them."""
    has_eight_bits, is_interlaced, has_end = png[24] == 8, png[28] != 0, bool(_chunks(png, b"IEND"))
    return has_eight_bits and has_end and not (is_interlaced or _chunks(png, b"tRNS") or _chunks(png, b"eXIf"))


def _stream(image: "Image", more: dict[str, Value]) -> PdfStream:
    file = BytesIO()
    image.save(file, "PNG")
    return _rows(image, file.getvalue(), more)


def _rows(image: "Image", png: bytes, more: dict[str, Value] | None = None) -> PdfStream:
    return _packed_rows(image.mode, image.width, image.height, b"".join(_chunks(png, b"IDAT")), more or {})


def _packed_rows(mode: str, w: int, h: int, packed: bytes, more: dict[str, Value]) -> PdfStream:
    """As PNG predicts them: it holds them exactly as PDF wants them."""
    predictor: Value = {"Predictor": 15, "Colors": len(mode), "BitsPerComponent": 8, "Columns": w}
    return PdfStream(_entries(mode, w, h) | {"Filter": PdfName("FlateDecode"), "DecodeParms": predictor} | more, packed)


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
