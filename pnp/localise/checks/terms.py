"""
The source has a term of `glossary.yaml`, and the translation none of the forms that are right in its language: players
would read two words and think of two things. A form that ends in a hyphen is the beginning of longer words: `Münz-`.

Bad:  `msgstr "Nimm ein Geldstück."` for `Take a coin.` with `- {term: coin, de: [Münze, Münzen]}`
Good: `msgstr "Nimm eine Münze."`
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.localise.checks._pairs import About, bare, problem
from pnp.model.case import upper
from pnp.model.glossary import Term
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP619", "translation without the glossary’s word", __doc__, Severity.WARNING)

_WITHOUT_BLANKS = ("ja", "zh", "th", "lo", "km", "my")
_BEGINS = r"(?:^|[.!?:;…]\s+|[\n“„«»”(\ufffc]\s*)"  # what a sentence begins behind


class TermWords(NamedTuple):
    """A term, how its forms are found in a source, and how its words in a translation."""

    term: Term
    source: re.Pattern[str]
    right: re.Pattern[str]
    forms: tuple[str, ...]


def check(about: About) -> Iterator[Problem]:
    words = words_of(about)
    for pair in about.pairs if words else ():
        sources, said = [bare(source) for source in pair.sources], bare(pair.said)
        for word in words:
            if all(word.source.search(source) for source in sources) and not word.right.search(said):
                message = f"has none of {', '.join(word.forms)} for {word.term.term}"
                yield problem(CODE, pair, message, origin=word.term.span)


def words_of(about: About) -> list[TermWords]:
    has_blanks = about.language.partition("-")[0] not in _WITHOUT_BLANKS
    words = []
    for term in about.glossary:
        if forms := forms_in(term, about.language):
            words.append(
                TermWords(
                    term, _any_of(term.all_forms), _any_of(forms, whole=has_blanks, language=about.language), forms
                )
            )
    return words


def forms_in(term: Term, language: str) -> tuple[str, ...]:
    """Of a language tag, or of its language alone."""
    return term.languages.get(language) or term.languages.get(language.partition("-")[0]) or ()


def found_in(term: Term, text: str) -> bool:
    """Whether a text of the source has it."""
    return bool(_any_of(term.all_forms).search(bare(text)))


def _any_of(forms: tuple[str, ...], *, whole: bool = True, language: str = "") -> re.Pattern[str]:
    """Any of these words as it is written, or with a capital where a sentence begins."""
    return re.compile("|".join(_form(form, whole, language) for form in sorted(forms, key=len, reverse=True)))


def _form(form: str, whole: bool, language: str) -> str:
    word = _escaped(form.removesuffix("-"))
    end = "" if form.endswith("-") or not whole else r"(?!\w)"
    start = r"(?<!\w)" if whole else ""
    capital = _escaped(upper(form[:1], language) + form.removesuffix("-")[1:])
    return f"{start}{word}{end}" + (f"|{_BEGINS}{capital}{end}" if capital != word else "")


def _escaped(text: str) -> str:
    """As a pattern, in which a blank may be one that doesn't break, too."""
    return re.escape(text).replace(r"\ ", "[ \xa0]")
