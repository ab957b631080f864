"""
A translation has not the same numbers as its source. Numbers that are written out don't count, nor how thousands and
decimals are parted. Two things are only warnings: a number that the source says in words, and a minus that became a
hyphen.

Bad:  `msgstr "Nimm 2 Münzen."` for `Take 3 coins.`, `-2` for `−2`
Good: `msgstr "Nimm 3 Münzen."`, `−2`
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from pnp.localise.checks._pairs import ICON, About, milder, problem
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
    for pair in about.pairs:
        said, wanted = _numbers(pair.said), [_numbers(source) for source in pair.sources]
        if said in wanted or (pair.is_of_few and said <= wanted[-1]):
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
