"""Language tags → what Babel knows of the languages: their names, and how they count."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from pnp.files.catalogues import canonical

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
    """Which of these languages somebody may have meant, or nothing."""
    languages, likely = list(there), canonical(tag)
    return next((each for each in (likely, likely.partition("-")[0]) if each in languages and each != tag), "")


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
