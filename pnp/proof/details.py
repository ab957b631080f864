"""One piece → all that is known of it: each value with its place, each text in every language, its size and length."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pnp.build.results import Prepared
from pnp.files.inside import is_file, path_inside
from pnp.files.project import Project, layout_folders
from pnp.layout.elements.text import Room
from pnp.localise.checks.consistency import forms_in, found_in
from pnp.mend.mending import why_not
from pnp.model.display import DrawnFace, facts_of
from pnp.model.game import Component, Game, Piece
from pnp.model.problem import PnpError
from pnp.model.sheet import Leaf
from pnp.proof.addresses import address_of, may_be_mended, piece_of, source_of, written_in_data
from pnp.proof.editions import EditionChoice
from pnp.proof.session import ProofSession
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
    source = source_of(prepared, piece)
    rooms = rooms_of(prepared, component, piece)
    data = [_datum(session, prepared, label, piece, source, each) for each in data_of(component, piece)]
    for each in data:
        room = rooms.get((each["path"], str(each["printed"])))
        each["room"] = room.characters if room else None
    own, first = prepared.edition.language, prepared.game.languages[0]
    languages = [in_language(session, choice, tag, label) for tag in dict.fromkeys((own, first))]
    return {
        "label": label,
        "language": own,
        "source": first,
        "place": str(piece.span),
        "templates": _templates(session.project, prepared.game, component),
        "data": data,
        "languages": [each for each in languages if each],
        "others": [tag for tag in prepared.game.languages if tag not in (own, first)],
    }


def _templates(project: Project, game: Game, component: Component) -> list[str]:
    """Return the files that draw its front and its back."""
    folders = layout_folders(project, *game.ids)
    named = dict.fromkeys(name for name in (component.front, component.back) if name)
    found = {
        name: [path for folder in folders if (path := path_inside(folder, name)) and is_file(path)] for name in named
    }
    return [project.display(paths[0]) if paths else name for name, paths in found.items()]


def _datum(session: ProofSession, prepared: Prepared, label: str, piece: Piece, source: Piece, datum: Datum) -> Values:
    path, project = datum.path, session.project
    is_own = prepared.edition.translation is None or not datum.translatable
    mended = may_be_mended(prepared, piece, datum) and _is_inside(project, piece)
    address = address_of(project, prepared, label, path) if mended else None
    said = written_in_data(source, path)
    found: Values = {
        "path": path,
        "value": datum.value if address is None or (not address.said and not is_own) else address.said,
        "printed": datum.value,
        "type": datum.type,
        "place": str(piece.span_of(path)),
        "sourcePlace": str(piece.source_of(path)),
        "translatable": datum.translatable and path in piece.places,
        "isTranslated": path in piece.translated,
        "editable": address is not None,
        "whyNot": why_not(piece.file) if mended and address is None else "",
    }
    if address is not None:
        found |= {"said": address.said, "isFuzzy": address.is_fuzzy, "source": None if is_own else said}
        found["address"] = address.asked(prepared, label, path)
        found["terms"] = [] if is_own else terms_in(prepared.game, said or "", prepared.edition.language)
    return found


def _is_inside(project: Project, piece: Piece) -> bool:
    return (project.root / piece.file).is_relative_to(project.root)


def terms_in(game: Game, text: str, language: str) -> list[Values]:
    """The words of the glossary that a text of the source has, and what they are called in a language."""
    terms = [term for term in game.glossary if found_in(term, text)]
    return [{"term": term.term, "forms": list(forms_in(term, language)), "say": term.say} for term in terms]


def rooms_of(prepared: Prepared, component: Component, piece: Piece) -> Mapping[tuple[str, str], Room]:
    """How much room its texts have, by field and text. Raises FileError, LimitError."""
    layout = replace(prepared).layout
    return layout.rooms(lambda _, each: each is piece)


def in_language(session: ProofSession, choice: EditionChoice, language: str, label: str) -> Values | None:
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
            for text in facts_of(face).set_texts if isinstance(face, DrawnFace) else ():
                if text.field and text.size < found.get(text.field, {"size": 1e9})["size"]:
                    found[text.field] = {"size": text.size, "full": text.full, "shrunk": has_shrunk(text)}
    return found
