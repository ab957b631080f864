"""Feeds our own PDFs back into `pnp sheet`: each card must come out where it is cut, and look as before.

    python benchmarks/feed_back.py hidden-leaders --ink full

Each component that has backs is built on both sides of A4, or with `--sides fold` beside a fold. Its file is laid on
Letter again, folded. Measured are how far the cards that are found on pages lie from where they were put, and, rendered
with each card's corner on the corner of a pixel in both files, how many pixels differ by more than 16 of 255.
"""

import argparse
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image, ImageChops
from pypdfium2 import PdfBitmap, PdfDocument
from pypdfium2 import raw as pdfium

from pnp.build.pipeline import build
from pnp.build.preparing import load, localise
from pnp.build.results import Result
from pnp.importing.card_sides import CardSide, ImportedPiece, SheetSettings
from pnp.importing.image_sheets import import_pieces, make_sheets
from pnp.io.project import Project, find_project
from pnp.model.length import MM_PER_POINT
from pnp.model.options import Options
from pnp.model.sheet import Placement

FAR, OFF, NOTICED = 0.05, 0.001, 16  # mm; share of the pixels; of 255


class Compared(NamedTuple):
    cards: int
    farthest: float  # mm
    worst: float  # share of a card's pixels


def feed_back(project: Project, folder: Path, options: Options, dpi: int) -> Compared | str:
    """One component; or why it can't be compared."""
    built = build(project, options, folder / "built")
    if not built.files:
        return "; ".join(str(problem) for problem in built.problems if problem.severity == "error")
    wishes = SheetSettings(backs="alternate" if options.sides == "duplex" else "names")  # a fold is seen
    again = Options("again", "en", "full", sides="fold", paper="letter", instructions=False, cache=options.cache)
    laid = make_sheets(project, [built.files[0]], wishes, again, folder / "laid")
    if not laid.files:
        return "; ".join(str(problem) for problem in laid.problems if problem.severity == "error")
    pieces = {piece.id: piece for piece in import_pieces(project, [built.files[0]], wishes, _silent)[0]}
    distances, shares = list[float](), list[float]()
    with PdfDocument(built.files[0]) as before, PdfDocument(laid.files[0]) as after:
        for number, placement in _placements(laid):
            side = _side(pieces, placement)
            page = side.art.number - 1  # type: ignore[union-attr]
            original = min(_on_page(built, page), key=lambda each: hypot(each.x + side.x, each.y + side.y))
            distances.append(hypot(original.x + side.x, original.y + side.y))
            lies = original._replace(turn=side.turn)
            shares.append(differing(draw_card(before[page], lies, dpi), draw_card(after[number], placement, dpi)))
    return Compared(len(shares), max(distances), max(shares))


def _silent(*_: Any) -> None:
    pass


_silent.tell = lambda line: None  # type: ignore[attr-defined]


def _placements(result: Result) -> Iterator[tuple[int, Placement]]:
    """Yield each placement with the number of the page in its file."""
    for number, each in enumerate(result.sheets, len(result.before)):
        yield from ((number, placement) for placement in each.placements)


def _on_page(result: Result, page: int) -> tuple[Placement, ...]:
    return result.sheets[page - len(result.before)].placements


def _side(pieces: dict[str, ImportedPiece], placement: Placement) -> CardSide:
    id, _, back = placement.face.label.partition("/")[2].partition(" ")
    side = pieces[id].back if back else pieces[id].front
    assert side is not None
    return side


def draw_card(page: Any, placement: Placement, dpi: int) -> Image.Image:
    """Return a card on a page, upright, its top left corner on the corner of a pixel."""
    x, y, w, h = placement[1:5]
    scale = dpi / 25.4
    across, down = (w, h) if placement.turn % 180 == 0 else (h, w)
    size = int(across * scale), int(down * scale)
    a, b, c, d, e, f = {
        0: (1, 0, 0, 1, -x, -y),
        90: (0, -1, 1, 0, -y, x + w),
        180: (-1, 0, 0, -1, x + w, y + h),
        270: (0, 1, -1, 0, y + h, -x),
    }[placement.turn % 360]
    per_point = scale * MM_PER_POINT
    matrix = pdfium.FS_MATRIX(a * per_point, b * per_point, c * per_point, d * per_point, e * scale, f * scale)
    bitmap = PdfBitmap.new_native(*size, pdfium.FPDFBitmap_BGRx)
    pdfium.FPDFBitmap_FillRect(bitmap.raw, 0, 0, *size, 0xFFFFFFFF)
    clip = pdfium.FS_RECTF(0, 0, *size)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, page.raw, matrix, clip, 0)
    return bitmap.to_pil().convert("RGB").copy()


def differing(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ by more than `NOTICED` in a colour. A fold is drawn on the cut: not
    counted."""
    w, h = min(one.width, other.width), min(one.height, other.height)
    one, other = one.crop((1, 1, w - 1, h - 1)), other.crop((1, 1, w - 1, h - 1))
    bands = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(most.histogram()[NOTICED + 1 :]) / (one.width * one.height)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--ink", default="full")
    parser.add_argument("--sides", default="duplex", choices=("duplex", "fold"))
    parser.add_argument("--only", action="append", help="this component; else all that have backs")
    parser.add_argument("--dpi", type=int, default=300)
    asked = parser.parse_args()
    project = find_project(Path.cwd())
    names = asked.only or components_with_backs(project, Options(asked.game, ink=asked.ink))
    wrong = False
    with TemporaryDirectory() as folder:
        for name in names:
            options = Options(asked.game, ink=asked.ink, only=(name,), sides=asked.sides)
            found = feed_back(project, Path(folder) / name, options, asked.dpi)
            if isinstance(found, str):
                print(f"{name}: {found}")
                continue
            is_wrong = found.farthest > FAR or found.worst > OFF
            wrong = wrong or is_wrong
            print(
                f"{name}: {found.cards} faces, at most {found.farthest:.4f} mm and {found.worst:.3%} of pixels off"
                f"{' - too much' if is_wrong else ''}"
            )
    raise SystemExit(1 if wrong else 0)


def components_with_backs(project: Project, options: Options) -> list[str]:
    """Return the components with backs that are printed without any module."""
    prepared = localise(load(project, options), options)
    assert prepared is not None
    printed = [each for each in prepared.edition.components.values() if each.pieces]
    return [each.id for each in printed if each.front and each.back and each.format.is_cut]


if __name__ == "__main__":
    main()
