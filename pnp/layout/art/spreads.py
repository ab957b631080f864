"""Gradients that begin again beyond their ends → plain ones, long enough for what they paint."""

from itertools import chain
from math import ceil, floor, hypot

from pnp.layout.art.paths import Box
from pnp.layout.art.transforms import inverse
from pnp.model.display import Gradient, Stop, apply

_MOST, _MOST_STOPS = 500, 10_000  # times, and colours in all of them


def repeated(gradient: Gradient, mirrored: bool, box: Box) -> Gradient:
    """The gradient as often as it takes to fill the box; `mirrored`: every second one turned round."""
    left, top, right, bottom = box
    back = inverse(gradient.transform)
    corners = [apply(back, x, y) for x in (left, right) for y in (top, bottom)]
    most = max(min(_MOST, _MOST_STOPS // (len(gradient.stops) + 2)), 1)
    first, last = _turns(gradient, corners, most)
    stops = tuple(chain.from_iterable(_stops(gradient, turn, mirrored, first, last) for turn in range(first, last)))
    x1, y1, dx, dy = gradient.x1, gradient.y1, gradient.x2 - gradient.x1, gradient.y2 - gradient.y1
    start = (x1 + dx * first, y1 + dy * first) if not gradient.radius else (x1, y1)
    radius = gradient.inner + (gradient.radius - gradient.inner) * last if gradient.radius else 0.0
    end_x, end_y = x1 + dx * last, y1 + dy * last
    return gradient._replace(x1=start[0], y1=start[1], x2=end_x, y2=end_y, stops=stops, radius=radius)


def _turns(gradient: Gradient, corners: list[tuple[float, float]], most: int) -> tuple[int, int]:
    """From which repetition to which, 0 being the gradient itself."""
    x1, y1, dx, dy = gradient.x1, gradient.y1, gradient.x2 - gradient.x1, gradient.y2 - gradient.y1
    if gradient.radius:
        growth = gradient.radius - gradient.inner - hypot(dx, dy)  # on the side where circles lie closest
        far = max(hypot(x - x1, y - y1) for x, y in corners)
        return 0, min(max(ceil(far / max(growth, 1e-9)), 1), most)
    along = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in corners]
    first = max(min(floor(min(along)), 0), -most)
    return first, min(max(ceil(max(along)), 1), most)


def _stops(gradient: Gradient, turn: int, mirrored: bool, first: int, last: int) -> list[Stop]:
    """Those of one repetition, as offsets of all."""
    backwards = mirrored and turn % 2
    inner = gradient.stops[::-1] if backwards else gradient.stops
    ends = inner[0]._replace(offset=0.0), inner[-1]._replace(offset=1.0)
    own = [stop._replace(offset=1.0 - stop.offset) if backwards else stop for stop in inner]
    return [stop._replace(offset=(turn + stop.offset - first) / (last - first)) for stop in (ends[0], *own, ends[1])]
