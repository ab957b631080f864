"""Rasters → their files opened by Pillow, with one line for all that can be wrong with them."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

from pnp.io.opening import read_input
from pnp.io.writing import display_path, reason
from pnp.model.display import Raster
from pnp.model.problem import FileError

if TYPE_CHECKING:
    from PIL.Image import Image

# Pillow would start other programs for some formats, whatever a file's name says
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
_LARGEST = 1 << 30  # bytes; what is too large to print was refused before


@contextmanager
def opened_raster(raster: Raster) -> Iterator[tuple["Image", bytes]]:
    """The picture and its file's bytes. What goes wrong while it is used is a FileError, too."""
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
