"""Sheets → one PDF file to print; and how much ink it takes."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.io.opening import read_input
from pnp.model.length import POINTS_PER_INCH

if TYPE_CHECKING:
    from pnp.export.formats import FaceDrawer, Output
    from pnp.model.sheet import Sheet


HELP = "sheets to print"
TAKES_SHEETS = True


def make_drawer() -> "FaceDrawer":
    from pnp.export.pdf.content import ContentComposer

    return ContentComposer()


def assemble(output: "Output") -> tuple[Path, ...]:
    """Fronts alone, as backs alone, must not get onto two sides of a sheet, so the file asks for one-sided printing."""
    from pnp.export.pdf import Info, write_pdf_to
    from pnp.io.writing import write_atomically

    output.progress("writing", 0, 1)
    game = output.edition.game
    title = f"{game.title} {game.version}".strip()
    info = Info(title, game.credits, output.edition.language, output.printed)

    def written(write: Callable[[bytes], object]) -> None:
        write_pdf_to(write, output.sheets, info)

    write_atomically(output.target, written, output.within)
    return (output.target,)


_LARGEST = 1 << 31  # bytes of a file that we have just written
_DPI = 100  # at fewer, thin lines would count as thick as a pixel


def coverage(file: Path, sheets: "tuple[Sheet, ...]", pages: int) -> dict[str, float]:
    """How dark its pages are: per cent of the paper, `all` and each component by its id; those before the sheets are
    instructions."""
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
            picture = page.render(scale=_DPI / POINTS_PER_INCH, grayscale=True).to_pil()
            yield 1.0 - ImageStat.Stat(picture.convert("L")).mean[0] / 255.0
