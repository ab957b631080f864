"""
The translation has a word of the glossary, and the source doesn't have its term: players are told of something else.
Mostly the word of another term was typed, or the source once had it. Words that stand in three or more translations
without their term belong to everyday speech as well, and aren't told.

Bad:  `msgstr "Nimm eine Karte."` for `Take a coin.` with `- {term: card, de: [Karte]}` in the glossary
Good: `msgstr "Nimm eine Münze."`
"""

from collections.abc import Iterator
from typing import NamedTuple

from pnp.localise.checks._pairs import About, Pair, bare, problem
from pnp.localise.checks.terms import TermWords, words_of
from pnp.localise.messages import OF_PNP
from pnp.model.problem import Problem, Severity, code

CODE = code("PNP635", "translation with the word of another term", __doc__, Severity.WARNING)

_EVERYDAY = 3


class _Found(NamedTuple):
    pair: Pair
    word: str
    term: TermWords


def check(about: About) -> Iterator[Problem]:
    found: dict[str, list[_Found]] = {}
    words = words_of(about)
    for pair in about.pairs if words else ():
        if pair.message and pair.message.part == OF_PNP:  # on its own pages words mean what they mean everywhere
            continue
        for each in _without_term(pair, words):
            found.setdefault(each.word.casefold(), []).append(each)
    for alike in found.values():
        for each in alike if len(alike) < _EVERYDAY else ():
            message = f"says {each.word}, and the source doesn’t say {each.term.term.term}"
            yield problem(CODE, each.pair, message, origin=each.term.term.span)


def _without_term(pair: Pair, words: list[TermWords]) -> Iterator[_Found]:
    """Words of a translation, none of whose terms any source of it has, and that lie in no word whose term one has."""
    sources, said = [bare(source) for source in pair.sources], bare(pair.said)
    terms: dict[tuple[int, int], list[TermWords]] = {}
    for word in words:
        for match in word.right.finditer(said):
            terms.setdefault(match.span(), []).append(word)
    meant = [span for span, those in terms.items() if any(w.source.search(s) for w in those for s in sources)]
    for (start, end), those in terms.items():
        if not any(first < end and start < last for first, last in meant):
            yield _Found(pair, said[start:end].lstrip(" .!?:;…\n“„«»”(\ufffc"), those[0])
