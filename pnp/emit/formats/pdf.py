"""Sheets → one PDF file to print."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.emit.formats import Output
    from pnp.model.sheet import Sheet

HELP = "sheets to print"


def write_sheets(output: "Output") -> tuple[Path, ...]:
    """Fronts alone, as backs alone, must not get onto two sides of a sheet, so the file asks for one-sided printing."""
    from pnp.emit.pdf import Info, write_pdf
    from pnp.files.writing import write_atomically

    output.progress("writing", 0, 1)
    game = output.edition.game
    title = f"{game.title} {game.version}".strip()
    info = Info(title, game.credits, output.edition.language, output.printed)
    write_atomically(output.target, write_pdf(output.sheets, info, output.both), output.within)
    return (output.target,)


def coverage(file: Path, sheets: "tuple[Sheet, ...]", pages: int) -> dict[str, float]:
    from pnp.emit.coverage import ink_coverage

    return ink_coverage(file, sheets, pages)
