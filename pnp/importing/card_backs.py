"""Pages and the cards on them → what lies behind each card: on a fold, on another page, or as pnp's own file says."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import NamedTuple

from pikepdf import Pdf

from pnp.cardtext.orthography import number_ranges
from pnp.importing.card_sides import CardSide, find_opposites
from pnp.importing.page_boxes import PageBoxes, is_solid
from pnp.impose.patterns import Mirror
from pnp.io.digests import digest_of
from pnp.io.pdf import PdfPage, look_up
from pnp.model.geometry import are_same, has_middle
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Rect
from pnp.model.span import Span

_MOST_LOOKS = 3_000_000  # things that are painted times cards
_OFF = 1.0  # mm that a card may lie off its mirror image, and a line off the middle
_MOST_OF = 0.6  # of what cards cover that a fold goes along, at least
_GUTTER = 1.0  # mm between fronts and backs that a line which is drawn through has to lie in
_OWN = ("instructions ", "empty ")  # how labels of pages begin that hold no piece
_BACK = " back"  # and how those of backs end

Drawn = tuple[int, ...]
Look = str | frozenset[Drawn]  # of a page: what is on each of its cards, or what all of it draws

BACKS = code("PNP429", Severity.NOTE, says="backs of the pages before them: {pages}")
PERHAPS_BACKS = BACKS.also("{pages} may be backs: all cards there look the same")


class OwnPages(NamedTuple):
    """What a file that pnp made says of its pages; nothing of others'."""

    is_ours: bool = False
    left_out: frozenset[int] = frozenset()  # how to print it
    uncut: frozenset[int] = frozenset()  # sheets to read
    fronts: Mapping[int, int] = MappingProxyType({})  # of a page of backs: the one before
    turned: str = "long"  # the edge about which sheets are


def read_own_pages(pdf: Pdf) -> OwnPages:
    """Read the labels and boxes of pages: one from which nothing is trimmed is a sheet to read."""
    if str(pdf.docinfo.get("/Creator", "")) != "pnp":
        return OwnPages()
    labels = [str(page.label) for page in pdf.pages]
    pairs = enumerate(pairwise(labels), 1)
    fronts = {number + 1: number for number, (one, next) in pairs if next == one + _BACK}
    left_out = frozenset(number for number, label in enumerate(labels, 1) if label.startswith(_OWN))
    uncut = {number for number, page in enumerate(pdf.pages, 1) if list(page.trimbox) == list(page.mediabox)}
    turned = "short" if look_up(pdf.Root, "/ViewerPreferences", "/Duplex") == "/DuplexFlipShortEdge" else "long"
    return OwnPages(True, left_out, frozenset(uncut - left_out), fronts, turned)


def put_own_backs(sides: Sequence[CardSide], own: OwnPages, file: str) -> tuple[list[CardSide], list[Problem]]:
    """Put sides behind their fronts where both pages are among them."""
    by_page = {art.number: list(of_page) for art, of_page in groupby(sides, key=lambda side: side.art)}
    backs = {front: back for back, front in own.fronts.items() if back in by_page and front in by_page}
    found: list[CardSide] = []
    for number, of_page in by_page.items():
        behind = by_page[backs[number]] if number in backs else []
        if number not in backs.values():
            pairs = zip(of_page, find_opposites(of_page, behind, own.turned), strict=True)
            found += [side._replace(behind=back or side.behind) for side, back in pairs]
    pages = list_pages(sorted(backs.values()))
    return found, [BACKS.at(Span(file), pages=pages, hint="--backs none: they aren't")] if backs else []


def look_of_page(page: PdfPage, content: bytes) -> str:
    """Return the same digest for pages that draw the same."""
    objects = look_up(page.find_inherited("/Resources"), "/XObject")
    there = sorted(each.objgen for each in objects.as_dict().values()) if hasattr(objects, "as_dict") else []
    return digest_of(content, repr(there).encode()).hex()


class PageLook(NamedTuple):
    number: int
    look: Look
    cards: int = 1


def look_of_cards(cells: Sequence[Rect], page: PageBoxes, look: str) -> Look:
    """Return what each of its cards shows, if that is the same; otherwise the look of the page."""
    return (_find_shared_look(cells, page) if len(cells) > 1 else _look_of_card(cells[0], page)) or look


def suggest_backs(looks: Sequence[PageLook], file: str) -> Iterator[Problem]:
    """Report pages that may be backs: what shows one thing on all of its cards, as backs do, has several somewhere."""
    half = len(looks) // 2
    for way, fronts, backs in (("alternate", looks[::2], looks[1::2]), ("after", looks[:half], looks[half:])):
        in_front, behind = {each.look for each in fronts}, {each.look for each in backs}
        if len(fronts) != len(backs) or len(behind) != 1 or behind & in_front:
            continue
        is_shown_again = not any(isinstance(look, str) for look in behind)
        if is_shown_again and max(each.cards for each in backs) < 2:
            continue
        if len(in_front) > 1 or (is_shown_again and all(isinstance(look, str) for look in in_front)):
            pages = list_pages([each.number for each in backs])
            yield PERHAPS_BACKS.at(Span(file), pages=pages, hint=f"then --backs {way}")
            return


def list_pages(numbers: Sequence[int]) -> str:
    """Return `page 3`, `pages 3–7, 9`, `pages 2, 4, …, 30`."""
    if len(numbers) > 3 and numbers == list(range(numbers[0], numbers[-1] + 1, 2)):
        return f"pages {numbers[0]}, {numbers[1]}, …, {numbers[-1]}"
    return f"page{'s' if len(numbers) > 1 else ''} {number_ranges(numbers)}"


def write_pages_option(numbers: Sequence[int]) -> str:
    """Return `3-7,9`."""
    return number_ranges(numbers).replace("–", "-").replace(" ", "")


class FoldedCards(NamedTuple):
    """A page's cards on both sides of a fold."""

    line: Mirror
    fronts: list[Rect]
    backs: list[Rect | None]  # of each

    @property
    def place(self) -> str:
        """Return where backs lie: "beside" or "below" fronts, in the words of --backs."""
        return "beside" if self.line.upright else "below"

    def put_fronts_first(self, page: PageBoxes) -> "FoldedCards":
        """Fronts lie left or above, unless all of these are alike, and what lies opposite isn't."""
        if not _find_shared_look(self.fronts, page) or _find_shared_look(self.backs, page) or None in self.backs:
            return self
        return self._replace(fronts=[back for back in self.backs if back], backs=list(self.fronts))

    def is_drawn(self, page: PageBoxes) -> bool:
        """Tell whether its line is drawn otherwise than cuts are: dashed where these are drawn through, or the other
        way round; or, where fronts and backs lie apart, is the only one between cards."""
        upright, lines = self.line.upright, {*page.lines, *page.dashed}
        start, end = _whole_extent(self.fronts, not upright)
        long = _MOST_OF * (end - start)
        along = {line for line in lines if line.upright == upright and line.end - line.start >= long}
        here = {line for line in along if abs(line.at - self.line.at) < _OFF}
        if not here:
            return False
        cells = [*self.fronts, *filter(None, self.backs)]
        cuts = set()  # lines at the edge of a card, other than the fold
        for line in lines - here:
            if line.upright != upright or abs(line.at - self.line.at) >= _OFF:
                edges = (edge for cell in cells for edge in _extent(cell, line.upright))
                cuts |= {line} if any(abs(line.at - edge) < _OFF for edge in edges) else set()
        for own, others in ((page.dashed, page.lines), (page.lines, page.dashed)):
            if not here.isdisjoint(own) and cuts.isdisjoint(own) and not cuts.isdisjoint(others):
                return True
        gap = self.line.at - max(_extent(cell, upright)[1] for cell in self.fronts)
        if gap < _GUTTER / 2 or len({round(line.at) for line in along}) > 1:
            return False
        # nor is there a long line the other way, between cards
        (first, last), (start, end) = _whole_extent(cells, not upright), _whole_extent(cells, upright)
        across = (line for line in lines if line.upright != upright and first + _OFF < line.at < last - _OFF)
        return not any(line.end - line.start >= _MOST_OF * (end - start) for line in across)


def find_fold(cells: Sequence[Rect], page: PageBoxes, place: str = "") -> FoldedCards | None:
    """Find halves that mirror each other about a fold at this `place`; without one, about a line that is drawn."""
    folds = [fold for upright in (False, True) if (fold := _find_halves(cells, upright))]
    found = (fold for fold in folds if (fold.place == place if place else fold.is_drawn(page)))
    return next((fold.put_fronts_first(page) for fold in found), None)


def suspect_fold(cells: Sequence[Rect], page: PageBoxes) -> FoldedCards | None:
    """Find halves of which one shows one picture again and again, and the other several, though no line says so."""
    if _find_shared_look(cells, page):
        return None
    for upright in (False, True):
        fold = _find_halves(cells, upright)
        if fold and bool(_find_shared_look(fold.backs, page)) != bool(_find_shared_look(fold.fronts, page)):
            return fold.put_fronts_first(page)
    return None


def _find_halves(cells: Sequence[Rect], upright: bool) -> FoldedCards | None:
    """Find what lies above or left of the middle, and opposite; None if that is no mirror image."""
    if not cells:
        return None
    middle = Mirror(upright, sum(_whole_extent(cells, upright)) / 2)
    fronts = [cell for cell in cells if _extent(cell, upright)[1] <= middle.at + _OFF]
    others = [cell for cell in cells if _extent(cell, upright)[0] >= middle.at - _OFF]
    backs = [next((other for other in others if are_same(middle.cell(cell), other, _OFF)), None) for cell in fronts]
    is_mirrored = len(fronts) + len(others) == len(cells) and sum(back is not None for back in backs) == len(others)
    return FoldedCards(middle, fronts, backs) if is_mirrored and others else None


def _extent(cell: Rect, upright: bool) -> tuple[float, float]:
    """Return from where to where a cell reaches across lines that run down the page, or across it."""
    return (cell.x, cell.right) if upright else (cell.y, cell.bottom)


def _whole_extent(cells: Sequence[Rect], upright: bool) -> tuple[float, float]:
    reaches = [_extent(cell, upright) for cell in cells]
    return min(start for start, _ in reaches), max(end for _, end in reaches)


def _find_shared_look(cells: Iterable[Rect | None], page: PageBoxes) -> frozenset[Drawn]:
    """Return what each of several cards shows, if that is the same; otherwise nothing."""
    there = [cell for cell in cells if cell]
    if len(there) < 2 or len(there) * len(page.painted) > _MOST_LOOKS:
        return frozenset()
    first = _look_of_card(there[0], page)
    return first if all(_look_of_card(cell, page) == first for cell in there[1:]) else frozenset()


def _look_of_card(cell: Rect, page: PageBoxes) -> frozenset[Drawn]:
    """Return how things are painted on a card, and where from its corner; without lines, which may be cut marks."""
    return frozenset(
        (ink, *(round(side) for side in (box.x - cell.x, box.y - cell.y, box.w, box.h)))
        for box, ink in zip(page.painted, page.inks, strict=True)
        if has_middle(cell, box) and is_solid(box)
    )
