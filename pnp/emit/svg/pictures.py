"""Rasters and pages of other PDFs → `image` elements that hold them."""

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


def raster_element(raster: Raster) -> str:
    """As large as its pixels."""
    with opened_raster(raster) as (image, data):
        modes = _AS_THEY_ARE.get(image.format or "", ())
        is_turned = image.getexif().get(_ORIENTATION, 1) != 1
        is_managed = image.format == "PNG" and any(name in image.info for name in _COLOUR_MANAGED)
        if image.mode in modes and not (raster.grey or is_turned or is_managed):
            return _element(f"image/{image.format}".lower(), data, *image.size)
        colours, mask = separated(image)
        colours = colours.convert("L") if raster.grey else colours
        if mask:
            colours.putalpha(mask)
        return _element("image/png", _png(colours), *colours.size)


def page_element(art: PageArt) -> str:
    """As pixels, as large as the page is in millimetres."""
    from pnp.emit.png import page_art_image

    return _element("image/png", _png(page_art_image(art, PAGE_DPI)), art.w, art.h)


def _png(image: "Image") -> bytes:
    file = BytesIO()
    image.save(file, "PNG", icc_profile=None)
    return file.getvalue()


def _element(kind: str, data: bytes, w: float, h: float) -> str:
    size = f'width="{w}" height="{h}" preserveAspectRatio="none"'
    return f'<image {size} xlink:href="data:{kind};base64,{b64encode(data).decode("ascii")}"/>'
