"""Languages that nobody speaks, made from the source: they show before any translator comes what a translation will do.

`en-XA` has accents, is about 40 % longer and in brackets: what has none on the page can't be translated. `ar-XB` runs
from right to left by marks around each word.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from pnp.model.language import Said
from pnp.model.span import Span
from pnp.text.holes import HOLE
from pnp.text.marks import SIGN

LONGER = 0.4
OPENS, CLOSES = "«", "»"

_KEPT = re.compile(rf"{HOLE}|{SIGN}|\s+|\d+")  # what means something, or isn't words
_ACCENTS = str.maketrans(
    "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpRrSsTtUuVvWwXxYyZz",
    "ÅåBbÇçĎďÉéFfĜĝĤĥÎîĴĵĶķĹĺMmÑñÖöPpŔŕŠšŤťÛûVvŴŵXxÝýŽž",
)
_PADDING = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_RIGHT_TO_LEFT, _POP, _MARK = "\u202e", "\u202c", "\u200f"


class Pseudo:
    """A translation that is there for everything."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._make = accented if language == "en-XA" else mirrored

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        if not source.strip():
            return None
        forms = (source, plural) if plural else (source,)
        return Said(tuple([self._make(form) for form in forms]), Span(""))

    @property
    def forms(self) -> int:
        return 0

    def form(self, count: int) -> int:
        return int(count != 1)

    def place_of(self, text: str) -> Span | None:
        return None


@lru_cache(4096)
def accented(text: str) -> str:
    letters = sum(map(str.isalpha, _KEPT.sub("", text)))
    words: list[str] = []
    length = 0
    while length < letters * LONGER:
        words.append(_PADDING[len(words) % len(_PADDING)])
        length += len(words[-1]) + 1
    padding = f" {' '.join(words)}" if words else ""
    said = kept_apart(text, lambda word: word.translate(_ACCENTS))
    return f"{OPENS}{said}{padding.translate(_ACCENTS)}{CLOSES}"


@lru_cache(4096)
def mirrored(text: str) -> str:
    return _MARK + kept_apart(text, lambda word: f"{_RIGHT_TO_LEFT}{word}{_POP}")


def kept_apart(text: str, make: Callable[[str], str]) -> str:
    """Each stretch of words made into another one, all that means something left as it is."""
    made, at = [], 0
    for match in _KEPT.finditer(text):
        made += [make(text[at : match.start()]) if match.start() > at else "", match[0]]
        at = match.end()
    return "".join([*made, make(text[at:]) if at < len(text) else ""])
