"""A word and its language → where it may be divided, as libhyphen does with the dictionaries that pyphen brings.

pyphen itself mixes the levels of a dictionary (German has one for the seams of compounds and one for syllables), lets
all patterns of a place count where libhyphen takes the longest, and needs 325 ms for German: it parses 78,000 patterns
of which a game meets a few hundred. Here a dictionary is read whole, by removing all digits at once ("ad4der" →
"adder"), in 22 ms; a pattern is parsed when a word first meets it. A marshalled copy in a cache would take 13 ms: too
little to gain for a file that can be damaged.

Seams of compounds that a dictionary finds in the wrong place stand in `pnp/data/compounds/`: patterns of a level that
comes before its own.
"""

import re
import unicodedata
from bisect import bisect_left
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from pnp.io.opening import read_input

LEFT, RIGHT = 2, 3  # letters that stay together at the ends of a word, at least
_LONGEST = 100  # letters of a word
COMPOUNDS = Path(__file__).parents[1] / "data" / "compounds"
_CHANGES = 10  # added to a mark whose division would change letters: it counts like others, but isn't offered
_PREFERRED = {"en": "en_US"}  # where pyphen takes another country's
_LARGEST = 16 << 20  # bytes of a dictionary
_SOFT_HYPHENS = re.compile("(?<=[^\u00ad])\u00ad+(?=[^\u00ad])")
_mark_before_letter = re.compile(r"(?:\d*(\d))?\D").findall  # of stray digits the last counts
_setting = re.compile(r"((?:COMPOUND)?(?:LEFT|RIGHT)HYPHENMIN|NOHYPHEN)[ \t]*(.+)").match


Marks = tuple[tuple[int, int], ...]  # offsets in letters, each with its digit


class Level(dict[str, tuple[str, Marks]]):
    """A text → the longest end of it that begins a pattern, and the marks of that if it is one; found when looked up.

    Words begin and end alike, so most is known after a few hundred of them.
    """

    def __init__(self, patterns: dict[str, str]) -> None:
        super().__init__()
        self.patterns = patterns  # by their letters
        self.letters = sorted(patterns)

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
    name = _dictionary_name(language)
    if name is None:
        return ()
    dictionary = _read_dictionary(name)
    lower = word.lower()
    if len(lower) != len(word) or len(unicodedata.normalize("NFC", word)) < len(word):
        return ()  # positions would shift; patterns know composed letters only
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
    found = [(offset, int(digit)) for offset, digit in enumerate(_mark_before_letter(text + ".")) if digit > "0"]
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
        if setting := _setting(first[start:end].decode(codec)):
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
