"""A text element's attributes → its type style: the named one, with what the attributes change."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import Element, Finding
from pnp.layout.text.fonts import UNKNOWN_FONT
from pnp.model.display import Colour
from pnp.model.length import MM_PER_POINT, mm, points
from pnp.model.problem import code
from pnp.model.style import TypeStyle
from pnp.model.suggest import did_you_mean

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter

UNKNOWN_STYLE = code(
    "PNP209",
    "unknown style",
    """
A text names a type style that `style.yaml` doesn't have.

Bad:  `<text style="abilty" of="ability"/>`
Good: `<text style="ability" of="ability"/>`, with `styles: {ability: {…}}` in `style.yaml`
""",
)

STYLE_ATTRIBUTES = (
    *("style", "font", "size", "min", "leading", "fill", "align", "valign"),
    *("bold", "italic", "wrap", "hyphens", "tracking", "case"),
)

ALIGNMENTS = ("start", "center", "end", "justify")
VALIGNMENTS = ("top", "middle", "bottom")
WRAPS = ("auto", "balance", "pretty", "greedy")
_CHOICES = {"align": ALIGNMENTS, "valign": VALIGNMENTS, "wrap": WRAPS, "case": ("none", "upper")}
SMALLEST, LARGEST = 2 * MM_PER_POINT, 300.0  # type sizes, mm


class Look(NamedTuple):
    style: TypeStyle
    fill: Colour
    findings: tuple[Finding, ...]


def look_of(lay: "Layouter", element: Element) -> Look:
    own = Attributes(lay, element)
    style = _named(lay, own, element)
    changes: dict[str, Any] = {}
    if "size" in own:
        changes["size"] = _type_size(own, "size", style.size)
        changes["min"] = min(style.min, changes["size"])
    if "min" in own:
        changes["min"] = _type_size(own, "min", style.min)
    if "leading" in own:
        changes["leading"] = own.number("leading", style.leading, 0.5, 5.0)
    if "tracking" in own:
        changes["tracking"] = own.number("tracking", style.tracking, -0.5, 2.0)
    for name in ("bold", "italic", "hyphens"):
        if name in own:
            changes[name] = own.yes(name)
    for name, choices in _CHOICES.items():
        if name in own:
            changes[name] = own.choice(name, choices, getattr(style, name))
    if "font" in own:
        changes["font"] = own.get("font")
    if changes:
        style = replace(style, **changes)
    if not lay.fonts.knows(style.font):
        own.find(UNKNOWN_FONT, f"there is no font {style.font}", lay.fonts.hint(style.font))
    fill = own.colour_of(own.get("fill", style.fill)) or "#000000"
    return Look(style, fill, tuple(own.findings))


def _type_size(own: Attributes, name: str, default: float) -> float:
    size = own.length(name, default)
    if not SMALLEST <= size <= LARGEST:
        own.bad(name, f"{own.get(name)} is not from {points(SMALLEST)} to {mm(LARGEST)}")
        return default
    return size


def _named(lay: "Layouter", own: Attributes, element: Element) -> TypeStyle:
    styles = lay.style.styles
    name = own.get("style") or (element.tag if element.tag in styles else "body")
    if name not in styles:
        own.find(UNKNOWN_STYLE, f"there is no style {name}", did_you_mean(name, styles))
        name = "body"
    return styles[name]
