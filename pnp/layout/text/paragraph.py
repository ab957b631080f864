"""Card text in a style → words ready to be broken into lines: shaped, measured in ems, with where lines may end."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from pnp.layout.text.breaks import break_opportunities
from pnp.layout.text.hyphens import hyphenate
from pnp.layout.text.marks import Bit, read_marks
from pnp.layout.text.shape import ShapedWord, Shaper
from pnp.model.display import Drawing, Raster, Shaped
from pnp.model.style import TypeStyle

Art = Drawing | Raster

ICON_SIZE = 0.96  # of the type size
_SOFT_HYPHEN = "\u00ad"
_LETTERS = re.compile(r"[^\W\d_]{5,}")


class Icon(NamedTuple):
    """An inline icon: square, or as wide as its art asks at the line's height."""

    name: str
    width: float  # of the em, the following spaces excluded


class Word(NamedTuple):
    """What stands between two places where a line may end."""

    parts: tuple[Shaped | Icon, ...]
    width: float  # of the em, without trailing spaces
    space: float  # of the trailing spaces
    ends_line: bool = False  # a line must end after it
    hyphen: float = 0.0  # width of the hyphen to show if a line ends here
    bits: tuple[Bit, ...] = ()  # what it was made of, for hyphenation
    missing: str = ""  # characters no font has


class Paragraph(NamedTuple):
    words: tuple[Word, ...]
    widest: float  # word, of the em
    missing: str  # characters no font has
    unknown_icons: tuple[str, ...]


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


class Paragraphs:
    """Makes paragraphs for one edition; knows the widths of its icons."""

    def __init__(self, shaper: Shaper, icon_widths: Mapping[str, float], language: str) -> None:
        self._shaper = shaper
        self._icon_widths = icon_widths  # name → of the em at the line's height
        self._language = language
        self._words: dict[Typesetting, dict[tuple[object, ...], Word]] = {}
        self.paragraph = lru_cache(2048)(self._make)

    def _make(self, text: str, setting: Typesetting) -> Paragraph:
        bits = read_marks(text)
        if setting.upper:
            bits = tuple([bit if bit.icon else bit._replace(text=bit.text.upper()) for bit in bits])
        known = self._words.setdefault(setting, {})
        words: list[Word] = []
        for key in _chunks(bits):
            word = known.get(key)
            if word is None:
                chunk, ends_line = key if len(key) == 2 else ((Bit(*key[:3]),), key[3])
                word = known[key] = self.word(chunk, setting, ends_line)
            words.append(word)
        missing = "".join(dict.fromkeys("".join([word.missing for word in words])))
        unknown = tuple(dict.fromkeys([bit.icon for bit in bits if bit.icon and bit.icon not in self._icon_widths]))
        return Paragraph(tuple(words), max([word.width for word in words], default=0.0), missing, unknown)

    def word(self, bits: tuple[Bit, ...], setting: Typesetting, ends_line: bool) -> Word:
        parts: list[Shaped | Icon] = []
        width = space = 0.0
        missing = ""
        hyphen = 0.0
        if bits and bits[-1].text.endswith(_SOFT_HYPHEN):
            hyphen = self._hyphen(bits[-1], setting).width
        for bit in bits:
            if bit.icon:
                wide = self._icon_widths.get(bit.icon)
                if wide is not None:
                    parts.append(Icon(bit.icon, wide))
                    width, space = width + space + wide, 0.0
                    continue
                text = f"[{bit.icon}]"
            else:
                text = bit.text.replace(_SOFT_HYPHEN, "").rstrip("\n\r\v\f\x85\u2028\u2029")
            if not text:
                continue
            shaped = self._shaper.word(text, setting.font, setting.bold or bit.bold, setting.italic or bit.italic)
            parts.extend(shaped.parts)
            width += space + shaped.width + setting.tracking * shaped.glyphs
            space = shaped.space + (setting.tracking * text.count(" ") if shaped.space else 0.0)
            missing += shaped.missing
        return Word(tuple(parts), width, space, ends_line, hyphen, bits, missing)

    def hyphenated(self, word: Word, setting: Typesetting, room: float) -> tuple[Word, Word] | None:
        """The longest beginning of the word that fits with its hyphen, and the rest; None where there is none."""
        if word.hyphen:  # who sets soft hyphens wants these and no others
            return None
        text = "".join(bit.text for bit in word.bits)
        for letters in reversed(list(_LETTERS.finditer(text))):
            for at in reversed(hyphenate(letters[0], self._language)):
                head, tail = _split_bits(word.bits, letters.start() + at)
                head = (*head[:-1], head[-1]._replace(text=head[-1].text + "-"))
                first = self.word(head, setting, False)
                if first.width <= room:
                    return first, self.word(tail, setting, word.ends_line)
        return None

    def with_hyphen(self, word: Word, setting: Typesetting) -> Word:
        """The word as it stands at the end of a line that breaks at its soft hyphen."""
        mark = self._hyphen(word.bits[-1], setting)
        return word._replace(parts=(*word.parts, *mark.parts), width=word.width + mark.width, hyphen=0.0)

    def _hyphen(self, bit: Bit, setting: Typesetting) -> ShapedWord:
        return self._shaper.word("-", setting.font, setting.bold or bit.bold, setting.italic or bit.italic)


def _chunks(bits: tuple[Bit, ...]) -> Iterator[Any]:
    """The bits cut at the places where a line may end: (text, bold, italic, must end) where a chunk lies in one bit of
    text, (bits, must end) else. Words repeat all over a game: these are the keys under which they are kept."""
    whole = "".join([bit.text for bit in bits])
    ends = iter(bits)
    bit = next(ends, None)
    bit_end = len(bit.text) if bit else 0
    start = bit_start = 0
    for end, mandatory in break_opportunities(whole):
        must_end = mandatory and end < len(whole)
        if bit is None:
            break
        if end <= bit_end and not bit.icon:
            yield whole[start:end], bit.bold, bit.italic, must_end
        else:
            chunk: list[Bit] = []
            at = start
            while at < end and bit is not None:
                until = min(end, bit_end)
                chunk.append(Bit(whole[at:until], bit.bold, bit.italic, bit.icon))
                at = until
                if at == bit_end:
                    bit_start, bit = bit_end, next(ends, None)
                    bit_end = bit_start + len(bit.text) if bit else bit_end
            yield tuple(chunk), must_end
        start = end
        if bit is not None and start == bit_end:
            bit_start, bit = bit_end, next(ends, None)
            bit_end = bit_start + len(bit.text) if bit else bit_end


def _split_bits(bits: tuple[Bit, ...], at: int) -> tuple[tuple[Bit, ...], tuple[Bit, ...]]:
    """The first `at` characters, and the others."""
    for i, bit in enumerate(bits):
        if at < len(bit.text):
            if not at:
                return bits[:i], bits[i:]
            return (*bits[:i], bit._replace(text=bit.text[:at])), (bit._replace(text=bit.text[at:]), *bits[i + 1 :])
        at -= len(bit.text)
    return bits, ()
