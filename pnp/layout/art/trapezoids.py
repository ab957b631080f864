"""Outlines of straight lines → the trapezoids that they cover, each under its own rule.

The plane is cut into bands at all ends and crossings of edges: within a band edges keep their order from left to right.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.model.display import Path, Segment

_MOST = 20_000  # segments of what is made here
_HAIR = 1e-9  # of the whole height: levels this close are one

Point = tuple[float, float]


class Outline(NamedTuple):
    lines: Sequence[Sequence[Point]]  # each closed
    evenodd: bool


class Budget:
    """How many more steps may be taken, for all outlines of a file together."""

    __slots__ = ("left",)

    def __init__(self, left: int = 500_000) -> None:
        self.left = left

    def spend(self, steps: int) -> bool:
        """False where it is used up."""
        self.left -= steps
        return self.left >= 0


class _Edge(NamedTuple):
    """From its upper end to its lower."""

    top: float
    x: float
    bottom: float
    slope: float  # across, for each step down
    owner: int  # which outline it belongs to
    turn: int  # 1 where the outline goes down here, -1 where it goes up

    def at(self, y: float) -> float:
        return self.x + (y - self.top) * self.slope


Span = tuple[_Edge, _Edge]  # what lies between two edges


def covered(outlines: Sequence[Outline], budget: Budget) -> Path | None:
    """A path, all clockwise, around what lies inside of any outline; None where the budget doesn't suffice."""
    edges = sorted(_edges(outlines))
    levels = _levels(edges, budget)
    path: list[Segment] = []
    since: dict[Span, float] = {}  # the spans of the band above, and where each began
    active: list[_Edge] = []
    following = 0
    for top, bottom in pairwise(levels):
        while following < len(edges) and edges[following].top < bottom:
            active.append(edges[following])
            following += 1
        middle = (top + bottom) / 2
        active = sorted((edge for edge in active if edge.bottom > middle), key=lambda edge: edge.at(middle))
        if not budget.spend(len(active)) or len(path) > _MOST:
            return None
        spans = dict.fromkeys(_spans(active, outlines))
        for span in [span for span in since if span not in spans]:
            path += _trapezoid(span, since.pop(span), top)
        for span in spans:
            since.setdefault(span, top)
    for span, top in since.items():
        path += _trapezoid(span, top, levels[-1])
    return tuple(path) if budget.left >= 0 else None


def _edges(outlines: Sequence[Outline]) -> Iterator[_Edge]:
    for owner, outline in enumerate(outlines):
        for line in outline.lines:
            for (x0, y0), (x1, y1) in pairwise([*line, line[0]]):
                if y0 < y1:
                    yield _Edge(y0, x0, y1, (x1 - x0) / (y1 - y0), owner, 1)
                elif y1 < y0:
                    yield _Edge(y1, x1, y0, (x0 - x1) / (y0 - y1), owner, -1)


def _levels(edges: Sequence[_Edge], budget: Budget) -> list[float]:
    """The heights between which no edge ends or crosses another."""
    heights = {edge.top for edge in edges} | {edge.bottom for edge in edges}
    active: list[_Edge] = []
    for edge in edges:
        active = [other for other in active if other.bottom > edge.top]
        if not budget.spend(len(active)):
            break
        heights.update(y for other in active if (y := _crossing(edge, other)) is not None)
        active.append(edge)
    levels: list[float] = []
    for height in sorted(heights):
        if not levels or height - levels[-1] > _HAIR * (abs(height) + abs(levels[0])):
            levels.append(height)
    return levels


def _crossing(one: _Edge, other: _Edge) -> float | None:
    """The height where two edges cross, other than at their ends."""
    top, bottom = max(one.top, other.top), min(one.bottom, other.bottom)
    above, below = one.at(top) - other.at(top), one.at(bottom) - other.at(bottom)
    return top + (bottom - top) * above / (above - below) if above * below < 0 else None


def _spans(active: Sequence[_Edge], outlines: Sequence[Outline]) -> Iterator[Span]:
    """From left to right, between which edges a band is covered."""
    windings = [0] * len(outlines)
    inside: set[int] = set()
    start: _Edge | None = None
    for edge in active:
        owner = edge.owner
        windings[owner] += edge.turn
        is_in = windings[owner] % 2 == 1 if outlines[owner].evenodd else windings[owner] != 0
        (inside.add if is_in else inside.discard)(owner)
        if start is None and inside:
            start = edge
        elif start is not None and not inside:
            yield start, edge
            start = None


def _trapezoid(span: Span, top: float, bottom: float) -> Iterator[Segment]:
    left, right = span
    yield "M", left.at(top), top
    yield "L", right.at(top), top
    yield "L", right.at(bottom), bottom
    yield "L", left.at(bottom), bottom
    yield ("Z",)
