"""
The glossary contradicts itself: it has a term twice, avoids a word that is another term, says two terms with one word
of another language, or has a whole sentence for a term.

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
    yield from _said_alike(game)
    for term in game.glossary:
        if term.term.endswith("."):
            yield CODE.at(term.span, f"the term {term.term!r} is a sentence", hint="say: is what a term means")
        for word, span in zip(term.avoid, term.avoid_spans, strict=True):
            other = terms.get(word.casefold())
            if other is not None:
                message = f"{term.term} avoids {word}, which is {'itself' if other is term else 'a term'}"
                yield CODE.at(span, message, origin=None if other is term else other.span)


def _said_alike(game: Game) -> Iterator[Problem]:
    """Terms that a language has the same word for: whichever is meant, nobody can tell."""
    said: dict[tuple[str, str], Term] = {}
    for term in game.glossary:
        for language, forms in term.languages.items():
            for form in dict.fromkeys(form.casefold() for form in forms):
                first = said.setdefault((language, form), term)
                if first is not term:
                    message = f"{term.term} is {form} in {language}, like {first.term}"
                    yield CODE.at(term.span, message, origin=first.span)
