"""Lines that fit, as first fit breaks them → as many, broken so that they look better.

First fit fills each line and leaves what is over to the last. Balanced lines are about equally wide, like CSS's
`text-wrap: balance`; pretty ones are as first fit has them, except where a single word would stand in the last, like
`text-wrap: pretty`. Size and number of lines are settled before: nothing here makes a text larger or smaller.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf
from operator import add, itemgetter

from pnp.layout.text.lines import Fitted, TextLine, line_of
from pnp.layout.text.paragraph import Paragraphs
from pnp.layout.text.words import Typesetting, Word
from pnp.model.length import ROUNDING
from pnp.model.style import TypeStyle

_EQUAL = 0.75  # of the widest line: one as wide doesn't look short
_AT_THE_END = 4  # lines that may change for the sake of the last
_width, _space, _hyphen = [itemgetter(Word._fields.index(name)) for name in ("width", "space", "hyphen")]
_JOINING = ("-", "\u2010", "\u2013", "\u2014", "/")  # a line may end after them, but what is around is one word


def settled(paragraphs: Paragraphs, fitted: Fitted, style: TypeStyle, w: float) -> Fitted:
    """The same words in as many lines of the same size, none wider than the box; those too wide stay as they are."""
    if len(fitted.lines) < 2 or fitted.drop or style.wrap == "greedy" or fitted.over_w:
        return fitted
    breaker = _Breaker(paragraphs, fitted.paragraph.setting, w / fitted.size + ROUNDING, style)
    lines: list[TextLine] = []
    changed = False
    for words, stretch in _stretches(fitted):
        better = breaker.anew(words, stretch)
        changed = changed or better is not None
        lines += better or stretch
    if not changed:
        return fitted
    return fitted._replace(lines=tuple(lines), width=max([line.width for line in lines]) * fitted.size)


def is_single(words: Sequence[Word]) -> bool:
    """Does a line of these hold but one word? In scripts without spaces that is a character with its signs."""
    return all(not word.space and word.says.endswith(_JOINING) for word in words[:-1])


def _stretches(fitted: Fitted) -> Iterator[tuple[tuple[Word, ...], tuple[TextLine, ...]]]:
    """Words from one place where a line must end to the next, undivided, and the lines they were broken into."""
    words, lines = fitted.paragraph.words, fitted.lines
    if fitted.paragraph.is_plain:
        yield words, lines
        return
    word_ends = [at for at, word in enumerate(words, 1) if word.ends_line]
    line_ends = [at for at, line in enumerate(lines, 1) if line.ends]
    first_word = first_line = 0
    for word_end, line_end in zip([*word_ends, len(words)], line_ends, strict=True):
        yield words[first_word:word_end], lines[first_line:line_end]
        first_word, first_line = word_end, line_end


class _Breaker:
    """Breaks the stretches of one text anew. `limit` is the measure, in ems."""

    def __init__(self, paragraphs: Paragraphs, setting: Typesetting, limit: float, style: TypeStyle) -> None:
        self._paragraphs, self._setting, self._limit = paragraphs, setting, limit
        by_itself = style.wrap == "auto"
        self._is_pretty = style.align != "center" if by_itself else style.wrap == "pretty"
        self._keeps_stretched = style.align == "justify" and by_itself  # a word less would tear gaps into a line

    def anew(self, words: tuple[Word, ...], lines: tuple[TextLine, ...]) -> list[TextLine] | None:
        """Better lines for a stretch of words, or None.

        Words that first fit divided are left whole where that takes no line more; else they stay divided where they
        are, and what stands behind the last of them is broken anew.
        """
        if len(lines) < 2:
            return None
        if self._is_pretty:
            is_stretched = self._keeps_stretched and any(word.space for word in lines[-2].words[:-1])
            is_well = is_stretched or not is_single(lines[-1].words)
        else:  # what is nearly equal stays: it may end where sentences do
            widths = [line.width for line in lines]
            is_well = min(widths) >= _EQUAL * max(widths)
        if is_well:
            return None
        first = max(0, len(lines) - _AT_THE_END) if self._is_pretty else 0
        divided = [n for n, line in enumerate(lines, 1) if line.divides]
        for start in (first, divided[-1]) if divided and divided[-1] > first else (first,):
            last = lines[start:]
            count = sum([len(line.words) - line.divides for line in last])
            those = words[len(words) - count :]
            if start and lines[start - 1].divides:
                if last[0].divides and len(last[0].words) == 1:  # it begins with the middle of a word
                    continue
                those = (last[0].words[0], *those[1:])
            if better := self._broken(those, last):
                return [*lines[:start], *better]
        return None

    def _broken(self, words: tuple[Word, ...], lines: tuple[TextLine, ...]) -> list[TextLine] | None:
        """These words in as many lines as they are in, if that makes them less ragged."""
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
            breaks = _best_breaks(starts, ends, latest, self._limit, self._limit, inf, is_last_free=True)
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
    """The word behind each line, of those lines that add up to the least squares of how far each is from the `aim`;
    the last doesn't count if it is free. None where there are none within the limit that add up to less than `most`.

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
