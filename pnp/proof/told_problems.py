"""Problems → plain values for a page: the sentence, each place, the source's line with carets, the pieces concerned."""

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.files.project import Project
from pnp.model.game import Edition
from pnp.model.problem import Problem, declared_codes
from pnp.model.span import Span
from pnp.problems.pinpoint import pinpointed
from pnp.problems.sources import Sources, excerpt

MOST = 2000  # that are told; who has more mends these first


def told(project: Project, edition: Edition | None, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """In the order in which they come."""
    sources = Sources(project)
    located = pinpointed(sources, list(problems)[:MOST])
    owners = _owners(edition) if edition and located else {}
    return [_told(problem, sources, owners) for problem in located]


def _told(problem: Problem, sources: Sources, owners: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    line = sources.line(problem.span)
    by_place = (owners.get((span.file, span.line), "") for span in problem.places)
    pieces = [label for label in dict.fromkeys((problem.subject, *by_place)) if label]
    known = declared_codes().get(problem.code)
    return {
        "code": problem.code,
        "title": known.title if known else "",
        "severity": str(problem.severity),
        "message": problem.message,
        "hint": problem.hint,
        "place": place(problem.span),
        "origin": str(problem.origin) if problem.origin else "",
        "others": [str(span) for span in problem.others[:20]],
        "excerpt": [each for each in excerpt(line, problem.span) if each] if line is not None else [],
        "pieces": pieces,
    }


def place(span: Span) -> str:
    """`card_data/mygame/cards.yaml:41:5`, or "" of what stands nowhere."""
    return str(span) if span.file else ""


def _owners(edition: Edition) -> dict[tuple[str, int], str]:
    """File and line → the piece whose value, or its translation, begins there."""
    found: dict[tuple[str, int], str] = {}
    for component in edition.components.values():
        for piece in component.pieces:
            found.setdefault((piece.file, piece.line), piece.label)
            for line, _ in piece.places.values():
                found.setdefault((piece.file, line), piece.label)
            for span in piece.translated.values():
                found.setdefault((span.file, span.line), piece.label)
    return found
