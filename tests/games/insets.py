"""How far texts keep from the edge of what they stand in: the smallest ribbon, panel, plate, disc or frame around each.

What a text takes up is measured by its glyphs: from where its lines begin to where they end, from the top of capitals
to the baseline. Shapes of a clipped group are ornament that is cut off somewhere, and nobody writes inside of those.

Also what becomes of slender rays that a ribbon lies across: those of which a speck is left to be seen.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pnp.model.display import IDENTITY, Face, Group, Item, Matrix, Path, Run, Shape, Text

Point = tuple[float, float]
Polygon = list[Point]

_STEPS = 12  # straight lines for a curve
_ALONG = 12  # points on each side of a line of text
_SLENDER = 6.0  # mm²


class Inset(NamedTuple):
    says: str
    panel: Polygon  # what the text stands in
    room: float  # the smaller side of the box around what the text stands in
    distance: float  # from any part of the text to its edge; negative where it sticks out
    ends: float  # the same from the middles of where lines begin and end


def insets(face: Face) -> Iterator[Inset]:
    """One for each text that stands in something, the face's ground apart."""
    panels: list[Polygon] = []
    for item, matrix in _walk(face.content, IDENTITY):
        if isinstance(item, Shape):
            panels += [panel for part in _parts(item.path) if not _is_ground(panel := _moved(matrix, part), face)]
        elif isinstance(item, Text) and item.says.strip():
            boxes = [_moved(matrix, _around(run)) for run in item.runs]
            points = [point for box in boxes for point in box]
            middle = _middle(points)
            holding = [panel for panel in panels if _has_inside(panel, middle)]
            if holding:
                panel = min(holding, key=_area)
                ends = [_middle([box[n], box[n + _ALONG + 1]]) for box in boxes for n in (0, _ALONG)]
                yield Inset(
                    item.says,
                    panel,
                    _narrow(panel),
                    min(_distance(panel, point) for point in points),
                    min(_distance(panel, point) for point in ends),
                )


def cut_by_ribbon(face: Face, ribbon: Polygon, ends: float, fold: float) -> list[Polygon]:
    """Slender shapes that a ribbon, with its ends and its folded ends below, covers in part."""
    xs, ys = [x for x, _ in ribbon], [y for _, y in ribbon]
    box = [(x, y) for x in (min(xs) - ends, max(xs) + ends) for y in (min(ys), max(ys) + fold)]
    cut: list[Polygon] = []
    for item, matrix in _walk(face.content, IDENTITY):
        if isinstance(item, Shape) and item.fill and not item.stroke:
            for part in _parts(item.path):
                ray = _moved(matrix, part)
                covered = [box[0][0] < x < box[3][0] and box[0][1] < y < box[3][1] for x, y in ray]
                if any(covered) and not all(covered) and _area(ray) < _SLENDER:
                    cut.append(ray)
    return cut


def _walk(item: Item, matrix: Matrix) -> Iterator[tuple[Item, Matrix]]:
    if not isinstance(item, Group):
        yield item, matrix
    elif item.clip is None:
        for each in item.items:
            yield from _walk(each, _times(matrix, item.transform))
    else:
        for each in item.items:
            inside = _walk(each, _times(matrix, item.transform))
            yield from ((inner, at) for inner, at in inside if isinstance(inner, Text))


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = n
    return (
        *(m[0] * a + m[2] * b, m[1] * a + m[3] * b, m[0] * c + m[2] * d, m[1] * c + m[3] * d),
        *(m[0] * e + m[2] * f + m[4], m[1] * e + m[3] * f + m[5]),
    )


def _moved(m: Matrix, points: Polygon) -> Polygon:
    return [(m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]) for x, y in points]


def _around(run: Run) -> Polygon:
    """Points on the box of its capitals, without the space at the end of a line."""
    says = "".join(part.text for part in run.parts)
    glyphs = sum(len(part.glyphs) for part in run.parts)
    width = sum(part.width for part in run.parts) * run.size + glyphs * run.tracking + says.count(" ") * run.gap
    last = run.parts[-1]
    space = last.glyphs[-1].advance / run.font.units_per_em * run.size if says.endswith(" ") else 0.0
    left, right, top = run.x, run.x + width - space, run.y - run.font.cap_height * run.size
    steps = [n / _ALONG for n in range(_ALONG + 1)]
    return [(left + (right - left) * t, y) for y in (top, run.y) for t in steps]


def _parts(path: Path) -> Iterator[Polygon]:
    """Each closed part of a path as a polygon."""
    points: Polygon = []
    for segment in path:
        if segment[0] == "M":
            points = [segment[1:]]
        elif segment[0] == "L":
            points.append(segment[1:])
        elif segment[0] == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], segment[1:]
            for n in range(1, _STEPS + 1):
                t = n / _STEPS
                a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
                points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
        elif len(points) > 2:
            yield points


def _edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    return pairwise([*polygon, polygon[0]])


def _area(polygon: Polygon) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in _edges(polygon))) / 2


def _narrow(polygon: Polygon) -> float:
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(max(xs) - min(xs), max(ys) - min(ys))


def _middle(points: Polygon) -> Point:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _is_ground(polygon: Polygon, face: Face) -> bool:
    """Return what reaches several edges of the face: its ground, half of it, its frame."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return (min(xs) <= 0) + (min(ys) <= 0) + (max(xs) >= face.w) + (max(ys) >= face.h) >= 2


def _has_inside(polygon: Polygon, point: Point) -> bool:
    x, y = point
    across = [(a, b) for a, b in _edges(polygon) if (a[1] > y) != (b[1] > y)]
    return sum(x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in across) % 2 == 1


def _distance(polygon: Polygon, point: Point) -> float:
    """To its edge; negative outside."""
    nearest = min(_from_edge(a, b, point) for a, b in _edges(polygon))
    return nearest if _has_inside(polygon, point) else -nearest


def _from_edge(a: Point, b: Point, point: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    along = min(max(((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length, 0.0), 1.0) if length else 0.0
    return ((a[0] + along * dx - point[0]) ** 2 + (a[1] + along * dy - point[1]) ** 2) ** 0.5
