"""Card text with its few marks → bits of plain text, icons and line breaks.

The marks are `**bold**`, `*italic*`, `__underlined__`, an icon, `[red]words in a colour[/red]`, a line break, and a
backslash before any of these; everything else prints as it stands, a star without a partner too. Where one stretch ends
and the next of the same kind begins at once, both signs stand in a row, as four stars: `**Stay:****Trade** [coin]`. A
new mark is one more of `MARKS`, and drawn in `pnp.typesetting`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pnp.cardtext import icons
from pnp.cardtext.braces import show_masked
from pnp.cardtext.icons import (
    BRACKETED,
    COLOUR_END,
    ICON_CHARACTER,
    NAMED,
    can_have_colours,
    colour_tags,
    find_colours,
    name_of_tag,
    restore_icons,
    write_tag,
)
from pnp.model.regex import regex

BOLD, ITALIC, UNDERLINED = 1, 2, 4


class Mark(NamedTuple):
    """What stands before and behind a stretch of text that is emphasised."""

    sign: str
    name: str  # of how the stretch is set
    emphasis: int
    called: str  # one of its characters, as messages speak of it

    @property
    def hint(self) -> str:
        return f"{self.called} itself is \\{self.sign[0]}"


MARKS = (
    Mark("**", "bold", BOLD, "a star"),
    Mark("*", "italic", ITALIC, "a star"),
    Mark("__", "underlined", UNDERLINED, "an underscore"),
)


class Bit(NamedTuple):
    """A stretch of text in one style; `icon` is set where it is a single inline icon."""

    text: str
    emphasis: int = 0  # bits of BOLD, ITALIC and UNDERLINED
    icon: str = ""
    colour: str = ""  # as the text names it

    @property
    def bold(self) -> bool:
        return self.emphasis & BOLD != 0

    @property
    def italic(self) -> bool:
        return self.emphasis & ITALIC != 0


class UnpairedMark(NamedTuple):
    """A mark beside a letter that has no partner, and prints as it stands."""

    mark: Mark
    start: int  # of the signs that it is among
    end: int
    opens: bool  # or closes
    instead: Mark | None = None  # what closes it, of the same characters: both print as they stand

    @property
    def wrong(self) -> str:
        """Return what is wrong, as messages have it."""
        sign = self.mark.sign
        if self.instead:
            return f"opens {sign}, but closes {self.instead.sign}"
        return f"opens {sign}, which nothing closes" if self.opens else f"closes {sign}, which nothing opens"


_MEANINGS = {mark.sign: (mark,) for mark in MARKS} | {
    one.sign + other.sign: (one, other) for one, other in combinations(MARKS, 2) if one.sign[0] == other.sign[0]
}  # of characters in a row; of others there is none
_AT_ONCE = {mark.sign * 2: mark for mark in MARKS if mark.sign * 2 not in _MEANINGS}  # behind one stretch the next
CHARACTERS = "".join(dict.fromkeys(mark.sign[0] for mark in MARKS))
SIGNS = f"\\{CHARACTERS}{icons.SIGNS}"  # a backslash before one of these takes its meaning
_SIGNS = re.escape(SIGNS)
_RUN = "|".join(f"{re.escape(character)}+" for character in CHARACTERS)
SIGN = rf"\\[{_SIGNS}\n]|{NAMED}|{COLOUR_END}|{_RUN}"  # a pattern of all that means something, or would beside a word
_TOKEN = re.compile(rf"\\(?P<escaped>[{_SIGNS}\n])|(?P<tag>{NAMED}|{COLOUR_END})|(?P<run>{_RUN})")
_MARKED = re.compile(f"[{_SIGNS}]")
_ESCAPED = re.compile(rf"\\(?:{BRACKETED}|[{_SIGNS}])")
# Words between two signs, of which nothing else could be the partner.
_PAIRED = re.compile(
    f"(?<![{CHARACTERS}\\\\])({'|'.join([re.escape(mark.sign) for mark in MARKS])})"
    f"(?=[^\\s{CHARACTERS}])[^{_SIGNS}]*(?<=\\S)\\1(?![{CHARACTERS}])"
)
_EMPHASISED = re.compile(f"[{re.escape(CHARACTERS)}]")
_ICON = "|".join(rf"{re.escape(opens)}[a-z0-9][a-z0-9-]*{re.escape(closes)}" for opens, closes in icons.BRACKETS)
_SIMPLE = regex(rf"{_ICON}|(\*\*?)(?=[^\s*])(?:{_ICON}|[^{_SIGNS}\n])*(?<=[^\s*])\1(?!\*)")


@lru_cache(4096)
def read_marks(text: str) -> tuple[Bit, ...]:
    """Return a text's bits in order; joined, they hold every character that prints."""
    if not _MARKED.search(text):
        return (Bit(text),) if text else ()
    tokens = list(_tokens(text))
    # each mark pairs an opening with the next closing one; bold, italic and colours may overlap
    begins, ends = [0] * len(tokens), [0] * len(tokens)
    for mark, begin, end in _pairs_in(tokens):
        begins[begin] |= mark.emphasis
        ends[end] |= mark.emphasis
    bits: list[Bit] = []
    emphasis = 0
    colours = [""]  # those open, the last one prints
    for token, begin, end in zip(tokens, begins, ends, strict=True):
        if token.colour:
            if token.closes:
                del colours[len(colours) - 1 - colours[::-1].index(token.colour)]
            else:
                colours.append(token.colour)
            continue
        emphasis &= ~end
        alone = [mark.sign for mark in token.marks if not mark.emphasis & (begin | end)]
        if shown := "".join(alone) if token.marks else token.text:
            bit = Bit(shown, emphasis, token.icon, colours[-1])
            last = bits[-1] if bits else None
            if last and not bit.icon and not last.icon and last[1:] == bit[1:]:
                bits[-1] = bit._replace(text=last.text + bit.text)  # neighbours of one style are one
            else:
                bits.append(bit)
        emphasis |= begin
    return tuple(bits)


def count_emphasis(text: str) -> Counter[str]:
    """Count the stretches of a text that are "bold", "italic", "bold italic" at once, or in a colour: "[red]"."""
    colours = Counter([write_tag(stretch.name) for stretch in find_colours(text)])
    pairs = _pairs_in(list(_tokens(text))) if _EMPHASISED.search(text) else ()
    stretches: dict[tuple[int, int], list[str]] = {}
    for mark, begin, end in pairs:
        stretches.setdefault((begin, end), []).append(mark.name)
    return Counter(map(" ".join, stretches.values())) + colours


def find_lone_marks(text: str) -> Iterator[UnpairedMark]:
    """Return marks without a partner, with those that stand for it; a star between blanks is a star."""
    found: list[UnpairedMark] = []
    for lone in _unpaired_marks(text):
        before = found[-1] if found and not found[-1].instead else None
        is_pair = before is not None and before.opens and not lone.opens and before.mark != lone.mark
        if before and is_pair and before.mark.sign[0] == lone.mark.sign[0]:
            found[-1] = before._replace(instead=lone.mark)
        else:
            found.append(lone)
    return iter(found)


def _unpaired_marks(text: str) -> Iterator[UnpairedMark]:
    if not _EMPHASISED.search(text) or not _EMPHASISED.search(_PAIRED.sub("", text)):
        return
    tokens = list(_tokens(text))
    paired = {(at, mark) for mark, *ends in _pairs_in(tokens) for at in ends}
    for i, token in enumerate(tokens):
        for mark in token.marks:
            if (token.opens or token.closes) and (i, mark) not in paired:
                yield UnpairedMark(mark, token.start, token.start + len(token.text), token.opens)


def is_context_free(text: str) -> bool:
    """Tell whether the marks in a text are read the same in whatever text it stands between blanks."""
    return not ("\\" in text or can_have_colours(text) or any(_unpaired_marks(text)))


def printed_text(text: str) -> str:
    """Return the characters that print, and one for each icon."""
    return "".join([bit.text for bit in read_marks(text)])


def printed_places(text: str) -> list[tuple[int, int]]:
    """Return from where to where each printed character is written, with the backslash or brackets that are its."""
    tokens = list(_tokens(text))
    paired = {(at, mark) for mark, *ends in _pairs_in(tokens) for at in ends}
    places: list[tuple[int, int]] = []
    for i, token in enumerate(tokens):
        end = tokens[i + 1].start if i + 1 < len(tokens) else len(text)
        if token.colour:
            continue
        if token.marks:
            left = sum(len(mark.sign) for mark in token.marks if (i, mark) not in paired)
            places += [(at, at + 1) for at in range(token.start, token.start + left)]
        elif len(token.text) == 1:
            places.append((token.start, end))
        else:
            places += [(at, at + 1) for at in range(token.start, end)]
    return places


def strip_marks(text: str) -> str:
    """Return a text without its marks, icons as they are written."""
    return "".join([write_tag(bit.icon) if bit.icon else bit.text for bit in read_marks(text)])


def has_simple_marks(text: str) -> bool:
    """Tell whether all marks are icons, and stretches of bold or italic that have no mark but icons in them."""
    return not _MARKED.search(_SIMPLE.sub("", text))


def make_bold(text: str) -> str:
    sign = next(mark.sign for mark in MARKS if mark.emphasis == BOLD)
    return f"{sign}{text}{sign}"


def escape_marks(text: str) -> str:
    """Return card text that prints this text as it is: no sign in it means anything."""
    return _MARKED.sub(r"\\\g<0>", text)


def mask_escapes(text: str) -> str:
    """Return a text of the same length without signs that mean nothing, and brackets that belong to them."""
    return _ESCAPED.sub(lambda found: ICON_CHARACTER * len(found[0]), text) if "\\" in text else text


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd-\uffff]")
_AROUND = 12  # characters of an excerpt on both sides


def bare_words(text: str) -> str:
    """Return the words alone, without marks and what can't be seen; icons are one character. Mask braces before."""
    words = printed_text(text)
    return words if words.isprintable() else _UNSEEN.sub("", words)


def source_range(text: str, start: int, end: int) -> tuple[int, int]:
    """Return from which character of a text to which some of its bare words are written."""
    places, words = printed_places(text), printed_text(text)
    if not words.isprintable():
        places = [place for place, letter in zip(places, words, strict=True) if not _UNSEEN.match(letter)]
    return places[start][0], places[end - 1][1]


def quote_excerpt(text: str, start: int = 0, end: int | None = None, icons: Sequence[str] = (), least: int = 0) -> str:
    """Return a text, or what stands around a place in it, in quotes, with the `icons` of bare words as written."""
    end = len(text) if end is None else end
    left, right = max(0, start - _AROUND), min(len(text), max(end + _AROUND, least))
    shown = show_masked(text[left:right]).replace("\n", "⏎").replace("\t", "⇥")
    shown = restore_icons(shown, icons[text.count(ICON_CHARACTER, 0, left) :])
    return f"“{'…' if left else ''}{shown}{'…' if right < len(text) else ''}”"


class _MarkToken(NamedTuple):
    text: str
    start: int = 0
    icon: str = ""
    marks: tuple[Mark, ...] = ()  # what signs may mean: bold, italic, or both where there are three stars
    opens: bool = False  # signs before a word
    closes: bool = False  # signs behind one, or the end of a colour
    colour: str = ""  # that begins or ends here: nothing is printed


def _tokens(text: str) -> Iterator[_MarkToken]:
    at = 0
    colours = colour_tags(text)
    opened: set[Mark] = set()
    for match in _TOKEN.finditer(text):
        start = match.start()
        if start > at:
            yield _MarkToken(text[at:start], at)
        at = match.end()
        if match.lastgroup == "tag":
            name = name_of_tag(match[0])
            if start in colours:
                yield _MarkToken("", start, closes=match[0] != write_tag(name), colour=name)
            elif match[0] == write_tag(name):
                yield _MarkToken(ICON_CHARACTER, start, name)
            else:
                yield _MarkToken(match[0], start)
        elif match.lastgroup == "escaped":
            yield _MarkToken(" " if match["escaped"] == "\n" else match["escaped"], start)
        else:
            before, after = text[start - 1 : start], text[at : at + 1]
            opens, closes = bool(after.strip()), bool(before.strip())
            if (mark := _AT_ONCE.get(match[0])) and mark in opened and opens and closes:
                middle = start + len(mark.sign)
                yield _MarkToken(mark.sign, start, "", (mark,), closes=True)
                yield _MarkToken(mark.sign, middle, "", (mark,), opens=True)
                continue
            meanings = _MEANINGS.get(match[0], ())
            for meaning in meanings:
                if closes and meaning in opened:
                    opened.remove(meaning)
                elif opens:
                    opened.add(meaning)
            yield _MarkToken(match[0], start, "", meanings, opens, closes)
    if at < len(text):
        yield _MarkToken(text[at:], at)


def _pairs_in(tokens: list[_MarkToken]) -> list[tuple[Mark, int, int]]:
    """Return marks with the numbers of the tokens that begin their style and end it."""
    opened: dict[int, int] = {}  # emphasis → number of the token
    pairs: list[tuple[Mark, int, int]] = []
    for i, token in enumerate(tokens):
        for mark in token.marks:
            if token.closes and mark.emphasis in opened:
                pairs.append((mark, opened.pop(mark.emphasis), i))
            elif token.opens:
                opened[mark.emphasis] = i
    return pairs
