"""`glossary.yaml` and the texts that readers see → what the glossary contradicts, in itself or in them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.check import check
from pnp.check._texts import printed_texts
from pnp.files.project import Project
from pnp.model.game import Game
from pnp.model.language import Glossary, Term
from pnp.model.problem import Problem, Severity, code
from pnp.text.bare import bare

OTHER_WORD = code(
    "PNP160 word that the glossary avoids",
    """A text uses a word that the game's `glossary.yaml` avoids, or writes one of its terms in another way: what has a
name of its own in the rules must be called the same everywhere. A term written in capitals throughout is none the
worse.

Bad:  `ability: Sail to the next port.` with `- {term: Haven, avoid: [port]}`
Good: `ability: Sail to the next Haven.`""",
    Severity.WARNING,
    says='"{path}" says {word}, the glossary’s word is {right}',
    varies=("path",),
)
OTHERWISE_WRITTEN = OTHER_WORD.also('"{path}" says {word}, the glossary writes {right}', varies=("path",))
TERM_TWICE = code(
    "PNP161 glossary that contradicts itself",
    """The glossary contradicts itself: it has a term twice, avoids a word that is another term, says two terms with one
word of another language, or has a whole sentence for a term.

Bad:  `- {term: Haven, avoid: [Quay]}` and `- {term: Quay}`
Good: `- {term: Haven, avoid: [port]}` and `- {term: Quay}`""",
    Severity.WARNING,
    says="{term} is in the glossary twice",
)
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
    yield from _said_alike(game)
    for term in game.glossary:
        if term.term.endswith("."):
            yield TERM_IS_A_SENTENCE.at(term.span, term=repr(term.term), hint="say: is what a term means")
        for word, span in zip(term.avoid, term.avoid_spans, strict=True):
            other = known.get(word.casefold())
            if other is term:
                yield AVOIDS_ITSELF.at(span, term=term.term, word=word)
            elif other is not None:
                yield AVOIDS_A_TERM.at(span, term=term.term, word=word, origin=other.span)


def _said_alike(game: Game) -> Iterator[Problem]:
    """Terms that a language has the same word for: whichever is meant, nobody can tell."""
    said: dict[tuple[str, str], Term] = {}
    for term in game.glossary:
        for language, forms in term.languages.items():
            for form in dict.fromkeys(form.casefold() for form in forms):
                first = said.setdefault((language, form), term)
                if first is not term:
                    other, origin = first.term, first.span
                    yield SAME_ELSEWHERE.at(
                        term.span, term=term.term, form=form, language=language, other=other, origin=origin
                    )


class _Wordlist(NamedTuple):
    """Looked up without regard to case."""

    right: dict[str, tuple[Term, list[str]]]  # a term's form → as it may be written
    avoided: dict[str, Term]
    pattern: re.Pattern[str]


@check(OTHER_WORD)
def words(game: Game, project: Project) -> Iterator[Problem]:
    if not game.glossary:
        return
    wordlist = _wordlist(game.glossary)
    for found in printed_texts(game):
        said: set[str] = set()
        for match in wordlist.pattern.finditer(bare(found.value)):
            word, key = match[0], match[0].casefold()
            if word in said:
                continue
            said.add(word)
            avoided = wordlist.avoided.get(key)
            if key in wordlist.right:
                term, forms = wordlist.right[key]
                if _is_otherwise_written(word, forms):
                    span, origin = found.word(*match.span()), (avoided or term).span
                    yield OTHERWISE_WRITTEN.at(
                        span, path=found.path, word=word, right=forms[0], origin=origin, subject=found.subject
                    )
            elif avoided:
                span, right, origin = found.word(*match.span()), avoided.term, avoided.span
                yield OTHER_WORD.at(span, path=found.path, word=word, right=right, origin=origin, subject=found.subject)


def _wordlist(glossary: Glossary) -> _Wordlist:
    right: dict[str, tuple[Term, list[str]]] = {}
    avoided: dict[str, Term] = {}
    for term in glossary:
        for form in term.all_forms:
            right.setdefault(form.casefold(), (term, []))[1].append(form)
        for word in term.avoid:
            avoided.setdefault(word.casefold(), term)
    longest_first = sorted({*right, *avoided}, key=lambda word: (-len(word), word))
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    return _Wordlist(right, avoided, re.compile(pattern, re.IGNORECASE))


def _is_otherwise_written(word: str, forms: list[str]) -> bool:
    return not (word in forms or word.isupper()) and any(form[0].isupper() for form in forms)
