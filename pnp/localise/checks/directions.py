"""
A translation has a character that turns the direction of what follows: an override, or an embedding that doesn't end.
With an override, what is read is not what is printed; pnp finds directions by itself, as Unicode has them. Isolates and
embeddings that end in the same text are fine.

Bad:  U+202E (right-to-left override) before a number
Good: the text without it, or U+200F (right-to-left mark) beside punctuation
"""

import re
from collections.abc import Iterator

from pnp.localise.checks._pairs import About, problem
from pnp.model.problem import Problem, code

CODE = code("PNP606", "turned direction in a translation", __doc__)

_OVERRIDES = "\u202d\u202e"
_OPENS = {"\u202a": "\u202c", "\u202b": "\u202c", "\u2066": "\u2069", "\u2067": "\u2069", "\u2068": "\u2069"}
_CLOSES = "\u202c\u2069"
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def check(about: About) -> Iterator[Problem]:
    for pair in about.pairs:
        if (
            _TURNING.search(pair.said)
            and (wrong := _wrong(pair.said))
            and not any(wrong in source for source in pair.sources)
        ):
            what = "an override" if wrong in _OVERRIDES else "an embedding without its end"
            yield problem(CODE, pair, f"has U+{ord(wrong):04X}, {what} of the direction", "delete it")


def _wrong(text: str) -> str:
    opened: list[str] = []
    for character in text:
        if character in _OVERRIDES:
            return character
        if character in _OPENS:
            opened.append(character)
        elif character in _CLOSES:
            if not opened or _OPENS[opened[-1]] != character:
                return character
            opened.pop()
    return opened[-1] if opened else ""
