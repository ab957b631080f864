"""How languages quote: opening mark, closing mark, the same for quotes in quotes, apostrophe.

What isn't here quotes like English. Some languages are used to more than one way: all of them are right.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.cardtext.brackets import BRACKETED
from pnp.cardtext.holes import unmasked
from pnp.cardtext.icons import ICON_CHARACTER, with_icons
from pnp.cardtext.marks import SIGNS, printed, printed_places


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
    **dict.fromkeys(("ca", "el", "es", "eu", "gl", "it", "pt"), _ANGLES._replace(inner="“”‘’")),
    **dict.fromkeys(("it-CH", "nb", "nn", "no", "sq", "hy", "fa"), _ANGLES._replace(inner="„“”‘’‹›")),
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
    """`line_ends`: at the beginning and at the end, a line break counts as a blank."""
    if "  " in text or text != text.strip() or "\t" in text or " \n" in text or "\n " in text:
        for match in (_AT_ENDS if line_ends else _ON_LINES).finditer(text):
            yield Blank(_SAYS[match.lastgroup or "inside"], *match.span())


_SIGNS = re.escape(SIGNS)
_SIGN = re.compile(f"[{_SIGNS}]")
_ESCAPED = re.compile(rf"\\(?:{BRACKETED}|[{_SIGNS}])")


def escaped(text: str) -> str:
    """Card text that prints this text as it is: no sign in it means anything."""
    return _SIGN.sub(r"\\\g<0>", text)


def masked_escapes(text: str) -> str:
    """As long as before; of a sign that means nothing, and of the bracket that belongs to it, only that it is there."""
    return _ESCAPED.sub(lambda found: ICON_CHARACTER * len(found[0]), text) if "\\" in text else text


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd-\uffff]")
_AROUND = 12  # characters of an excerpt on both sides


def bare(text: str) -> str:
    """The words alone: marks, backslashes and what nobody sees gone, an icon as one character that is no letter.

    Of a text that isn't filled in, what is in braces has to be masked before: it is no words, and no mark.
    """
    said = printed(text)
    return said if said.isprintable() else _UNSEEN.sub("", said)


def place_in_text(text: str, start: int, end: int) -> tuple[int, int]:
    """From which character of the text to which some of those of its bare words are written."""
    places, said = printed_places(text), printed(text)
    if not said.isprintable():
        places = [place for place, letter in zip(places, said, strict=True) if not _UNSEEN.match(letter)]
    return places[start][0], places[end - 1][1]


def excerpt(text: str, start: int = 0, end: int | None = None, icons: Sequence[str] = (), least: int = 0) -> str:
    """A text, or what stands around a place in it, in quotes; of the beginning at least so many characters.

    `icons`: those of a bare text, as they are written.
    """
    end = len(text) if end is None else end
    left, right = max(0, start - _AROUND), min(len(text), max(end + _AROUND, least))
    shown = unmasked(text[left:right]).replace("\n", "⏎").replace("\t", "⇥")
    shown = with_icons(shown, icons[text.count(ICON_CHARACTER, 0, left) :])
    return f"“{'…' if left else ''}{shown}{'…' if right < len(text) else ''}”"
