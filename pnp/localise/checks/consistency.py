"""Checks of translations with each other and with the glossary: one source has one translation, a term its word."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.cardtext.braces import mask_holes
from pnp.cardtext.icons import ICON_CHARACTER, icon_names
from pnp.cardtext.orthography import upper
from pnp.localise.checks import About, TranslationPair, check, quote, words_in
from pnp.localise.messages import OF_PNP
from pnp.localise.po import group_by
from pnp.model.language import Term
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex

WITHOUT_WORD = code("PNP619", Severity.WARNING, says="has none of {forms} for {term}")
OTHER_TERM = code("PNP635", Severity.WARNING, says="says {word}, and the source doesn’t say {term}")

_EVERYDAY = 3
_WITHOUT_BLANKS = ("ja", "zh", "th", "lo", "km", "my")
_BEGINS = rf"(?:^|[.!?:;…]\s+|[\n“„«»”({ICON_CHARACTER}]\s*)"  # what a sentence begins behind
_BEFORE_WORD = f" .!?:;…\n“„«»”({ICON_CHARACTER}"


class TermWords(NamedTuple):
    """A term, with the patterns of its forms in a source, and of its words in a translation."""

    term: Term
    source: re.Pattern[str]
    right: re.Pattern[str]
    forms: tuple[str, ...]


@check(WITHOUT_WORD)
def terms(about: About) -> Iterator[Problem]:
    words = _term_words(about)
    for pair in about.pairs if words else ():
        sources, said = [words_in(source) for source in pair.sources], words_in(pair.said)
        for word in words:
            if all(word.source.search(source) for source in sources) and not word.right.search(said):
                term = word.term
                yield pair.concerned(WITHOUT_WORD.at(pair.span, forms=word.forms, term=term.term, origin=term.span))


@check(OTHER_TERM)
def other_terms(about: About) -> Iterator[Problem]:
    words = _term_words(about)
    # without pnp’s own pages, on which words mean what they mean everywhere
    pairs = [pair for pair in about.pairs if words and not (pair.message and pair.message.part == OF_PNP)]
    stray = ((pair, *each) for pair in pairs for each in _stray_words(pair, words))
    found = group_by(stray, lambda each: each[1].casefold())
    for alike in found.values():
        for pair, word, start, term in alike if len(alike) < _EVERYDAY else ():
            span = pair.place_of_words(start, start + len(word))
            yield pair.concerned(OTHER_TERM.at(span, word=word, term=term.term, origin=term.span))


def _stray_words(pair: TranslationPair, words: list[TermWords]) -> Iterator[tuple[str, int, Term]]:
    """Yield words of a translation whose terms no source of it has, and that lie in no word whose term one has; with
    where they start in its words alone, and the terms."""
    sources, said = [words_in(source) for source in pair.sources], words_in(pair.said)
    terms: dict[tuple[int, int], list[TermWords]] = {}
    for word in words:
        for match in word.right.finditer(said):
            terms.setdefault(match.span(), []).append(word)
    if not terms:
        return
    icons = {name.casefold() for source in pair.sources for name in icon_names(mask_holes(source))}

    def is_meant(word: TermWords) -> bool:
        return not icons.isdisjoint(map(str.casefold, word.term.all_forms)) or any(map(word.source.search, sources))

    meant = [span for span, those in terms.items() if any(map(is_meant, those))]
    for (start, end), those in terms.items():
        if not any(first < end and start < last for first, last in meant):
            text = said[start:end].lstrip(_BEFORE_WORD)
            yield text, end - len(text), those[0].term


def _term_words(about: About) -> list[TermWords]:
    has_blanks = about.language.partition("-")[0] not in _WITHOUT_BLANKS
    return [
        TermWords(term, _any_of(term.all_forms), _any_of(forms, whole=has_blanks, language=about.language), forms)
        for term in about.glossary
        if (forms := forms_in(term, about.language))
    ]


def forms_in(term: Term, language: str) -> tuple[str, ...]:
    """Return a term's forms by a language's tag, or by the language alone."""
    return term.languages.get(language) or term.languages.get(language.partition("-")[0]) or ()


def has_term(term: Term, text: str) -> bool:
    """Check that a text of the source has the term."""
    return bool(_any_of(term.all_forms).search(words_in(text)))


def _any_of(forms: tuple[str, ...], *, whole: bool = True, language: str = "") -> re.Pattern[str]:
    """Match any of these words as it is written, or with a capital where a sentence begins."""

    def escape(text: str) -> str:  # a blank may be one that doesn't break, too
        return re.escape(text).replace(r"\ ", "[ \xa0]")

    patterns: list[str] = []
    for form in sorted(forms, key=len, reverse=True):
        word, end = form.removesuffix("-"), "" if form.endswith("-") or not whole else r"(?!\w)"
        capital = upper(form[:1], language) + word[1:]
        patterns.append((r"(?<!\w)" if whole else "") + escape(word) + end)
        if capital != word:
            patterns.append(_BEGINS + escape(capital) + end)
    return re.compile("|".join(patterns))


TWO_TRANSLATIONS = code(
    "PNP623", Severity.WARNING, says="{source} is {said} here and {other} in {context}", varies=("other", "context")
)
TWO_SOURCES = code(
    "PNP624", Severity.WARNING, says="{said} is said for {source} here, for {other} there", varies=("other",)
)

_TITLE = regex(r"(?:game|component|module|table|zone|track|selection):(?:.*\.)?title")
_ARTICLES = {
    "en": "an?|the",
    "de": "d(?:er|ie|as|en|em|es)|ein(?:e|en|em|er|es)?",
    "es": "el|l[ao]s?|un|un[ao]s?",
    "fr": "l[ae]|les|une?|des",
    "it": "il|lo|l[ae]|gli|i|un[ao]?",
    "nl": "de|het|een",
}  # of languages that games are written in
_OWN = "pnp."  # words of pnp's own are of no game


@check(TWO_TRANSLATIONS)
def one_source_one_translation(about: About) -> Iterator[Problem]:
    first: dict[tuple[str, str], TranslationPair] = {}
    for pair in about.pairs:
        if pair.entry.plural or pair.entry.context.startswith(_OWN):
            continue
        message, is_long = pair.message, len(pair.source.split()) > 1
        is_name = message is not None and (message.path == "name" or bool(_TITLE.fullmatch(message.context)))
        kin = [f".{pair.family}"] if pair.family else []
        others = "any" if is_name or is_long else "name"  # that it is compared with, besides its own kin
        earlier = [each for kind in (*kin, others) if (each := first.get((kind, pair.source)))]
        if other := next((each for each in earlier if each.said != pair.said), None):
            source, said = quote(pair.source), quote(pair.said)
            earlier_said, context = quote(other.said), other.entry.context
            problem = TWO_TRANSLATIONS.at(pair.span, source=source, said=said, other=earlier_said, context=context)
            yield pair.concerned(problem._replace(origin=other.span))
        for kind in (*kin, "any", *(["name"] if is_name else [])):
            first.setdefault((kind, pair.source), pair)


@check(TWO_SOURCES)
def one_translation_one_source(about: About) -> Iterator[Problem]:
    first: dict[tuple[str, str], TranslationPair] = {}
    articles = _ARTICLES.get(about.speeches("").language.partition("-")[0], _ARTICLES["en"])
    for pair in about.pairs:
        if pair.family and not pair.entry.plural:
            earlier = first.setdefault((pair.family, pair.said.casefold()), pair)
            if _drop_articles(articles, earlier.source) != _drop_articles(articles, pair.source):
                said, source, other = quote(pair.said), quote(pair.source), quote(earlier.source)
                problem = TWO_SOURCES.at(pair.span, said=said, source=source, other=other, origin=earlier.span)
                yield pair.concerned(problem)


def _drop_articles(articles: str, text: str) -> str:
    """Return a text without articles, which other languages leave out."""
    return re.sub(rf"(?<!\w)(?:{articles})\s+(?=\w)", "", text.casefold())
