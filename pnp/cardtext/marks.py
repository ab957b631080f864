"""Card text with its few marks → bits of plain text, icons and line breaks.

The marks are `**bold**`, `*italic*`, `__underlined__`, an icon, `[red]words in a colour[/red]`, a line break, and a
backslash before any of these; everything else prints as it stands, a star without a partner too. Where one stretch ends
and the next of the same kind begins at once, both signs stand in a row, as four stars: `**Stay:****Trade** [coin]`. A
new mark is one more of `MARKS`, and drawn in `pnp.typesetting`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pnp.cardtext import brackets
from pnp.cardtext.brackets import COLOUR_END, NAMED, colour_tags, colours_in, may_colour, name_in, written
from pnp.cardtext.icons import ICON_CHARACTER
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
    *(Mark("**", "bold", BOLD, "a star"), Mark("*", "italic", ITALIC, "a star")),
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


class Lone(NamedTuple):
    """A mark beside a letter that has no partner, and prints as it stands."""

    mark: Mark
    start: int  # of the signs that it is among
    end: int
    opens: bool  # or closes
    instead: Mark | None = None  # what closes it, of the same characters: both print as they stand

    @property
    def wrong(self) -> str:
        """As messages say it."""
        if self.instead:
            return f"opens {self.mark.sign}, but closes {self.instead.sign}"
        return (
            f"opens {self.mark.sign}, which nothing closes"
            if self.opens
            else f"closes {self.mark.sign}, which nothing opens"
        )


_MEANINGS = {mark.sign: (mark,) for mark in MARKS} | {
    one.sign + other.sign: (one, other) for one, other in combinations(MARKS, 2) if one.sign[0] == other.sign[0]
}  # of characters in a row; of others there is none
_AT_ONCE = {mark.sign * 2: mark for mark in MARKS if mark.sign * 2 not in _MEANINGS}  # behind one stretch the next
CHARACTERS = "".join(dict.fromkeys(mark.sign[0] for mark in MARKS))
SIGNS = f"\\{CHARACTERS}{brackets.SIGNS}"  # a backslash before one of these takes its meaning
_SIGNS = re.escape(SIGNS)
_RUN = "|".join(f"{re.escape(character)}+" for character in CHARACTERS)
SIGN = rf"\\[{_SIGNS}\n]|{NAMED}|{COLOUR_END}|{_RUN}"  # a pattern of all that means something, or would beside a word
_TOKEN = re.compile(rf"\\(?P<escaped>[{_SIGNS}\n])|(?P<tag>{NAMED}|{COLOUR_END})|(?P<run>{_RUN})")
_MARKED = re.compile(f"[{_SIGNS}]")
# Words between two signs, of which nothing else could be the partner.
_PAIRED = re.compile(
    f"(?<![{CHARACTERS}\\\\])({'|'.join([re.escape(mark.sign) for mark in MARKS])})"
    f"(?=[^\\s{CHARACTERS}])[^{_SIGNS}]*(?<=\\S)\\1(?![{CHARACTERS}])"
)
_EMPHASISED = re.compile(f"[{re.escape(CHARACTERS)}]")
_ICON = "|".join(rf"{re.escape(opens)}[a-z0-9][a-z0-9-]*{re.escape(closes)}" for opens, closes in brackets.BRACKETS)
_IN_ORDER = regex(rf"{_ICON}|(\*\*?)(?=[^\s*])(?:{_ICON}|[^{_SIGNS}\n])*(?<=[^\s*])\1(?!\*)")


@lru_cache(4096)
def read_marks(text: str) -> tuple[Bit, ...]:
    """The text's bits in order; joined, they hold every character that prints."""
    if not _MARKED.search(text):
        return (Bit(text),) if text else ()
    joined: list[Bit] = []  # neighbours of one style as one
    for bit in _styled(list(_tokens(text))):
        last = joined[-1] if joined else None
        if last and not bit.icon and not last.icon and last[1:] == bit[1:]:
            joined[-1] = bit._replace(text=last.text + bit.text)
        else:
            joined.append(bit)
    return tuple(joined)


def emphasis_of(text: str) -> Counter[str]:
    """How many stretches of a text are "bold", "italic", or, with the same three stars, "bold italic"; and how many in
    each colour, "[red]"."""
    colours = Counter([written(stretch.name) for stretch in colours_in(text)])
    pairs = _pairs_in(list(_tokens(text))) if _EMPHASISED.search(text) else ()
    stretches: dict[tuple[int, int], list[str]] = {}
    for pair in pairs:
        stretches.setdefault((pair.begin, pair.end), []).append(pair.mark.name)
    return Counter(map(" ".join, stretches.values())) + colours


def lone_marks(text: str) -> Iterator[Lone]:
    """Marks without a partner, with those that stand for it; a star between blanks is a star."""
    before: Lone | None = None
    for lone in _all_lone_marks(text) if _may_be_lone(text) else ():
        is_pair = before is not None and before.opens and not lone.opens and before.mark != lone.mark
        if before and is_pair and before.mark.sign[0] == lone.mark.sign[0]:
            yield before._replace(instead=lone.mark)
            before = None
            continue
        if before:
            yield before
        before = lone
    if before:
        yield before


def _may_be_lone(text: str) -> bool:
    return _EMPHASISED.search(text) is not None and _EMPHASISED.search(_PAIRED.sub("", text)) is not None


def _all_lone_marks(text: str) -> Iterator[Lone]:
    tokens = list(_tokens(text))
    paired = {(at, pair.mark) for pair in _pairs_in(tokens) for at in (pair.begin, pair.end)}
    for i, token in enumerate(tokens):
        for mark in token.marks:
            if (token.opens or token.closes) and (i, mark) not in paired:
                yield Lone(mark, token.start, token.start + len(token.text), token.opens)


def means_the_same_anywhere(text: str) -> bool:
    """Tell whether the marks in a text are read the same in whatever text it stands between blanks."""
    if "\\" in text or may_colour(text):
        return False
    return not (_may_be_lone(text) and any(_all_lone_marks(text)))


def printed(text: str) -> str:
    """The characters that print, and one for each icon."""
    return "".join([bit.text for bit in read_marks(text)])


def printed_places(text: str) -> list[tuple[int, int]]:
    """Of each of these, from which character of the text to which it is written: a backslash is part of what it
    escapes, a bracket of its icon."""
    tokens = list(_tokens(text))
    paired = {(at, pair.mark) for pair in _pairs_in(tokens) for at in (pair.begin, pair.end)}
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


def plain(text: str) -> str:
    """The text without its marks, icons as they are written."""
    return "".join([written(bit.icon) if bit.icon else bit.text for bit in read_marks(text)])


def is_in_order(text: str) -> bool:
    """Whether all marks of a text are icons, and stretches of bold or italic that have no mark but icons in them."""
    return not _MARKED.search(_IN_ORDER.sub("", text))


def in_bold(text: str) -> str:
    """Card text that prints as that does, in bold type."""
    sign = next(mark.sign for mark in MARKS if mark.emphasis == BOLD)
    return f"{sign}{text}{sign}"


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
            name = name_in(match[0])
            if start in colours:
                yield _MarkToken("", start, closes=match[0] != written(name), colour=name)
            elif match[0] == written(name):
                yield _MarkToken(ICON_CHARACTER, start, name)
            else:
                yield _MarkToken(match[0], start)
        elif match.lastgroup == "escaped":
            escaped = match["escaped"]
            yield _MarkToken(" " if escaped == "\n" else escaped, start)
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


def _styled(tokens: list[_MarkToken]) -> Iterator[Bit]:
    """Each mark pairs an opening with the next closing one; bold, italic and colours may overlap."""
    begins, ends = [0] * len(tokens), [0] * len(tokens)
    for pair in _pairs_in(tokens):
        begins[pair.begin] |= pair.mark.emphasis
        ends[pair.end] |= pair.mark.emphasis
    emphasis = 0
    colours = [""]  # those open, the last one prints
    for token, begin, end in zip(tokens, begins, ends, strict=True):
        if token.colour:
            if token.closes:
                del colours[len(colours) - 1 - colours[::-1].index(token.colour)]
            else:
                colours.append(token.colour)
            continue
        if not token.marks:
            yield Bit(token.text, emphasis, token.icon, colours[-1])
            continue
        emphasis &= ~end
        if alone := "".join([mark.sign for mark in token.marks if not mark.emphasis & (begin | end)]):
            yield Bit(alone, emphasis, "", colours[-1])
        emphasis |= begin


class _MarkPair(NamedTuple):
    mark: Mark
    begin: int  # number of the token
    end: int


def _pairs_in(tokens: list[_MarkToken]) -> list[_MarkPair]:
    """Which marks of which tokens begin a style, and which end it."""
    opened: dict[int, int] = {}  # emphasis → number of the token
    pairs: list[_MarkPair] = []
    for i, token in enumerate(tokens):
        for mark in token.marks:
            if token.closes and mark.emphasis in opened:
                pairs.append(_MarkPair(mark, opened.pop(mark.emphasis), i))
            elif token.opens:
                opened[mark.emphasis] = i
    return pairs
