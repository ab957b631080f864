"""Colours → numbers: how light they are, what they blend to, how well they stand out from each other."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import prod
from typing import NamedTuple

from pnp.model.display import Colour, Paint

Rgb = tuple[float, float, float]  # sRGB, 0 to 1

WHITE: Rgb = (1.0, 1.0, 1.0)
SIGN = 3.0  # the contrast that WCAG 2 asks of signs and of large type


@lru_cache(1024)
def rgb_of(colour: Colour) -> Rgb:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def colour_of(rgb: Rgb) -> Colour:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in rgb)


def blend(over: Rgb, under: Rgb, alpha: float) -> Rgb:
    """Blend two colours as printers and screens do, channel by channel in sRGB."""
    rest = 1.0 - alpha
    return over[0] * alpha + under[0] * rest, over[1] * alpha + under[1] * rest, over[2] * alpha + under[2] * rest


def contrast(one: Rgb, other: Rgb) -> float:
    """Return the contrast ratio of WCAG 2, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(4096)
def luminance(rgb: Rgb) -> float:
    """Return the relative luminance, 0 for black to 1 for white."""
    r, g, b = linear_rgb(rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def linear_rgb(rgb: Rgb) -> Rgb:
    """Return a colour without the gamma of sRGB."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return r, g, b


class Tint(NamedTuple):
    """The colours that something may have anywhere, by their red, green and blue, and how opaque it may be."""

    low: Rgb
    high: Rgb
    least: float
    most: float


def tint_of(paint: Paint, opacity: float) -> Tint:
    colours = [rgb_of(paint)] if isinstance(paint, str) else [rgb_of(stop.colour) for stop in paint.stops]
    return Tint(extreme(min, colours), extreme(max, colours), opacity, opacity)


def merge_tints(tints: Sequence[Tint | None]) -> Tint | None:
    """Return the tint of things that lie above each other, or beside; None where none is known."""
    known = [tint for tint in tints if tint]
    if not known:
        return None
    low, high = extreme(min, [tint.low for tint in known]), extreme(max, [tint.high for tint in known])
    return Tint(low, high, min(tint.least for tint in known), 1 - prod(1 - tint.most for tint in known))


def extreme(which: Callable[..., float], colours: Sequence[Rgb]) -> Rgb:
    red, green, blue = zip(*colours, strict=True)
    return which(red), which(green), which(blue)
