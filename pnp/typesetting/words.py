"""The words of paragraphs, with their parts, and the properties of a style that decide about them."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from pnp.cardtext.icons import write_tag
from pnp.cardtext.marks import UNDERLINED, Bit
from pnp.cardtext.orthography import upper
from pnp.model.display import Shaped
from pnp.model.problem import Finding
from pnp.model.style import TypeStyle
from pnp.typesetting.shape import NO_KERNS, SPACES, PhraseFonts, ShapedWord

SMALL = 2 * UNDERLINED  # an emphasis that no mark asks for: capitals made smaller, in fonts without small ones
_SCALE = 0.8  # of the size
ICON_SIZE = 0.96  # of the type size
SOFT_HYPHEN = "\u00ad"
_MAY_TURN = (
    "[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069"
    "\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
LINE_ENDS = "\n\r\v\f\x85\u2028\u2029"


class PartLook(NamedTuple):
    """The look of a part of a word, beyond its font."""

    colour: str = ""  # as the text names it
    underlined: bool = False
    scale: float = 1.0


PLAIN = PartLook()


def needs_levels(text: str) -> bool:
    """Tell whether anything in a text that runs left to right runs otherwise."""
    return not text.isascii() and re.search(_MAY_TURN, text) is not None


def look_of_bit(bit: Bit) -> PartLook:
    """Return the look of a bit, for most `PLAIN` itself."""
    if bit.emphasis < UNDERLINED and not bit.colour:
        return PLAIN
    return PartLook(bit.colour, bit.emphasis & UNDERLINED != 0, _SCALE if bit.emphasis & SMALL else 1.0)


def scale_capitals(bits: tuple[Bit, ...], language: str) -> tuple[Bit, ...]:
    """Print small letters as capitals that are made smaller; letters without capitals stay."""
    made: list[Bit] = []
    for bit in bits:
        if bit.icon:
            made.append(bit)
            continue
        start = 0
        for at in range(1, len(bit.text) + 1):
            if at < len(bit.text) and bit.text[at].islower() == bit.text[start].islower():
                continue
            piece = bit._replace(text=bit.text[start:at])
            if piece.text[0].islower():
                piece = piece._replace(text=upper(piece.text, language), emphasis=piece.emphasis | SMALL)
            made.append(piece)
            start = at
    return tuple(made)


class InlineIcon(NamedTuple):
    """An inline icon, as wide as its art is at the height of icons."""

    name: str
    width: float  # of the em
    font: None = None  # letters have one


class Word(NamedTuple):
    """The letters and icons between two places where a line may end."""

    parts: tuple[Shaped | InlineIcon, ...]
    width: float  # of the em, without trailing spaces
    space: float  # of the trailing spaces, and the kern between this word and the next
    begins: str = ""  # the key of its first letter in the kerns of words before it
    kerns: Mapping[str, float] = NO_KERNS  # between it and the next word
    ends_line: bool = False  # a line must end after it
    hyphen: float = 0.0  # width of the hyphen to show if a line ends here
    bits: tuple[Bit, ...] = ()  # for hyphenation
    missing: str = ""  # characters no font has
    levels: tuple[int, ...] = ()  # of its parts, where some run from right to left
    turned: bytes = b""  # levels of its characters
    lacks: tuple[Finding, ...] = ()  # bold or italic faces that aren't there
    looks: tuple[PartLook, ...] = ()  # of its parts, where some are in a colour, underlined or smaller

    @property
    def text(self) -> str:
        """Return the text that the word prints."""
        return "".join([printed_text(bit) for bit in self.bits])


class TokenWords(NamedTuple):
    """The words of a text up to and with a blank, if they are the same whatever stands beside them."""

    words: tuple[Word, ...]
    text: str  # without its marks
    is_plain: bool  # no line has to end in it, and no word has a hyphen


class Typesetting(NamedTuple):
    """The properties of a style that decide about words and their widths: not its size, so a paragraph serves all."""

    font: str
    bold: bool
    italic: bool
    tracking: float
    upper: bool
    hyphens: bool
    in_latin: bool = False  # there are no letters of the language, with which its numbers and signs would go
    phrase_fonts: tuple[tuple[bool, bool, PhraseFonts], ...] = ()  # bold, italic → fonts of phrases
    small_caps: bool = False


def typesetting_of(style: TypeStyle) -> Typesetting:
    setting = Typesetting(style.font, style.bold, style.italic, style.tracking, style.case == "upper", style.hyphens)
    return setting if style.case != "small-caps" else setting._replace(small_caps=True)


def printed_text(bit: Bit) -> str:
    """Return the text of a bit on its line; for an unknown icon its name in brackets."""
    if bit.icon:
        return write_tag(bit.icon)
    if bit.text.isprintable():
        return bit.text
    return bit.text.replace(SOFT_HYPHEN, "").rstrip(LINE_ENDS).replace("\t", " ")


def add_kern(word: Word, kern: float) -> Word:
    """Widen or narrow the gap between a word and the next by a kern, in ems."""
    last = word.parts[-1]
    assert isinstance(last, Shaped)
    glyph = last.glyphs[-1]
    moved = glyph._replace(advance=glyph.advance + round(kern * last.font.units_per_em))
    part = replace(last, glyphs=(*last.glyphs[:-1], moved), width=last.width + kern)
    return word._replace(parts=(*word.parts[:-1], part), space=word.space + kern)


def split_by_level(bit: Bit, levels: bytes) -> list[tuple[str, int]]:
    """Cut the text of a bit where its level changes; spaces at its end stay with what they follow."""
    if bit.icon:
        return [(printed_text(bit), levels[0])]
    text = bit.text.rstrip(LINE_ENDS).replace("\t", " ")
    printed = [("" if c == SOFT_HYPHEN else c, level) for c, level in zip(text, levels, strict=False)]
    inked = len(text.rstrip(SPACES))
    ends = [i for i in range(1, inked) if printed[i][1] != printed[i - 1][1]]
    cuts = [0, *ends, len(printed)] if printed else []
    return [("".join([c for c, _ in printed[i:j]]), printed[i][1]) for i, j in pairwise(cuts)]


def separate_spaces(word: ShapedWord) -> tuple[Shaped, ...]:
    """Return the word's parts, the spaces at its end as a part of their own: a line may put them elsewhere."""
    if not word.spaces or not word.glyphs:
        return word.parts
    *others, last = word.parts
    inked = len(last.text) - word.spaces
    if not inked:
        return word.parts
    per_em = last.font.units_per_em
    letters = tuple([glyph for glyph in last.glyphs if glyph.cluster < inked])
    spaces = tuple([glyph._replace(cluster=glyph.cluster - inked) for glyph in last.glyphs if glyph.cluster >= inked])
    width = sum([glyph.advance for glyph in spaces]) / per_em
    first = replace(last, text=last.text[:inked], glyphs=letters, width=last.width - width)
    return (*others, first, replace(last, text=last.text[inked:], glyphs=spaces, width=width))
