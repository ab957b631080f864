"""`text p h1 h2 h3 caption td th li ul ol`: a text that wraps, aligns and shrinks to fit; items beside markers."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from pnp.art.paths import parse_path
from pnp.cardtext.icons import write_tag
from pnp.cardtext.marks import find_lone_marks, quote_excerpt, strip_marks
from pnp.layout.attributes import STYLE_ATTRIBUTES, UNKNOWN_COLOUR, Attributes, Look
from pnp.layout.element import (
    LEAST,
    MISPLACED,
    PANEL,
    BoxSize,
    Content,
    Element,
    Placed,
    element,
    join_placed,
    name_element,
    shifted,
)
from pnp.layout.engine import UNSEEN, Layouter, Panel, overfull
from pnp.model.display import Colour, Group, Item, Matrix, Picture, Text
from pnp.model.geometry import surround_points
from pnp.model.length import ROUNDING, mm, points
from pnp.model.problem import Finding, Severity, code, find
from pnp.model.style import TypeStyle
from pnp.typesetting.breaks import THAI, thai_hint
from pnp.typesetting.fonts import MISSING_GLYPH, MISSING_SCRIPT
from pnp.typesetting.lines import QUARTER_POINT, Fitted, fit, fit_on_line, natural_width, rebreak
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.placing import PlacedIcon, first_baseline, place, share_before

if TYPE_CHECKING:
    from pnp.art.letters import Baseline

NO_SUCH_COLOUR = UNKNOWN_COLOUR.also("words are in a colour that isn't there: {name}", once=True)


OVERFLOW = code("PNP310", says="{named} is {over} too high at its smallest size, {size}", varies=("over", "size"))
LOW_BOX = OVERFLOW.also(
    "the box of {named} is {over} lower than one line of it at its smallest size, {size}", varies=("over", "size")
)
TOO_WIDE = OVERFLOW.also("{named} is {over} too wide at its smallest size, {size}", varies=("over", "size"))
_IN_A_LINE = "{named} is {over} too wide for the one line that its box holds, at its smallest size, {size}"
ONE_LINE = OVERFLOW.also(_IN_A_LINE, varies=("over", "size"))
LONE_IN_TEMPLATE = code("PNP156", Severity.WARNING, says="a text {wrong}: {excerpt}", varies=("excerpt",))

_HARDLY_MORE = 1.5  # lines: of a text of two, a higher box is what is lacking

# how much of the room that is left lies above what is aligned
_SHARES = {"top": 0.0, "middle": 0.5, "bottom": 1.0}


def track_of(lay: Layouter, element: Element, along: str, w: float) -> "Baseline | Finding":
    """Return the path that an element's text goes along, or what is wrong with it."""
    from pnp.art.letters import Baseline

    own = Attributes(lay, element)
    try:
        track = Baseline(parse_path(along), w if lay.mirrored else None)
        if track.length:
            return track
        own.bad("along", "goes nowhere", "like M5 20 Q30 0 55 20")
    except ValueError as error:
        own.bad("along", str(error))
    return own.findings[0]


def _icon(lay: Layouter, icon: PlacedIcon, x: float, y: float) -> Iterator[Picture]:
    drawing = lay.art.icon(icon.name, icon.fill)
    if drawing is not None:
        yield Picture(lay.art.at_size(drawing, icon.w, icon.h), x, y, icon.w, icon.h)


@element("text", "p", "h1", "h2", "h3", "caption", attributes=(*STYLE_ATTRIBUTES, "along"), text=True)
class TextElement:
    """Without a height, it is as high as its text."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        if not element.text:
            return BoxSize(0.0, 0.0)
        look = lay.look(element)
        style = _shrunk(look.style, element.share)
        if look.along and not isinstance(track := track_of(lay, element, look.along, 0.0), Finding):
            return BoxSize(max(abs(x) for x, _ in track.points), max(y for _, y in track.points))
        wide = natural_width(lay.paragraphs, element.text, style)
        width = wide if w is None else min(wide, w)
        return BoxSize(width, fit(lay.paragraphs, element.text, style, width, None).height)

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        if not element.text:
            return Placed(findings=_at(lay.look(element).findings, element))
        return set_text(lay, fitted_text(lay, element, w, h), w, h)


@element("td", "th", "li", attributes=(*STYLE_ATTRIBUTES, *PANEL), text=True, children=True)
class CellElement:
    """A text, or elements below one another, on a ground of its own."""

    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        panel = Panel(lay, element)
        inner = panel.inner_width(w)
        if not element.children:
            return panel.outer(TextElement().natural(lay, element, inner))
        sizes = [lay.natural(child, inner) for child in element.children]
        return panel.outer(BoxSize(max(size.w for size in sizes), sum(size.h for size in sizes)))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        panel = Panel(lay, element)
        height = self.natural(lay, element, w).h if h is None else h
        inner_w, inner_h = panel.inner(w, height)
        if not element.children:
            return panel.around(TextElement().draw(lay, element, inner_w, inner_h), w, height)
        look = lay.look(element)
        heights = [lay.natural(child, inner_w).h for child in element.children]
        over = sum(heights) - inner_h
        y = _SHARES[look.style.valign] * max(-over, 0.0)
        parts = [Placed(findings=_at(look.findings, element)), overfull(lay, element, inner_w, inner_h, high=over)]
        for child, high in zip(element.children, heights, strict=True):
            wide = lay.width_in(child, inner_w)
            x = share_before(look.style.align, lay.is_rtl) * (inner_w - wide)
            parts.append(shifted(lay.draw(child, wide, high), x, y))
            y += high
        return panel.around(join_placed(parts), w, height)


class FittedText(NamedTuple):
    """A text, or one of its lines, at the size it is printed."""

    element: Element
    look: Look
    fitted: Fitted
    says: str
    track: "Baseline | None" = None  # that it goes along
    bad: tuple[Finding, ...] = ()  # with that

    def lines(self) -> Iterator["FittedText"]:
        """Each line by itself; those beside a large letter together with it."""
        fitted, drop = self.fitted, self.fitted.drop
        beside = drop.lines if drop else 0
        if drop:
            says = drop.letter.text + "".join([word.text for line in fitted.lines[:beside] for word in line.words])
            height = beside * self.look.style.leading * fitted.size
            yield self._replace(fitted=fitted._replace(lines=fitted.lines[:beside], height=height), says=says.strip())
        for line in fitted.lines[beside:]:
            height = self.look.style.leading * fitted.size
            alone = fitted._replace(lines=(line,), width=line.width * fitted.size, height=height, drop=None)
            yield self._replace(fitted=alone, says="".join([word.text for word in line.words]).strip())


def fitted_text(lay: Layouter, element: Element, w: float, h: float | None) -> FittedText:
    look = lay.look(element)
    if lay.rooms is not None:  # of several boxes for the same text the narrowest counts
        room, key = room_of(lay.paragraphs, look.style, w, h), (element.field, element.text)
        lay.rooms[key] = min(lay.rooms.get(key, room), room, key=lambda each: each.characters)
    style = _shrunk(look.style, element.share)
    bad: tuple[Finding, ...] = ()
    if look.along:
        track = track_of(lay, element, look.along, w)
        if not isinstance(track, Finding):
            fitted = fit_on_line(lay.paragraphs, element.text, style, track.length)
            return FittedText(element, look, fitted, strip_marks(element.text), track)
        bad = (track,)
    fitted = fit(lay.paragraphs, element.text, style, w, h)
    return FittedText(element, look, rebreak(lay.paragraphs, fitted, look.style, w), fitted.paragraph.text, None, bad)


def _shrunk(style: TypeStyle, share: float) -> TypeStyle:
    """At a share of its size, in whole quarter points, and no smaller than it may be."""
    if not share:
        return style
    steps = floor(style.size * share / QUARTER_POINT + ROUNDING)
    size = style.size if share == 1.0 else max(steps * QUARTER_POINT, min(style.min, style.size))
    return replace(style, size=size, min=size)


def set_text(lay: Layouter, text: FittedText, w: float, h: float | None) -> Placed:
    """Return the display items of a text in its box, and what is wrong with it."""
    element, look, fitted, says, track, bad = text
    style, before = look.style, share_before(look.style.align, fitted.paragraph.from_right)
    colours: dict[str, Colour] = {}  # what the names of colours in the text mean
    unknown: list[Finding] = []
    for name in fitted.paragraph.colours:
        colour, error = lay.colour(name)
        if colour is not None:
            colours[name] = colour
        else:
            hint, cause = (error.hint, error.cause) if error else ("", None)
            finding = find(NO_SUCH_COLOUR, hint=hint, word=write_tag(name), cause=cause, name=name)
            unknown.append(finding._replace(field=element.field, origin=element.origin))
    turned: tuple[tuple[PlacedIcon, Matrix], ...] = ()
    box: tuple[float, float, float, float] | None = None  # left, top, width, height
    if track is None:
        lines = place(fitted, style, look.fill, w, h, colours)
    else:
        line = place(fitted, style, look.fill, fitted.width, None, colours)
        start = (track.length - fitted.width) * before
        lines, turned = track.bend(line, first_baseline(fitted, style, None), start)
        if lines.runs:  # as high as capitals on every side: letters may be turned in any direction
            reach = max(run.size * run.font.cap_height for run in lines.runs)
            left, top, right, bottom = surround_points([(run.x, run.y) for run in lines.runs])
            left, top, right = left - reach / 2, top - reach, right + reach / 2
            box = left, top, right - left, bottom - top
    items: list[Item] = [*lines.rules]
    if lines.runs:
        printed = Text(lines.runs, says, fitted.size, element.field, style.size)
        if look.outline or look.shadow:
            from pnp.art.letters import letter_shapes, letters_path

            path = letters_path(printed.runs, lay.fonts)
            items += letter_shapes(path, printed.size, look.outline, look.shadow, element.origin)
            printed = printed._replace(outline=look.outline[1] if look.outline else "")
        items.append(printed)
    items += [picture for icon in lines.icons for picture in _icon(lay, icon, icon.x, icon.y)]
    items += [Group(tuple(_icon(lay, icon, -icon.w / 2, -icon.h / 2)), matrix) for icon, matrix in turned]
    wrong = tuple(_wrong(lay, text, w))
    if lay.draft and not all(finding.is_general for finding in wrong):
        items.append(lay.mark_wrong(w, h or fitted.height))
    if box is None:  # around the lines, as far as they are inside of theirs: that they are not is reported as such
        wide, high = min(fitted.width, w), fitted.height if h is None else min(fitted.height, h)
        box = before * (w - wide), 0.0 if h is None else _SHARES[style.valign] * (h - high), wide, high
    content = Content("text", *box, name_element(element), element.field, element.origin)
    return Placed(tuple(items), (content,), (*_at(look.findings, element), *bad, *unknown, *wrong))


def _wrong(lay: Layouter, text: FittedText, w: float) -> Iterator[Finding]:
    element, fitted = text.element, text.fitted
    paragraph = fitted.paragraph
    for lone in find_lone_marks(element.text) if not element.field else ():  # what fields say is looked at in the data
        around, hint, sign = quote_excerpt(element.text, lone.start, lone.end), lone.mark.hint, lone.mark.sign
        at = element.origin
        yield find(LONE_IN_TEMPLATE, wrong=lone.wrong, excerpt=around, hint=hint, origin=at, word=sign)
    too_high, too_wide = fitted.over_h > UNSEEN, fitted.over_w > UNSEEN
    if not (too_high or too_wide or paragraph.missing or paragraph.unknown_icons or paragraph.lacks):
        return
    field, origin = element.field, element.origin
    name, size = name_element(element), points(fitted.size)
    if too_high:
        over = mm(fitted.over_h)
        if len(fitted.lines) == 1 and not fitted.drop and "h" in element.attributes[::2]:  # for any text at all
            yield find(LOW_BOX, named=name, over=over, size=size, field=field, origin=origin)
        elif (beyond := _beyond_one_line(lay, text, w)) > 0.0:
            yield find(ONE_LINE, named=name, over=mm(beyond), size=size, field=field, origin=origin)
        else:
            yield find(OVERFLOW, named=name, over=over, size=size, field=field, origin=origin)
    if too_wide:
        hint = thai_hint() if THAI.search(element.text) else ""
        yield find(TOO_WIDE, named=name, over=mm(fitted.over_w), size=size, hint=hint, field=field, origin=origin)
    scripts: dict[str, str] = {}
    name_of = lay.paragraphs.shaper.script_name
    for character in paragraph.missing:
        scripts.setdefault(name_of(character, element.text) or character, character)
    for script, character in scripts.items():
        # a font is missing for all letters of a script, or for this sign
        advice, number = lay.paragraphs.shaper.advice(character), ord(character)
        missing = partial(find, hint=advice, character=character, number=number, named=name_element(element))
        found = missing(MISSING_GLYPH) if script == character else missing(MISSING_SCRIPT, script=script)
        yield found._replace(field=element.field, origin=element.origin, word=character)
    yield from paragraph.lacks
    for icon in paragraph.unknown_icons:
        yield lay.art.unknown_icon(icon, element.field, element.origin, in_text=True)


def _beyond_one_line(lay: Layouter, text: FittedText, w: float) -> float:
    """Return how much wider a text is than a box with room for hardly more than one line; otherwise 0."""
    fitted = text.fitted
    lines, room = len(fitted.lines), fitted.height - fitted.over_h
    if fitted.drop or lines < 2 or any(word.ends_line for line in fitted.lines[:-1] for word in line.words):
        return 0.0
    line_h = fitted.height / lines
    if not line_h - UNSEEN <= room < _HARDLY_MORE * line_h:
        return 0.0
    return natural_width(lay.paragraphs, text.element.text, replace(text.look.style, size=fitted.size)) - w


def _at(findings: tuple[Finding, ...], element: Element) -> tuple[Finding, ...]:
    """Return findings about a look, which equal elements share, for one of them."""
    return tuple([each if each.is_general else each._replace(origin=element.origin) for each in findings])


_SAMPLE = "Each other player who has more than you gives you one of them, and then takes it back from the row."


class Room(NamedTuple):
    """The box of a text; `h` is None where it is as high as it likes, then characters are those of a line."""

    style: str
    w: float  # mm
    h: float | None
    characters: int  # average ones, at the smallest size that the style allows
    wide: int  # the same of Chinese, Japanese or Korean ones, each of which stands in a square


def room_of(paragraphs: Paragraphs, style: TypeStyle, w: float, h: float | None) -> Room:
    smallest = min(style.min, style.size)
    each = natural_width(paragraphs, _SAMPLE, style) / style.size * smallest / len(_SAMPLE)
    lines = 1 if h is None else max(1, int(h / (style.leading * smallest) + 0.001))
    return Room(style.name, w, h, max(1, int(w / each)) * lines, max(1, int(w / smallest)) * lines)


_AFTER_MARKER = 0.4  # of the type size


class ListItem(NamedTuple):
    """An item and its marker, to be laid out beside each other."""

    marker: Element
    body: Element
    indent: float
    gap: float  # to the next item

    def body_width(self, w: float) -> float:
        return max(w - self.indent, LEAST)

    def places(self, lay: Layouter, w: float) -> tuple[float, float]:
        """Return where marker and body begin: a list hangs as its text runs, also where layouts aren't mirrored."""
        return (w - self.indent, 0.0) if lay.is_rtl else (0.0, self.indent)


@element("ul", "ol", attributes=("marker", "indent", "gap", *STYLE_ATTRIBUTES), field=True, children=True)
class ListElement:
    def natural(self, lay: Layouter, element: Element, w: float | None) -> BoxSize:
        items = list_items(lay, element)
        sizes = [lay.natural(item.body, None if w is None else item.body_width(w)) for item in items]
        width = max([size.w + item.indent for size, item in zip(sizes, items, strict=True)], default=0.0)
        heights = [max(size.h, lay.natural(item.marker, None).h) for size, item in zip(sizes, items, strict=True)]
        return BoxSize(width, sum(heights) + sum(item.gap for item in items[:-1]))

    def draw(self, lay: Layouter, element: Element, w: float, h: float | None) -> Placed:
        parts = [Placed(findings=check_list(lay, element))]
        y = 0.0
        for item in list_items(lay, element):
            high = max(lay.natural(item.body, item.body_width(w)).h, lay.natural(item.marker, None).h)
            marker, body = item.places(lay, w)
            parts.append(shifted(lay.draw(item.marker, item.indent, None), marker, y))
            parts.append(shifted(lay.draw(item.body, item.body_width(w), high), body, y))
            y += high + item.gap
        return join_placed(parts)


def check_list(lay: Layouter, element: Element) -> tuple[Finding, ...]:
    """Return findings about a list itself; its items are checked when they are drawn."""
    own = Attributes(lay, element)
    own.length("indent")
    own.length("gap")
    look = lay.look(Element("li", _inherited(own), (), ""))
    found = [*own.findings, *[finding._replace(origin=element.origin) for finding in look.findings]]
    wrong = partial(find, MISPLACED, hint="items are <li>", tag=element.tag)
    found += [wrong(origin=child.origin, child=child.tag) for child in element.children if child.tag != "li"]
    return tuple(found)


def list_items(lay: Layouter, element: Element) -> list[ListItem]:
    """Return the list's items: its `li` children, or those of the list field it is bound to."""
    own = Attributes(lay, element)
    bodies = [child for child in element.children if child.tag == "li"]
    if element.field:
        bodies = [
            Element("li", (), (), text, (), f"{element.field}.{i}", element.origin, element.share)
            for i, text in enumerate(element.items)
        ]
    inherited = _inherited(own)
    look = lay.look(Element("li", inherited, (), ""))
    if look.findings:  # said once, of the list
        inherited = ()
    mark = own.get("marker", look.style.marker)
    marks = [mark if element.tag == "ul" else f"{n}." for n in range(1, len(bodies) + 1)]
    markers = [Element("li", inherited, (), text, (), "", element.origin, element.share) for text in marks]
    widest = max([lay.natural(marker, None).w for marker in markers], default=0.0)
    indent = own.length("indent", widest + look.style.size * _AFTER_MARKER)
    gap = own.length("gap", look.style.after)
    # an item's own attributes come after its list's, so they win
    bodies = [body._replace(attributes=inherited + body.attributes) for body in bodies]
    return [ListItem(marker, body, indent, gap) for marker, body in zip(markers, bodies, strict=True)]


def _inherited(own: Attributes) -> tuple[str, ...]:
    """Return the attributes of a list that its items take over."""
    return tuple([part for name in STYLE_ATTRIBUTES if name in own for part in (name, own.get(name))])
