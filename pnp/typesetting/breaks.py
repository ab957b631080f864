"""A text → where its lines may break (UAX #14, Unicode 16.0, and what a language adds), in chunks of one style.

The rules themselves stand in `tests/layout/linebreak_rules.py`; `make_linebreak_data.py` beside them makes of them the
automaton that runs here: each character has a class, each class leads from one state to the next, and the state says
whether a line may break before that character.
"""

import re
from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import accumulate
from operator import getitem, itemgetter
from typing import Any

from pnp.cardtext.icons import ICON_CHARACTER
from pnp.cardtext.marks import Bit
from pnp.model.regex import regex
from pnp.typesetting import _linebreak_data as data


@lru_cache(None)
def _class(character: str) -> int:
    block, offset = divmod(ord(character), data.BLOCK)
    return data.CLASSES[data.INDEX_SIZE + data.CLASSES[block] * data.BLOCK + offset]


def _states() -> list[Any]:
    """Return the first state; a state is a list of its action and the states that the classes 1, 2, … lead to."""
    width = len(data.ROWS) // data.STATES
    states: list[list[Any]] = [[] for _ in range(data.STATES)]
    for number, state in enumerate(states):
        action, *targets = data.ROWS[number * width : (number + 1) * width]
        state.append(action)
        state.extend([states[target] for target in targets])
    return states[0]


_HYPHENED = (f"{ICON_CHARACTER}-", f"{ICON_CHARACTER}\u2010")
_RANGE = re.compile("(?<=[0-9]\u2013)(?=[0-9])")
_NUMBERED = tuple(f"{digit} " for digit in "0123456789")
_START = _states()
_action = itemgetter(0)
_BLANK = _START[_class("x")][_class(" ")]  # the state behind a blank that a line may end at


@lru_cache(maxsize=512)
def break_opportunities(text: str) -> tuple[tuple[int, bool], ...]:
    """Return the positions before which a line may break, with True where it must; the text's end is one of them.

    Spaces stay at the end of the line before. U+FFFC, which stands for an inline icon, behaves like a letter; the
    hyphen behind it stays with the rest of the word, which alone would be too little to begin a line with, and an icon
    stays with the number before it, as a unit does. A range of numbers like "7–17" is never broken.
    """
    if not text:
        return ()
    classes = bytes(map(_class, text))
    # accumulate yields the start first, so that the action before text[i] is the one at i + 1
    actions = bytes(map(_action, accumulate(classes, getitem, initial=_START)))
    breaks = [
        (position, action == data.MUST)
        for position, action in enumerate(actions, -1)
        if action and (action <= data.MUST or _is_break(action, classes[position + 1 :]))
    ]
    if ICON_CHARACTER in text:

        def is_kept(at: int) -> bool:
            before = text[max(0, at - 2) : at]
            return before in _HYPHENED or (text[at : at + 1] == ICON_CHARACTER and before in _NUMBERED)

        breaks = [(at, must) for at, must in breaks if must or not is_kept(at)]
    if kept := {match.start() for match in _RANGE.finditer(text)}:
        breaks = [each for each in breaks if each[0] not in kept]
    breaks.append((len(text), True))
    return tuple(breaks)


def _is_break(action: int, following: bytes) -> bool:
    """Apply the few rules that depend on the character behind the one in question."""
    following = following.lstrip(data.MARKS)
    if action == data.IF_NO_CLOSING:  # LB15b: a closing quote after a space
        return following != b"" and following[0] not in data.CLOSING
    if action == data.IF_DIGIT:  # LB15c: " .5"
        return following.startswith(data.DIGIT)
    if action == data.IF_WIDE:  # LB19a: an opening quote after an ideograph
        return following != b"" and following[0] in data.WIDE
    if action == data.IF_NO_VIRAMA:  # LB28a
        return not following.startswith(data.VIRAMA)
    # LB25: "$(1" and "$(.5"
    return not following.startswith((data.DIGIT, data.INFIX + data.DIGIT))


def breaks_are_fixed(text: str) -> bool:
    """Tell whether lines break in a text, and may before it, whatever words and blanks stand around it."""
    is_free = _BLANK[_class(text[0])][0] == data.BREAK
    return is_free and (text[-1] != " " or reduce(getitem, map(_class, text), _BLANK) is _BLANK)


Breaks = tuple[tuple[int, bool], ...]

_HANGUL = regex("[\uac00-\ud7ff\u1100-\u11ff\u3130-\u318f\ua960-\ua97f]+")
THAI = re.compile("[\u0e01-\u0e3a\u0e40-\u0e5b]+")


def break_finder(language: str) -> Callable[[str], Breaks]:
    """Return the function that finds the breaks of a text in a language."""
    return {"ko": _korean_breaks, "th": _thai_breaks}.get(language.partition("-")[0].lower(), break_opportunities)


def _korean_breaks(text: str) -> Breaks:
    """Keep words whole: in short texts a syllable alone on a line is hard to read."""
    found = break_opportunities(text)
    return tuple([(at, must) for at, must in found if must or not _HANGUL.fullmatch(text[at - 1 : at + 1])])


def _thai_breaks(text: str) -> Breaks:
    """Find the ends of Thai words, which have no spaces between them, by zero-width spaces and by PyThaiNLP."""
    found = dict(break_opportunities(text))
    for stretch in THAI.finditer(text):
        for at in _word_ends(stretch[0]):
            found.setdefault(stretch.start() + at, False)
    return tuple(sorted(found.items()))


def thai_hint() -> str:
    """Return what to do where Thai words are too wide."""
    hint = "put zero-width spaces (U+200B) between Thai words"
    if _thai_words():
        return hint
    from pnp.io.installing import extra_command

    return f"{hint}, or let a dictionary find them: {extra_command('thai')}"


@lru_cache(4096)
def _word_ends(stretch: str) -> tuple[int, ...]:
    """Return the places between Thai words; none without PyThaiNLP."""
    tokenize = _thai_words()
    return tuple(accumulate(map(len, tokenize(stretch, engine="newmm")[:-1]))) if tokenize else ()


@lru_cache(1)
def _thai_words() -> Any:
    """Return PyThaiNLP's function that divides a text into words, if it is installed."""
    try:
        from pythainlp.tokenize import word_tokenize
    except ImportError:
        return None
    return word_tokenize


Chunk = tuple[tuple[Bit, ...], bool]  # a text between two breaks, and whether a line must end after it


def split_chunks(bits: tuple[Bit, ...], whole: str, breaks: Breaks) -> list[Chunk]:
    """Cut bits at the places where a line may end."""
    chunks: list[Chunk] = []
    left = iter(bits)
    bit = Bit("")
    at = bit_end = 0
    for end, mandatory in breaks:
        chunk: list[Bit] = []
        while at < end:
            if at == bit_end:
                bit = next(left)
                bit_end += len(bit.text)
            stop = min(end, bit_end)
            chunk.append(Bit(whole[at:stop], bit.emphasis, bit.icon, bit.colour))
            at = stop
        chunks.append((tuple(chunk), mandatory and end < len(whole)))
    return chunks


def split_bits(bits: tuple[Bit, ...], at: int) -> tuple[tuple[Bit, ...], tuple[Bit, ...]]:
    """Divide bits into the first `at` characters and the others."""
    for i, bit in enumerate(bits):
        if at < len(bit.text):
            if not at:
                return bits[:i], bits[i:]
            return (*bits[:i], bit._replace(text=bit.text[:at])), (bit._replace(text=bit.text[at:]), *bits[i + 1 :])
        at -= len(bit.text)
    return bits, ()
