"""The first letter of a paragraph, as high as several lines, which stand beside it."""

import re
from typing import NamedTuple

from pnp.layout.text.paragraph import Paragraph, Paragraphs
from pnp.layout.text.words import Word
from pnp.model.style import TypeStyle

_BEHIND = 0.2  # of the size, between the letter and the lines beside it
_FIRST = re.compile(r"[^\w\s\ufffc]{0,2}[^\W_][\u0300-\u036f\u0591-\u05c7]*")  # with the quotes before it
_JOINED = re.compile("[\u0600-\u08ff\u0900-\u0dff]")  # letters that aren't taken from their word


class DropCap(NamedTuple):
    """Widths are of the em of the lines."""

    lines: int
    letter: Word
    scale: float  # of the size
    width: float  # with what is between it and the lines
    rest: Paragraph  # what stands beside and below it


def drop_cap(paragraphs: Paragraphs, paragraph: Paragraph, style: TypeStyle) -> DropCap | None:
    """None where a text begins with an icon, or in a script whose words aren't divided."""
    first = paragraph.words[0] if paragraph.words else None
    if style.drop < 2 or first is None or not first.bits:
        return None
    found = _FIRST.match("".join([bit.text for bit in first.bits]))
    if found is None or first.bits[0].icon or _JOINED.search(found[0]):
        return None
    letter, behind = paragraphs.divided(first, found.end(), paragraph.setting)
    if first.ends_line and not behind.width:
        return None
    words = (behind, *paragraph.words[1:]) if behind.width else paragraph.words[1:]
    cap = paragraph.font.cap_height
    scale = ((style.drop - 1) * style.leading + cap) / cap
    width = letter.width * scale + _BEHIND
    return DropCap(style.drop, letter, scale, width, paragraph._replace(words=words, is_plain=False))
