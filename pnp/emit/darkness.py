"""The pages of a PDF → how dark each is, from 0 for white paper to 1 for all black: what a printer's ink has to do."""

from collections.abc import Iterator
from contextlib import closing

_DPI = 100  # at fewer, thin lines would count as thick as a pixel
_POINTS_PER_INCH = 72


def page_darkness(pdf: bytes) -> Iterator[float]:
    """The mean over each page, margins included."""
    from PIL import ImageStat
    from pypdfium2 import PdfDocument

    with closing(PdfDocument(pdf)) as opened:
        for page in opened:
            picture = page.render(scale=_DPI / _POINTS_PER_INCH, grayscale=True).to_pil()
            yield 1.0 - ImageStat.Stat(picture.convert("L")).mean[0] / 255.0
