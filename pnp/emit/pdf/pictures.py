"""A bitmap file → the PDF's image objects."""

from io import BytesIO
from typing import TYPE_CHECKING

from pnp.emit.pdf.document import PdfName, PdfRef, PdfStream, Value
from pnp.files.opening import read_input
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


def image_objects(name: str, raster: Raster) -> dict[str, PdfStream]:
    """The image goes by `name`, its transparency, if it has any, by `name.mask`."""
    from PIL import Image, UnidentifiedImageError

    try:
        data = read_input(raster.path, _LARGEST)
        with Image.open(BytesIO(data), formats=_FORMATS) as image:
            spaces = ("L",) if raster.grey else _SPACES
            if image.format == "JPEG" and image.mode in spaces and image.getexif().get(_ORIENTATION, 1) == 1:
                return {name: PdfStream(_entries(image) | {"Filter": PdfName("DCTDecode")}, data)}
            return _decoded(name, image, grey=raster.grey)
    except UnidentifiedImageError:
        why = "no picture in a format that can be printed"
    except OSError as error:
        why = reason(error)
    except (ValueError, SyntaxError, Image.DecompressionBombError) as error:
        why = str(error).partition("\n")[0]
    raise FileError(f"{shown(raster.path)}: cannot be read: {why}")


def _decoded(name: str, image: "Image", *, grey: bool) -> dict[str, PdfStream]:
    colours, mask = _separated(image)
    colours = colours.convert("L") if grey else colours
    if mask is None:
        return {name: _stream(colours, {})}
    return {name: _stream(colours, {"SMask": PdfRef(f"{name}.mask")}), f"{name}.mask": _stream(mask, {})}


def _separated(image: "Image") -> tuple["Image", "Image | None"]:
    """Upright, as greys or RGB with 8 bits; and the transparency where there is some."""
    from PIL import ImageOps

    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith(("I", "F")):  # 16 bits, which Pillow would cut off instead of scaling down
        return upright.convert("I").point(lambda value: value * (1 / 256)).convert("L"), None
    transparent = upright.has_transparency_data
    if transparent and upright.mode not in ("RGBA", "LA"):
        upright = upright.convert("RGBA")
    mask = upright.getchannel("A") if transparent else None
    if mask is not None and mask.getextrema() == (255, 255):
        mask = None
    return upright.convert("L" if upright.mode in ("1", "L", "LA") else "RGB"), mask


def _stream(image: "Image", more: dict[str, Value]) -> PdfStream:
    """The rows as PNG predicts them: Pillow's PNG holds them exactly as PDF wants them, and fast."""
    file = BytesIO()
    image.save(file, "PNG")
    colours = len(image.getbands())
    predictor: Value = {"Predictor": 15, "Colors": colours, "BitsPerComponent": 8, "Columns": image.width}
    packed = b"".join(_chunks(file.getvalue(), b"IDAT"))
    return PdfStream(_entries(image) | {"Filter": PdfName("FlateDecode"), "DecodeParms": predictor} | more, packed)


def _chunks(png: bytes, kind: bytes) -> list[bytes]:
    found, at = [], 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] == kind:
            found.append(png[at + 8 : at + 8 + length])
        at += length + 12
    return found


def _entries(image: "Image") -> dict[str, Value]:
    return {
        "Type": PdfName("XObject"),
        "Subtype": PdfName("Image"),
        "Width": image.width,
        "Height": image.height,
        "ColorSpace": PdfName(_SPACES[image.mode]),
        "BitsPerComponent": 8,
    }
