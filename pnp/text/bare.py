"""A card text → its words alone, for whoever looks for words in it; and an excerpt of it, as messages show it."""

import re
from collections.abc import Sequence

from pnp.text.holes import unmasked
from pnp.text.icons import BRACKETED, ICON_CHARACTER, with_icons
from pnp.text.marks import SIGNS, printed, printed_places

_SIGNS = re.escape(SIGNS)
_SIGN = re.compile(f"[{_SIGNS}]")
_ESCAPED = re.compile(rf"\\(?:{BRACKETED}|[{_SIGNS}])")


def escaped(text: str) -> str:
    """Card text that prints this text as it is: no sign in it means anything."""
    return _SIGN.sub(r"\\\g<0>", text)


def masked_escapes(text: str) -> str:
    """As long as before; of a sign that means nothing, and of the bracket that belongs to it, only that it is there."""
    return _ESCAPED.sub(lambda found: ICON_CHARACTER * len(found[0]), text) if "\\" in text else text


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffd-\uffff]")
_AROUND = 12  # characters of an excerpt on both sides


def bare(text: str) -> str:
    """The words alone: marks, backslashes and what nobody sees gone, an icon as one character that is no letter.

    Of a text that isn't filled in, what is in braces has to be masked before: it is no words, and no mark.
    """
    said = printed(text)
    return said if said.isprintable() else _UNSEEN.sub("", said)


def place_in_text(text: str, start: int, end: int) -> tuple[int, int]:
    """From which character of the text to which some of those of its bare words are written."""
    places, said = printed_places(text), printed(text)
    if not said.isprintable():
        places = [place for place, letter in zip(places, said, strict=True) if not _UNSEEN.match(letter)]
    return places[start][0], places[end - 1][1]


def excerpt(text: str, start: int = 0, end: int | None = None, icons: Sequence[str] = (), least: int = 0) -> str:
    """A text, or what stands around a place in it, in quotes; of the beginning at least so many characters.

    `icons`: those of a bare text, as they are written.
    """
    end = len(text) if end is None else end
    left, right = max(0, start - _AROUND), min(len(text), max(end + _AROUND, least))
    shown = unmasked(text[left:right]).replace("\n", "⏎").replace("\t", "⇥")
    shown = with_icons(shown, icons[text.count(ICON_CHARACTER, 0, left) :])
    return f"“{'…' if left else ''}{shown}{'…' if right < len(text) else ''}”"
