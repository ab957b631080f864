"""A word and its language → where it may be divided, by the dictionaries that pyphen brings.

pyphen's own reader takes 325 ms for German, because it parses 66,000 patterns of which a game needs a few hundred. Here
a dictionary is read whole, by removing all digits at once ("ad4der" → "adder"), in 18 ms; a pattern is parsed when a
word first meets it. A marshalled copy in a cache would take 13 ms: too little to gain for a file that can be damaged.
"""

import re
import unicodedata
from functools import lru_cache

from pnp.model.opening import read_input

LEFT, RIGHT = 2, 3  # letters that stay together at the ends of a word
_LONGEST = 100  # letters of a word; the search is quadratic
_LARGEST = 16 << 20  # bytes of a dictionary
_SOFT_HYPHENS = re.compile("(?<=[^\u00ad])\u00ad+(?=[^\u00ad])")
_changes_letters = re.compile(rb"/.*=").search
_level_before_letter = re.compile(r"(?:\d*(\d))?\D").findall  # of stray digits the last counts


@lru_cache(maxsize=8192)
def hyphenate(word: str, language: str) -> tuple[int, ...]:
    """The positions before which a word, letters only, may be divided with a hyphen.

    Soft hyphens in the word say it themselves, in any language: then a position follows each of them.
    """
    if "\u00ad" in word:
        return tuple(match.end() for match in _SOFT_HYPHENS.finditer(word))
    dictionary = _dictionary_for(language)
    if dictionary is None or not LEFT + RIGHT <= len(word) <= _LONGEST:
        return ()
    lower = word.lower()
    if len(lower) != len(word) or len(unicodedata.normalize("NFC", word)) < len(word):
        return ()  # positions would shift; patterns know composed letters only
    levels = _levels(lower, dictionary)
    inside = range(LEFT, len(word) - RIGHT + 1)
    return tuple(i for i in inside if levels[i + 1] % 2 and unicodedata.category(word[i])[0] != "M")


def has_hyphenation(language: str) -> bool:
    """Is there a dictionary for this language tag, or for the language without its region?"""
    return _name_for(language) is not None


def _levels(lower: str, dictionary: dict[str, str]) -> list[int]:
    """What the patterns say of each place before a letter of ".word.": odd where the word may be divided."""
    dotted = f".{lower}."
    size = len(dotted)
    find = dictionary.get
    found = [(i, p) for i in range(size) for j in range(i + 1, size + 1) if (p := find(dotted[i:j])) is not None]
    levels = [0] * (size + 1)
    for start, pattern in found:
        for offset, level in _parsed(pattern):
            # 10 marks a division that would change letters: it counts like others, but isn't offered
            if level % 10 >= levels[start + offset] % 10:
                levels[start + offset] = level
    return [0 if level >= 10 else level for level in levels]


@lru_cache(maxsize=8192)
def _parsed(pattern: str) -> tuple[tuple[int, int], ...]:
    """ "a2ch4" → ((1, 2), (4, 4)): the offsets of the digits, in letters, and the digits.

    The levels of patterns that spell the word differently when divided ("asszo1ny/sz=sz,…") are raised by 10.
    """
    changes = 10 if "=" in pattern else 0
    if changes:
        pattern = pattern.partition("/")[0]
    found = enumerate(_level_before_letter(pattern + "."))
    return tuple([(offset, int(digit) + changes) for offset, digit in found if digit > "0"])


@lru_cache(maxsize=256)
def _name_for(language: str) -> str | None:
    from pyphen import language_fallback

    name: str | None = language_fallback(language)
    return name


def _dictionary_for(language: str) -> dict[str, str] | None:
    name = _name_for(language)
    return None if name is None else _dictionary(name)


@lru_cache(maxsize=8)
def _dictionary(name: str) -> dict[str, str]:
    """The patterns of a dictionary by their letters. Its comments and settings come along: no word can meet them."""
    from pyphen import LANGUAGES

    encoding, _, data = read_input(LANGUAGES[name], _LARGEST).partition(b"\n")
    codec = encoding.decode("ascii").strip().removeprefix("microsoft-")
    patterns = data.decode(codec).split("\n")
    letters = data.translate(None, b"0123456789 \t\r").decode(codec).split("\n")
    dictionary = {key: pattern for key, pattern in zip(letters, patterns, strict=True) if key != pattern}
    if _changes_letters(data):
        for key in [key for key in dictionary if "/" in key and "=" in key]:
            dictionary[key.partition("/")[0]] = dictionary.pop(key)
    return dictionary
