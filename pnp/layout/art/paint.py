"""SVG's presentation attributes → fill and stroke of the display list.

`Looks` says how things are painted at one place of a drawing: a group refines it with `inherit`, `shape` applies it.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.layout.art.gradients import Shading, Source, TiledFill
from pnp.layout.art.palette import CURRENT, Palette, split_alpha
from pnp.layout.art.values import (
    LARGEST,
    NUMBER,
    ArtError,
    Length,
    checked_length,
    fraction,
    number,
    plain_length,
    quoted,
)
from pnp.model.display import Colour, Paint, Path, Shape, Stroke
from pnp.model.regex import regex
from pnp.text.suggest import did_you_mean

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

# what would change words in ways that nothing here draws, with the values that change nothing
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
_ALPHAS = {"fill": "fill_alpha", "stroke": "stroke_alpha"}


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
    beyond: tuple[tuple[str, str], ...] = ()  # attributes that can't be printed

    def inherit(self, attributes: Mapping[str, str], length: Length) -> "FileLettering":
        """This with what an element says about itself. ArtError if wrong."""
        found = self
        given = dict(attributes)
        if "font" in given:
            given = {**_shorthand(given.pop("font")), **given}
        names = [name for name in given if name in _TYPE_READERS or name in _CHANGES_NOTHING]
        for name in sorted(names, key=lambda name: name != "font-size"):  # ems are of this size
            text = given[name].strip()
            if text == "inherit":
                continue
            if name in _CHANGES_NOTHING:
                if text.lower() not in _CHANGES_NOTHING[name]:
                    found = found._replace(beyond=(*found.beyond, (name, text)))
                continue
            field, read = _TYPE_READERS[name]
            around = self if name in ("font-size", "baseline-shift") else found
            found = found._replace(**{field: read(name, text, around, length)})
        return found

    def length(self, name: str, text: str, length: Length) -> float:
        """A length that may be in ems of these letters."""
        match = _RELATIVE.fullmatch(text)
        if match and match[2] != "%":
            ems = {"em": self.size, "ex": self.size * _X_HEIGHT, "rem": _INITIAL}[match[2]]
            return min(float(match[1]) * ems, LARGEST)
        return checked_length(name, text, length)

    def lengths(self, name: str, text: str, length: Length) -> list[float]:
        return [self.length(name, part, length) for part in text.replace(",", " ").split()]


def _shorthand(text: str) -> dict[str, str]:
    """`font: bold 12px/1.2 Arial` as the properties that it stands for."""
    match = _SHORTHAND.fullmatch(text.strip())
    if not match:
        raise ArtError("font", f"font {quoted(text)} is not known", "such as bold 12px serif")
    words = match[1].split()
    slant = next((word for word in words if word in _SLANTED), "normal")
    weight = next((word for word in words if word != "normal" and word not in _SLANTED), "normal")
    return {"font-style": slant, "font-weight": weight, "font-size": match[2], "font-family": match[3]}


def _families(name: str, text: str, around: FileLettering, length: Length) -> tuple[str, ...]:
    return tuple(filter(None, (next(filter(None, found), "").strip() for found in _NAME.findall(text))))


def _size(name: str, text: str, around: FileLettering, length: Length) -> float:
    if text in _SIZES:
        return around.size * _STEP[text] if text in _STEP else _SIZES[text]
    if text.endswith("%"):
        return around.size * max(number(name, text[:-1]), 0.0) / 100
    size = around.length(name, text, length)
    if size < 0:
        raise ArtError(name, f"{name} is negative: {text}")
    return size


def _italic(name: str, text: str, around: FileLettering, length: Length) -> bool:
    if not text.startswith(("normal", *_SLANTED)):
        raise ArtError(name, f"{name} {quoted(text)} is not known", "there are: normal, italic, oblique")
    return text != "normal"


def _spacing(name: str, text: str, around: FileLettering, length: Length) -> float:
    return 0.0 if text == "normal" else around.length(name, text, length)


def _lift(name: str, text: str, around: FileLettering, length: Length) -> float:
    if text in _LIFTS:
        return around.lift + _LIFTS[text] * around.size
    if text.endswith("%"):
        return around.lift + number(name, text[:-1]) / 100 * around.size
    return around.lift + around.length(name, text, length)


def _one_of(*known: str) -> Callable[[str, str, FileLettering, Length], str]:
    def read(name: str, text: str, around: FileLettering, length: Length) -> str:
        if text not in known:
            raise ArtError(name, f"{name} {quoted(text)} is not known", f"there are: {', '.join(known)}")
        return text

    return read


_baseline = _one_of(
    *("auto", "alphabetic", "middle", "central", "hanging", "mathematical", "ideographic", "text-before-edge"),
    *("text-after-edge", "text-top", "text-bottom", "use-script", "no-change", "reset-size", "baseline"),
)
_TYPE_READERS: dict[str, tuple[str, Callable[[str, str, FileLettering, Length], Any]]] = {
    "font-family": ("families", _families),
    "font-size": ("size", _size),
    "font-weight": ("bold", lambda name, text, *_: text in _BOLD or (text not in _LIGHT and number(name, text) >= 600)),
    "font-style": ("italic", _italic),
    "text-anchor": ("anchor", _one_of("start", "middle", "end")),
    "letter-spacing": ("tracking", _spacing),
    "word-spacing": ("gap", _spacing),
    "xml:space": ("keeps_spaces", lambda name, text, around, length: text == "preserve"),
    "white-space": ("keeps_spaces", lambda name, text, around, length: text.startswith(("pre", "break-spaces"))),
    "dominant-baseline": ("baseline", _baseline),
    "direction": ("rtl", lambda name, text, around, length: text == "rtl"),
    "baseline-shift": ("lift", _lift),
}
LETTERING = frozenset((*_TYPE_READERS, *_CHANGES_NOTHING, "font"))


class Paintbox(NamedTuple):
    """What the names and lengths in presentation attributes mean."""

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
        """These looks with what an element says about itself; other attributes are passed over. ArtError if wrong."""
        changes: dict[str, Any] = {}
        for name, text in attributes.items():
            if (known := _READERS.get(name)) and (text := text.strip()) != "inherit":
                field, read = known
                if field in _ALPHAS:
                    text, changes[_ALPHAS[field]] = _alpha(name, text, box)
                changes[field] = read(name, text, box)
        if not LETTERING.isdisjoint(attributes):
            changes["lettering"] = self.lettering.inherit(attributes, box.length)
        return self._replace(**changes) if changes else self

    def read_again(self, gradients: Mapping[str, Source]) -> "Looks":
        """The same where gradients have other lengths: in another viewport."""
        fill, stroke = (_read_again(source, gradients) for source in (self.fill, self.stroke))
        return self if fill is self.fill and stroke is self.stroke else self._replace(fill=fill, stroke=stroke)

    def paints(self, path: Path) -> Paints:
        """Fill and stroke as they fall on this path; None for what would leave no trace."""
        fill = _on(path, self.fill, self.current) if self.fill_opacity and _has_area(path) else None
        reach = self.width * max(self.miter, 2.0)
        paint = _on(path, self.stroke, self.current, reach) if self.width and self.stroke_opacity else None
        line = self.width, self.cap, self.join, self.miter, self.dash, self.dash_offset
        stroke = None if paint is None else Stroke(paint, *line)
        alphas = self.fill_opacity * self.fill_alpha, self.stroke_opacity * self.stroke_alpha
        return Paints(fill, stroke, self.evenodd, *alphas)

    def shape(self, path: Path) -> Shape:
        return Shape(path, *self.paints(path))


def paint_of(
    attributes: Mapping[str, str],
    palette: Palette,
    gradients: Mapping[str, Source],
    current: Colour,
    path: Path = (),
    length: Length = plain_length,
) -> Paints:
    """Fill and stroke of one element that inherits nothing: `Shape(path, *paint_of(…, path))`.

    ArtError where a stroke would silently be lost.
    """
    looks = Looks(current=current).inherit(attributes, Paintbox(palette, gradients, length))
    paints = looks.paints(path)
    if paints.stroke is None and path and isinstance(looks.stroke, Shading) and looks.width and looks.stroke_opacity:
        raise ArtError(
            "gradientUnits",
            f"stroke {quoted(attributes['stroke'])} paints nothing: a straight line has no box for its gradient",
            f'gradientUnits="userSpaceOnUse", or a colour behind it: url(#{looks.stroke.name}) black',
        )
    return paints


def opacity_of(attributes: Mapping[str, str]) -> float:
    """`opacity` is not inherited: it belongs to the group around what the element draws."""
    return fraction("opacity", attributes.get("opacity", "1"))


def reference(text: str) -> tuple[str, str] | None:
    """`"url(#moss) green"` → ("moss", "green"); None where it is no local reference."""
    match = _URL.fullmatch(text.strip())
    return (match[1], match[2].strip()) if match else None


def _has_area(path: Path) -> bool:
    """A lone line has none; filled, it would print as a hairline of the device's choice."""
    lines = 0
    for segment in path:
        if segment[0] == "L":
            lines += 1
        elif segment[0] == "M":
            lines = 0
        if segment[0] == "C" or lines == 2:
            return True
    return False


def _alpha(name: str, text: str, box: Paintbox) -> tuple[str, float]:
    """A paint without its alpha, and that; most paints have none and stay as they are."""
    if not text.startswith(("#", "rgb", "hsl", "var", "RGB", "HSL")):
        return text, 1.0
    return split_alpha(box.palette.settled(text, name))


def _on(path: Path, source: Source, current: Colour, reach: float = 0.0) -> Paint | None:
    if isinstance(source, TiledFill):
        return None
    paint = source.on(path, reach) if isinstance(source, Shading) else source
    return current if paint == CURRENT else paint


def _read_again(source: Source, gradients: Mapping[str, Source]) -> Source:
    if not isinstance(source, Shading) or source.relative or source.name not in gradients:
        return source
    found = gradients[source.name]
    return found._replace(name=source.name, fallback=source.fallback) if isinstance(found, Shading) else found


def _source(name: str, text: str, box: Paintbox) -> Source:
    text = box.palette.settled(text, name)
    if not text.startswith("url("):
        return _plain(name, text, box)
    target = reference(text)
    if target is None:
        raise ArtError(name, f"{name} {quoted(text)} is outside of this file", "only url(#id) is followed")
    gradient, text = target
    fallback = _plain(name, text, box) if text else None
    try:
        found = box.gradients[gradient]
    except KeyError:
        if text:
            return fallback
        hint = did_you_mean(gradient, box.gradients)
        raise ArtError(name, f'{name}: there is no gradient "{gradient}"', hint) from None
    return found._replace(name=gradient, fallback=fallback) if isinstance(found, Shading) else found


def _plain(name: str, text: str, box: Paintbox) -> Colour | None:
    return CURRENT if text.lower() == CURRENT.lower() else box.palette.colour(text, name)


def _colour(name: str, text: str, box: Paintbox) -> Colour:
    colour = box.palette.colour(text, name)
    if colour is None:
        raise ArtError(name, f"{name} {quoted(text)} is not a colour")
    return colour


def _choice(name: str, text: str, box: Paintbox) -> int:
    known = _CHOICES[name]
    if text not in known:
        raise ArtError(name, f"{name} {quoted(text)} is not known", f"there are: {', '.join(known)}")
    return known[text]


def _miter(name: str, text: str, box: Paintbox) -> float:
    limit = number(name, text)
    if limit < 0:
        raise ArtError(name, f"{name} is negative: {text}")
    return max(limit, 1.0)  # below it all programs cut every corner off, as 1 does


def _dash(name: str, text: str, box: Paintbox) -> tuple[float, ...]:
    if text == "none":
        return ()
    dash = tuple(checked_length(name, part, box.length, signed=False) for part in text.replace(",", " ").split())
    return dash * (1 + len(dash) % 2) if any(dash) else ()


_READERS: dict[str, tuple[str, Callable[[str, str, Paintbox], object]]] = {
    "fill": ("fill", _source),
    "fill-opacity": ("fill_opacity", lambda name, text, box: fraction(name, text)),
    "fill-rule": ("evenodd", _choice),
    "stroke": ("stroke", _source),
    "stroke-opacity": ("stroke_opacity", lambda name, text, box: fraction(name, text)),
    "stroke-width": ("width", lambda name, text, box: checked_length(name, text, box.length, signed=False)),
    "stroke-linecap": ("cap", _choice),
    "stroke-linejoin": ("join", _choice),
    "stroke-miterlimit": ("miter", _miter),
    "stroke-dasharray": ("dash", _dash),
    "stroke-dashoffset": ("dash_offset", lambda name, text, box: checked_length(name, text, box.length)),
    "color": ("current", _colour),
    "visibility": ("visible", _choice),
    "paint-order": ("stroke_first", lambda name, text, box: _STROKE_FIRST.match(text) is not None),
    "clip-rule": ("clip_evenodd", _choice),
}
