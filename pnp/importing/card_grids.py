"""Lines and boxes on a page → the cards on it: what cut marks say, otherwise equal boxes that don't overlap."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from pnp.importing.card_sides import SheetSettings
from pnp.importing.page_boxes import CutLine, PageBoxes
from pnp.impose.press import size_of
from pnp.model.geometry import SAME, are_same, has_middle, overlap
from pnp.model.length import mm
from pnp.model.sheet import Rect

_MARK = 1.0  # mm that a mark is long, at least
_LONGEST_MARK, _THROUGH = 20.0, 0.55  # mm; of the page that a line goes through
_APART = 30.0  # mm between two marks that one lays the ruler at
_BEYOND = 0.5  # mm that marks reach out of the cards
_ONE_PLACE = SAME / 3  # mm between marks of one cut
_MOST_CUTS = 80  # of sheets of cards; drawings have more lines
_NEARLY_ALL = 0.8  # of what cuts can cover: the rest lies between cards
_SHORTEST = 15.0  # mm between two cuts
_NOTICED = 9.0  # mm of what may be a small piece
_BLEED = 5.0  # mm that are drawn around a card, at most
_STAGGERED, _HALF = 0.14, 0.6  # of their size by which boxes around discs overlap, at most, in staggered rows
_MOST_SIZES = 8  # of pieces on a page, beside the cards
_WRITTEN = 0.02  # mm
_ASKED = 1.0  # mm that they may differ from the size in the settings
_NEARLY = 0.75  # of what boxes cover, with their bleed: marks that say as much are believed
_MUCH = 0.4  # of the page that cards cover
_PARTLY = 0.5  # of what is drawn, where they do
_MOSTLY = 0.6  # of all that is drawn, lines aside, that is on cards
_LOOKED_AT = 4_000  # things that are drawn, about
_AS_MUCH = 1.01  # times
_INSIDE = 1.5  # mm from a card's edge, behind which something has to be drawn on it

Size = tuple[float, float]
T = TypeVar("T")


class NearPoints(Generic[T]):
    """What is kept at points, in squares as wide as is near."""

    def __init__(self, distance: float) -> None:
        self._distance = distance
        self._squares: dict[tuple[int, int], list[tuple[float, float, T]]] = {}

    def add(self, x: float, y: float, what: T) -> None:
        self._squares.setdefault(self._square(x, y), []).append((x, y, what))

    def find_near(self, x: float, y: float) -> Iterator[T]:
        """Yield all that is less than the distance away in both directions."""
        column, row = self._square(x, y)
        for square in [(column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]:
            for other_x, other_y, what in self._squares.get(square, ()):
                if abs(other_x - x) < self._distance and abs(other_y - y) < self._distance:
                    yield what

    def _square(self, x: float, y: float) -> tuple[int, int]:
        return int(x // self._distance), int(y // self._distance)


class _Cuts(NamedTuple):
    columns: Sequence[float] = ()
    rows: Sequence[float] = ()


def find_cells(page: PageBoxes, size: Size | None = None) -> list[Rect]:
    """Return all cards of this size, or of each size those of which there are several: sizes that cover most come
    first, each in reading order. Return none if the page shows no cards in a grid."""
    cuts, found = _cells_by_marks(page, size)
    # marks and boxes that agree are sure, whatever lies around; places without boxes may be those of smaller pieces
    framed = [cell for cell in found if any(_is_bled(cell, box) for box in page.framed)]
    is_sure = len(framed) > len(found) / 2
    if is_sure:
        found = [cell for cell in found if cell in framed or not _holds_pieces(cell, page)]
    else:
        found = _likely_cells(page, size, cuts, found)
    free = page.possible_cards if found and size is None else []
    for _ in range(_MOST_SIZES):
        if not found or not (more := _equal_boxes(free := drop_covered(found, free))):
            break
        found += _sort_by_rows(more)
    # undo rounding to a file's two decimals of a point
    near = {side: round(side, 1) for cell in found for side in (cell.w, cell.h)}
    sides = {side: tenth if abs(side - tenth) < _WRITTEN else side for side, tenth in near.items()}
    cells = [Rect(cell.x, cell.y, sides[cell.w], sides[cell.h]) for cell in found]
    if is_sure or size is not None:
        return cells
    # figures in a text are of one size, too, and so are pictures on cards whose texts lie beside them
    some = page.solid[:: max(1, len(page.solid) // _LOOKED_AT)]
    inside = sum(any(has_middle(cell, box) for cell in cells) for box in some)
    least = _PARTLY if _area(cells) >= _MUCH * page.w * page.h else _MOSTLY
    return cells if inside >= least * len(some) else []


def find_uncovered(page: PageBoxes, cells: Sequence[Rect]) -> Rect | None:
    """Return the largest thing on the page that is as large as a small piece, and on no card."""
    there = [box for box in page.framed if min(box.w, box.h) >= _NOTICED and page.has_room_for([box])]
    return max(drop_covered(cells, there), key=lambda box: box.w * box.h, default=None)


def drop_covered(cells: Sequence[Rect], boxes: Iterable[Rect]) -> list[Rect]:
    return [box for box in boxes if not any(_do_overlap(cell, box) for cell in cells)]


def _likely_cells(page: PageBoxes, size: Size | None, cuts: _Cuts, by_marks: list[Rect]) -> list[Rect]:
    """Return what covers more of the page: the boxes, or the places between marks."""
    if size:
        of_size = [box for box in page.possible_cards if is_of_size(box.w, box.h, size)]
        by_boxes = _equal_boxes(of_size, least=1, differing=2 * _ASKED)
    else:
        by_boxes = _equal_boxes(page.possible_cards)
    is_cut = bool(by_boxes)  # at each edge of each box: then gaps are, too
    for cell in by_boxes:
        edges = ((cell.x, cuts.columns), (cell.right, cuts.columns), (cell.y, cuts.rows), (cell.bottom, cuts.rows))
        is_cut = is_cut and all(any(abs(edge - cut) < SAME for cut in these) for edge, these in edges)
    if not is_cut and len(by_marks) > 1 and _area(by_marks) >= _NEARLY * _area(by_boxes):
        return by_marks
    return _sort_by_rows(by_boxes)


def _cells_by_marks(page: PageBoxes, size: Size | None) -> tuple[_Cuts, list[Rect]]:
    """Return cuts that are drawn through, otherwise dashed ones; and the places between them that hold something."""
    for lines in (sorted(page.lines), sorted(page.dashed)):
        upright, lying = [line for line in lines if line.upright], [line for line in lines if not line.upright]
        cuts = _Cuts(_find_cuts(upright, page.h), _find_cuts(lying, page.w))
        if not cuts.columns or not cuts.rows:
            continue
        # cuts with a mark outside of all cards, if these make a grid: short lines in cards aren't marks
        outer = _Cuts(_outer_cuts(cuts.columns, upright, cuts.rows), _outer_cuts(cuts.rows, lying, cuts.columns))
        cuts = outer if min(len(outer.columns), len(outer.rows)) > 1 else cuts
        columns, rows = _equal_intervals(cuts.columns), _equal_intervals(cuts.rows)
        cells = [Rect(x, y, right - x, bottom - y) for y, bottom in rows for x, right in columns]
        cells = [cell for cell in cells if is_of_size(cell.w, cell.h, size) and page.has_room_for([cell])]
        if cells := [cell for cell in cells if _is_drawn_on(cell, page.contents)]:
            return cuts, _sort_by_rows(cells)
    return _Cuts(), []


def _holds_pieces(cell: Rect, page: PageBoxes) -> bool:
    """Tell whether all that is drawn in this place are smaller things of one size."""
    pieces = _equal_boxes(box for box in page.possible_cards if has_middle(cell, box))
    inside = [box for box in page.solid if has_middle(cell, box)] if pieces else []
    return bool(pieces) and all(any(has_middle(piece, box) for piece in pieces) for box in inside)


def find_known_cells(page: PageBoxes, known: Iterable[Rect]) -> list[Rect]:
    """Return those cards of other pages that are on this one, too, if it has too few to see a grid."""
    return _sort_by_rows(cell for cell in known if any(are_same(cell, box) for box in page.framed))


def place_cells(page: PageBoxes, settings: SheetSettings) -> list[Rect]:
    """Return cells as options say: columns and rows of one size, with gaps, in the middle of the page by default."""
    columns, rows = settings.grid or (1, 1)
    gap_x, gap_y = settings.gap or (0.0, 0.0)
    margin_x, margin_y = settings.start or (0.0, 0.0)
    w, h = settings.size or (
        (page.w - 2 * margin_x - (columns - 1) * gap_x) / columns,
        (page.h - 2 * margin_y - (rows - 1) * gap_y) / rows,
    )
    whole_w, whole_h = columns * w + (columns - 1) * gap_x, rows * h + (rows - 1) * gap_y
    x, y = settings.start or ((page.w - whole_w) / 2, (page.h - whole_h) / 2)
    cells = [Rect(x + c * (w + gap_x), y + r * (h + gap_y), w, h) for r in range(rows) for c in range(columns)]
    there = [cell for cell in cells if _is_drawn_on(cell, page.contents)]
    return there or [cell for cell in cells if _is_drawn_on(cell, page.painted)]


def describe_cells(cells: Sequence[Rect]) -> str:
    """Return `3 × 3 cards of 63 × 88 mm from 10.5, 16.5 mm`."""
    columns, rows = len(_distinct_values(cell.x for cell in cells)), len(_distinct_values(cell.y for cell in cells))
    count = f"{columns} × {rows}" if columns * rows == len(cells) else f"{len(cells)}"
    x, y = min(cell.x for cell in cells), min(cell.y for cell in cells)
    return f"{count} cards of {size_of(cells[0].w, cells[0].h)} from {mm(x).removesuffix(' mm')}, {mm(y)}"


def _is_drawn_on(cell: Rect, painted: Iterable[Rect]) -> bool:
    """Tell whether there is more than what reaches in from its neighbours."""
    left, top, right, bottom = cell.x + _INSIDE, cell.y + _INSIDE, cell.right - _INSIDE, cell.bottom - _INSIDE
    return any(box.x < right and box.right > left and box.y < bottom and box.bottom > top for box in painted)


def _sort_by_rows(cells: Iterable[Rect]) -> list[Rect]:
    cells = list(cells)
    rows = _distinct_values(cell.y for cell in cells)
    return sorted(cells, key=lambda cell: (min(range(len(rows)), key=lambda row: abs(rows[row] - cell.y)), cell.x))


def is_of_size(w: float, h: float, size: Size | None) -> bool:
    """Tell whether this is the size in the settings, whichever way it lies; any is, if none was."""
    return size is None or are_same(sorted(size), sorted((w, h)), _ASKED)


def _equal_boxes(boxes: Iterable[Rect], least: int = 2, differing: float = SAME) -> list[Rect]:
    """Return those of one size that cover most of the page, at least so many; of several that do, the largest."""
    groups: list[list[Rect]] = []
    sizes = NearPoints[list[Rect]](differing)
    for box in boxes:
        group = next(sizes.find_near(box.w, box.h), None)  # whose first box is like this one
        if group is None:
            group = []
            groups.append(group)
            sizes.add(box.w, box.h, group)
        group.append(box)
    best: list[Rect] = []
    for group in groups:
        found: list[Rect] = []
        known = NearPoints[Rect](SAME)
        for box in group:
            if next(known.find_near(box.x, box.y), None) is None:
                found.append(box)
                known.add(box.x, box.y, box)
        if len(found) < least or _have_overlap(found):
            continue
        more = _area(found) / (_area(best) or 1e-9)
        if more > _AS_MUCH or (more * _AS_MUCH > 1.0 and found[0].w * found[0].h > best[0].w * best[0].h):
            best = found
    return best


def _is_bled(cell: Rect, box: Rect) -> bool:
    """Tell whether a box is what a card of this cell looks like with its bleed, be it on some sides only."""
    around = (cell.x - box.x, cell.y - box.y, box.right - cell.right, box.bottom - cell.bottom)
    return all(-SAME < side < _BLEED for side in around)


def _have_overlap(boxes: Sequence[Rect]) -> bool:
    """Tell whether any of these, which are of one size, lie above each other."""
    known = NearPoints[Rect](max(boxes[0].w, boxes[0].h))
    for box in boxes:
        if any(_do_overlap(box, other) for other in known.find_near(box.x, box.y)):
            return True
        known.add(box.x, box.y, box)
    return False


def _do_overlap(one: Rect, other: Rect) -> bool:
    """Tell whether they share more than edges, and more than round ones do that stand in staggered rows."""
    across, down = overlap(one, other)
    w, h = min(one.w, other.w), min(one.h, other.h)
    is_staggered = min(across / w, down / h) < _STAGGERED and max(across / w, down / h) < _HALF
    return across > SAME and down > SAME and not is_staggered


def _area(boxes: Sequence[Rect]) -> float:
    return sum(box.w * box.h for box in boxes)


def _distinct_values(values: Iterable[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > SAME * 4:
            found.append(value)
    return found


def _outer_cuts(cuts: Sequence[float], lines: Sequence[CutLine], across: Sequence[float]) -> list[float]:
    first, last = across[0] - _BEYOND, across[-1] + _BEYOND
    marks = [line.at for line in lines if line.end - line.start >= _MARK and (line.start < first or line.end > last)]
    return [cut for cut in cuts if any(abs(cut - at) < _ONE_PLACE for at in marks)]


def _find_cuts(lines: Sequence[CutLine], whole: float) -> list[float]:
    """Return where two short marks are far apart, as for a ruler, or a line goes through most of the page."""
    places: list[list[CutLine]] = []
    for line in lines:
        if not places or line.at - places[-1][0].at >= _ONE_PLACE:
            places.append([])
        places[-1].append(line)
    found: list[float] = []
    for place in places:
        marks = [mark for mark in place if _MARK <= mark.end - mark.start <= _LONGEST_MARK]
        is_marked = marks and max(mark.end for mark in marks) - min(mark.start for mark in marks) >= _APART
        if is_marked or any(line.end - line.start >= _THROUGH * whole for line in place):
            found.append(sum(line.at for line in place) / len(place))
    return found


def _equal_intervals(cuts: Sequence[float]) -> list[tuple[float, float]]:
    """Return intervals of one length, one behind the other: of those that cover nearly as much as any, the most."""
    if len(cuts) > _MOST_CUTS:
        return []
    lengths = sorted({round(end - start, 1) for at, start in enumerate(cuts) for end in cuts[at + 1 :]})
    found = []
    for length in [each for each in lengths if each >= _SHORTEST]:
        intervals: list[tuple[float, float]] = []
        for at, start in enumerate(cuts):
            if not intervals or start >= intervals[-1][1] - SAME:
                end = next((end for end in cuts[at + 1 :] if abs(end - start - length) < SAME), None)
                intervals += [] if end is None else [(start, end)]
        found.append(intervals)
    covered = [sum(end - start for start, end in each) for each in found]
    least = _NEARLY_ALL * max(covered, default=0.0)
    wide = [(len(each), far, each) for each, far in zip(found, covered, strict=True) if far >= least]
    return max(wide, key=lambda each: each[:2], default=(0, 0.0, []))[2]
