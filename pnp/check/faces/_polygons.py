"""Outlines as polygons: whether a point is inside, and which box certainly is."""

from itertools import pairwise

from pnp.model.display import Path, Segment
from pnp.model.geometry import Box, path_box, surround

Edge = tuple[float, float, float, float]

_STEPS = 8  # straight lines for a curve
_WEIGHTS = [
    ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3) for t in [n / _STEPS for n in range(1, _STEPS + 1)]
]  # of a cubic's four points
_HAIR = 1e-4
_BANDS = 24


class Polygon:
    """A path made of straight lines; each of its parts only becomes that when a point near it is asked for."""

    __slots__ = ("_evenodd", "_parts", "box")

    def __init__(self, path: Path, evenodd: bool = False) -> None:
        self._parts = [_Stretch(part) for part in _parted(path)]
        self._evenodd = evenodd
        self.box = surround([part.box for part in self._parts])

    def has_inside(self, x: float, y: float) -> bool:
        winding = 0
        for part in self._parts:
            left, top, right, bottom = part.box
            if left <= x <= right and top <= y <= bottom:
                winding += part.winding(x, y)
        return winding % 2 == 1 if self._evenodd else winding != 0

    def is_near(self, x: float, y: float, distance: float) -> bool:
        """Whether its line, as it is drawn, passes a point that closely."""
        for part in self._parts:
            left, top, right, bottom = part.box
            if left - distance <= x <= right + distance and top - distance <= y <= bottom + distance:
                limit = distance * distance
                if any(_squared_distance(edge, x, y) <= limit for edge in part.drawn()):
                    return True
        return False

    def inner_box(self) -> Box | None:
        """A box inside of it, as large as its own box leaves; None where it isn't convex.

        The own box shrinks evenly from all sides until its corners are on the inner side of every edge.
        """
        if len(self._parts) != 1:
            return None
        edges = self._parts[0].edges()
        if not _is_convex(edges):
            return None
        left, top, right, bottom = self.box
        side = 1.0 if sum([x1 * y2 - x2 * y1 for x1, y1, x2, y2 in edges]) >= 0 else -1.0
        inset, most = 0.0, min(right - left, bottom - top) / 2
        for x1, y1, x2, y2 in edges:
            across, down = side * (x2 - x1), side * (y2 - y1)
            # how far the corner that is farthest out lies inside of the edge, and how fast it comes in
            x, y = (right if down > 0 else left), (top if across > 0 else bottom)
            inside = across * (y - y1) - down * (x - x1)
            if inside < 0:
                inset = max(inset, -inside / (abs(across) + abs(down)))
        if inset >= most:
            return None
        inset += _HAIR if inset else 0.0
        return (left + inset, top + inset, right - inset, bottom - inset)


class _Stretch:
    """A closed or open stretch of a path."""

    __slots__ = ("_banded", "_edges", "_segments", "box")

    def __init__(self, segments: list[Segment]) -> None:
        self._segments = segments
        self._edges: list[Edge] | None = None
        self._banded: list[list[Edge]] | None = None
        self.box = path_box(tuple(segments))

    def drawn(self) -> list[Edge]:
        points = _points(self._segments)
        return [(*a, *b) for a, b in pairwise(points)]

    def edges(self) -> list[Edge]:
        """Those drawn, and the one that closes it."""
        if self._edges is None:
            points = _points(self._segments)
            self._edges = [(*a, *b) for a, b in pairwise([*points, points[0]]) if a != b]
        return self._edges

    def _band(self, y: float) -> int:
        _, top, _, bottom = self.box
        return min(max(int((y - top) / (bottom - top) * _BANDS), 0), _BANDS) if bottom > top else 0

    def winding(self, x: float, y: float) -> int:
        if self._banded is None:
            # its edges by the bands, from top to bottom, that they cross: most points have few beside them
            bands: list[list[Edge]] = [[] for _ in range(_BANDS + 1)]
            for edge in self.edges():
                top, bottom = sorted((edge[1], edge[3]))
                for band in bands[self._band(top) : self._band(bottom) + 1]:
                    band.append(edge)
            self._banded = bands
        winding = 0
        for x1, y1, x2, y2 in self._banded[self._band(y)]:
            if (y1 <= y) != (y2 <= y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                winding += 1 if y2 > y1 else -1
        return winding


def _is_convex(edges: list[Edge]) -> bool:
    sides = [(x2 - x1, y2 - y1) for x1, y1, x2, y2 in edges]
    pairs = list(pairwise([*sides, *sides[:1]]))
    turns = [a[0] * b[1] - a[1] * b[0] for a, b in pairs]
    back = sum((a[0] > 0) != (b[0] > 0) for a, b in pairs)  # more than there and back: it winds twice
    return (min(turns, default=0.0) >= -_HAIR or max(turns, default=0.0) <= _HAIR) and back <= 2


def _squared_distance(edge: Edge, x: float, y: float) -> float:
    x1, y1, x2, y2 = edge
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx + dy * dy
    t = min(max(((x - x1) * dx + (y - y1) * dy) / length, 0.0), 1.0) if length else 0.0
    return (x1 + t * dx - x) ** 2 + (y1 + t * dy - y) ** 2


def _parted(path: Path) -> list[list[Segment]]:
    """Each from one M to the next; what follows a Z starts where that ended."""
    parts: list[list[Segment]] = []
    closed = True
    for segment in path:
        if segment[0] == "M":
            parts.append([segment])
        elif segment[0] == "Z":
            first = parts[-1][0]
            parts[-1].append(("L", first[1], first[2]))  # type: ignore[misc]
        elif closed:
            parts.append([parts[-1][0], segment])
        else:
            parts[-1].append(segment)
        closed = segment[0] == "Z"
    return [part for part in parts if len(part) > 1]


def _points(segments: list[Segment]) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for segment in segments:
        if len(segment) == 7:
            _, x1, y1, x2, y2, x3, y3 = segment
            x0, y0 = points[-1]
            points += [
                (a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3) for a, b, c, d in _WEIGHTS
            ]
        elif len(segment) == 3:
            points.append((segment[1], segment[2]))
    return points
