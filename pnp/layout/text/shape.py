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

from pnp.layout.element import Finding
from pnp.layout.text.fonts import (
    SCRIPTS_OF_WRITINGS,
    FontStore,
    LoadedFont,
    is_square,
    script_name,
    script_of_character,
    stretches,
)
from pnp.model.display import FontFace, Glyph, Shaped
from pnp.model.language import script_of

_FEATURES = {"kern": True, "liga": True, "clig": True, "calt": True}
_SPACED = {**_FEATURES, "liga": False, "clig": False}  # letters that are moved apart can't be one glyph
_SLIGHT = 0.0005  # of the em: less is rounding
SPACES = " \u2002\u2003\u2009"  # which a line end swallows
_BEYOND_LATIN = "\u0370"  # the first letter that another script has


class ShapedWord(NamedTuple):
    """A word set in its font, or in several where the first lacked some of its characters."""

    parts: tuple[Shaped, ...]
    width: float  # of the em, without trailing spaces
    space: float  # of the trailing spaces
    glyphs: int  # without trailing spaces
    spaces: int = 0  # trailing
    missing: str = ""  # characters that no font has
    lacks: tuple[Finding, ...] = ()  # bold or italic faces that aren't there


def key_of(font: FontFace, character: str) -> str:
    """How kerns call what a word begins with."""
    return f"{font.name} {character}"


class Kerns(dict[str, float]):
    """What a font puts between one character and others, in ems, found out as they are looked up."""

    def __init__(self, shape: Callable[[str, str], Shaped], font: FontFace, character: str) -> None:
        super().__init__()
        self._shape, self._font, self._character = shape, font, character

    def __missing__(self, key: str) -> float:
        kern = 0.0
        if key == key_of(self._font, key[-1:]):  # across a change of font there is none
            script = script_of_character(key[-1]) or script_of_character(self._character)
            pair = self._shape(self._character + key[-1], script)
            if len(pair.glyphs) == 2 and not (pair.rtl or is_square(script)):
                kern = pair.width - self._shape(self._character, script).width - self._shape(key[-1], script).width
        self[key] = kern if abs(kern) > _SLIGHT else 0.0
        return self[key]


NO_KERNS: Mapping[str, float] = defaultdict(float)


class _Glyphs(dict[tuple[int, ...], Glyph]):
    """Glyphs of all words, once each: the same letters stand at the same places: a third of the memory."""

    def __missing__(self, values: tuple[int, ...]) -> Glyph:
        glyph = self[values] = Glyph(*values)
        return glyph


Instead = tuple[tuple[str, LoadedFont], ...]  # script → the font for all of a phrase that is written in it


class Shaper:
    """Shapes words of one language with one set of fonts."""

    def __init__(self, fonts: FontStore, language: str) -> None:
        self._fonts = fonts
        self._language = language
        self._script = script_of(language)
        self._of_signs = (
            "" if self._script == "Latn" else SCRIPTS_OF_WRITINGS.get(self._script, self._script)
        )  # where no letter is beside them
        self.word = lru_cache(None)(self._shape_word)
        # of a style, characters that come from one font for each script, and these fonts
        self._even: dict[tuple[str, bool, bool, bool], tuple[set[str], dict[str, LoadedFont]]] = {}
        # the first font that has a letter in a style, if there is one
        self._first = lru_cache(None)(lambda letter, *style: _font_for(letter, lambda: fonts.candidates(*style)))
        self._kerns: dict[str, Kerns] = {}
        self._glyphs = _Glyphs()

    def face(self, font: str, bold: bool, italic: bool) -> FontFace:
        """The font that a style's text is set in, if it has the characters."""
        return self._fonts.font(font, bold, italic).face

    def has_small_caps(self, font: str, bold: bool, italic: bool) -> bool:
        return self._fonts.font(font, bold, italic).has_small_caps

    def kerns(self, font: FontFace, character: str) -> Kerns:
        """What is between this character at the end of a word and what the next word begins with."""
        key = key_of(font, character)
        if key not in self._kerns:
            loaded = self._fonts.loaded(font)

            def shape(text: str, script: str) -> Shaped:
                return self._shape(text, loaded, _FEATURES, script or self._of_signs)

            self._kerns[key] = Kerns(shape, font, character)
        return self._kerns[key]

    def instead(self, phrase: str, font: str, bold: bool, italic: bool, in_latin: bool = False) -> Instead:
        """Fonts for the scripts of a phrase whose letters would else come from several: the first that has them all.

        Squares may: which form a Han letter has in its language counts for more.
        """
        even, fonts = self._even.setdefault((font, bold, italic, in_latin), (set(), {}))
        if even.issuperset(phrase):
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
            if script == around:  # what its numbers and signs are set in
                firsts.add(next(self._fonts.candidates(font, bold, italic, "", around)))
            if len(firsts) > 1:
                whole = next((each for each in self._fonts.candidates(*style) if all(map(each.has, own))), None)
                found += [(script, whole)] if whole else []
            elif firsts and fonts.setdefault(script, *firsts) in firsts:
                even.update(own)
        even.update(set(phrase).difference(*letters.values()))
        return tuple(found)

    def is_even(self, text: str, font: str, bold: bool, italic: bool) -> bool:
        """Tell whether a text's letters come from the fonts that those of the texts before came from, each script's
        from one: what else a phrase says changes nothing about that."""
        self.instead(text, font, bold, italic)
        return self._even[font, bold, italic, False][0].issuperset(text)

    def script_name(self, character: str, text: str) -> str:
        """What people call the script of one of a text's characters; "" for signs."""
        return script_name(character, text, self._script)

    def advice(self, character: str) -> str:
        """How to get a font for a character that none has, where that is known."""
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
        instead: Instead = (),
        small_caps: bool = False,
    ) -> ShapedWord:
        """`spaced`: its letters will be moved apart; `rtl`: it runs from right to left, its parts stay in order;
        `in_latin`: what has no script of its own doesn't go with the language's letters; `instead`: of its phrase."""
        features = _SPACED if spaced else _FEATURES
        features = {**features, "smcp": True} if small_caps else features
        missing = ""
        if not (rtl or instead) and self._script == "Latn" and max(text, default="") < _BEYOND_LATIN:
            loaded = self._fonts.font(font, bold, italic)
            parts: tuple[Shaped, ...] = (self._shape(text, loaded, features),)
            if 0 in [glyph.id for glyph in parts[0].glyphs]:
                chosen = list(_by_font(text, lambda: chain((loaded,), self._fonts.fallbacks(bold, italic))))
                parts = tuple([self._shape(stretch, own, features) for own, stretch in chosen])
                missing = "".join([c for own, stretch in chosen for c in stretch if not own.has(c)])
        else:
            placed = list(self._by_script(text, font, bold, italic, in_latin, dict(instead)))
            kinds = features, {**features, "kern": False}
            parts = tuple([self._shape(part, own, kinds[is_square(of)], of, rtl) for own, of, part in placed])
            missing = "".join([c for own, _, part in placed for c in part if not own.has(c)])
        lacks = self._lacks(parts, font, bold, italic) if bold or italic else ()
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

    def _by_script(
        self, text: str, font: str, bold: bool, italic: bool, in_latin: bool, instead: Mapping[str, LoadedFont]
    ) -> Iterator[tuple[LoadedFont, str, str]]:
        """Fonts, scripts and parts of a word: of each script's stretch the first font that has all of it."""
        around, of_signs = ("Latn", "") if in_latin else (self._script, self._of_signs)
        for own, stretch in stretches(text):
            script = own or of_signs

            def fonts(of: str = own) -> Iterator[LoadedFont]:
                first = instead.get(of or around)
                return chain((first,) if first else (), self._fonts.candidates(font, bold, italic, of, around))

            whole = next((candidate for candidate in fonts() if all(map(candidate.has, stretch))), None)
            if whole:
                yield whole, script, stretch
            else:
                yield from ((chosen, script, part) for chosen, part in _by_font(stretch, fonts))

    def _lacks(self, parts: tuple[Shaped, ...], font: str, bold: bool, italic: bool) -> tuple[Finding, ...]:
        """What bold or italic faces are missing for the letters of a word."""
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
        glyphs = [(i.codepoint, p.x_advance, p.x_offset, p.y_offset, i.cluster) for i, p in placed]
        width = sum([glyph[1] for glyph in glyphs]) / font.face.units_per_em
        return Shaped(text, font.face, tuple(map(self._glyphs.__getitem__, glyphs)), width, buffer.direction == "rtl")


Fonts = Callable[[], Iterator[LoadedFont]]  # the best first; each is opened when it is asked for


def _by_font(text: str, fonts: Fonts) -> Iterator[tuple[LoadedFont, str]]:
    """The word cut up by the first font that has each character, if there is one with all that is put on it."""
    # characters, each with the marks that are put on it
    marked: list[str] = []
    for character in text:
        if marked and (category(character)[0] == "M" or character in "\u200d\ufe0e\ufe0f"):
            marked[-1] += character
        else:
            marked.append(character)
    for font, clusters in groupby(marked, lambda cluster: _font_for(cluster, fonts)):
        yield font, "".join(clusters)


def _font_for(cluster: str, fonts: Fonts) -> LoadedFont:
    for wanted in (cluster, cluster[0]):
        for font in fonts():
            if all(map(font.has, wanted)):
                return font
    return next(fonts())
