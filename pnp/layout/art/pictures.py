"""Picture files → checked `Raster`s: from headers and structure; rows are unpacked to be counted, not decoded."""

import hashlib
import math
import warnings
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from pnp.layout.art.containers import MAX_PIXELS, Container, read_container
from pnp.layout.art.files import read_art
from pnp.layout.art.fitting import fit as fit
from pnp.model.display import Raster
from pnp.model.length import MM_PER_INCH
from pnp.model.problem import Problem, Severity, code
from pnp.model.span import Span

NOT_A_PICTURE = code(
    "PNP270",
    "not a picture that can be printed",
    """
    Pictures are PNG (drawings, transparency), JPEG (photographs) or WebP, whatever their name ends in. Other kinds are
    refused by their content: some start other programs when they are opened, some print differently everywhere.

    bad:  art/oak.png that is really a PDF
    good: the same saved as PNG
    """,
)
OTHER_KIND = code(
    "PNP271",
    "picture with another kind's name",
    """
    The file's name ends in .png, .jpg or .webp, its content is another of these. It prints here, but other programs
    may refuse it.

    bad:  art/oak.png that is a JPEG
    good: art/oak.jpg
    """,
    Severity.WARNING,
)
INCOMPLETE = code(
    "PNP272",
    "damaged picture",
    """
    The file ends too early, its checksums are wrong, or there are fewer pixels in it than it says: a download or copy
    that broke off. With `--draft` a placeholder is printed instead, or of a JPEG what is there.

    bad:  a 2 MB picture of which 1 MB arrived
    good: the whole file, copied again
    """,
)
TOO_LARGE = code(
    "PNP273",
    "picture too large",
    """
    More than 40 megapixels, or 64 MB: unpacked it would fill the memory, and A4 at 600 dpi has 35 megapixels.

    bad:  9000 × 9000 pixels
    good: 3508 × 2480 pixels (A4 at 300 dpi)
    """,
)
CONVERTED = code(
    "PNP274",
    "picture whose colours are converted",
    """
    Pages are made in RGB with 8 bits a channel. CMYK and 16-bit pictures are converted, simply: colours may shift.

    bad:  a CMYK JPEG from a layout program
    good: the same exported as sRGB
    """,
    Severity.NOTE,
)

MAX_BYTES = 64_000_000

_FORMATS = {"PNG": "PNG", "JPEG": "JPEG", "WebP": "WEBP"}  # ours → Pillow's
_ENDINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WebP"}
_PLAIN_MODES = frozenset(("1", "L", "LA", "P", "PA", "RGB", "RGBA"))
_ORIENTATION = 0x0112
_TURNED = frozenset((5, 6, 7, 8))  # orientations that swap width and height
_AGAIN = "copy or export it again"


class _Header(NamedTuple):
    w: int
    h: int
    mode: str
    is_turned: bool


def read_raster(path: Path, name: str, shown: str) -> tuple[Raster | None, list[Problem]]:
    """`shown` names the file in problems. Of a damaged picture what can still be printed comes back, for drafts."""
    data = read_art(path, shown, MAX_BYTES)
    if isinstance(data, Problem):
        return None, [data]
    span = Span(shown)
    if len(data) > MAX_BYTES:
        return None, [TOO_LARGE.at(span, f"larger than {MAX_BYTES // 1_000_000} MB", hint="save it smaller")]
    container = read_container(data)
    if container.kind not in _FORMATS:
        message = f"is {container.kind or 'of an unknown kind'}, not PNG, JPEG or WebP"
        return None, [NOT_A_PICTURE.at(span, message, hint="save it as PNG or JPEG")]
    problems = _about_container(path, span, container)
    header = _read_header(data, container, span)
    if isinstance(header, Problem):
        return None, problems if container.damage else [*problems, header]
    if container.damage and not _prints_as_it_is(container, header):
        return None, problems
    if container.bits > 8 or header.mode not in _PLAIN_MODES:
        what = "16 bits a channel" if container.bits > 8 else header.mode
        problems.append(CONVERTED.at(span, f"its colours are {what}: they are converted to 8-bit RGB"))
    w, h = (header.h, header.w) if header.is_turned else (header.w, header.h)
    return Raster(name, path, w, h, hashlib.sha256(data).hexdigest()), problems


def effective_dpi(raster: Raster, w_mm: float, h_mm: float) -> float:
    """Pixels an inch where the raster is printed at this size, in the coarser direction."""
    if w_mm <= 0 or h_mm <= 0:
        return math.inf
    return min(raster.w / w_mm, raster.h / h_mm) * MM_PER_INCH


def _prints_as_it_is(container: Container, header: _Header) -> bool:
    """Whether the file goes into the PDF undecoded, where a part of it is better than nothing."""
    return container.kind == "JPEG" and header.mode in ("L", "RGB") and not header.is_turned


def _about_container(path: Path, span: Span, container: Container) -> list[Problem]:
    problems: list[Problem] = []
    if _ENDINGS.get(path.suffix.lower(), container.kind) != container.kind:
        problems.append(OTHER_KIND.at(span, f"is {container.kind}, but its name ends in {path.suffix}"))
    if container.damage:
        problems.append(INCOMPLETE.at(span, container.damage, hint=_AGAIN))
    return problems


def _read_header(data: bytes, container: Container, span: Span) -> _Header | Problem:
    """Size, mode and orientation as Pillow sees them."""
    from PIL import Image

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about sizes, which are judged below
        try:
            with Image.open(BytesIO(data), formats=(_FORMATS[container.kind],)) as image:
                if container.exif:
                    image.info.setdefault("exif", b"Exif\0\0" + container.exif)
                # the plain method: that of PNGs decodes the picture where no EXIF data comes before it
                orientation = Image.Image.getexif(image).get(_ORIENTATION, 1)
                if container.kind == "WebP":  # whose structure says nothing of its pixels
                    image.load()
                header = _Header(image.width, image.height, image.mode, orientation in _TURNED)
        except Image.DecompressionBombError:
            return TOO_LARGE.at(span, f"more than {MAX_PIXELS // 1_000_000} megapixels", hint="save it smaller")
        except Exception:  # Pillow's plugins raise whatever a damaged file leads them to
            return INCOMPLETE.at(span, "the header is damaged", hint=_AGAIN)
    if header.w * header.h > MAX_PIXELS:
        message = f"{header.w} × {header.h} pixels are more than {MAX_PIXELS // 1_000_000} megapixels"
        return TOO_LARGE.at(span, message, hint="save it smaller")
    return header
