"""Fitted lines → runs, icons and rules at their places."""

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.cardtext.marks import escape_marks
from pnp.model.display import Colour, FontFace, Run, Segment, Shape, Shaped, Stroke, Text
from pnp.model.length import THINNEST_LINE
from pnp.model.span import Span
from pnp.model.style import TypeStyle
from pnp.typesetting.lines import Fitted, fit
from pnp.typesetting.paragraph import Paragraphs
from pnp.typesetting.shape import SPACES
from pnp.typesetting.words import ICON_SIZE, PLAIN, InlineIcon, PartLook, Word

NO_COLOURS: Mapping[str, Colour] = MappingProxyType({})
_ENDLESS = 1e6  # mm
_parts = attrgetter("parts")
_RULE_BELOW, _RULE_WIDTH = 0.12, 0.055  # of the size


class PlacedIcon(NamedTuple):
    name: str
    x: float
    y: float
    w: float
    h: float
    fill: Colour


class PlacedLines(NamedTuple):
    """The runs, icons and rules that lines of text draw."""

    runs: tuple[Run, ...]
    icons: tuple[PlacedIcon, ...] = ()
    rules: tuple[Shape, ...] = ()


class LinePen:
    """Sets the lines of one text."""

    def __init__(self, size: float, fill: Colour, tracking: float, cap: float, colours: Mapping[str, Colour]) -> None:
        self._size, self._fill, self._tracking = size, fill, tracking
        self._cap = cap  # height of capitals, beside which icons are centred
        self._colours = colours  # of words that have one of their own
        self._runs: list[Run] = []
        self._icons: list[PlacedIcon] = []
        self._rules: list[Shape] = []
        self._goes_on = False  # whether the last rule reaches up to here

    def set_line(
        self,
        parts: tuple[Shaped | InlineIcon, ...],
        x: float,
        y: float,
        gap: float,
        levels: Sequence[int] = (),
        looks: Sequence[PartLook] = (),
    ) -> None:
        """Set a line from x, y on; a new run begins where font, direction or look changes, and after each icon."""
        size, tracking = self._size, self._tracking
        self._goes_on = False
        is_usual = not (tracking or gap or looks)
        first, start, level, look, em = 0, x, 0, PLAIN, size
        font: FontFace | None = None
        for at, part in enumerate(parts):
            if part.font is not font or (levels and levels[at] != level) or (looks and looks[at] != look):
                if font is not None:
                    self._end_run(parts[first:at], font, start, y, gap, level, look)
                first, start, font = at, x, part.font
                level = levels[at] if levels else 0
                if looks:
                    look = looks[at]
                    em = size * look.scale
            if part.font is None:
                self._goes_on = False
                wide, high = part.width * size, ICON_SIZE * size
                self._icons.append(
                    PlacedIcon(part.name, x, y - (self._cap + high) / 2, wide, high, self._fill_of(look))
                )
                x += wide
                continue
            before = x
            x += part.width * em
            if is_usual:
                continue
            x += tracking * len(part.glyphs) + gap * part.text.count(" ")
            if looks:
                self._underline(part, before, x, y, gap, look)
        if font is not None:
            self._end_run(parts[first:], font, start, y, gap, level, look)

    def advance(self, part: Shaped, gap: float) -> float:
        """Return how far a part moves what follows."""
        return part.width * self._size + self._tracking * len(part.glyphs) + gap * part.text.count(" ")

    def finish(self, before: tuple[Run, ...] = ()) -> PlacedLines:
        """Return the lines that were set, behind runs that are read before them."""
        return PlacedLines((*before, *self._runs), tuple(self._icons), tuple(self._rules))

    def _fill_of(self, look: PartLook) -> Colour:
        return self._colours.get(look.colour, self._fill) if look.colour else self._fill

    def _underline(self, part: Shaped, x: float, end: float, y: float, gap: float, look: PartLook) -> None:
        """Underline a part, if it is to be; spaces between such words, too, but not behind them."""
        inked = len(part.text.rstrip(SPACES))
        if not look.underlined or not inked:
            self._goes_on = self._goes_on and look.underlined
            return
        spaces = sum([glyph.advance for glyph in part.glyphs if glyph.cluster >= inked]) / part.font.units_per_em
        end -= spaces * self._size * look.scale + (len(part.text) - inked) * (gap + self._tracking)
        stroke = Stroke(self._fill_of(look), max(self._size * _RULE_WIDTH, THINNEST_LINE))
        below = y + _RULE_BELOW * self._size
        begin: Segment = ("M", x, below)
        if self._goes_on and self._rules[-1].stroke == stroke:
            begin = self._rules.pop().path[0]
        self._rules.append(Shape((begin, ("L", end, below)), None, stroke))
        self._goes_on = True

    def _end_run(
        self, run: tuple[Any, ...], font: FontFace, x: float, y: float, gap: float, level: int, look: PartLook
    ) -> None:
        size, fill = self._size * look.scale, self._fill_of(look)
        self._runs.append(Run(x, y, font, size, fill, run, gap, self._tracking, level))


def place(
    fitted: Fitted,
    style: TypeStyle,
    fill: Colour,
    w: float,
    h: float | None,
    colours: Mapping[str, Colour] = NO_COLOURS,
) -> PlacedLines:
    """Place lines in a box whose top left corner is 0, 0; `colours` are those that their words name."""
    size, paragraph = fitted.size, fitted.paragraph
    tracking = paragraph.setting.tracking * size
    pen = LinePen(size, fill, tracking, paragraph.font.cap_height * size, colours)
    rtl = paragraph.from_right
    before = share_before(style.align, rtl)
    y = first_baseline(fitted, style, h)
    drop = fitted.drop
    if drop:
        large = LinePen(size * drop.scale, fill, tracking, 0.0, colours)
        at = (w - drop.letter.width * size * drop.scale if rtl else 0.0), y + (drop.lines - 1) * style.leading * size
        large.set_line(drop.letter.parts, *at, 0.0, drop.letter.levels, drop.letter.looks)
    for number, line in enumerate(fitted.lines):
        inset = drop.width * size if drop and number < drop.lines else 0.0
        room = w - line.width * size - inset
        gap = 0.0
        left = 0.0 if rtl else inset
        x = left + room * before
        if style.align == "justify" and not line.ends and room > 0:
            parts = [part for word in line.words[:-1] for part in word.parts]
            spaces = sum([part.text.count(" ") for part in parts if isinstance(part, Shaped)])
            gap = room / spaces if spaces else 0.0
            x = left if spaces else x
        looks: Sequence[PartLook] = ()
        if paragraph.has_looks:
            looks = [look for word in line.words for look in word.looks or (PLAIN,) * len(word.parts)]
        if paragraph.base is None:
            pen.set_line(tuple(chain.from_iterable(map(_parts, line.words))), x, y, gap, (), looks)
        else:
            swallowed = [part for word in line.words[-1:] for part in _spaces_at_end(word)]
            if rtl:  # the spaces that a line end swallows stand left of it
                x -= sum([pen.advance(part, gap) for part in swallowed]) - (0.0 if swallowed else tracking)
            levels = [level for word in line.words for level in word.levels]
            levels[len(levels) - len(swallowed) :] = [paragraph.base] * len(swallowed)  # rule L1
            from pnp.typesetting.bidi import visual_order

            order = visual_order(levels)
            whole = [part for word in line.words for part in word.parts]
            looks = [looks[at] for at in order] if looks else looks
            pen.set_line(tuple([whole[at] for at in order]), x, y, gap, [levels[at] for at in order], looks)
        y += style.leading * size
    return pen.finish(large.finish().runs) if drop else pen.finish()


def share_before(align: str, rtl: bool) -> float:
    """Return how much of the room that a line leaves is left of it."""
    if align == "center":
        return 0.5
    return 1.0 if (align == "end") is not rtl else 0.0


def _spaces_at_end(word: Word) -> list[Shaped]:
    """Return a word's last parts that are spaces, in texts that run from right to left somewhere."""
    found: list[Shaped] = []
    for part in reversed(word.parts):
        if not isinstance(part, Shaped) or part.text.strip(SPACES):
            break
        found.append(part)
    return found


def first_baseline(fitted: Fitted, style: TypeStyle, h: float | None) -> float:
    """Return how far the first baseline is below the top of a box of this height."""
    size, font = fitted.size, fitted.paragraph.font
    leading = style.leading * size
    if h is not None and style.valign == "middle":
        # the top of the first line's capitals and the last baseline are equally far from the box: the eye's middle
        return (h - fitted.height + leading + font.cap_height * size) / 2
    top = h - fitted.height if h is not None and style.valign == "bottom" else 0.0
    return top + (leading + (font.ascent + font.descent) * size) / 2


def typeset_line(paragraphs: Paragraphs, text: str, size: float) -> tuple[Text, float]:
    """Return one line of plain text at a size in mm, its baseline beginning at 0, 0; and its width."""
    style = TypeStyle("caption", Span(""), size=size, min=size)
    fitted = fit(paragraphs, escape_marks(text), style, _ENDLESS, None)
    runs = place(fitted, style, "#000000", fitted.width, None).runs
    return Text(tuple([run._replace(y=0.0) for run in runs]), text, size), fitted.width
