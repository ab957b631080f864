"""A game → its pieces in detail, its texts in every language with their state, and the handout made of both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from pnp.build.pieces import draw_alone
from pnp.build.results import Prepared, Result
from pnp.build.untranslated import label_messages, whole_edition
from pnp.cardtext.marks import strip_marks
from pnp.edit.editing import reason_not_editable
from pnp.io.opening import is_file, path_inside
from pnp.io.project import layout_folders
from pnp.layout.elements.text import Room
from pnp.localise.catalogue import Catalogues
from pnp.localise.checks.consistency import forms_in, has_term
from pnp.localise.edition import speeches
from pnp.localise.messages import Message, messages_of, word_messages
from pnp.localise.missing import State, Survey, survey
from pnp.localise.po import Entry
from pnp.model.display import DrawnFace, facts_of
from pnp.model.game import Component, Game, Piece
from pnp.model.problem import PnpError
from pnp.model.sheet import Leaf
from pnp.proof.addresses import address_of, may_be_mended, piece_of, source_of, written_in_data
from pnp.proof.session import EditionChoice, ProofedEdition, ProofSession
from pnp.proof.values import Datum, data_of
from pnp.proof.wall import ShownFace, Values, Wall, has_shrunk, leaf_values


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


_FIRST = (State.MISSING, State.FUZZY, State.INHERITED, State.COPIED, State.TRANSLATED)


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


def _datum(session: ProofSession, prepared: Prepared, label: str, piece: Piece, source: Piece, datum: Datum) -> Values:
    path, project = datum.path, session.project
    is_own = prepared.edition.translation is None or not datum.translatable
    mended = may_be_mended(prepared, piece, datum) and (project.root / piece.file).is_relative_to(project.root)
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
        "whyNot": reason_not_editable(piece.file) if mended and address is None else "",
    }
    if address is not None:
        found |= {"said": address.said, "isFuzzy": address.is_fuzzy, "source": None if is_own else said}
        found["address"] = address.asked(prepared, label, path)
        found["terms"] = [] if is_own else terms_in(prepared.game, said or "", prepared.edition.language)
    return found


def terms_in(game: Game, text: str, language: str) -> list[Values]:
    """The words of the glossary that a text of the source has, and what they are called in a language."""
    terms = [term for term in game.glossary if has_term(term, text)]
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
        leaves, problems = draw_alone(prepared, [found])
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


def translations(session: ProofSession, choice: EditionChoice) -> Values:
    """Empty in the language that the data is written in. Raises UsageError, FileError, LimitError."""
    prepared = session.prepared(choice)
    catalogues = prepared.edition.translation
    found = _surveyed(session, prepared)
    if found is None or not isinstance(catalogues, Catalogues):
        return {"language": prepared.edition.language, "texts": []}
    own = [each for each in catalogues.all if each.language == prepared.edition.language]
    entries = {entry.key: (each.file, entry) for each in reversed(own) for entry in each.entries if not entry.obsolete}
    ordered = sorted(found.states, key=lambda each: _FIRST.index(each[1]))
    texts = [_text(prepared, message, state, *entries.get(message.key, ("", None))) for message, state in ordered]
    return {"language": prepared.edition.language, "forms": catalogues.forms, "texts": texts}


def _surveyed(session: ProofSession, prepared: Prepared) -> Survey | None:
    edition, catalogues = prepared.edition, prepared.edition.translation
    if not isinstance(catalogues, Catalogues):
        return None
    source = edition.source or edition.game
    own = messages_of(source)
    labels = label_messages(session.project, whole_edition(edition))
    messages = [*own, *labels, *word_messages(source, edition.language, own, catalogues.all)]
    folder = session.project.display(source.folder)
    return survey(catalogues, messages, source.glossary, folder, speeches(source, catalogues))


def _text(prepared: Prepared, message: Message, state: State, file: str, entry: Entry | None) -> Values:
    context, source, plural = message.key
    forms = prepared.edition.translation.forms if plural and prepared.edition.translation else 1
    said = [*(entry.forms if entry else ()), *([""] * forms)][:forms]
    lines = [line.partition('"')[2].rpartition('"')[0] for line in entry.previous if "msgid" in line] if entry else []
    return {
        "context": context,
        "source": source,
        "plural": plural,
        "file": file,
        "said": said,
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


def about_text(session: ProofSession, choice: EditionChoice, source: str, label: str, path: str) -> Values:
    """What helps with one of them: the glossary's words, and how much room there is."""
    prepared = session.prepared(choice)
    found = piece_of(prepared.edition, label)
    rooms: Mapping[tuple[str, str], Room] = rooms_of(prepared, *found) if found else {}
    room = next((room for (field, _), room in rooms.items() if field == path), None)
    terms = terms_in(prepared.game, source, prepared.edition.language)
    return {"terms": terms, "room": room.characters if room else None}


def progress(session: ProofSession, choice: EditionChoice) -> Values:
    """Of each language, by the parts of the game."""
    found: list[Values] = []
    prepared = session.prepared(choice._replace(language=""))
    for tag in prepared.game.languages[1:]:
        try:
            counted = _surveyed(session, session.prepared(choice._replace(language=tag)))
        except PnpError as error:
            found.append({"language": tag, "refused": str(error), "parts": []})
            continue
        counts = counted.counts() if counted else ()
        parts = [{name: value for name, value in part._asdict().items() if value} for part in counts]
        found.append({"language": tag, "parts": parts})
    return {"languages": found}


def handout(session: ProofSession) -> Handout:
    """Of the edition that the command line asked for. Raises UsageError, FileError, LimitError, PnpError."""
    wall, result = _seen(session.edition(session.choice))
    source = wall.about["source"]
    is_source = wall.about["language"] == source
    source_wall, source_result = (
        (wall, None) if is_source else _seen(session.edition(session.choice._replace(language=source)))
    )
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
            found[datum.path] = SaidText(strip_marks(str(datum.value)), size["size"], size["full"])
    return found
