"""Card text with its few marks → bits of plain text, icons and line breaks.

The marks are `**bold**`, `*italic*`, `[icon-name]`, a line break, and a backslash before any of these; everything else
prints as it stands, a star without a partner too.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

ICON_CHARACTER = "\ufffc"  # stands for an inline icon in the text that line breaking sees


class Bit(NamedTuple):
    """A stretch of text in one style; `icon` is set where it is a single inline icon."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


class Lone(NamedTuple):
    """A mark beside a letter that has no partner, and prints as it stands."""

    mark: str
    start: int  # of the stars that it is among
    end: int
    opens: bool  # or closes


class Emphasis(NamedTuple):
    """How many stretches of a text are marked as bold, as italic, and as both with the same three stars."""

    bold: int
    italic: int
    both: int


_TOKEN = re.compile(r"\\(?P<escaped>[*\[\]\\\n])|\[(?P<icon>[a-z0-9][a-z0-9_-]*)\]|(?P<stars>\*+)")
_MARKED = re.compile(r"[*\[\\]")
_BOLD, _ITALIC = "**", "*"
_MEANINGS = {1: (_ITALIC,), 2: (_BOLD,), 3: (_BOLD, _ITALIC)}  # by the number of stars


@lru_cache(4096)
def read_marks(text: str) -> tuple[Bit, ...]:
    """The text's bits in order; joined, they hold every character that prints."""
    if not _MARKED.search(text):
        return (Bit(text),) if text else ()
    return tuple(_joined(_styled(list(_tokens(text)))))


def emphasis_of(text: str) -> Emphasis:
    """What the marks of a text say, wherever they say it."""
    if "*" not in text:
        return Emphasis(0, 0, 0)
    pairs = _pairs(list(_tokens(text)))
    both = Counter((pair.begin, pair.end) for pair in pairs).values()
    doubled = sum([count == 2 for count in both])
    bold = sum([pair.mark == _BOLD for pair in pairs])
    return Emphasis(bold - doubled, len(pairs) - bold - doubled, doubled)


def lone_marks(text: str) -> Iterator[Lone]:
    """Marks without a partner; a star between blanks is a star."""
    if "*" not in text:
        return
    tokens = list(_tokens(text))
    paired = {(at, pair.mark) for pair in _pairs(tokens) for at in (pair.begin, pair.end)}
    for i, token in enumerate(tokens):
        for mark in token.marks:
            if (token.opens or token.closes) and (i, mark) not in paired:
                yield Lone(mark, token.start, token.start + len(token.text), token.opens)


def plain(text: str) -> str:
    """The text without its marks, icons as `[name]`."""
    return "".join([f"[{bit.icon}]" if bit.icon else bit.text for bit in read_marks(text)])


class _Token(NamedTuple):
    text: str
    start: int = 0
    icon: str = ""
    marks: tuple[str, ...] = ()  # what the stars may mean: bold, italic, or both where there are three
    opens: bool = False  # stars before a word
    closes: bool = False  # stars behind one


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    for match in _TOKEN.finditer(text):
        if match.start() > at:
            yield _Token(text[at : match.start()], at)
        at = match.end()
        if match["escaped"]:
            yield _Token(" " if match["escaped"] == "\n" else match["escaped"], match.start())
        elif match["icon"]:
            yield _Token(ICON_CHARACTER, match.start(), match["icon"])
        else:
            before, after = text[match.start() - 1 : match.start()], text[at : at + 1]
            meanings = _MEANINGS.get(len(match["stars"]), ())
            yield _Token(match["stars"], match.start(), "", meanings, bool(after.strip()), bool(before.strip()))
    if at < len(text):
        yield _Token(text[at:], at)


def _styled(tokens: list[_Token]) -> Iterator[Bit]:
    """Bold and italic each pair an opening with the next closing star; they may overlap."""
    pairs = _pairs(tokens)
    begins, ends = {(pair.begin, pair.mark) for pair in pairs}, {(pair.end, pair.mark) for pair in pairs}
    bold = italic = False
    for i, token in enumerate(tokens):
        if not token.marks:
            yield Bit(token.text, bold, italic, token.icon)
            continue
        alone = "".join([mark for mark in token.marks if (i, mark) not in begins and (i, mark) not in ends])
        bold = bold and (i, _BOLD) not in ends
        italic = italic and (i, _ITALIC) not in ends
        if alone:
            yield Bit(alone, bold, italic)
        bold = bold or (i, _BOLD) in begins
        italic = italic or (i, _ITALIC) in begins


class _Pair(NamedTuple):
    mark: str
    begin: int  # number of the token
    end: int


def _pairs(tokens: list[_Token]) -> list[_Pair]:
    """Which marks of which tokens begin a style, and which end it."""
    opened: dict[str, int] = {}
    pairs: list[_Pair] = []
    for i, token in enumerate(tokens):
        for mark in token.marks:
            if mark in opened and token.closes:
                pairs.append(_Pair(mark, opened.pop(mark), i))
            elif token.opens:
                opened[mark] = i
    return pairs


def _joined(bits: Iterator[Bit]) -> list[Bit]:
    """Neighbours of one style as one."""
    joined: list[Bit] = []
    for bit in bits:
        last = joined[-1] if joined else None
        if last and not bit.icon and not last.icon and last[1:3] == bit[1:3]:
            joined[-1] = Bit(last.text + bit.text, bit.bold, bit.italic)
        else:
            joined.append(bit)
    return joined
