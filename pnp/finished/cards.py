"""Pages as they were read → the cards on them: each is one, or has several in a grid that is found or said."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from pnp.finished.boxes import PageBoxes
from pnp.finished.grids import apart_from, asked_cells, beside, cells_of, described, fits, known_cells
from pnp.finished.page_backs import (
    NOT_OURS,
    FoldedCards,
    OwnPages,
    PageLook,
    as_option,
    folded,
    look_of_cards,
    named,
    perhaps_backs,
    perhaps_folded,
    seen_fold,
    with_own_backs,
)
from pnp.finished.sizing import LEAST, NOTHING_LEFT, not_cropped
from pnp.finished.values import FinishedSide, Wishes
from pnp.impose.press import size_of
from pnp.load.numbers import named_sizes
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
    says="no cards of one size are seen on {pages}, {size}",
)
OFF_PAGE = NO_GRID.also("{grid} of {size} are more than page {number} has room for")
GRID = code(
    "PNP415 grid of cards that was found",
    """Where on its pages a PDF has its cards was found by its cut marks, or by frames, pictures or grounds of one size.
Look whether that is right: `--grid`, `--size`, `--start` and `--gap` say it otherwise.""",
    Severity.NOTE,
    says="{what}, on {pages}",
)
BESIDE = code(
    "PNP432 something beside the cards of a page",
    """On a page whose cards were found, something lies beside them that may be a piece, too: a single token, a card of
another size. It isn't printed. Is it one, `--size`, `--grid` and `--start` can say where; a logo or a code for phones
may be left where it is.""",
    Severity.WARNING,
    says="what lies beside the cards isn't printed: {size} at {x:.0f}, {y:.0f} mm, on page {number}",
    once=True,
)
CUT_SHORT = BESIDE.also("page {number} draws more than is looked at: cards may be missing")

FOLDED = code(
    "PNP416 sheets that are to be folded",
    """On a sheet that is folded in the middle, backs lie opposite their fronts. Where a line is drawn there, dashed
while cuts are drawn through, or the only one between cards, fronts get the backs that lie behind them when it is
folded: is that wrong, `--backs none` takes all of them for fronts. Where nothing but pictures speak for it - one half
shows one picture again and again - all count as fronts until `--backs beside`, or `--backs below`, says otherwise.""",
    Severity.NOTE,
    says="{pages}: backs lie {place} fronts, about a fold",
)
PERHAPS_FOLDED = FOLDED.also("{pages} may be folded sheets: one half shows the same picture on all cards")
NOT_FOLDED = code(
    "PNP417 page whose halves aren't fronts and backs",
    """`--backs beside` and `--backs below` say that pages are folded in the middle of their cards, about a line that
runs down the page, or across it. Then cards have to lie opposite each other, at the same distance from it.

Bad:  `--backs beside` for a page of 3 × 3 cards
Good: `--backs alternate`, where backs are on a page of their own""",
    says="on page {number} cards don't lie {place} each other, about a fold",
    once=True,
)

_ABOUT_A_FOLD = ("beside", "below")
_TWO_CARDS = 1.6 * 63.0 * 88.0  # mm²
_CARD = 148.0 * 210.0 * 1.02  # mm²: what is larger is a sheet
_SAYS_WHERE = "--grid 3x3, with --size and --start, says where"
_LONGEST_CARD, _NAMED = 130.0, 0.5  # mm of a card whose size has a name, and what it may be off
_LONGEST = 40  # characters of page numbers that are suggested
_ROUGHLY = 0.5  # mm that cards of one size may differ, as they are told
_LARGER = 1.8  # times as large as the size that was asked for


class ReadPage(NamedTuple):
    """A page that is a card, or whose boxes were looked at."""

    art: PageArt
    side: FinishedSide | None = None
    problems: Sequence[Problem] = ()
    boxes: PageBoxes | None = None
    look: str = ""  # the same of pages that draw the same


def is_grid_wanted(art: PageArt, wishes: Wishes) -> bool:
    """Whether it isn't one card."""
    if wishes.grid:
        return wishes.grid != (1, 1) or wishes.start is not None
    largest = _LARGER * wishes.size[0] * wishes.size[1] if wishes.size else _CARD
    return art.w * art.h > largest


def is_perhaps_a_sheet(art: PageArt, wishes: Wishes) -> bool:
    """A small one, or a large card."""
    return not (wishes.grid or wishes.size or wishes.crop) and art.w * art.h > _TWO_CARDS


def cards_on(
    pages: Sequence[ReadPage], shown: str, wishes: Wishes, own: OwnPages = NOT_OURS
) -> tuple[list[FinishedSide], list[Problem]]:
    """All of a file, in their order."""
    cells = [_cells(page, wishes) for page in pages]
    known = {tuple(round(side, 1) for side in cell): cell for of_page in cells for cell in of_page}.values()
    sides, problems = list[FinishedSide](), list[Problem]()
    gridded: list[tuple[PageArt, list[Rect]]] = []
    folds: list[tuple[PageArt, str, bool]] = []
    looks: list[PageLook] = []
    without = list[PageArt]()  # cards
    for page, of_page in zip(pages, cells, strict=True):
        problems += page.problems
        if page.boxes is None:
            sides += [page.side] if page.side else []
            looks.append(PageLook(page.art.number, page.look))
            continue
        found = of_page if wishes.grid else [*of_page, *apart_from(of_page, known_cells(page.boxes, known))]
        wrong = _wrong(page.art, found, shown, wishes)
        problems += [wrong] if wrong else []
        without += [] if found or page.art.number in own.fronts else [page.art]
        if wrong or not found:
            continue
        gridded.append((page.art, found))
        if page.boxes.is_cut_short and not wishes.grid:
            problems.append(CUT_SHORT.at(Span(shown), hint=_SAYS_WHERE, number=page.art.number))
        elif left := None if wishes.grid else beside(page.boxes, page.art, found):
            size = size_of(left.w, left.h)
            problems.append(BESIDE.at(Span(shown), size=size, x=left.x, y=left.y, number=page.art.number))
        looks.append(PageLook(page.art.number, look_of_cards(found, page.boxes, page.look), len(found)))
        fold = _fold(found, page.boxes, wishes)
        if fold is None and wishes.backs in _ABOUT_A_FOLD:
            problems.append(NOT_FOLDED.at(Span(shown), number=page.art.number, place=wishes.backs))
        elif fold is None and _is_open(wishes, own) and (perhaps := perhaps_folded(found, page.boxes)):
            folds.append((page.art, perhaps.place, False))
        elif fold:
            folds.append((page.art, fold.place, True))
        sides += _sides(page.art, found, fold, shown, wishes)
    problems += _without_cards(without, {side.art.number for side in sides if isinstance(side.art, PageArt)}, shown)
    problems += _found(gridded, shown, wishes)
    if wishes.backs == "names":
        problems += _about_folds(folds, shown)
        sides, of_backs = with_own_backs(sides, own, shown)
        nothing_is_said = _is_open(wishes, own) and not folds and not own.is_ours
        problems += of_backs or (perhaps_backs(looks, shown) if nothing_is_said else [])
    return sides, problems


def _is_open(wishes: Wishes, own: OwnPages) -> bool:
    """Whether nobody and nothing says which cards are backs."""
    return wishes.backs == "names" and not wishes.back and not own.fronts


def _cells(page: ReadPage, wishes: Wishes) -> list[Rect]:
    if page.boxes is None:
        return []
    size = (wishes.size[0] + 2 * wishes.crop, wishes.size[1] + 2 * wishes.crop) if wishes.size else None
    if wishes.grid:
        return asked_cells(page.boxes, page.art, wishes._replace(size=size))
    return cells_of(page.boxes, page.art, size)


def holds_cards(boxes: PageBoxes, art: PageArt) -> bool:
    """Whether a page that could be a card has several of a size that cards have on it."""
    cells = cells_of(boxes, art)
    sizes = [sorted(size) for size in named_sizes().values() if max(size) <= _LONGEST_CARD]
    sides = sorted(cells[0][2:]) if len(cells) > 1 else []
    return any(max(abs(a - b) for a, b in zip(size, sides, strict=True)) < _NAMED for size in sizes if sides)


def _fold(cells: Sequence[Rect], boxes: PageBoxes, wishes: Wishes) -> FoldedCards | None:
    if wishes.backs in _ABOUT_A_FOLD:
        return folded(cells, boxes, wishes.backs)
    return seen_fold(cells, boxes) if wishes.backs == "names" else None


def _wrong(art: PageArt, cells: Sequence[Rect], shown: str, wishes: Wishes) -> Problem | None:
    if not cells:
        return None
    cell = cells[0]
    if wishes.grid and not fits(cells, art):
        grid = "{} × {} cards".format(*wishes.grid)
        return OFF_PAGE.at(Span(shown), grid=grid, size=size_of(cell.w, cell.h), number=art.number)
    if min(cell.w, cell.h) - 2 * wishes.crop < LEAST:
        return NOTHING_LEFT.at(Span(shown), size=size_of(cell.w, cell.h), crop=mm(wishes.crop))
    return None


def _without_cards(without: Sequence[PageArt], others: Collection[int], shown: str) -> Iterator[Problem]:
    """One line for all of a size, with the pages that go on without them."""
    these = as_option(sorted(others))
    pages = f"--pages {these}" if len(these) <= _LONGEST else "--pages"
    sizes: dict[str, list[int]] = {}
    for art in without:
        sizes.setdefault(size_of(art.w, art.h), []).append(art.number)
    for size, numbers in sizes.items():
        leaves_out = f", {pages} leaves it out" if these else ""
        hint = f"{_SAYS_WHERE}, --grid 1x1 that it is one card{leaves_out}"
        yield NO_GRID.at(Span(shown), pages=named(numbers), size=size, hint=hint)


def _sides(
    art: PageArt, cells: Sequence[Rect], fold: FoldedCards | None, shown: str, wishes: Wishes
) -> Iterator[FinishedSide]:
    """All of a page; of one that is folded the fronts, with what is behind them."""
    if fold is None:
        yield from (_side(art, number, cell, shown, wishes) for number, cell in enumerate(cells, 1))
        return
    turn = 0 if fold.fold.upright else 180
    for number, (front, back) in enumerate(zip(fold.fronts, fold.backs, strict=True), 1):
        behind = _side(art, number, back, shown, wishes)._replace(turn=turn) if back else None
        yield _side(art, number, front, shown, wishes)._replace(behind=behind)


def _side(art: PageArt, number: int, cell: Rect, shown: str, wishes: Wishes) -> FinishedSide:
    crop = wishes.crop
    x, y, w, h = -cell.x - crop, -cell.y - crop, cell.w - 2 * crop, cell.h - 2 * crop
    return FinishedSide(f"page {art.number} card {number}", shown, art, w, h, x, y, art.w, art.h, crop)


def _found(gridded: Sequence[tuple[PageArt, list[Rect]]], shown: str, wishes: Wishes) -> Iterator[Problem]:
    """One note for each size; of several pages the fullest speaks."""
    sizes: dict[tuple[float, float], list[tuple[PageArt, list[Rect]]]] = {}
    for art, cells in gridded:
        for cell in cells:
            known = (size for size in sizes if abs(size[0] - cell.w) < _ROUGHLY and abs(size[1] - cell.h) < _ROUGHLY)
            of_size = sizes.setdefault(next(known, (cell.w, cell.h)), [])
            if not of_size or of_size[-1][0] is not art:
                of_size.append((art, []))
            of_size[-1][1].append(cell)
    for pages in sizes.values():
        fullest = max((cells for _, cells in pages), key=len)
        numbers = [art.number for art, _ in pages]
        yield GRID.at(Span(shown), what=described(fullest), pages=named(numbers))
        if not wishes.crop and not wishes.size and not wishes.grid:
            yield from not_cropped(shown, fullest[0].w, fullest[0].h)


def _about_folds(folds: Sequence[tuple[PageArt, str, bool]], shown: str) -> Iterator[Problem]:
    """One note for all that are folded alike."""
    for place in _ABOUT_A_FOLD:
        for is_sure in (True, False):
            numbers = [art.number for art, *how in folds if how == [place, is_sure]]
            if numbers and is_sure:
                yield FOLDED.at(Span(shown), pages=named(numbers), place=place, hint="--backs none: it isn't so")
            elif numbers:
                yield PERHAPS_FOLDED.at(Span(shown), pages=named(numbers), hint=f"then --backs {place}")
