"""Card text with its few marks → bits of plain text, icons and line breaks.

The marks are `**bold**`, `*italic*`, `[icon-name]`, a line break, and a backslash before any of these; everything else
prints as it stands, an unpaired star too.
"""

import re
from functools import lru_cache
from typing import NamedTuple

ICON_CHARACTER = "\ufffc"  # stands for an inline icon in the text that line breaking sees


class Bit(NamedTuple):
    """A stretch of text in one style; `icon` is set where it is a single inline icon."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""


_TOKEN = re.compile(r"\\(?P<escaped>[*\[\]\\\n])|\[(?P<icon>[a-z0-9][a-z0-9_-]*)\]|(?P<star>\*{1,3})")
_MARKED = re.compile(r"[*\[\\]")


@lru_cache(4096)
def read_marks(text: str) -> tuple[Bit, ...]:
    """The text's bits in order; joined, they hold every character that prints."""
    if not _MARKED.search(text):
        return (Bit(text),) if text else ()
    return _join(_styled(_tokens(text)))


class _Token(NamedTuple):
    kind: str  # "text", "icon", "star"
    text: str
    opens: bool = False
    closes: bool = False


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    at = 0
    for match in _TOKEN.finditer(text):
        if match.start() > at:
            tokens.append(_Token("text", text[at : match.start()]))
        at = match.end()
        if match["escaped"]:
            tokens.append(_Token("text", " " if match["escaped"] == "\n" else match["escaped"]))
        elif match["icon"]:
            tokens.append(_Token("icon", match["icon"]))
        else:
            before, after = text[: match.start()][-1:], text[at : at + 1]
            tokens.append(
                _Token(
                    "star", match["star"], bool(after) and not after.isspace(), bool(before) and not before.isspace()
                )
            )
    if at < len(text):
        tokens.append(_Token("text", text[at:]))
    return tokens


def _styled(tokens: list[_Token]) -> list[Bit]:
    """Pairs stars of equal length, the nearest first; a star without a partner is text."""
    partner: dict[int, int] = {}
    open_at: dict[str, int] = {}
    for i, token in enumerate(tokens):
        if token.kind != "star":
            continue
        start = open_at.get(token.text)
        if start is not None and token.closes:
            partner[start], partner[i] = i, start
            # what was opened inside the pair can't close outside of it
            open_at = {stars: at for stars, at in open_at.items() if at < start}
        elif token.opens:
            open_at[token.text] = i
    bits: list[Bit] = []
    bold = italic = False
    for i, token in enumerate(tokens):
        if token.kind == "star" and i in partner:
            bold ^= len(token.text) >= 2
            italic ^= len(token.text) != 2
        elif token.kind == "icon":
            bits.append(Bit(ICON_CHARACTER, bold, italic, token.text))
        else:
            bits.append(Bit(token.text, bold, italic))
    return bits


def _join(bits: list[Bit]) -> tuple[Bit, ...]:
    joined: list[Bit] = []
    for bit in bits:
        last = joined[-1] if joined else None
        if last and not bit.icon and not last.icon and last[1:3] == bit[1:3]:
            joined[-1] = last._replace(text=last.text + bit.text)
        else:
            joined.append(bit)
    return tuple(joined)


def plain(text: str) -> str:
    """The text without its marks, icons as `[name]`."""
    return "".join(f"[{bit.icon}]" if bit.icon else bit.text for bit in read_marks(text))
