"""
A translation has not the same numbers as its source. How thousands and decimals are parted doesn't count. Three things
are only warnings: a number that the source says in words, a minus that became a hyphen, and another number in words,
in languages whose words pnp knows (one, which may be an article, is never missed).

Bad:  `msgstr "Nimm 2 Münzen."` for `Take 3 coins.`, `neun` for `eight`, `-2` for `−2`
Good: `msgstr "Nimm 3 Münzen."`, `acht`, `−2`
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping

from pnp.localise.checks._pairs import ICON, About, Pair, milder, problem
from pnp.model.holes import masked
from pnp.model.problem import Problem, code

CODE = code("PNP618", "numbers of a translation", __doc__)

# A sign stands behind a blank; also behind a letter, where words are written without blanks between them.
_UNPARTED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_SIGN = rf"(?<![^\W{_UNPARTED}])(?<![.,–-])[-−–+]"
_NUMBER = re.compile(rf"(?:{_SIGN})?\d+(?:[.,’\u00a0\u202f]\d+)*")
_DIGIT = re.compile(r"\d")
_NONE: Counter[str] = Counter()
_PARTING = re.compile(r"[.,’\u00a0\u202f]")


def check(about: About) -> Iterator[Problem]:
    ours, theirs = _Numerals(about.speeches(about.language).words), _Numerals(about.speeches("").words)
    for pair in about.pairs:
        said, wanted = _numbers(pair.said), [_numbers(source) for source in pair.sources]
        if said in wanted or (pair.is_of_few and said <= wanted[-1]):
            yield from _words_of(pair, ours, theirs)
            continue
        expected = wanted[-1]
        lacking, surplus = list((expected - said).elements()), list((said - expected).elements())
        if [each.lstrip("-−–") for each in lacking] == [each.lstrip("-−–") for each in surplus]:
            told = f"writes {', '.join(surplus)}, the source {', '.join(lacking)}"
            yield milder(problem(CODE, pair, told, "a minus is −"))
            continue
        found = [f"lacks {', '.join(lacking)}"] if lacking else []
        found += [f"has {', '.join(surplus)}, which the source hasn’t"] if surplus else []
        wrong = problem(CODE, pair, " and ".join(found))
        yield wrong if lacking else milder(wrong)


class _Numerals:
    """A language's words for numbers from two on."""

    def __init__(self, words: Mapping[int, str]) -> None:
        self._values = {word.casefold(): value for value, word in words.items() if value > 1}
        longest_first = sorted(self._values, key=lambda word: (-len(word), word))
        words_in_turn = "|".join(map(re.escape, longest_first))
        self._pattern = re.compile(rf"(?<!\w)(?:{words_in_turn})(?!\w)", re.IGNORECASE) if words_in_turn else None

    def found_in(self, text: str) -> dict[int, str]:
        """Number → the word as it stands there."""
        if self._pattern is None:
            return {}
        return {self._values[word.casefold()]: word for word in self._pattern.findall(masked(text))}


def _words_of(pair: Pair, ours: _Numerals, theirs: _Numerals) -> Iterator[Problem]:
    """Only where each of the two says a number that the other doesn't: one may well be left out."""
    if not (said := ours.found_in(pair.said)):
        return
    wanted = theirs.found_in(pair.source)
    digits = {int(number) for number in _numbers(pair.source) if number.isdecimal() and len(number) < 3}
    surplus = [word for value, word in said.items() if value not in wanted and value not in digits]
    lacking = [word for value, word in wanted.items() if value not in said]
    if surplus and lacking:
        told = f"says {', '.join(surplus)}, the source {', '.join(lacking)}"
        yield milder(problem(CODE, pair, told))


def _numbers(text: str) -> Counter[str]:
    if not _DIGIT.search(text):
        return _NONE
    words = ICON.sub(" ", masked(text))
    return Counter(_plain(match[0]) for match in _NUMBER.finditer(words))


def _plain(number: str) -> str:
    """In European digits, whatever they are written in."""
    if not number.isascii():
        number = "".join([str(unicodedata.digit(each)) if each.isdecimal() else each for each in number])
    return _PARTING.sub("", number) if len(number) > 2 else number
