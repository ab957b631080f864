"""Language tags → what Babel knows of the languages: their names, and how they count."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.files.catalogues import canonical
from pnp.files.opening import beginning
from pnp.model.language import Translation, counted
from pnp.model.problem import FileError
from pnp.model.values import Record
from pnp.text.holes import with_names

if TYPE_CHECKING:
    from babel import Locale


_EVERY = (*range(0, 130), 200, 1000, 1001, 1002, 1005, 1011, 1021, 1_000_000)  # numbers by which plural rules differ

USUAL = (  # that a shell offers; any that Babel knows will do
    *("ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "gl", "he", "hi", "hr", "hu"),
    *("id", "it", "ja", "ko", "lt", "lv", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sr", "sv", "th"),
    *("tr", "uk", "vi", "zh-Hans", "zh-Hant"),
)


class Plurals(NamedTuple):
    """How a language counts: so many forms, and an expression in C for which of them n things take."""

    number: int
    expression: str

    @property
    def header(self) -> str:
        return f"nplurals={self.number}; plural={self.expression};"

    @property
    def form(self) -> Callable[[int], int]:
        """Raises ValueError for an expression that is none."""
        from gettext import c2py

        function: Callable[[int], int] = c2py(self.expression)
        return function


ENGLISH = Plurals(2, "(n != 1)")


def meant(tag: str, there: Iterable[str]) -> str:
    """Which of these languages somebody may have meant, or nothing; also by its name, in English or its own."""
    languages, likely = list(there), canonical(tag)
    likely_tags = (likely, likely.partition("-")[0])
    if found := next((each for each in likely_tags if each in languages and each != tag), ""):
        return found
    return next((each for each in languages if tag.casefold() in _names_of(each)), "")


def _names_of(tag: str) -> list[str]:
    locale = locale_of(tag)
    return [name.casefold() for name in (locale.english_name, locale.display_name) if name] if locale else []


def tag_called(name: str) -> str:
    """The tag of a language by its English name: `it` for "italian"; nothing where there is none."""
    from babel import Locale

    tags = {said.casefold(): tag for tag, said in Locale("en").languages.items()}
    return canonical(tags.get(name.casefold(), ""))


def locale_of(tag: str) -> "Locale | None":
    """None where Babel has no such language."""
    from babel import Locale, UnknownLocaleError  # as dear as all the rest of a language: only where there is one

    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


def name_of(tag: str) -> str:
    """ "German", "Portuguese (Brazil)"; the tag where nobody knows it."""
    locale = locale_of(tag)
    return (locale.english_name if locale else None) or tag


def plurals_of(tag: str) -> Plurals | None:
    """None where Babel has no such language."""
    locale = locale_of(tag)
    if locale is None:
        return None
    from babel.messages.plurals import get_plural

    found = get_plural(str(locale))
    return Plurals(found.num_plurals, found.plural_expr)


def alike(one: Plurals, other: Plurals) -> bool:
    """Whether they give every number the same form, however they are written. Raises ValueError."""
    first, second = one.form, other.form
    return one.number == other.number and all(first(n) == second(n) for n in _EVERY)


_WORDS = Path(__file__).parents[1] / "data" / "words"
SPOKEN = "en"  # what is said where a language has no words of its own


class Words:
    """One section of the words, `calibrate` or `instructions`, in one language."""

    def __init__(self, section: str, language: str, translation: Translation | None = None) -> None:
        self._section = section
        self._words = _section(section, language)
        self._translation = translation

    def say(self, name: str, /, **values: object) -> str:
        """A text with its names in braces filled in; by its `count` the one that fits, where there are several.

        Names without a value stay as they are, for whoever fills them in later. Raises FileError for a text that
        English lacks.
        """
        if name not in self._words:
            raise FileError(f"pnp/data/words/{SPOKEN}.yaml: {self._section} lacks {name}, which pnp prints")
        text = self._translated(name, values.get("count")) or one_of(self._words[name], values.get("count"))
        return with_names(text, values.get)

    def all(self, **values: object) -> Record:
        """All texts that have no plural, for a template."""
        plain = [name for name, said in self._words.items() if not isinstance(said, Mapping)]
        return Record({name.replace("-", "_"): self.say(name, **values) for name in plain})

    def _translated(self, name: str, count: object) -> str:
        english = _file(SPOKEN).get(self._section, {}).get(name)
        if self._translation is None or english is None:
            return ""
        context = context_of(self._section, name)
        said = self._translation.find(context, *source_of(english))
        return counted(self._translation, said, count) if said else ""


def context_of(section: str, name: str) -> str:
    """In catalogues."""
    return f"pnp.{section}.{name}"


def source_of(said: str | Mapping[str, str]) -> tuple[str, str]:
    """What catalogues have as source, and as its plural."""
    return (said["one"], said["other"]) if isinstance(said, Mapping) else (said, "")


def one_of(said: str | Mapping[str, str], count: object) -> str:
    if isinstance(said, Mapping):
        return said["one" if count == 1 and "one" in said else "other"]
    return said


def spoken(section: str, language: str = SPOKEN) -> Iterator[tuple[str, str | dict[str, str]]]:
    """What a language's own file says in a section; without English for what it lacks."""
    tags = dict.fromkeys((language.partition("-")[0], language))
    yield from {name: said for tag in tags for name, said in _said(section, tag).items()}.items()


def with_own_words() -> tuple[str, ...]:
    """Return the languages besides English in which pnp says everything; others may say some of it."""
    tags = {file.stem for file in _WORDS.glob("*.yaml")} - {SPOKEN}
    whole = {section: said.keys() for section, said in _file(SPOKEN).items()}
    return tuple(sorted(tag for tag in tags if all(_said(each, tag).keys() == whole[each] for each in whole)))


def _section(section: str, language: str) -> dict[str, Any]:
    words: dict[str, Any] = {}
    for tag in dict.fromkeys((SPOKEN, language.partition("-")[0], language)):
        words |= _said(section, tag)
    return words


def _said(section: str, language: str) -> Mapping[str, Any]:
    """Return what a language says in a section, without texts that can't stand in place of the English ones."""
    english, own = _file(SPOKEN).get(section) or {}, _file(language).get(section)
    if not isinstance(own, Mapping):
        return {}
    return {name: said for name, said in own.items() if _has_forms(said, of=english.get(name))}


def _has_forms(said: object, of: object) -> bool:
    if isinstance(said, Mapping):
        return isinstance(of, Mapping) and "other" in said and all(isinstance(form, str) for form in said.values())
    return isinstance(said, str) and isinstance(of, str)


@cache
def _file(language: str) -> Mapping[str, Any]:
    import yaml

    file = _WORDS / f"{language}.yaml"
    # the base loader takes all for texts: "no" and "on" are words, too
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        words = yaml.load(beginning(file, 1_000_000), loader) if file.is_file() else {}
    except yaml.YAMLError as error:
        raise FileError(f"pnp/data/words/{file.name}: can't be read: {' '.join(str(error).split())}") from None
    return words if isinstance(words, Mapping) else {}
