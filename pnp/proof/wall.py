"""What came of an edition → the wall: its components, pieces and problems as plain values, and the faces to draw.

The values need no server; a page, a file to mail and a contact sheet show the same ones.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pnp.build.results import Prepared, Result
from pnp.localise.messages import texts_of
from pnp.model.display import AnyFace, DrawnFace, Path, SetText, facts_of
from pnp.model.game import Component, Edition, Outline, Piece
from pnp.model.geometry import grow_outline, outline_path
from pnp.model.sheet import Leaf
from pnp.proof.values import fields_of, name_of, told

_SHRUNK = 0.005  # mm by which a text is smaller than it was to be
Values = dict[str, Any]


class ShownFace(NamedTuple):
    """All that its picture depends on."""

    face: AnyFace
    outline: Path | None  # None: its rectangle


@dataclass(frozen=True)
class Wall:
    about: Values
    components: list[Values]
    pieces: dict[str, Values]  # by their labels, in their order
    problems: list[Values]
    faces: dict[str, ShownFace] = field(default_factory=dict)  # by their digests

    @property
    def order(self) -> dict[str, list[str]]:
        """Component → its pieces."""
        found: dict[str, list[str]] = {each["id"]: [] for each in self.components}
        for label, piece in self.pieces.items():
            found[piece["component"]].append(label)
        return found


def wall_of(result: Result) -> Wall | None:
    """None where nothing could be laid out."""
    prepared, edition = result.prepared, result.edition
    if prepared is None or edition is None:
        return None
    faces: dict[str, ShownFace] = {}
    wanted = prepared.pieces
    leaves: dict[str, list[Leaf]] = {}
    for leaf in result.leaves:
        leaves.setdefault(f"{leaf.component}/{leaf.piece}", []).append(leaf)
    pieces = {
        piece.label: piece_values(edition, component, piece, leaves.get(piece.label, ()), faces)
        for component, piece in wanted
    }
    shown = {component.id: component for component, _ in wanted}
    problems = told(prepared.loaded.project, edition, result.problems)
    return Wall(_about(prepared), [_component(each) for each in shown.values()], pieces, problems, faces)


def piece_values(
    edition: Edition, component: Component, piece: Piece, leaves: Sequence[Leaf], faces: dict[str, ShownFace]
) -> Values:
    """`faces` learns those that it has."""
    sides = [(side, face) for leaf in leaves for side, face in (("front", leaf.front), ("back", leaf.back)) if face]
    own = [text for _, face in sides for text in _texts(face) if text.field]
    flags = [*_untranslated(edition, component, piece), *(["shrunk"] if any(map(has_shrunk, own)) else [])]
    return {
        "label": piece.label,
        "id": piece.id,
        "component": component.id,
        "name": name_of(component, piece),
        "copies": piece.copies,
        "place": str(piece.span),
        "flags": flags,
        "fields": fields_of(piece),
        "leaves": [leaf_values(leaf, faces) for leaf in leaves],
    }


def leaf_values(leaf: Leaf, faces: dict[str, ShownFace]) -> Values:
    outline = None if leaf.format.outline is Outline.RECTANGLE else outline_path(leaf.format)

    def side(face: AnyFace | None) -> Values | None:
        if face is None:
            return None
        digest = digest_of_face(face)
        faces[digest] = ShownFace(face, outline)
        return {
            "digest": digest,
            "label": face.label,
            "texts": [[text.field, *text.box, text.size, text.full] for text in _texts(face)],
        }

    return {"front": side(leaf.front), "back": side(leaf.back)}


def shown_faces(pieces: Mapping[str, Values], faces: Mapping[str, ShownFace]) -> dict[str, ShownFace]:
    """Without those that no piece has any more."""
    sides = (side for piece in pieces.values() for leaf in piece["leaves"] for side in leaf.values() if side)
    return {side["digest"]: faces[side["digest"]] for side in sides}


def digest_of_face(face: AnyFace) -> str:
    """Return what faces that look the same have in common."""
    assert isinstance(face, DrawnFace)
    return facts_of(face).whole


def has_shrunk(text: SetText) -> bool:
    return text.full - text.size > _SHRUNK


def _texts(face: AnyFace) -> tuple[SetText, ...]:
    return facts_of(face).set_texts if isinstance(face, DrawnFace) else ()


def _untranslated(edition: Edition, component: Component, piece: Piece) -> Iterator[str]:
    if edition.translation is None:
        return
    for each in component.fields.values():
        for path, _ in texts_of(each, each.name, piece.fields.get(each.name)):
            if path in piece.places and path not in piece.translated:
                yield "untranslated"
                return


def _about(prepared: Prepared) -> Values:
    game, edition = prepared.game, prepared.edition
    return {
        "game": game.id,
        "title": edition.game.title,
        "version": game.version,
        "language": edition.language,
        "source": game.languages[0],
        "languages": list(game.languages),
        "ink": edition.ink,
        "modules": list(edition.modules),
        "choosable": [
            {"id": each.id, "title": each.title, "needs": list(each.needs), "not": list(each.not_with)}
            for each in game.modules.values()
            if game.base is None or each.game == game.id
        ],
        "smallest": prepared.loaded.style.smallest,
        "glossary": len(game.glossary),
    }


def _component(component: Component) -> Values:
    format = component.format
    return {
        "id": component.id,
        "title": component.title,
        "w": format.w,
        "h": format.h,
        "outline": svg_path(outline_path(format)),
        "safe": svg_path(grow_outline(format, -format.safe)),
        "bleed": format.bleed,
        "is_round": format.outline is not Outline.RECTANGLE,
        "fields": [{"name": each.name, "type": each.type} for each in component.fields.values()],
        "place": str(component.layout_span),
    }


def svg_path(path: Path) -> str:
    return " ".join(f"{kind}{' '.join(f'{number:.3f}' for number in numbers)}" for kind, *numbers in path)


def look_of(values: Mapping[str, Any]) -> Any:
    """What can be seen of a piece, for whoever asks whether that has changed."""
    sides = [[side["digest"] if side else "" for side in (leaf["front"], leaf["back"])] for leaf in values["leaves"]]
    return sides, values["copies"]
