"""Pages as they were read → the cards on them: each is one, or has several in a grid that is found or said."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from pnp.importing.backs import (
    NOT_OURS,
    FoldedCards,
    OwnPages,
    PageLook,
    find_fold,
    fold_as_told,
    list_pages,
    look_of_cards,
    put_own_backs,
    suggest_backs,
    suspect_fold,
    write_pages_option,
)
from pnp.importing.boxes import PageBoxes
from pnp.importing.grids import asked_cells, describe_cells, find_beside, find_cells, known_cells, leave_out
from pnp.importing.sides import LEAST, NOTHING_LEFT, FinishedSide, Wishes, is_size_of_card, report_bleed
from pnp.impose.press import size_of
from pnp.model.display import PageArt
from pnp.model.geometry import are_same
from pnp.model.length import mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Rect
from pnp.model.span import Span

NO_GRID = code("PNP414", says="no cards of one size are seen on {pages}, {size}")
OFF_PAGE = NO_GRID.also("{grid} of {size} are more than page {number} has room for")
GRID = code("PNP415", Severity.NOTE, says="{what}, on {pages}")
BESIDE = code(
    "PNP432",
    Severity.WARNING,
    says="what lies beside the cards isn't printed: {size} at {x:.0f}, {y:.0f} mm, on page {number}",
    once=True,
)
CUT_SHORT = BESIDE.also("page {number} draws more than is looked at: cards may be missing")

FOLDED = code("PNP416", Severity.NOTE, says="{pages}: backs lie {place} fronts, about a fold")
PERHAPS_FOLDED = FOLDED.also("{pages} may be folded sheets: one half shows the same picture on all cards")
NOT_FOLDED = code("PNP417", says="on page {number} cards don't lie {place} each other, about a fold", once=True)

_ABOUT_A_FOLD = ("beside", "below")
_TWO_CARDS = 1.6 * 63.0 * 88.0  # mm²
_CARD = 148.0 * 210.0 * 1.02  # mm²: what is larger is a sheet
_SAYS_WHERE = "--grid 3x3, with --size and --start, says where"
_LONGEST = 40  # characters of page numbers that are suggested
_ROUGHLY = 0.5  # mm that cards of one size may differ, as they are told
_LARGER = 1.8  # times as large as the size that was asked for


class ReadPage(NamedTuple):
    """A page that is a card, or whose boxes were looked at, and the cards among these."""

    art: PageArt
    look: str = ""  # the same of pages that draw the same
    side: FinishedSide | None = None
    problems: Sequence[Problem] = ()
    boxes: PageBoxes | None = None
    cells: Sequence[Rect] = ()


def is_grid_wanted(art: PageArt, wishes: Wishes) -> bool:
    """Tell whether a page isn't one card."""
    if wishes.grid:
        return wishes.grid != (1, 1) or wishes.start is not None
    largest = _LARGER * wishes.size[0] * wishes.size[1] if wishes.size else _CARD
    return art.w * art.h > largest


def is_perhaps_a_sheet(art: PageArt, wishes: Wishes) -> bool:
    """Tell whether a page is a small sheet, or a large card."""
    return not (wishes.grid or wishes.size or wishes.crop) and art.w * art.h > _TWO_CARDS


def cells_of(boxes: PageBoxes, wishes: Wishes) -> list[Rect]:
    """Return where a page has its cards, as they are found, or as options say."""
    size = (wishes.size[0] + 2 * wishes.crop, wishes.size[1] + 2 * wishes.crop) if wishes.size else None
    return asked_cells(boxes, wishes._replace(size=size)) if wishes.grid else find_cells(boxes, size)


def are_cards(cells: Sequence[Rect]) -> bool:
    """Tell whether a page that could be a card has several of a size that cards have on it."""
    return len(cells) > 1 and is_size_of_card(cells[0].w, cells[0].h)


class CardFinder:
    """It makes sides of all pages of a file, in their order."""

    def __init__(self, file: str, wishes: Wishes, own: OwnPages = NOT_OURS) -> None:
        self.sides: list[FinishedSide] = []
        self.problems: list[Problem] = []
        self._span, self._wishes, self._own = Span(file), wishes, own
        self._gridded: list[tuple[PageArt, list[Rect]]] = []
        self._folds: list[tuple[str, bool, int]] = []  # where backs lie, whether that is sure, and on which page
        self._looks: list[PageLook] = []
        self._empty: list[PageArt] = []  # pages without cards
        # whether nobody and nothing says which cards are backs
        self._is_open = wishes.backs == "names" and not wishes.back and not own.fronts

    def add_all(self, pages: Sequence[ReadPage]) -> None:
        known = {tuple(round(side, 1) for side in cell): cell for page in pages for cell in page.cells}
        for page in pages:
            self.problems += page.problems
            if page.boxes is None:
                self.sides += [page.side] if page.side else []
                self._looks.append(PageLook(page.art.number, page.look))
            else:
                of_others = () if self._wishes.grid else known_cells(page.boxes, known.values())
                self._add_grid(page, page.boxes, [*page.cells, *leave_out(page.cells, of_others)])
        self._report_empty({side.art.number for side in self.sides if isinstance(side.art, PageArt)})
        self._report_grids()
        if self._wishes.backs == "names":
            self._report_folds()
            self.sides, of_backs = put_own_backs(self.sides, self._own, self._span.file)
            may_guess = self._is_open and not self._folds and not self._own.is_ours
            self.problems += of_backs or (suggest_backs(self._looks, self._span.file) if may_guess else [])

    def _add_grid(self, page: ReadPage, boxes: PageBoxes, cells: list[Rect]) -> None:
        art, wishes, span = page.art, self._wishes, self._span
        if not cells:
            self._empty += [] if art.number in self._own.fronts else [art]
            return
        w, h = cells[0].w, cells[0].h
        if wishes.grid and not boxes.has_room_for(cells):
            grid = "{} × {} cards".format(*wishes.grid)
            self.problems.append(OFF_PAGE.at(span, grid=grid, size=size_of(w, h), number=art.number))
            return
        if min(w, h) - 2 * wishes.crop < LEAST:
            self.problems.append(NOTHING_LEFT.at(span, size=size_of(w, h), crop=mm(wishes.crop)))
            return
        self._gridded.append((art, cells))
        if boxes.is_cut_short and not wishes.grid:
            self.problems.append(CUT_SHORT.at(span, hint=_SAYS_WHERE, number=art.number))
        elif left := None if wishes.grid else find_beside(boxes, cells):
            size = size_of(left.w, left.h)
            self.problems.append(BESIDE.at(span, size=size, x=left.x, y=left.y, number=art.number))
        self._looks.append(PageLook(art.number, look_of_cards(cells, boxes, page.look), len(cells)))
        self._add_sides(art, cells, self._find_fold(art, cells, boxes))

    def _find_fold(self, art: PageArt, cells: Sequence[Rect], boxes: PageBoxes) -> FoldedCards | None:
        """Find the fold that is told or seen, and note one that is only suspected."""
        fold = None
        if self._wishes.backs in _ABOUT_A_FOLD:
            fold = fold_as_told(cells, boxes, self._wishes.backs)
            if fold is None:
                self.problems.append(NOT_FOLDED.at(self._span, number=art.number, place=self._wishes.backs))
        elif self._wishes.backs == "names":
            fold = find_fold(cells, boxes)
        if fold:
            self._folds.append((fold.place, True, art.number))
        elif self._is_open and (perhaps := suspect_fold(cells, boxes)):
            self._folds.append((perhaps.place, False, art.number))
        return fold

    def _add_sides(self, art: PageArt, cells: Sequence[Rect], fold: FoldedCards | None) -> None:
        """Add all of a page; of one that is folded the fronts, with what is behind them."""
        crop = self._wishes.crop

        def side(number: int, cell: Rect) -> FinishedSide:
            x, y, w, h = -cell.x - crop, -cell.y - crop, cell.w - 2 * crop, cell.h - 2 * crop
            return FinishedSide(
                f"page {art.number} card {number}", self._span.file, art, w, h, x, y, art.w, art.h, crop
            )

        if fold is None:
            self.sides += [side(number, cell) for number, cell in enumerate(cells, 1)]
            return
        turn = 0 if fold.line.upright else 180
        for number, (front, back) in enumerate(zip(fold.fronts, fold.backs, strict=True), 1):
            behind = side(number, back)._replace(turn=turn) if back else None
            self.sides.append(side(number, front)._replace(behind=behind))

    def _report_empty(self, others: Collection[int]) -> None:
        """Report pages without cards in one line for each size, with the pages that go on without them."""
        these = write_pages_option(sorted(others))
        pages = f"--pages {these}" if len(these) <= _LONGEST else "--pages"
        sizes: dict[str, list[int]] = {}
        for art in self._empty:
            sizes.setdefault(size_of(art.w, art.h), []).append(art.number)
        for size, numbers in sizes.items():
            leaves_out = f", {pages} leaves it out" if these else ""
            hint = f"{_SAYS_WHERE}, --grid 1x1 that it is one card{leaves_out}"
            self.problems.append(NO_GRID.at(self._span, pages=list_pages(numbers), size=size, hint=hint))

    def _report_grids(self) -> None:
        """Report what was found in one note for each size; of several pages the fullest speaks."""
        sizes: dict[tuple[float, float], dict[int, list[Rect]]] = {}
        for art, cells in self._gridded:
            for cell in cells:
                known = (size for size in sizes if are_same(size, (cell.w, cell.h), _ROUGHLY))
                of_size = sizes.setdefault(next(known, (cell.w, cell.h)), {})
                of_size.setdefault(art.number, []).append(cell)
        for pages in sizes.values():
            fullest = max(pages.values(), key=len)
            self.problems.append(GRID.at(self._span, what=describe_cells(fullest), pages=list_pages(list(pages))))
            if not self._wishes.crop and not self._wishes.size and not self._wishes.grid:
                self.problems += report_bleed(self._span.file, fullest[0].w, fullest[0].h)

    def _report_folds(self) -> None:
        """Report all that are folded alike in one note."""
        for place in _ABOUT_A_FOLD:
            for is_sure in (True, False):
                numbers = [number for *how, number in self._folds if how == [place, is_sure]]
                if numbers and is_sure:
                    hint = "--backs none: it isn't so"
                    self.problems.append(FOLDED.at(self._span, pages=list_pages(numbers), place=place, hint=hint))
                elif numbers:
                    hint = f"then --backs {place}"
                    self.problems.append(PERHAPS_FOLDED.at(self._span, pages=list_pages(numbers), hint=hint))
