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


class GlyphTexts:
    """The texts of one font's glyphs."""

    def __init__(self, face: FontFace) -> None:
        self._face = hb.Face(face.data, face.index)
        self._font = hb.Font(self._face)
        self._own: dict[int, str] = {}
        self._characters: dict[int, list[int]] = {}  # that lead to a glyph

    def own(self, glyph: int) -> str:
        """Return the text of a glyph that a character leads to; "" where none does."""
        if (known := self._own.get(glyph)) is not None:
            return known
        if not self._characters:
            numbers = list(self._face.unicodes)
            for number, found in zip(numbers, map(self._font.get_nominal_glyph, numbers), strict=True):
                self._characters.setdefault(found or 0, []).append(number)
        numbers = self._characters.get(glyph, []) if glyph else []
        texts = [normalize("NFKC", chr(n)) if n in _FORMS else chr(n).translate(TOLD) for n in numbers]
        # of several texts the least one counts, but before those that modify letters: \u2019 before \u02bc
        self._own[glyph] = min(filter(None, texts), key=lambda text: (category(text[0]) == "Lm", text), default="")
        return self._own[glyph]

    def tells(self, glyph: int, text: str) -> bool:
        """Whether a glyph can stand for this text: its own, letters joined to one, a letter's form beside others."""
        own = self.own(glyph)
        return own == text or _JOINING[0] <= text <= _JOINING[1] or (not own and len(text) > 1)
