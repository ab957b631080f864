"""What stands in a PDF, as PDFium reads it: what can be searched and copied in Chrome, on every machine."""

from contextlib import closing
from pathlib import Path

from pypdfium2 import PdfDocument


def page_texts(pdf: bytes | Path) -> list[str]:
    """Return a file, or its bytes → the text of each page, its lines ended by \\n."""
    with closing(PdfDocument(pdf)) as document:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n").strip() for page in document]


def text_of(pdf: bytes | Path) -> str:
    """Return a file, or its bytes → the text of all its pages."""
    return "\n".join(page_texts(pdf))
