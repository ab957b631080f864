"""`glossary.yaml` and the texts that readers see → what the glossary contradicts, in itself or in them."""

import re
from collections.abc import Iterator

from pnp.cardtext.marks import bare_words
from pnp.check import check
from pnp.check._texts import printed_texts
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.language import Term
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex

OTHER_WORD = code(
    "PNP160", Severity.WARNING, says='"{path}" says {word}, the glossary’s word is {right}', varies=("path",)
)
OTHERWISE_WRITTEN = OTHER_WORD.also('"{path}" says {word}, the glossary writes {right}', varies=("path",))
TERM_TWICE = code("PNP161", Severity.WARNING, says="{term} is in the glossary twice")
TERM_IS_A_SENTENCE = TERM_TWICE.also("the term {term} is a sentence")
AVOIDS_ITSELF = TERM_TWICE.also("{term} avoids {word}, which is itself")
AVOIDS_A_TERM = TERM_TWICE.also("{term} avoids {word}, which is a term")
SAME_ELSEWHERE = TERM_TWICE.also("{term} is {form} in {language}, like {other}")


_CAPITAL_BEFORE = regex(r"[^\s.!?:…] [A-Z]\w*[ -]$")  # but for the first word of a sentence
_CAPITAL_BEHIND = regex(r"[ -](?=[A-Z])")


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

    as_written = {word for each in game.glossary for word in (*each.all_forms, *each.avoid)}

    def is_in_a_name(text: str, word: re.Match[str]) -> bool:
        """Check for a capital that the glossary hasn't, beside another one that isn't a term's: "Swap Meet opens"."""
        if word[0] in as_written or word[0].isupper() or word[0].casefold() in right:
            return False
        behind = _CAPITAL_BEHIND.match(text, word.end())
        term = finder.match(text, behind.end()) if behind else None
        is_before_another = behind and not (term and term[0].casefold() in right)
        return bool(is_before_another or _CAPITAL_BEFORE.search(text[: word.start()]))

    for found in printed_texts(game):
        first: dict[str, re.Match[str]] = {}
        text = bare_words(found.value)
        for match in finder.finditer(text):
            if not is_in_a_name(text, match):
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
