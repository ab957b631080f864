"""A text → where its lines may break (UAX #14, Unicode 16.0, and what a language adds), and where words may be divided.

The rules of line breaking stand in `tests/typesetting/linebreak_rules.py`; `make_linebreak_data.py` beside them makes
of them the automaton that runs here: each character has a class, each class leads from one state to the next, and the
state says whether a line may break before that character.

Words are divided as libhyphen does with the dictionaries that pyphen brings. pyphen itself mixes the levels of a
dictionary (German has one for the seams of compounds and one for syllables), lets all patterns of a place count where
libhyphen takes the longest, and needs 325 ms for German: it parses 78,000 patterns of which a game meets a few hundred.
Here a dictionary is read whole, by removing all digits at once ("ad4der" → "adder"), in 22 ms; a pattern is parsed when
a word first meets it. Seams of compounds that a dictionary finds in the wrong place stand in `pnp/data/compounds/`:
patterns of a level that comes before its own.
"""

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache, reduce
from itertools import accumulate, pairwise
from operator import getitem, itemgetter
from pathlib import Path
from typing import Any, NamedTuple
from zlib import decompress

from pnp.cardtext.icons import ICON_CHARACTER
from pnp.cardtext.marks import Bit
from pnp.io.opening import read_input
from pnp.model.regex import regex

# made by tests/typesetting/make_linebreak_data.py of Unicode 16.0.0
STATES = 193
BLOCK = 128
KEEP, BREAK, MUST, IF_NO_CLOSING, IF_DIGIT, IF_WIDE, IF_NO_NUMBER, IF_NO_VIRAMA = range(8)

# classes that the conditional actions look for behind the character in question
MARKS = bytes([1, 34])
CLOSING = bytes([3, 4, 5, 6, 7, 8, 13, 14, 16, 18, 19, 20, 22, 33, 38, 42, 51, 55])
DIGIT = bytes([17])
INFIX = bytes([14])
WIDE = bytes([24, 39, 40, 41, 42, 43, 46, 47, 48, 49, 50, 51, 52, 53, 55, 57])
VIRAMA = bytes([32])

_DATA = decompress(read_input(Path(__file__).parents[1] / "data" / "line-breaks.bin", 1_000_000))

ROWS = _DATA[:11387]  # one a state: the action on entering it, then the next state for each class
CLASSES = _DATA[11387:]  # the block that each run of BLOCK code points uses, then the blocks
INDEX_SIZE = 8704


@lru_cache(None)
def _class(character: str) -> int:
    block, offset = divmod(ord(character), BLOCK)
    return CLASSES[INDEX_SIZE + CLASSES[block] * BLOCK + offset]


_WIDTH = len(ROWS) // STATES
_STATES: list[list[Any]] = [[] for _ in range(STATES)]  # each its action, and the states that classes 1, 2, … lead to
for _number, _state in enumerate(_STATES):
    _action_here, *_targets = ROWS[_number * _WIDTH : (_number + 1) * _WIDTH]
    _state += [_action_here, *[_STATES[target] for target in _targets]]
_START = _STATES[0]

_HYPHENED = (f"{ICON_CHARACTER}-", f"{ICON_CHARACTER}\u2010")
_RANGE = re.compile("(?<=[0-9]\u2013)(?=[0-9])")
_NUMBERED = tuple(f"{digit} " for digit in "0123456789")
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
        (position, action == MUST)
        for position, action in enumerate(actions, -1)
        if action and (action <= MUST or _is_break(action, classes[position + 1 :]))
    ]
    if ICON_CHARACTER in text:

        def is_kept(at: int) -> bool:
            before = text[max(0, at - 2) : at]
            return before in _HYPHENED or (text[at : at + 1] == ICON_CHARACTER and before in _NUMBERED)

        breaks = [(at, must) for at, must in breaks if must or not is_kept(at)]
    kept = {match.start() for match in _RANGE.finditer(text)}
    return (*[each for each in breaks if each[0] not in kept], (len(text), True))


def _is_break(action: int, following: bytes) -> bool:
    """Apply the few rules that depend on the character behind the one in question."""
    following = following.lstrip(MARKS)
    if action == IF_NO_CLOSING:  # LB15b: a closing quote after a space
        return following != b"" and following[0] not in CLOSING
    if action == IF_DIGIT:  # LB15c: " .5"
        return following.startswith(DIGIT)
    if action == IF_WIDE:  # LB19a: an opening quote after an ideograph
        return following != b"" and following[0] in WIDE
    if action == IF_NO_VIRAMA:  # LB28a
        return not following.startswith(VIRAMA)
    # LB25: "$(1" and "$(.5"
    return not following.startswith((DIGIT, INFIX + DIGIT))


def breaks_are_fixed(text: str) -> bool:
    """Tell whether lines break in a text, and may before it, whatever words and blanks stand around it."""
    is_free = _BLANK[_class(text[0])][0] == BREAK
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


LEFT, RIGHT = 2, 3  # letters that stay together at the ends of a word, at least
_LONGEST = 100  # letters of a word
COMPOUNDS = Path(__file__).parents[1] / "data" / "compounds"
_CHANGES = 10  # added to a mark whose division would change letters: it counts like others, but isn't offered
_PREFERRED = {"en": "en_US"}  # where pyphen takes another country's
_LARGEST = 16 << 20  # bytes of a dictionary
_SOFT_HYPHENS = regex("(?<=[^\u00ad])\u00ad+(?=[^\u00ad])")
_MARK_BEFORE_LETTER = regex(r"(?:\d*(\d))?\D")  # of stray digits the last counts
_SETTING = regex(r"((?:COMPOUND)?(?:LEFT|RIGHT)HYPHENMIN|NOHYPHEN)[ \t]*(.+)")


Marks = tuple[tuple[int, int], ...]  # offsets in letters, each with its digit


class Level(dict[str, tuple[str, Marks]]):
    """A text → the longest end of it that begins a pattern, and the marks of it if it is one; found when needed."""

    def __init__(self, patterns: dict[str, str]) -> None:
        self.patterns, self.letters = patterns, sorted(patterns)  # by their letters

    def __missing__(self, text: str) -> tuple[str, Marks]:
        end = text
        while (at := bisect_left(self.letters, end)) == len(self.letters) or not self.letters[at].startswith(end):
            end = end[1:]
        pattern = self.patterns.get(end)
        found = self[text] = end, _parse_pattern(pattern) if pattern else ()
        return found


class Dictionary(NamedTuple):
    """Levels, the coarsest first: a word is divided by the next one where this one leaves it whole."""

    levels: tuple[Level, ...]
    left: int  # letters before the first hyphen of a word
    right: int  # letters after its last one
    part_left: int  # the same for the parts of a compound
    part_right: int
    never: tuple[str, ...]  # on neither side of these


@lru_cache(maxsize=8192)
def hyphenate(word: str, language: str) -> tuple[int, ...]:
    """Return the positions before which a word, letters only, may be divided with a hyphen.

    Soft hyphens in the word decide alone, in any language: a position follows each of them.
    """
    if "\u00ad" in word:
        return tuple(match.end() for match in _SOFT_HYPHENS.finditer(word))
    if not LEFT + RIGHT <= len(word) <= _LONGEST:
        return ()
    name, lower = _dictionary_name(language), word.lower()
    if name is None or len(lower) != len(word) or len(unicodedata.normalize("NFC", word)) < len(word):
        return ()  # positions would shift; patterns know composed letters only
    dictionary = _read_dictionary(name)
    levels = dictionary.levels
    if len(levels) > 1 and lower in levels[1].patterns:  # the dictionary knows the very word
        levels = levels[1:]
    found = _divide(lower, dictionary, levels, True, True)
    inside = range(dictionary.left, len(word) - dictionary.right + 1)
    never = dictionary.never
    return tuple(
        at
        for at in found
        if at in inside
        and unicodedata.category(word[at])[0] != "M"
        and not (lower.startswith(never, at) or lower.endswith(never, 0, at))
    )


def _divide(word: str, dictionary: Dictionary, levels: tuple[Level, ...], first: bool, last: bool) -> list[int]:
    """Return the places that divide a part of a word, which is the first or the last one, or both."""
    marks = _marks(word, levels[0])
    cuts = [at for at in range(1, len(word)) if marks[at + 1] % 2]
    offered = [at for at in cuts if marks[at + 1] < _CHANGES]
    if len(levels) == 1:
        return offered
    if cuts:  # each part is divided, too: it may be a compound
        for start, end in pairwise([0, *cuts, len(word)]):
            if end - start > 1:
                part = _divide(word[start:end], dictionary, levels, first and not start, last and end == len(word))
                offered += [start + at for at in part]
        return sorted(offered)
    least = 0 if first else dictionary.part_left
    most = len(word) if last else len(word) - dictionary.part_right
    return [at for at in _divide(word, dictionary, levels[1:], first, last) if least <= at <= most]


def _marks(word: str, level: Level) -> list[int]:
    """Return the mark of each place before a letter of ".word.": odd where the word may be divided.

    At each letter only the longest text counts that ends there and begins a pattern - if it is one.
    """
    marks = [0] * (len(word) + 3)
    state = ""
    for end, letter in enumerate(f".{word}.", 1):
        state, found = level[state + letter]
        if found:
            start = end - len(state)
            for offset, mark in found:
                if mark % _CHANGES > marks[start + offset] % _CHANGES:
                    marks[start + offset] = mark
    return marks


def _parse_pattern(pattern: str) -> Marks:
    """Read "a2ch4" as ((1, 2), (4, 4)): the offsets of the digits, in letters, and the digits.

    Behind a slash stands how the word is spelled when divided, and which letters that is about ("/sz=sz,2,3" or all).
    """
    text, _, change = pattern.partition("/")
    digits = enumerate(_MARK_BEFORE_LETTER.findall(text + "."))
    found = [(offset, int(digit)) for offset, digit in digits if digit > "0"]
    if not change:
        return tuple(found)
    _, *about = change.split(",")
    changed = range(len(text) + 1)
    if len(about) == 2:
        first = int(about[0]) - (not text.startswith("."))
        changed = range(first, first + int(about[1]) + 1)
    return tuple([(offset, mark + _CHANGES * (offset in changed)) for offset, mark in found])


@lru_cache(maxsize=256)
def _dictionary_name(language: str) -> str | None:
    """Return the name of the dictionary for a language tag, or for the language without its region."""
    from pyphen import language_fallback

    name: str | None = _PREFERRED.get(language.lower()) or language_fallback(language)
    return name


@lru_cache(maxsize=8)
def _read_dictionary(name: str) -> Dictionary:
    """Read one of pyphen's dictionaries, behind the compounds that pnp knows of its language."""
    from pyphen import LANGUAGES

    encoding, _, data = read_input(LANGUAGES[name], _LARGEST).partition(b"\n")
    codec = encoding.decode("ascii").strip().removeprefix("microsoft-")
    own = COMPOUNDS / f"{name.partition('_')[0]}.dic"
    before = [_read_level(read_input(own, _LARGEST), "utf-8")] if own.is_file() else []
    first, *others = data.split(b"\nNEXTLEVEL")
    settings: dict[str, str] = {}  # a few lines that say how to use the patterns, among 70,000 that are patterns
    at = first.find(b"HYPHEN")
    while at >= 0:
        start, end = first.rfind(b"\n", 0, at) + 1, first.find(b"\n", at) % (len(first) + 1)
        if setting := _SETTING.match(first[start:end].decode(codec)):
            settings[setting[1]] = setting[2].strip()
        at = first.find(b"HYPHEN", end)
    return Dictionary(
        levels=(*before, _read_level(first, codec), *[_read_level(other, codec) for other in others]),
        left=max(LEFT, int(settings.get("LEFTHYPHENMIN", 0))),
        right=max(RIGHT, int(settings.get("RIGHTHYPHENMIN", 0))),
        part_left=int(settings.get("COMPOUNDLEFTHYPHENMIN", 0)),
        part_right=int(settings.get("COMPOUNDRIGHTHYPHENMIN", 0)),
        never=tuple(settings["NOHYPHEN"].split(",")) if "NOHYPHEN" in settings else (),
    )


def _read_level(data: bytes, codec: str) -> Level:
    """Read patterns, with comments and settings: no word, in small letters, can meet those."""
    lines = data.decode(codec).split("\n")
    letters = data.translate(None, b"0123456789 \t\r").decode(codec).split("\n")
    patterns = dict(zip(letters, lines, strict=True))  # of two with the same letters the later one counts
    if b"/" in data:
        for key in [key for key in patterns if "/" in key]:
            patterns[key.partition("/")[0]] = patterns.pop(key)
    return Level(patterns)
