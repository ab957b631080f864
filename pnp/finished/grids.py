"""Boxes on a page → the cards on it: what cut marks say, or else equal boxes that don't overlap."""

from collections.abc import Iterable, Iterator, Sequence

from pnp.finished.boxes import CutLine, PageBoxes
from pnp.finished.values import Wishes
from pnp.impose.press import size_of
from pnp.model.display import PageArt
from pnp.model.length import mm
from pnp.model.sheet import Rect

_SMALLEST = 15.0  # mm of a card
_NOTICED = 9.0  # mm of what may be a small piece
_SAME = 0.3  # mm that equal boxes may differ in size and place
_BLEED = 5.0  # mm that are drawn around a card, at most
_STAGGERED, _HALF = 0.14, 0.6  # of their size by which boxes around discs overlap, at most, in staggered rows
_WRITTEN = 0.02  # mm
_ASKED = 1.0  # mm that they may differ from the size that was asked for
_WHOLE = 0.85  # of the page: what is larger is the page, not a card
_MARK = 1.0  # mm that a mark is long, at least
_LONGEST_MARK, _THROUGH = 20.0, 0.55  # mm; of the page that a line goes through
_APART = 30.0  # mm between two marks that one lays the ruler at
_NEARLY = 0.75  # of what boxes cover, with their bleed: marks that say as much are believed
_MOST_CUTS = 80  # of sheets of cards; drawings have more lines
_NEARLY_ALL = 0.8  # of what cuts can cover: the rest lies between cards
_MUCH = 0.4  # of the page that cards cover
_MOSTLY = 0.6  # of all that is drawn, lines aside, that is on cards
_LINE = 0.8  # mm that lines are thick, at most
_INSIDE = 1.5  # mm from a card's edge, behind which something has to be drawn on it


def cells_of(boxes: PageBoxes, art: PageArt, size: tuple[float, float] | None = None) -> list[Rect]:
    """All of this size where one is given, else of each size those of which there are several; sizes that cover most
    come first, each in reading order. None where the page shows no cards in a grid."""
    found = _main_cells(boxes, art, size)
    free = [box for box in _plausible(boxes.framed, art) if found and size is None]
    while found and (more := _equal_boxes(free := _apart_from(found, free))):
        found += in_rows(more)
    return [Rect(cell.x, cell.y, _rounded(cell.w), _rounded(cell.h)) for cell in found]


def _rounded(side: float) -> float:
    """What somebody wrote, where a file's two decimals of a point made a little less of it."""
    return round(side, 1) if abs(side - round(side, 1)) < _WRITTEN else side


def beside(boxes: PageBoxes, art: PageArt, cells: Sequence[Rect]) -> Rect | None:
    """The largest thing on the page that is as large as a small piece, and on no card."""
    there = [box for box in boxes.framed if min(box.w, box.h) >= _NOTICED and fits([box], art)]
    return max(_apart_from(cells, there), key=lambda box: box.w * box.h, default=None)


def _apart_from(cells: Sequence[Rect], boxes: Iterable[Rect]) -> list[Rect]:
    return [box for box in boxes if not any(_touch(cell, box) for cell in cells)]


def _main_cells(boxes: PageBoxes, art: PageArt, size: tuple[float, float] | None) -> list[Rect]:
    of_size = (box for box in _plausible(boxes.framed, art) if _is_of(size, box))
    by_boxes = _equal_boxes(of_size, least=1 if size else 2)
    between = [cell for cell in _between_marks(boxes.lines or boxes.dashed, art) if _is_of(size, cell)]
    by_marks = [cell for cell in between if is_drawn_on(cell, boxes)]
    if by_marks and known_cells(boxes, by_marks) == in_rows(by_marks):  # they say one thing, whatever lies around
        return in_rows(by_marks)
    if len(by_marks) == 1 and any(_is_bled(by_marks[0], box) for box in boxes.framed):
        return by_marks
    chosen = by_marks if len(by_marks) > 1 and _area(by_marks) >= _NEARLY * _area(by_boxes) else by_boxes
    return in_rows(chosen) if size or _is_most(chosen, boxes, art) else []


def _is_most(cells: Sequence[Rect], boxes: PageBoxes, art: PageArt) -> bool:
    """Whether they are what the page is about: figures in a text are of one size, too."""
    if _area(cells) >= _MUCH * art.w * art.h:
        return True
    drawn = [box for box in boxes.painted if min(box.w, box.h) >= _LINE or box.w == box.h == 0.0]  # that are letters
    inside = sum(any(_holds(cell, box) for cell in cells) for box in drawn)
    return bool(cells) and inside >= _MOSTLY * len(drawn)


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
    return [cell for cell in cells if is_drawn_on(cell, boxes)]


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


def is_drawn_on(cell: Rect, boxes: PageBoxes) -> bool:
    """More than what reaches in from its neighbours."""
    left, top, right, bottom = cell.x + _INSIDE, cell.y + _INSIDE, cell.right - _INSIDE, cell.bottom - _INSIDE
    return any(box.x < right and box.right > left and box.y < bottom and box.bottom > top for box in boxes.painted)


def in_rows(cells: Iterable[Rect]) -> list[Rect]:
    """From left to right, row after row."""
    cells = list(cells)
    rows = _distinct(cell.y for cell in cells)
    return sorted(cells, key=lambda cell: (min(range(len(rows)), key=lambda row: abs(rows[row] - cell.y)), cell.x))


def _is_of(size: tuple[float, float] | None, box: Rect) -> bool:
    """Whichever way it lies."""
    sides = zip(sorted(size or box[2:]), sorted(box[2:]), strict=True)
    return all(abs(wanted - there) < _ASKED for wanted, there in sides)


def _equal_boxes(framed: Iterable[Rect], least: int = 2) -> list[Rect]:
    """Those that cover most of the page, at least so many."""
    best: list[Rect] = []
    for group in _by_size(framed):
        apart = _each_once(group)
        if len(apart) >= least and _area(apart) > _area(best) * (1 + 1e-6) and not _overlap(apart):
            best = apart
    return best


def _plausible(framed: Iterable[Rect], art: PageArt) -> Iterator[Rect]:
    for box in dict.fromkeys(Rect(*(round(side, 4) for side in box)) for box in framed):
        is_card = min(box.w, box.h) >= _SMALLEST and box.w * box.h < _WHOLE * art.w * art.h
        if is_card and fits([box], art):
            yield box


def _by_size(boxes: Iterable[Rect]) -> list[list[Rect]]:
    groups: list[list[Rect]] = []
    for box in boxes:
        for group in groups:
            if abs(group[0].w - box.w) < _SAME and abs(group[0].h - box.h) < _SAME:
                group.append(box)
                break
        else:
            groups.append([box])
    return groups


def _each_once(boxes: Iterable[Rect]) -> list[Rect]:
    found: list[Rect] = []
    for box in boxes:
        if not any(_is_same(box, other) for other in found):
            found.append(box)
    return found


def _is_same(one: Rect, other: Rect) -> bool:
    return all(abs(a - b) < _SAME for a, b in zip(one, other, strict=True))


def _is_bled(cell: Rect, box: Rect) -> bool:
    """Whether a box is what a card of this cell looks like with its bleed, be it on some sides only."""
    grown = (cell.x - box.x, cell.y - box.y, box.right - cell.right, box.bottom - cell.bottom)
    return all(-_SAME < side < _BLEED for side in grown)


def _overlap(boxes: Sequence[Rect]) -> bool:
    return any(_touch(one, other) for number, one in enumerate(boxes) for other in boxes[number + 1 :])


def _touch(one: Rect, other: Rect) -> bool:
    """On more than their edges, and more than round ones do that stand in staggered rows."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    w, h = min(one.w, other.w), min(one.h, other.h)
    is_staggered = min(across / w, down / h) < _STAGGERED and max(across / w, down / h) < _HALF
    return across > _SAME and down > _SAME and not is_staggered


def _area(boxes: Sequence[Rect]) -> float:
    return sum(box.w * box.h for box in boxes)


def _between_marks(lines: Iterable[CutLine], art: PageArt) -> list[Rect]:
    upright = [(line.x1, line.y1, line.y2) for line in lines if line.x1 == line.x2]
    lying = [(line.y1, line.x1, line.x2) for line in lines if line.y1 == line.y2]
    columns, rows = _intervals(_cuts(upright, art.h)), _intervals(_cuts(lying, art.w))
    cells = [Rect(x, y, right - x, bottom - y) for y, bottom in rows for x, right in columns]
    return cells if fits(cells, art) else []


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


def _distinct(values: Iterable[float]) -> list[float]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _SAME * 4:
            found.append(value)
    return found
