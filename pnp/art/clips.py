"""Several outlines → one whose inside, under its rule, is the inside of them all; pictures cut by masks and frames.

Paths that don't cross themselves are drawn together, turned the same way; otherwise all become trapezoids.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, pairwise
from typing import NamedTuple, assert_never

from pnp.art.attribute_values import transform_path
from pnp.art.paths import Point, curve_points
from pnp.art.rasters import grey_of
from pnp.model.colour import WHITE, blend, rgb_of
from pnp.model.display import IDENTITY, Drawing, Gradient, Group, Item, Path, Picture, Segment, Shape, Text
from pnp.model.geometry import path_box, rectangle_path
from pnp.model.problem import code

_MOST = 20_000  # segments of a union
_MOST_PARTS = 200  # of a path that are compared in pairs
_HAIR = 1e-9  # of the whole height: levels this close are one


class Clip(NamedTuple):
    path: Path
    evenodd: bool = False


Lines = Sequence[Sequence[Point]]  # of one path, each closed


class Budget:
    """Counts how many more steps may be taken, for all outlines of a file together."""

    __slots__ = ("left",)

    def __init__(self, left: int = 500_000) -> None:
        self.left = left

    def spend(self, steps: int) -> bool:
        """Take steps; False where none are left."""
        self.left -= steps
        return self.left >= 0


def union(clips: Sequence[Clip], budget: Budget) -> Clip | None:
    """Return the clip that leaves what any of these leaves; None where finding it would take too long."""
    if len(clips) == 1:
        return clips[0]
    outlines = [[_flatten(subpath) for subpath in _subpaths(clip.path)] for clip in clips]
    plain = [_turn_clockwise(clip.path, lines, budget) for clip, lines in zip(clips, outlines, strict=True)]
    if all(plain):
        return Clip(tuple(chain.from_iterable(path for path in plain if path)))
    path = _cover(outlines, [clip.evenodd for clip in clips], budget)
    return None if path is None else Clip(path)


def _turn_clockwise(path: Path, lines: Lines, budget: Budget) -> Path | None:
    """Return the path, all clockwise, if its parts surely neither cross nor hold each other: both rules agree on it."""
    subpaths = [tuple(subpath) for subpath in _subpaths(path)]
    boxes = [path_box(subpath) for subpath in subpaths]
    are_apart = len(boxes) <= _MOST_PARTS and not any(
        one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
        for one, other in combinations(boxes, 2)
    )
    if not (are_apart and all(_is_simple(line, budget) for line in lines)):
        return None
    turned: list[Segment] = []
    for subpath, line in zip(subpaths, lines, strict=True):
        area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(line, [*line[1:], *line[:1]], strict=True))
        turned += subpath if area >= 0 else reverse_path(subpath)
    return tuple(turned)


def reverse_path(path: Path) -> Path:
    """Draw each subpath from its end to its start."""
    turned: list[Segment] = []
    for subpath in _subpaths(path):
        points = [segment for segment in subpath if segment[0] != "Z"]
        turned.append(("M", *_end(points[-1])))
        for before, segment in zip(points[-2::-1], points[:0:-1], strict=True):
            x, y = _end(before)
            if segment[0] == "C":
                _, x1, y1, x2, y2, _, _ = segment
                turned.append(("C", x2, y2, x1, y1, x, y))
            else:
                turned.append(("L", x, y))
        turned += subpath[len(points) :]  # Z where it is closed
    return tuple(turned)


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


def _flatten(subpath: Sequence[Segment]) -> list[Point]:
    """Return the corners of a closed line close to a subpath, none of them twice in a row."""
    points: list[Point] = []
    for segment in subpath:
        if segment[0] == "C":
            points += curve_points(*points[-1], *segment[1:])
        elif segment[0] != "Z":
            points.append((segment[1], segment[2]))
    return [point for before, point in pairwise([points[-1], *points]) if point != before] or points[:1]


def _is_simple(line: Sequence[Point], budget: Budget) -> bool:
    """Tell whether a closed line neither crosses nor touches itself; False where that would take too long."""
    count = len(line)
    edges = [(*min(a, b), *max(a, b)) for a, b in pairwise([*line, line[0]])]

    def meet(one: int, other: int) -> bool:
        """Tell whether two edges have a point in common; those in line, whether their heights do."""
        (ax, ay, bx, by), (cx, cy, dx, dy) = edges[one], edges[other]
        if min(ay, by) > max(cy, dy) or min(cy, dy) > max(ay, by):
            return False
        to_c, to_d = ((bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in ((cx, cy), (dx, dy)))
        to_a, to_b = ((dx - cx) * (y - cy) - (dy - cy) * (x - cx) for x, y in ((ax, ay), (bx, by)))
        return to_c * to_d <= 0 and to_a * to_b <= 0

    crossed: list[int] = []  # the edges that the search, from left to right, is between the ends of
    for at in sorted(range(count), key=edges.__getitem__):
        left = edges[at][0]
        crossed = [other for other in crossed if edges[other][2] >= left]
        if not budget.spend(len(crossed)):
            return False
        if any(abs(at - other) not in (1, count - 1) and meet(at, other) for other in crossed):
            return False
        crossed.append(at)
    return True


class _Edge(NamedTuple):
    """An edge from its upper end to its lower."""

    top: float
    x: float
    bottom: float
    slope: float  # across, for each step down
    owner: int  # which outline it belongs to
    turn: int  # 1 where the outline goes down here, -1 where it goes up

    def x_at(self, y: float) -> float:
        return self.x + (y - self.top) * self.slope


Span = tuple[_Edge, _Edge]  # covered between two edges


def _cover(outlines: Sequence[Lines], evenodd: Sequence[bool], budget: Budget) -> Path | None:
    """Return a path, all clockwise, around what lies inside of any outline; None where the budget doesn't suffice."""
    edges: list[_Edge] = []
    for owner, lines in enumerate(outlines):
        for line in lines:
            for (x0, y0), (x1, y1) in pairwise([*line, line[0]]):
                if y0 < y1:
                    edges.append(_Edge(y0, x0, y1, (x1 - x0) / (y1 - y0), owner, 1))
                elif y1 < y0:
                    edges.append(_Edge(y1, x1, y0, (x0 - x1) / (y0 - y1), owner, -1))
    edges.sort()
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
        active = sorted((edge for edge in active if edge.bottom > middle), key=lambda edge: edge.x_at(middle))
        if not budget.spend(len(active)) or len(path) > _MOST:
            return None
        spans: dict[Span, None] = {}  # from left to right, the edges between which the band is covered
        windings = [0] * len(outlines)
        inside: set[int] = set()
        start: _Edge | None = None
        for edge in active:
            owner = edge.owner
            windings[owner] += edge.turn
            is_in = windings[owner] % 2 == 1 if evenodd[owner] else windings[owner] != 0
            (inside.add if is_in else inside.discard)(owner)
            if start is None and inside:
                start = edge
            elif start is not None and not inside:
                spans[start, edge] = None
                start = None
        for span in [span for span in since if span not in spans]:
            path += _trapezoid(span, since.pop(span), top)
        for span in spans:
            since.setdefault(span, top)
    for span, top in since.items():
        path += _trapezoid(span, top, levels[-1])
    return tuple(path) if budget.left >= 0 else None


def _levels(edges: Sequence[_Edge], budget: Budget) -> list[float]:
    """Return the heights between which no edge ends or crosses another."""
    heights = {edge.top for edge in edges} | {edge.bottom for edge in edges}
    active: list[_Edge] = []
    for edge in edges:
        active = [other for other in active if other.bottom > edge.top]
        if not budget.spend(len(active)):
            break
        for other in active:  # where they cross, other than at their ends
            top, bottom = max(edge.top, other.top), min(edge.bottom, other.bottom)
            above, below = edge.x_at(top) - other.x_at(top), edge.x_at(bottom) - other.x_at(bottom)
            if above * below < 0:
                heights.add(top + (bottom - top) * above / (above - below))
        active.append(edge)
    levels: list[float] = []
    for height in sorted(heights):
        if not levels or height - levels[-1] > _HAIR * (abs(height) + abs(levels[0])):
            levels.append(height)
    return levels


def _trapezoid(span: Span, top: float, bottom: float) -> Iterator[Segment]:
    left, right = span
    yield "M", left.x_at(top), top
    yield "L", right.x_at(top), top
    yield "L", right.x_at(bottom), bottom
    yield "L", left.x_at(bottom), bottom
    yield ("Z",)


NO_MASK = code("PNP335", says="{name} can't cut a picture: {why}")

_MIDDLE = 0.5  # of the lightness


class UnfitMask(Exception):
    """A drawing that can't be a mask: why, and what to do instead."""

    def __init__(self, why: str, hint: str) -> None:
        super().__init__(why)
        self.why, self.hint = why, hint


def mask_outlines(drawing: Drawing) -> Sequence[Clip]:
    """Return the outline of a mask's dark shapes, and of what clips the mask: art stays in both. Raises UnfitMask."""
    if drawing.source:
        raise UnfitMask("it can only be printed as a bitmap", "use plain shapes")
    clips, edges = list[Clip](), list[Clip]()
    for item in drawing.items:
        for clip, is_dark in _find_shapes(item, edges if len(drawing.items) == 1 else None):
            if is_dark:
                clips.append(clip)
            elif clips:
                raise UnfitMask("something light lies on something dark", "make one path of both, with a hole")
    if not clips:
        raise UnfitMask("nothing in it is dark", "what is black stays of the picture")
    if (made := union(clips, Budget())) is None:
        raise UnfitMask("it is too intricate", "make one path of its shapes")
    return (made, *edges)


def _find_shapes(item: Item, edges: list[Clip] | None) -> Iterator[tuple[Clip, bool]]:
    """Yield filled shapes, and whether they are dark; `edges` collects a clip around everything, if one is allowed."""
    if isinstance(item, Group):
        if item.clip is not None:
            if edges is None or item.transform != IDENTITY:
                raise UnfitMask("something in it is cut off", "cut the path itself")
            edges.append(Clip(item.clip, item.clip_evenodd))
        if item.opacity != 1.0:
            raise UnfitMask("it has a group that is seen through", "use opaque shapes")
        for child in item.items:
            for clip, is_dark in _find_shapes(child, None):
                yield clip._replace(path=transform_path(item.transform, clip.path)), is_dark
    elif isinstance(item, Shape):
        if item.stroke is not None:
            raise UnfitMask("it has lines", "turn them into filled paths")
        if isinstance(item.fill, Gradient):
            raise UnfitMask("it has a gradient", "use black, or a PNG for a bitmap")
        if item.fill is not None:
            is_dark = grey_of(blend(rgb_of(item.fill), WHITE, item.fill_opacity)) < _MIDDLE
            yield Clip(item.path, item.evenodd), is_dark
    elif isinstance(item, Picture):
        what = "it has a pattern" if isinstance(item.art, Drawing) else "there is a bitmap in it"
        raise UnfitMask(what, "use plain shapes")
    elif not isinstance(item, Text):  # texts of files are outlines
        assert_never(item)


EDGES = ("none", "mirror", "stretch")
USUAL_BLEED = 3.0  # mm of bleed that is made
_STRIP = 0.3  # mm of an edge that are stretched
_OVERLAP = 0.05  # mm by which made edges reach below the picture, so that no white line shows between them


class ArtFrame(NamedTuple):
    """A rectangle on a face, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float


class _Axis(NamedTuple):
    """The part of one direction that is seen: it is scaled, then moved."""

    start: float
    end: float
    scale: float = 1.0
    move: float = 0.0


def frame_picture(picture: Picture, seen: ArtFrame, made: ArtFrame, edges: str) -> Group:
    """Clip a picture to the frame that is seen, and make bleed as far as `made`, of the same picture turned over."""
    shown = Group((picture,), clip=rectangle_path(seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top))
    if edges == "none":
        return shown
    down = list(_bleed_parts(seen.top, seen.bottom, made.top, made.bottom, edges))
    around: list[Group] = []
    for x in _bleed_parts(seen.left, seen.right, made.left, made.right, edges):
        for y in down:
            if (x.scale, y.scale) != (1.0, 1.0):
                clip = rectangle_path(x.start, y.start, x.end - x.start, y.end - y.start)
                around.append(Group((picture,), (x.scale, 0.0, 0.0, y.scale, x.move, y.move), clip))
    return Group((*around, shown)) if around else shown


def _bleed_parts(start: float, end: float, from_: float, to: float, edges: str) -> Iterator[_Axis]:
    """Yield the piece itself, then the bleed made before and behind it."""
    yield _Axis(start, end)
    for edge, outside, inwards in ((start, start - from_, 1.0), (end, to - end, -1.0)):
        if outside <= 0:
            continue
        if edges == "mirror":
            inner = edge + inwards * min(outside + _OVERLAP, end - start)
            yield _Axis(min(edge, inner), max(edge, inner), -1.0, 2 * edge + inwards * _OVERLAP)
        else:
            inner = edge + inwards * _STRIP
            scale = (outside + _STRIP) / _STRIP
            # the rest would lie below the picture and shine through
            seen = inner - inwards * (_STRIP - _OVERLAP) / scale
            yield _Axis(min(edge, seen), max(edge, seen), scale, inner * (1 - scale))
