"""What a page asks to be saved → the file it stands in, or why not; undone, the last first, and redone.

Every save names the file, the piece and field or the message, the state of the file that was shown, and the text that
its editor saw. Where the file has changed since, only its ids find the text: lines may say something else by now.
"""

import threading
from collections import OrderedDict, deque
from pathlib import Path
from typing import Any, NamedTuple

from pnp.build.results import Prepared
from pnp.edit.editing import Saved, add_path, save, undo
from pnp.edit.edits import Edit, Refusal, ValueAt
from pnp.proof.addresses import TextAddress, address_of, entry_address, loaded_file, piece_of
from pnp.proof.session import EditionChoice, ProofSession
from pnp.proof.wording import ChangedText

_MOST = 200  # saves of one page that can be taken back
_PAGES = 50

History = OrderedDict[str, deque["_Undoable"]]  # by page, the last save at the end


class AskedSave(NamedTuple):
    """As a page says it: of a text of the data its label and path; of a translation what its entry is found by."""

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
    def of(cls, said: Any) -> "AskedSave | None":
        """None where that is no such thing."""
        if not isinstance(said, dict) or not isinstance(said.get("new"), str) or not isinstance(said.get("seen"), str):
            return None
        texts = {name: said.get(name, "") for name in cls._fields if name != "form"}
        form = said.get("form", 0)
        if not all(isinstance(text, str) for text in texts.values()) or not isinstance(form, int) or not 0 <= form < 10:
            return None
        return cls(**texts, form=form)


class _Undoable(NamedTuple):
    saved: Saved
    edit: Edit
    what: str


class Mender:
    """Of one session."""

    def __init__(self, session: ProofSession) -> None:
        self.session = session
        self._saved: History = OrderedDict()
        self._undone: History = OrderedDict()
        self._saving = threading.Lock()

    def save(self, choice: EditionChoice, page: str, asked: AskedSave) -> dict[str, Any]:
        """Raises UsageError, FileError, LimitError."""
        with self._saving:
            project, prepared = self.session.project, self.session.prepared(choice)
            address = self._address(prepared, asked)
            if asked.label and piece_of(prepared.edition, asked.label) is None:
                return {"refused": f"there is no piece {asked.label} any more: look at the game again"}
            if asked.context and prepared.edition.translation is None:
                return {"refused": "this text is a translation, and the page asks for the game's own language"}
            if address is None:
                return {"refused": "this text can't be mended here: no file says it by itself"}
            if address.file != asked.file:
                return {"refused": f"this text stands in {address.file} now, not in {asked.file}: open it again"}
            base, seen = loaded_file(prepared, address.file)
            now = {"now": address.said, "digest": seen}
            if address.said != asked.seen:
                return {"refused": "somebody has changed this text meanwhile", **now}
            at, file = address.at, Path(address.file)
            is_older = isinstance(at, ValueAt) and asked.digest != seen
            if isinstance(at, ValueAt):
                at = add_path(base, file, at, asked.seen)
                if is_older and any(part.isdigit() for part in asked.path.split(".")):
                    at = at._replace(path=())  # the page may number the items of a list otherwise
            edit = Edit(file, at, asked.seen, asked.new, "" if is_older else seen)
            done = save(project, edit)
            if isinstance(done, Refusal):
                return {"refused": done.why, **(now if is_older else {})}
            self._undone.pop(page, None)
            _remember(self._saved, page, _Undoable(done, edit, asked.label or asked.context))
            return {**self._report(done, edit), "places": done.places}

    def undo(self, page: str) -> dict[str, Any]:
        """Take back what this page saved last; others' changes stay."""
        return self._reverse(self._saved, self._undone, page, "undone")

    def redo(self, page: str) -> dict[str, Any]:
        """Save again what this page undid last, unless it has saved something else since; others' changes stay."""
        return self._reverse(self._undone, self._saved, page, "redone")

    def _reverse(self, history: History, other: History, page: str, how: str) -> dict[str, Any]:
        """Reverse the last save of one history, and add the reversal to the other one."""
        with self._saving:
            left = history.get(page)
            if not left:
                return {"refused": f"there is nothing to {'undo' if history is self._saved else 'redo'}"}
            project, last = self.session.project, left[-1]
            back = last.edit._replace(old=last.edit.new, new=last.edit.old, seen="")
            done = undo(project, last.saved)
            if isinstance(done, Refusal):  # others have changed the file: then this text alone
                done = save(project, back)
            if isinstance(done, Refusal):
                return {"refused": done.why}
            left.pop()
            _remember(other, page, _Undoable(done, back, last.what))
            return {how: last.what, **self._report(done, back)}

    def _report(self, done: Saved, edit: Edit) -> dict[str, Any]:
        """Return the file, and the text's stretches as pairs of the old and the new words."""
        return {"saved": self.session.project.display(done.file), "changes": ChangedText(edit.old, edit.new).stretches}

    def _address(self, prepared: Prepared, asked: AskedSave) -> TextAddress | None:
        project = self.session.project
        if not asked.context:
            return address_of(project, prepared, asked.label, asked.path)
        if prepared.edition.translation is None:
            return None
        return entry_address(project, prepared, asked.context, asked.source, asked.plural, asked.form)


def _remember(history: History, page: str, done: _Undoable) -> None:
    history.setdefault(page, deque(maxlen=_MOST)).append(done)
    history.move_to_end(page)
    while len(history) > _PAGES:
        history.popitem(last=False)
