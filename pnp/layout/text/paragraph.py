"""Card text in a style → words ready to be broken into lines: shaped, measured in ems, with where lines may end."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from pnp.layout.element import Finding
from pnp.layout.text.bidi import needs_levels, printed_levels
from pnp.layout.text.breaks import Chunk, breaks_in, chunks_of, split_bits
from pnp.layout.text.looks import PLAIN, PartLook, look_of_bit, with_scaled_capitals
from pnp.layout.text.shape import NO_KERNS, SPACES, Instead, ShapedWord, Shaper, key_of, spaces_apart
from pnp.layout.text.words import LINE_ENDS, SOFT_HYPHEN, InlineIcon, Typesetting, Word, printed_on_line
from pnp.model.display import FontFace, Shaped
from pnp.model.language import is_right_to_left, script_of
from pnp.text.case import upper
from pnp.text.icons import ICON_CHARACTER
from pnp.text.marks import Bit, read_marks

_LETTERS = re.compile("[^\\W\\d_](?:[^\\W\\d_]|[\u0300-\u036f]){4,}")
_JOINED = re.compile("[\u0590-\u109f\u1780-\u18af]")  # scripts whose letters join, or carry marks: never moved apart
_LIKE_LATIN = ("Latn", "Cyrl", "Grek")  # scripts that the same fonts have
_IN_LATIN = re.compile(f"[\0-\u036f\u1e00-\u1eff\u2000-\u2bff\ufb00-\ufb06{ICON_CHARACTER}]*")
# Among lines from right to left what isn't translated, and a number with its sign, which would stand behind it.
_FROM_LEFT = re.compile("[^A-Za-z\u00c0-\u024f]*[A-Za-z\u00c0-\u024f]|\\s*[-+±\u2212][0-9.,]+%?\\s*\\Z")
# Letters beyond ASCII, told by all else: `re` takes 3 ms for as large a range as theirs.
_MAY_LACK = re.compile(f"[^\0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u2bff{ICON_CHARACTER}-\uffff]")
_NO_KERNING = "\u2e80"  # the first of the letters that all stand in squares of one size


class Paragraph(NamedTuple):
    words: tuple[Word, ...]
    font: FontFace  # of its style: some words may be in others
    missing: str  # characters no font has
    unknown_icons: tuple[str, ...]
    setting: Typesetting
    is_plain: bool = False  # no line has to end, no word can be divided, no letters are spaced: only widths decide
    base: int | None = None  # level of a paragraph of which something runs from right to left
    from_right: bool = False  # its lines begin there
    lacks: tuple[Finding, ...] = ()  # bold or italic faces that aren't there
    has_looks: bool = False
    colours: tuple[str, ...] = ()  # that its words name


class Paragraphs:
    """Makes paragraphs for one edition; knows the widths of its icons."""

    def __init__(self, shaper: Shaper, icon_widths: Mapping[str, float], language: str) -> None:
        self.shaper = shaper
        self._icon_widths = icon_widths  # name → of the em
        self._language = language
        self.base = 1 if is_right_to_left(language) else 0  # the direction of its paragraphs
        self._borrows = script_of(language) not in _LIKE_LATIN
        self._breaks = breaks_in(language)
        self._is_lacking = False  # has any word asked for a bold or italic that isn't there?
        self._words: dict[Typesetting, dict[Chunk, Word]] = {}
        self._turned: dict[tuple[Typesetting, Chunk, bytes], Word] = {}
        self.paragraph = lru_cache(2048)(self._make)
        self._kerned = lru_cache(2048)(self._kerned_anew)

    def forget(self) -> None:
        """Lets go of the paragraphs made; words stay."""
        self.paragraph.cache_clear()

    def _make(self, text: str, setting: Typesetting) -> Paragraph:
        bits = read_marks(text)
        if setting.upper:
            bits = tuple([bit._replace(text=upper(bit.text, self._language)) for bit in bits])
        if setting.small_caps and not self.shaper.has_small_caps(setting.font, setting.bold, setting.italic):
            bits, setting = with_scaled_capitals(bits, self._language), setting._replace(small_caps=False)
        whole = "".join([bit.text for bit in bits])
        if setting.tracking and _JOINED.search(whole):
            setting = setting._replace(tracking=0.0)
        chunks = chunks_of(bits, whole, self._breaks(whole))
        turns = needs_levels(whole)
        if self._borrows and not turns and _IN_LATIN.fullmatch(whole):
            setting = setting._replace(in_latin=True)
        if _MAY_LACK.search(whole) and (instead := self._instead(bits, setting)):
            setting = setting._replace(instead=instead)
        base = self.base if turns or (self.base and not _FROM_LEFT.match(whole)) else None
        words = self._in_order(chunks, setting) if base is None else self._leveled(chunks, whole, setting, base)
        font = self.shaper.face(setting.font, setting.bold, setting.italic)
        missing = "".join(dict.fromkeys("".join([word.missing for word in words])))
        lacks = tuple(dict.fromkeys([lack for word in words for lack in word.lacks])) if self._is_lacking else ()
        unknown = tuple(dict.fromkeys([bit.icon for bit in bits if bit.icon and bit.icon not in self._icon_widths]))
        is_plain = not (setting.hyphens or setting.tracking) and not any(w.ends_line or w.hyphen for w in words)
        has_looks = any(look_of_bit(bit) is not PLAIN for bit in bits)
        colours = tuple(dict.fromkeys([bit.colour for bit in bits if bit.colour])) if has_looks else ()
        of_all = is_plain, base, self.base == 1, lacks, has_looks, colours
        return Paragraph(tuple(words), font, missing, unknown, setting, *of_all)

    def _instead(self, bits: tuple[Bit, ...], setting: Typesetting) -> tuple[tuple[bool, bool, Instead], ...]:
        """Where the fonts of a style lack letters, those that its phrases are wholly set in."""
        phrases: dict[tuple[bool, bool], str] = {}
        for bit in bits:
            if not bit.icon:
                look = setting.bold or bit.bold, setting.italic or bit.italic
                phrases[look] = phrases.get(look, "") + bit.text
        fonts = self.shaper.instead
        found = [(*look, fonts(text, setting.font, *look, setting.in_latin)) for look, text in phrases.items()]
        return tuple([each for each in found if each[2]])

    def _in_order(self, chunks: list[Chunk], setting: Typesetting) -> list[Word]:
        """Words that all run from left to right."""
        known = self._words.setdefault(setting, {})
        words: list[Word] = []
        before: Chunk = ((), False)
        kerns: Mapping[str, float] = NO_KERNS
        for chunk in chunks:
            word = known.get(chunk)
            if word is None:
                word = known[chunk] = self._word_of(chunk, setting)
            if kern := kerns[word.begins]:
                words[-1] = self._kerned(before, kern, setting)
            words.append(word)
            before, kerns = chunk, word.kerns
        return words

    def _leveled(self, chunks: list[Chunk], whole: str, setting: Typesetting, base: int) -> list[Word]:
        """Words of which some, or parts, run from right to left; where depends on what is around them."""
        levels = printed_levels(whole, base)
        words: list[Word] = []
        at = 0
        for chunk in chunks:
            length = len(chunk[0]) if isinstance(chunk[0], str) else sum([len(bit.text) for bit in chunk[0]])
            key = setting, chunk, levels[at : at + length]
            word = self._turned.get(key)
            if word is None:
                word = self._turned[key] = self._word_of(chunk, setting, key[2])
            words.append(word)
            at += length
        return words

    def _word_of(self, chunk: Chunk, setting: Typesetting, turned: bytes = b"") -> Word:
        if len(chunk) == 2:
            return self._word(chunk[0], setting, chunk[1], turned)
        return self._word((Bit(*chunk[:2]),), setting, chunk[2], turned)

    def _word(self, bits: tuple[Bit, ...], setting: Typesetting, ends_line: bool, turned: bytes = b"") -> Word:
        parts: list[Shaped | InlineIcon] = []
        levels: list[int] = []
        width = space = 0.0
        missing = ""
        lacks: tuple[Finding, ...] = ()
        looks: list[PartLook] = []
        at = 0
        for bit in bits:
            look = look_of_bit(bit)
            level = turned[at : at + len(bit.text)]
            at += len(bit.text)
            icon_width = self._icon_widths.get(bit.icon) if bit.icon else None
            if icon_width is not None:
                parts.append(InlineIcon(bit.icon, icon_width))
                levels.extend(level)
                looks.append(look)
                width, space = width + space + icon_width, 0.0
                continue
            for text, of_text in _leveled(bit, level) if level else ((printed_on_line(bit), 0),):
                if not text:
                    continue
                shaped = self._shaped(text, bit, setting, of_text % 2 == 1)
                set_parts = spaces_apart(shaped) if level else shaped.parts
                parts.extend(set_parts)
                levels.extend([of_text] * len(set_parts))
                looks.extend([look] * len(set_parts))
                if level and shaped.spaces:
                    levels[-1] = level[-1]
                width += space + shaped.width * look.scale + setting.tracking * shaped.glyphs
                space = shaped.space * look.scale + setting.tracking * shaped.spaces
                missing += shaped.missing
                if shaped.lacks:
                    lacks += shaped.lacks
                    self._is_lacking = True
        hyphen = self._hyphen(bits[-1], setting).width if bits[-1].text.endswith(SOFT_HYPHEN) else 0.0
        first, last = (parts[0], parts[-1]) if parts and not turned else (None, None)
        begins = key_of(first.font, first.text[0]) if isinstance(first, Shaped) else ""
        kerns = NO_KERNS
        is_usual = not setting.small_caps and (not looks or looks[-1].scale == 1.0)
        if isinstance(last, Shaped) and last.text[-1] < _NO_KERNING and is_usual:
            kerns = self.shaper.kerns(last.font, last.text[-1])
        sides = tuple(levels) if turned else (), turned
        seen = tuple(looks) if any(look is not PLAIN for look in looks) else ()
        return Word(tuple(parts), width, space, begins, kerns, ends_line, hyphen, bits, missing, *sides, lacks, seen)

    def _kerned_anew(self, chunk: Chunk, kern: float, setting: Typesetting) -> Word:
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
        from pnp.layout.text.hyphens import hyphenate

        text = "".join([bit.text for bit in word.bits])
        for letters in reversed(list(_LETTERS.finditer(text))):
            for at in reversed(hyphenate(letters[0], self._language)):
                head, tail = split_bits(word.bits, letters.start() + at)
                head = (*head[:-1], head[-1]._replace(text=head[-1].text + "-"))
                cut = letters.start() + at
                turned = word.turned[:cut] + word.turned[cut - 1 : cut]  # the hyphen goes the way of its letter
                first = self._word(head, setting, False, turned)
                if first.width <= room:
                    return first, self._word(tail, setting, word.ends_line, word.turned[cut:])
        return None

    def divided(self, word: Word, at: int, setting: Typesetting) -> tuple[Word, Word]:
        """Its first characters, and the others."""
        head, tail = split_bits(word.bits, at)
        first = self._word(head, setting, False, word.turned[:at])
        return first, self._word(tail, setting, word.ends_line, word.turned[at:]) if tail else Word((), 0.0, 0.0)

    def with_hyphen(self, word: Word, setting: Typesetting) -> Word:
        """The word as it stands at the end of a line that breaks at its soft hyphen."""
        mark = self._hyphen(word.bits[-1], setting)
        levels = word.levels + word.levels[-1:] * len(mark.parts)
        looks = word.looks + word.looks[-1:] * len(mark.parts)
        width = word.width + mark.width
        return word._replace(parts=(*word.parts, *mark.parts), width=width, hyphen=0.0, levels=levels, looks=looks)

    def _hyphen(self, bit: Bit, setting: Typesetting) -> ShapedWord:
        return self._shaped("-", bit, setting)

    def _shaped(self, text: str, bit: Bit, setting: Typesetting, rtl: bool = False) -> ShapedWord:
        bold, italic = setting.bold or bit.bold, setting.italic or bit.italic
        spaced = setting.tracking != 0
        fonts = next((each[2] for each in setting.instead if each[:2] == (bold, italic)), ())
        return self.shaper.word(
            text, setting.font, bold, italic, spaced, rtl, setting.in_latin, fonts, setting.small_caps
        )


def _leveled(bit: Bit, levels: bytes) -> list[tuple[str, int]]:
    """What a bit prints, cut where its level changes; spaces at its end go with what they follow."""
    if bit.icon:
        return [(printed_on_line(bit), levels[0])]
    text = bit.text.rstrip(LINE_ENDS).replace("\t", " ")
    printed = [("" if c == SOFT_HYPHEN else c, level) for c, level in zip(text, levels, strict=False)]
    inked = len(text.rstrip(SPACES))
    ends = [i for i in range(1, inked) if printed[i][1] != printed[i - 1][1]]
    cuts = [0, *ends, len(printed)] if printed else []
    return [("".join([c for c, _ in printed[i:j]]), printed[i][1]) for i, j in pairwise(cuts)]
