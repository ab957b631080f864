"""linearGradient and radialGradient → what `fill="url(#id)"` paints with.

In the units of the box (SVG's default) a gradient can only be placed once it is known which path it paints: until then
it is a `Shading`.
"""

from collections.abc import Iterable, Mapping
from math import ceil, floor, hypot
from typing import NamedTuple

from pnp.layout.art.palette import Palette, split_alpha
from pnp.layout.art.paths import Box, path_bounds
from pnp.layout.art.transforms import determinant, inverse, parse_transform, transform_of
from pnp.layout.art.values import (
    ArtError,
    Length,
    Unsupported,
    Viewport,
    checked_length,
    fraction,
    plain_length,
    quoted,
    share,
)
from pnp.model.display import Colour, Gradient, Matrix, Paint, Path, Stop, apply, multiply

_INSIDE = 0.999  # of the radius: a focus on the very edge would leave what is behind it unpainted

_MOST, _MOST_STOPS = 500, 10_000  # times, and colours in all of them


class Shading(NamedTuple):
    """A gradient waiting for its path. `relative`: its numbers are fractions of the box around it."""

    gradient: Gradient
    relative: bool
    name: str = ""  # the id it is used by
    fallback: Colour | None = None  # what paints instead where there is no box
    spread: str = "pad"  # what is beyond its ends: "pad", "reflect", "repeat"

    def on(self, path: Path, reach: float = 0.0) -> Paint | None:
        """The gradient in the path's coordinates; its fallback where the path has no width or height.

        `reach`: how far what it paints goes beyond the path.
        """
        if not self.relative and self.spread == "pad":
            return self.gradient
        left, top, right, bottom = path_bounds(path)
        gradient = self.gradient
        if self.relative:
            if right <= left or bottom <= top:
                return self.fallback
            box: Matrix = (right - left, 0.0, 0.0, bottom - top, left, top)
            gradient = gradient._replace(transform=multiply(box, gradient.transform))
        if self.spread == "pad":
            return gradient
        return repeated(gradient, self.spread == "reflect", (left - reach, top - reach, right + reach, bottom + reach))


class TiledFill(NamedTuple):
    """A pattern: whoever knows its elements draws it."""

    name: str  # its id


Source = Colour | Shading | TiledFill | None  # what fill and stroke may be before the shape is known


def is_gradient(tag: str) -> bool:
    return tag in ("linearGradient", "radialGradient")


def read_stop(attributes: Mapping[str, str], palette: Palette, current: Colour | None = None) -> Stop:
    """One `<stop>`; ArtError where it is wrong."""
    text, alpha = split_alpha(palette.settled(attributes.get("stop-color", "#000000"), "stop-color"))
    colour = palette.colour(text, "stop-color", current)
    opacity = fraction("stop-opacity", attributes.get("stop-opacity", "1")) * alpha
    if colour is None:
        if text.lower() == "none":
            raise ArtError("stop-color", 'stop-color "none" is not a colour', "transparent, or stop-opacity")
        colour, opacity = "#000000", 0.0
    return Stop(fraction("offset", attributes.get("offset", "0")), colour, opacity)


def read_gradient(
    tag: str, attributes: Mapping[str, str], stops: Iterable[Stop], viewport: Viewport | None = None
) -> Source:
    """What the gradient paints: a Shading, its only colour, or None without stops. ArtError where it is wrong.

    Without a viewport lengths are those of layouts.
    """
    ordered: list[Stop] = []
    for stop in stops:  # an offset never goes back behind the one before
        ordered.append(stop._replace(offset=max(stop.offset, ordered[-1].offset)) if ordered else stop)
    relative = _choice(attributes, "gradientUnits", "objectBoundingBox", "userSpaceOnUse") == "objectBoundingBox"
    spread = _choice(attributes, "spreadMethod", "pad", "reflect", "repeat")
    if viewport is None or "gradientTransform" not in attributes:
        transform = parse_transform(attributes.get("gradientTransform", ""), "gradientTransform")
    else:
        if relative and "transform-origin" in attributes:
            message = "transform-origin in units of the box cannot be printed"
            raise Unsupported("transform-origin", message, "write rotate(angle, x, y), or use userSpaceOnUse")
        transform = transform_of(attributes, viewport, "gradientTransform")
    measure: Length = share if relative else viewport.length if viewport else plain_length
    read = _linear if tag == "linearGradient" else _radial
    gradient = read(attributes, measure)._replace(stops=tuple(ordered), transform=transform)
    if not ordered:
        return None
    has_extent = gradient.radius > 0 or (gradient.x1, gradient.y1) != (gradient.x2, gradient.y2)
    if len(ordered) == 1 or not has_extent or determinant(transform) == 0:
        # one colour everywhere
        stop = ordered[-1]
        if stop.opacity == 1:
            return stop.colour
        return Shading(Gradient(0.0, 0.0, 1.0, 0.0, (stop._replace(offset=0.0), stop._replace(offset=1.0))), False)
    return Shading(gradient, relative, spread=spread)


def _linear(attributes: Mapping[str, str], measure: Length) -> Gradient:
    defaults = {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"}
    given = {name: attributes.get(name, default) for name, default in defaults.items()}
    x1, y1, x2, y2 = (checked_length(name, text, measure) for name, text in given.items())
    return Gradient(x1, y1, x2, y2, ())


def _radial(attributes: Mapping[str, str], measure: Length) -> Gradient:
    cx, cy = (checked_length(name, attributes.get(name, "50%"), measure) for name in ("cx", "cy"))
    r = checked_length("r", attributes.get("r", "50%"), measure, signed=False)
    fx, fy = (
        checked_length(name, attributes[name], measure) if name in attributes else centre
        for name, centre in (("fx", cx), ("fy", cy))
    )
    inner = min(checked_length("fr", attributes.get("fr", "0"), measure, signed=False), r)
    away = hypot(fx - cx, fy - cy)
    if away > (most := _INSIDE * (r - inner)):  # a focus beyond the circle is at its edge
        fx, fy = cx + (fx - cx) * most / away, cy + (fy - cy) * most / away
    return Gradient(fx, fy, cx, cy, (), r, inner=inner)


def _choice(attributes: Mapping[str, str], name: str, *known: str) -> str:
    value = attributes.get(name, known[0]).strip()
    if value not in known:
        raise ArtError(name, f"{name} {quoted(value)} is not known", f"there are: {', '.join(known)}")
    return value


def repeated(gradient: Gradient, mirrored: bool, box: Box) -> Gradient:
    """The gradient as often as it takes to fill the box; `mirrored`: every second one turned round."""
    left, top, right, bottom = box
    back = inverse(gradient.transform)
    corners = [apply(back, x, y) for x in (left, right) for y in (top, bottom)]
    most = max(min(_MOST, _MOST_STOPS // (len(gradient.stops) + 2)), 1)
    x1, y1, dx, dy = gradient.x1, gradient.y1, gradient.x2 - gradient.x1, gradient.y2 - gradient.y1
    if gradient.radius:
        growth = gradient.radius - gradient.inner - hypot(dx, dy)  # on the side where circles lie closest
        far = max(hypot(x - x1, y - y1) for x, y in corners)
        first, last = 0, min(max(ceil(far / max(growth, 1e-9)), 1), most)  # repetitions, 0 being the gradient itself
    else:
        along = [((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy) for x, y in corners]
        first, last = max(min(floor(min(along)), 0), -most), min(max(ceil(max(along)), 1), most)
    stops: list[Stop] = []
    for turn in range(first, last):
        backwards = mirrored and turn % 2
        inner = gradient.stops[::-1] if backwards else gradient.stops
        own = [stop._replace(offset=1.0 - stop.offset) if backwards else stop for stop in inner]
        own = [inner[0]._replace(offset=0.0), *own, inner[-1]._replace(offset=1.0)]
        stops += [stop._replace(offset=(turn + stop.offset - first) / (last - first)) for stop in own]
    start = (x1 + dx * first, y1 + dy * first) if not gradient.radius else (x1, y1)
    radius = gradient.inner + (gradient.radius - gradient.inner) * last if gradient.radius else 0.0
    end_x, end_y = x1 + dx * last, y1 + dy * last
    return gradient._replace(x1=start[0], y1=start[1], x2=end_x, y2=end_y, stops=tuple(stops), radius=radius)
