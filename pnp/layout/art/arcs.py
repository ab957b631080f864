"""An elliptical arc as SVG writes it → cubic curves of a quarter turn each at most (within 0.03 % of the radius)."""

import math
from collections.abc import Iterator

from pnp.model.display import Matrix, apply

Cubic = tuple[float, float, float, float, float, float]


def arc_cubics(
    x1: float, y1: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, x2: float, y2: float
) -> list[Cubic]:
    """From (x1, y1) to (x2, y2); radii that are too small grow until they reach, equal ends draw nothing."""
    if x1 == x2 and y1 == y2:
        return []
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    # half the chord, in the ellipse's own axes with both radii made 1
    dx, dy = (x1 - x2) / 2, (y1 - y2) / 2
    rx, ry = abs(rx), abs(ry)
    px, py = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
    reach = math.hypot(px, py)
    if reach < 1e-12:
        return [(x1, y1, x2, y2, x2, y2)]
    if reach > 1:
        rx, ry, px, py = rx * reach, ry * reach, px / reach, py / reach
        reach = 1.0
    away = math.sqrt(max(0.0, 1 / (reach * reach) - 1)) * (-1 if large == sweep else 1)
    cx, cy = away * py, -away * px
    start = math.atan2(py - cy, px - cx)
    delta = math.atan2(-py - cy, -px - cx) - start
    if sweep and delta < 0:
        delta += math.tau
    elif not sweep and delta > 0:
        delta -= math.tau
    # from the unit circle about (cx, cy) back to the page
    to_page: Matrix = (cos * rx, sin * rx, -sin * ry, cos * ry, (x1 + x2) / 2, (y1 + y2) / 2)
    cubics: list[Cubic] = [
        (*apply(to_page, x1, y1), *apply(to_page, x2, y2), *apply(to_page, x, y))
        for x1, y1, x2, y2, x, y in _unit_arc(cx, cy, start, delta)
    ]
    cubics[-1] = (*cubics[-1][:4], x2, y2)  # free of rounding
    return cubics


def _unit_arc(cx: float, cy: float, start: float, delta: float) -> Iterator[Cubic]:
    pieces = max(1, math.ceil(abs(delta) / (math.pi / 2) - 1e-9))
    step = delta / pieces
    reach = 4 / 3 * math.tan(step / 4)
    for index in range(pieces):
        cos0, sin0 = math.cos(start + index * step), math.sin(start + index * step)
        cos1, sin1 = math.cos(start + (index + 1) * step), math.sin(start + (index + 1) * step)
        x, y = cx + cos1, cy + sin1
        yield cx + cos0 - reach * sin0, cy + sin0 + reach * cos0, x + reach * sin1, y - reach * cos1, x, y
