"""Pages and the cards on them → what lies behind each card: on a fold, on another page, or as pnp's own file says."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple

from pnp.files.digests import digest_of
from pnp.files.pdf import PdfPage, look_up
from pnp.finished.boxes import CutLine, PageBoxes
from pnp.finished.values import FinishedSide
from pnp.impose.pattern import Mirror
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Rect
from pnp.model.span import Span

if TYPE_CHECKING:
    from pikepdf import Pdf

_MOST_LOOKS = 3_000_000  # things that are painted times cards
_THIN = 0.8  # mm of a line
_OFF = 1.0  # mm that a card may lie off its mirror image, and a line off the middle
_MOST_OF = 0.6  # of what cards cover that a fold goes along, at least
_GUTTER = 1.0  # mm between fronts and backs that a line which is drawn through has to lie in
Drawn = tuple[int, ...]


class FoldedCards(NamedTuple):
    """A page's cards on both sides of a fold."""

    fold: Mirror
    fronts: list[Rect]
    backs: list[Rect | None]  # of each

    @property
    def place(self) -> str:
        """Where backs lie: "beside" or "below" fronts, in the words of --backs."""
        return "beside" if self.fold.upright else "below"


_BEHIND = 4.0  # mm that a back may lie off its front
Point = tuple[float, float]
Mirrored = Callable[[Point], Point]  # the middle of a card → where its back's is, on the page of backs
BACKS = code(
    "PNP429 pages that are backs",
    """In a PDF that pnp made, the names of pages say which one is the back of the page before it. Their cards are put
behind those that they lie behind when sheets are turned: is that wrong, `--backs none` takes all of them for fronts. In
others' PDFs nothing says so; where each second page, or each in the second half, looks like all others of these, a line
says that they may be backs.""",
    Severity.NOTE,
    says="backs of the pages before them: {pages}",
)
PERHAPS_BACKS = BACKS.also("{pages} may be backs: all cards there look the same")
_OWN = ("instructions ", "empty ")  # how labels of pages begin that hold no piece
_BACK = " back"  # and how those of backs end
Look = str | frozenset[Drawn]  # of a page: what is on each of its cards, or what all of it draws


class OwnPages(NamedTuple):
    """Of a file that pnp made; nothing of others'."""

    is_ours: bool
    left_out: frozenset[int]  # how to print it
    uncut: frozenset[int]  # sheets to read
    fronts: Mapping[int, int]  # of a page of backs: the one before
    turned: str  # the edge about which sheets are


NOT_OURS = OwnPages(is_ours=False, left_out=frozenset(), uncut=frozenset(), fronts={}, turned="long")


def own_pages(pdf: "Pdf") -> OwnPages:
    """What the labels and boxes of pages say: one from which nothing is trimmed is a sheet to read."""
    if str(pdf.docinfo.get("/Creator", "")) != "pnp":
        return NOT_OURS
    labels = [str(page.label) for page in pdf.pages]
    pairs = enumerate(pairwise(labels), 1)
    fronts = {number + 1: number for number, (one, next) in pairs if next == one + _BACK}
    left_out = frozenset(number for number, label in enumerate(labels, 1) if label.startswith(_OWN))
    uncut = {number for number, page in enumerate(pdf.pages, 1) if list(page.trimbox) == list(page.mediabox)}
    duplex = look_up(pdf.Root, "/ViewerPreferences", "/Duplex")
    turned = "short" if duplex == "/DuplexFlipShortEdge" else "long"
    return OwnPages(True, left_out, frozenset(uncut - left_out), fronts, turned)


def with_own_backs(
    sides: Sequence[FinishedSide], own: OwnPages, shown: str
) -> tuple[list[FinishedSide], list[Problem]]:
    """Fronts with what is behind them, where both pages are among them."""
    by_page = {art.number: list(of_page) for art, of_page in groupby(sides, key=lambda side: side.art)}
    backs = {front: back for back, front in own.fronts.items() if back in by_page and front in by_page}
    found: list[FinishedSide] = []
    for number, of_page in by_page.items():
        behind = by_page[backs[number]] if number in backs else []
        if number not in backs.values():
            pairs = zip(of_page, opposite(of_page, behind, own.turned), strict=True)
            found += [side._replace(behind=back or side.behind) for side, back in pairs]
    numbers = sorted(backs.values())
    return found, [BACKS.at(Span(shown), pages=named(numbers), hint="--backs none: they aren't")] if numbers else []


def look_of(page: PdfPage, content: bytes) -> str:
    """Return the same digest for pages that draw the same."""
    objects = look_up(page.inherited("/Resources"), "/XObject")
    there = sorted(each.objgen for each in objects.as_dict().values()) if hasattr(objects, "as_dict") else []
    return digest_of(content, repr(there).encode()).hex()


class PageLook(NamedTuple):
    number: int
    look: Look
    cards: int = 1


def look_of_cards(cells: Sequence[Rect], boxes: PageBoxes, look: str) -> Look:
    """What each of its cards shows, where that is the same; else the look of the page."""
    return (are_alike(cells, boxes) if len(cells) > 1 else drawn_on(cells[0], boxes)) or look


def perhaps_backs(looks: Sequence[PageLook], shown: str) -> Iterator[Problem]:
    """Of pages that count. What shows one thing on all of its cards, as backs do, has several somewhere."""
    half = len(looks) // 2
    for way, fronts, backs in (("alternate", looks[::2], looks[1::2]), ("after", looks[:half], looks[half:])):
        in_front, behind = {each.look for each in fronts}, {each.look for each in backs}
        if len(fronts) != len(backs) or len(behind) != 1 or behind & in_front:
            continue
        is_shown_again = not any(isinstance(look, str) for look in behind)
        if is_shown_again and max(each.cards for each in backs) < 2:
            continue
        if len(in_front) > 1 or (is_shown_again and all(isinstance(look, str) for look in in_front)):
            pages = named([each.number for each in backs])
            yield PERHAPS_BACKS.at(Span(shown), pages=pages, hint=f"then --backs {way}")
            return


def named(numbers: Sequence[int]) -> str:
    """`page 3`, `pages 3–7, 9`, `pages 2, 4, …, 30`"""
    if len(numbers) > 3 and numbers == list(range(numbers[0], numbers[-1] + 1, 2)):
        return f"pages {numbers[0]}, {numbers[1]}, …, {numbers[-1]}"
    return f"page{'s' if len(numbers) > 1 else ''} {in_runs(numbers)}"


def in_runs(numbers: Sequence[int]) -> str:
    """`3–7, 9`"""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{first}–{last}" if last > first else f"{first}" for first, last in runs)


def as_option(numbers: Sequence[int]) -> str:
    """`3-7,9`"""
    return in_runs(numbers).replace("–", "-").replace(" ", "")


def opposite(
    page: Sequence[FinishedSide], behind: Sequence[FinishedSide], turned: str
) -> Iterator[FinishedSide | None]:
    """Of each side of a page what lies behind it, when its sheet is turned about this edge; "auto": as most of them
    find a back. Pages of one card are as they are meant, wherever it lies."""
    is_one = len(page) == len(behind) == 1
    ways = _ways(page, turned)
    is_turned, mirrored = max(ways, key=lambda way: _paired(page, behind, way[1])) if len(ways) > 1 else ways[0]
    for side in page:
        back = behind[0] if is_one else _at(mirrored(_middle(side)), behind)
        yield back._replace(turn=180) if back and is_turned else back


def _ways(page: Sequence[FinishedSide], turned: str) -> list[tuple[bool, Mirrored]]:
    """Whether backs are upside down as they lie, and where; of several that do as well the first counts."""
    if not page:
        return [(False, lambda at: at)]
    w, h = page[0].art_w, page[0].art_h
    middles = [_middle(side)[0] for side in page]
    first, last = min(middles), max(middles)
    columns = False, lambda at: (w - at[0], at[1])
    rows = True, lambda at: (at[0], h - at[1])
    if turned == "auto":
        within_block = False, lambda at: (first + last - at[0], at[1])
        return [columns, within_block, rows, (False, lambda at: at)]
    if turned == "no":
        return [(False, lambda at: at)]
    return [columns if (turned == "long") == (w <= h) else rows]


def _paired(page: Sequence[FinishedSide], behind: Sequence[FinishedSide], mirrored: Mirrored) -> int:
    return sum(_at(mirrored(_middle(side)), behind) is not None for side in page)


def _middle(side: FinishedSide) -> Point:
    return side.w / 2 - side.x, side.h / 2 - side.y


def _at(place: Point, sides: Sequence[FinishedSide]) -> FinishedSide | None:
    """The one whose middle is there."""
    for side in sides:
        x, y = _middle(side)
        if abs(x - place[0]) < _BEHIND and abs(y - place[1]) < _BEHIND:
            return side
    return None


def folded(cells: Sequence[Rect], boxes: PageBoxes, place: str) -> FoldedCards | None:
    """As somebody says that backs lie."""
    halves = _halves(cells, Mirror(place == "beside", 0.0))
    return _fronts_first(halves, boxes) if halves else None


def seen_fold(cells: Sequence[Rect], boxes: PageBoxes) -> FoldedCards | None:
    """Where a line is drawn between halves that mirror each other: dashed where others are drawn through, or the only
    one that lies between cards."""
    for upright in (False, True):
        halves = _halves(cells, Mirror(upright, 0.0))
        if halves and _is_drawn(halves, boxes):
            return _fronts_first(halves, boxes)
    return None


def perhaps_folded(cells: Sequence[Rect], boxes: PageBoxes) -> FoldedCards | None:
    """Where no line says so, but one half shows one picture again and again, and the other several."""
    if are_alike(cells, boxes):
        return None
    for upright in (False, True):
        halves = _halves(cells, Mirror(upright, 0.0))
        if halves and bool(are_alike(halves.backs, boxes)) != bool(are_alike(halves.fronts, boxes)):
            return _fronts_first(halves, boxes)
    return None


def _halves(cells: Sequence[Rect], about: Mirror) -> FoldedCards | None:
    """Above or left of the middle, and what lies opposite; None where that is no mirror image."""
    if not cells:
        return None
    first, last = [(min(each), max(each)) for each in zip(*(_span(cell, about) for cell in cells), strict=True)]
    fold = about._replace(at=(first[0] + last[1]) / 2)
    fronts = [cell for cell in cells if _span(cell, about)[1] <= fold.at + _OFF]
    others = [cell for cell in cells if _span(cell, about)[0] >= fold.at - _OFF]
    backs = [next((other for other in others if _is_same(fold.cell(cell), other)), None) for cell in fronts]
    is_mirrored = len(fronts) + len(others) == len(cells) and sum(back is not None for back in backs) == len(others)
    return FoldedCards(fold, fronts, backs) if is_mirrored and others else None


def _span(cell: Rect, about: Mirror) -> tuple[float, float]:
    """From where to where it reaches across the line."""
    return (cell.x, cell.right) if about.upright else (cell.y, cell.bottom)


def _is_same(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < _OFF for a, b in zip(one, other, strict=True))


def _is_drawn(halves: FoldedCards, boxes: PageBoxes) -> bool:
    """A line that is drawn otherwise than cuts are: dashed where these are drawn through, or the other way round; or,
    where fronts and backs lie apart, the only one between cards."""
    for own, others in ((boxes.dashed, boxes.lines), (boxes.lines, boxes.dashed)):
        is_there = any(_is_along(halves, line) for line in own)
        if (
            is_there
            and not any(_is_cut(halves, line) for line in own)
            and any(_is_cut(halves, line) for line in others)
        ):
            return True
    at, upright = halves.fold.at, halves.fold.upright
    gap = at - max(_span(cell, halves.fold)[1] for cell in halves.fronts)
    lines = (*boxes.lines, *boxes.dashed)
    places = {round(line.x1 if upright else line.y1) for line in lines if _is_along(halves, line, anywhere=True)}
    is_only = len(places) == 1 and any(_is_along(halves, line) for line in lines)
    return gap >= _GUTTER / 2 and is_only and not any(_is_across(halves, line) for line in lines)


def _is_cut(halves: FoldedCards, line: CutLine) -> bool:
    """At the edge of a card, other than the fold."""
    is_upright = line.x1 == line.x2
    at = line.x1 if is_upright else line.y1
    if is_upright == halves.fold.upright and abs(at - halves.fold.at) < _OFF:
        return False
    cells = [*halves.fronts, *filter(None, halves.backs)]
    edges = (edge for cell in cells for edge in _span(cell, Mirror(is_upright, 0.0)))
    return any(abs(at - edge) < _OFF for edge in edges)


def _is_across(halves: FoldedCards, line: CutLine) -> bool:
    """A long one the other way, between cards."""
    about = Mirror(not halves.fold.upright, 0.0)
    cells = [*halves.fronts, *filter(None, halves.backs)]
    spans, lengths = [_span(cell, about) for cell in cells], [_span(cell, halves.fold) for cell in cells]
    at = line.y1 if halves.fold.upright else line.x1
    is_within = min(spans)[0] + _OFF < at < max(end for _, end in spans) - _OFF
    whole = max(end for _, end in lengths) - min(start for start, _ in lengths)
    is_long = max(line.x2 - line.x1, line.y2 - line.y1) >= _MOST_OF * whole
    return halves.fold.upright != (line.x1 == line.x2) and is_within and is_long


def _is_along(halves: FoldedCards, line: CutLine, *, anywhere: bool = False) -> bool:
    """In the direction of the fold and as long as the cards together, mostly; there, unless it may be anywhere."""
    upright, at = halves.fold
    if upright != (line.x1 == line.x2) or not (anywhere or abs((line.x1 if upright else line.y1) - at) < _OFF):
        return False
    across = [_span(cell, Mirror(not upright, 0.0)) for cell in halves.fronts]
    length = max(end for _, end in across) - min(start for start, _ in across)
    return max(line.x2 - line.x1, line.y2 - line.y1) >= _MOST_OF * length


def are_alike(cells: Iterable[Rect | None], boxes: PageBoxes) -> frozenset[Drawn]:
    """What each of several cards shows, if that is the same; else nothing."""
    there = [cell for cell in cells if cell]
    if len(there) < 2 or len(there) * len(boxes.painted) > _MOST_LOOKS:
        return frozenset()
    first = drawn_on(there[0], boxes)
    return first if all(drawn_on(cell, boxes) == first for cell in there[1:]) else frozenset()


def drawn_on(cell: Rect, boxes: PageBoxes) -> frozenset[Drawn]:
    """How it is painted, and where from the card's corner; without lines, which may be cut marks."""
    return frozenset(
        (ink, *(round(side) for side in (box.x - cell.x, box.y - cell.y, box.w, box.h)))
        for box, ink in zip(boxes.painted, boxes.inks, strict=True)
        if cell.x <= box.x + box.w / 2 <= cell.right
        and cell.y <= box.y + box.h / 2 <= cell.bottom
        and (min(box.w, box.h) > _THIN or max(box.w, box.h) == 0.0)
    )


def _fronts_first(halves: FoldedCards, boxes: PageBoxes) -> FoldedCards:
    """Fronts lie left or above, unless all of these are alike, and what lies opposite isn't."""
    if not are_alike(halves.fronts, boxes) or are_alike(halves.backs, boxes) or None in halves.backs:
        return halves
    return halves._replace(fronts=[back for back in halves.backs if back], backs=list(halves.fronts))
