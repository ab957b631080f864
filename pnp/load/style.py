"""`style.yaml` of a game over that of `layouts/shared/` over built-in defaults → `Style`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Any, ClassVar, NamedTuple

from yaml.nodes import Node, ScalarNode

from pnp.cardtext.suggest import did_you_mean, nearest_name
from pnp.io.project import Project
from pnp.load.files import find_misnamed
from pnp.load.fonts import NO_ROLE, is_used
from pnp.load.kinds import Choice, Kind, Line, Name, Schema, TextKind, report_type
from pnp.load.scalars import Boolean, Integer, Length, Number, TypeSize
from pnp.load.sink import Sink, quote_value
from pnp.load.structures import Entries, Key, Struct
from pnp.load.yaml_nodes import open_yaml
from pnp.model.display import Colour
from pnp.model.length import MM_PER_POINT, points
from pnp.model.options import DESIGNS
from pnp.model.problem import Problem, Severity, code, sort_problems
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.model.style import (
    CASES,
    MOST_DROPPED,
    NONE,
    OUTLINE_FORM,
    SHADOW_FORM,
    SIDES,
    Style,
    TypeStyle,
    parse_outline,
    parse_shadow,
)
from pnp.model.values import Unreadable, UnreadParts

UNEQUAL_PALETTES = code("PNP121", says='colour "{name}" is in the palette {ink}, but not in {other}')
OTHER_NAME = UNEQUAL_PALETTES.also('colour "{name}" of the palette {ink} is called "{called}" in {other}')


class SaidValue(NamedTuple):
    """One value of a style or a palette, and where it is written."""

    value: Any
    span: Span


def even_out(palettes: Mapping[str, dict[str, SaidValue]], unread: UnreadParts) -> Iterator[Problem]:
    """Report each colour that a palette lacks, and borrow it from another; a misspelt one is reported once."""
    for ink, colours in palettes.items():
        for other, lacking in palettes.items():
            for name in [each for each in colours if each not in lacking]:
                called = nearest_name(name, [each for each in lacking if each not in colours])
                cause, here = unread.cause("colours", name), colours[name].span
                if called:
                    lacking[name], colours[called] = lacking[called], colours[name]
                    said = OTHER_NAME.at(here, cause=cause, name=name, ink=ink, called=called, other=other)
                    yield said._replace(hint="call it the same in both", origin=lacking[called].span)
                else:
                    lacking[name] = colours[name]
                    yield UNEQUAL_PALETTES.at(here, cause=cause, name=name, ink=ink, other=other)


BAD_LETTERING = code("PNP277", says='"{path}" is not understood: {value}', varies=("path",))


class LetteringKind(Kind):
    """A text that `read` understands."""

    described: ClassVar[Schema] = {"type": "string"}

    def __init__(self, read: Callable[[str], object], form: str) -> None:
        self._read, self._form = read, form

    def read(self, node: Node, path: str, sink: Sink) -> str:
        if not isinstance(node, ScalarNode):
            raise report_type(node, path, sink, self._form)
        try:
            self._read(node.value)
        except ValueError:
            hint = f"it is {self._form}"
            raise sink.refuse(BAD_LETTERING, node, hint=hint, path=path, value=quote_value(node.value)) from None
        return str(node.value)


BAD_COLOUR = code("PNP120", says='"{path}" is no colour: {value}', varies=("path",))
NO_COLOUR = BAD_COLOUR.also("there is no colour {name}", once=True)
BAD_LIKE = code("PNP122", says="there is no style {name}", once=True)
CIRCLE = BAD_LIKE.also("styles are like each other in a circle: {circle}")
BAD_SIZES = code("PNP123", says='"min" is greater than "size": {min} and {size}')
NEVER_SHRINKS = code(
    "PNP276", Severity.WARNING, says='style {name} can\'t shrink: it is {size}, less than the "min" of {like}, {min}'
)

NO_STYLE = NO_ROLE.also("nothing has the style {style}")
_ALIKE = 0.7  # short names are soon alike: level is no label
_STYLE_NAME = Name("[a-z][a-z0-9-]*", "name of a style (lower-case letters, digits, hyphens)")
_COLOUR_NAME = Name("[a-z][a-z0-9-]*", "name of a colour (lower-case letters, digits, hyphens)")
_HEX = regex("#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_TYPE_SIZE = TypeSize(2 * MM_PER_POINT, 300)


class ColourKind(Kind):
    """`#rgb` or `#rrggbb`, read to lower-case `#rrggbb`."""

    described: ClassVar[Schema] = {"type": "string", "pattern": f"^{_HEX.pattern}$", "format": "color"}

    def read(self, node: Node, path: str, sink: Sink) -> Colour:
        if not isinstance(node, ScalarNode):
            raise report_type(node, path, sink, "a colour")
        if not _HEX.fullmatch(node.value):
            value = quote_value(node.value)
            raise sink.refuse(BAD_COLOUR, node, hint='like "#284" or "#228844"', path=path, value=value)
        digits = node.value[1:].lower()
        return "#" + ("".join(digit * 2 for digit in digits) if len(digits) == 3 else digits)


TYPE_STYLE = Struct(
    Key("like", _STYLE_NAME),
    Key("font", Line()),
    Key("bold", Boolean()),
    Key("italic", Boolean()),
    Key("size", _TYPE_SIZE),
    Key("min", _TYPE_SIZE),
    Key("leading", Number(0.5, 5)),
    Key("fill", Line()),
    Key("align", Choice(("start", "center", "end", "justify", *SIDES))),
    Key("valign", Choice(("top", "middle", "bottom"))),
    Key("wrap", Choice(("auto", "balance", "pretty", "greedy"))),
    Key("hyphens", Boolean()),
    Key("tracking", Number(-0.5, 2)),
    Key("case", Choice(CASES)),
    Key("drop", Integer(0, MOST_DROPPED)),
    Key("outline", LetteringKind(parse_outline, OUTLINE_FORM)),
    Key("shadow", LetteringKind(parse_shadow, SHADOW_FORM)),
    Key("before", Length(0, 300)),
    Key("after", Length(0, 300)),
    Key("marker", TextKind(longest=10)),
    about="type-style",
)

CHECKS = Struct(Key("contrast", Number(1, 21)), Key("smallest", Length(0, 300)), about="style-checks")

PALETTES = Struct(*[Key(ink, Entries(_COLOUR_NAME, ColourKind()), f"Colours of --ink {ink}.") for ink in DESIGNS])
STYLE = Struct(
    Key("palettes", PALETTES),
    Key("styles", Entries(_STYLE_NAME, TYPE_STYLE)),
    Key("checks", CHECKS),
    Key("mirror", Boolean()),
    about="style",
)

_PALETTE = {"ink": "#000000", "paper": "#ffffff"}
_BUILT_IN: Mapping[str, Mapping[str, Any]] = {
    "body": {},
    "p": {"like": "body", "after": 2.0},
    "li": {"like": "p", "after": 1.0},
    "h1": {"like": "body", "font": "title", "bold": True, "size": 20 * MM_PER_POINT, "after": 4.0, "leading": 1.1},
    "h2": {"like": "h1", "size": 14 * MM_PER_POINT, "before": 4.0, "after": 2.0},
    "h3": {"like": "h1", "size": 11 * MM_PER_POINT, "before": 3.0, "after": 1.0},
    "caption": {"like": "body", "italic": True, "size": 8 * MM_PER_POINT, "align": "center", "after": 2.0},
    "th": {"like": "td", "bold": True},
    "td": {"like": "body"},
    "label": {"like": "body", "size": 7 * MM_PER_POINT, "align": "center"},
}
_DEFAULTS: Mapping[str, Any] = {
    f.name: f.default for f in fields(TypeStyle) if f.name not in ("name", "span", "min", "font_span")
}
_NOWHERE = Span("built-in styles")


def load_style(project: Project, game_id: str, *others: str) -> tuple[Style, list[Problem]]:
    """Load the style of a game over those of `others`: games that it is an expansion for, or that have modules in it.

    Each style goes before the next. Raises FileError, LimitError.
    """
    problems: list[Problem] = []
    said = {name: {key: SaidValue(value, _NOWHERE) for key, value in raw.items()} for name, raw in _BUILT_IN.items()}
    spans = dict.fromkeys(said, _NOWHERE)
    palettes = {ink: {name: SaidValue(colour, _NOWHERE) for name, colour in _PALETTE.items()} for ink in DESIGNS}
    span, mirror, unread = _NOWHERE, False, UnreadParts()
    checks: dict[str, float] = {}
    for folder in ("shared", *reversed(others), game_id):
        path = project.find("layouts", folder, "style.yaml")
        if path is None:
            problems += find_misnamed(project, project.root / "layouts" / folder / "style.yaml")
            continue
        try:
            root, sink = open_yaml(project, path, problems)
        except Unreadable as error:
            unread.note("", error.problem)
            continue
        raw = STYLE.read(root, "", sink) or {}
        for place, problem in sink.lost.items():
            section, *names = place.split(".")
            section, names = ("colours", names[1:]) if section == "palettes" else (section, names)
            if section in ("", "styles", "colours"):
                unread["/".join((section, *names[:1]))] = problem
        span = Span(sink.file, 1, 1)
        for ink, colours in (raw.get("palettes") or {}).items():
            palettes[ink] |= {n: SaidValue(c, sink.span("palettes", ink, n)) for n, c in (colours or {}).items() if c}
        for name, values in (raw.get("styles") or {}).items():
            spans[name] = sink.span("styles", name)
            own = {key: value for key, value in (values or {}).items() if value is not None}
            whole = {key: SaidValue(value, sink.span("styles", name, key)) for key, value in own.items()}
            said.setdefault(name, {}).update(whole)
        checks |= {key: value for key, value in (raw.get("checks") or {}).items() if value is not None}
        mirror = mirror if raw.get("mirror") is None else raw["mirror"]
    own = {name: span for name, span in spans.items() if name not in _BUILT_IN}
    unsaid = [n for n in _BUILT_IN if spans[n] is _NOWHERE and not unread.cause("styles", n)]
    for name in [name for name in own if nearest_name(name, unsaid, _ALIKE)]:
        if not is_used(project, name, ("layouts", "card_data"), r"(?![\"']? *:)"):
            problems.append(NO_STYLE.at(own[name], hint=did_you_mean(name, unsaid, _ALIKE), style=quote_value(name)))
    problems += even_out(palettes, unread)
    styles = _resolve_styles(said, spans, palettes["low"], problems, unread)
    colours = {ink: {name: colour.value for name, colour in named.items()} for ink, named in palettes.items()}
    return Style(styles, colours, span, **checks, mirror=mirror, unread=unread), sort_problems(problems)


def _resolve_styles(
    said: Mapping[str, Mapping[str, SaidValue]],
    spans: Mapping[str, Span],
    colours: Mapping[str, SaidValue],
    problems: list[Problem],
    unread: UnreadParts,
) -> dict[str, TypeStyle]:
    """Make all styles, following `like` from one to the next."""
    whole: dict[str, dict[str, Any]] = {}

    def resolve(name: str, via: tuple[str, ...]) -> dict[str, Any]:
        """Return all values of a style; `via` are the styles that are being resolved because they are like it."""
        if name not in whole:
            own_said, via, base = said[name], (*via, name), _DEFAULTS
            like = named.value if (named := own_said.get("like")) else ""
            if named and like not in said:
                hint, cause = did_you_mean(like, said), unread.cause("styles", like)
                problems.append(BAD_LIKE.at(named.span, hint=hint, cause=cause, name=quote_value(like)))
            elif named and like in via:
                circle = " → ".join([*via[via.index(like) :], like])
                problems.append(CIRCLE.at(named.span, circle=circle))
            elif named:
                base = resolve(like, via)
            check(own_said)
            own = {key: value for key, (value, _) in own_said.items() if key != "like"}
            if "size" in own and "min" not in own and base.get("min", 0.0) > own["size"]:
                if (span := own_said["size"].span) is not _NOWHERE:
                    usual, least = points(own["size"]), points(base["min"])
                    hint = f"min: {usual.replace(' ', '')} says that it is meant"
                    problems.append(NEVER_SHRINKS.at(span, hint=hint, name=name, like=like, min=least, size=usual))
                base = {key: value for key, value in base.items() if key != "min"}
            whole[name] = {**base, **own, **({"font_span": own_said["font"].span} if "font" in own else {})}
        return whole[name]

    def check(own: Mapping[str, SaidValue]) -> None:
        for fill in [own[key] for key in ("fill", "outline", "shadow") if key in own]:
            name = fill.value.split()[0] if fill.value else ""
            if name not in (*colours, NONE) and not _HEX.fullmatch(name):
                hint, cause = did_you_mean(name, colours), unread.cause("colours", name)
                problems.append(NO_COLOUR.at(fill.span, hint=hint, cause=cause, name=quote_value(name)))
        smallest, size = own.get("min"), own.get("size")
        if smallest and size and smallest.value > size.value and smallest.span.file == size.span.file:
            least, usual = points(smallest.value), points(size.value)
            problems.append(BAD_SIZES.at(smallest.span, min=least, size=usual))

    styles: dict[str, TypeStyle] = {}
    for name in said:
        values = resolve(name, ())
        size, align = values["size"], values["align"]
        settled = {"min": min(values.get("min", size), size), "align": SIDES.get(align, align)}
        styles[name] = TypeStyle(name=name, span=spans[name], **{**values, **settled})
    return styles
