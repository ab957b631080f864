"""Several outlines → one whose inside, under its rule, is the inside of them all.

Paths that don't cross themselves are drawn together, all turned the same way. Where one does, or has holes, that
could take away where another adds: then all become the trapezoids that they cover.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from pnp.layout.art.paths import Box, rough_bounds
from pnp.layout.art.trapezoids import Budget, Outline, covered
from pnp.model.display import Path, Segment

_STEPS = 32  # straight lines for a curve: within 0.06 % of a circle's radius
_MOST_PARTS = 200  # of a path that are looked at in pairs

Point = tuple[float, float]


class Clip(NamedTuple):
    path: Path
    evenodd: bool = False


def union(clips: Sequence[Clip], budget: Budget) -> Clip | None:
    """The clip that leaves what any of these leaves; None where finding it would take too long."""
    if len(clips) == 1:
        return clips[0]
    outlines = [Outline([_line(subpath) for subpath in _subpaths(clip.path)], clip.evenodd) for clip in clips]
    plain = [_turned_alike(*pair, budget) for pair in zip(clips, outlines, strict=True)]
    if all(plain):
        return Clip(_together([path for path in plain if path]))
    path = covered(outlines, budget)
    return None if path is None else Clip(path)


def turned_round(path: Path) -> Path:
    """The same subpaths, each drawn from its end to its start."""
    turned: list[Segment] = []
    for subpath in _subpaths(path):
        closed = subpath[-1][0] == "Z"
        points = [segment for segment in subpath if segment[0] != "Z"]
        turned.append(("M", *_end(points[-1])))
        for before, segment in zip(points[-2::-1], points[:0:-1], strict=True):
            x, y = _end(before)
            if segment[0] == "C":
                _, x1, y1, x2, y2, _, _ = segment
                turned.append(("C", x2, y2, x1, y1, x, y))
            else:
                turned.append(("L", x, y))
        if closed:
            turned.append(("Z",))
    return tuple(turned)


def _together(paths: Sequence[Path]) -> Path:
    return tuple(segment for path in paths for segment in path)


def _turned_alike(clip: Clip, outline: Outline, budget: Budget) -> Path | None:
    """The same path, all clockwise, where both rules say the same of it: its parts neither cross nor hold each other.
    None where that isn't so, or would take too long to find out."""
    subpaths = [tuple(subpath) for subpath in _subpaths(clip.path)]
    if not _are_apart([rough_bounds(subpath) for subpath in subpaths]):
        return None
    if not all(_is_simple(line, budget) for line in outline.lines):
        return None
    pairs = zip(subpaths, outline.lines, strict=True)
    return _together([subpath if _area(line) >= 0 else turned_round(subpath) for subpath, line in pairs])


def _are_apart(boxes: Sequence[Box]) -> bool:
    """Whether no two overlap; not looked at where there are many."""
    return len(boxes) <= _MOST_PARTS and not any(
        one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        for one, other in combinations(boxes, 2)
    )


def _subpaths(path: Path) -> Iterator[list[Segment]]:
    current: list[Segment] = []
    for segment in path:
        if segment[0] == "M" and current:
            yield current
            current = []
        current.append(segment)
    if current:
        yield current


def _end(segment: Segment) -> Point:
    if segment[0] == "Z":
        raise AssertionError("a subpath ends with Z, and nothing follows it")
    return (segment[5], segment[6]) if segment[0] == "C" else (segment[1], segment[2])


def _area(line: Sequence[Point]) -> float:
    """Signed: positive where the line turns clockwise with y downwards."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(line, [*line[1:], *line[:1]], strict=True)) / 2


def _line(subpath: Sequence[Segment]) -> list[Point]:
    """The corners of a closed line close to a subpath, none of them twice in a row."""
    points: list[Point] = []
    for segment in subpath:
        if segment[0] == "Z":
            continue
        if segment[0] == "C":
            points.extend(_curve(*points[-1], *segment[1:]))
        points.append(_end(segment))
    return [point for before, point in pairwise([points[-1], *points]) if point != before] or points[:1]


def _curve(x0: float, y0: float, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> Iterator[Point]:
    """The points between the ends."""
    for step in range(1, _STEPS):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _is_simple(line: Sequence[Point], budget: Budget) -> bool:
    """Whether a closed line neither crosses nor touches itself. False where that would take too long to find out."""
    count = len(line)
    edges = [(*min(a, b), *max(a, b)) for a, b in pairwise([*line, line[0]])]
    crossed: list[int] = []  # the edges that the search, from left to right, is between the ends of
    for at in sorted(range(count), key=edges.__getitem__):
        left = edges[at][0]
        crossed = [other for other in crossed if edges[other][2] >= left]
        if not budget.spend(len(crossed)):
            return False
        if any(abs(at - other) not in (1, count - 1) and _meet(edges[at], edges[other]) for other in crossed):
            return False
        crossed.append(at)
    return True


def _meet(one: Box, other: Box) -> bool:
    """Whether two edges have a point in common; those in line, whether their heights do."""
    ax, ay, bx, by = one
    cx, cy, dx, dy = other
    if min(ay, by) > max(cy, dy) or min(cy, dy) > max(ay, by):
        return False
    to_c, to_d = ((bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in ((cx, cy), (dx, dy)))
    to_a, to_b = ((dx - cx) * (y - cy) - (dy - cy) * (x - cx) for x, y in ((ax, ay), (bx, by)))
    return to_c * to_d <= 0 and to_a * to_b <= 0
