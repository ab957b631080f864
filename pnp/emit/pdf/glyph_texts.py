"""Which text a glyph stands for by itself, as far as its font tells: so all faces of a file agree without asking.

A file can say only one text for each glyph. Where a glyph stands for another one, the text is written beside it. What
the font doesn't tell is noted as a name: ligatures, and forms of Arabic letters, of which some share a glyph; a file
with Persian and Arabic texts says the first of these for both.
"""

from collections.abc import Mapping
from functools import lru_cache
from unicodedata import category, normalize

import uharfbuzz as hb

from pnp.model.display import FontFace

NOTE = "g"  # how names begin that note the text of a glyph that no character of its font leads to

_SPACES = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f"
_HYPHENS = "\u2010\u2011"
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_FORMS = range(0xFB00, 0xFEFD)  # characters for ligatures, and for the forms of Arabic letters

# Readers search for what is on a keyboard: spaces and hyphens are told as such, invisible characters not at all.
TOLD: Mapping[int, str] = {
    ord(c): told for these, told in ((_SPACES, " "), (_HYPHENS, "-"), (_INVISIBLE, "")) for c in these
}
_JOINING = ("\u0600", "\u08ff")  # letters whose form depends on their neighbours


def write_note(font: str, glyph: int, text: str) -> str:
    return f"{NOTE}{font} {glyph} {text}"


def read_note(note: str) -> tuple[str, int, str]:
    font, glyph, text = note[1:].split(" ", 2)
    return font, int(glyph), text


@lru_cache(64)
def glyph_texts(face: FontFace) -> "GlyphTexts":
    return GlyphTexts(face)


def _rank(text: str) -> tuple[bool, str]:
    """Of several texts of a glyph the least one counts, but before those that modify letters: \u2019 before \u02bc."""
    return category(text[0]) == "Lm", text


class GlyphTexts:
    """The texts of one font's glyphs."""

    def __init__(self, face: FontFace) -> None:
        self._face = hb.Face(face.data, face.index)
        self._font = hb.Font(self._face)
        self._own: dict[int, str] | None = None

    def own(self, glyph: int) -> str:
        """Return the text of a glyph that a character leads to; "" where none does."""
        if self._own is None:
            self._own = {}
            for number in sorted(self._face.unicodes, reverse=True):
                text = normalize("NFKC", chr(number)) if number in _FORMS else chr(number).translate(TOLD)
                if text and (found := self._font.get_nominal_glyph(number)):
                    self._own[found] = min(text, self._own.get(found, text), key=_rank)
        return self._own.get(glyph, "")

    def tells(self, glyph: int, text: str) -> bool:
        """Whether a glyph can stand for this text: its own, letters joined to one, a letter's form beside others."""
        own = self.own(glyph)
        return own == text or _JOINING[0] <= text <= _JOINING[1] or (not own and len(text) > 1)
