r"""What files say → what can be shown of it: nothing that a terminal would obey, or that turns what is read around.

Control characters are shown as `\x1b`, invisible ones and those that turn the direction of the text as `\u202e`.
"""

import re

_OBEYED = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def harmless(text: str) -> str:
    """In one line."""
    return _OBEYED.sub(_named, text)


def harmless_lines(text: str) -> str:
    """With its line breaks."""
    return "\n".join(map(harmless, text.split("\n")))


def harmless_json(text: str) -> str:
    """JSON that means the same as before."""
    return "\n".join(_OBEYED.sub(_unit, line) for line in text.split("\n"))


def _named(match: re.Match[str]) -> str:
    character = match[0]
    number = ord(character)
    if number < 0x100:
        return _SHORT.get(character) or f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _unit(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x10000:
        return f"\\u{number:04x}"
    return f"\\u{0xD7C0 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"
