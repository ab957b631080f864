"""Lines and boxes on a page → the cards on it: what cut marks say, or else equal boxes that don't overlap."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from pnp.finished.boxes import CutLine, PageBoxes
from pnp.finished.values import Wishes
from pnp.impose.press import size_of
from pnp.model.display import PageArt
from pnp.model.length import mm
from pnp.model.sheet import Rect

_MARK = 1.0  # mm that a mark is long, at least
_LONGEST_MARK, _THROUGH = 20.0, 0.55  # mm; of the page that a line goes through
_APART = 30.0  # mm between two marks that one lays the ruler at
_BEYOND = 0.5  # mm that marks reach out of the cards
_MOST_CUTS = 80  # of sheets of cards; drawings have more lines
_NEARLY_ALL = 0.8  # of what cuts can cover: the rest lies between cards
_Line = tuple[float, float, float]  # its place, from where, to where


class Cuts(NamedTuple):
    columns: Sequence[float] = ()
    rows: Sequence[float] = ()


T = TypeVar("T")


class NearPoints(Generic[T]):
    """What is kept at points, in squares as wide as is near."""

    def __init__(self, distance: float) -> None:
        self._distance = distance
        self._squares: dict[tuple[int, int], list[tuple[float, float, T]]] = {}

    def add(self, x: float, y: float, what: T) -> None:
        self._squares.setdefault(self._square(x, y), []).append((x, y, what))

    def near(self, x: float, y: float) -> Iterator[T]:
        """All that is less than the distance away in both directions."""
        column, row = self._square(x, y)
        for square in [(column + across, row + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]:
            for other_x, other_y, what in self._squares.get(square, ()):
                if abs(other_x - x) < self._distance and abs(other_y - y) < self._distance:
                    yield what

    def _square(self, x: float, y: float) -> tuple[int, int]:
        return int(x // self._distance), int(y // self._distance)


_SMALLEST = 15.0  # mm of a card
_NOTICED = 9.0  # mm of what may be a small piece
_SAME = 0.3  # mm that equal boxes may differ in size and place
_BLEED = 5.0  # mm that are drawn around a card, at most
_STAGGERED, _HALF = 0.14, 0.6  # of their size by which boxes around discs overlap, at most, in staggered rows
_MOST_SIZES = 8  # of pieces on a page, beside the cards
_WRITTEN = 0.02  # mm
_ASKED = 1.0  # mm that they may differ from the size that was asked for
_WHOLE = 0.85  # of the page: what is larger is the page, not a card
_NEARLY = 0.75  # of what boxes cover, with their bleed: marks that say as much are believed
_MUCH = 0.4  # of the page that cards cover
_PARTLY = 0.5  # of what is drawn, where they do
_LOOKED_AT = 4_000  # things that are drawn, about
_AS_MUCH = 1.01  # times
_MOSTLY = 0.6  # of all that is drawn, lines aside, that is on cards
_LINE = 0.8  # mm that lines are thick, at most
_INSIDE = 1.5  # mm from a card's edge, behind which something has to be drawn on it


def cells_of(boxes: PageBoxes, art: PageArt, size: tuple[float, float] | None = None) -> list[Rect]:
    """All of this size where one is given, else of each size those of which there are several; sizes that cover most
    come first, each in reading order. None where the page shows no cards in a grid."""
    cuts, by_marks = _by_marks(boxes, art, size)
    found = _sure_cells(boxes, art, by_marks)
    is_sure = bool(found) or size is not None
    found = found or _likely_cells(boxes, art, size, cuts, by_marks)
    free = [box for box in _plausible(boxes.framed, art) if found and size is None]
    for _ in range(_MOST_SIZES):
        if not found or not (more := _equal_boxes(free := apart_from(found, free))):
            break
        found += in_rows(more)
    cells = [Rect(cell.x, cell.y, _rounded(cell.w), _rounded(cell.h)) for cell in found]
    return cells if is_sure or _is_most(cells, boxes, art) else []


def _rounded(side: float) -> float:
    """What somebody wrote, where a file's two decimals of a point made a little less of it."""
    return round(side, 1) if abs(side - round(side, 1)) < _WRITTEN else side


def beside(boxes: PageBoxes, art: PageArt, cells: Sequence[Rect]) -> Rect | None:
    """The largest thing on the page that is as large as a small piece, and on no card."""
    there = [box for box in boxes.framed if min(box.w, box.h) >= _NOTICED and fits([box], art)]
    return max(apart_from(cells, there), key=lambda box: box.w * box.h, default=None)


def apart_from(cells: Sequence[Rect], boxes: Iterable[Rect]) -> list[Rect]:
    return [box for box in boxes if not any(_touch(cell, box) for cell in cells)]


def _sure_cells(boxes: PageBoxes, art: PageArt, by_marks: list[Rect]) -> list[Rect]:
    """Where marks and boxes say one thing, whatever lies around."""
    framed = [cell for cell in by_marks if any(_is_bled(cell, box) for box in boxes.framed)]
    if len(framed) > len(by_marks) / 2:  # those that aren't framed may be places with smaller pieces
        return [cell for cell in by_marks if cell in framed or not _has_pieces(cell, boxes, art)]
    return []


def _likely_cells(
    boxes: PageBoxes, art: PageArt, size: tuple[float, float] | None, cuts: Cuts, by_marks: list[Rect]
) -> list[Rect]:
    """What covers more of the page."""
    of_size = [box for box in _plausible(boxes.framed, art) if is_of_size(box.w, box.h, size)]
    by_boxes = _equal_boxes(of_size, least=1, differing=2 * _ASKED) if size else _equal_boxes(of_size)
    is_cut = bool(by_boxes) and all(are_at(box, cuts) for box in by_boxes)  # then gaps are, too
    if not is_cut and len(by_marks) > 1 and _area(by_marks) >= _NEARLY * _area(by_boxes):
        return list(by_marks)
    return in_rows(by_boxes)


def _by_marks(boxes: PageBoxes, art: PageArt, size: tuple[float, float] | None) -> tuple[Cuts, list[Rect]]:
    """Cuts that are drawn through, else dashed ones; and the places between them that something is drawn on."""
    there = _shown(boxes, art)
    for lines in (boxes.lines, boxes.dashed):
        cuts = cuts_of(lines, art)
        between = [cell for cell in cells_between(cuts) if is_of_size(cell.w, cell.h, size) and fits([cell], art)]
        if cells := [cell for cell in between if is_drawn_on(cell, there)]:
            return cuts, in_rows(cells)
    return Cuts(), []


def _has_pieces(cell: Rect, boxes: PageBoxes, art: PageArt) -> bool:
    """Whether all that is drawn in this place are smaller things of one size."""
    inside = [box for box in boxes.painted if _holds(cell, box) and (max(box.w, box.h) == 0.0 or _is_solid(box))]
    within = [box for box in _plausible(boxes.framed, art) if _holds(cell, box)]
    pieces = _equal_boxes(within)
    return bool(pieces) and all(any(_holds(piece, box) for piece in pieces) for box in inside)


def _is_solid(box: Rect) -> bool:
    """No line."""
    return min(box.w, box.h) >= _LINE


def _is_most(cells: Sequence[Rect], boxes: PageBoxes, art: PageArt) -> bool:
    """Whether they are what the page is about: figures in a text are of one size, too, and so are pictures on cards
    whose texts lie beside them."""
    drawn = [box for box in boxes.painted if _is_solid(box) or box.w == box.h == 0.0]  # that are letters
    some = drawn[:: max(1, len(drawn) // _LOOKED_AT)]
    inside = sum(any(_holds(cell, box) for cell in cells) for box in some)
    is_large = _area(cells) >= _MUCH * art.w * art.h
    return bool(cells) and inside >= (_PARTLY if is_large else _MOSTLY) * len(some)


def _holds(cell: Rect, box: Rect) -> bool:
    """The middle of it."""
    x, y = box.x + box.w / 2, box.y + box.h / 2
    return cell.x <= x <= cell.right and cell.y <= y <= cell.bottom


def known_cells(boxes: PageBoxes, known: Iterable[Rect]) -> list[Rect]:
    """Of cards on other pages those that are on this one, too, where it has too few to see a grid."""
    return in_rows([cell for cell in known if any(_is_same(cell, box) for box in boxes.framed)])


def asked_cells(boxes: PageBoxes, art: PageArt, wishes: Wishes) -> list[Rect]:
    """As options say: columns and rows of one size, with gaps, in the middle of the page unless told."""
    columns, rows = wishes.grid or (1, 1)
    gap_x, gap_y = wishes.gap or (0.0, 0.0)
    margin_x, margin_y = wishes.start or (0.0, 0.0)
    w, h = wishes.size or (
        (art.w - 2 * margin_x - (columns - 1) * gap_x) / columns,
        (art.h - 2 * margin_y - (rows - 1) * gap_y) / rows,
    )
    whole_w, whole_h = columns * w + (columns - 1) * gap_x, rows * h + (rows - 1) * gap_y
    x, y = wishes.start or ((art.w - whole_w) / 2, (art.h - whole_h) / 2)
    cells = [Rect(x + c * (w + gap_x), y + r * (h + gap_y), w, h) for r in range(rows) for c in range(columns)]
    there = [cell for cell in cells if is_drawn_on(cell, _shown(boxes, art))]
    return there or [cell for cell in cells if is_drawn_on(cell, boxes.painted)]


def fits(cells: Sequence[Rect], art: PageArt) -> bool:
    """Whether all of them are on the page."""
    return all(
        cell.x >= -_SAME and cell.y >= -_SAME and cell.right <= art.w + _SAME and cell.bottom <= art.h + _SAME
        for cell in cells
    )


def described(cells: Sequence[Rect]) -> str:
    """`3 × 3 cards of 63 × 88 mm from 10.5, 16.5 mm`"""
    columns, rows = len(_distinct(cell.x for cell in cells)), len(_distinct(cell.y for cell in cells))
    first = cells[0]
    count = f"{columns} × {rows}" if columns * rows == len(cells) else f"{len(cells)}"
    x, y = min(cell.x for cell in cells), min(cell.y for cell in cells)
    return f"{count} cards of {size_of(first.w, first.h)} from {mm(x).removesuffix(' mm')}, {mm(y)}"


def _shown(boxes: PageBoxes, art: PageArt) -> Sequence[Rect]:
    """What tells places with cards from empty ones: not the page's own ground, unless it is a picture."""
    if boxes.is_cut_short:
        return [Rect(0.0, 0.0, art.w, art.h)]
    whole = _WHOLE * art.w * art.h
    if any(box.w * box.h >= whole for box, _ in boxes.pictures):
        return boxes.painted
    return [box for box in boxes.painted if box.w * box.h < whole]


def is_drawn_on(cell: Rect, painted: Iterable[Rect]) -> bool:
    """More than what reaches in from its neighbours."""
    left, top, right, bottom = cell.x + _INSIDE, cell.y + _INSIDE, cell.right - _INSIDE, cell.bottom - _INSIDE
    return any(box.x < right and box.right > left and box.y < bottom and box.bottom > top for box in painted)


def in_rows(cells: Iterable[Rect]) -> list[Rect]:
    """From left to right, row after row."""
    cells = list(cells)
    rows = _distinct(cell.y for cell in cells)
    return sorted(cells, key=lambda cell: (min(range(len(rows)), key=lambda row: abs(rows[row] - cell.y)), cell.x))


def is_of_size(w: float, h: float, size: tuple[float, float] | None) -> bool:
    """The size that was asked for, whichever way it lies; any is, where none was."""
    sides = zip(sorted(size or (w, h)), sorted((w, h)), strict=True)
    return all(abs(wanted - there) < _ASKED for wanted, there in sides)


def _equal_boxes(framed: Iterable[Rect], least: int = 2, differing: float = _SAME) -> list[Rect]:
    """Those that cover most of the page, at least so many; of several that do, the largest."""
    best: list[Rect] = []
    for group in _by_size(framed, differing):
        found: list[Rect] = []
        known = NearPoints[Rect](_SAME)
        for box in group:
            if next(known.near(box.x, box.y), None) is None:
                found.append(box)
                known.add(box.x, box.y, box)
        apart = found
        if len(apart) < least or _overlap(apart):
            continue
        more = _area(apart) / (_area(best) or 1e-9)
        if more > _AS_MUCH or (more * _AS_MUCH > 1.0 and apart[0].w * apart[0].h > best[0].w * best[0].h):
            best = apart
    return best


def _plausible(framed: Iterable[Rect], art: PageArt) -> Iterator[Rect]:
    for box in dict.fromkeys(Rect(*(round(side, 4) for side in box)) for box in framed):
        is_card = min(box.w, box.h) >= _SMALLEST and box.w * box.h < _WHOLE * art.w * art.h
        if is_card and fits([box], art):
            yield box


def _by_size(boxes: Iterable[Rect], differing: float) -> list[list[Rect]]:
    """Each like the first of its group."""
    groups: list[list[Rect]] = []
    known = NearPoints[list[Rect]](differing)
    for box in boxes:
        group = next(known.near(box.w, box.h), None)
        if group is None:
            group = []
            groups.append(group)
            known.add(box.w, box.h, group)
        group.append(box)
    return groups


def _is_same(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < _SAME for a, b in zip(one, other, strict=True))


def _is_bled(cell: Rect, box: Rect) -> bool:
    """Whether a box is what a card of this cell looks like with its bleed, be it on some sides only."""
    grown = (cell.x - box.x, cell.y - box.y, box.right - cell.right, box.bottom - cell.bottom)
    return all(-_SAME < side < _BLEED for side in grown)


def _overlap(boxes: Sequence[Rect]) -> bool:
    """Of one size."""
    known = NearPoints[Rect](max(boxes[0].w, boxes[0].h))
    for box in boxes:
        if any(_touch(box, other) for other in known.near(box.x, box.y)):
            return True
        known.add(box.x, box.y, box)
    return False


def _touch(one: Rect, other: Rect) -> bool:
    """On more than their edges, and more than round ones do that stand in staggered rows."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    w, h = min(one.w, other.w), min(one.h, other.h)
    is_staggered = min(across / w, down / h) < _STAGGERED and max(across / w, down / h) < _HALF
    return across > _SAME and down > _SAME and not is_staggered


def _area(boxes: Sequence[Rect]) -> float:
    return sum(box.w * box.h for box in boxes)


def _distinct(values: Iterable[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _SAME * 4:
            found.append(value)
    return found


def cuts_of(lines: Iterable[CutLine], art: PageArt) -> Cuts:
    """Those with a mark outside of all cards, where these make a grid: short lines in cards aren't marks."""
    lines = list(lines)
    upright = sorted((line.x1, line.y1, line.y2) for line in lines if line.x1 == line.x2)
    lying = sorted((line.y1, line.x1, line.x2) for line in lines if line.y1 == line.y2)
    whole = Cuts(_cuts(upright, art.h), _cuts(lying, art.w))
    if not whole.columns or not whole.rows:
        return Cuts()
    outer = Cuts(_outer(whole.columns, upright, whole.rows), _outer(whole.rows, lying, whole.columns))
    return outer if min(len(outer.columns), len(outer.rows)) > 1 else whole


def cells_between(cuts: Cuts) -> list[Rect]:
    """Of one size, row after row."""
    columns, rows = _intervals(cuts.columns), _intervals(cuts.rows)
    return [Rect(x, y, right - x, bottom - y) for y, bottom in rows for x, right in columns]


def are_at(cell: Rect, cuts: Cuts) -> bool:
    """Whether each edge of it is cut."""
    edges = ((cell.x, cuts.columns), (cell.right, cuts.columns), (cell.y, cuts.rows), (cell.bottom, cuts.rows))
    return all(any(abs(edge - cut) < _SAME for cut in these) for edge, these in edges)


def _outer(cuts: Sequence[float], lines: Sequence[_Line], across: Sequence[float]) -> list[float]:
    first, last = across[0] - _BEYOND, across[-1] + _BEYOND
    marks = [at for at, start, end in lines if end - start >= _MARK and (start < first or end > last)]
    return [cut for cut in cuts if any(abs(cut - at) < _SAME / 3 for at in marks)]


def _cuts(lines: Iterable[tuple[float, float, float]], whole: float) -> list[float]:
    """Where two short marks are so far apart that a ruler is laid at them, or a line goes through most of the page."""
    found: list[float] = []
    for of_place in _at_one_place(sorted(lines)):
        marks = [mark for mark in of_place if _MARK <= mark[2] - mark[1] <= _LONGEST_MARK]
        is_marked = marks and max(mark[2] for mark in marks) - min(mark[1] for mark in marks) >= _APART
        if is_marked or any(line[2] - line[1] >= _THROUGH * whole for line in of_place):
            found.append(sum(line[0] for line in of_place) / len(of_place))
    return found


def _at_one_place(lines: Sequence[tuple[float, float, float]]) -> Iterator[list[tuple[float, float, float]]]:
    at = 0
    while at < len(lines):
        end = next((end for end in range(at, len(lines)) if lines[end][0] - lines[at][0] >= _SAME / 3), len(lines))
        yield list(lines[at:end])
        at = end


def _intervals(cuts: Sequence[float]) -> list[tuple[float, float]]:
    """Of one length between cuts, one behind the other: of those that cover nearly as much as any, the most."""
    if len(cuts) > _MOST_CUTS:
        return []
    lengths = sorted({round(end - start, 1) for at, start in enumerate(cuts) for end in cuts[at + 1 :]})
    found = [_of_length(cuts, length) for length in lengths if length >= _SMALLEST]
    if not found:
        return []
    widest = max(map(_covered, found))
    wide = [each for each in found if _covered(each) >= _NEARLY_ALL * widest]
    return max(wide, key=lambda each: (len(each), _covered(each)))


def _of_length(cuts: Sequence[float], length: float) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for at, start in enumerate(cuts):
        if found and start < found[-1][1] - _SAME:
            continue
        end = next((end for end in cuts[at + 1 :] if abs(end - start - length) < _SAME), None)
        found += [] if end is None else [(start, end)]
    return found


def _covered(intervals: Sequence[tuple[float, float]]) -> float:
    return sum(end - start for start, end in intervals)
