"""Card text in a style → words ready to be broken into lines: shaped, measured in ems, with where lines may end."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from pnp.layout.text.breaks import break_opportunities
from pnp.layout.text.hyphens import hyphenate
from pnp.layout.text.marks import Bit, read_marks
from pnp.layout.text.shape import NO_KERNS, ShapedWord, Shaper, key_of
from pnp.model.display import FontFace, Shaped
from pnp.model.style import TypeStyle

ICON_SIZE = 0.96  # of the type size
_SOFT_HYPHEN = "\u00ad"
_LINE_ENDS = "\n\r\v\f\x85\u2028\u2029"
_LETTERS = re.compile("[^\\W\\d_](?:[^\\W\\d_]|[\u0300-\u036f]){4,}")


class Icon(NamedTuple):
    """An inline icon, as wide as its art asks at the height of icons."""

    name: str
    width: float  # of the em


class Word(NamedTuple):
    """What stands between two places where a line may end."""

    parts: tuple[Shaped | Icon, ...]
    width: float  # of the em, without trailing spaces
    space: float  # of the trailing spaces, and what the font puts between this word and the next
    begins: str = ""  # what it begins with, as the kerns of words before it know it
    kerns: Mapping[str, float] = NO_KERNS  # what the font puts between it and what follows
    ends_line: bool = False  # a line must end after it
    hyphen: float = 0.0  # width of the hyphen to show if a line ends here
    bits: tuple[Bit, ...] = ()  # what it was made of, for hyphenation
    missing: str = ""  # characters no font has

    @property
    def says(self) -> str:
        return "".join([_printed(bit) for bit in self.bits])

    @property
    def ends_in_letter(self) -> bool:
        return self.width > 0 and isinstance(self.parts[-1], Shaped)


class Paragraph(NamedTuple):
    words: tuple[Word, ...]
    font: FontFace  # of its style: some words may be in others
    missing: str  # characters no font has
    unknown_icons: tuple[str, ...]
    is_plain: bool = False  # no line has to end, no word can be divided, no letters are spaced: only widths decide


class Typesetting(NamedTuple):
    """What of a style decides about words and their widths; sizes are not in it, so one paragraph serves every size."""

    font: str
    bold: bool
    italic: bool
    tracking: float
    upper: bool
    hyphens: bool


def typesetting_of(style: TypeStyle) -> Typesetting:
    return Typesetting(style.font, style.bold, style.italic, style.tracking, style.case == "upper", style.hyphens)


# A chunk of one style is (text, bold, italic, whether a line must end after it), any other (bits, must end): what
# words are kept under, for they repeat all over a game, and plain tuples are quick to make and to look up.
_Chunk = tuple[str, bool, bool, bool] | tuple[tuple[Bit, ...], bool]


class Paragraphs:
    """Makes paragraphs for one edition; knows the widths of its icons."""

    def __init__(self, shaper: Shaper, icon_widths: Mapping[str, float], language: str) -> None:
        self._shaper = shaper
        self._icon_widths = icon_widths  # name → of the em
        self._language = language
        self._words: dict[Typesetting, dict[_Chunk, Word]] = {}
        self.paragraph = lru_cache(2048)(self._make)
        self._kerned = lru_cache(2048)(self._kerned_anew)

    def forget(self) -> None:
        """Lets go of the paragraphs made; words stay."""
        self.paragraph.cache_clear()

    def _make(self, text: str, setting: Typesetting) -> Paragraph:
        bits = read_marks(text)
        if setting.upper:
            bits = tuple([bit._replace(text=bit.text.upper()) for bit in bits])
        known = self._words.setdefault(setting, {})
        words: list[Word] = []
        before: _Chunk = ((), False)
        kerns: Mapping[str, float] = NO_KERNS
        for chunk in _chunks(bits):
            word = known.get(chunk)
            if word is None:
                word = known[chunk] = self._word_of(chunk, setting)
            if kern := kerns[word.begins]:
                words[-1] = self._kerned(before, kern, setting)
            words.append(word)
            before, kerns = chunk, word.kerns
        font = self._shaper.face(setting.font, setting.bold, setting.italic)
        missing = "".join(dict.fromkeys("".join([word.missing for word in words])))
        unknown = tuple(dict.fromkeys([bit.icon for bit in bits if bit.icon and bit.icon not in self._icon_widths]))
        is_plain = not (setting.hyphens or setting.tracking) and not any(w.ends_line or w.hyphen for w in words)
        return Paragraph(tuple(words), font, missing, unknown, is_plain)

    def _word_of(self, chunk: _Chunk, setting: Typesetting) -> Word:
        if len(chunk) == 2:
            return self._word(chunk[0], setting, chunk[1])
        return self._word((Bit(*chunk[:3]),), setting, chunk[3])

    def _word(self, bits: tuple[Bit, ...], setting: Typesetting, ends_line: bool) -> Word:
        parts: list[Shaped | Icon] = []
        width = space = 0.0
        missing = ""
        for bit in bits:
            icon_width = self._icon_widths.get(bit.icon) if bit.icon else None
            if icon_width is not None:
                parts.append(Icon(bit.icon, icon_width))
                width, space = width + space + icon_width, 0.0
            elif text := _printed(bit):
                shaped = self._shaped(text, bit, setting)
                parts.extend(shaped.parts)
                width += space + shaped.width + setting.tracking * shaped.glyphs
                space = shaped.space + setting.tracking * shaped.spaces
                missing += shaped.missing
        hyphen = self._hyphen(bits[-1], setting).width if bits[-1].text.endswith(_SOFT_HYPHEN) else 0.0
        first, last = (parts[0], parts[-1]) if parts else (None, None)
        begins = key_of(first.font, first.text[0]) if isinstance(first, Shaped) else ""
        kerns = self._shaper.kerns(last.font, last.text[-1]) if isinstance(last, Shaped) else NO_KERNS
        return Word(tuple(parts), width, space, begins, kerns, ends_line, hyphen, bits, missing)

    def _kerned_anew(self, chunk: _Chunk, kern: float, setting: Typesetting) -> Word:
        """The word with so much between it and the next; at the end of a line nobody sees it."""
        word = self._words[setting][chunk]
        last = word.parts[-1]
        assert isinstance(last, Shaped)
        glyph = last.glyphs[-1]
        moved = glyph._replace(advance=glyph.advance + round(kern * last.font.units_per_em))
        part = replace(last, glyphs=(*last.glyphs[:-1], moved), width=last.width + kern)
        return word._replace(parts=(*word.parts[:-1], part), space=word.space + kern)

    def hyphenated(self, word: Word, setting: Typesetting, room: float) -> tuple[Word, Word] | None:
        """The longest beginning of the word that fits with its hyphen, and the rest; None where there is none."""
        if word.hyphen:  # who sets soft hyphens wants these and no others
            return None
        text = "".join([bit.text for bit in word.bits])
        for letters in reversed(list(_LETTERS.finditer(text))):
            for at in reversed(hyphenate(letters[0], self._language)):
                head, tail = _split_bits(word.bits, letters.start() + at)
                head = (*head[:-1], head[-1]._replace(text=head[-1].text + "-"))
                first = self._word(head, setting, False)
                if first.width <= room:
                    return first, self._word(tail, setting, word.ends_line)
        return None

    def with_hyphen(self, word: Word, setting: Typesetting) -> Word:
        """The word as it stands at the end of a line that breaks at its soft hyphen."""
        mark = self._hyphen(word.bits[-1], setting)
        return word._replace(parts=(*word.parts, *mark.parts), width=word.width + mark.width, hyphen=0.0)

    def _hyphen(self, bit: Bit, setting: Typesetting) -> ShapedWord:
        return self._shaped("-", bit, setting)

    def _shaped(self, text: str, bit: Bit, setting: Typesetting) -> ShapedWord:
        bold, italic = setting.bold or bit.bold, setting.italic or bit.italic
        return self._shaper.word(text, setting.font, bold, italic, setting.tracking != 0)


def _printed(bit: Bit) -> str:
    """What a bit prints on its line; the name in brackets of an icon that there isn't."""
    if bit.icon:
        return f"[{bit.icon}]"
    return bit.text.replace(_SOFT_HYPHEN, "").rstrip(_LINE_ENDS).replace("\t", " ")


def _chunks(bits: tuple[Bit, ...]) -> list[_Chunk]:
    """The bits cut at the places where a line may end."""
    chunks: list[_Chunk] = []
    if not bits:
        return chunks
    whole = "".join([bit.text for bit in bits])
    length = len(whole)
    index, bit_end = 0, len(bits[0].text)
    _, bold, italic, icon = bit = bits[0]
    start = 0
    for end, mandatory in break_opportunities(whole):
        must_end = mandatory and end < length
        while bit_end <= start:
            index += 1
            _, bold, italic, icon = bit = bits[index]
            bit_end += len(bit.text)
        if end <= bit_end and not icon:
            chunks.append((whole[start:end], bold, italic, must_end))
        else:
            chunk = [bit._replace(text=whole[start : min(end, bit_end)])]
            while bit_end < end:
                index += 1
                _, bold, italic, icon = bit = bits[index]
                chunk.append(bit._replace(text=whole[bit_end : min(end, bit_end + len(bit.text))]))
                bit_end += len(bit.text)
            chunks.append((tuple(chunk), must_end))
        start = end
    return chunks


def _split_bits(bits: tuple[Bit, ...], at: int) -> tuple[tuple[Bit, ...], tuple[Bit, ...]]:
    """The first `at` characters, and the others."""
    for i, bit in enumerate(bits):
        if at < len(bit.text):
            if not at:
                return bits[:i], bits[i:]
            return (*bits[:i], bit._replace(text=bit.text[:at])), (bit._replace(text=bit.text[at:]), *bits[i + 1 :])
        at -= len(bit.text)
    return bits, ()
