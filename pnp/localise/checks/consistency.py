"""Checks of translations with each other and with the glossary: one source has one translation, a term its word."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.cardtext.braces import mask_holes
from pnp.cardtext.icons import ICON_CHARACTER, icon_names
from pnp.cardtext.inflection import english_pattern, german_pattern
from pnp.cardtext.orthography import upper
from pnp.localise.checks import About, TranslationPair, check, quote, words_in
from pnp.localise.messages import OF_PNP
from pnp.model.language import Term
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span

WITHOUT_WORD = code("PNP619", Severity.WARNING, says="has none of {forms} for {term}")
OTHER_TERM = code("PNP635", Severity.WARNING, says="says {word}, and the source doesn’t say {term}")
INSTEAD = OTHER_TERM.also("says {word}, which is {other}, where the source says {term}")

_WITHOUT_BLANKS = ("ja", "zh", "th", "lo", "km", "my")
_BEGINS = rf"(?:^|[.!?:;…]\s+|[\n“„«»”({ICON_CHARACTER}]\s*)"  # what a sentence begins behind
_BEFORE_WORD = f" .!?:;…\n“„«»”({ICON_CHARACTER}"
_LOOSE = ("verb", "adverb")  # parts of speech that a translation may well say in another way


class TermWords(NamedTuple):
    """A term, with the patterns of its forms in a source, and of its words in a translation."""

    term: Term
    source: re.Pattern[str]
    right: re.Pattern[str]
    within: re.Pattern[str]  # of its words, and of longer ones that have them as a part
    forms: tuple[str, ...]
    kind: str  # of words that may be taken for each other: verb, adverb, other, or "" for things


class _StrayWord(NamedTuple):
    """A term's word in a translation whose source doesn't have the term."""

    word: TermWords
    start: int  # in the translation's words alone
    end: int
    span: Span


@check(WITHOUT_WORD)
def terms(about: About) -> Iterator[Problem]:
    """Report terms whose words a translation lacks, and words of other terms in their place.

    What is done, and how, a good translation may say without the glossary's verbs and adverbs, and everyday nouns have
    other meanings: alone, only things that are missing are reported, and names that are too much.
    """
    words = _term_words(about)
    for pair in about.pairs if words else ():
        sources, said = [words_in(source) for source in pair.sources], words_in(pair.said)
        stray = list(_find_stray_words(pair, said, sources, words))
        for word in words:
            if not all(word.source.search(source) for source in sources) or word.within.search(said):
                continue
            term, forms = word.term, word.forms
            if other := next((each for each in stray if each.word.kind == word.kind), None):
                stray.remove(other)
                hint = f"{term.term} is {', '.join(forms)}"
                says, meaning = said[other.start : other.end], other.word.term.term
                problem = INSTEAD.at(other.span, word=says, other=meaning, term=term.term, hint=hint, origin=term.span)
                yield pair.concerned(problem)
            elif not word.kind:
                yield pair.concerned(WITHOUT_WORD.at(pair.span, forms=forms, term=term.term, origin=term.span))
        for other in stray:
            term = other.word.term
            if term.part == "name" and not (pair.message and pair.message.part == OF_PNP):
                says = said[other.start : other.end]
                yield pair.concerned(OTHER_TERM.at(other.span, word=says, term=term.term, origin=term.span))


def _find_stray_words(
    pair: TranslationPair, said: str, sources: list[str], words: list[TermWords]
) -> Iterator[_StrayWord]:
    """Yield words of a translation whose terms no source of it has, and that lie in no word whose term one has."""
    terms: dict[tuple[int, int], list[TermWords]] = {}
    for word in words:
        for match in word.right.finditer(said):
            start = match.end() - len(match[0].lstrip(_BEFORE_WORD))
            terms.setdefault((start, match.end()), []).append(word)
    icons = {name.casefold() for source in pair.sources for name in icon_names(mask_holes(source))}

    def is_meant(word: TermWords) -> bool:
        return not icons.isdisjoint(map(str.casefold, word.term.all_forms)) or any(map(word.source.search, sources))

    meant = [span for span, those in terms.items() if any(map(is_meant, those))]
    for (start, end), those in terms.items():
        if not any(first < end and start < last for first, last in meant):
            yield _StrayWord(those[0], start, end, pair.place_of_words(start, end))


def _term_words(about: About) -> list[TermWords]:
    language, source = about.language, about.speeches("").language
    found: list[TermWords] = []
    for term in about.glossary:
        if forms := forms_in(term, language):
            kind = term.part if term.part in _LOOSE else ""
            if not term.part and language.partition("-")[0] == "de" and forms[0].rpartition(" ")[2][:1].islower():
                kind = "other"  # German nouns have capitals
            source_words = _any_of(term.all_forms, source, term.part)
            right, within = (_any_of(forms, language, term.part, within=each) for each in (False, True))
            found.append(TermWords(term, source_words, right, within, forms, kind))
    return found


def forms_in(term: Term, language: str) -> tuple[str, ...]:
    """Return a term's forms by a language's tag, or by the language alone."""
    return term.languages.get(language) or term.languages.get(language.partition("-")[0]) or ()


def has_term(term: Term, text: str) -> bool:
    """Check that a text of the source has the term."""
    return bool(_any_of(term.all_forms).search(words_in(text)))


def _any_of(forms: tuple[str, ...], language: str = "", part: str = "", *, within: bool = False) -> re.Pattern[str]:
    """Match any of these words as it is written, or with a capital where a sentence begins; inflected, if pnp can."""
    primary = language.partition("-")[0]
    is_whole = primary not in _WITHOUT_BLANKS
    patterns: list[str] = []
    for form in sorted(forms, key=len, reverse=True):
        if primary == "de":
            patterns.append(german_pattern(form, within=within))
            continue
        word, end = form.removesuffix("-"), "" if form.endswith("-") or not is_whole else r"(?!\w)"
        capital = upper(form[:1], language) + word[1:]
        part = part if primary == "en" else ""
        patterns.append((r"(?<!\w)" if is_whole else "") + english_pattern(word, part) + end)
        if capital != word:
            patterns.append(_BEGINS + english_pattern(capital, part) + end)
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
