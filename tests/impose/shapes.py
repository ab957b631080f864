"""Pieces' true shapes → how deep two of them are in each other: circles and hexagons stand in each other's boxes."""

from math import hypot

from pnp.model.game import Format, Outline
from pnp.model.sheet import Rect

Point = tuple[float, float]


def corners(format: Format, box: Rect, turn: int) -> list[Point]:
    """Return the corners of the polygon that is cut out; a round piece has many."""
    x, y, w, h = box
    if format.outline is Outline.HEXAGON:
        if turn % 180:
            return [
                (x + w, y + h / 2), (x + w * 3 / 4, y + h), (x + w / 4, y + h),
                (x, y + h / 2), (x + w / 4, y), (x + w * 3 / 4, y),
            ]  # fmt: skip
        return [
            (x + w / 2, y), (x + w, y + h / 4), (x + w, y + h * 3 / 4),
            (x + w / 2, y + h), (x, y + h * 3 / 4), (x, y + h / 4),
        ]  # fmt: skip
    return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]


def depth(a: Rect, b: Rect, format: Format, turn: int) -> float:
    """How deep two pieces of one format are in each other; negative: so far apart at least."""
    boxes = min(a.right - b.x, b.right - a.x, a.bottom - b.y, b.bottom - a.y)
    if boxes <= 0 or format.outline not in (Outline.CIRCLE, Outline.HEXAGON):
        return boxes
    if format.outline is Outline.CIRCLE:  # in units of their diameters, which makes circles of ellipses
        apart = hypot((a.x - b.x) / a.w, (a.y - b.y) / a.h)
        return (1 - apart) * min(a.w, a.h)
    return separated(corners(format, a, turn), corners(format, b, turn))


def separated(one: list[Point], other: list[Point]) -> float:
    """Along the direction that parts two convex polygons best."""
    least = float("inf")
    for polygon in (one, other):
        for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            length = hypot(x2 - x1, y2 - y1)
            nx, ny = (y2 - y1) / length, (x1 - x2) / length
            first = [x * nx + y * ny for x, y in one]
            second = [x * nx + y * ny for x, y in other]
            least = min(least, max(first) - min(second), max(second) - min(first))
    return least
