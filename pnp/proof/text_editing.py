"""A text on the page → where it is written, and saved there; saves are undone, the last first, and redone.

Every save names the file, the piece and field or the message, the state of the file that was shown, and the text that
its editor saw. Where the file has changed since, only its ids find the text: lines may have moved.
"""

import threading
from collections import OrderedDict, deque
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build.results import LoadedFile, Prepared
from pnp.edit.editing import Saved, add_path, reason_not_editable, save, undo
from pnp.edit.edits import Edit, EntryAt, Refusal, ValueAt, digest
from pnp.io.opening import read_input
from pnp.io.project import Project
from pnp.localise.catalogue import Catalogue, Catalogues, catalogue_path
from pnp.localise.po import MAX_BYTES, Entry
from pnp.model.game import Component, Edition, Piece
from pnp.model.options import PSEUDO
from pnp.model.values import value_at
from pnp.proof.differences import ChangedText
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.wall import Datum, data_of

_MOST = 200  # saves of one page that can be undone
_PAGES = 50


class TextAddress(NamedTuple):
    """Where a text is written, and what it was when the game was read, as the file has it."""

    file: str  # as spans name it
    at: ValueAt | EntryAt
    text: str
    is_fuzzy: bool = False

    def save_target(self, prepared: Prepared, label: str, path: str) -> dict[str, str | int]:
        """Return what a page sends back to save this text, so that nothing but what its editor saw is changed."""
        target: dict[str, str | int] = {"label": label, "path": path, "file": self.file}
        if isinstance(self.at, EntryAt):
            context, source, plural, form, _ = self.at
            return target | {"context": context, "source": source, "plural": plural, "form": form}
        return target | {"digest": loaded_file(prepared, self.file).digest}


def piece_of(edition: Edition, label: str) -> tuple[Component, Piece] | None:
    """Return the piece of a label, `component/id`."""
    id, _, name = label.partition("/")
    component = edition.components.get(id)
    piece = next((each for each in component.pieces if each.id == name), None) if component else None
    return (component, piece) if component and piece else None


def text_in_data(piece: Piece, path: str) -> str | None:
    """Return a text of a piece as its data file has it, with its braces."""
    phrase = piece.phrases.get(path)
    value = phrase.other if phrase else value_at(piece.fields, path)
    return value if isinstance(value, str) else None


def source_of(prepared: Prepared, piece: Piece) -> Piece:
    """Return a piece in the language of the data. There are two of one that a module replaces."""
    edition, id = prepared.edition, piece.component
    if edition.translation is None:
        return piece
    game = edition.source or prepared.game
    changes = [module.change(f"pieces.{id}") for module in game.patches]
    brought = [each for change in changes for each in (*change.add, *change.replace)]
    declared = [each for module in game.patches for each in module.change("components").add if each.id == id]
    own = [game.components[id]] if id in game.components else []
    pieces = [*(each for component in (*own, *declared) for each in component.pieces), *brought]
    return next((each for each in pieces if each.id == piece.id and each.span == piece.span), piece)


def address_of(project: Project, prepared: Prepared, label: str, path: str) -> TextAddress | None:
    """Return where a text is written; None where no file has it, such as a default, or it can't be edited."""
    found = piece_of(prepared.edition, label)
    datum = next((each for each in data_of(*found) if each.path == path), None) if found else None
    if found is None or datum is None or not can_be_edited(prepared, found[1], datum):
        return None
    _, piece = found
    source = source_of(prepared, piece)
    if (text := text_in_data(source, path)) is None:
        return None
    if prepared.edition.translation is None or not datum.translatable:
        if reason_not_editable(piece.file):
            return None
        return TextAddress(piece.file, ValueAt.from_span(piece.source_of(path), piece.id, *path.split(".")), text)
    return entry_address(project, prepared, f"{piece.component}.{piece.id}.{path}", text)


def can_be_edited(prepared: Prepared, piece: Piece, datum: Datum) -> bool:
    is_written = datum.type == "text" and datum.path in piece.places
    is_spoken = prepared.edition.translation is None or datum.translatable
    return is_written and is_spoken and prepared.edition.language not in PSEUDO


def entry_address(
    project: Project, prepared: Prepared, context: str, source: str, plural: str = "", form: int = 0
) -> TextAddress:
    """Return where a translation is written, or will be. Raises FileError where the catalogue leads out of the game."""
    at = EntryAt(context, source, plural, form)
    if (found := entry_of(prepared, at)) is None:
        path = catalogue_path(prepared.game.folder, prepared.edition.language)
        return TextAddress(project.display(path), at, "")
    catalogue, entry = found
    text = entry.forms[form] if form < len(entry.forms) else ""
    return TextAddress(catalogue.file, at, text, entry.is_fuzzy)


def entry_of(prepared: Prepared, at: EntryAt) -> tuple[Catalogue, Entry] | None:
    """Return the entry of a message in the language itself, not in one that it inherits from."""
    translation = prepared.edition.translation
    if not isinstance(translation, Catalogues):
        return None
    key = at.context, at.source, at.plural
    for catalogue in translation.all:
        if catalogue.language == prepared.edition.language:
            for entry in catalogue.entries:
                if entry.key == key and not entry.obsolete:
                    return catalogue, entry
    return None


def loaded_file(prepared: Prepared, file: str) -> LoadedFile:
    """Return a data file as this edition was loaded from it; an empty one where that isn't known."""
    return prepared.loaded.sources.get(file, LoadedFile(b"", ""))


def digest_of_file(project: Project, file: str) -> str:
    """Return the digest of a file's content, or "" where it can't be read."""
    path = project.root / file
    try:
        return digest(read_input(path, MAX_BYTES, project.bounds(path)))
    except OSError:
        return ""


History = OrderedDict[str, deque["_UndoableSave"]]  # by page, the last save at the end


class SaveRequest(NamedTuple):
    """What a page wants saved: a text of the data by its label and path, or a translation by the key of its entry."""

    seen: str
    new: str
    label: str = ""
    path: str = ""
    file: str = ""
    digest: str = ""  # of the data file that the page shows
    context: str = ""
    source: str = ""
    plural: str = ""
    form: int = 0

    @classmethod
    def parse(cls, value: Any) -> "SaveRequest | None":
        """Return the request that a JSON value is; None for any other value."""
        if not isinstance(value, dict) or not {"new", "seen"} <= value.keys():
            return None
        texts = {name: value.get(name, "") for name in cls._fields if name != "form"}
        form = value.get("form", 0)
        if not all(isinstance(text, str) for text in texts.values()) or not isinstance(form, int) or not 0 <= form < 10:
            return None
        return cls(**texts, form=form)


class _UndoableSave(NamedTuple):
    saved: Saved
    edit: Edit
    subject: str  # the label of the piece, or the context of the message


class TextEditor:
    """Saves texts of one session."""

    def __init__(self, session: ProofSession) -> None:
        self.session = session
        self._saved: History = OrderedDict()
        self._undone: History = OrderedDict()
        self._saving = threading.Lock()

    def save(self, choice: EditionChoice, page: str, request: SaveRequest) -> dict[str, Any]:
        """Save a text, or return why it was refused. Raises UsageError, FileError, LimitError."""
        with self._saving:
            project, prepared = self.session.project, self.session.prepare(choice)
            if request.context:
                key = request.context, request.source, request.plural, request.form
                is_translated = prepared.edition.translation is not None
                address = entry_address(project, prepared, *key) if is_translated else None
            else:
                address = address_of(project, prepared, request.label, request.path)
            if request.label and piece_of(prepared.edition, request.label) is None:
                return {"refused": f"there is no piece {request.label} any more: look at the game again"}
            if request.context and prepared.edition.translation is None:
                return {"refused": "this text is a translation, and the page asks for the game's own language"}
            if address is None:
                return {"refused": "this text can't be mended here: no file says it by itself"}
            if address.file != request.file:
                return {"refused": f"this text stands in {address.file} now, not in {request.file}: open it again"}
            base, seen = loaded_file(prepared, address.file)
            now = {"now": address.text, "digest": seen}
            if address.text != request.seen:
                return {"refused": "somebody has changed this text meanwhile", **now}
            at, file = address.at, Path(address.file)
            is_older = isinstance(at, ValueAt) and request.digest != seen
            if isinstance(at, ValueAt):
                at = add_path(base, file, at, request.seen)
                if is_older and any(part.isdigit() for part in request.path.split(".")):
                    at = at._replace(path=())  # the page may number the items of a list otherwise
            edit = Edit(file, at, request.seen, request.new, "" if is_older else seen)
            done = save(project, edit)
            if isinstance(done, Refusal):
                return {"refused": done.why, **(now if is_older else {})}
            self._undone.pop(page, None)
            _remember(self._saved, page, _UndoableSave(done, edit, request.label or request.context))
            return {**self._report(done, edit), "places": done.places}

    def undo(self, page: str) -> dict[str, Any]:
        """Undo what this page saved last; other pages' changes stay."""
        return self._reverse(self._saved, self._undone, page, "undone")

    def redo(self, page: str) -> dict[str, Any]:
        """Save again what this page undid last, unless it has saved something since; other pages' changes stay."""
        return self._reverse(self._undone, self._saved, page, "redone")

    def _reverse(self, history: History, other: History, page: str, how: str) -> dict[str, Any]:
        """Reverse the last save of one history, and add the reversal to the other one."""
        with self._saving:
            if not (left := history.get(page)):
                return {"refused": f"there is nothing to {'undo' if history is self._saved else 'redo'}"}
            project, last = self.session.project, left[-1]
            back = last.edit._replace(old=last.edit.new, new=last.edit.old, seen="")
            done = undo(project, last.saved)
            if isinstance(done, Refusal):  # the file has changed since: reverse this text alone
                done = save(project, back)
            if isinstance(done, Refusal):
                return {"refused": done.why}
            left.pop()
            _remember(other, page, _UndoableSave(done, back, last.subject))
            return {how: last.subject, **self._report(done, back)}

    def _report(self, done: Saved, edit: Edit) -> dict[str, Any]:
        """Return the file, and the text's stretches as pairs of the old and the new words."""
        return {"saved": self.session.project.display(done.file), "changes": ChangedText(edit.old, edit.new).stretches}


def _remember(history: History, page: str, done: _UndoableSave) -> None:
    history.setdefault(page, deque(maxlen=_MOST)).append(done)
    history.move_to_end(page)
    while len(history) > _PAGES:
        history.popitem(last=False)
