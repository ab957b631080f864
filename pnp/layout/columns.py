"""Slices of a document → columns of a page, none higher than the page and none ending where it must not.

Whatever a flow holds has become slices that nothing splits - a line of a paragraph, a row of a table - each knowing
whether a column may end after it; filling columns is then one simple walk over them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.layout.element import Placed
from pnp.layout.engine import joined, shifted

_SLACK = 1e-6
_TRIES = 14  # of halving the height when columns are balanced: to a sixteen-thousandth of the page


class Slice(NamedTuple):
    """What is never split, as wide as a column."""

    placed: Placed
    h: float
    space: float = 0.0  # above it, except at the top of a column
    may_break: bool = True  # after it
    if_must: bool = False  # it may, where there is no better place
    is_line: bool = False  # of text
    repeats: Placed | None = None  # the table's head, where a column begins with this row
    repeats_h: float = 0.0
    breaks: str = ""  # "page" or "column": begins a new one
    tag: str = ""  # of the block it comes from
    origin: str = ""


Column = Sequence[Slice]


def fill(slices: Column, start: int, count: int, h: float) -> tuple[int, list[Column]]:
    """Up to `count` columns of height `h` from slice `start` on, and where the next page begins."""
    columns: list[Column] = []
    at = start
    while at < len(slices) and len(columns) < count and not (columns and slices[at].breaks == "page"):
        end = _column_end(slices, at, h, is_last=len(columns) == count - 1)
        columns.append(slices[at:end])
        at = end
    return at, columns


def balanced(slices: Column, start: int, count: int, h: float) -> list[Column] | None:
    """The columns of a page that ends the slices, at the least height that holds all; None where a column has to end or
    nothing fits."""
    if any(piece.breaks for piece in slices[start + 1 :]):
        return None
    low, high = 0.0, h
    best: list[Column] | None = None
    for _ in range(_TRIES):
        middle = (low + high) / 2
        end, columns = fill(slices, start, count, middle)
        fits = all(height(column) <= middle + _SLACK for column in columns)
        if end == len(slices) and fits and all(column[-1].may_break for column in columns[:-1]):
            high, best = middle, columns
        else:
            low = middle
    return best


def height(column: Column) -> float:
    if not column:
        return 0.0
    return column[0].repeats_h + sum([piece.h for piece in column]) + sum([piece.space for piece in column[1:]])


def drawn(column: Column) -> Placed:
    """The column's slices below one another."""
    parts: list[Placed] = []
    y = 0.0
    for i, piece in enumerate(column):
        if i:
            y += piece.space
        elif piece.repeats:
            parts.append(piece.repeats)
            y += piece.repeats_h
        parts.append(shifted(piece.placed, 0.0, y))
        y += piece.h
    return joined(parts)


def _column_end(slices: Column, start: int, h: float, is_last: bool) -> int:
    """The slice after the last that the column beginning at `start` takes: at least one, ending where it may. The
    last of its page rather ends before that than leave a line of text to another page, alone."""
    used = slices[start].repeats_h
    good = bad = start
    for i in range(start, len(slices)):
        piece = slices[i]
        if i > start and piece.breaks:
            return i
        used += piece.h + (piece.space if i > start else 0.0)
        if used > h + _SLACK:
            break
        if piece.may_break and not (is_last and _is_line_alone(slices, i + 1)):
            good = i + 1
        elif piece.may_break or piece.if_must:
            bad = i + 1
    else:
        return len(slices)
    if good > start:
        return good
    return bad if bad > start else max(i, start + 1)  # no place to break: the column ends where it is full


def _is_line_alone(slices: Column, at: int) -> bool:
    return at == len(slices) - 1 and slices[at].is_line and not slices[at].breaks
