"""A text as somebody is typing it → its piece with it, drawn alone: nothing is written anywhere."""

from dataclasses import replace
from typing import Any

from pnp.build.preparing import edition_of
from pnp.build.results import Prepared
from pnp.model.game import Component, Edition, Piece
from pnp.model.problem import PnpError
from pnp.model.rules import Sentence
from pnp.model.values import Record, Value
from pnp.proof.addresses import piece_of
from pnp.proof.details import sizes_of
from pnp.proof.editions import EditionChoice
from pnp.proof.session import ProofSession
from pnp.proof.wall import ShownFace, leaf_values
from pnp.text.holes import has_braces


def preview(session: ProofSession, choice: EditionChoice, label: str, path: str, text: str) -> dict[str, Any]:
    """How it would look, and what would be wrong with it. Raises UsageError, FileError, LimitError."""
    before = session.prepared(choice)
    prepared = typed(before, label, path, text)
    found = piece_of(prepared.edition, label)
    if found is None:
        raise PnpError(f"there is no piece {label}")
    leaves, problems = session.draw(prepared, [found])
    faces: dict[str, ShownFace] = {}
    shown = [leaf_values(leaf, faces) for leaf in leaves]
    session.show(faces)
    return {
        "leaves": shown,
        "size": sizes_of(leaves).get(path),
        "problems": [
            {"severity": str(each.severity), "code": each.code, "message": each.message, "hint": each.hint}
            for each in problems
        ],
    }


def typed(prepared: Prepared, label: str, path: str, text: str) -> Prepared:
    """The edition in which a piece says that."""

    def saying(edition: Edition) -> Edition:
        return _saying(edition, label, path, text)

    loaded = prepared.loaded.choosing(prepared.options.modules)
    edition, _ = edition_of(loaded, prepared.options, prepared.edition.translation, saying)
    return replace(prepared, edition=edition)


def _saying(edition: Edition, label: str, path: str, text: str) -> Edition:
    found = piece_of(edition, label)
    if found is None:
        return edition
    component, piece = found
    spoken = _with(piece, path, text)
    game = edition.game
    whole = game.components.get(component.id)
    if whole is not None:
        game = replace(game, components={**game.components, component.id: _with_piece(whole, piece, spoken)})
    components = {**edition.components, component.id: _with_piece(component, piece, spoken)}
    return replace(edition, game=game, components=components)


def _with_piece(component: Component, old: Piece, new: Piece) -> Component:
    return replace(component, pieces=tuple([new if each.id == old.id else each for each in component.pieces]))


def _with(piece: Piece, path: str, text: str) -> Piece:
    name, *rest = path.split(".")
    phrases = {key: phrase for key, phrase in piece.phrases.items() if key != path}
    if has_braces(text):
        phrases[path] = Sentence(text, piece.span_of(path), language=_language(piece, path))
    return piece._replace(fields={**piece.fields, name: _changed(piece.fields[name], rest, text)}, phrases=phrases)


def _language(piece: Piece, path: str) -> str:
    """That its phrase was in: "" is the one of the data."""
    return piece.phrases[path].language if path in piece.phrases else ""


def _changed(value: Value, path: list[str], text: str) -> Value:
    if not path:
        return text
    name, *rest = path
    if isinstance(value, tuple):
        return tuple([_changed(item, rest, text) if str(n) == name else item for n, item in enumerate(value)])
    if isinstance(value, Record):
        known = value.read
        return Record(
            {key: _changed(item, rest, text) if key == name else item for key, item in known.items()}, value.id
        )
    return value
