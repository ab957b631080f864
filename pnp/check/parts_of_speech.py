"""
A word of `glossary.yaml` stands where its part of speech can't: a verb or an adverb behind *the* or *your*, a place's
name behind *each*, a plural behind *a*, *a* before a vowel. Mostly another word stood there, and somebody changed it,
or all of its kind at once. So does a verb behind *them*, a noun between *or* and an amount, and the name of somebody
where only a place can be: behind *on the*, *fill the*, *the top card of the*. Only English texts are read like this,
and only terms that say their `part:`.

Bad:  `ability: Draw a at random card.` with `- {term: at random, part: adverb}`
Good: `ability: Draw a card at random.`
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pnp.check._owned import owned
from pnp.check._texts import bare, printed_texts
from pnp.model.game import Game
from pnp.model.glossary import Term
from pnp.model.holes import masked
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Condition, Judging, Rule, Step
from pnp.model.span import Span
from pnp.model.worked import Example

CODE = code("PNP162", "word of the glossary out of place", __doc__, Severity.WARNING)

_ONE = ("a", "an", "each", "every", "another", "one")
_OWN = ("your", "their", "its", "his", "her", "my", "our", "this", "no")
_MANY = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "all",
    "both",
    "these",
    "those",
    "most",
)
_BEFORE = ("of", "into", "onto", "from", "with", "by", "winning")
_ALONE = ("them", "it", "they", "we")  # speaks for a noun, so that none stands behind it
_OBJECTS = ("them", "him", "her", "it")  # behind a verb, so that none stands behind it
_LETTING = re.compile(r"\b(?:lets?|makes?|sees?|helps?)\s+$", re.IGNORECASE)  # but for these
_AT_A_PLACE = re.compile(
    r"(?:\b(?:on|onto|fill|refill|shuffle|empty)|\btop(?:\s+\S+)?\s+cards?\s+of)\s+$", re.IGNORECASE
)
_AMOUNT = re.compile(r"\s+(?:up to|all|both|one|two|three|at most|at least|\d)\b")
_NEVER_BEFORE = {
    "noun": ("of", "into", "onto", "from", "with", "is", "are", "be", *_ALONE),
    "name": (*_ONE, *_OWN, *_MANY, *_ALONE),
    "verb": ("the", *_ONE, *_OWN, *_BEFORE),
    "adverb": ("the", "a", "an", "every", "another", *_OWN, *_BEFORE),
}
_VOWELS = "aeiouAEIOU"
_SPEAKING = (Rule, Step, Condition, Judging, Example)


class _Text(NamedTuple):
    text: str
    span: Span
    subject: str


def check(game: Game, project: Project) -> Iterator[Problem]:
    terms = {form: term for term in game.glossary if term.part for form in term.all_forms}
    if not terms or not game.languages or game.languages[0].partition("-")[0] != "en":
        return
    pattern = _pattern(terms)
    nowhere = _nowhere(game)
    for found in _texts(game):
        text = bare(found.text)
        for match in pattern.finditer(text):
            before, word = match[1], match[2]
            wrong = _wrong(before.lower(), word, terms[word])
            wrong = wrong or _wrong_around(text[: match.start()], before, word, terms[word], text[match.end() :])
            if not wrong and before == "the" and word in nowhere and _AT_A_PLACE.search(text[: match.start()]):
                wrong = f"{word} is no place"
            if wrong:
                message = f"“{before} {word}”: {wrong}"
                yield CODE.at(found.span, message, origin=terms[word].span, subject=found.subject)


def _nowhere(game: Game) -> set[str]:
    """What entries of groups, and pieces, are called, but for those that a zone of the setup is called like."""
    entries = [entry for group in game.groups.values() for entry in group.entries.values()]
    pieces = [piece for component in game.components.values() for piece in component.pieces]
    zones = {each.item.title for section, things in owned(game) if section == "setup.zones" for each in things}
    names = {str(each.fields.get("name") or "") for each in (*entries, *pieces)}
    return names - zones if zones else set()


def _texts(game: Game) -> Iterator[_Text]:
    for found in printed_texts(game):
        yield _Text(found.value, found.span, found.subject)
    for _, things in owned(game):
        for said in (each.item.say for each in things if isinstance(each.item, _SPEAKING)):
            yield _Text(masked(said.other), said.span, "")
    if game.victory and game.victory.nobody:
        yield _Text(masked(game.victory.nobody.other), game.victory.nobody.span, "")


def _pattern(forms: Iterable[str]) -> re.Pattern[str]:
    """A word, and the form of a term behind it: the longest one that stands there."""
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile(rf"(?<![\w’'])([A-Za-z]+)\s+({'|'.join(map(re.escape, longest_first))})(?![\w’'-])")


def _wrong(before: str, word: str, term: Term) -> str:
    """What is wrong with a term's form behind another word, empty where nothing is."""
    is_one = term.part != "noun" or word == term.term  # of several one may speak without an article
    if before in _NEVER_BEFORE[term.part] and is_one and not _stands_before_nouns(word, term):
        return f"{term.term} is {'an' if term.part == 'adverb' else 'a'} {term.part}"
    if before in ("a", "an") and (word[0] in _VOWELS) != (before == "an"):
        return f"not “{before}” before {word}"
    if term.part == "noun" and before in _ONE and word != term.term:
        return f"the glossary calls one of them {term.term}"
    if term.part == "noun" and before in _MANY and word == term.term and term.forms:
        return f"the glossary calls several {term.forms[0]}"
    return ""


def _wrong_around(earlier: str, before: str, word: str, term: Term, after: str) -> str:
    """What is wrong with a term in what stands farther before it and behind it: "put them play", "or party up to"."""
    if term.part == "verb" and before in _OBJECTS and not _LETTING.search(earlier):
        return f"{term.term} is a verb"
    if term.part in ("noun", "name") and before in ("or", "and", "then") and word == term.term and _AMOUNT.match(after):
        return f"{term.term} is a {term.part}, and what is done to so many isn’t said"
    return ""


def _stands_before_nouns(word: str, term: Term) -> bool:
    """Of a verb or an adverb, a form that says what a noun is like: the buried Hero, a face-down pile."""
    if term.part == "adverb":
        return "-" in word
    return term.part == "verb" and word != term.term and word.partition(" ")[0].endswith(("ed", "n", "ing"))
