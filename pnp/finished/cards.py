"""Pages as they were read → the cards on them: each is one, or has several in a grid that is found or said."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.finished.boxes import PageBoxes
from pnp.finished.grids import asked_cells, cells_of, described, fits, known_cells
from pnp.finished.sizing import LEAST, NOTHING_LEFT
from pnp.finished.values import FinishedSide, Wishes
from pnp.impose.press import size_of
from pnp.model.display import PageArt
from pnp.model.length import mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Rect
from pnp.model.span import Span

NO_GRID = code(
    "PNP414 page on which no cards are seen",
    """A page larger than a card is a sheet of cards, whose places are found by its cut marks, or by frames, pictures or
grounds of one size. Where there are none, as on a page of rules, options say where they are, or that it doesn't count.

Bad:  nine scanned cards in one picture, and no word about them
Good: `--grid 3x3`, with `--size 63x88`, `--start 10,16` and `--gap 2mm` where they aren't in the middle""",
    says="page {number} is {size}, and no cards of one size are seen on it",
    once=True,
)
OFF_PAGE = NO_GRID.also("{grid} of {size} are more than page {number} has room for")
GRID = code(
    "PNP415 grid of cards that was found",
    """Where on its pages a PDF has its cards was found by its cut marks, or by frames, pictures or grounds of one size.
Look whether that is right: `--grid`, `--size`, `--start` and `--gap` say it otherwise.""",
    Severity.NOTE,
    says="{what}, on {pages}",
)

_CARD = 148.0 * 210.0 * 1.02  # mm²: what is larger is a sheet
_LARGER = 1.8  # times as large as the size that was asked for

_HINT = "--grid 3x3 says where, --grid 1x1 that it is one card, --pages leaves it out"


class ReadPage(NamedTuple):
    """A page that is a card, or whose boxes were looked at."""

    art: PageArt
    side: FinishedSide | None = None
    problems: Sequence[Problem] = ()
    boxes: PageBoxes | None = None


def is_grid_wanted(art: PageArt, wishes: Wishes) -> bool:
    """Whether it isn't one card."""
    if wishes.grid:
        return wishes.grid != (1, 1)
    largest = _LARGER * wishes.size[0] * wishes.size[1] if wishes.size else _CARD
    return art.w * art.h > largest


def cards_on(pages: Sequence[ReadPage], shown: str, wishes: Wishes) -> tuple[list[FinishedSide], list[Problem]]:
    """All of a file, in their order."""
    cells = [_cells(page, wishes) for page in pages]
    known = {tuple(round(side, 1) for side in cell): cell for of_page in cells for cell in of_page}.values()
    sides, problems = list[FinishedSide](), list[Problem]()
    gridded: list[tuple[PageArt, list[Rect]]] = []
    for page, of_page in zip(pages, cells, strict=True):
        problems += page.problems
        if page.boxes is None:
            sides += [page.side] if page.side else []
            continue
        found = of_page or known_cells(page.boxes, known)
        wrong = _wrong(page.art, found, shown, wishes)
        problems += [wrong] if wrong else []
        if not wrong:
            gridded.append((page.art, found))
            sides += [_side(page.art, number, cell, shown, wishes) for number, cell in enumerate(found, 1)]
    if wishes.grid is None:
        problems += _found(gridded, shown)
    return sides, problems


def _cells(page: ReadPage, wishes: Wishes) -> list[Rect]:
    if page.boxes is None:
        return []
    if wishes.grid:
        return asked_cells(page.boxes, page.art, wishes)
    return cells_of(page.boxes, page.art, wishes.size)


def _wrong(art: PageArt, cells: Sequence[Rect], shown: str, wishes: Wishes) -> Problem | None:
    if not cells:
        return NO_GRID.at(Span(shown), number=art.number, size=size_of(art.w, art.h), hint=_HINT)
    cell = cells[0]
    if wishes.grid and not fits(cells, art):
        grid = "{} × {} cards".format(*wishes.grid)
        return OFF_PAGE.at(Span(shown), grid=grid, size=size_of(cell.w, cell.h), number=art.number)
    if min(cell.w, cell.h) - 2 * wishes.crop < LEAST:
        return NOTHING_LEFT.at(Span(shown), size=size_of(cell.w, cell.h), crop=mm(wishes.crop))
    return None


def _side(art: PageArt, number: int, cell: Rect, shown: str, wishes: Wishes) -> FinishedSide:
    crop = wishes.crop
    x, y, w, h = -cell.x - crop, -cell.y - crop, cell.w - 2 * crop, cell.h - 2 * crop
    return FinishedSide(f"page {art.number} card {number}", shown, art, w, h, x, y, art.w, art.h, crop)


def _found(gridded: Sequence[tuple[PageArt, list[Rect]]], shown: str) -> Iterator[Problem]:
    """One note for each size; of several pages the fullest speaks."""
    sizes: dict[tuple[float, float], list[tuple[PageArt, list[Rect]]]] = {}
    for art, cells in gridded:
        sizes.setdefault((round(cells[0].w, 0), round(cells[0].h, 0)), []).append((art, cells))
    for pages in sizes.values():
        fullest = max((cells for _, cells in pages), key=len)
        numbers = [art.number for art, _ in pages]
        yield GRID.at(Span(shown), what=described(fullest), pages=_named(numbers))


def _named(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 3–7, 9`"""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    said = ", ".join(f"{first}–{last}" if last > first else f"{first}" for first, last in runs)
    return f"page{'s' if len(numbers) > 1 else ''} {said}"
