"""A catalogue → what is wrong with its translations; `pnp.localise.missing` sees what isn't translated at all.

A check is a function of a module here whose decorator says which code its problems have: `@check(ICONS)`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from pnp.cardtext.braces import mask_holes
from pnp.cardtext.marks import bare_words, quote_excerpt, source_range
from pnp.localise.catalogue import Catalogue
from pnp.localise.messages import Message
from pnp.localise.po import Entry
from pnp.model.language import Glossary, Speeches, default_speech
from pnp.model.problem import Code, Problem, Severity
from pnp.model.regex import regex
from pnp.model.span import Span
from pnp.registry import registry

_IN_WORDS = "pnp.numbers."
_NUMBER = regex(r"\.\d+(?=\.|$)")


class TranslationPair(NamedTuple):
    """One form of a translation, and the sources of which it may be the translation: of a plural there are two."""

    entry: Entry
    sources: tuple[str, ...]
    said: str
    span: Span
    message: Message | None  # of the game; None where the catalogue says more than the game

    @property
    def source(self) -> str:
        return self.sources[-1]

    @property
    def is_of_few(self) -> bool:
        """Check for a form of a plural that may name its number in words, or not at all."""
        return bool(self.entry.plural) and self.said != self.entry.forms[-1]

    @property
    def family(self) -> str:
        """Name those it is compared with: the same field of a component's pieces, numbers in words; "" for none."""
        if self.message is not None and self.message.context.startswith(_IN_WORDS):
            return _IN_WORDS
        if self.message is None or not self.message.path:
            return ""
        return f"{self.message.part}.{_NUMBER.sub('.*', self.message.path)}"

    def place_of_words(self, start: int, end: int) -> Span:
        """Return the place of characters of its words alone."""
        return self.span.slice(*source_range(mask_holes(self.said), start, end))

    def concerned(self, problem: Problem) -> Problem:
        """Add to a problem what it concerns; the second place is the source's, unless there is another."""
        place = self.message.span if self.message and self.message.span.file else None
        return problem._replace(
            origin=problem.origin or place,
            subject=self.message.subject if self.message else "",
            about=(self.entry.context,) if self.entry.context else (),
        )


@dataclass(frozen=True, eq=False)
class About:
    """A catalogue with what its checks need to know."""

    catalogue: Catalogue
    messages: Mapping[tuple[str, str, str], Message]  # of the game
    glossary: Glossary
    speeches: Speeches = default_speech

    @property
    def language(self) -> str:
        return self.catalogue.language

    @cached_property
    def contexts(self) -> frozenset[str]:
        """Return the contexts of the game's messages."""
        return frozenset(message.context for message in self.messages.values())

    @cached_property
    def pairs(self) -> tuple[TranslationPair, ...]:
        """Return the forms of all translations that are sure."""
        found: list[TranslationPair] = []
        for entry in self.catalogue.entries:
            if self.catalogue.is_sure(entry):
                sources = (entry.source, entry.plural) if entry.plural else (entry.source,)
                message = self.messages.get(entry.key)
                lines = entry.lines or (entry.says,) * len(entry.forms)
                for form, line in zip(entry.forms, lines, strict=True):
                    found.append(TranslationPair(entry, sources, form, Span(self.catalogue.file, line), message))
        return tuple(found)


_Finder = Callable[[About], Iterable[Problem]]


class CatalogueCheck(NamedTuple):
    code: Code
    find: _Finder


def check(code: Code) -> Callable[[_Finder], CatalogueCheck]:
    """Make a check of a function."""
    return lambda find: CatalogueCheck(code, find)


CHECKS: Mapping[str, tuple[CatalogueCheck, ...]] = registry(
    __name__, lambda _, module: tuple([each for each in vars(module).values() if isinstance(each, CatalogueCheck)])
)


def check_catalogue(about: About) -> list[Problem]:
    return [problem for checks in CHECKS.values() for each in checks for problem in each.find(about)]


def milder(problem: Problem) -> Problem:
    """Make a warning of a problem that may be meant."""
    return problem._replace(severity=Severity.WARNING)


def words_in(text: str) -> str:
    """Return the words alone, without what stands in braces."""
    return bare_words(mask_holes(text))


def quote(text: str, start: int = 0, end: int | None = None, icons: Sequence[str] = ()) -> str:
    """Quote a text, or the part around a place in it; `icons` are those of its words alone, as written."""
    return quote_excerpt(text, start, end, icons, least=24)
