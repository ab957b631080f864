"""A game → its pieces in detail, its texts in every language with their state, and the handout made of both."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pnp.build.drawn_pieces import draw_alone
from pnp.build.results import Prepared, Result
from pnp.build.untranslated import survey_edition
from pnp.cardtext.marks import strip_marks
from pnp.edit.editing import reason_not_editable
from pnp.io.opening import is_file, path_inside
from pnp.io.project import layout_folders
from pnp.layout.elements.text import Room
from pnp.localise.catalogue import Catalogues
from pnp.localise.checks.consistency import forms_in, has_term
from pnp.localise.messages import Message
from pnp.localise.missing import State
from pnp.localise.po import Entry
from pnp.model.display import DrawnFace, facts_of
from pnp.model.game import Component, Game, Piece
from pnp.model.problem import PnpError
from pnp.model.sheet import Leaf, leaves_by_piece
from pnp.proof.session import EditionChoice, ProofedEdition, ProofSession
from pnp.proof.text_editing import address_of, can_be_edited, piece_of, source_of, text_in_data
from pnp.proof.wall import Datum, ShownFace, Values, Wall, data_of, has_shrunk, leaf_values


class PrintedText(NamedTuple):
    """A text in one language, as it is printed."""

    text: str
    size: float = 0.0  # mm; 0 where it isn't a text of its own on a face
    full: float = 0.0  # mm, before it was shrunk


class HandoutText(NamedTuple):
    path: str  # "ability", "steps.2"
    place: str
    said: PrintedText
    source: PrintedText | None  # in the source language, where the handout has another one


class HandoutPiece(NamedTuple):
    values: Values  # as on the wall
    component: Component
    words: tuple[HandoutText, ...]
    leaves: Sequence[Leaf]
    source: Sequence[Leaf]  # in the source language, where the handout has another one
    problems: tuple[Values, ...]


@dataclass(frozen=True)
class Handout:
    wall: Wall
    pieces: tuple[HandoutPiece, ...]
    faces: Mapping[str, ShownFace]  # by their digests, of both languages
    digests: Mapping[str, str]  # of the source's faces, by their labels
    prepared: Prepared
    source: Prepared | None  # in the source language, where the handout has another one

    @property
    def is_translated(self) -> bool:
        return bool(self.wall.about["language"] != self.wall.about["source"])


_FIRST = (State.MISSING, State.FUZZY, State.INHERITED, State.COPIED, State.TRANSLATED)


def piece_details(session: ProofSession, choice: EditionChoice, label: str) -> Values | None:
    """Return a piece with all its values and languages; None without it. Raises UsageError, FileError, LimitError."""
    prepared = session.prepare(choice)
    if (found := piece_of(prepared.edition, label)) is None:
        return None
    component, piece = found
    source = source_of(prepared, piece)
    rooms = rooms_of(prepared, component, piece)
    data = [_datum_values(session, prepared, label, piece, source, each) for each in data_of(component, piece)]
    for each in data:
        room = rooms.get((each["path"], str(each["printed"])))
        each["room"] = room.characters if room else None
    own, first = prepared.edition.language, prepared.game.languages[0]
    languages = [piece_in_language(session, choice, tag, label) for tag in dict.fromkeys((own, first))]
    project = session.project
    folders = layout_folders(project, *prepared.game.ids)
    named = dict.fromkeys(name for name in (component.front, component.back) if name)
    templates = {
        name: [path for folder in folders if (path := path_inside(folder, name)) and is_file(path)] for name in named
    }
    return {
        "label": label,
        "language": own,
        "source": first,
        "place": str(piece.span),
        "templates": [project.display(paths[0]) if paths else name for name, paths in templates.items()],
        "data": data,
        "languages": [each for each in languages if each],
        "others": [tag for tag in prepared.game.languages if tag not in (own, first)],
    }


def _datum_values(
    session: ProofSession, prepared: Prepared, label: str, piece: Piece, source: Piece, datum: Datum
) -> Values:
    path, project = datum.path, session.project
    is_own = prepared.edition.translation is None or not datum.translatable
    is_editable = can_be_edited(prepared, piece, datum) and (project.root / piece.file).is_relative_to(project.root)
    address = address_of(project, prepared, label, path) if is_editable else None
    text = text_in_data(source, path)
    found: Values = {
        "path": path,
        "value": datum.value if address is None or (not address.text and not is_own) else address.text,
        "printed": datum.value,
        "type": datum.type,
        "place": str(piece.span_of(path)),
        "sourcePlace": str(piece.source_of(path)),
        "translatable": datum.translatable and path in piece.places,
        "isTranslated": path in piece.translated,
        "editable": address is not None,
        "whyNot": reason_not_editable(piece.file) if is_editable and address is None else "",
    }
    if address is not None:
        found |= {"said": address.text, "isFuzzy": address.is_fuzzy, "source": None if is_own else text}
        found["address"] = address.save_target(prepared, label, path)
        found["terms"] = [] if is_own else terms_in(prepared.game, text or "", prepared.edition.language)
    return found


def terms_in(game: Game, text: str, language: str) -> list[Values]:
    """Return the glossary's terms in a text of the source, with their translations."""
    terms = [term for term in game.glossary if has_term(term, text)]
    return [{"term": term.term, "forms": list(forms_in(term, language)), "say": term.say} for term in terms]


def rooms_of(prepared: Prepared, component: Component, piece: Piece) -> Mapping[tuple[str, str], Room]:
    """Return how much room a piece's texts have, by field and text. Raises FileError, LimitError."""
    return replace(prepared).layout.rooms(lambda _, each: each is piece)


def piece_in_language(session: ProofSession, choice: EditionChoice, language: str, label: str) -> Values | None:
    """Return a piece's faces and texts in a language; None where that can't be had."""
    try:
        prepared = session.prepare(choice._replace(language=language))
        if (found := piece_of(prepared.edition, label)) is None:
            return None
        leaves, problems = draw_alone(prepared, [found])
    except PnpError:
        return None
    faces: dict[str, ShownFace] = {}
    shown = [leaf_values(leaf, faces) for leaf in leaves]
    session.show(faces)
    sizes = sizes_of(leaves)
    own = [(datum.path, datum.value) for datum in data_of(*found) if datum.type == "text"]
    texts = {path: {"says": value, **sizes.get(path, {})} for path, value in own}
    wrong = [f"{problem.code} {problem.message}" for problem in problems]
    return {"language": language, "leaves": shown, "texts": texts, "problems": wrong}


def sizes_of(leaves: Iterable[Leaf]) -> Mapping[str, Values]:
    """Return by field the size of its text, where it is smallest, and its size before it was shrunk."""
    found: dict[str, Values] = {}
    for leaf in leaves:
        for face in (leaf.front, leaf.back):
            for text in facts_of(face).set_texts if isinstance(face, DrawnFace) else ():
                if text.field and text.size < found.get(text.field, {"size": 1e9})["size"]:
                    found[text.field] = {"size": text.size, "full": text.full, "shrunk": has_shrunk(text)}
    return found


def translations(session: ProofSession, choice: EditionChoice) -> Values:
    """Return all texts with their translations. Raises UsageError, FileError, LimitError."""
    prepared = session.prepare(choice)
    catalogues = prepared.edition.translation
    if not isinstance(catalogues, Catalogues):
        return {"language": prepared.edition.language, "texts": []}
    found = survey_edition(session.project, prepared.edition, catalogues)
    own = [each for each in catalogues.all if each.language == prepared.edition.language]
    entries = {entry.key: (each.file, entry) for each in reversed(own) for entry in each.entries if not entry.obsolete}
    ordered = sorted(found.states, key=lambda each: _FIRST.index(each[1]))
    texts = [
        _message_values(prepared, message, state, *entries.get(message.key, ("", None))) for message, state in ordered
    ]
    return {"language": prepared.edition.language, "forms": catalogues.forms, "texts": texts}


def _message_values(prepared: Prepared, message: Message, state: State, file: str, entry: Entry | None) -> Values:
    context, source, plural = message.key
    forms = prepared.edition.translation.forms if plural and prepared.edition.translation else 1
    translated = [*(entry.forms if entry else ()), *([""] * forms)][:forms]
    lines = [line.partition('"')[2].rpartition('"')[0] for line in entry.previous if "msgid" in line] if entry else []
    return {
        "context": context,
        "source": source,
        "plural": plural,
        "file": file,
        "said": translated,
        "state": str(state),
        "isFuzzy": bool(entry and entry.is_fuzzy),
        "isThere": entry is not None,
        "comments": [each.strip() for each in entry.comments] if entry else [],
        "before": " ".join(lines),
        "part": message.part,
        "about": message.about,
        "place": str(message.span) if message.span.file else "",
        "label": message.subject,
        "path": message.path,
    }


def text_help(session: ProofSession, choice: EditionChoice, source: str, label: str, path: str) -> Values:
    """Return what helps to translate a text: the glossary's terms, and how much room there is."""
    prepared = session.prepare(choice)
    found = piece_of(prepared.edition, label)
    rooms: Mapping[tuple[str, str], Room] = rooms_of(prepared, *found) if found else {}
    room = next((room for (field, _), room in rooms.items() if field == path), None)
    terms = terms_in(prepared.game, source, prepared.edition.language)
    return {"terms": terms, "room": room.characters if room else None}


def translation_progress(session: ProofSession, choice: EditionChoice) -> Values:
    """Return how many texts are translated, by language and part of the game."""
    found: list[Values] = []
    prepared = session.prepare(choice._replace(language=""))
    for tag in prepared.game.languages[1:]:
        try:
            edition = session.prepare(choice._replace(language=tag)).edition
            known = edition.translation
            surveyed = survey_edition(session.project, edition, known) if isinstance(known, Catalogues) else None
        except PnpError as error:
            found.append({"language": tag, "refused": str(error), "parts": []})
            continue
        counts = surveyed.counts() if surveyed else ()
        parts = [{name: value for name, value in part._asdict().items() if value} for part in counts]
        found.append({"language": tag, "parts": parts})
    return {"languages": found}


def make_handout(session: ProofSession) -> Handout:
    """Return the edition that the command line names. Raises UsageError, FileError, LimitError, PnpError."""
    wall, result = _wall_and_result(session.edition(session.choice))
    source = wall.about["source"]
    is_source = wall.about["language"] == source
    source_wall, source_result = wall, None
    if not is_source:
        source_wall, source_result = _wall_and_result(session.edition(session.choice._replace(language=source)))
    ours, theirs = (leaves_by_piece(each.leaves if each else ()) for each in (result, source_result))
    wrong: dict[str, list[Values]] = {}
    for problem in wall.problems:
        for label in problem["pieces"]:
            wrong.setdefault(label, []).append(problem)
    assert result.prepared is not None
    prepared_source = source_result.prepared if source_result else None
    before = {each[1].label: each for each in (prepared_source.pieces if prepared_source else ())}
    pieces = []
    for component, piece in result.prepared.pieces:
        label = piece.label
        leaves, sources = ours.get(label, ()), theirs.get(label, ())
        source_texts = _printed_texts(before[label], sources) if label in before else {}
        texts = [
            HandoutText(path, str(piece.span_of(path)), text, source_texts.get(path))
            for path, text in _printed_texts((component, piece), leaves).items()
        ]
        problems = tuple(wrong.get(label, ()))
        pieces.append(HandoutPiece(wall.pieces[label], component, tuple(texts), leaves, sources, problems))
    there = (leaf for values in source_wall.pieces.values() for leaf in values["leaves"])
    digests = {side["label"]: side["digest"] for leaf in there for side in leaf.values() if side}
    return Handout(wall, tuple(pieces), {**source_wall.faces, **wall.faces}, digests, result.prepared, prepared_source)


def _wall_and_result(edition: ProofedEdition) -> tuple[Wall, Result]:
    if edition.wall is None or edition.result is None:
        first = edition.broken[0]
        where = f"{first['place']}: " if first["place"] else ""
        raise PnpError(f"{where}{first['message']} (pnp check says more)")
    return edition.wall, edition.result


def _printed_texts(piece: tuple[Component, Piece], leaves: Sequence[Leaf]) -> dict[str, PrintedText]:
    sizes = sizes_of(leaves)
    found = {}
    for datum in data_of(*piece):
        if datum.type == "text":
            size = sizes.get(datum.path, {"size": 0.0, "full": 0.0})
            found[datum.path] = PrintedText(strip_marks(str(datum.value)), size["size"], size["full"])
    return found
