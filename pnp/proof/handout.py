"""A game as it is handed out for remarks: its wall, and of each piece its words with their sizes, beside the source's.

What a file to mail and contact sheets to print tell alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from pnp.build.results import Prepared, Result
from pnp.model.game import Component, Piece
from pnp.model.problem import PnpError
from pnp.model.sheet import Leaf
from pnp.proof.details import sizes_of
from pnp.proof.editions import ProofedEdition
from pnp.proof.session import ProofSession
from pnp.proof.values import data_of
from pnp.proof.wall import ShownFace, Wall
from pnp.text.marks import plain

Values = dict[str, Any]


class SaidText(NamedTuple):
    """One text in one language, as it stands on the piece."""

    text: str
    size: float = 0.0  # mm; 0 where it doesn't stand on a face by itself
    full: float = 0.0  # that it was to have


class HandedWord(NamedTuple):
    path: str  # "ability", "steps.2"
    place: str
    said: SaidText
    source: SaidText | None  # where another language was asked for


class HandedPiece(NamedTuple):
    values: Values  # as on the wall
    component: Component
    words: tuple[HandedWord, ...]
    leaves: tuple[Leaf, ...]
    source: tuple[Leaf, ...]  # in the source language, where another was asked for
    problems: tuple[Values, ...]


@dataclass(frozen=True)
class Handout:
    wall: Wall
    pieces: tuple[HandedPiece, ...]
    faces: Mapping[str, ShownFace]  # by their digests, of both languages
    digests: Mapping[str, str]  # of the source's faces, by their labels
    prepared: Prepared
    source: Prepared | None  # where another language was asked for

    @property
    def is_translated(self) -> bool:
        return bool(self.wall.about["language"] != self.wall.about["source"])


def handout(session: ProofSession) -> Handout:
    """Of the edition that the command line asked for. Raises UsageError, FileError, LimitError, PnpError."""
    wall, result = _seen(session.edition(session.choice))
    source = wall.about["source"]
    is_source = wall.about["language"] == source
    source_wall, source_result = (wall, None) if is_source else _seen(_source(session, source))
    ours, theirs = _by_piece(result), _by_piece(source_result)
    wrong: dict[str, list[Values]] = {}
    for problem in wall.problems:
        for label in problem["pieces"]:
            wrong.setdefault(label, []).append(problem)
    before = {piece.label: (component, piece) for component, piece in _pieces(source_result)}
    pieces = []
    for component, piece in _pieces(result):
        label = piece.label
        leaves, sources = ours.get(label, ()), theirs.get(label, ())
        words = _words((component, piece), leaves, before.get(label), sources)
        told = tuple(wrong.get(label, ()))
        pieces.append(HandedPiece(wall.pieces[label], component, words, leaves, sources, told))
    digests = {
        side["label"]: side["digest"]
        for values in source_wall.pieces.values()
        for leaf in values["leaves"]
        for side in leaf.values()
        if side
    }
    assert result.prepared is not None
    before_it = source_result.prepared if source_result else None
    return Handout(wall, tuple(pieces), {**source_wall.faces, **wall.faces}, digests, result.prepared, before_it)


def _source(session: ProofSession, language: str) -> ProofedEdition:
    return session.edition(session.choice._replace(language=language))


def _seen(edition: ProofedEdition) -> tuple[Wall, Result]:
    if edition.wall is None or edition.result is None:
        first = edition.broken[0]
        where = f"{first['place']}: " if first["place"] else ""
        raise PnpError(f"{where}{first['message']} (pnp check says more)")
    return edition.wall, edition.result


def _pieces(result: Result | None) -> list[tuple[Component, Piece]]:
    return result.prepared.pieces if result and result.prepared else []


def _by_piece(result: Result | None) -> dict[str, tuple[Leaf, ...]]:
    found: dict[str, tuple[Leaf, ...]] = {}
    for leaf in result.leaves if result else ():
        label = f"{leaf.component}/{leaf.piece}"
        found[label] = (*found.get(label, ()), leaf)
    return found


def _words(
    ours: tuple[Component, Piece],
    leaves: tuple[Leaf, ...],
    source: tuple[Component, Piece] | None,
    sources: tuple[Leaf, ...],
) -> tuple[HandedWord, ...]:
    """All of its texts, in their order."""
    theirs = _said(source, sources) if source else {}
    piece = ours[1]
    return tuple(
        [
            HandedWord(path, str(piece.span_of(path)), said, theirs.get(path))
            for path, said in _said(ours, leaves).items()
        ]
    )


def _said(piece: tuple[Component, Piece], leaves: tuple[Leaf, ...]) -> dict[str, SaidText]:
    sizes = sizes_of(leaves)
    found = {}
    for datum in data_of(*piece):
        if datum.type == "text":
            size = sizes.get(datum.path, {"size": 0.0, "full": 0.0})
            found[datum.path] = SaidText(plain(str(datum.value)), size["size"], size["full"])
    return found
