"""Colours as authors write them → "#rrggbb".

`Palette({"blood": "#8a1c1c"}).colour("blood")` → `"#8a1c1c"`; so do `#812`, `rgb(138, 28, 28)`, `var(--blood)`, `red`
"""

import re
from collections.abc import Callable, Mapping, Sequence
from colorsys import hls_to_rgb
from functools import lru_cache
from math import pi

from pnp.layout.art.values import LARGEST, ArtError, Unsupported, fraction, quoted
from pnp.model.display import Colour
from pnp.model.problem import Problem
from pnp.model.regex import regex
from pnp.text.suggest import did_you_mean

_TABLE = """
aliceblue f0f8ff, antiquewhite faebd7, aqua 00ffff, aquamarine 7fffd4, azure f0ffff, beige f5f5dc, bisque ffe4c4,
black 000000, blanchedalmond ffebcd, blue 0000ff, blueviolet 8a2be2, brown a52a2a, burlywood deb887,
cadetblue 5f9ea0, chartreuse 7fff00, chocolate d2691e, coral ff7f50, cornflowerblue 6495ed, cornsilk fff8dc,
crimson dc143c, cyan 00ffff, darkblue 00008b, darkcyan 008b8b, darkgoldenrod b8860b, darkgray a9a9a9,
darkgreen 006400, darkgrey a9a9a9, darkkhaki bdb76b, darkmagenta 8b008b, darkolivegreen 556b2f, darkorange ff8c00,
darkorchid 9932cc, darkred 8b0000, darksalmon e9967a, darkseagreen 8fbc8f, darkslateblue 483d8b,
darkslategray 2f4f4f, darkslategrey 2f4f4f, darkturquoise 00ced1, darkviolet 9400d3, deeppink ff1493,
deepskyblue 00bfff, dimgray 696969, dimgrey 696969, dodgerblue 1e90ff, firebrick b22222, floralwhite fffaf0,
forestgreen 228b22, fuchsia ff00ff, gainsboro dcdcdc, ghostwhite f8f8ff, gold ffd700, goldenrod daa520, gray 808080,
green 008000, greenyellow adff2f, grey 808080, honeydew f0fff0, hotpink ff69b4, indianred cd5c5c, indigo 4b0082,
ivory fffff0, khaki f0e68c, lavender e6e6fa, lavenderblush fff0f5, lawngreen 7cfc00, lemonchiffon fffacd,
lightblue add8e6, lightcoral f08080, lightcyan e0ffff, lightgoldenrodyellow fafad2, lightgray d3d3d3,
lightgreen 90ee90, lightgrey d3d3d3, lightpink ffb6c1, lightsalmon ffa07a, lightseagreen 20b2aa,
lightskyblue 87cefa, lightslategray 778899, lightslategrey 778899, lightsteelblue b0c4de, lightyellow ffffe0,
lime 00ff00, limegreen 32cd32, linen faf0e6, magenta ff00ff, maroon 800000, mediumaquamarine 66cdaa,
mediumblue 0000cd, mediumorchid ba55d3, mediumpurple 9370db, mediumseagreen 3cb371, mediumslateblue 7b68ee,
mediumspringgreen 00fa9a, mediumturquoise 48d1cc, mediumvioletred c71585, midnightblue 191970, mintcream f5fffa,
mistyrose ffe4e1, moccasin ffe4b5, navajowhite ffdead, navy 000080, oldlace fdf5e6, olive 808000, olivedrab 6b8e23,
orange ffa500, orangered ff4500, orchid da70d6, palegoldenrod eee8aa, palegreen 98fb98, paleturquoise afeeee,
palevioletred db7093, papayawhip ffefd5, peachpuff ffdab9, peru cd853f, pink ffc0cb, plum dda0dd, powderblue b0e0e6,
purple 800080, rebeccapurple 663399, red ff0000, rosybrown bc8f8f, royalblue 4169e1, saddlebrown 8b4513,
salmon fa8072, sandybrown f4a460, seagreen 2e8b57, seashell fff5ee, sienna a0522d, silver c0c0c0, skyblue 87ceeb,
slateblue 6a5acd, slategray 708090, slategrey 708090, snow fffafa, springgreen 00ff7f, steelblue 4682b4, tan d2b48c,
teal 008080, thistle d8bfd8, tomato ff6347, turquoise 40e0d0, violet ee82ee, wheat f5deb3, white ffffff,
whitesmoke f5f5f5, yellow ffff00, yellowgreen 9acd32
"""

colours: dict[str, Colour] = {name: f"#{value}" for name, value in (entry.split() for entry in _TABLE.split(","))}


CURRENT = "currentColor"

_HEX = regex(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_OF_PRESS = regex(r"\s+(?:icc|device)-[a-z]+\([^()]*\)$")  # of SVG 1.1: the same for presses, which is left out
_CLEAR_HEX = regex(r"#(?:[0-9a-f]{4}|[0-9a-f]{8})", re.IGNORECASE)
_CALL = regex(r"(rgb|hsl)a?\(([^()]*)\)", re.IGNORECASE)
_HUE = regex(r"([+-]?[0-9]*\.?[0-9]+)(deg|grad|rad|turn|)", re.IGNORECASE)
_TURN = {"": 360, "deg": 360, "grad": 400, "rad": 2 * pi, "turn": 1}
_CHANNEL = regex(r"([+-]?[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(%?)")
_VARIABLE = regex(r"var\([ \t\r\n]*--([\w-]+)[ \t\r\n]*(?:,(.*))?\)", re.DOTALL)
_VARIABLE_IN_TEXT = regex(r"var\([ \t\r\n]*--([\w-]+)[ \t\r\n]*(?:,([^()]*(?:\([^()]*\))?[^()]*))?\)")
_LONGEST = 1000  # characters
_FORMS = "a palette's name, #rrggbb, rgb(r, g, b) or a CSS colour name"


class NotInPalette(ArtError):
    """A `var(--name)` that the palette doesn't have."""

    def __init__(self, attribute: str, name: str, hint: str, cause: Problem | None) -> None:
        super().__init__(attribute, f"{attribute}: the palette has no {quoted(name)}", hint, cause)
        self.name = name


class NoColour(ArtError):
    """A word that is no colour; `name` is how messages show it."""

    def __init__(self, attribute: str, text: str, hint: str, cause: Problem | None = None) -> None:
        self.name = quoted(text)
        super().__init__(attribute, f"{attribute} {self.name} is not a colour", hint, cause)


class Palette:
    """The colours of one ink. `bare` is False in SVG files: there only `var(--name)` means the palette's."""

    __slots__ = ("_bare", "_cause", "_names")

    def __init__(
        self, names: Mapping[str, Colour], cause: Callable[[str], Problem | None] = lambda _: None, *, bare: bool = True
    ) -> None:
        """`cause`: the problem for which there is no colour of that name."""
        self._names = dict(names)
        self._cause = cause
        self._bare = bare

    def for_files(self) -> "Palette":
        """The same colours as an SVG file may use them."""
        return Palette(self._names, self._cause, bare=False)

    def colour(self, text: str, attribute: str = "fill", current: Colour | None = None) -> Colour | None:
        """None for "none" and "transparent"; ArtError for what is no colour."""
        if self._bare and text in self._names:
            return self._names[text]
        text = self.settled(text, attribute)
        if self._bare and text in self._names:
            return self._names[text]
        if text.lower() == CURRENT.lower() and current is not None:
            return current
        try:
            return css_colour(text, attribute)
        except Unsupported:
            raise
        except NoColour as error:
            hint = did_you_mean(text, self._names) if self._bare else error.hint
            if not self._bare and text in self._names:
                hint = f"the palette's is var(--{text})"
            cause = self._cause(text) if self._bare else None
            raise NoColour(attribute, text, hint or _FORMS, cause) from None

    def has(self, name: str) -> bool:
        """Whether a text can name this colour."""
        return name in self._names or name in colours

    def written_out(self, text: str) -> str:
        """A whole file with the palette's colours where it names them."""

        def colour(match: re.Match[str]) -> str:
            return self._names.get(match[1]) or (match[2] or "").strip() or match[0]

        return _VARIABLE_IN_TEXT.sub(colour, text)

    def settled(self, text: str, attribute: str) -> str:
        """`text` with `var(--name, fallback)` replaced by what it stands for."""
        text = text.strip()
        if len(text) > _LONGEST:
            raise ArtError(attribute, f"{attribute} {quoted(text)} is not a colour", _FORMS)
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
    """A colour that means the same everywhere; None for no paint."""
    lower = _OF_PRESS.sub("", text.lower())
    if lower in ("none", "transparent"):
        return None
    if _HEX.fullmatch(lower):
        return lower if len(lower) == 7 else "#" + "".join(digit * 2 for digit in lower[1:])
    if call := _CALL.fullmatch(lower):
        parts = call[2].replace(",", " ").replace("/", " ").split()
        read = _rgb if call[1] == "rgb" else _hsl
        if (len(parts) == 3 or parts[3:] in (["1"], ["100%"])) and (colour := read(parts[:3])):
            return colour
    if _CLEAR_HEX.fullmatch(lower) or (call and len(parts) == 4):
        raise Unsupported(
            attribute, f"{attribute} {quoted(text)} is a see-through colour", "leave the alpha out, use opacity"
        )

    if lower not in colours:
        raise NoColour(attribute, text, did_you_mean(lower, colours))
    return colours[lower]


def split_alpha(text: str) -> tuple[str, float]:
    """A see-through colour → the same opaque, and how much of it there is; others stay as they are."""
    text = text.strip()
    if _CLEAR_HEX.fullmatch(text):
        size = (len(text) - 1) // 4
        return text[:-size], int(text[-size:] * (3 - size), 16) / 255
    if (call := _CALL.fullmatch(text)) and len(parts := call[2].replace(",", " ").replace("/", " ").split()) == 4:
        return f"{call[1]}({', '.join(parts[:3])})", fraction("alpha", parts[3])
    return text, 1.0


def _rgb(channels: Sequence[str]) -> Colour | None:
    parts: list[int] = []
    for match in map(_CHANNEL.fullmatch, channels):
        if match is None:
            return None
        value = min(max(float(match[1]), 0.0), LARGEST)
        if match[2]:
            value = value * 255 / 100
        parts.append(min(int(value + 0.5), 255))
    return "#{:02x}{:02x}{:02x}".format(*parts)


def _hsl(parts: Sequence[str]) -> Colour | None:
    hue = _HUE.fullmatch(parts[0])
    shares = [_CHANNEL.fullmatch(part) for part in parts[1:]]
    if not hue or not all(match and match[2] for match in shares):
        return None
    saturation, lightness = (min(max(float(match[1]) / 100, 0.0), 1.0) for match in shares if match)
    rgb = hls_to_rgb(float(hue[1]) / _TURN[hue[2]] % 1.0, lightness, saturation)
    return "#{:02x}{:02x}{:02x}".format(*(int(channel * 255 + 0.5) for channel in rgb))
