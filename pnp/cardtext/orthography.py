"""How languages write: capitals and small letters as ICU has them, digits and numbers, quotes and apostrophes.

Python knows the mappings of Unicode for all languages (ß → SS, ς ends a word); what depends on the language is here:
Turkish and Azeri dots, Lithuanian dots under accents, Greek capitals without accents, Armenian և, Dutch IJ.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from copy import copy
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

_DOT, _DIALYTIKA, _IOTA_BELOW = "\u0307", "\u0308", "\u0345"
_ABOVE = "[\u0300-\u0314\u033d-\u0344\u0346\u034a-\u034c\u0350-\u0352\u0357\u035b\u0363-\u036f]"
_NOT_ABOVE = "[\u0316-\u0319\u031c-\u0333\u0339-\u033c]*"
_GREEK = "\u0370-\u03ff\u1f00-\u1fff"
_GREEK_WORD = re.compile(f"[{_GREEK}][{_GREEK}\u0300-\u036f]*")
_LETTER_WITH_MARKS = re.compile("(.)([\u0300-\u036f]*)")
_WITH_DIALYTIKA = {"Ι": "Ϊ", "Υ": "Ϋ"}
_DOTTED_BELOW_ACCENT = re.compile(f"([IJ\u012e])(?={_NOT_ABOVE}{_ABOVE})")
_DOT_OF_LETTER = re.compile(f"(?<=[ij\u012f\u1ecb\u1e2d])({_NOT_ABOVE}){_DOT}")
_IN_WORDS = "'.:^`¨\u00ad´·\u2018\u2019\u2024\u2027"  # what may stand between the letters of a word
_WORD_BEGINS = re.compile(r"([-\s({\[<]+)")

MOST_DIGITS = 20  # behind the decimal point
# Languages that part thousands from five digits on (CLDR's minimumGroupingDigits, which Babel has not).
_FROM_FIVE_DIGITS = frozenset(("bg", "es", "et", "it", "ka", "lv", "pl", "pt_PT"))
_PRINTED = str.maketrans({"\u202f": "\u00a0", "-": "−"})  # few fonts have the narrow space


def _primary(language: str) -> str:
    return language.replace("_", "-").partition("-")[0].lower()


def upper(text: str, language: str) -> str:
    """Return a text with all letters in capitals."""
    match _primary(language):
        case "tr" | "az":
            text = text.replace("i", "İ")
        case "hy":
            text = text.replace("և", "ԵՎ")
        case "el":
            return _upper_greek(text)
        case "lt":  # the dot that a small letter keeps below an accent is none of the capital's
            parts = unicodedata.normalize("NFD", text)
            if parts != text or _DOT in text:
                soft = parts.replace("i\u0328", "\u012f")  # į is one letter for the dot above it
                return unicodedata.normalize("NFC", _DOT_OF_LETTER.sub(r"\1", soft).upper())
    return text.upper()


def lower(text: str, language: str) -> str:
    """Return a text with all letters small."""
    match _primary(language):
        case "tr" | "az":
            text = text.replace("I" + _DOT, "i").replace("İ", "i").replace("I", "ı")
        case "lt" if not text.isascii():  # i and j keep their dots below accents
            parts = unicodedata.normalize("NFD", text.replace("İ", "i" + _DOT)).replace("I\u0328", "\u012e")
            return unicodedata.normalize("NFC", _DOTTED_BELOW_ACCENT.sub(rf"\1{_DOT}", parts).lower())
    return text.lower()


def capitalise(text: str, language: str) -> str:
    """Return a text whose first letter is as titles have it, and the others small."""
    first = 2 if _primary(language) == "nl" and text[:2].lower() == "ij" else 1
    begins = "İ" if text[:1] == "i" and _primary(language) in ("tr", "az") else text[:1].title()
    return begins + text[1:first].upper() + lower(text[first:], language)


def title_case(text: str, language: str) -> str:
    """Return a text each of whose words has a capital; words begin behind blanks, hyphens and opening brackets."""
    return "".join([capitalise(part, language) for part in _WORD_BEGINS.split(text)])


def _upper_greek(text: str) -> str:
    """Drop accents and breathings. A dialytika stays, and comes where an accent said that two vowels are no diphthong
    (Μάιος → ΜΑΪΟΣ); "or" keeps its accent, to be no article."""

    def upper_word(word: re.Match[str]) -> str:
        before, behind = text[: word.start()].rstrip(_IN_WORDS)[-1:], text[word.end() :].lstrip(_IN_WORDS)[:1]
        letters = _LETTER_WITH_MARKS.findall(unicodedata.normalize("NFD", word[0]))
        is_alone = len(letters) == 1 and not (before.isalpha() or behind.isalpha())
        capitals = ""
        was_accented = False
        for letter, marks in letters:
            capital = letter.upper()
            is_accented = any(mark in marks for mark in "\u0300\u0301\u0342")
            is_parted = _DIALYTIKA in marks or (was_accented and capital in _WITH_DIALYTIKA)
            was_accented = capital in "ΑΕΗΙΟΥΩ" and is_accented and not is_parted
            if capital == "Η" and is_accented and is_alone and _IOTA_BELOW not in marks:
                capital = "Ή"
            elif is_parted:
                capital = _WITH_DIALYTIKA.get(capital, capital + _DIALYTIKA)
            capitals += capital + "Ι" * marks.count(_IOTA_BELOW)
        return capitals

    return _GREEK_WORD.sub(upper_word, text).upper()


def format_number(language: str, value: float, digits: int | None = None) -> str:
    """Write a number with so many digits behind the decimal point, or as many as it has, three at most."""
    locale = _locale(language)
    is_grouped = abs(value) >= 10_000 or str(locale) not in _FROM_FIVE_DIGITS
    pattern = copy(locale.decimal_formats[None])
    if digits is not None:
        pattern.frac_prec = (digits, digits)
    return str(pattern.apply(value, locale, group_separator=is_grouped)).translate(_PRINTED)


def number_ranges(numbers: Iterable[int]) -> str:
    """Return whole numbers in their order, with a dash for those between: 2, 3, 4, 6 → "2–4, 6"."""
    following = groupby(enumerate(sorted(numbers)), lambda each: each[1] - each[0])
    runs = [[number for _, number in run] for _, run in following]
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


@lru_cache(64)
def _locale(language: str) -> Any:
    """Return how a language writes numbers; English, if the language is unknown."""
    from babel import Locale, UnknownLocaleError  # dear, and few texts say a number so

    name = language.replace("-", "_")
    for known in (name, name.partition("_")[0]):
        try:
            return Locale.parse(known)
        except (ValueError, UnknownLocaleError):
            continue
    return Locale("en")


class Quotes(NamedTuple):
    """A language's opening mark and closing mark. Some languages are used to more than one way: all are right."""

    opens: str
    closes: str
    inner: str = "‘’"  # marks of quotes in quotes, and other marks that are right
    apostrophe: str = "’"

    @property
    def marks(self) -> frozenset[str]:
        """Return all that may stand in a text."""
        return frozenset(self.opens + self.closes + self.inner + self.apostrophe)


_LOW = Quotes("„", "“", "‚‘»«›‹")
_ANGLES = Quotes("«", "»", "„“”‹›")
_ENGLISH = Quotes("“", "”")
_QUOTES = {
    **dict.fromkeys(("bg", "cs", "de", "et", "is", "ka", "lb", "lt", "lv", "mk", "sk", "sl", "sr"), _LOW),
    **dict.fromkeys(("bs", "hr", "hu", "nl-BE", "pl", "ro", "af"), Quotes("„", "”", "‚’«»")),
    **dict.fromkeys(("ca", "el", "es", "eu", "gl", "it", "pt"), _ANGLES._replace(inner="“”‘’")),
    **dict.fromkeys(("it-CH", "nb", "nn", "no", "sq", "hy", "fa"), _ANGLES._replace(inner="„“”‘’‹›")),
    **dict.fromkeys(("be", "kk", "ru", "uk", "de-CH", "tt", "az"), _ANGLES),
    **dict.fromkeys(("fr", "br"), _ANGLES._replace(inner="“”‹›")),
    "da": Quotes("»", "«", "„“”’›‹"),
    **dict.fromkeys(("fi", "sv"), Quotes("”", "”", "’»")),
    **dict.fromkeys(("ja", "zh-Hant", "zh-TW", "zh-HK"), Quotes("「", "」", "『』《》〈〉“”")),
    "ar": Quotes("«", "»", "“”‹›"),
    "he": Quotes("”", "”", "“„‘’״׳", "׳"),
    "pt-BR": _ENGLISH,
    "nl": Quotes("‘", "’", "“”„"),
}  # fmt: skip


def quotes_of(language: str) -> Quotes:
    """Return the quotes of a language tag, or of its language alone; English ones, if the language is unknown."""
    return _QUOTES.get(language) or _QUOTES.get(language.partition("-")[0], _ENGLISH)


_AROUND_LINES = r"(?P<line>[ \t]+\n|\n[ \t]+)|(?P<inside>[ \t]{2,}|\t)"
_ON_LINES = re.compile(rf"(?P<front>\A[ \t]+)|(?P<end>[ \t]+\Z)|{_AROUND_LINES}")
_AT_ENDS = re.compile(rf"(?P<front>\A[ \t\n]+)|(?P<end>[ \t\n]+\Z)|{_AROUND_LINES}")
_SAYS = {
    "front": "begins with a blank",
    "end": "ends with a blank",
    "line": "has a blank beside a line break",
    "inside": "has more than one blank in a row",
}


class Blank(NamedTuple):
    says: str
    start: int
    end: int


def misplaced_blanks(text: str, *, line_ends: bool = False) -> Iterator[Blank]:
    """Yield blanks that are one too many; `line_ends`: at its beginning and end, a line break counts as a blank."""
    if "  " in text or text != text.strip() or "\t" in text or " \n" in text or "\n " in text:
        for match in (_AT_ENDS if line_ends else _ON_LINES).finditer(text):
            yield Blank(_SAYS[match.lastgroup or "inside"], *match.span())
