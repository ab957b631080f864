"""Colours as authors write them → "#rrggbb"; linearGradient and radialGradient → what `fill="url(#id)"` paints with.

`Palette({"blood": "#8a1c1c"}).colour("blood")` → `"#8a1c1c"`; so do `#812`, `rgb(138, 28, 28)`, `var(--blood)`, `red`
A gradient in the units of the box (SVG's default) is a `Shading` until it is known which path it paints.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from colorsys import hls_to_rgb
from functools import lru_cache
from math import ceil, floor, hypot, pi
from pathlib import Path as File
from typing import NamedTuple

from pnp.art.attribute_values import (
    LARGEST,
    ArtError,
    Length,
    Unsupported,
    Viewport,
    check_choice,
    checked_length,
    fraction,
    parse_transform,
    plain_length,
    quote,
    share,
    transform_of,
)
from pnp.art.paths import path_bounds
from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import read_input
from pnp.model.display import Colour, Gradient, Matrix, Paint, Path, Stop, apply, multiply
from pnp.model.geometry import determinant, invert
from pnp.model.problem import Problem
from pnp.model.regex import regex

_TABLE = read_input(File(__file__).parents[1] / "data" / "colours.txt", 10_000).decode()
colours: dict[str, Colour] = {name: f"#{value}" for name, value in (entry.split() for entry in _TABLE.split(","))}

CURRENT = "currentColor"

_HEX = regex(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_OF_PRESS = regex(r"\s+(?:icc|device)-[a-z]+\([^()]*\)$")  # of SVG 1.1: a colour's value for presses, which is left out
_CLEAR_HEX = regex(r"#(?:[0-9a-f]{4}|[0-9a-f]{8})", re.IGNORECASE)
_CALL = regex(r"(rgb|hsl)a?\(([^()]*)\)", re.IGNORECASE)
_HUE = regex(r"([+-]?[0-9]*\.?[0-9]+)(deg|grad|rad|turn|)", re.IGNORECASE)
_TURN = {"": 360, "deg": 360, "grad": 400, "rad": 2 * pi, "turn": 1}
_CHANNEL = regex(r"([+-]?[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(%?)")
_VARIABLE = regex(r"var\([ \t\r\n]*--([\w-]+)[ \t\r\n]*(?:,(.*))?\)", re.DOTALL)
_VARIABLE_IN_TEXT = regex(r"var\([ \t\r\n]*--([\w-]+)[ \t\r\n]*(?:,([^()]*(?:\([^()]*\))?[^()]*))?\)")
_LONGEST = 1000  # characters
_FORMS = "a palette's name, #rrggbb, rgb(r, g, b) or a CSS colour name"
_INSIDE = 0.999  # of the radius: with a focus on the very edge, the area behind it would stay unpainted
_MOST, _MOST_STOPS = 500, 10_000  # times, and colours in all of them


class NotInPalette(ArtError):
    """A `var(--name)` that the palette doesn't have."""

    def __init__(self, attribute: str, name: str, hint: str, cause: Problem | None) -> None:
        super().__init__(attribute, f"{attribute}: the palette has no {quote(name)}", hint, cause)
        self.name = name


class NoColour(ArtError):
    """A word that isn't a colour; `name` is how messages show it."""

    def __init__(self, attribute: str, text: str, hint: str, cause: Problem | None = None) -> None:
        self.name = quote(text)
        super().__init__(attribute, f"{attribute} {self.name} is not a colour", hint, cause)


class Palette:
    """The colours of one ink. `bare` is False in SVG files: there only `var(--name)` means the palette's."""

    __slots__ = ("_bare", "_cause", "_names")

    def __init__(
        self, names: Mapping[str, Colour], cause: Callable[[str], Problem | None] = lambda _: None, *, bare: bool = True
    ) -> None:
        """`cause` returns the problem because of which there is no colour of that name."""
        self._names = dict(names)
        self._cause = cause
        self._bare = bare

    def file_palette(self) -> "Palette":
        """Return these colours as an SVG file may use them."""
        return Palette(self._names, self._cause, bare=False)

    def colour(self, text: str, attribute: str = "fill", current: Colour | None = None) -> Colour | None:
        """Return a colour, None for "none" and "transparent"; ArtError for what isn't one."""
        if self._bare and text in self._names:
            return self._names[text]
        text = self.resolve(text, attribute)
        if self._bare and text in self._names:
            return self._names[text]
        if text.lower() == CURRENT.lower() and current is not None:
            return current
        try:
            return css_colour(text, attribute)
        except NoColour as error:
            if self._bare:
                hint, cause = did_you_mean(text, self._names), self._cause(text)
            else:
                hint, cause = f"the palette's is var(--{text})" if text in self._names else error.hint, None
            raise NoColour(attribute, text, hint or _FORMS, cause) from None

    def has_colour(self, name: str) -> bool:
        """Tell whether a text can name this colour."""
        return name in self._names or name in colours

    def write_out(self, text: str) -> str:
        """Replace each `var(--name)` in a text of any kind by its colour."""
        names = self._names
        return _VARIABLE_IN_TEXT.sub(lambda m: names.get(m[1]) or (m[2] or "").strip() or m[0], text)

    def resolve(self, text: str, attribute: str) -> str:
        """Replace `var(--name, fallback)` by what it stands for."""
        text = text.strip()
        if len(text) > _LONGEST:
            raise ArtError(attribute, f"{attribute} {quote(text)} is not a colour", _FORMS)
        while match := _VARIABLE.fullmatch(text):
            name, fallback = match[1], match[2]
            if name in self._names:
                return self._names[name]
            if fallback is None:
                raise NotInPalette(attribute, name, did_you_mean(name, self._names), self._cause(name))
            text = fallback.strip()
        return text


@lru_cache(maxsize=1024)
def css_colour(text: str, attribute: str = "fill") -> Colour | None:
    """Return a colour that means the same everywhere; None for no paint."""
    lower = _OF_PRESS.sub("", text.lower())
    if lower in ("none", "transparent"):
        return None
    if _HEX.fullmatch(lower):
        return lower if len(lower) == 7 else "#" + "".join(digit * 2 for digit in lower[1:])
    if call := _CALL.fullmatch(lower):
        parts = call[2].replace(",", " ").replace("/", " ").split()
        read = _read_rgb if call[1] == "rgb" else _read_hsl
        if (len(parts) == 3 or parts[3:] in (["1"], ["100%"])) and (colour := read(parts[:3])):
            return colour
    if _CLEAR_HEX.fullmatch(lower) or (call and len(parts) == 4):
        message = f"{attribute} {quote(text)} is a see-through colour"
        raise Unsupported(attribute, message, "leave the alpha out, use opacity")
    if lower not in colours:
        raise NoColour(attribute, text, did_you_mean(lower, colours))
    return colours[lower]


def split_alpha(text: str) -> tuple[str, float]:
    """Divide a see-through colour into an opaque one and how much of it there is; others stay as they are."""
    text = text.strip()
    if _CLEAR_HEX.fullmatch(text):
        size = (len(text) - 1) // 4
        return text[:-size], int(text[-size:] * (3 - size), 16) / 255
    if (call := _CALL.fullmatch(text)) and len(parts := call[2].replace(",", " ").replace("/", " ").split()) == 4:
        return f"{call[1]}({', '.join(parts[:3])})", fraction("alpha", parts[3])
    return text, 1.0


def _read_rgb(channels: Sequence[str]) -> Colour | None:
    parts: list[int] = []
    for match in map(_CHANNEL.fullmatch, channels):
        if match is None:
            return None
        value = min(max(float(match[1]), 0.0), LARGEST)
        parts.append(min(int((value * 255 / 100 if match[2] else value) + 0.5), 255))
    return "#{:02x}{:02x}{:02x}".format(*parts)


def _read_hsl(parts: Sequence[str]) -> Colour | None:
    hue = _HUE.fullmatch(parts[0])
    shares = [_CHANNEL.fullmatch(part) for part in parts[1:]]
    if not hue or not all(match and match[2] for match in shares):
        return None
    saturation, lightness = (min(max(float(match[1]) / 100, 0.0), 1.0) for match in shares if match)
    rgb = hls_to_rgb(float(hue[1]) / _TURN[hue[2]] % 1.0, lightness, saturation)
    return "#{:02x}{:02x}{:02x}".format(*(int(channel * 255 + 0.5) for channel in rgb))


class Shading(NamedTuple):
    """A gradient that waits for its path. `relative`: its numbers are fractions of the box around that."""

    gradient: Gradient
    relative: bool
    name: str = ""  # the id it is used by
    fallback: Colour | None = None  # used where there is no box
    spread: str = "pad"  # how it goes on beyond its ends: "pad", "reflect", "repeat"

    def paint_for(self, path: Path, reach: float = 0.0) -> Paint | None:
        """Return the gradient in the path's coordinates, `reach` beyond it; its fallback where there is no box."""
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
        corners = [(x, y) for x in (left - reach, right + reach) for y in (top - reach, bottom + reach)]
        return _repeat(gradient, self.spread == "reflect", corners)


class TiledFill(NamedTuple):
    """A pattern, which is drawn where its elements are known."""

    name: str  # its id


Source = Colour | Shading | TiledFill | None  # of fill and stroke before the shape is known


def is_gradient(tag: str) -> bool:
    return tag in ("linearGradient", "radialGradient")


def read_stop(attributes: Mapping[str, str], palette: Palette, current: Colour | None = None) -> Stop:
    """Read one `<stop>`; ArtError where it is wrong."""
    text, alpha = split_alpha(palette.resolve(attributes.get("stop-color", "#000000"), "stop-color"))
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
    """Read a gradient as a Shading, its only colour, or None without stops. ArtError where it is wrong."""
    ordered: list[Stop] = []
    for stop in stops:  # an offset never goes back behind the one before
        ordered.append(stop._replace(offset=max(stop.offset, ordered[-1].offset)) if ordered else stop)
    units = attributes.get("gradientUnits", "objectBoundingBox").strip()
    relative = check_choice("gradientUnits", units, ("objectBoundingBox", "userSpaceOnUse")) == "objectBoundingBox"
    spread = check_choice("spreadMethod", attributes.get("spreadMethod", "pad").strip(), ("pad", "reflect", "repeat"))
    if viewport is None or "gradientTransform" not in attributes:
        transform = parse_transform(attributes.get("gradientTransform", ""), "gradientTransform")
    else:
        if relative and "transform-origin" in attributes:
            message = "transform-origin in units of the box cannot be printed"
            raise Unsupported("transform-origin", message, "write rotate(angle, x, y), or use userSpaceOnUse")
        transform = transform_of(attributes, viewport, "gradientTransform")
    measure: Length = share if relative else viewport.length if viewport else plain_length

    def read(name: str, default: str, *, signed: bool = True) -> float:
        return checked_length(name, attributes.get(name, default), measure, signed=signed)

    if tag == "linearGradient":
        x1, y1, x2, y2 = read("x1", "0%"), read("y1", "0%"), read("x2", "100%"), read("y2", "0%")
        gradient = Gradient(x1, y1, x2, y2, tuple(ordered), transform=transform)
    else:
        cx, cy, r = read("cx", "50%"), read("cy", "50%"), read("r", "50%", signed=False)
        fx, fy = (read(name, "") if name in attributes else c for name, c in (("fx", cx), ("fy", cy)))
        inner = min(read("fr", "0", signed=False), r)
        away = hypot(fx - cx, fy - cy)
        if away > (most := _INSIDE * (r - inner)):  # a focus beyond the circle is at its edge
            fx, fy = cx + (fx - cx) * most / away, cy + (fy - cy) * most / away
        gradient = Gradient(fx, fy, cx, cy, tuple(ordered), r, transform, inner)
    if not ordered:
        return None
    has_extent = gradient.radius > 0 or (gradient.x1, gradient.y1) != (gradient.x2, gradient.y2)
    if len(ordered) > 1 and has_extent and determinant(transform):
        return Shading(gradient, relative, spread=spread)
    stop = ordered[-1]  # one colour everywhere
    ends = stop._replace(offset=0.0), stop._replace(offset=1.0)
    return stop.colour if stop.opacity == 1 else Shading(Gradient(0.0, 0.0, 1.0, 0.0, ends), False)


def _repeat(gradient: Gradient, mirrored: bool, corners: Iterable[tuple[float, float]]) -> Gradient:
    """Repeat a gradient until it fills the box with these corners; `mirrored`: every second one turned round."""
    back = invert(gradient.transform)
    corners = [apply(back, x, y) for x, y in corners]
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
    radius = gradient.inner + (gradient.radius - gradient.inner) * last if gradient.radius else 0.0
    start, end = (x1 + dx * first, y1 + dy * first), (x1 + dx * last, y1 + dy * last)  # first is 0 for circles
    return gradient._replace(x1=start[0], y1=start[1], x2=end[0], y2=end[1], stops=tuple(stops), radius=radius)
