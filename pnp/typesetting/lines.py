"""A paragraph and a box → lines at the largest size that fits.

Words know their widths in ems, so another size only means another measure: shrinking re-wraps, it never shapes again.
"""

import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from operator import add, itemgetter
from typing import NamedTuple

from pnp.model.display import Shaped
from pnp.model.length import MM_PER_POINT, ROUNDING
from pnp.model.style import TypeStyle
from pnp.typesetting.paragraph import Paragraph, Paragraphs
from pnp.typesetting.words import Typesetting, Word, typesetting_of

_BEHIND = 0.2  # of the size, between the letter and the lines beside it
_FIRST = re.compile(r"[^\w\s\ufffc]{0,2}[^\W_][\u0300-\u036f\u0591-\u05c7]*")  # with the quotes before it
_JOINED = re.compile("[\u0600-\u08ff\u0900-\u0dff]")  # letters that aren't taken from their word
QUARTER_POINT = MM_PER_POINT / 4
_EQUAL = 0.75  # of the widest line: one as wide doesn't look short
_AT_THE_END = 4  # lines that may change for the sake of the last
_width, _space, _hyphen = [itemgetter(Word._fields.index(name)) for name in ("width", "space", "hyphen")]
_JOINING = ("-", "\u2010", "\u2013", "\u2014", "/")  # a line may end after them, but what is around is one word


class DropCap(NamedTuple):
    """A large letter beside the first lines; widths are of the em of the lines."""

    lines: int
    letter: Word
    scale: float  # of the size
    width: float  # with the gap between it and the lines
    rest: Paragraph  # beside and below it


def drop_cap(paragraphs: Paragraphs, paragraph: Paragraph, style: TypeStyle) -> DropCap | None:
    """Return a paragraph's large letter; None if it begins with an icon, or in a script whose words aren't divided."""
    first = paragraph.words[0] if paragraph.words else None
    if style.drop < 2 or first is None or not first.bits:
        return None
    found = _FIRST.match("".join([bit.text for bit in first.bits]))
    if found is None or first.bits[0].icon or _JOINED.search(found[0]):
        return None
    letter, behind = paragraphs.divide(first, found.end(), paragraph.setting)
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
    divides: bool = False  # the word at its end, whose rest begins the next line


class Fitted(NamedTuple):
    """Lines at the size that they are printed at, and by how much they miss their box."""

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
    """Break a paragraph into lines of at most `measure` ems, first fit, the first beside a large letter, if any; a word
    wider than that has a line of its own."""
    limit = measure + ROUNDING
    lines: list[TextLine] = []
    used = 0.0  # with the spaces after the last word
    width = 0.0  # without
    if paragraph.is_plain:  # only widths decide: most texts of most games, so this is the loop that counts
        words = paragraph.words
        start = 0
        for at, word in enumerate(words):
            if used + word.width > limit and at > start:
                lines.append(TextLine(words[start:at], width, False))
                start, used = at, 0.0
            width = used + word.width
            used = width + word.space
        lines.append(TextLine(words[start:], width, True))
        return tuple(lines)
    line: list[Word] = []
    behind_soft_hyphen = False
    limit -= drop.width if drop else 0.0

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
            parts = paragraphs.hyphenate(rest, setting, limit - used) if may_divide else None
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
    """Make a line of words, as wide as their letters and the spaces between them; show a soft hyphen at its end."""
    if words and words[-1].hyphen and not ends:
        width += words[-1].hyphen
        words = (*words[:-1], paragraphs.add_hyphen(words[-1], setting))
    if setting.tracking and words and words[-1].width > 0 and isinstance(words[-1].parts[-1], Shaped):
        width -= setting.tracking  # the tracking behind the last letter isn't seen
    return TextLine(words, width, ends)


@lru_cache(256)
def _sizes(largest: float, smallest: float) -> tuple[float, ...]:
    """Return the sizes to try: the style's own, then quarter points down to the smallest."""
    steps = range(math.ceil(largest / QUARTER_POINT - ROUNDING) - 1, 0, -1)
    between = [size for step in steps if (size := step * QUARTER_POINT) > smallest + ROUNDING]
    return (largest, *between, smallest) if smallest < largest else (largest, *between)


def fit(paragraphs: Paragraphs, text: str, style: TypeStyle, w: float, h: float | None) -> Fitted:
    """Fit a text into a box at the largest of its sizes; at its smallest, with what is over, if none fits."""
    paragraph = paragraphs.paragraph(text, typesetting_of(style))
    setting = paragraph.setting
    drop = drop_cap(paragraphs, paragraph, style) if style.drop else None
    paragraph = drop.rest if drop else paragraph
    sizes = _sizes(style.size, min(style.min, style.size))

    def fit_at(size: float) -> Fitted:
        lines = wrap(paragraphs, paragraph, setting, w / size, drop)
        width = max([line.width for line in lines]) * size
        height = len(lines) * style.leading * size
        if drop:
            width = max(width, (max([line.width for line in lines[: drop.lines]]) + drop.width) * size)
            height = max(height, drop.lines * style.leading * size)
        over_w, over_h = width - w - ROUNDING, 0.0 if h is None else height - h - ROUNDING
        over = over_w if over_w > 0.0 else 0.0, over_h if over_h > 0.0 else 0.0
        return Fitted(lines, paragraph, size, width, height, *over, drop)

    fitted = fit_at(sizes[0])
    if not (fitted.over_w or fitted.over_h) or len(sizes) == 1:
        return fitted
    best = fit_at(sizes[-1])
    if best.over_w or best.over_h:
        return best
    low, high = 0, len(sizes) - 1  # sizes[low] doesn't fit, sizes[high] does
    while high - low > 1:
        middle = (low + high) // 2
        fitted = fit_at(sizes[middle])
        if fitted.over_w or fitted.over_h:
            low = middle
        else:
            high, best = middle, fitted
    return best


def fit_on_line(paragraphs: Paragraphs, text: str, style: TypeStyle, length: float) -> Fitted:
    """Fit a text on one line of this length, at the largest of its sizes."""
    paragraph = paragraphs.paragraph(text.replace("\n", " "), typesetting_of(style))
    lines = wrap(paragraphs, paragraph, paragraph.setting, math.inf)
    width = max([line.width for line in lines])
    sizes = _sizes(style.size, min(style.min, style.size))
    size = next((size for size in sizes if width * size <= length + ROUNDING), sizes[-1])
    over = max(0.0, width * size - length - ROUNDING)
    return Fitted(lines, paragraph, size, width * size, style.leading * size, over)


def natural_width(paragraphs: Paragraphs, text: str, style: TypeStyle) -> float:
    """Return the width of a text on as few lines as its own breaks ask for, in mm."""
    paragraph = paragraphs.paragraph(text, typesetting_of(style))
    lines = wrap(paragraphs, paragraph, paragraph.setting, math.inf)
    drop = drop_cap(paragraphs, paragraph, style) if style.drop else None
    return (max([line.width for line in lines]) + (drop.width if drop else 0.0)) * style.size + ROUNDING


def rebreak(paragraphs: Paragraphs, fitted: Fitted, style: TypeStyle, w: float) -> Fitted:
    """Break words anew into as many lines of the same size, so that they look better; too wide ones stay as they are.

    First fit fills each line and leaves what is over to the last. Balanced lines are about equally wide, like CSS's
    `text-wrap: balance`; pretty ones are as first fit has them, except where a single word would stand in the last,
    like `text-wrap: pretty`.
    """
    if len(fitted.lines) < 2 or fitted.drop or style.wrap == "greedy" or fitted.over_w:
        return fitted
    breaker = _Breaker(paragraphs, fitted.paragraph.setting, w / fitted.size + ROUNDING, style)
    words, before = fitted.paragraph.words, fitted.lines
    word_ends, line_ends = [len(words)], [len(before)]  # where lines must end
    if not fitted.paragraph.is_plain:
        word_ends = [*[at for at, word in enumerate(words, 1) if word.ends_line], len(words)]
        line_ends = [at for at, line in enumerate(before, 1) if line.ends]
    lines: list[TextLine] = []
    changed = False
    first_word = first_line = 0
    for word_end, line_end in zip(word_ends, line_ends, strict=True):
        stretch = before[first_line:line_end]
        better = breaker.improve(words[first_word:word_end], stretch)
        changed = changed or better is not None
        lines += better or stretch
        first_word, first_line = word_end, line_end
    if not changed:
        return fitted
    return fitted._replace(lines=tuple(lines), width=max([line.width for line in lines]) * fitted.size)


def is_single(words: Sequence[Word]) -> bool:
    """Tell whether a line holds but one word: in scripts without spaces, a character with its signs."""
    return all(not word.space and word.text.endswith(_JOINING) for word in words[:-1])


class _Breaker:
    """Breaks the stretches of one text anew. `limit` is the measure, in ems."""

    def __init__(self, paragraphs: Paragraphs, setting: Typesetting, limit: float, style: TypeStyle) -> None:
        self._paragraphs, self._setting, self._limit = paragraphs, setting, limit
        is_auto = style.wrap == "auto"
        self._is_pretty = style.align != "center" if is_auto else style.wrap == "pretty"
        self._keeps_stretched = style.align == "justify" and is_auto  # a word less would tear gaps into a line

    def improve(self, words: tuple[Word, ...], lines: tuple[TextLine, ...]) -> list[TextLine] | None:
        """Return better lines for a stretch of words, or None.

        Words that first fit divided are left whole where that takes no line more; else they stay divided where they
        are, and the words behind the last of them are broken anew.
        """
        if len(lines) < 2:
            return None
        if self._is_pretty:
            is_stretched = self._keeps_stretched and any(word.space for word in lines[-2].words[:-1])
            if is_stretched or not is_single(lines[-1].words):
                return None
        else:  # nearly equal lines stay: they may end where sentences do
            widths = [line.width for line in lines]
            if min(widths) >= _EQUAL * max(widths):
                return None
        first = max(0, len(lines) - _AT_THE_END) if self._is_pretty else 0
        divided = [n for n, line in enumerate(lines, 1) if line.divides]
        for start in (first, divided[-1]) if divided and divided[-1] > first else (first,):
            last = lines[start:]
            count = sum([len(line.words) - line.divides for line in last])
            left = words[len(words) - count :]
            if start and lines[start - 1].divides:
                if last[0].divides and len(last[0].words) == 1:  # it begins with the middle of a word
                    continue
                left = (last[0].words[0], *left[1:])
            if better := self._break(left, last):
                return [*lines[:start], *better]
        return None

    def _break(self, words: tuple[Word, ...], lines: tuple[TextLine, ...]) -> list[TextLine] | None:
        """Break words into as many lines as these, if that makes them less ragged."""
        count = len(lines)
        if count < 2 or len(words) < count:
            return None
        widths = list(map(_width, words))
        starts = list(accumulate(map(add, widths, map(_space, words)), initial=0.0))  # of the words, were they one line
        ends = list(map(add, starts, map(add, widths, map(_hyphen, words))))
        mean = sum([line.width for line in lines]) / count
        most = _raggedness(lines, mean) - ROUNDING
        latest = list(accumulate([len(line.words) for line in lines]))
        if latest[-1] != len(words):  # some were divided
            # the word behind each line that holds as many as it can
            filled: list[int] = []
            first = 0
            for word, right in enumerate(ends):
                if right - starts[first] > self._limit and word > first:
                    filled.append(word)
                    first = word
            latest = [*filled, len(ends)]
            if len(latest) != count:
                return None
        if self._is_pretty:
            while latest[-2] and is_single(words[latest[-2] :]):
                latest[-2] -= 1
            breaks = _best_breaks(starts, ends, latest, self._limit, self._limit, math.inf, is_last_free=True)
        else:
            breaks = _best_breaks(starts, ends, latest, self._limit, mean, most)
        if breaks is None:
            return None
        better: list[TextLine] = []
        start = 0
        for end in breaks:
            width = starts[end - 1] + widths[end - 1] - starts[start]
            better.append(line_of(self._paragraphs, self._setting, words[start:end], width, end == len(words)))
            start = end
        return better if _raggedness(better, mean) < most else None


def _best_breaks(
    starts: list[float],
    ends: list[float],
    latest: list[int],
    limit: float,
    aim: float,
    most: float,
    is_last_free: bool = False,
) -> tuple[int, ...] | None:
    """Return the word behind each line, so that the squares of how far lines are from the `aim` add up to the least.

    The last line doesn't count if it is free. None where no lines within the limit add up to less than `most`.
    A line ends where `latest` says, or before; how far before follows from the lines after it.
    """
    count = len(latest)
    earliest = [len(ends)] * count
    for line in range(count - 2, -1, -1):
        behind = earliest[line + 1]
        earliest[line] = min(bisect_left(starts, ends[behind - 1] - limit, 0, behind), behind - 1)
    # squares, where the next line begins, breaks
    reached: list[tuple[float, float, tuple[int, ...]]] = [(0.0, 0.0, ())]
    for line in range(count):
        is_free = is_last_free and line == count - 1
        found = []
        for behind in range(max(earliest[line], line + 1), latest[line] + 1):
            end = ends[behind - 1]
            least = most
            best: tuple[int, ...] | None = None
            for squares, start, breaks in reached:
                width = end - start
                if ROUNDING < width <= limit:
                    if not is_free:
                        squares += (width - aim) * (width - aim)
                    if squares < least:
                        least, best = squares, breaks
            if best is not None:
                found.append((least, starts[behind], (*best, behind)))
        reached = found
    return reached[0][2] if reached else None


def _raggedness(lines: Sequence[TextLine], mean: float) -> float:
    return sum([(line.width - mean) ** 2 for line in lines])
