"""
A text uses a word that the game's `glossary.yaml` avoids, or writes one of its terms in another way: what has a name
of its own in the rules must be called the same everywhere. A term written in capitals throughout is none the worse.

Bad:  `ability: Sail to the next port.` with `- {term: Haven, avoid: [port]}`
Good: `ability: Sail to the next Haven.`
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.check._texts import bare, printed_texts
from pnp.model.game import Game
from pnp.model.glossary import Glossary, Term
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP160", "word that the glossary avoids", __doc__, Severity.WARNING)


class _Words(NamedTuple):
    """Looked up without regard to case."""

    right: dict[str, tuple[Term, list[str]]]  # a term's form → as it may be written
    avoided: dict[str, Term]
    pattern: re.Pattern[str]


def check(game: Game, project: Project) -> Iterator[Problem]:
    if not game.glossary:
        return
    words = _words(game.glossary)
    for found in printed_texts(game):
        said: set[str] = set()
        for match in words.pattern.finditer(bare(found.value)):
            word = match[0]
            wrong = "" if word in said else _wrong(word, words)
            said.add(word)
            if wrong:
                term = (words.avoided.get(word.casefold()) or words.right[word.casefold()][0]).span
                yield CODE.at(found.span, f'"{found.path}" {wrong}', origin=term, subject=found.subject)


def _words(glossary: Glossary) -> _Words:
    right: dict[str, tuple[Term, list[str]]] = {}
    avoided: dict[str, Term] = {}
    for term in glossary:
        for form in term.all_forms:
            right.setdefault(form.casefold(), (term, []))[1].append(form)
        for word in term.avoid:
            avoided.setdefault(word.casefold(), term)
    longest_first = sorted({*right, *avoided}, key=lambda word: (-len(word), word))
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    return _Words(right, avoided, re.compile(pattern, re.IGNORECASE))


def _wrong(word: str, words: _Words) -> str:
    """What is wrong with a word, empty where nothing is."""
    key = word.casefold()
    if key in words.right:
        forms = words.right[key][1]
        if word in forms or word.isupper() or not any(form[0].isupper() for form in forms):
            return ""
        return f"says {word}, the glossary writes {forms[0]}"
    if key in words.avoided:
        return f"says {word}, the glossary’s word is {words.avoided[key].term}"
    return ""
