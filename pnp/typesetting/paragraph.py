"""Card text in a style → words ready to be broken into lines: shaped, measured in ems, with where lines may end."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from pnp.cardtext.icons import ICON_CHARACTER
from pnp.cardtext.marks import CHARACTERS, Bit, is_context_free, read_marks, strip_marks
from pnp.cardtext.orthography import upper
from pnp.model.display import FontFace, Shaped
from pnp.model.language import is_right_to_left, script_of
from pnp.model.problem import Finding
from pnp.typesetting.breaks import Chunk, break_finder, breaks_are_fixed, hyphenate, split_bits, split_chunks
from pnp.typesetting.shape import NO_KERNS, PhraseFonts, ShapedWord, Shaper, kern_key
from pnp.typesetting.words import (
    PLAIN,
    SOFT_HYPHEN,
    InlineIcon,
    PartLook,
    TokenWords,
    Typesetting,
    Word,
    add_kern,
    look_of_bit,
    needs_levels,
    printed_text,
    scale_capitals,
    separate_spaces,
    split_by_level,
)

_LETTERS = re.compile("[^\\W\\d_](?:[^\\W\\d_]|[\u0300-\u036f]){4,}")
_JOINED = re.compile("[\u0590-\u109f\u1780-\u18af]")  # scripts whose letters join, or carry marks: never moved apart
_LIKE_LATIN = ("Latn", "Cyrl", "Grek")  # scripts that the same fonts have
_IN_LATIN = re.compile(f"[\0-\u036f\u1e00-\u1eff\u2000-\u2bff\ufb00-\ufb06{ICON_CHARACTER}]*")
# Untranslated texts among lines from right to left, and a number with its sign, which would stand behind it.
_FROM_LEFT = re.compile("[^A-Za-z\u00c0-\u024f]*[A-Za-z\u00c0-\u024f]|\\s*[-+±\u2212][0-9.,]+%?\\s*\\Z")
# Letters beyond ASCII, told by all else: `re` takes 3 ms for as large a range as theirs.
_MAY_LACK = re.compile(f"[^\0-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u2000-\u2bff{ICON_CHARACTER}-\uffff]")
_NO_KERNING = "\u2e80"  # the first of the letters that all stand in squares of one size
# Up to a blank and with that; a number stays with the icon behind it, whatever marks are around them.
_TOKEN = re.compile(f" *[^ ]+(?:(?<=[0-9{CHARACTERS}]) [{CHARACTERS}]*(?:\\[|{ICON_CHARACTER})[^ ]*)* *")
# Letters and digits, and punctuation behind them: nothing divides them, and they aren't marks.
_SIMPLE = re.compile("[A-Za-z0-9]+(?:-[0-9]+)*[.,:;!?]? *")
_COMBINING = re.compile("[\u0300-\u036f]")  # Lithuanian capitals are composed throughout a text, or nowhere
_words, _text, _is_plain = map(attrgetter, ("words", "text", "is_plain"))
_kerns, _begins = map(attrgetter, ("kerns", "begins"))


class Paragraph(NamedTuple):
    words: tuple[Word, ...]
    font: FontFace  # of its style: some words may be in others
    missing: str  # characters no font has
    unknown_icons: tuple[str, ...]
    setting: Typesetting
    text: str  # without its marks
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
        self._has_tokens = not (self.base or self._borrows)
        self._breaks = break_finder(language)
        self._is_lacking = False  # whether any word lacks a character, or a bold or italic face
        self._words: dict[Typesetting, dict[tuple[tuple[Bit, ...], bool, bytes], Word]] = {}
        self._kerned: dict[tuple[int, float], Word] = {}  # by the id of the word, which stays alive, and the kern
        self._tokens: dict[Typesetting, Callable[[str], TokenWords | None]] = {}
        self.paragraph = lru_cache(2048)(lambda *key: self.make_of_tokens(*key) or self.make_as_whole(*key))

    def forget(self) -> None:
        """Forget the paragraphs made; words stay."""
        self.paragraph.cache_clear()

    def make_of_tokens(self, text: str, setting: Typesetting) -> Paragraph | None:
        """Make the paragraph of tokens between blanks; None if any of them depends on what is beside it."""
        if not self._has_tokens or setting.small_caps:
            return None
        if setting not in self._tokens:
            self._tokens[setting] = lru_cache(None)(partial(self._make_token, setting))
        tokens = list(map(self._tokens[setting], _TOKEN.findall(text)))
        if not tokens or not all(tokens):
            return None
        words = list(chain.from_iterable(map(_words, tokens)))
        unmarked = "".join(map(_text, tokens))
        return self._assemble(self._kern(words), setting, unmarked, all(map(_is_plain, tokens)))

    def _make_token(self, setting: Typesetting, raw: str) -> TokenWords | None:
        """Make the words of a token, if they are the same in whatever text it stands."""
        if _SIMPLE.fullmatch(raw):
            text = upper(raw, self._language) if setting.upper else raw
            token = TokenWords(tuple(self._find_words([((Bit(text),), False)], setting)), raw, True)
        elif is_context_free(raw) and not _COMBINING.search(raw):
            alone = self._analyse(raw, setting)
            whole = "".join([bit.text for word in alone.words for bit in word.bits])
            if alone.setting is not setting or alone.base is not None or not breaks_are_fixed(whole):
                return None
            if alone.has_looks or alone.unknown_icons:
                return None
            token = TokenWords(alone.words, alone.text, alone.is_plain)
        else:
            return None
        is_uniform, font, bold, italic = self.shaper.is_uniform, setting.font, setting.bold, setting.italic
        for bit in [bit for word in token.words for bit in word.bits]:
            if not is_uniform(bit.text, font, bold or bit.bold, italic or bit.italic):
                return None
        return token

    def make_as_whole(self, text: str, setting: Typesetting) -> Paragraph:
        """Make the paragraph of any text."""
        made = self._analyse(text, setting)
        return made if made.base is not None else made._replace(words=tuple(self._kern(list(made.words))))

    def _analyse(self, text: str, setting: Typesetting) -> Paragraph:
        """Make the paragraph of any text, its words not kerned."""
        bits = read_marks(text)
        if setting.upper:
            bits = tuple([bit._replace(text=upper(bit.text, self._language)) for bit in bits])
        if setting.small_caps and not self.shaper.has_small_caps(setting.font, setting.bold, setting.italic):
            bits, setting = scale_capitals(bits, self._language), setting._replace(small_caps=False)
        whole = "".join([bit.text for bit in bits])
        if setting.tracking and _JOINED.search(whole):
            setting = setting._replace(tracking=0.0)
        chunks = split_chunks(bits, whole, self._breaks(whole))
        turns = needs_levels(whole)
        if self._borrows and not turns and _IN_LATIN.fullmatch(whole):
            setting = setting._replace(in_latin=True)
        if _MAY_LACK.search(whole):
            phrases: dict[tuple[bool, bool], str] = {}
            for bit in [bit for bit in bits if not bit.icon]:
                look = setting.bold or bit.bold, setting.italic or bit.italic
                phrases[look] = phrases.get(look, "") + bit.text
            find, font = self.shaper.find_phrase_fonts, setting.font
            found = [(*look, find(phrase, font, *look, setting.in_latin)) for look, phrase in phrases.items()]
            if any(fonts for _, _, fonts in found):
                setting = setting._replace(phrase_fonts=tuple([each for each in found if each[2]]))
        base = self.base if turns or (self.base and not _FROM_LEFT.match(whole)) else None
        levels = b""
        if base is not None:
            from pnp.typesetting.bidi import printed_levels

            levels = printed_levels(whole, base)
        words = self._find_words(chunks, setting, levels)
        has_ends = any(word.ends_line or word.hyphen for word in words)
        unknown = tuple(dict.fromkeys([bit.icon for bit in bits if bit.icon and bit.icon not in self._icon_widths]))
        has_looks = any(look_of_bit(bit) is not PLAIN for bit in bits)
        colours = tuple(dict.fromkeys([bit.colour for bit in bits if bit.colour])) if has_looks else ()
        made = self._assemble(words, setting, strip_marks(text), not has_ends)
        return made._replace(unknown_icons=unknown, base=base, has_looks=has_looks, colours=colours)

    def _assemble(self, words: list[Word], setting: Typesetting, unmarked: str, is_plain: bool) -> Paragraph:
        font = self.shaper.face(setting.font, setting.bold, setting.italic)
        lacking = words if self._is_lacking else ()
        missing = "".join(dict.fromkeys("".join([word.missing for word in lacking])))
        lacks = tuple(dict.fromkeys([lack for word in lacking for lack in word.lacks]))
        is_plain = is_plain and not (setting.hyphens or setting.tracking)
        return Paragraph(tuple(words), font, missing, (), setting, unmarked, is_plain, None, self.base == 1, lacks)

    def _find_words(self, chunks: list[Chunk], setting: Typesetting, levels: bytes = b"") -> list[Word]:
        """Return the words of chunks; `levels` are those of all characters, where some run from right to left."""
        known = self._words.setdefault(setting, {})
        words: list[Word] = []
        at = 0
        for chunk in chunks:
            end = at + sum([len(bit.text) for bit in chunk[0]]) if levels else 0
            key = (*chunk, levels[at:end])
            word = known.get(key)
            if word is None:
                word = known[key] = self._make_word(chunk[0], setting, *key[1:])
            words.append(word)
            at = end
        return words

    def _kern(self, words: list[Word]) -> list[Word]:
        """Put the kerns of their fonts between words; at the end of a line they aren't seen."""
        kerns = list(map(dict.__getitem__, map(_kerns, words), map(_begins, words[1:])))
        for at, kern in enumerate(kerns) if any(kerns) else ():
            if kern:
                key = id(words[at]), kern
                if key not in self._kerned:
                    self._kerned[key] = add_kern(words[at], kern)
                words[at] = self._kerned[key]
        return words

    def _make_word(self, bits: tuple[Bit, ...], setting: Typesetting, ends_line: bool, turned: bytes = b"") -> Word:
        parts, levels, looks = list[Shaped | InlineIcon](), list[int](), list[PartLook]()
        width = space = 0.0
        missing, lacks, at = "", tuple[Finding, ...](), 0
        for bit in bits:
            look = look_of_bit(bit)
            level = turned[at : at + len(bit.text)]
            at += len(bit.text)
            icon_width = self._icon_widths.get(bit.icon) if bit.icon else None
            if icon_width is not None:
                parts += (InlineIcon(bit.icon, icon_width),)
                levels += level
                looks += (look,)
                width, space = width + space + icon_width, 0.0
                continue
            for text, text_level in split_by_level(bit, level) if level else ((printed_text(bit), 0),):
                if not text:
                    continue
                shaped = self._shape(text, bit, setting, text_level % 2 == 1)
                set_parts = separate_spaces(shaped) if level else shaped.parts
                parts += set_parts
                levels += [text_level] * len(set_parts)
                looks += [look] * len(set_parts)
                if level and shaped.spaces:
                    levels[-1] = level[-1]
                width += space + shaped.width * look.scale + setting.tracking * shaped.glyphs
                space = shaped.space * look.scale + setting.tracking * shaped.spaces
                if shaped.missing or shaped.lacks:
                    missing, lacks = missing + shaped.missing, lacks + shaped.lacks
                    self._is_lacking = True
        hyphen = self._shape("-", bits[-1], setting).width if bits[-1].text[-1:] == SOFT_HYPHEN else 0.0
        first, last = (parts[0], parts[-1]) if parts and not turned else (None, None)
        begins = kern_key(first.font, first.text[0]) if first and first.font else ""
        kerns = NO_KERNS
        is_usual = not setting.small_caps and (not looks or looks[-1].scale == 1.0)
        if last and last.font and last.text[-1] < _NO_KERNING and is_usual:
            kerns = self.shaper.kerns(last.font, last.text[-1])
        sides = tuple(levels) if turned else (), turned
        seen = tuple(looks) if looks.count(PLAIN) < len(looks) else ()
        return Word(tuple(parts), width, space, begins, kerns, ends_line, hyphen, bits, missing, *sides, lacks, seen)

    def hyphenate(self, word: Word, setting: Typesetting, room: float) -> tuple[Word, Word] | None:
        """Divide a word into the longest beginning that fits with its hyphen, and the rest; None if nothing fits."""
        if word.hyphen:  # soft hyphens decide alone
            return None
        text = "".join([bit.text for bit in word.bits])
        for letters in reversed(list(_LETTERS.finditer(text))):
            for at in reversed(hyphenate(letters[0], self._language)):
                head, tail = split_bits(word.bits, letters.start() + at)
                head = (*head[:-1], head[-1]._replace(text=head[-1].text + "-"))
                cut = letters.start() + at
                turned = word.turned[:cut] + word.turned[cut - 1 : cut]  # the hyphen goes the way of its letter
                first = self._make_word(head, setting, False, turned)
                if first.width <= room:
                    return first, self._make_word(tail, setting, word.ends_line, word.turned[cut:])
        return None

    def divide(self, word: Word, at: int, setting: Typesetting) -> tuple[Word, Word]:
        """Divide a word into its first characters and the others."""
        head, tail = split_bits(word.bits, at)
        first = self._make_word(head, setting, False, word.turned[:at])
        return first, self._make_word(tail, setting, word.ends_line, word.turned[at:]) if tail else Word((), 0.0, 0.0)

    def add_hyphen(self, word: Word, setting: Typesetting) -> Word:
        """Return a word as it stands at the end of a line that breaks at its soft hyphen."""
        mark = self._shape("-", word.bits[-1], setting)
        levels = word.levels + word.levels[-1:] * len(mark.parts)
        looks = word.looks + word.looks[-1:] * len(mark.parts)
        width = word.width + mark.width
        return word._replace(parts=(*word.parts, *mark.parts), width=width, hyphen=0.0, levels=levels, looks=looks)

    def _shape(self, text: str, bit: Bit, setting: Typesetting, rtl: bool = False) -> ShapedWord:
        bold, italic = setting.bold or bit.bold, setting.italic or bit.italic
        spaced = setting.tracking != 0
        fonts: PhraseFonts = ()
        if setting.phrase_fonts:
            fonts = next((each[2] for each in setting.phrase_fonts if each[:2] == (bold, italic)), ())
        return self.shaper.word(
            text, setting.font, bold, italic, spaced, rtl, setting.in_latin, fonts, setting.small_caps
        )
