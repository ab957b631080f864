"""Pieces and problems → plain values: names, texts by their paths, words to search, sentences with their places."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pnp.diagnostics.codes import read_explanation
from pnp.diagnostics.pinpoint import pinpoint
from pnp.diagnostics.sources import Sources, excerpt
from pnp.io.project import Project
from pnp.model.game import Component, Edition, Piece
from pnp.model.problem import Problem
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value, readable

MOST = 2000  # that are told; who has more mends these first


class Datum(NamedTuple):
    """One value that stands by itself: a text, a number, a name."""

    path: str  # "ability", "steps.2", "emblem.charge"
    value: str | int | float | bool
    type: str
    translatable: bool


def data_of(component: Component, piece: Piece) -> Iterator[Datum]:
    """In the order in which the fields are declared; what isn't there is left out."""
    for field in component.fields.values():
        yield from _data(field, field.name, piece.fields.get(field.name))


def _data(field: Field | None, path: str, value: Value) -> Iterator[Datum]:
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _data(field.of if field else None, f"{path}.{number}", item)
    elif isinstance(value, Record):
        if value.id:
            yield Datum(path, value.id, "reference", False)
            return
        for name, item in value.read.items():
            yield from _data(field.fields.get(name) if field else None, f"{path}.{name}", item)
    elif isinstance(value, str | int | float):
        type = field.type if field else "text"
        yield Datum(path, value, type, type == "text" and bool(field and field.translatable))


def name_of(component: Component, piece: Piece) -> str:
    """As people call it: its name or its title, or its id."""
    for key in ("name", "title"):
        said = piece.fields.get(key)
        if isinstance(said, str) and said.strip() and key in component.fields:
            return said
    return piece.id


def plain(value: Value) -> Any:
    """For JSON; what couldn't be read is nothing."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Record):
        return value.id or {name: plain(item) for name, item in value.read.items()}
    return readable(value)


def fields_of(piece: Piece) -> Mapping[str, Any]:
    """All that it says, without what it leaves out."""
    return {name: said for name, value in piece.fields.items() if (said := plain(value)) is not None}


def told(project: Project, edition: Edition | None, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """In the order in which they come."""
    sources = Sources(project)
    located = list(pinpoint(sources, list(problems)[:MOST]))
    owners = _owners(edition) if edition and located else {}
    return [_told(problem, sources, owners) for problem in located]


def _told(problem: Problem, sources: Sources, owners: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    line = sources.line(problem.span)
    by_place = (owners.get((span.file, span.line), "") for span in problem.places)
    pieces = [label for label in dict.fromkeys((problem.subject, *by_place)) if label]
    return {
        "code": problem.code,
        "title": read_explanation(problem.code).title,
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
