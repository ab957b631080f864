"""An edition → plain values for a page, a mailed file and contact sheets: components, pieces, problems and faces."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pnp.build.results import Result
from pnp.diagnostics.codes import read_explanation
from pnp.diagnostics.pinpoint import pinpoint
from pnp.diagnostics.sources import Sources, excerpt
from pnp.io.project import Project
from pnp.localise.messages import texts_of
from pnp.model.display import AnyFace, DrawnFace, Path, SetText, facts_of
from pnp.model.game import Component, Edition, Outline, Piece
from pnp.model.geometry import grow_outline, outline_path
from pnp.model.problem import Problem
from pnp.model.sheet import Leaf, leaves_by_piece
from pnp.model.values import Field, Record, Value, readable

_MOST = 2000  # problems to show
_SHRUNK = 0.005  # mm by which a text is smaller than it was to be
Values = dict[str, Any]


class ShownFace(NamedTuple):
    """A face with all that its picture depends on."""

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
        """The labels of each component's pieces."""
        found: dict[str, list[str]] = {each["id"]: [] for each in self.components}
        for label, piece in self.pieces.items():
            found[piece["component"]].append(label)
        return found


def make_wall(result: Result) -> Wall | None:
    """Return the wall of an edition, or None where nothing could be laid out."""
    prepared, edition = result.prepared, result.edition
    if prepared is None or edition is None:
        return None
    faces: dict[str, ShownFace] = {}
    leaves = leaves_by_piece(result.leaves)
    components: dict[str, Values] = {}
    pieces: dict[str, Values] = {}
    for component, piece in prepared.pieces:
        pieces[piece.label] = piece_values(edition, component, piece, leaves.get(piece.label, ()), faces)
        if component.id not in components:
            components[component.id] = _component_values(component)
    game = prepared.game
    about = {
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
    problems = problem_values(prepared.loaded.project, edition, result.problems)
    return Wall(about, list(components.values()), pieces, problems, faces)


def piece_values(
    edition: Edition, component: Component, piece: Piece, leaves: Sequence[Leaf], faces: dict[str, ShownFace]
) -> Values:
    """Return a piece, whose faces are added to `faces`."""
    sides = [(side, face) for leaf in leaves for side, face in (("front", leaf.front), ("back", leaf.back)) if face]
    own = [text for _, face in sides for text in _texts(face) if text.field]
    is_untranslated = edition.translation is not None and any(
        path in piece.places and path not in piece.translated
        for each in component.fields.values()
        for path, _ in texts_of(each, each.name, piece.fields.get(each.name))
    )
    flags = ["untranslated"] if is_untranslated else []
    flags += ["shrunk"] if any(map(has_shrunk, own)) else []
    return {
        "label": piece.label,
        "id": piece.id,
        "component": component.id,
        "name": name_of(component, piece),
        "copies": piece.copies,
        "place": str(piece.span),
        "flags": flags,
        "fields": {name: found for name, value in piece.fields.items() if (found := json_value(value)) is not None},
        "leaves": [leaf_values(leaf, faces) for leaf in leaves],
    }


def leaf_values(leaf: Leaf, faces: dict[str, ShownFace]) -> Values:
    """Return both sides of a leaf, whose faces are added to `faces`."""
    outline = None if leaf.format.outline is Outline.RECTANGLE else outline_path(leaf.format)

    def side(face: AnyFace | None) -> Values | None:
        if face is None:
            return None
        assert isinstance(face, DrawnFace)
        digest = facts_of(face).whole  # the same for faces that look the same
        faces[digest] = ShownFace(face, outline)
        texts = [[text.field, *text.box, text.size, text.full] for text in _texts(face)]
        return {"digest": digest, "label": face.label, "texts": texts}

    return {"front": side(leaf.front), "back": side(leaf.back)}


def has_shrunk(text: SetText) -> bool:
    return text.full - text.size > _SHRUNK


def _texts(face: AnyFace) -> tuple[SetText, ...]:
    return facts_of(face).set_texts if isinstance(face, DrawnFace) else ()


def _component_values(component: Component) -> Values:
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
    """Return all that can be seen of a piece, to find out whether that has changed."""
    sides = [[side["digest"] if side else "" for side in (leaf["front"], leaf["back"])] for leaf in values["leaves"]]
    return sides, values["copies"]


class Datum(NamedTuple):
    """One value that stands by itself: a text, a number, a name."""

    path: str  # "ability", "steps.2", "emblem.charge"
    value: str | int | float | bool
    type: str
    translatable: bool


def data_of(component: Component, piece: Piece) -> Iterator[Datum]:
    """Yield the values of a piece, in the order in which the fields are declared."""
    for each in component.fields.values():
        yield from _values_in(each, each.name, piece.fields.get(each.name))


def _values_in(field: Field | None, path: str, value: Value) -> Iterator[Datum]:
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _values_in(field.of if field else None, f"{path}.{number}", item)
    elif isinstance(value, Record):
        if value.id:
            yield Datum(path, value.id, "reference", False)
            return
        for name, item in value.read.items():
            yield from _values_in(field.fields.get(name) if field else None, f"{path}.{name}", item)
    elif isinstance(value, str | int | float):
        type = field.type if field else "text"
        yield Datum(path, value, type, type == "text" and bool(field and field.translatable))


def name_of(component: Component, piece: Piece) -> str:
    """Return a piece's name, or otherwise its title or its id."""
    for key in ("name", "title"):
        name = piece.fields.get(key)
        if isinstance(name, str) and name.strip() and key in component.fields:
            return name
    return piece.id


def json_value(value: Value) -> Any:
    """Return a value for JSON; None for one that couldn't be read."""
    if isinstance(value, tuple):
        return [json_value(item) for item in value]
    if isinstance(value, Record):
        return value.id or {name: json_value(item) for name, item in value.read.items()}
    return readable(value)


def problem_values(project: Project, edition: Edition | None, problems: Iterable[Problem]) -> list[Values]:
    """Return the first problems with their exact places, lines and pieces."""
    sources = Sources(project)
    located = list(pinpoint(sources, list(problems)[:_MOST]))
    owners = _owners(edition) if edition and located else {}
    found = []
    for problem in located:
        line = sources.line(problem.span)
        by_place = (owners.get((span.file, span.line), "") for span in problem.places)
        values = {
            "code": problem.code,
            "title": read_explanation(problem.code).title,
            "severity": str(problem.severity),
            "message": problem.message,
            "hint": problem.hint,
            "place": str(problem.span) if problem.span.file else "",
            "origin": str(problem.origin) if problem.origin else "",
            "others": [str(span) for span in problem.others[:20]],
            "excerpt": [each for each in excerpt(line, problem.span) if each] if line is not None else [],
            "pieces": [label for label in dict.fromkeys((problem.subject, *by_place)) if label],
        }
        found.append(values)
    return found


def _owners(edition: Edition) -> dict[tuple[str, int], str]:
    """Return by file and line the piece whose value, or its translation, begins there."""
    found: dict[tuple[str, int], str] = {}
    for component in edition.components.values():
        for piece in component.pieces:
            found.setdefault((piece.file, piece.line), piece.label)
            for line, _ in piece.places.values():
                found.setdefault((piece.file, line), piece.label)
            for span in piece.translated.values():
                found.setdefault((span.file, span.line), piece.label)
    return found
