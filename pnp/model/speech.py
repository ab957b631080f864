"""How a language says numbers in texts: as words, and which form of a word goes with how many."""

from collections.abc import Callable, Mapping
from functools import cached_property

Plural = Callable[[int], int]  # so many things → which of the forms they take


def _english(count: int) -> int:
    return int(count != 1)


class Speech:
    """Of one language. Words and plural forms are looked up when a text asks for them, for most never do."""

    def __init__(
        self,
        language: str = "en",
        words: Callable[[], Mapping[int, str]] = dict,
        plurals: Callable[[], tuple[int, Plural]] = lambda: (2, _english),
    ) -> None:
        self.language = language
        self._words = words
        self._plurals = plurals

    @cached_property
    def words(self) -> Mapping[int, str]:
        """Numbers as words; a number that has none is printed in digits."""
        return self._words()

    @cached_property
    def plurals(self) -> tuple[int, Plural]:
        """How many plural forms there are, and which of them a number takes."""
        return self._plurals()


Speeches = Callable[[str], Speech]  # by the language of a sentence: "" is the one that the data is written in
_UNTOLD = Speech()


def untold(language: str) -> Speech:
    """Where nobody says how the language counts: digits, and forms as in English."""
    return _UNTOLD
