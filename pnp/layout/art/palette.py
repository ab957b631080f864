"""Colours as authors write them → "#rrggbb".

`Palette({"blood": "#8a1c1c"}).colour("blood")` → `"#8a1c1c"`; so do `#812`, `rgb(138, 28, 28)`, `var(--blood)`, `red`
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from pnp.layout.art.values import LARGEST, ArtError, Unsupported, quoted
from pnp.model.display import Colour
from pnp.model.suggest import did_you_mean

CURRENT = "currentColor"

_HEX = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)
_CLEAR_HEX = re.compile(r"#(?:[0-9a-f]{4}|[0-9a-f]{8})", re.IGNORECASE)
_CALL = re.compile(r"([a-z]+)\(([^()]*)\)", re.IGNORECASE)
_CHANNEL = re.compile(r"([+-]?[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(%?)")
_VARIABLE = re.compile(r"var\([ \t\r\n]*--([\w-]+)[ \t\r\n]*(?:,(.*))?\)", re.DOTALL)
_LONGEST = 1000  # characters
_FORMS = "a palette's name, #rrggbb, rgb(r, g, b) or a CSS colour name"


class NotInPalette(ArtError):
    """A `var(--name)` that the palette doesn't have."""

    def __init__(self, attribute: str, name: str, hint: str) -> None:
        super().__init__(attribute, f"{attribute}: the palette has no {quoted(name)}", hint)
        self.name = name


class Palette:
    """The colours of one ink. `bare` is False in SVG files: there only `var(--name)` means the palette's."""

    __slots__ = ("_bare", "_names")

    def __init__(self, names: Mapping[str, Colour], *, bare: bool = True) -> None:
        self._names = dict(names)
        self._bare = bare

    def for_files(self) -> "Palette":
        """The same colours as an SVG file may use them."""
        return Palette(self._names, bare=False)

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
        except ArtError as error:
            hint = did_you_mean(text, self._names) if self._bare else error.hint
            if not self._bare and text in self._names:
                hint = f"the palette's is var(--{text})"
            raise ArtError(attribute, error.message, hint or _FORMS) from None

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
                raise NotInPalette(attribute, name, did_you_mean(name, self._names))
            text = fallback.strip()
        return text


@lru_cache(maxsize=1024)
def css_colour(text: str, attribute: str = "fill") -> Colour | None:
    """A colour that means the same everywhere; None for no paint."""
    lower = text.lower()
    if lower in ("none", "transparent"):
        return None
    if _HEX.fullmatch(lower):
        return lower if len(lower) == 7 else "#" + "".join(digit * 2 for digit in lower[1:])
    if lower.startswith("rgb(") and (colour := _rgb(lower)):
        return colour
    if _CLEAR_HEX.fullmatch(lower) or lower.startswith(("rgba(", "hsla(")):
        raise Unsupported(
            attribute,
            f"{attribute} {quoted(text)} is a see-through colour",
            "leave the alpha out, use opacity",
        )
    from pnp.layout.art.colours import colours

    if lower not in colours:
        raise ArtError(attribute, f"{attribute} {quoted(text)} is not a colour", did_you_mean(lower, colours))
    return colours[lower]


def _rgb(text: str) -> Colour | None:
    call = _CALL.fullmatch(text)
    channels = [_CHANNEL.fullmatch(part) for part in call[2].replace(",", " ").split()] if call else []
    if len(channels) != 3:
        return None
    parts: list[int] = []
    for match in channels:
        if match is None:
            return None
        value = min(max(float(match[1]), 0.0), LARGEST)
        if match[2]:
            value = value * 255 / 100
        parts.append(min(int(value + 0.5), 255))
    return "#{:02x}{:02x}{:02x}".format(*parts)
