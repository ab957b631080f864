"""An edit → the file on disk, and back. Nothing is written over what its editor hasn't seen."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pnp.edit.editing import apply_edit
from pnp.edit.edits import CHANGED, Edit, Edited, Refusal, digest
from pnp.io.opening import is_file, is_outside, read_input
from pnp.io.project import DATA_FILES, Project
from pnp.io.writing import reason, write_atomically
from pnp.localise.po import MAX_BYTES
from pnp.model.problem import FileError

_one_at_a_time = Lock()


class Saved(NamedTuple):
    """A file's bytes before and after a save; `places` counts the values that share the text."""

    file: Path
    before: bytes
    after: bytes
    places: int = 1

    @property
    def digest(self) -> str:
        """Return the digest that the file's next editor sees."""
        return digest(self.after)


def save(project: Project, edit: Edit) -> Saved | Refusal:
    """Save one text; in a file that others have changed meanwhile only if the text is found again unchanged."""
    return _change_file(project, edit.file, lambda before: apply_edit(before, edit))


def undo(project: Project, saved: Saved) -> Saved | Refusal:
    """Write what stood there before, unless the file has been changed since."""

    def change(before: bytes) -> Edited | Refusal:
        return Edited(before, saved.before, saved.places) if before == saved.after else CHANGED

    return _change_file(project, saved.file, change)


def _change_file(project: Project, file: Path, change: Callable[[bytes], Edited | Refusal]) -> Saved | Refusal:
    with _one_at_a_time:
        path = _find_file(project, file)
        if isinstance(path, Refusal):
            return path
        try:
            before, mode = read_input(path, MAX_BYTES, project.root), path.stat().st_mode
        except OSError as error:
            return Refusal(f"{project.display(path)} can't be read: {reason(error)}")
        if len(before) > MAX_BYTES:
            return Refusal(f"{project.display(path)} has more than {MAX_BYTES // 1_000_000} MB")
        done = change(before)
        if isinstance(done, Refusal):
            return done
        if done.after != before:
            if not mode & stat.S_IWUSR or not os.access(path, os.W_OK):
                return Refusal(f"{project.display(path)} is read-only")
            try:
                write_atomically(path, done.after, project.root, stat.S_IMODE(mode))
            except FileError as error:
                return Refusal(str(error))
        return Saved(path, *done)


def _find_file(project: Project, file: Path) -> Path | Refusal:
    """Return the file itself, links followed, if it is one of the project's data files."""
    path = project.root / file
    name = project.display(path)
    if not path.is_relative_to(project.root) or ".." in path.parts:
        return Refusal(f"{name} is outside of the project")
    if is_outside(path, project.root):
        return Refusal(f"{name}: a link leads out of the project")
    if not is_file(path):
        return Refusal(f"there is no file {name}")
    inside = path.resolve().relative_to(project.root.resolve())
    is_data = inside.parts[0] != "output" and not any(part.startswith(".") for part in inside.parts)
    if not is_data or not all(each.name.casefold().endswith((*DATA_FILES, ".po")) for each in (path, inside)):
        return Refusal(f"{name} is no file that can be changed here")
    return project.root / inside
