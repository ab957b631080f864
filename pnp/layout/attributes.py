"""An element’s attributes → typed values, with a finding for each that is none; and the gradients of <defs>."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.art.attribute_values import ArtError
from pnp.art.palette import Source, is_gradient, read_gradient, read_stop
from pnp.cardtext.suggest import did_you_mean
from pnp.layout.element import AUTO, MISPLACED, Element, Registered, read_hints
from pnp.layout.markup import LONG_NAMES
from pnp.model.display import Colour
from pnp.model.length import MM_PER_POINT, mm, parse_length, points
from pnp.model.problem import Code, Finding, Problem, code, find
from pnp.model.style import (
    CASES,
    LARGE_IN_TEMPLATE,
    MOST_DROPPED,
    NONE,
    OUTLINE_FORM,
    SHADOW_FORM,
    SIDES,
    LetterOutline,
    LetterShadow,
    TypeStyle,
    hint_at_unit,
    parse_outline,
    parse_shadow,
)
from pnp.typesetting.fonts import UNKNOWN_FONT

if TYPE_CHECKING:
    from pnp.layout.engine import Layouter

UNKNOWN_ATTRIBUTE = code("PNP205", says="<{tag}> has no attribute {name}", once=True)
BAD_ATTRIBUTE = code("PNP206", says="<{tag} {name}>: {what}")
UNBOUND = BAD_ATTRIBUTE.also("<{tag}> prints no text: it can't be bound with of=")
NO_ROOM = BAD_ATTRIBUTE.also("<{tag}> has no room: its box is {w:.2f} × {h:.2f} mm")
BAD_SHAPE = BAD_ATTRIBUTE.also("<{tag}>: {what}")
UNKNOWN_COLOUR = code("PNP207", says="there is no colour {name}", once=True)
BAD_PAINT = UNKNOWN_COLOUR.also("<{tag}>: {what}", varies=("tag",), once=True)
NO_PAINT = UNKNOWN_COLOUR.also("<{tag}>: {attribute} {name} is not a colour", varies=("tag",), once=True)

MOST_SPANNED = 100.0  # columns of a grid
_YES = {"yes": True, "true": True, "no": False, "false": False, "1": True, "0": False}
_SIGNED = frozenset(("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "gap"))  # lengths that may be negative

UNKNOWN_STYLE = code("PNP209", says="there is no style {name}", once=True)

STYLE_ATTRIBUTES = (
    *("style", "font", "size", "min", "leading", "fill", "align", "valign"),
    *("bold", "italic", "wrap", "hyphens", "tracking", "case", "drop", "outline", "shadow"),
)

_CHOICES = {"valign": ("top", "middle", "bottom"), "wrap": ("auto", "balance", "pretty", "greedy"), "case": CASES}
SMALLEST, LARGEST = 2 * MM_PER_POINT, 300.0  # type sizes, mm


class Attributes:
    """Reads one element's attributes; what is wrong is collected in `findings`."""

    def __init__(self, lay: "Layouter", element: Element) -> None:
        pairs = element.attributes
        self.values: dict[str, str] = dict(zip(pairs[::2], pairs[1::2], strict=True))
        self.findings: list[Finding] = []
        self.tag, self.origin = element.tag, element.origin
        self._lay = lay

    def check(self, registered: Registered) -> None:
        """Names that the element doesn't know, and values that only parents read: there nobody reports them."""
        for name in self.values:
            if name not in registered.attributes:
                written, known = read_hints("attributes").get(name, ""), registered.attributes
                longer = [long for long, short in LONG_NAMES.items() if short in known and len(name) > 2]
                is_written = written.partition("=")[0] in known
                hint = f"write {written}" if is_written else did_you_mean(name, [*known, *longer])
                self.find(UNKNOWN_ATTRIBUTE, hint, name, tag=self.tag, name=name)
            elif name in _FOR_PARENTS:
                _FOR_PARENTS[name](self)

    def keep(self, default: str = "no") -> str:
        return self.choice("keep", ("next", "previous", "no"), default)

    def find(self, code: Code, hint: str = "", word: str = "", **said: Any) -> None:
        """At the template's place: whatever text an element prints, how it is written is the template's mistake."""
        self.findings.append(find(code, hint=hint, origin=self.origin, word=word, **said))

    def __contains__(self, name: str) -> bool:
        return name in self.values

    def get(self, name: str, default: str = "") -> str:
        return self.values.get(name, default)

    def length(self, name: str, default: float = 0.0, of: float | None = None) -> float:
        value = self.optional_length(name, of)
        return default if value is None else value

    def optional_length(self, name: str, of: float | None = None) -> float | None:
        """In mm; a percentage is of `of`."""
        text = self.values.get(name)
        if text is None or (text == AUTO and name in ("w", "h")):
            return None
        length = parse_length(text)
        if length is None and text.endswith("%") and of is not None:
            share = parse_length(text[:-1])
            length = None if share is None else share / 100 * of
        if length is None or not abs(length) < 1e5:
            or_auto = f", or {AUTO}" if name in ("w", "h") else ""
            self.bad(name, f'"{text}" is no length', f"lengths look like 63, 63mm, 2.5in, 6.5pt or 50%{or_auto}")
            return None
        if length < 0 and name not in _SIGNED:
            self.bad(name, f"is negative: {text}")
            return None
        return length

    def lengths(self, name: str, count: int) -> tuple[float, ...] | None:
        """One length, or `count` of them; one counts for all."""
        if name not in self.values:
            return None
        parts = [parse_length(part) for part in self.values[name].split()]
        found = [part for part in parts if part is not None and (part >= 0 or name in _SIGNED)]
        if len(found) != len(parts) or len(found) not in (1, count):
            self.bad(name, f'"{self.values[name]}" is not one length or {count}')
            return None
        return tuple(found * count if len(found) == 1 else found)

    def number(self, name: str, default: float, least: float = 0.0, most: float = 1e6) -> float:
        text = self.values.get(name)
        if text is None:
            return default
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            self.bad(name, f'"{text}" is no number from {least:g} to {most:g}')
            return default
        return value

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.values.get(name, default)
        if value not in choices and name in self.values:
            hint = did_you_mean(value, choices)
            self.bad(name, f'"{value}" is none of {", ".join(choices)}', hint if hint.startswith("did") else "")
            return default
        return value

    def alignment(self, choices: tuple[str, ...], default: str) -> str:
        """`left` and `right` are other words for `start` and `end`."""
        return SIDES.get(found := self.choice("align", (*choices, *SIDES), default), found)

    def read(self, name: str, read: Callable[[str], object], form: str, default: str) -> str:
        """Read a text that `read` understands."""
        try:
            read(self.values[name])
        except ValueError:
            self.bad(name, f'"{self.values[name]}" is not {form}')
            return default
        return self.values[name]

    def yes(self, name: str, default: bool = False) -> bool:
        value = self.values.get(name)
        if value is None:
            return default
        if value not in _YES:
            self.bad(name, f'"{value}" is neither yes nor no')
        return _YES.get(value, default)

    def colour(self, name: str, default: str = "none") -> Colour | None:
        return self.colour_of(self.values.get(name, default))

    def colour_of(self, text: str) -> Colour | None:
        """Return the palette's or CSS's colour of that name; None for "none"."""
        colour, error = self._lay.colour(text)
        if error is not None:
            self.find(UNKNOWN_COLOUR, error.hint, text, cause=error.cause, name=text)
        return colour

    def bad(self, name: str, what: str, hint: str = "", cause: Problem | None = None) -> None:
        self.find(BAD_ATTRIBUTE, hint, name, cause=cause, tag=self.tag, name=name, what=what)

    def wrong(self, error: ArtError) -> None:
        self.bad(error.attribute, error.message, error.hint, error.cause)


_FOR_PARENTS: dict[str, Callable[[Attributes], object]] = {
    "grow": lambda own: own.number("grow", 0.0),
    "span": lambda own: own.number("span", 1.0, 1.0, MOST_SPANNED),
    "together": lambda own: own.yes("together"),
    "keep": Attributes.keep,
    "mirror": lambda own: own.yes("mirror"),
}


def read_defs(lay: "Layouter", defs: tuple[Element, ...]) -> tuple[Mapping[str, Source], list[Finding]]:
    """Gradients with stops; nothing else is defined in a face (Jinja's macros serve for the rest)."""
    gradients: dict[str, Source] = {}
    findings: list[Finding] = []
    for element in defs:
        own = Attributes(lay, element)
        if not is_gradient(element.tag):
            own.find(MISPLACED, "only gradients do; macros serve for shapes", child=element.tag, tag="defs")
        elif "id" not in own:
            own.bad("id", "is missing")
        else:
            try:
                stops = [read_stop(Attributes(lay, stop).values, lay.palette) for stop in element.children]
                gradients[own.get("id")] = read_gradient(element.tag, own.values, stops)
            except ArtError as error:
                own.wrong(error)
                gradients[own.get("id")] = "#000000"  # it is there, though nobody knows how it looks
        findings += own.findings
    return gradients, findings


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
        cause = lay.style.unread.cause("styles", wanted)
        own.find(UNKNOWN_STYLE, did_you_mean(wanted, styles), wanted, cause=cause, name=wanted)
        wanted = "body"
    style = styles[wanted]
    named = [name for name in _OF_STYLE if name in own]
    changes: dict[str, Any] = {name: _OF_STYLE[name](own, name, getattr(style, name)) for name in named}
    if "size" in own:
        changes.setdefault("min", min(style.min, changes["size"]))
    if changes:
        style = replace(style, **changes)
    if not lay.fonts.has_font(style.font):
        table = lay.fonts.table
        hint, cause = did_you_mean(style.font, [*table.roles, *table.families]), table.cause(style.font)
        if "font" in own or not style.font_span.line:
            own.find(UNKNOWN_FONT, hint, own.get("font"), cause=cause, name=style.font)
        else:  # it is a mistake of the style, whoever uses it
            said = find(UNKNOWN_FONT, hint=hint, word=style.font, is_general=True, cause=cause, name=style.font)
            own.findings.append(said._replace(origin=str(style.font_span)))
    fill = own.colour_of(own.get("fill", style.fill)) or "#000000"
    if (style.outline, style.shadow) == (NONE, NONE):
        return Look(style, fill, tuple(own.findings), along=own.get("along"))
    outline, shadow = parse_outline(style.outline), parse_shadow(style.shadow)
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
    "outline": lambda own, name, default: own.read(name, parse_outline, OUTLINE_FORM, default),
    "shadow": lambda own, name, default: own.read(name, parse_shadow, SHADOW_FORM, default),
}
