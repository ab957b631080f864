"""An existing PDF → the cards on its pages: each is one, or has several in a grid that is found or given; and what is
strange about its pages."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from pikepdf import Array, PdfError

from pnp.importing.card_backs import (
    FoldedCards,
    OwnPages,
    PageLook,
    find_fold,
    list_pages,
    look_of_cards,
    look_of_page,
    put_own_backs,
    read_own_pages,
    suggest_backs,
    suspect_fold,
    write_pages_option,
)
from pnp.importing.card_grids import (
    describe_cells,
    drop_covered,
    find_cells,
    find_known_cells,
    find_uncovered,
    is_of_size,
    place_cells,
)
from pnp.importing.card_sides import (
    LEAST,
    NOTHING_LEFT,
    CardSide,
    SheetSettings,
    is_size_of_card,
    report_bleed,
    size_side,
)
from pnp.importing.page_boxes import PageBoxes, find_boxes
from pnp.impose.press import size_of
from pnp.io.digests import digest_file
from pnp.io.pdf import PageBox, PdfPage, UnreadablePdf, list_pdf_pages, look_up, open_pdf
from pnp.model.display import PageArt
from pnp.model.geometry import are_same
from pnp.model.length import mm
from pnp.model.problem import LimitError, Problem, Severity, UsageError, code
from pnp.model.sheet import Rect
from pnp.model.span import Span

NOT_AS_SEEN = code(
    "PNP412", Severity.WARNING, says="page {number} has comments or form fields, which aren't printed", once=True
)
LAYERS = NOT_AS_SEEN.also("it has layers that are hidden in a viewer; all of them print")
FONTS = NOT_AS_SEEN.also("fonts that aren't in the file are replaced by others: {fonts}")
EMPTY_PAGE = code("PNP413", Severity.NOTE, says="page {number} is empty, and left out", once=True)
UNCUT = code("PNP431", Severity.NOTE, says="left out, since nothing is cut out of them: {pages}")

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

MOST_PAGES = 20_000
MOST_BYTES = 1_000_000_000
_PAINTING = "f f* F B B* b b* S s Do Tj TJ ' \" sh EI"
_BEGINNING = 4_096  # bytes of a page that mostly tell whether it draws anything
_SEEN_ABOVE = frozenset(("/Link", "/Popup", "/PrinterMark", "/TrapNet"))  # kinds of annotations that print nothing
_HIDDEN = 2 | 32  # flags of annotations that are seen nowhere
_TRIMMED = 0.1  # mm
_ABOUT_A_FOLD = ("beside", "below")
_TWO_CARDS = 1.6 * 63.0 * 88.0  # mm²
_CARD = 148.0 * 210.0 * 1.02  # mm²: what is larger is a sheet
_SAYS_WHERE = "--grid 3x3, with --size and --start, says where"
_LONGEST = 40  # characters of page numbers that are suggested
_ROUGHLY = 0.5  # mm that cards of one size may differ in reports
_LARGER = 1.8  # times as large as the size in the settings


class _ReadPage(NamedTuple):
    """A page that is a card, or whose boxes were looked at, and the cards among these."""

    art: PageArt
    look: str = ""  # the same of pages that draw the same
    side: CardSide | None = None
    problems: Sequence[Problem] = ()
    boxes: PageBoxes | None = None
    cells: Sequence[Rect] = ()


def read_sides(
    path: Path, file: str, settings: SheetSettings, progress: Callable[[int, int], None]
) -> tuple[list[CardSide], list[Problem]]:
    """Return the sides of a file in their order. Raises LimitError, UsageError."""
    if path.stat().st_size > MOST_BYTES:
        raise LimitError(f"{file}: is larger than {MOST_BYTES / 1e9:g} GB (save it in parts)")
    span, problems = Span(file), list[Problem]()
    try:
        with open_pdf(path) as pdf:
            layers = look_up(pdf.Root, "/OCProperties", "/D")
            if look_up(layers, "/BaseState") == "/OFF" or _items(look_up(layers, "/OFF")):
                problems.append(LAYERS.at(span))
            own, digest, pages = read_own_pages(pdf), digest_file(path).hex(), list_pdf_pages(pdf)
            numbers, left_out = _choose_pages(len(pages), file, settings, own)
            problems += left_out
            fonts, read = dict[str, None](), list[_ReadPage]()
            for done, number in enumerate(numbers, 1):
                progress(done, len(numbers))
                page = pages[number - 1]
                art, content = page.art(path, path.name, digest), page.read_content()
                fonts |= dict.fromkeys(_missing_fonts(page, content, fonts))
                if _has_notes(page):
                    problems.append(NOT_AS_SEEN.at(span, number=number))
                if _has_drawing(page, content):
                    read.append(_read_page(page, art, content, file, settings))
                else:
                    problems.append(EMPTY_PAGE.at(span, number=number))
            finder = _CardFinder(file, settings, own)
            finder.add_all(read)
            problems += finder.problems
            if fonts:
                problems.append(FONTS.at(span, fonts=", ".join(sorted(fonts))))
    except UnreadablePdf as error:
        return [], [*problems, error.at(file)]
    return finder.sides, problems


def _choose_pages(count: int, file: str, settings: SheetSettings, own: OwnPages) -> tuple[list[int], list[Problem]]:
    """Return the numbers of the pages that count."""
    if settings.pages and (beyond := [number for number in settings.pages if number > count]):
        raise UsageError(f"--pages names page {beyond[0]}, and {file} has {count}")
    numbers = list(settings.pages) or [number for number in range(1, count + 1) if number not in own.left_out]
    if len(numbers) > MOST_PAGES:
        raise LimitError(f"{file}: {len(numbers):,} pages are more than {MOST_PAGES:,} (--pages 1-100 takes some)")
    uncut = [number for number in numbers if number in own.uncut and not settings.pages]
    if not uncut or len(uncut) == len(numbers):
        return numbers, []
    hint = f"--pages {write_pages_option(uncut)} --grid 1x1 makes a piece of each"
    problem = UNCUT.at(Span(file), pages=list_pages(uncut), hint=hint)
    return [number for number in numbers if number not in uncut], [problem]


def _find_operators(page: PdfPage, names: str, content: bytes) -> Sequence[Any] | None:
    """Return the instructions of these operators; None if what the page draws can't be read."""
    try:
        return page.parse(content, names)
    except PdfError:
        return None


def _has_drawing(page: PdfPage, content: bytes) -> bool:
    """Tell whether a page draws anything, for all one knows; its first lines say so, mostly."""
    parts = (content[:_BEGINNING].rpartition(b"\n")[0], content)
    return any(steps is None or len(steps) > 0 for steps in (_find_operators(page, _PAINTING, part) for part in parts))


def _read_page(page: PdfPage, art: PageArt, content: bytes, file: str, settings: SheetSettings) -> _ReadPage:
    """Return what has to be known of a page once the file is closed."""
    size, look = settings.size, look_of_page(page, content)
    if settings.grid:
        is_sheet = settings.grid != (1, 1) or settings.start is not None
    else:
        is_sheet = art.w * art.h > (_LARGER * size[0] * size[1] if size else _CARD)
    # a page may be a small sheet, or a large card
    may_be_sheet = not (settings.grid or size or settings.crop) and art.w * art.h > _TWO_CARDS
    if is_sheet or may_be_sheet:
        boxes = find_boxes(page, content, art)
        bled = (size[0] + 2 * settings.crop, size[1] + 2 * settings.crop) if size else None
        cells = place_cells(boxes, settings._replace(size=bled)) if settings.grid else find_cells(boxes, bled)
        boxes.forget_cards()
        if is_sheet or (len(cells) > 1 and is_size_of_card(cells[0].w, cells[0].h)):
            return _ReadPage(art, look, boxes=boxes, cells=cells)
    # a card is cut without the bleed around it, if the page says itself where it is trimmed
    name = f"page {art.number}"
    trim = None if settings.crop else page.box("/TrimBox")
    left, top, right, bottom = _trim_widths(art, trim) if trim else (0.0, 0.0, 0.0, 0.0)
    w, h = art.w - left - right, art.h - top - bottom
    if trim is None or max(left, top, right, bottom) < _TRIMMED or not is_of_size(w, h, size):
        return _ReadPage(art, look, *size_side(name, file, art, settings))
    bleed = max(0.0, min(_trim_widths(art, trim, page.box("/BleedBox"))))
    return _ReadPage(art, look, CardSide(name, file, art, w, h, -left, -top, art.w, art.h, bleed))


def _trim_widths(art: PageArt, trim: PageBox, bleed: PageBox | None = None) -> PageBox:
    """Return how many millimetres are cut off a page left, above, right and below, as it is shown."""
    outer = bleed or art.box
    outer = (*map(max, outer[:2], art.box[:2]), *map(min, outer[2:], art.box[2:]))  # type: ignore[assignment]
    left, bottom = trim[0] - outer[0], trim[1] - outer[1]
    right, top = outer[2] - trim[2], outer[3] - trim[3]
    around = [max(0.0, each) * art.unit for each in (left, top, right, bottom)]
    quarters = art.turn // 90
    found = around[-quarters:] + around[:-quarters] if quarters else around
    return found[0], found[1], found[2], found[3]


def _has_notes(page: PdfPage) -> bool:
    """Tell whether comments or form fields are seen above the page."""
    for note in _items(page.object.get("/Annots")):
        if str(look_up(note, "/Subtype")) not in _SEEN_ABOVE and look_up(note, "/AP") is not None:
            flags = look_up(note, "/F")
            if not (isinstance(flags, int) and flags & _HIDDEN):
                return True
    return False


def _items(array: Any) -> list[Any]:
    """Return what is in an array; nothing if it isn't one."""
    return list(array) if isinstance(array, Array) else []


def _missing_fonts(page: PdfPage, content: bytes, known: Collection[str]) -> Iterator[str]:
    """Name the fonts, besides those known, that the page sets words in and the file doesn't hold."""
    fonts = look_up(page.find_inherited("/Resources"), "/Font")
    missing = dict[str, str]()
    for name, font in fonts.as_dict().items() if hasattr(fonts, "as_dict") else ():
        inner = _items(look_up(font, "/DescendantFonts"))
        about = look_up(inner[0] if inner else font, "/FontDescriptor")
        is_there = any(look_up(about, key) is not None for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        called = str(look_up(font, "/BaseFont") or "a font without a name").lstrip("/")
        if look_up(font, "/Subtype") not in (None, "/Type3") and not is_there and called not in known:
            missing[name] = called
    if missing:
        font, is_used = "", set[str]()
        for step in _find_operators(page, "Tf Tj TJ ' \"", content) or ():
            if str(step.operator) == "Tf":
                font = str(step.operands[0]) if len(step.operands) else ""
            else:
                is_used.add(font)
        yield from (called for name, called in missing.items() if name in is_used)


class _CardFinder:
    """Makes sides of all pages of a file, in their order."""

    def __init__(self, file: str, settings: SheetSettings, own: OwnPages) -> None:
        self.sides: list[CardSide] = []
        self.problems: list[Problem] = []
        self._span, self._settings, self._own = Span(file), settings, own
        self._gridded: list[tuple[PageArt, list[Rect]]] = []
        self._folds: list[tuple[str, bool, int]] = []  # where backs lie, whether that is sure, and on which page
        self._looks: list[PageLook] = []
        self._empty: list[PageArt] = []  # pages without cards
        # whether neither options nor the file say which cards are backs
        self._is_open = settings.backs == "names" and not settings.back and not own.fronts

    def add_all(self, pages: Sequence[_ReadPage]) -> None:
        known = {tuple(round(side, 1) for side in cell): cell for page in pages for cell in page.cells}
        for page in pages:
            self.problems += page.problems
            if page.boxes is None:
                self.sides += [page.side] if page.side else []
                self._looks.append(PageLook(page.art.number, page.look))
            else:
                of_others = () if self._settings.grid else find_known_cells(page.boxes, known.values())
                self._add_grid(page, page.boxes, [*page.cells, *drop_covered(page.cells, of_others)])
        self._report_empty({side.art.number for side in self.sides if isinstance(side.art, PageArt)})
        self._report_grids()
        if self._settings.backs == "names":
            self._report_folds()
            self.sides, of_backs = put_own_backs(self.sides, self._own, self._span.file)
            may_guess = self._is_open and not self._folds and not self._own.is_ours
            self.problems += of_backs or (suggest_backs(self._looks, self._span.file) if may_guess else [])

    def _add_grid(self, page: _ReadPage, boxes: PageBoxes, cells: list[Rect]) -> None:
        art, settings, span = page.art, self._settings, self._span
        if not cells:
            self._empty += [] if art.number in self._own.fronts else [art]
            return
        w, h = cells[0].w, cells[0].h
        if settings.grid and not boxes.has_room_for(cells):
            grid = "{} × {} cards".format(*settings.grid)
            self.problems.append(OFF_PAGE.at(span, grid=grid, size=size_of(w, h), number=art.number))
            return
        if min(w, h) - 2 * settings.crop < LEAST:
            self.problems.append(NOTHING_LEFT.at(span, size=size_of(w, h), crop=mm(settings.crop)))
            return
        self._gridded.append((art, cells))
        if boxes.is_cut_short and not settings.grid:
            self.problems.append(CUT_SHORT.at(span, hint=_SAYS_WHERE, number=art.number))
        elif left := None if settings.grid else find_uncovered(boxes, cells):
            size = size_of(left.w, left.h)
            self.problems.append(BESIDE.at(span, size=size, x=left.x, y=left.y, number=art.number))
        self._looks.append(PageLook(art.number, look_of_cards(cells, boxes, page.look), len(cells)))
        self._add_sides(art, cells, self._find_fold(art, cells, boxes))

    def _find_fold(self, art: PageArt, cells: Sequence[Rect], boxes: PageBoxes) -> FoldedCards | None:
        """Find the fold that options name or that is seen, and note one that is only suspected."""
        backs = self._settings.backs
        place = backs if backs in _ABOUT_A_FOLD else ""
        fold = find_fold(cells, boxes, place) if place or backs == "names" else None
        if place and fold is None:
            self.problems.append(NOT_FOLDED.at(self._span, number=art.number, place=place))
        if fold:
            self._folds.append((fold.place, True, art.number))
        elif self._is_open and (perhaps := suspect_fold(cells, boxes)):
            self._folds.append((perhaps.place, False, art.number))
        return fold

    def _add_sides(self, art: PageArt, cells: Sequence[Rect], fold: FoldedCards | None) -> None:
        """Add all of a page; of one that is folded the fronts, with what is behind them."""
        crop = self._settings.crop

        def side(number: int, cell: Rect) -> CardSide:
            x, y, w, h = -cell.x - crop, -cell.y - crop, cell.w - 2 * crop, cell.h - 2 * crop
            return CardSide(f"page {art.number} card {number}", self._span.file, art, w, h, x, y, art.w, art.h, crop)

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
            if not self._settings.crop and not self._settings.size and not self._settings.grid:
                self.problems += report_bleed(self._span.file, fullest[0].w, fullest[0].h)

    def _report_folds(self) -> None:
        """Report all that are folded alike in one note."""
        for place, is_sure in product(_ABOUT_A_FOLD, (True, False)):
            numbers = [number for *how, number in self._folds if how == [place, is_sure]]
            if numbers and is_sure:
                hint = "--backs none: it isn't so"
                self.problems.append(FOLDED.at(self._span, pages=list_pages(numbers), place=place, hint=hint))
            elif numbers:
                hint = f"then --backs {place}"
                self.problems.append(PERHAPS_FOLDED.at(self._span, pages=list_pages(numbers), hint=hint))
