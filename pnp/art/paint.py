"""SVG's presentation attributes → fill and stroke of the display list, by the `Looks` at a place of a drawing."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.art.attribute_values import (
    LARGEST,
    NUMBER,
    ArtError,
    Length,
    check_choice,
    checked_length,
    fraction,
    number,
    plain_length,
    quote,
)
from pnp.art.palette import CURRENT, Palette, Shading, Source, TiledFill, split_alpha
from pnp.cardtext.suggest import did_you_mean
from pnp.model.display import Colour, Paint, Path, Stroke
from pnp.model.regex import regex

_RELATIVE = regex(f"({NUMBER})(em|ex|rem|%)")
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0}
_SIZES |= {"xx-large": 32.0, "smaller": 0.0, "larger": 0.0}
_STEP = {"smaller": 1 / 1.2, "larger": 1.2}
_X_HEIGHT = 0.5  # of the em, where a length is in ex
_BOLD, _LIGHT = ("bold", "bolder"), ("normal", "lighter")
_INITIAL = 16.0
_LIFTS = {"baseline": 0.0, "sub": -0.2, "super": 0.4}  # of the size around
_NAME = regex(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,"']+))\s*(?:,|$)""")
_SHORTHAND = regex(
    r"((?:(?:normal|italic|oblique|bold|bolder|lighter|[1-9]00)\s+)*)([^\s/]+)(?:\s*/\s*\S+)?\s+(.+)", re.DOTALL
)
_SLANTED = ("italic", "oblique")

# attributes that would change words in ways that aren't drawn, with the values that change nothing
_CHANGES_NOTHING: Mapping[str, frozenset[str]] = {
    "text-decoration": frozenset(("none", "")),
    "text-decoration-line": frozenset(("none", "")),
    "font-variant": frozenset(("normal", "none")),
    "font-stretch": frozenset(("normal", "100%")),
    "text-transform": frozenset(("none",)),
    "writing-mode": frozenset(("lr", "lr-tb", "horizontal-tb")),
    "rotate": frozenset(("0",)),
    "textLength": frozenset[str](),
}
_URL = regex(r"""url\([ \t\r\n]*["']?#([^"')]+?)["']?[ \t\r\n]*\)(.*)""", re.DOTALL)
_CHOICES: dict[str, dict[str, int]] = {
    "fill-rule": {"nonzero": False, "evenodd": True},
    "clip-rule": {"nonzero": False, "evenodd": True},
    "stroke-linecap": {"butt": 0, "round": 1, "square": 2},
    "stroke-linejoin": {"miter": 0, "round": 1, "bevel": 2},
    "visibility": {"visible": True, "hidden": False, "collapse": False},
}
_STROKE_FIRST = regex(r"(?:markers\s+)?stroke")


class FileLettering(NamedTuple):
    """Inherited properties of texts with their initial values; sizes in user units."""

    families: tuple[str, ...] = ()  # the best first
    size: float = _INITIAL
    bold: bool = False
    italic: bool = False
    anchor: str = "start"
    tracking: float = 0.0
    gap: float = 0.0  # added to each space
    keeps_spaces: bool = False
    baseline: str = "auto"
    rtl: bool = False
    lift: float = 0.0  # over the line
    unprintable: tuple[tuple[str, str], ...] = ()  # attributes that can't be printed

    def inherit(self, attributes: Mapping[str, str], length: Length) -> "FileLettering":
        """Return these properties with those that an element sets. ArtError if wrong."""
        found = self
        given = dict(attributes)
        if "font" in given:
            match = _SHORTHAND.fullmatch(given["font"].strip())  # font: bold 12px/1.2 Arial
            if not match:
                raise ArtError("font", f"font {quote(given['font'])} is not known", "such as bold 12px serif")
            words = match[1].split()
            slant = next((word for word in words if word in _SLANTED), "normal")
            weight = next((word for word in words if word != "normal" and word not in _SLANTED), "normal")
            own = {"font-style": slant, "font-weight": weight, "font-size": match[2], "font-family": match[3]}
            given = {**own, **given}
        names = [name for name in given if name in _TYPE_FIELDS or name in _CHANGES_NOTHING]
        for name in sorted(names, key=lambda name: name != "font-size"):  # ems are of this size
            text = given[name].strip()
            if text == "inherit":
                continue
            if name in _CHANGES_NOTHING:
                if text.lower() not in _CHANGES_NOTHING[name]:
                    found = found._replace(unprintable=(*found.unprintable, (name, text)))
                continue
            around = self if name in ("font-size", "baseline-shift") else found
            changes: dict[str, Any] = {_TYPE_FIELDS[name]: _read_type(name, text, around, length)}
            found = found._replace(**changes)
        return found

    def length(self, name: str, text: str, length: Length) -> float:
        """Read a length that may be in ems of these letters."""
        match = _RELATIVE.fullmatch(text)
        if match and match[2] != "%":
            ems = {"em": self.size, "ex": self.size * _X_HEIGHT, "rem": _INITIAL}[match[2]]
            return min(float(match[1]) * ems, LARGEST)
        return checked_length(name, text, length)


_TYPE_FIELDS = {
    **{"font-family": "families", "font-size": "size", "font-weight": "bold", "font-style": "italic"},
    **{"text-anchor": "anchor", "letter-spacing": "tracking", "word-spacing": "gap"},
    **{"xml:space": "keeps_spaces", "white-space": "keeps_spaces", "dominant-baseline": "baseline"},
    **{"direction": "rtl", "baseline-shift": "lift"},
}
LETTERING = frozenset((*_TYPE_FIELDS, *_CHANGES_NOTHING, "font"))
_BASELINES = (
    *("auto", "alphabetic", "middle", "central", "hanging", "mathematical", "ideographic", "text-before-edge"),
    *("text-after-edge", "text-top", "text-bottom", "use-script", "no-change", "reset-size", "baseline"),
)


def _read_type(name: str, text: str, around: FileLettering, length: Length) -> object:
    """Read a property of letters, those around having these. ArtError if wrong."""
    match name:
        case "font-family":
            return tuple(filter(None, (next(filter(None, found), "").strip() for found in _NAME.findall(text))))
        case "font-size" if text in _SIZES:
            return around.size * _STEP[text] if text in _STEP else _SIZES[text]
        case "font-size" if text.endswith("%"):
            return around.size * max(number(name, text[:-1]), 0.0) / 100
        case "font-size":
            if (size := around.length(name, text, length)) < 0:
                raise ArtError(name, f"{name} is negative: {text}")
            return size
        case "font-weight":
            return text in _BOLD or (text not in _LIGHT and number(name, text) >= 600)
        case "font-style":
            return text.startswith(_SLANTED) or check_choice(name, text, ("normal", *_SLANTED)) != "normal"
        case "text-anchor":
            return check_choice(name, text, ("start", "middle", "end"))
        case "letter-spacing" | "word-spacing":
            return 0.0 if text == "normal" else around.length(name, text, length)
        case "xml:space":
            return text == "preserve"
        case "white-space":
            return text.startswith(("pre", "break-spaces"))
        case "dominant-baseline":
            return check_choice(name, text, _BASELINES)
        case "direction":
            return text == "rtl"
    # baseline-shift
    if text in _LIFTS:
        return around.lift + _LIFTS[text] * around.size
    if text.endswith("%"):
        return around.lift + number(name, text[:-1]) / 100 * around.size
    return around.lift + around.length(name, text, length)


class Paintbox(NamedTuple):
    """The meaning of names and lengths in presentation attributes."""

    palette: Palette
    gradients: Mapping[str, Source] = MappingProxyType({})
    length: Length = plain_length


class Paints(NamedTuple):
    """Ready to follow the path of a `Shape`."""

    fill: Paint | None
    stroke: Stroke | None
    evenodd: bool
    fill_opacity: float
    stroke_opacity: float


class Looks(NamedTuple):
    """SVG's inherited properties with SVG's initial values; widths in user units."""

    fill: Source = "#000000"  # or CURRENT
    stroke: Source = None
    evenodd: bool = False
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    width: float = 1.0
    cap: int = 0
    join: int = 0
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    dash_offset: float = 0.0
    current: Colour = "#000000"
    visible: bool = True
    clip_evenodd: bool = False
    fill_alpha: float = 1.0  # of the colour itself
    stroke_alpha: float = 1.0
    stroke_first: bool = False
    lettering: FileLettering = FileLettering()

    def inherit(self, attributes: Mapping[str, str], box: Paintbox) -> "Looks":
        """Return these looks with what an element sets; other attributes are passed over. ArtError if wrong."""
        changes: dict[str, Any] = {}
        for name, text in attributes.items():
            if (field := _FIELDS.get(name)) and (text := text.strip()) != "inherit":
                if name in ("fill", "stroke"):
                    may_be_clear = text.startswith(("#", "rgb", "hsl", "var", "RGB", "HSL"))
                    text, alpha = split_alpha(box.palette.resolve(text, name)) if may_be_clear else (text, 1.0)
                    changes[f"{name}_alpha"] = alpha
                    changes[field] = _read_source(name, text, box)
                else:
                    changes[field] = _read(name, text, box)
        if not LETTERING.isdisjoint(attributes):
            changes["lettering"] = self.lettering.inherit(attributes, box.length)
        return self._replace(**changes) if changes else self

    def switch_gradients(self, gradients: Mapping[str, Source]) -> "Looks":
        """Return these looks in another viewport, where lengths of gradients are others."""
        changes: dict[str, Any] = {}
        for side, source in (("fill", self.fill), ("stroke", self.stroke)):
            if isinstance(source, Shading) and not source.relative and source.name in gradients:
                changes[side] = found = gradients[source.name]
                if isinstance(found, Shading):
                    changes[side] = found._replace(name=source.name, fallback=source.fallback)
        return self._replace(**changes) if changes else self

    def paints(self, path: Path) -> Paints:
        """Return fill and stroke as they fall on this path; None for one that would leave no trace."""
        fill = self._paint(self.fill, path, 0.0) if self.fill_opacity and _has_area(path) else None
        reach = self.width * max(self.miter, 2.0)
        paint = self._paint(self.stroke, path, reach) if self.width and self.stroke_opacity else None
        line = self.width, self.cap, self.join, self.miter, self.dash, self.dash_offset
        stroke = None if paint is None else Stroke(paint, *line)
        alphas = self.fill_opacity * self.fill_alpha, self.stroke_opacity * self.stroke_alpha
        return Paints(fill, stroke, self.evenodd, *alphas)

    def _paint(self, source: Source, path: Path, reach: float) -> Paint | None:
        if isinstance(source, TiledFill):
            return None
        paint = source.paint_for(path, reach) if isinstance(source, Shading) else source
        return self.current if paint == CURRENT else paint


def paint_of(
    attributes: Mapping[str, str], palette: Palette, gradients: Mapping[str, Source], current: Colour, path: Path
) -> Paints:
    """Return fill and stroke of an element that inherits nothing. ArtError where a stroke would silently be lost."""
    looks = Looks(current=current).inherit(attributes, Paintbox(palette, gradients))
    paints = looks.paints(path)
    if paints.stroke is None and path and isinstance(looks.stroke, Shading) and looks.width and looks.stroke_opacity:
        raise ArtError(
            "gradientUnits",
            f"stroke {quote(attributes['stroke'])} paints nothing: a straight line has no box for its gradient",
            f'gradientUnits="userSpaceOnUse", or a colour behind it: url(#{looks.stroke.name}) black',
        )
    return paints


def opacity_of(attributes: Mapping[str, str]) -> float:
    """Read `opacity`, which is not inherited: it belongs to the group around what the element draws."""
    return fraction("opacity", attributes.get("opacity", "1"))


def reference(text: str) -> tuple[str, str] | None:
    """Divide `"url(#moss) green"` into ("moss", "green"); None where it isn't a local reference."""
    match = _URL.fullmatch(text.strip())
    return (match[1], match[2].strip()) if match else None


def _has_area(path: Path) -> bool:
    """Tell whether a path has an area: a lone line, filled, would print as a hairline of the device's choice."""
    lines = 0
    for kind, *_ in path:
        lines = 0 if kind == "M" else lines + (kind == "L")
        if kind == "C" or lines == 2:
            return True
    return False


_FIELDS = {
    **{"fill": "fill", "fill-opacity": "fill_opacity", "fill-rule": "evenodd", "stroke": "stroke"},
    **{"stroke-opacity": "stroke_opacity", "stroke-width": "width", "stroke-linecap": "cap"},
    **{"stroke-linejoin": "join", "stroke-miterlimit": "miter", "stroke-dasharray": "dash"},
    **{"stroke-dashoffset": "dash_offset", "color": "current", "visibility": "visible"},
    **{"paint-order": "stroke_first", "clip-rule": "clip_evenodd"},
}


def _read(name: str, text: str, box: Paintbox) -> object:
    """Read a presentation attribute other than fill and stroke. ArtError if wrong."""
    if name in _CHOICES:
        return _CHOICES[name][check_choice(name, text, _CHOICES[name])]
    match name:
        case "stroke-width":
            return checked_length(name, text, box.length, signed=False)
        case "fill-opacity" | "stroke-opacity":
            return fraction(name, text)
        case "stroke-miterlimit":
            if (limit := number(name, text)) < 0:
                raise ArtError(name, f"{name} is negative: {text}")
            return max(limit, 1.0)  # below it all programs cut every corner off, as 1 does
        case "stroke-dasharray":
            parts = [] if text == "none" else text.replace(",", " ").split()
            dash = tuple([checked_length(name, part, box.length, signed=False) for part in parts])
            return dash * (1 + len(dash) % 2) if any(dash) else ()
        case "stroke-dashoffset":
            return checked_length(name, text, box.length)
        case "color":
            if (colour := box.palette.colour(text, name)) is None:
                raise ArtError(name, f"{name} {quote(text)} is not a colour")
            return colour
    return _STROKE_FIRST.match(text) is not None  # paint-order


def _read_source(name: str, text: str, box: Paintbox) -> Source:
    """Read what fill or stroke paints with: a colour, or a gradient and the colour behind it."""
    text = box.palette.resolve(text, name)
    gradient, fallback = "", None
    if text.startswith("url("):
        if (target := reference(text)) is None:
            raise ArtError(name, f"{name} {quote(text)} is outside of this file", "only url(#id) is followed")
        gradient, text = target
    if text or not gradient:
        fallback = CURRENT if text.lower() == CURRENT.lower() else box.palette.colour(text, name)
    if not gradient:
        return fallback
    try:
        found = box.gradients[gradient]
    except KeyError:
        if text:
            return fallback
        hint = did_you_mean(gradient, box.gradients)
        raise ArtError(name, f'{name}: there is no gradient "{gradient}"', hint) from None
    return found._replace(name=gradient, fallback=fallback) if isinstance(found, Shading) else found
