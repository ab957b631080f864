"""Grounds → between which colours lies all that they can show: mostly enough to know that a text stands out."""

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from pnp.check.faces._geometry import Box
from pnp.model.colour import WHITE, Rgb, blended, rgb_of
from pnp.model.display import Paint

if TYPE_CHECKING:
    from pnp.check.faces._grounds import Ground


class Tint(NamedTuple):
    """The colours that something may have anywhere, by their red, green and blue, and how opaque it may be."""

    low: Rgb
    high: Rgb
    least: float
    most: float


def possible(grounds: "Sequence[Ground]", around: Box) -> tuple[Rgb, Rgb]:
    """Colours between which lie all that `colour_at` finds within a box: the least and the most of each primary.

    The grounds stand with the topmost first. What covers all of the box is certainly there, all else may be.
    """
    low = high = WHITE
    for ground in reversed(grounds):
        tint = ground.tint
        if tint is None:
            continue
        lows = [blended(tint.low, low, alpha) for alpha in (tint.least, tint.most)]
        highs = [blended(tint.high, high, alpha) for alpha in (tint.least, tint.most)]
        covered = ground.covered()
        if not (covered and covered.holds(around)):
            lows.append(low)
            highs.append(high)
        low, high = _extreme(min, lows), _extreme(max, highs)
    return low, high


def tint_of(paint: Paint, opacity: float) -> Tint:
    colours = [rgb_of(paint)] if isinstance(paint, str) else [rgb_of(stop.colour) for stop in paint.stops]
    return Tint(_extreme(min, colours), _extreme(max, colours), opacity, opacity)


def either(tints: Sequence[Tint | None]) -> Tint | None:
    """Of things that lie above each other, or beside."""
    known = [tint for tint in tints if tint]
    if not known:
        return None
    low, high = _extreme(min, [tint.low for tint in known]), _extreme(max, [tint.high for tint in known])
    return Tint(low, high, min(tint.least for tint in known), 1 - prod(1 - tint.most for tint in known))


def _extreme(which: Callable[..., float], colours: Sequence[Rgb]) -> Rgb:
    red, green, blue = zip(*colours, strict=True)
    return which(red), which(green), which(blue)
