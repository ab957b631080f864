"""Faces → pictures as data URLs, as small as they can be without being seen to be: a file to mail holds them all.

Cards are mostly flat colour and type. With 256 colours of their own, as PNG, they take a quarter of what they take with
all, and less than as WebP that looks as well; where colours are seen to change, as with photographs, WebP is taken.
"""

from base64 import b64encode
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from math import sqrt
from typing import TYPE_CHECKING

from pnp.emit.png import face_image
from pnp.model.length import MM_PER_INCH
from pnp.proof.wall import ShownFace

if TYPE_CHECKING:
    from PIL.Image import Image

_FINE = 7.6  # pixels a millimetre, 480 for the width of a playing card: type of 6 pt can be read
_LONGEST = 1200  # pixels of the longer side
_LEAST = 128  # pixels of the shorter one
_MANY = 1000  # faces, beyond which each has fewer pixels
_COLOURS = 256
_SEEN = 3.0  # levels of 255 by which colours are off, on the whole (root mean square)
_QUALITY = 88
_EFFORT = 7  # 9 takes four times as long and makes them 5 % smaller


def data_urls(faces: Mapping[str, ShownFace]) -> dict[str, str]:
    """By their digests."""
    share = min(1.0, sqrt(_MANY / len(faces))) if faces else 1.0
    drawn = (_drawn(each, share) for each in faces.values())  # pdfium draws for one at a time
    with ThreadPoolExecutor() as threads:  # Pillow lets other threads run meanwhile
        return dict(zip(faces, threads.map(_smallest, drawn), strict=True))


def _drawn(shown: ShownFace, share: float) -> "Image":
    return face_image(shown.face, dpi_of(shown.face.w, shown.face.h, share), outline=shown.outline)


def dpi_of(w: float, h: float, share: float = 1.0) -> int:
    fine = max(min(_FINE, _LONGEST / max(w, h)), min(_LEAST / min(w, h), _LONGEST / max(w, h))) * share
    return max(20, round(fine * MM_PER_INCH))


def _smallest(image: "Image") -> str:
    from PIL.Image import Dither, Quantize

    method = Quantize.FASTOCTREE if image.mode == "RGBA" else Quantize.MEDIANCUT
    few = image.quantize(_COLOURS, method=method, dither=Dither.NONE)
    if _is_seen(image, few.convert(image.mode)):
        return _url(image, "webp", quality=_QUALITY, method=4)
    return _url(few, "png", compress_level=_EFFORT)


def _is_seen(image: "Image", other: "Image") -> bool:
    from PIL import ImageChops, ImageStat

    return max(ImageStat.Stat(ImageChops.difference(image, other)).rms) > _SEEN


def _url(image: "Image", kind: str, **how: int) -> str:
    file = BytesIO()
    image.save(file, kind.upper(), **how)
    return f"data:image/{kind};base64,{b64encode(file.getvalue()).decode()}"
