"""A face, or the pages of a PDF → PNG pictures: what is seen is what prints, since both come from the same file."""

from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from typing import Any

from pnp.emit.pdf import About, write_pdf
from pnp.model.display import Face
from pnp.model.length import MM_PER_INCH, mm
from pnp.model.problem import LimitError
from pnp.model.sheet import Paper, Placement, Rect, Sheet

_POINTS_PER_INCH = 72
_MOST_PIXELS = 400_000_000


def face_png(face: Face, dpi: int) -> bytes:
    """A face alone, up to its edges."""
    paper = Paper(face.label, face.w, face.h)
    placement = Placement(face, 0, 0, face.w, face.h)
    sheet = Sheet(paper, face.label, "", face.label, "front", (placement,), (), Rect(0, 0, face.w, face.h))
    size = _pixels(face.w / MM_PER_INCH, face.h / MM_PER_INCH, dpi)
    with _opened(write_pdf([sheet], About(face.label, language=face.language))) as pdf:
        return _png(pdf[0], size, dpi)


def pdf_page_pngs(pdf: bytes, dpi: int) -> Iterator[bytes]:
    """All pages in turn."""
    with _opened(pdf) as opened:
        for page in opened:
            width, height = page.get_size()
            yield _png(page, _pixels(width / _POINTS_PER_INCH, height / _POINTS_PER_INCH, dpi), dpi)


def _opened(pdf: bytes) -> Any:
    from pypdfium2 import PdfDocument

    return closing(PdfDocument(pdf))


def _pixels(width: float, height: float, dpi: int) -> tuple[int, int]:
    """From inches. Rounded, so that a card has the size that its printer asks for."""
    w, h = max(1, round(width * dpi)), max(1, round(height * dpi))
    if w * h > _MOST_PIXELS:
        size = f"{mm(width * MM_PER_INCH)} × {mm(height * MM_PER_INCH)}"
        raise LimitError(f"{size} at {dpi} dpi makes {w} × {h} pixels (at most {_MOST_PIXELS // 10**6} million)")
    return w, h


def _png(page: Any, size: tuple[int, int], dpi: int) -> bytes:
    """pypdfium2's own rendering rounds sizes up; so the page is drawn on a bitmap of the size that is wanted."""
    from pypdfium2 import PdfBitmap
    from pypdfium2 import raw as pdfium

    w, h = size
    bitmap = PdfBitmap.new_native(w, h, pdfium.FPDFBitmap_BGRx)
    pdfium.FPDFBitmap_FillRect(bitmap.raw, 0, 0, w, h, 0xFFFFFFFF)
    pdfium.FPDF_RenderPageBitmap(bitmap.raw, page.raw, 0, 0, w, h, 0, 0)
    file = BytesIO()
    bitmap.to_pil().convert("RGB").save(file, "PNG", dpi=(dpi, dpi))
    bitmap.close()
    return file.getvalue()
