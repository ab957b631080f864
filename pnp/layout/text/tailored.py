"""Where lines may break, as a language's readers are used to: UAX #14, changed for Korean and Thai."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from pnp.layout.text.breaks import break_opportunities

Breaks = tuple[tuple[int, bool], ...]

_HANGUL = (("\uac00", "\ud7ff"), ("\u1100", "\u11ff"), ("\u3130", "\u318f"), ("\ua960", "\ua97f"))
THAI = re.compile("[\u0e01-\u0e3a\u0e40-\u0e5b]+")
THAI_HINT = 'put zero-width spaces (U+200B) between Thai words, or pip install "pnp[thai]", which finds them'


def breaks_in(language: str) -> Callable[[str], Breaks]:
    """How to find the breaks of a text in this language."""
    return {"ko": _korean, "th": _thai}.get(language.partition("-")[0].lower(), break_opportunities)


def _korean(text: str) -> Breaks:
    """Words are kept whole: in short texts a syllable alone on a line is hard to read."""
    return tuple(
        [
            (at, must)
            for at, must in break_opportunities(text)
            if must or not (_is_hangul(text[at]) and _is_hangul(text[at - 1]))
        ]
    )


def _is_hangul(character: str) -> bool:
    return any(first <= character <= last for first, last in _HANGUL)


def _thai(text: str) -> Breaks:
    """Thai has no spaces between words: zero-width spaces in the text say where they end, or PyThaiNLP does."""
    found = dict(break_opportunities(text))
    for stretch in THAI.finditer(text):
        for at in _word_ends(stretch[0]):
            found.setdefault(stretch.start() + at, False)
    return tuple(sorted(found.items()))


@lru_cache(4096)
def _word_ends(stretch: str) -> tuple[int, ...]:
    """The places between its words; none where nobody can tell."""
    tokenize = _thai_words()
    return tuple(_ends(tokenize(stretch, engine="newmm"))) if tokenize else ()


def _ends(words: list[str]) -> Iterator[int]:
    at = 0
    for word in words[:-1]:
        at += len(word)
        yield at


@lru_cache(1)
def _thai_words() -> Any:
    """PyThaiNLP's function that divides into words, if it is installed."""
    try:
        from pythainlp.tokenize import word_tokenize
    except ImportError:
        return None
    return word_tokenize
