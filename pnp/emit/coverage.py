"""A file that was built → how much ink it takes: the mean darkness of its pages, by component and of all."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from pnp.files.opening import read_input
from pnp.model.sheet import Sheet

_LARGEST = 1 << 31  # bytes of a file that we have just written
_DPI = 100  # at fewer, thin lines would count as thick as a pixel
_POINTS_PER_INCH = 72


def ink_coverage(file: Path, sheets: tuple[Sheet, ...], pages: int) -> dict[str, float]:
    """Per cent of the paper, `all` and each component by its id; the pages before the sheets are instructions."""
    darkness = list(page_darkness(read_input(file, _LARGEST)))
    found: dict[str, list[float]] = {"all": darkness}
    for dark, sheet in zip(darkness[pages - len(sheets) :], sheets, strict=True):
        for component in dict.fromkeys(place.face.label.partition("/")[0] for place in sheet.placements):
            found.setdefault(component, []).append(dark)
    return {name: round(100 * sum(values) / len(values), 2) for name, values in found.items() if values}


def page_darkness(pdf: bytes) -> Iterator[float]:
    """The mean over each page, margins included."""
    from PIL import ImageStat
    from pypdfium2 import PdfDocument

    with closing(PdfDocument(pdf)) as opened:
        for page in opened:
            picture = page.render(scale=_DPI / _POINTS_PER_INCH, grayscale=True).to_pil()
            yield 1.0 - ImageStat.Stat(picture.convert("L")).mean[0] / 255.0
