"""Lines on a page → where it is to be cut, and the places of one size between these cuts."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.finished.boxes import CutLine
from pnp.model.display import PageArt
from pnp.model.sheet import Rect

_SMALLEST = 15.0  # mm of a card
_SAME = 0.3  # mm that marks of one cut may lie apart, three of them together
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
