"""`glossary.yaml` and the texts that readers see → what the glossary contradicts, in itself or in them."""

import re
from collections.abc import Iterator

from pnp.cardtext.marks import bare_words
from pnp.check import check
from pnp.check._texts import name_of, printed_texts, sentences, things_in
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.language import Term
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span

OTHER_WORD = code(
    "PNP160", Severity.WARNING, says='"{path}" says {word}, the glossary’s word is {right}', varies=("path",)
)
OTHERWISE_WRITTEN = OTHER_WORD.also('"{path}" says {word}, the glossary writes {right}', varies=("path",))
TERM_TWICE = code("PNP161", Severity.WARNING, says="{term} is in the glossary twice")
TERM_IS_A_SENTENCE = TERM_TWICE.also("the term {term} is a sentence")
AVOIDS_ITSELF = TERM_TWICE.also("{term} avoids {word}, which is itself")
AVOIDS_A_TERM = TERM_TWICE.also("{term} avoids {word}, which is a term")
SAME_ELSEWHERE = TERM_TWICE.also("{term} is {form} in {language}, like {other}")


@check(TERM_TWICE)
def terms(game: Game, project: Project) -> Iterator[Problem]:
    known: dict[str, Term] = {}
    for term in game.glossary:
        for form in dict.fromkeys(form.casefold() for form in term.all_forms):
            first = known.setdefault(form, term)
            if first is not term:
                yield TERM_TWICE.at(term.span, term=term.term, origin=first.span)
                break
    # no reader can tell terms apart for which a language has the same word
    said: dict[tuple[str, str], Term] = {}
    for term in game.glossary:
        for language, forms in term.languages.items():
            for form in dict.fromkeys(form.casefold() for form in forms):
                first = said.setdefault((language, form), term)
                if first is not term:
                    before, origin = first.term, first.span
                    yield SAME_ELSEWHERE.at(
                        term.span, term=term.term, form=form, language=language, other=before, origin=origin
                    )
    for term in game.glossary:
        if term.term.endswith("."):
            yield TERM_IS_A_SENTENCE.at(term.span, term=repr(term.term), hint="say: is what a term means")
        for word, span in zip(term.avoid, term.avoid_spans, strict=True):
            other = known.get(word.casefold())
            if other is term:
                yield AVOIDS_ITSELF.at(span, term=term.term, word=word)
            elif other is not None:
                yield AVOIDS_A_TERM.at(span, term=term.term, word=word, origin=other.span)


@check(OTHER_WORD)
def words(game: Game, project: Project) -> Iterator[Problem]:
    if not game.glossary:
        return
    right: dict[str, tuple[Term, list[str]]] = {}  # a term's form, without regard to case → as it may be written
    to_avoid: dict[str, Term] = {}
    for each in game.glossary:
        for form in each.all_forms:
            right.setdefault(form.casefold(), (each, []))[1].append(form)
        for word in each.avoid:
            to_avoid.setdefault(word.casefold(), each)
    longest_first = sorted({*right, *to_avoid}, key=lambda word: (-len(word), word))
    finder = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
    for found in printed_texts(game):
        first: dict[str, re.Match[str]] = {}
        for match in finder.finditer(bare_words(found.value)):
            first.setdefault(match[0], match)
        for word, match in first.items():
            avoided = to_avoid.get(word.casefold())
            if word.casefold() in right:
                term, forms = right[word.casefold()]
                if not (word in forms or word.isupper()) and any(form[0].isupper() for form in forms):
                    span, origin = found.word(*match.span()), (avoided or term).span
                    yield found.wrong(OTHERWISE_WRITTEN, span, word=word, right=forms[0], origin=origin)
            elif avoided:
                span = found.word(*match.span())
                yield found.wrong(OTHER_WORD, span, word=word, right=avoided.term, origin=avoided.span)


OUT_OF_PLACE = code("PNP162", Severity.WARNING, says="“{before} {word}”: {term} is {part}")
WRONG_ARTICLE = OUT_OF_PLACE.also("“{before} {word}”: not “{article}” before {word}")
NOT_ONE = OUT_OF_PLACE.also("“{before} {word}”: the glossary calls one of them {term}")
NOT_SEVERAL = OUT_OF_PLACE.also("“{before} {word}”: the glossary calls several {plural}")
NOTHING_DONE = OUT_OF_PLACE.also("“{before} {word}”: {term} is {part}, and what is done to so many isn’t said")
NO_PLACE = OUT_OF_PLACE.also("“{before} {word}”: {word} is no place")

_ONE = ("a", "an", "each", "every", "another", "one")
_OWN = ("your", "their", "its", "his", "her", "my", "our", "this", "no")
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MANY = (*_NUMBERS, "all", "both", "these", "those", "most")
_BEFORE = ("of", "into", "onto", "from", "with", "by", "winning")
_ALONE = ("them", "it", "they", "we")  # speaks for a noun, so that none stands behind it
_OBJECTS = ("them", "him", "her", "it")  # behind a verb, so that none stands behind it
_LETTING = regex(r"\b(?:lets?|makes?|sees?|helps?)\s+$", re.IGNORECASE)  # but for these
_AT_A_PLACE = regex(r"(?:\b(?:on|onto|fill|refill|shuffle|empty)|\btop(?:\s+\S+)?\s+cards?\s+of)\s+$", re.IGNORECASE)
_AMOUNT = regex(r"\s+(?:up to|all|both|one|two|three|at most|at least|\d)\b")
_NEVER_BEFORE = {
    "noun": ("of", "into", "onto", "from", "with", "is", "are", "be", *_ALONE),
    "name": (*_ONE, *_OWN, *_MANY, *_ALONE),
    "verb": ("the", *_ONE, *_OWN, *_BEFORE),
    "adverb": ("the", "a", "an", "every", "another", *_OWN, *_BEFORE),
}


@check(OUT_OF_PLACE)
def parts_of_speech(game: Game, project: Project) -> Iterator[Problem]:
    terms = {form: term for term in game.glossary if term.part for form in term.all_forms}
    if not terms or not game.languages or game.languages[0].partition("-")[0] != "en":
        return
    # pair each word with the longest form of a term behind it
    longest_first = sorted(terms, key=lambda form: (-len(form), form))
    pattern = re.compile(rf"(?<![\w’'])([A-Za-z]+)\s+({'|'.join(map(re.escape, longest_first))})(?![\w’'-])")
    entries = [entry for group in game.groups.values() for entry in group.entries.values()]
    pieces = [piece for component in game.components.values() for piece in component.pieces]
    zones = {each.item.title for each in things_in(game, "setup.zones")}
    nowhere = {name_of(each) for each in (*entries, *pieces)} - zones if zones else set()
    for found in (*printed_texts(game), *(said for _, said in sentences(game))):
        text = bare_words(found.value)
        for match in pattern.finditer(text):
            before, word = match[1], match[2]
            earlier, after = text[: match.start()], text[match.end() :]
            wrong = _check_term(found.span, earlier, before, word, terms[word], after)
            if not wrong and before == "the" and word in nowhere and _AT_A_PLACE.search(earlier):
                wrong = NO_PLACE.at(found.span, before=before, word=word, cause=game.cause("setup.zones"))
            if wrong:
                span, origin = found.word(*match.span()), terms[word].span
                yield wrong._replace(span=span, origin=origin, subject=found.subject)


def _check_term(span: Span, earlier: str, before: str, word: str, term: Term, after: str) -> Problem | None:
    """Return what is wrong with a term's form behind another word, or between others: "put them play"."""
    behind, part = before.lower(), f"{'an' if term.part == 'adverb' else 'a'} {term.part}"
    is_one = term.part != "noun" or word == term.term  # of several one may speak without an article
    # a form of a verb or an adverb may say what a noun is like: the buried Hero, a face-down pile
    if term.part == "adverb":
        is_like_adjective = "-" in word
    else:
        is_form = term.part == "verb" and word != term.term
        is_like_adjective = is_form and word.partition(" ")[0].endswith(("ed", "n", "ing"))
    if behind in _NEVER_BEFORE[term.part] and is_one and not is_like_adjective:
        return OUT_OF_PLACE.at(span, before=before, word=word, term=term.term, part=part)
    if behind in ("a", "an") and (word[0] in "aeiouAEIOU") != (behind == "an"):
        return WRONG_ARTICLE.at(span, before=before, word=word, article=behind)
    if term.part == "noun" and behind in _ONE and word != term.term:
        return NOT_ONE.at(span, before=before, word=word, term=term.term)
    if term.part == "noun" and behind in _MANY and word == term.term and term.forms:
        return NOT_SEVERAL.at(span, before=before, word=word, plural=term.forms[0])
    if term.part == "verb" and before in _OBJECTS and not _LETTING.search(earlier):
        return OUT_OF_PLACE.at(span, before=before, word=word, term=term.term, part=part)
    if term.part in ("noun", "name") and before in ("or", "and", "then") and word == term.term and _AMOUNT.match(after):
        return NOTHING_DONE.at(span, before=before, word=word, term=term.term, part=part)
    return None
