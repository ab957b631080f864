"""An opened picture → its colours, upright and with 8 bits, and its transparency apart from them."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image


def separated(image: "Image") -> tuple["Image", "Image | None"]:
    """As greys or RGB; None where nothing is transparent."""
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
