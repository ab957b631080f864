"""What an SVG file says about its letters → `FileLettering`: fonts, size, spacing, alignment, as inherited."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pnp.layout.art.values import LARGEST, NUMBER, ArtError, Length, checked_length, number, quoted

_RELATIVE = re.compile(f"({NUMBER})(em|ex|rem|%)")
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0}
_SIZES |= {"xx-large": 32.0, "smaller": 0.0, "larger": 0.0}
_STEP = {"smaller": 1 / 1.2, "larger": 1.2}
_X_HEIGHT = 0.5  # of the em, where a length is in ex
_BOLD_FROM = 600
_INITIAL = 16.0
_LIFTS = {"baseline": 0.0, "sub": -0.2, "super": 0.4}  # of the size around
_NAME = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|([^,"']+))\s*(?:,|$)""")
_SHORTHAND = re.compile(
    r"((?:(?:normal|italic|oblique|bold|bolder|lighter|[1-9]00)\s+)*)([^\s/]+)(?:\s*/\s*\S+)?\s+(.+)", re.DOTALL
)
_SLANTED = ("italic", "oblique")

# what would change words in ways that nothing here draws, with the values that change nothing
_HARMLESS: Mapping[str, frozenset[str]] = {
    "text-decoration": frozenset(("none", "")),
    "text-decoration-line": frozenset(("none", "")),
    "font-variant": frozenset(("normal", "none")),
    "font-stretch": frozenset(("normal", "100%")),
    "text-transform": frozenset(("none",)),
    "writing-mode": frozenset(("lr", "lr-tb", "horizontal-tb")),
    "rotate": frozenset(("0",)),
    "textLength": frozenset[str](),
}


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
        names = [name for name in given if name in _READERS or name in _HARMLESS]
        for name in sorted(names, key=lambda name: name != "font-size"):  # ems are of this size
            text = given[name].strip()
            if text == "inherit":
                continue
            if name in _HARMLESS:
                if text.lower() not in _HARMLESS[name]:
                    found = found._replace(beyond=(*found.beyond, (name, text)))
                continue
            field, read = _READERS[name]
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


def _bold(name: str, text: str, around: FileLettering, length: Length) -> bool:
    if text in ("bold", "bolder", "normal", "lighter"):
        return text.startswith("bold")
    return number(name, text) >= _BOLD_FROM


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
_READERS: dict[str, tuple[str, Callable[[str, str, FileLettering, Length], Any]]] = {
    "font-family": ("families", _families),
    "font-size": ("size", _size),
    "font-weight": ("bold", _bold),
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
LETTERING = frozenset((*_READERS, *_HARMLESS, "font"))
