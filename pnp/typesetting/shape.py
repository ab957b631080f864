"""A word in one style → shaped parts, by HarfBuzz, each word once.

Words repeat all over a game, so the word with its trailing space is the unit of caching.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, groupby
from typing import NamedTuple
from unicodedata import category

import uharfbuzz as hb

from pnp.model.display import FontFace, Glyph, Shaped
from pnp.model.language import script_of
from pnp.model.problem import Finding
from pnp.typesetting.fonts import (
    SCRIPTS_OF_WRITINGS,
    FontStore,
    LoadedFont,
    is_square,
    script_name,
    script_of_character,
    stretches,
)

_FEATURES = {"kern": True, "liga": True, "clig": True, "calt": True}
_SPACED = {**_FEATURES, "liga": False, "clig": False}  # letters that are moved apart can't be one glyph
_SLIGHT = 0.0005  # of the em: less is rounding
SPACES = " \u2002\u2003\u2009"  # which a line end swallows
_BEYOND_LATIN = "\u0370"  # the first letter that another script has


class ShapedWord(NamedTuple):
    """A word set in its font, or in several if the first lacks some of its characters."""

    parts: tuple[Shaped, ...]
    width: float  # of the em, without trailing spaces
    space: float  # of the trailing spaces
    glyphs: int  # without trailing spaces
    spaces: int = 0  # trailing
    missing: str = ""  # characters that no font has
    lacks: tuple[Finding, ...] = ()  # bold or italic faces that aren't there


def kern_key(font: FontFace, character: str) -> str:
    """Return the key of a word's first letter in kerns."""
    return f"{font.name} {character}"


class Kerns(dict[str, float]):
    """The kerns of a font between one character and others, in ems, found when they are first looked up."""

    def __init__(self, shape: Callable[[str, str], Shaped], font: FontFace, character: str) -> None:
        self._shape, self._font, self._character = shape, font, character

    def __missing__(self, key: str) -> float:
        kern = 0.0
        if key == kern_key(self._font, key[-1:]):  # across a change of font there is none
            script = script_of_character(key[-1]) or script_of_character(self._character)
            pair = self._shape(self._character + key[-1], script)
            if len(pair.glyphs) == 2 and not (pair.rtl or is_square(script)):
                kern = pair.width - self._shape(self._character, script).width - self._shape(key[-1], script).width
        self[key] = kern if abs(kern) > _SLIGHT else 0.0
        return self[key]


NO_KERNS: Mapping[str, float] = defaultdict(float)


PhraseFonts = tuple[tuple[str, LoadedFont], ...]  # script → the font for all of a phrase that is written in it


class Shaper:
    """Shapes words of one language with one set of fonts."""

    def __init__(self, fonts: FontStore, language: str) -> None:
        self._fonts = fonts
        self._language = language
        self._script = script_of(language)
        # the script of signs between which there is no letter
        self._of_signs = "" if self._script == "Latn" else SCRIPTS_OF_WRITINGS.get(self._script, self._script)
        self.word = lru_cache(None)(self._shape_word)
        # of a style, characters that come from one font for each script, and these fonts
        self._uniform: dict[tuple[str, bool, bool, bool], tuple[set[str], dict[str, LoadedFont]]] = {}
        # the first font that has a letter in a style, if there is one
        self._first = lru_cache(None)(lambda letter, *style: _choose_font(letter, lambda: fonts.candidates(*style)))
        self._kerns: dict[str, Kerns] = {}
        self._glyphs: dict[Glyph, Glyph] = {}  # of all words, once each, which takes a third of the memory

    def face(self, font: str, bold: bool, italic: bool) -> FontFace:
        """Return the font that a style's text is set in, if it has the characters."""
        return self._fonts.font(font, bold, italic).face

    def has_small_caps(self, font: str, bold: bool, italic: bool) -> bool:
        """Tell whether a style's font has small capitals of its own."""
        face = self._fonts.font(font, bold, italic).hb_font.face
        return "smcp" in face.get_language_feature_tags("GSUB")

    def kerns(self, font: FontFace, character: str) -> Kerns:
        """Return the kerns between a character at the end of a word and first letters of the next."""
        key = kern_key(font, character)
        if key not in self._kerns:
            loaded = self._fonts.loaded(font)

            def shape(text: str, script: str) -> Shaped:
                return self._shape(text, loaded, _FEATURES, script or self._of_signs)

            self._kerns[key] = Kerns(shape, font, character)
        return self._kerns[key]

    def find_phrase_fonts(
        self, phrase: str, font: str, bold: bool, italic: bool, in_latin: bool = False
    ) -> PhraseFonts:
        """Return, for scripts whose letters in a phrase would come from several fonts, the first that has them all.

        East Asian letters may come from several: the form of a Han letter in its language counts for more.
        """
        uniform, fonts = self._uniform.setdefault((font, bold, italic, in_latin), (set(), {}))
        if uniform.issuperset(phrase):
            return ()
        letters: dict[str, dict[str, None]] = {}
        for script, stretch in stretches(phrase):
            if script and not is_square(script):
                letters.setdefault(script, {}).update(dict.fromkeys(c for c in stretch if category(c)[0] in "LM"))
        around = "Latn" if in_latin else self._script
        found = []
        for script, own in letters.items():
            style = (font, bold, italic, script, around)
            firsts = {self._first(letter, *style) for letter in own}
            if script == around:  # its numbers and signs are set in this one
                firsts.add(next(self._fonts.candidates(font, bold, italic, "", around)))
            if len(firsts) > 1:
                whole = next((each for each in self._fonts.candidates(*style) if all(map(each.has, own))), None)
                found += [(script, whole)] if whole else []
            elif firsts and fonts.setdefault(script, *firsts) in firsts:
                uniform.update(own)
        uniform.update(set(phrase).difference(*letters.values()))
        return tuple(found)

    def is_uniform(self, text: str, font: str, bold: bool, italic: bool) -> bool:
        """Tell whether letters come from their scripts' usual fonts, so that the rest of the phrase doesn't matter."""
        self.find_phrase_fonts(text, font, bold, italic)
        return self._uniform[font, bold, italic, False][0].issuperset(text)

    def script_name(self, character: str, text: str) -> str:
        """Return how people call the script of one of a text's characters; "" for signs."""
        return script_name(character, text, self._script)

    def advice(self, character: str) -> str:
        """Tell how to get a font for a character that none has, where that is known."""
        return self._fonts.advice(character, self._language)

    def _shape_word(
        self,
        text: str,
        font: str,
        bold: bool,
        italic: bool,
        spaced: bool = False,
        rtl: bool = False,
        in_latin: bool = False,
        phrase_fonts: PhraseFonts = (),
        small_caps: bool = False,
    ) -> ShapedWord:
        """Shape a word, in several parts where fonts or scripts change.

        `spaced`: its letters will be moved apart; `rtl`: it runs from right to left, its parts stay in order;
        `in_latin`: signs don't go with the language's letters; `phrase_fonts`: those of its phrase.
        """
        features = _SPACED if spaced else _FEATURES
        features = {**features, "smcp": True} if small_caps else features
        missing = ""
        if not (rtl or phrase_fonts) and self._script == "Latn" and max(text, default="") < _BEYOND_LATIN:
            loaded = self._fonts.font(font, bold, italic)
            parts: tuple[Shaped, ...] = (self._shape(text, loaded, features),)
            if 0 in [glyph.id for glyph in parts[0].glyphs]:
                chosen = list(_split_by_font(text, lambda: chain((loaded,), self._fonts.fallbacks(bold, italic))))
                parts = tuple([self._shape(stretch, own, features) for own, stretch in chosen])
                missing = "".join([c for own, stretch in chosen for c in stretch if not own.has(c)])
        else:
            placed = list(self._split_by_script(text, font, bold, italic, in_latin, dict(phrase_fonts)))
            kinds = features, {**features, "kern": False}
            parts = tuple([self._shape(part, own, kinds[is_square(of)], of, rtl) for own, of, part in placed])
            missing = "".join([c for own, _, part in placed for c in part if not own.has(c)])
        lacks = self._find_lacks(parts, font, bold, italic) if bold or italic else ()
        trailing = len(text) - len(text.rstrip(SPACES))
        width, glyphs = 0.0, 0
        for part in parts:
            width += part.width
            glyphs += len(part.glyphs)
        if not trailing:
            return ShapedWord(parts, width, 0.0, glyphs, 0, missing, lacks)
        last = parts[-1]
        spaces = [glyph.advance for glyph in last.glyphs if glyph.cluster >= len(last.text) - trailing]
        space = sum(spaces) / last.font.units_per_em
        return ShapedWord(parts, width - space, space, glyphs - len(spaces), len(spaces), missing, lacks)

    def _split_by_script(
        self, text: str, font: str, bold: bool, italic: bool, in_latin: bool, phrase_fonts: Mapping[str, LoadedFont]
    ) -> Iterator[tuple[LoadedFont, str, str]]:
        """Yield fonts, scripts and parts of a word: for each script's stretch the first font that has all of it."""
        around, of_signs = ("Latn", "") if in_latin else (self._script, self._of_signs)
        for own, stretch in stretches(text):
            script = own or of_signs

            def fonts(of: str = own) -> Iterator[LoadedFont]:
                first = phrase_fonts.get(of or around)
                return chain((first,) if first else (), self._fonts.candidates(font, bold, italic, of, around))

            whole = next((candidate for candidate in fonts() if all(map(candidate.has, stretch))), None)
            if whole:
                yield whole, script, stretch
            else:
                yield from ((chosen, script, part) for chosen, part in _split_by_font(stretch, fonts))

    def _find_lacks(self, parts: tuple[Shaped, ...], font: str, bold: bool, italic: bool) -> tuple[Finding, ...]:
        """Return findings for bold or italic faces that are missing for the letters of a word."""
        found: dict[Finding, None] = {}
        own = self._fonts.font(font, bold, italic).face
        if own.bold >= bold and bool(own.italic_angle) >= italic:
            parts = tuple([part for part in parts if part.font is not own])
        for part in parts:
            letters = "".join(filter(str.isalpha, part.text))
            used = self._fonts.loaded(part.font)
            if letters and used.has(letters[0]) and (lack := self._fonts.find_lack(font, bold, italic, used, letters)):
                found[lack] = None
        return tuple(found)

    def _shape(
        self, text: str, font: LoadedFont, features: dict[str, bool], script: str = "", rtl: bool = False
    ) -> Shaped:
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        if script:
            buffer.script = script
            buffer.direction = "rtl" if rtl else "ltr"
        buffer.language = self._language
        hb.shape(font.hb_font, buffer, features)
        placed = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
        glyphs = [Glyph(i.codepoint, p.x_advance, p.x_offset, p.y_offset, i.cluster) for i, p in placed]
        width = sum([glyph.advance for glyph in glyphs]) / font.face.units_per_em
        return Shaped(
            text, font.face, tuple(map(self._glyphs.setdefault, glyphs, glyphs)), width, buffer.direction == "rtl"
        )


Fonts = Callable[[], Iterator[LoadedFont]]  # the best first; each is opened when it is needed


def _split_by_font(text: str, fonts: Fonts) -> Iterator[tuple[LoadedFont, str]]:
    """Cut a word up by the first font that has each character, if possible with the marks on it."""
    marked: list[str] = []  # characters, each with the marks that are put on it
    for character in text:
        if marked and (category(character)[0] == "M" or character in "\u200d\ufe0e\ufe0f"):
            marked[-1] += character
        else:
            marked.append(character)
    for font, clusters in groupby(marked, lambda cluster: _choose_font(cluster, fonts)):
        yield font, "".join(clusters)


def _choose_font(cluster: str, fonts: Fonts) -> LoadedFont:
    for wanted in (cluster, cluster[0]):
        for font in fonts():
            if all(map(font.has, wanted)):
                return font
    return next(fonts())
