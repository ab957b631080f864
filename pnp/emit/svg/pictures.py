"""Rasters and pages of other PDFs → what `image` elements hold."""

from base64 import b64encode
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.emit.rasters import opened_raster
from pnp.files.pixels import separated
from pnp.model.display import PageArt, Raster

if TYPE_CHECKING:
    from PIL.Image import Image

PAGE_DPI = 300
_ORIENTATION = 0x0112
_COLOUR_MANAGED = ("icc_profile", "gamma", "chromaticity")  # what viewers show in other colours than are printed
_AS_THEY_ARE = {"JPEG": ("L", "RGB"), "PNG": ("1", "L", "LA", "P", "RGB", "RGBA")}  # others not all programs read


def image_data(art: Raster | PageArt) -> str:
    """The address of an `image` that holds its pixels."""
    if isinstance(art, Raster):
        return _address(*_raster_file(art))
    from pnp.emit.png import page_art_image

    return _address("PNG", _png(page_art_image(art, PAGE_DPI)))


def _raster_file(raster: Raster) -> tuple[str, bytes]:
    with opened_raster(raster) as (image, data):
        kind = image.format or ""
        is_turned = image.getexif().get(_ORIENTATION, 1) != 1
        is_managed = kind == "PNG" and any(name in image.info for name in _COLOUR_MANAGED)
        if image.mode in _AS_THEY_ARE.get(kind, ()) and not (raster.grey or is_turned or is_managed):
            return kind, data
        colours, mask = separated(image)
        colours = colours.convert("L") if raster.grey else colours
        if mask:
            colours.putalpha(mask)
        return "PNG", _png(colours)


def _png(image: "Image") -> bytes:
    file = BytesIO()
    image.save(file, "PNG", icc_profile=None)
    return file.getvalue()


def _address(kind: str, data: bytes) -> str:
    return f"data:image/{kind.lower()};base64,{b64encode(data).decode('ascii')}"
