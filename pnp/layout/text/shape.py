"""A word in one style → shaped parts, by HarfBuzz, each word once.

Words repeat all over a game, so the word with its trailing space is the unit of caching.
"""

from typing import NamedTuple

import uharfbuzz as hb

from pnp.layout.text.fonts import FontStore, LoadedFont
from pnp.model.display import Glyph, Shaped

_FEATURES = {"kern": True, "liga": True, "clig": True, "calt": True}


class ShapedWord(NamedTuple):
    """A word set in its font, or in several where the first lacked some of its characters."""

    parts: tuple[Shaped, ...]
    width: float  # of the em, without trailing spaces
    space: float  # of the trailing spaces
    glyphs: int  # without trailing spaces
    missing: str = ""  # characters that no font has


class Shaper:
    """Shapes words of one language with one set of fonts."""

    def __init__(self, fonts: FontStore, language: str) -> None:
        self._fonts = fonts
        self._language = language
        self._words: dict[tuple[str, str, bool, bool], ShapedWord] = {}

    def word(self, text: str, font: str, bold: bool, italic: bool) -> ShapedWord:
        key = (text, font, bold, italic)
        word = self._words.get(key)
        if word is None:
            word = self._words[key] = self._shape_word(text, self._fonts.font(font, bold, italic), bold, italic)
        return word

    def _shape_word(self, text: str, font: LoadedFont, bold: bool, italic: bool) -> ShapedWord:
        whole = self._shape(text, font)
        missing = ""
        if any(glyph.id == 0 for glyph in whole.glyphs):
            parts, missing = self._with_fallbacks(text, font, bold, italic)
        else:
            parts = (whole,)
        trailing = len(text) - len(text.rstrip(" \u2009\u2002\u2003"))
        advances = [glyph.advance / part.font.units_per_em for part in parts for glyph in part.glyphs]
        space = sum(advances[len(advances) - trailing :]) if trailing else 0.0
        return ShapedWord(parts, sum(advances) - space, space, len(advances) - trailing, missing)

    def _with_fallbacks(self, text: str, font: LoadedFont, bold: bool, italic: bool) -> tuple[tuple[Shaped, ...], str]:
        """Splits the word into stretches by the first font that has each character."""
        chain = [font, *self._fonts.fallbacks(bold, italic)]
        stretches: list[tuple[LoadedFont, str]] = []
        missing = ""
        for character in text:
            chosen = next((candidate for candidate in chain if candidate.has(character)), None)
            if chosen is None:
                missing += character
                chosen = font
            if stretches and stretches[-1][0] is chosen:
                stretches[-1] = (chosen, stretches[-1][1] + character)
            else:
                stretches.append((chosen, character))
        return tuple(self._shape(part, chosen) for chosen, part in stretches), missing

    def _shape(self, text: str, font: LoadedFont) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.language = self._language
        hb.shape(font.hb_font, buffer, _FEATURES)
        glyphs = tuple(
            Glyph(info.codepoint, position.x_advance, position.x_offset, position.y_offset, info.cluster)
            for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        )
        width = sum(glyph.advance for glyph in glyphs) / font.face.units_per_em
        return Shaped(text, font.face, glyphs, width, buffer.direction == "rtl")
