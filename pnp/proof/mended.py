"""What a page asks to be saved → the file it stands in, or why not; and taken back, the last first.

Every save names the text that its editor saw: who finds another one there is told both, and nobody's words are lost.
"""

import threading
from collections import OrderedDict, deque
from pathlib import Path
from typing import Any, NamedTuple

from pnp.mend.edit import Edit, Refusal
from pnp.mend.saving import Saved, save, undo
from pnp.mend.whole import diff
from pnp.proof.addresses import TextAddress, address_of, digest_of_file, entry_address
from pnp.proof.editions import EditionChoice
from pnp.proof.session import ProofSession

_MOST = 200  # saves of one page that can be taken back
_PAGES = 50


class AskedSave(NamedTuple):
    """As a page says it: of a piece's text its label and path; of any other message what its entry is found by."""

    seen: str
    new: str
    label: str = ""
    path: str = ""
    context: str = ""
    source: str = ""
    plural: str = ""
    form: int = 0

    @classmethod
    def of(cls, said: Any) -> "AskedSave | None":
        """None where that is no such thing."""
        if not isinstance(said, dict) or not isinstance(said.get("new"), str) or not isinstance(said.get("seen"), str):
            return None
        texts = {name: said.get(name, "") for name in ("seen", "new", "label", "path", "context", "source", "plural")}
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
        self._session = session
        self._saved: OrderedDict[str, deque[_Undoable]] = OrderedDict()  # by page
        self._saving = threading.Lock()

    def save(self, choice: EditionChoice, page: str, asked: AskedSave) -> dict[str, Any]:
        """Raises UsageError, FileError, LimitError."""
        with self._saving:
            project = self._session.project
            address = self.address(choice, asked)
            if address is None:
                return {"refused": "this text can't be mended here: no file says it by itself"}
            if address.said != asked.seen:
                return {"refused": "somebody has changed this text meanwhile", "now": address.said}
            edit = Edit(Path(address.file), address.at, asked.seen, asked.new, digest_of_file(project, address.file))
            done = save(project, edit)
            if isinstance(done, Refusal):
                return {"refused": done.why}
            self._remember(page, _Undoable(done, edit, asked.label or asked.context))
            name = project.display(done.file)
            return {"saved": name, "diff": diff(name, done.before, done.after), "places": done.places}

    def undo(self, page: str) -> dict[str, Any]:
        """What this page saved last; others' changes stay."""
        with self._saving:
            left = self._saved.get(page)
            if not left:
                return {"refused": "there is nothing to take back"}
            project, last = self._session.project, left[-1]
            done = undo(project, last.saved)
            if isinstance(done, Refusal):  # others have changed the file: then this text alone
                back = last.edit._replace(old=last.edit.new, new=last.edit.old, seen="")
                done = save(project, back)
            if isinstance(done, Refusal):
                return {"refused": done.why}
            left.pop()
            name = project.display(done.file)
            return {"undone": last.what, "saved": name, "diff": diff(name, done.before, done.after)}

    def address(self, choice: EditionChoice, asked: AskedSave) -> TextAddress | None:
        prepared, project = self._session.prepared(choice), self._session.project
        if asked.label:
            return address_of(project, prepared, asked.label, asked.path)
        if not asked.context or prepared.edition.translation is None:
            return None
        return entry_address(project, prepared, asked.context, asked.source, asked.plural, asked.form)

    def _remember(self, page: str, done: _Undoable) -> None:
        self._saved.setdefault(page, deque(maxlen=_MOST)).append(done)
        self._saved.move_to_end(page)
        while len(self._saved) > _PAGES:
            self._saved.popitem(last=False)
