"""One piece → all that is known of it: each value with its place, each text in every language, its size and length."""

from collections.abc import Iterable, Mapping
from typing import Any

from pnp.build.results import Prepared
from pnp.model.display import DrawnContent
from pnp.model.game import Component, Edition, Piece
from pnp.model.problem import PnpError
from pnp.model.sheet import Leaf
from pnp.model.values import value_at
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.values import Datum, data_of
from pnp.proof.wall import ShownFace, has_shrunk, leaf_values

Values = dict[str, Any]


def detail(session: ProofSession, choice: EditionChoice, label: str) -> Values | None:
    """None where there is no such piece. Raises UsageError, FileError, LimitError."""
    prepared = session.prepared(choice)
    found = piece_of(prepared.edition, label)
    if found is None:
        return None
    component, piece = found
    source = _source(prepared, component, piece)
    languages = [_in_language(session, choice, tag, label) for tag in prepared.game.languages]
    return {
        "label": label,
        "language": prepared.edition.language,
        "source": prepared.game.languages[0],
        "place": str(piece.span),
        "template": str(component.layout_span),
        "data": [_datum(each, piece, source) for each in data_of(component, piece)],
        "languages": [each for each in languages if each],
    }


def piece_of(edition: Edition, label: str) -> tuple[Component, Piece] | None:
    id, _, name = label.partition("/")
    component = edition.components.get(id)
    piece = next((each for each in component.pieces if each.id == name), None) if component else None
    return (component, piece) if component and piece else None


def _source(prepared: Prepared, component: Component, piece: Piece) -> Piece:
    """As it is in the language of the data, before any text was filled in."""
    game = prepared.edition.source or prepared.game
    return written_piece(game.components.get(component.id), piece) or piece


def written_piece(component: Component | None, piece: Piece) -> Piece | None:
    """As its file has it: of one that a module replaces there are two."""
    pieces = component.pieces if component else ()
    return next((each for each in pieces if each.id == piece.id and each.span == piece.span), None)


def _datum(datum: Datum, piece: Piece, source: Piece) -> Values:
    path = datum.path
    printed = piece.span_of(path)
    written = value_at(source.fields, path)
    phrase = piece.phrases.get(path)
    return {
        "path": path,
        "value": phrase.other if phrase else datum.value,
        "printed": datum.value,
        "type": datum.type,
        "place": str(printed),
        "source": written if isinstance(written, str) else None,
        "sourcePlace": str(piece.source_of(path)),
        "translatable": datum.translatable and path in piece.places,
        "isTranslated": path in piece.translated,
        "editable": datum.type == "text" and path in piece.places,
    }


def _in_language(session: ProofSession, choice: EditionChoice, language: str, label: str) -> Values | None:
    """Its faces and texts; None where the language can't be had."""
    try:
        prepared = session.prepared(choice._replace(language=language))
        found = piece_of(prepared.edition, label)
        if found is None:
            return None
        leaves, problems = session.draw(prepared, [found])
    except PnpError:
        return None
    faces: dict[str, ShownFace] = {}
    shown = [leaf_values(leaf, faces) for leaf in leaves]
    session.show(faces)
    sizes = sizes_of(leaves)
    texts = {
        datum.path: {"says": datum.value, **sizes.get(datum.path, {})}
        for datum in data_of(*found)
        if datum.type == "text"
    }
    wrong = [f"{problem.code} {problem.message}" for problem in problems]
    return {"language": language, "leaves": shown, "texts": texts, "problems": wrong}


def sizes_of(leaves: Iterable[Leaf]) -> Mapping[str, Values]:
    """Field → the size in which it stands there, and the one that it was to have; of several places the smallest."""
    found: dict[str, Values] = {}
    for leaf in leaves:
        for face in (leaf.front, leaf.back):
            for text in face.content.texts if face and isinstance(face.content, DrawnContent) else ():
                if text.field and text.size < found.get(text.field, {"size": 1e9})["size"]:
                    found[text.field] = {"size": text.size, "full": text.full, "shrunk": has_shrunk(text)}
    return found
