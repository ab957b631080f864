"""A text and its language → in capitals, in small letters, or with capitals where words begin, as ICU does.

Python knows the mappings of Unicode for all languages (ß → SS, ς ends a word); what depends on the language is here:
Turkish and Azeri dots, Lithuanian dots under accents, Greek capitals without accents, Armenian և, Dutch IJ.
"""

import re
import unicodedata
from collections.abc import Callable

_DOT, _ACUTE, _DIALYTIKA, _IOTA_BELOW = "\u0307", "\u0301", "\u0308", "\u0345"
_ABOVE = "[\u0300-\u0314\u033d-\u0344\u0346\u034a-\u034c\u0350-\u0352\u0357\u035b\u0363-\u036f]"
_MARKS = "[\u0300-\u036f]"
_NOT_ABOVE = "[\u0316-\u0319\u031c-\u0333\u0339-\u033c]*"
_GREEK = "\u0370-\u03ff\u1f00-\u1fff"
_GREEK_WORD = re.compile(f"[{_GREEK}][{_GREEK}\u0300-\u036f]*")
_LETTER_WITH_MARKS = re.compile(f"(.)({_MARKS}*)")
_WITH_DIALYTIKA = {"Ι": "Ϊ", "Υ": "Ϋ"}
_DOTTED_BELOW_ACCENT = re.compile(f"([IJ\u012e])(?={_NOT_ABOVE}{_ABOVE})")
_DOT_OF_LETTER = re.compile(f"(?<=[ij\u012f\u1ecb\u1e2d])({_NOT_ABOVE}){_DOT}")
_IN_WORDS = "'.:^`¨\u00ad´·\u2018\u2019\u2024\u2027"  # what may stand between the letters of a word
_WORD_BEGINS = re.compile(r"([-\s({\[<]+)")


def upper(text: str, language: str) -> str:
    """All letters in capitals."""
    return _UPPER.get(_primary(language), str.upper)(text)


def lower(text: str, language: str) -> str:
    """All letters small."""
    return _LOWER.get(_primary(language), str.lower)(text)


def capitalised(text: str, language: str) -> str:
    """The first letter as titles have it, the others small."""
    first = 2 if _primary(language) == "nl" and text[:2].lower() == "ij" else 1
    has_dot = text[:1] == "i" and _primary(language) in ("tr", "az")
    begins = "İ" if has_dot else text[:1].title()
    return begins + text[1:first].upper() + lower(text[first:], language)


def titled(text: str, language: str) -> str:
    """Each word with a capital; words begin behind blanks, hyphens and opening brackets."""
    return "".join([capitalised(part, language) for part in _WORD_BEGINS.split(text)])


def _primary(language: str) -> str:
    return language.replace("_", "-").partition("-")[0].lower()


def _lithuanian_upper(text: str) -> str:
    """The dot that a small letter keeps below an accent is none of the capital's."""
    parts = unicodedata.normalize("NFD", text)
    if parts == text and _DOT not in text:
        return text.upper()
    soft = parts.replace("i\u0328", "\u012f")  # į is one letter for the dot above it
    return unicodedata.normalize("NFC", _DOT_OF_LETTER.sub(r"\1", soft).upper())


def _lithuanian_lower(text: str) -> str:
    """i and j keep their dots below accents."""
    if text.isascii():
        return text.lower()
    parts = unicodedata.normalize("NFD", text.replace("İ", "i" + _DOT)).replace("I\u0328", "\u012e")
    dotted = _DOTTED_BELOW_ACCENT.sub(lambda found: found[1] + _DOT, parts)
    return unicodedata.normalize("NFC", dotted.lower())


def _greek_upper(text: str) -> str:
    parts: list[str] = []
    at = 0
    for word in _GREEK_WORD.finditer(text):
        before, behind = text[: word.start()].rstrip(_IN_WORDS)[-1:], text[word.end() :].lstrip(_IN_WORDS)[:1]
        alone = not (before.isalpha() or behind.isalpha())
        parts += (text[at : word.start()].upper(), _greek_word(word[0], alone))
        at = word.end()
    return "".join(parts) + text[at:].upper()


def _greek_word(word: str, alone: bool) -> str:
    """Without accents and breathings. A dialytika stays, and comes where an accent said that two vowels are no
    diphthong (Μάιος → ΜΑΪΟΣ); "or" keeps its accent, to be no article."""
    letters = _LETTER_WITH_MARKS.findall(unicodedata.normalize("NFD", word))
    capitals: list[str] = []
    was_accented = False
    for letter, marks in letters:
        capital = letter.upper()
        is_vowel = capital in "ΑΕΗΙΟΥΩ"
        is_accented = any(mark in marks for mark in "\u0300\u0301\u0342")
        is_parted = _DIALYTIKA in marks or (was_accented and capital in _WITH_DIALYTIKA)
        was_accented = is_vowel and is_accented and not is_parted
        if capital == "Η" and is_accented and alone and len(letters) == 1 and _IOTA_BELOW not in marks:
            capital = "Ή"
        elif is_parted:
            capital = _WITH_DIALYTIKA.get(capital, capital + _DIALYTIKA)
        capitals += (capital, "Ι" * marks.count(_IOTA_BELOW))
    return "".join(capitals)


_UPPER: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("tr", "az"), lambda text: text.replace("i", "İ").upper()),
    **{"lt": _lithuanian_upper, "el": _greek_upper, "hy": lambda text: text.replace("և", "ԵՎ").upper()},
}
_LOWER: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(
        ("tr", "az"), lambda text: text.replace("I" + _DOT, "i").replace("İ", "i").replace("I", "ı").lower()
    ),
    "lt": _lithuanian_lower,
}
