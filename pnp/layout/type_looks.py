"""A text element's attributes over its type style → its look."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.layout.attributes import Attributes
from pnp.layout.element import Element, Finding, find
from pnp.layout.text.fonts import UNKNOWN_FONT
from pnp.model.display import Colour
from pnp.model.length import MM_PER_POINT, mm, points
from pnp.model.lettering import NONE, OUTLINE_FORM, SHADOW_FORM, LetterOutline, LetterShadow, outline_in, shadow_in
from pnp.model.problem import code
from pnp.model.style import CASES, LARGE_IN_TEMPLATE, MOST_DROPPED, TypeStyle, hint_at_unit
from pnp.text.suggest import did_you_mean

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter

UNKNOWN_STYLE = code(
    "PNP209 unknown style",
    """A text names a type style that `style.yaml` doesn't have.

Bad:  `<text style="abilty" of="ability"/>`
Good: `<text style="ability" of="ability"/>`, with `styles: {ability: {…}}` in `style.yaml`""",
    says="there is no style {name}",
    once=True,
)

STYLE_ATTRIBUTES = (
    *("style", "font", "size", "min", "leading", "fill", "align", "valign"),
    *("bold", "italic", "wrap", "hyphens", "tracking", "case", "drop", "outline", "shadow"),
)

_CHOICES = {"valign": ("top", "middle", "bottom"), "wrap": ("auto", "balance", "pretty", "greedy"), "case": CASES}
SMALLEST, LARGEST = 2 * MM_PER_POINT, 300.0  # type sizes, mm


class Look(NamedTuple):
    style: TypeStyle
    fill: Colour
    findings: tuple[Finding, ...]
    outline: tuple[LetterOutline, Colour] | None = None
    shadow: tuple[LetterShadow, Colour] | None = None
    along: str = ""  # the path that a line of text goes along


def look_of(lay: "Layouter", element: Element) -> Look:
    own = Attributes(lay, element)
    styles = lay.style.styles
    wanted = own.get("style") or (element.tag if element.tag in styles else "body")
    if wanted not in styles:
        own.find(
            UNKNOWN_STYLE, did_you_mean(wanted, styles), wanted, cause=lay.style.cause("styles", wanted), name=wanted
        )
        wanted = "body"
    style = styles[wanted]
    changes: dict[str, Any] = {}
    for name, read in _OF_STYLE.items():
        if name in own:
            changes[name] = read(own, name, getattr(style, name))
    if "size" in own:
        changes.setdefault("min", min(style.min, changes["size"]))
    if changes:
        style = replace(style, **changes)
    if not lay.fonts.knows(style.font):
        hint, cause = lay.fonts.hint(style.font), lay.fonts.cause(style.font)
        if "font" in own or not style.font_span.line:
            own.find(UNKNOWN_FONT, hint, own.get("font"), cause=cause, name=style.font)
        else:  # it is a mistake of the style, whoever uses it
            said = find(UNKNOWN_FONT, hint=hint, word=style.font, is_general=True, cause=cause, name=style.font)
            own.findings.append(said._replace(origin=str(style.font_span)))
    fill = own.colour_of(own.get("fill", style.fill)) or "#000000"
    if (style.outline, style.shadow) == (NONE, NONE):
        return Look(style, fill, tuple(own.findings), along=own.get("along"))
    outline, shadow = outline_in(style.outline), shadow_in(style.shadow)
    around = own.colour_of(outline.fill) if outline else None
    below = own.colour_of(shadow.fill) if shadow else None
    drawn = (outline, around) if outline and around else None, (shadow, below) if shadow and below else None
    return Look(style, fill, tuple(own.findings), *drawn, own.get("along"))


def _type_size(own: Attributes, name: str, default: float) -> float:
    size = own.length(name, default)
    if not SMALLEST <= size <= LARGEST:
        own.bad(name, f"{own.get(name)} is not from {points(SMALLEST)} to {mm(LARGEST)}")
        return default
    if hint := hint_at_unit(own.get(name), size):
        at = size / MM_PER_POINT
        own.find(LARGE_IN_TEMPLATE, hint, name, tag=own.tag, name=name, size=mm(size), points=at)
    return size


_OF_STYLE: dict[str, Callable[[Attributes, str, Any], object]] = {  # what changes it, by the style's own value
    **dict.fromkeys(("size", "min"), _type_size),
    "leading": lambda own, name, default: own.number(name, default, 0.5, 5.0),
    "tracking": lambda own, name, default: own.number(name, default, -0.5, 2.0),
    **dict.fromkeys(("bold", "italic", "hyphens"), lambda own, name, _: own.yes(name)),
    **dict.fromkeys(_CHOICES, lambda own, name, default: own.choice(name, _CHOICES[name], default)),
    "align": lambda own, _, default: own.alignment(("start", "center", "end", "justify"), default),
    "font": Attributes.get,
    "drop": lambda own, name, default: int(own.number(name, default, 0.0, MOST_DROPPED)),
    "outline": lambda own, name, default: own.read(name, outline_in, OUTLINE_FORM, default),
    "shadow": lambda own, name, default: own.read(name, shadow_in, SHADOW_FORM, default),
}
