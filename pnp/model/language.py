"""What a language is: script and direction, how it says numbers, what it translates, what a glossary calls things."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from pnp.model.rules import Sentence, Turn
from pnp.model.span import Span

_SCRIPTS = {  # of languages not written in Latin letters, unless their tag says so
    **dict.fromkeys(("ar", "fa", "ur", "ps", "sd", "ug", "ckb", "ks", "arz", "ary", "apc"), "Arab"),
    **dict.fromkeys(("he", "iw", "yi", "ji"), "Hebr"),
    **dict.fromkeys(("syr", "arc"), "Syrc"),
    **dict.fromkeys(("hi", "mr", "ne", "sa", "bho", "mai", "kok"), "Deva"),
    **dict.fromkeys(("ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg"), "Cyrl"),
    **{"dv": "Thaa", "nqo": "Nkoo", "el": "Grek", "th": "Thai", "ja": "Jpan", "ko": "Kore", "zh": "Hans"},
}
_TRADITIONAL = frozenset(("TW", "HK", "MO"))
_RIGHT_TO_LEFT = frozenset(("Arab", "Hebr", "Syrc", "Thaa", "Nkoo"))


@lru_cache(256)
def script_of(language: str) -> str:
    """ISO 15924: "Arab" for `ar`, "Hant" for `zh-TW`, "Latn" for `sr-Latn` and all that isn't known."""
    first, *others = language.replace("_", "-").split("-")
    for part in others:
        if len(part) == 4 and part.isalpha():
            return part.title()
    script = _SCRIPTS.get(first.lower(), "Latn")
    return "Hant" if script == "Hans" and _TRADITIONAL.intersection(others) else script


def is_right_to_left(language: str) -> bool:
    """Tell whether a language's text is set from right to left."""
    return script_of(language) in _RIGHT_TO_LEFT


Plural = Callable[[int], int]  # so many things → which of the forms they take


@dataclass(eq=False)
class Speech:
    """Of one language. Words and plural forms are looked up when a text asks for them, for most never do."""

    language: str = "en"
    _words: Callable[[], Mapping[int, str]] = dict
    _plurals: Callable[[], tuple[int, Plural]] = lambda: (2, lambda count: int(count != 1))  # as in English

    @cached_property
    def words(self) -> Mapping[int, str]:
        """Return numbers as words; a number that has none is printed in digits."""
        return self._words()

    @cached_property
    def plurals(self) -> tuple[int, Plural]:
        """Return how many plural forms there are, and which of them a number takes."""
        return self._plurals()


Speeches = Callable[[str], Speech]  # by the language of a sentence: "" is the one that the data is written in
_UNTOLD = Speech()


def default_speech(language: str) -> Speech:
    """Return digits, and forms as in English, where it isn't known how the language counts."""
    return _UNTOLD


class Said(NamedTuple):
    """A translation: one text, or the plural forms of the language."""

    forms: tuple[str, ...]
    span: Span  # where it stands
    turns: tuple[Turn, ...] = ()  # of a text with something in braces: of the last of the forms

    @property
    def text(self) -> str:
        return self.forms[-1]

    def sentence(self, language: str) -> Sentence:
        """Return its last form, with the places of its characters."""
        span = self.span._replace(line=self.turns[0].line, column=self.turns[0].column) if self.turns else self.span
        return Sentence(self.text, span, turns=self.turns, language=language)


class Speaker(Protocol):
    """What says texts in one language."""

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        """Return the translation, None if there is none to print; `source` of a pair is the text for one thing."""

    def form(self, count: int) -> int:
        """Return which of the plural forms so many things take."""


class Translation(Speaker, Protocol):
    """One language of a game."""

    @property
    def language(self) -> str: ...

    @property
    def forms(self) -> int:
        """Return how many plural forms it has; 0 where nobody speaks it."""

    def place_of(self, text: str) -> Span | None:
        """Return where a translated text stands, of which a message shows as much as `shorten` leaves."""


def pick_form(translation: Speaker, said: Said, count: object) -> str:
    """Return the form for a count; the last one where that is no whole number, or the form isn't there."""
    if len(said.forms) == 1 or not isinstance(count, int):
        return said.text
    number = translation.form(count)
    return said.forms[number] if number < len(said.forms) else said.text


def shorten(text: str) -> str:
    """Shorten a text to one line, as messages quote it."""
    text = text.replace("\n", " ")
    return text if len(text) <= 30 else text[:29] + "…"


PARTS_OF_SPEECH = ("noun", "name", "verb", "adverb")


class Term(NamedTuple):
    """One word of the game."""

    term: str
    span: Span
    say: str = ""  # what it means
    forms: tuple[str, ...] = ()  # other forms that are right: plurals, mostly
    avoid: tuple[str, ...] = ()  # words that mean this, too, and must not be used
    languages: Mapping[str, tuple[str, ...]] = {}  # tag → forms that are right there
    avoid_spans: tuple[Span, ...] = ()  # of the words to avoid
    part: str = ""  # of speech: one of PARTS_OF_SPEECH, or unknown
    phrase: Sentence | None = None  # what `say` says, where it has something in braces
    say_span: Span | None = None  # where it says what it means

    @property
    def all_forms(self) -> tuple[str, ...]:
        return (self.term, *self.forms)


Glossary = tuple[Term, ...]
