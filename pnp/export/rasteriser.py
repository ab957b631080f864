"""A face, or the pages of a PDF → PNG pictures: what is seen is what prints, since both come from the same file.

What lies outside of an outline is transparent. Pixels on the outline lie partly outside of it: their colour is that of
the part inside alone, so that no ground on which the piece is laid shows a seam of white paper or of anything else.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.export.pdf import Info, write_pdf
from pnp.model.display import AnyFace, Face, Group, PageArt, Path, Picture, Shape
from pnp.model.geometry import rectangle_path
from pnp.model.length import MM_PER_INCH, POINTS_PER_INCH, mm
from pnp.model.problem import LimitError
from pnp.model.sheet import Paper, Placement, Rect, Sheet

if TYPE_CHECKING:
    from PIL import Image

_PARTLY = re.compile(rb"[^\x00\xff]")
_MOST_PIXELS = 400_000_000
_DPI = 100  # of darkness: at fewer, thin lines would count as thick as a pixel

Pixels = tuple[int, int]


class Mask(NamedTuple):
    """How much of each pixel is inside: 0 to 255."""

    inside: "Image.Image"
    edge: tuple[tuple[int, int], ...]  # the pixels that are partly inside


def cut_out(painted: "Image.Image", mask: Mask) -> "Image.Image":
    """Cut a piece out of a picture that has nothing behind its paint; the piece has white paper there."""
    piece = painted.copy()
    piece.paste("#ffffff", (0, 0, *painted.size))
    piece.alpha_composite(painted)
    paint, inside, pixels = painted.load(), mask.inside.load(), piece.load()
    assert paint is not None and inside is not None and pixels is not None
    for at in mask.edge:
        *colour, covered = paint[at]  # type: ignore[misc]
        share = min(covered / inside[at], 1.0)  # type: ignore[operator]
        pixels[at] = tuple([round(255 + (part - 255) * share) for part in colour])
    piece.putalpha(mask.inside)
    return piece


def face_png(face: AnyFace, dpi: int, *, outline: Path | None = None, bleed: float = 0.0) -> bytes:
    """Draw a face alone, as PNG."""
    return _png(face_image(face, dpi, outline=outline, bleed=bleed), dpi)


def face_image(face: AnyFace, dpi: int, *, outline: Path | None = None, bleed: float = 0.0) -> "Image.Image":
    """Draw a face up to its edges and so much beyond them. What lies outside of an outline is transparent."""
    w, h = face.w + 2 * bleed, face.h + 2 * bleed
    size = _pixels(w / MM_PER_INCH, h / MM_PER_INCH, dpi)
    clip = rectangle_path(-bleed, -bleed, w, h) if bleed else None
    sheet = _sheet(Placement(face, bleed, bleed, face.w, face.h, clip=clip), w, h)
    with _open(write_pdf([sheet], Info(face.label, language=face.language))) as pdf:
        if outline is None:
            return _render(pdf[0], size, on_paper=True)
        return cut_out(_render(pdf[0], size), _mask(outline, w, h, size))


def page_art_image(art: PageArt, dpi: int) -> "Image.Image":
    """Draw a page of another PDF, with nothing behind what is painted on it."""
    size = _pixels(art.w / MM_PER_INCH, art.h / MM_PER_INCH, dpi)
    face = Face(art.name, art.w, art.h, Group((Picture(art, 0, 0, art.w, art.h),)), "")
    with _open(write_pdf([_sheet(Placement(face, 0, 0, art.w, art.h), art.w, art.h)], Info(art.name))) as pdf:
        return _render(pdf[0], size)


def pdf_page_pngs(pdf: bytes, dpi: int) -> Iterator[bytes]:
    """Yield a picture of each page."""
    with _open(pdf) as opened:
        for page in opened:
            width, height = page.get_size()
            size = _pixels(width / POINTS_PER_INCH, height / POINTS_PER_INCH, dpi)
            yield _png(_render(page, size, on_paper=True), dpi)


def _sheet(placement: Placement, w: float, h: float) -> Sheet:
    label = placement.face.label
    return Sheet(Paper(label, w, h), label, "", label, "front", (placement,), (), Rect(0, 0, w, h))


@lru_cache(1)
def _mask(outline: Path, w: float, h: float, size: Pixels) -> Mask:
    """Drawn like the faces, so that a shape along the outline has the same pixels; kept for a component's next face."""
    face = Face("outline", w, h, Group((Shape(outline, "#000000"),)), "")
    with _open(write_pdf([_sheet(Placement(face, 0, 0, w, h), w, h)], Info(face.label))) as pdf:
        inside = _render(pdf[0], size).getchannel("A")
    partly = (match.start() for match in _PARTLY.finditer(inside.tobytes()))
    return Mask(inside, tuple([(at % inside.width, at // inside.width) for at in partly]))


def page_darkness(pdf: bytes) -> Iterator[float]:
    """Yield how dark each page is on average, margins included: 0 to 1."""
    with _open(pdf) as opened:
        for page in opened:
            picture = page.render(scale=_DPI / POINTS_PER_INCH, grayscale=True).to_pil()
            counts = picture.convert("L").histogram()
            yield 1.0 - sum(level * count for level, count in enumerate(counts)) / sum(counts) / 255.0


def _open(pdf: bytes) -> Any:
    return closing(_pdfium().PdfDocument(pdf))


def _pdfium() -> Any:
    import pypdfium2

    return pypdfium2


def _pixels(width: float, height: float, dpi: int) -> Pixels:
    """From inches. Rounded, so that a card has the size that its printer asks for."""
    w, h = max(1, round(width * dpi)), max(1, round(height * dpi))
    if w * h > _MOST_PIXELS:
        size = f"{mm(width * MM_PER_INCH)} × {mm(height * MM_PER_INCH)}"
        raise LimitError(f"{size} at {dpi} dpi makes {w} × {h} pixels (at most {_MOST_PIXELS // 10**6} million)")
    return w, h


def _render(page: Any, size: Pixels, *, on_paper: bool = False) -> "Image.Image":
    """Draw a page on white paper, or on nothing, in exactly the size that is wanted, which pypdfium2 rounds up."""
    pdfium, raw = _pdfium(), _pdfium().raw
    w, h = size
    bitmap = pdfium.PdfBitmap.new_native(w, h, raw.FPDFBitmap_BGRx if on_paper else raw.FPDFBitmap_BGRA)
    raw.FPDFBitmap_FillRect(bitmap.raw, 0, 0, w, h, 0xFFFFFFFF if on_paper else 0x00000000)
    raw.FPDF_RenderPageBitmap(bitmap.raw, page.raw, 0, 0, w, h, 0, 0)
    image: Image.Image = bitmap.to_pil().copy()  # which else looks into memory that is freed
    bitmap.close()
    return image.convert("RGB") if on_paper else image


def _png(image: "Image.Image", dpi: int) -> bytes:
    file = BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()
