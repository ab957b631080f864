"""Pictures → image objects: as they are where PDF has them so, else decoded, colours and transparency apart."""

import zlib
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.export.pdf.document import PdfName, PdfRef, PdfStream, Value
from pnp.export.rasters import opened_raster
from pnp.io.picture_data import split_transparency
from pnp.model.display import Raster

if TYPE_CHECKING:
    from PIL.Image import Image

_ORIENTATION = 0x0112
_PAINTED = ("LA", "RGBA")  # predicted pixels of paintings hardly repeat: looking for it takes seven times as long
_QUICK = {"compress_level": 1, "compress_type": zlib.Z_RLE}
_SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


def image_objects(name: str, raster: Raster) -> dict[str, PdfStream]:
    """The image goes by `name`, its transparency, if it has any, by `name.mask`."""
    with opened_raster(raster) as (image, data):
        spaces = ("L",) if raster.grey else _SPACES
        if image.format == "JPEG" and image.mode in spaces and image.getexif().get(_ORIENTATION, 1) == 1:
            found = {name: PdfStream(_entries(image.mode, *image.size) | {"Filter": PdfName("DCTDecode")}, data)}
        elif image.format == "PNG" and image.mode in spaces and _is_plain(data):
            found = {name: _rows(image, data)}
        else:
            found = _decoded(name, image, grey=raster.grey)
        return {each: stream._replace(digest=f"{raster.digest} {each}") for each, stream in found.items()}


def _decoded(name: str, image: "Image", *, grey: bool) -> dict[str, PdfStream]:
    quick = image.mode in _PAINTED
    colours, mask = split_transparency(image)
    colours = colours.convert("L") if grey else colours
    if mask is None:
        return {name: _stream(colours, {}, quick=quick)}
    shown = _stream(colours, {"SMask": PdfRef(f"{name}.mask")}, quick=quick)
    return {name: shown, f"{name}.mask": _stream(mask, {}, quick=quick)}


def _is_plain(png: bytes) -> bool:
    """Whether it holds, to its end, rows of 8 bits a colour, in order, opaque and upright: as PDF has them."""
    has_eight_bits, is_interlaced, has_end = png[24] == 8, png[28] != 0, bool(_chunks(png, b"IEND"))
    return has_eight_bits and has_end and not (is_interlaced or _chunks(png, b"tRNS") or _chunks(png, b"eXIf"))


def _stream(image: "Image", more: dict[str, Value], *, quick: bool) -> PdfStream:
    file = BytesIO()
    image.save(file, "PNG", **(_QUICK if quick else {}))
    return _rows(image, file.getvalue(), more)


def _rows(image: "Image", png: bytes, more: dict[str, Value] | None = None) -> PdfStream:
    """As PNG predicts them: it holds them exactly as PDF wants them."""
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
