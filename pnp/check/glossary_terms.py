"""
The glossary contradicts itself: it has a term twice, or avoids a word that is another term.

Bad:  `- {term: Haven, avoid: [Quay]}` and `- {term: Quay}`
Good: `- {term: Haven, avoid: [port]}` and `- {term: Quay}`
"""

from collections.abc import Iterator

from pnp.model.game import Game
from pnp.model.glossary import Term
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project

CODE = code("PNP161", "glossary that contradicts itself", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    terms: dict[str, Term] = {}
    for term in game.glossary:
        for form in dict.fromkeys(form.casefold() for form in term.all_forms):
            first = terms.setdefault(form, term)
            if first is not term:
                yield CODE.at(term.span, f"{term.term} is in the glossary twice", origin=first.span)
                break
    for term in game.glossary:
        for word, span in zip(term.avoid, term.avoid_spans, strict=True):
            other = terms.get(word.casefold())
            if other is not None:
                message = f"{term.term} avoids {word}, which is {'itself' if other is term else 'a term'}"
                yield CODE.at(span, message, origin=None if other is term else other.span)
