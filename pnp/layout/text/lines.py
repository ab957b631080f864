"""A paragraph and a box → lines at the largest size that fits → runs and icons at their places.

Words know their widths in ems, so another size only means another measure: shrinking re-wraps, it never shapes again.
"""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from pnp.layout.text.bidi import visual_order
from pnp.layout.text.paragraph import Paragraph, Paragraphs
from pnp.layout.text.pen import LinePen, PlacedLines
from pnp.layout.text.shape import SPACES
from pnp.layout.text.words import PLAIN, InlineIcon, PartLook, Typesetting, Word, typesetting_of
from pnp.model.display import Colour, Shaped, Text
from pnp.model.length import MM_PER_POINT, ROUNDING
from pnp.model.span import Span
from pnp.model.style import TypeStyle
from pnp.text.punctuation import escaped

_BEHIND = 0.2  # of the size, between the letter and the lines beside it
_FIRST = re.compile(r"[^\w\s\ufffc]{0,2}[^\W_][\u0300-\u036f\u0591-\u05c7]*")  # with the quotes before it
_JOINED = re.compile("[\u0600-\u08ff\u0900-\u0dff]")  # letters that aren't taken from their word


_ENDLESS = 1e6  # mm
QUARTER_POINT = MM_PER_POINT / 4
_parts = attrgetter("parts")
NO_COLOURS: Mapping[str, Colour] = MappingProxyType({})


class DropCap(NamedTuple):
    """Widths are of the em of the lines."""

    lines: int
    letter: Word
    scale: float  # of the size
    width: float  # with what is between it and the lines
    rest: Paragraph  # what stands beside and below it


def drop_cap(paragraphs: Paragraphs, paragraph: Paragraph, style: TypeStyle) -> DropCap | None:
    """None where a text begins with an icon, or in a script whose words aren't divided."""
    first = paragraph.words[0] if paragraph.words else None
    if style.drop < 2 or first is None or not first.bits:
        return None
    found = _FIRST.match("".join([bit.text for bit in first.bits]))
    if found is None or first.bits[0].icon or _JOINED.search(found[0]):
        return None
    letter, behind = paragraphs.divided(first, found.end(), paragraph.setting)
    if first.ends_line and not behind.width:
        return None
    words = (behind, *paragraph.words[1:]) if behind.width else paragraph.words[1:]
    cap = paragraph.font.cap_height
    scale = ((style.drop - 1) * style.leading + cap) / cap
    width = letter.width * scale + _BEHIND
    return DropCap(style.drop, letter, scale, width, paragraph._replace(words=words, is_plain=False))


class TextLine(NamedTuple):
    words: tuple[Word, ...]
    width: float  # of the em, without the last word's spaces
    ends: bool  # the paragraph, or at a mandatory break: never justified
    divides: bool = False  # the word at its end: what is left of that begins the next


class Fitted(NamedTuple):
    """Lines at the size they are printed at, and by how much they miss their box."""

    lines: tuple[TextLine, ...]
    paragraph: Paragraph
    size: float
    width: float  # of the widest line, mm
    height: float  # mm
    over_w: float = 0.0
    over_h: float = 0.0
    drop: DropCap | None = None


def wrap(
    paragraphs: Paragraphs, paragraph: Paragraph, setting: Typesetting, measure: float, drop: DropCap | None = None
) -> tuple[TextLine, ...]:
    """Breaks into lines of at most `measure` ems, first fit; a word wider than that has a line of its own. The first of
    them stand beside a large letter, if there is one."""
    if paragraph.is_plain:
        return _wrap_plain(paragraph.words, measure + ROUNDING)
    lines: list[TextLine] = []
    line: list[Word] = []
    used = 0.0  # with the spaces after the last word
    width = 0.0  # without
    behind_soft_hyphen = False
    limit = measure + ROUNDING - (drop.width if drop else 0.0)

    def end(ends: bool, divides: bool = False) -> None:
        nonlocal used, width, limit
        lines.append(line_of(paragraphs, setting, tuple(line), width, ends)._replace(divides=divides))
        line.clear()
        used = width = 0.0
        if drop is not None and len(lines) >= drop.lines:
            limit = measure + ROUNDING

    for word in paragraph.words:
        rest = word
        while used + rest.width + rest.hyphen > limit:
            may_divide = setting.hyphens and not behind_soft_hyphen
            parts = paragraphs.hyphenated(rest, setting, limit - used) if may_divide else None
            if parts is None:
                if not line:
                    break
                end(False)
                continue
            line.append(parts[0])
            width = used + parts[0].width
            end(False, divides=True)
            rest = parts[1]
        line.append(rest)
        width = used + rest.width
        used = width + rest.space
        behind_soft_hyphen = rest.hyphen > 0
        if rest.ends_line:
            end(True)
    end(True)
    return tuple(lines)


def line_of(
    paragraphs: Paragraphs, setting: Typesetting, words: tuple[Word, ...], width: float, ends: bool
) -> TextLine:
    """A line of these words, as wide as their letters and the spaces between them; with a soft hyphen at its end."""
    if words and words[-1].hyphen and not ends:
        width += words[-1].hyphen
        words = (*words[:-1], paragraphs.with_hyphen(words[-1], setting))
    if setting.tracking and words and words[-1].ends_in_letter:
        width -= setting.tracking  # what stands behind the last letter is not seen
    return TextLine(words, width, ends)


def _wrap_plain(words: tuple[Word, ...], limit: float) -> tuple[TextLine, ...]:
    """The same where only widths decide: most texts of most games, so this is the loop that counts."""
    lines: list[TextLine] = []
    start = 0
    used = width = 0.0
    for at, word in enumerate(words):
        if used + word.width > limit and at > start:
            lines.append(TextLine(words[start:at], width, False))
            start, used = at, 0.0
        width = used + word.width
        used = width + word.space
    lines.append(TextLine(words[start:], width, True))
    return tuple(lines)


@lru_cache(256)
def _sizes(largest: float, smallest: float) -> tuple[float, ...]:
    """The sizes to try: the style's own, then quarter points down to the smallest."""
    steps = range(math.ceil(largest / QUARTER_POINT - ROUNDING) - 1, 0, -1)
    between = [size for step in steps if (size := step * QUARTER_POINT) > smallest + ROUNDING]
    return (largest, *between, smallest) if smallest < largest else (largest, *between)


def fit(paragraphs: Paragraphs, text: str, style: TypeStyle, w: float, h: float | None) -> Fitted:
    """The text at the largest of its sizes that fits the box; at its smallest, with what is over, if none does."""
    paragraph = paragraphs.paragraph(text, typesetting_of(style))
    setting = paragraph.setting
    drop = drop_cap(paragraphs, paragraph, style) if style.drop else None
    paragraph = drop.rest if drop else paragraph
    sizes = _sizes(style.size, min(style.min, style.size))

    def at(size: float) -> Fitted:
        lines = wrap(paragraphs, paragraph, setting, w / size, drop)
        width = max([line.width for line in lines]) * size
        height = len(lines) * style.leading * size
        if drop:
            width = max(width, (max([line.width for line in lines[: drop.lines]]) + drop.width) * size)
            height = max(height, drop.lines * style.leading * size)
        over_w, over_h = width - w - ROUNDING, 0.0 if h is None else height - h - ROUNDING
        over = over_w if over_w > 0.0 else 0.0, over_h if over_h > 0.0 else 0.0
        return Fitted(lines, paragraph, size, width, height, *over, drop)

    fitted = at(sizes[0])
    if not (fitted.over_w or fitted.over_h) or len(sizes) == 1:
        return fitted
    best = at(sizes[-1])
    if best.over_w or best.over_h:
        return best
    low, high = 0, len(sizes) - 1  # sizes[low] doesn't fit, sizes[high] does
    while high - low > 1:
        middle = (low + high) // 2
        fitted = at(sizes[middle])
        if fitted.over_w or fitted.over_h:
            low = middle
        else:
            high, best = middle, fitted
    return best


def fit_on_line(paragraphs: Paragraphs, text: str, style: TypeStyle, length: float) -> Fitted:
    """The text on one line, at the largest of its sizes at which it is as long as that."""
    paragraph = paragraphs.paragraph(text.replace("\n", " "), typesetting_of(style))
    lines = wrap(paragraphs, paragraph, paragraph.setting, math.inf)
    width = max([line.width for line in lines])
    sizes = _sizes(style.size, min(style.min, style.size))
    size = next((size for size in sizes if width * size <= length + ROUNDING), sizes[-1])
    over = max(0.0, width * size - length - ROUNDING)
    return Fitted(lines, paragraph, size, width * size, style.leading * size, over)


def natural_width(paragraphs: Paragraphs, text: str, style: TypeStyle) -> float:
    """The width of the text on as few lines as its own breaks ask for, in mm."""
    paragraph = paragraphs.paragraph(text, typesetting_of(style))
    lines = wrap(paragraphs, paragraph, paragraph.setting, math.inf)
    drop = drop_cap(paragraphs, paragraph, style) if style.drop else None
    return (max([line.width for line in lines]) + (drop.width if drop else 0.0)) * style.size + ROUNDING


def place(
    fitted: Fitted,
    style: TypeStyle,
    fill: Colour,
    w: float,
    h: float | None,
    colours: Mapping[str, Colour] = NO_COLOURS,
) -> PlacedLines:
    """What the lines draw in a box whose top left corner is 0, 0; `colours`: of words that have one of their own."""
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
            parts, levels, looks = _reordered(line, paragraph.base, looks)
            if rtl:  # what a line end swallows stands left of it
                swallowed = [part for word in line.words[-1:] for part in _spaces_at_end(word)]
                x -= sum([pen.advance(part, gap) for part in swallowed]) - (0.0 if swallowed else tracking)
            pen.set_line(tuple(parts), x, y, gap, levels, looks)
        y += style.leading * size
    return pen.placed(large.placed().runs) if drop else pen.placed()


def share_before(align: str, rtl: bool) -> float:
    """How much of the room that a line leaves is left of it."""
    if align == "center":
        return 0.5
    return 1.0 if (align == "end") is not rtl else 0.0


def _reordered(
    line: TextLine, base: int, looks: Sequence[PartLook]
) -> tuple[list[Shaped | InlineIcon], list[int], Sequence[PartLook]]:
    """A line's parts from left to right, with their levels; the spaces at its end have that of the paragraph (L1)."""
    parts = [part for word in line.words for part in word.parts]
    levels = [level for word in line.words for level in word.levels]
    if ending := len(_spaces_at_end(line.words[-1])) if line.words else 0:
        levels[-ending:] = [base] * ending
    order = visual_order(levels)
    return [parts[at] for at in order], [levels[at] for at in order], [looks[at] for at in order] if looks else looks


def _spaces_at_end(word: Word) -> list[Shaped]:
    """Spaces are parts of their own where something runs from right to left."""
    found: list[Shaped] = []
    for part in reversed(word.parts):
        if not isinstance(part, Shaped) or part.text.strip(SPACES):
            break
        found.append(part)
    return found


def first_baseline(fitted: Fitted, style: TypeStyle, h: float | None) -> float:
    size, font = fitted.size, fitted.paragraph.font
    leading = style.leading * size
    if h is not None and style.valign == "middle":
        # the capitals' top of the first line and the last baseline are equally far from the box: the eye's middle
        return (h - fitted.height + leading + font.cap_height * size) / 2
    top = h - fitted.height if h is not None and style.valign == "bottom" else 0.0
    return top + (leading + (font.ascent + font.descent) * size) / 2


def typeset_line(paragraphs: Paragraphs, text: str, size: float) -> tuple[Text, float]:
    """Return one line of plain text at a size in mm, its baseline beginning at 0, 0; and its width."""
    style = TypeStyle("caption", Span(""), size=size, min=size)
    fitted = fit(paragraphs, escaped(text), style, _ENDLESS, None)
    runs = place(fitted, style, "#000000", fitted.width, None).runs
    return Text(tuple([run._replace(y=0.0) for run in runs]), text, size), fitted.width
