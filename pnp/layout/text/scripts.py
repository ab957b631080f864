"""A text → stretches of one script; a script and a language → under which names fonts.yaml may have a family for it."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import uharfbuzz as hb

_HAN = ("Jpan", "Hans", "Hant", "Kore")
_EAST_ASIAN = {"Hira": ("Jpan",), "Kana": ("Jpan",), "Hang": ("Kore",), "Bopo": ("Hant", "Hans"), "Hani": _HAN}
LETTERS = {  # a letter that any font has which can set the script
    **{"Latn": "a", "Cyrl": "и", "Grek": "ω", "Arab": "ب", "Hebr": "א", "Deva": "क", "Thai": "ก"},
    **{"Jpan": "の", "Hans": "的", "Hant": "的", "Kore": "의"},
}
SCRIPTS_OF_WRITINGS = {"Jpan": "Hani", "Hans": "Hani", "Hant": "Hani", "Kore": "Hang"}  # a way of writing → its script


_WIDE = re.compile(  # punctuation, signs and Latin letters in squares, which only East Asian fonts have
    "[\u3000-\u3004\u3008-\u3020\u3030\u3036\u303c-\u303f\u30fb\u30fc\u31c0-\u31e3\u3200-\u33ff"
    "\ufe30-\ufe6f\uff01-\uff65\uff70\uff9e\uff9f\uffe0-\uffe6]"
)


@lru_cache(None)
def script_of_character(character: str) -> str:
    """Return the script of a character; "" where it depends on what is beside it."""
    buffer = hb.Buffer()
    buffer.add_str(character)
    buffer.guess_segment_properties()
    return buffer.script or ""


_NAMES = {
    **{"Arab": "Arabic", "Cyrl": "Cyrillic", "Deva": "Devanagari", "Grek": "Greek", "Hang": "Korean"},
    **{"Hani": "Chinese", "Hebr": "Hebrew", "Hira": "Japanese", "Kana": "Japanese", "Latn": "Latin"},
}

_NAMES_OF_WRITINGS = {"Jpan": "Japanese", "Hans": "Chinese", "Hant": "Chinese", "Kore": "Korean"}
_KIND = re.compile(
    r" (?:SMALL |CAPITAL |VOWEL |SUBJOINED )?(?:LETTER|SIGN|CHARACTER|SYLLABLE|DIGIT)\b"
)  # behind a script’s name in Unicode’s


def script_name(character: str, text: str = "", writing: str = "") -> str:
    """What people call its script, in a text of a language so written; "" for signs, which belong to none.

    What Japanese people read is Japanese, whichever of their scripts it is in, as are the wide signs between.
    """
    if script_of_any(character) in _EAST_ASIAN and (so_written := _writing_of(text or character, writing)):
        return so_written
    script = script_of_character(character)
    return _NAMES.get(script) or (_KIND.split(unicodedata.name(character, script))[0].title() if script else "")


def _writing_of(text: str, writing: str) -> str:
    """Whose East Asian letters stand in a text; "" where there are none but wide signs."""
    scripts = set(map(script_of_character, text))
    if not scripts.isdisjoint(("Hira", "Kana")):
        return "Japanese"
    if writing in SCRIPTS_OF_WRITINGS:
        return _NAMES_OF_WRITINGS[writing]
    if "Hang" in scripts:
        return "Korean"
    return "Chinese" if not scripts.isdisjoint(("Hani", "Bopo")) else ""


def script_of_any(character: str) -> str:
    """Its script; of wide signs, which belong to none, one whose fonts have them."""
    script = script_of_character(character)
    is_wide = character >= "\u3000" and (not script or script == "Latn") and _WIDE.match(character)
    return "Hani" if is_wide else script


def stretches(text: str) -> Iterator[tuple[str, str]]:
    """The scripts and the parts of the text; what has none of its own goes with what is before it, else behind.

    Wide punctuation never goes with letters of other fonts: "OK：好", "X。".
    """
    start, script = 0, ""
    for at, character in enumerate(text):
        own = script_of_character(character)
        if character >= "\u3000" and (not own or own == "Latn") and _WIDE.match(character):
            own = script
            if script not in _EAST_ASIAN:  # nothing before it is: what is behind counts
                own = next((found for each in text[at + 1 :] if (found := script_of_character(each))), "")
                own = own if own in _EAST_ASIAN else "Hani"
        if own and own != script:
            if script:
                yield script, text[start:at]
                start = at
            script = own
    if text:
        yield script, text[start:]


def families_for(script: str, of_language: str) -> tuple[str, ...]:
    """The names of a script in fonts.yaml, the best first: Han letters look different in Japan and in China."""
    names = _EAST_ASIAN.get(script, (script,))
    return (of_language, *names) if of_language in names else names


def is_square(script: str) -> bool:
    """Do its letters all stand in squares of one size, which nothing moves together?"""
    return script in _EAST_ASIAN
