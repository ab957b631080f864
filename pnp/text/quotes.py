"""How languages quote: opening mark, closing mark, the same for quotes in quotes, apostrophe.

What isn't here quotes like English. Some languages are used to more than one way: all of them are right.
"""

from typing import NamedTuple


class Quotes(NamedTuple):
    opens: str
    closes: str
    inner: str = "‘’"  # marks of quotes in quotes, and other marks that are right
    apostrophe: str = "’"

    @property
    def marks(self) -> frozenset[str]:
        """All that may stand in a text."""
        return frozenset(self.opens + self.closes + self.inner + self.apostrophe)


_LOW = Quotes("„", "“", "‚‘»«›‹")
_LOW_HIGH = Quotes("„", "”", "‚’«»")
_ANGLES = Quotes("«", "»", "„“”‹›")
_SAME = Quotes("”", "”", "’»")
_ENGLISH = Quotes("“", "”")
_CORNERS = Quotes("「", "」", "『』《》〈〉“”")
_QUOTES = {
    **dict.fromkeys(("bg", "cs", "de", "et", "is", "ka", "lb", "lt", "lv", "mk", "sk", "sl", "sr"), _LOW),
    **dict.fromkeys(("bs", "hr", "hu", "nl-BE", "pl", "ro", "af"), _LOW_HIGH),
    **dict.fromkeys(("ca", "el", "es", "eu", "gl", "it", "nb", "nn", "no", "pt", "sq", "hy", "fa"), _ANGLES._replace(
        inner="„“”‘’‹›"
    )),
    **dict.fromkeys(("be", "kk", "ru", "uk", "de-CH", "tt", "az"), _ANGLES),
    **dict.fromkeys(("fr", "br"), _ANGLES._replace(inner="“”‹›")),
    **dict.fromkeys(("da",), Quotes("»", "«", "„“”’›‹")),
    **dict.fromkeys(("fi", "sv"), _SAME),
    **dict.fromkeys(("ja", "zh-Hant", "zh-TW", "zh-HK"), _CORNERS),
    "ar": Quotes("«", "»", "“”‹›"),
    "he": Quotes("”", "”", "“„‘’״׳", "׳"),
    "pt-BR": _ENGLISH,
    "nl": Quotes("‘", "’", "“”„"),
}  # fmt: skip


def quotes_of(language: str) -> Quotes:
    """Of a language tag, or of its language alone."""
    return _QUOTES.get(language) or _QUOTES.get(language.partition("-")[0], _ENGLISH)
