"""Cards on a page → the line it is folded about, which of them are fronts, and what lies behind each."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.finished.boxes import CutLine, PageBoxes
from pnp.impose.pattern import Mirror
from pnp.model.sheet import Rect

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
