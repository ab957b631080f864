"""Sheets to print.

They are one PDF file; `coverage` tells how much ink it takes.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from pnp.io.opening import read_input
from pnp.io.writing import write_atomically

if TYPE_CHECKING:
    from pnp.export.formats import FaceDrawer, Output
    from pnp.model.sheet import Sheet


TAKES_SHEETS = True


def make_drawer() -> "FaceDrawer":
    from pnp.export.pdf.content import ContentComposer

    return ContentComposer()


def assemble(output: "Output") -> tuple[Path, ...]:
    """Fronts alone, as backs alone, must not get onto two sides of a sheet, so the file asks for one-sided printing."""
    from pnp.export.pdf import Info, write_pdf_to

    output.progress("writing", 0, 1)
    game = output.edition.game
    title = f"{game.title} {game.version}".strip()
    info = Info(title, game.credits, output.edition.language, output.printed)

    write_atomically(output.target, lambda write: write_pdf_to(write, output.sheets, info), output.within)
    return (output.target,)


_LARGEST = 1 << 31  # bytes of a file that we have just written


def coverage(file: Path, sheets: "tuple[Sheet, ...]", pages: int) -> dict[str, float]:
    """Return how dark pages are, but for instructions: per cent of the paper, `all` and by component id."""
    from pnp.export.rasteriser import page_darkness

    darkness = list(page_darkness(read_input(file, _LARGEST)))
    found: dict[str, list[float]] = {"all": darkness}
    for dark, sheet in zip(darkness[pages - len(sheets) :], sheets, strict=True):
        for component in dict.fromkeys(place.face.label.partition("/")[0] for place in sheet.placements):
            found.setdefault(component, []).append(dark)
    return {name: round(100 * sum(values) / len(values), 2) for name, values in found.items() if values}
