"""Language tags → what Babel knows of the languages: their names, and how they count."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from pnp.cardtext.braces import fill_names
from pnp.io.opening import read_beginning
from pnp.io.project import canonical_tag
from pnp.model.language import Translation, pick_form
from pnp.model.problem import FileError
from pnp.model.values import Record

if TYPE_CHECKING:
    from babel import Locale


_EVERY = (*range(0, 130), 200, 1000, 1001, 1002, 1005, 1011, 1021, 1_000_000)  # numbers by which plural rules differ

USUAL = (  # languages that a shell offers; any that Babel knows will do
    *("ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "gl", "he", "hi", "hr", "hu"),
    *("id", "it", "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sr", "sv", "th"),
    *("tr", "uk", "vi", "zh-Hans", "zh-Hant"),
)


class Plurals(NamedTuple):
    """How a language counts: the number of its forms, and an expression in C for the form that n things take."""

    number: int
    expression: str

    @property
    def header(self) -> str:
        return f"nplurals={self.number}; plural={self.expression};"

    @property
    def form(self) -> Callable[[int], int]:
        """Return the function from numbers to forms; raises ValueError for an invalid expression."""
        function: Callable[[int], int] = c2py(self.expression)
        return function


ENGLISH = Plurals(2, "(n != 1)")


def guess_language(tag: str, there: Iterable[str]) -> str:
    """Return which of these languages may be meant, also by a name in English or its own; nothing if none."""
    languages, likely = list(there), canonical_tag(tag)
    likely_tags = (likely, likely.partition("-")[0])
    if found := next((each for each in likely_tags if each in languages and each != tag), ""):
        return found
    for each in languages:
        locale = locale_of(each)
        names = (locale.english_name, locale.display_name) if locale else ()
        if tag.casefold() in [name.casefold() for name in names if name]:
            return each
    return ""


def find_tag(name: str) -> str:
    """Return the tag of a language by its English name: `it` for "italian"; nothing if there is none."""
    names = english.languages if (english := locale_of("en")) else {}
    tags = {called.casefold(): tag for tag, called in names.items()}
    return canonical_tag(tags.get(name.casefold(), ""))


def locale_of(tag: str) -> "Locale | None":
    """Return Babel's locale, or None if it has no such language."""
    from babel import Locale, UnknownLocaleError  # as dear as all the rest of a language: only where there is one

    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


def language_name(tag: str) -> str:
    """Return "German" or "Portuguese (Brazil)"; the tag of an unknown language."""
    locale = locale_of(tag)
    return (locale.english_name if locale else None) or tag


def plurals_of(tag: str) -> Plurals | None:
    """Return how a language counts, or None if Babel has no such language."""
    if (locale := locale_of(tag)) is None:
        return None
    from babel.messages.plurals import get_plural

    found = get_plural(str(locale))
    return Plurals(found.num_plurals, found.plural_expr)


def count_alike(one: Plurals, other: Plurals) -> bool:
    """Check that both give every number the same form, however they are written. Raises ValueError."""
    first, second = one.form, other.form
    return one.number == other.number and all(first(n) == second(n) for n in _EVERY)


_WORDS = Path(__file__).parents[1] / "data" / "words"
SPOKEN = "en"  # the language that stands in for words that another one lacks


class Words:
    """One section of the words, `calibrate` or `instructions`, in one language."""

    def __init__(self, section: str, language: str, translation: Translation | None = None) -> None:
        self._section = section
        self._words: dict[str, Any] = {}
        for tag in dict.fromkeys((SPOKEN, language.partition("-")[0], language)):
            self._words |= _read_section(section, tag)
        self._translation = translation

    def say(self, name: str, /, **values: object) -> str:
        """Return a text in the form for `count`, known names in braces filled in. FileError if English lacks it."""
        if name not in self._words:
            raise FileError(f"pnp/data/words/{SPOKEN}.yaml: {self._section} lacks {name}, which pnp prints")
        count, text = values.get("count"), ""
        english = _read_words(SPOKEN).get(self._section, {}).get(name)
        if self._translation is not None and english is not None:
            said = self._translation.find(context_of(self._section, name), *source_of(english))
            text = pick_form(self._translation, said, count) if said else ""
        word = self._words[name]
        if isinstance(word, Mapping):
            word = word["one" if count == 1 and "one" in word else "other"]
        return fill_names(text or word, values.get)

    def all(self, **values: object) -> Record:
        """Return all texts that have no plural, for a template."""
        plain = [name for name, said in self._words.items() if not isinstance(said, Mapping)]
        return Record({name.replace("-", "_"): self.say(name, **values) for name in plain})


def context_of(section: str, name: str) -> str:
    """Return the context of a word in catalogues."""
    return f"pnp.{section}.{name}"


def source_of(word: str | Mapping[str, str]) -> tuple[str, str]:
    """Return the source of a word in catalogues, and its plural."""
    return (word["one"], word["other"]) if isinstance(word, Mapping) else (word, "")


def spoken(section: str, language: str = SPOKEN) -> Iterator[tuple[str, str | dict[str, str]]]:
    """Yield the words of a section that a language has itself, without English for those that it lacks."""
    tags = dict.fromkeys((language.partition("-")[0], language))
    yield from {name: said for tag in tags for name, said in _read_section(section, tag).items()}.items()


def spoken_languages() -> tuple[str, ...]:
    """Return the languages besides English in which pnp says everything; others may say some of it."""
    tags = {file.stem for file in _WORDS.glob("*.yaml")} - {SPOKEN}
    whole = {section: words.keys() for section, words in _read_words(SPOKEN).items()}
    return tuple(sorted(tag for tag in tags if all(_read_section(each, tag).keys() == whole[each] for each in whole)))


def _read_section(section: str, language: str) -> Mapping[str, Any]:
    """Return a language's words in a section, without those that can't stand in place of the English ones."""

    def fits(word: object, english: object) -> bool:
        if isinstance(word, Mapping):
            forms = word.values()
            return isinstance(english, Mapping) and "other" in word and all(isinstance(form, str) for form in forms)
        return isinstance(word, str) and isinstance(english, str)

    english, own = _read_words(SPOKEN).get(section) or {}, _read_words(language).get(section)
    if not isinstance(own, Mapping):
        return {}
    return {name: word for name, word in own.items() if fits(word, english.get(name))}


@cache
def _read_words(language: str) -> Mapping[str, Any]:
    file = _WORDS / f"{language}.yaml"
    # the base loader takes all for texts: "no" and "on" are words, too
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        words = yaml.load(read_beginning(file, 1_000_000), loader) if file.is_file() else {}
    except yaml.YAMLError as error:
        raise FileError(f"pnp/data/words/{file.name}: can't be read: {' '.join(str(error).split())}") from None
    return words if isinstance(words, Mapping) else {}
