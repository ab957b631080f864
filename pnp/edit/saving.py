"""An edit → the file as it is then; and back. Nothing is written over what its editor hasn't seen."""

import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pnp.edit.editing import apply_edit
from pnp.edit.edits import CHANGED, Edit, Edited, Refusal, clean_text, digest
from pnp.files.inside import is_file, leads_out
from pnp.files.opening import read_input
from pnp.files.project import DATA_FILES, Project
from pnp.files.writing import reason, write_atomically
from pnp.load import limits
from pnp.localise.po import MAX_BYTES
from pnp.model.problem import FileError

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_MARK = "\ufeff"
_TEXTS = (*DATA_FILES, ".po")  # files of which one text can be changed
_one_at_a_time = Lock()


class Saved(NamedTuple):
    """What stood in the file, and what stands there now; `places`: how many values have the text."""

    file: Path
    before: bytes
    after: bytes
    places: int = 1

    @property
    def digest(self) -> str:
        """Of what the file's next editor sees."""
        return digest(self.after)


def save(project: Project, edit: Edit) -> Saved | Refusal:
    """Of a file that others have changed meanwhile only what its editor saw is changed, where that is still there."""
    return _changed(project, edit.file, _is_of_texts, lambda before: apply_edit(before, edit))


def save_whole(project: Project, file: Path, text: str, seen: str) -> Saved | Refusal:
    """A template or a style as a whole; `seen` is the digest of what its editor began with."""

    def changed(before: bytes) -> Edited | Refusal:
        return replace_text(before, text) if digest(before) == seen else CHANGED

    return _changed(project, file, _is_whole, changed)


def undo(project: Project, saved: Saved) -> Saved | Refusal:
    """What stood there before, unless somebody has changed the file since."""

    def changed(before: bytes) -> Edited | Refusal:
        return Edited(before, saved.before, saved.places) if before == saved.after else CHANGED

    return _changed(project, saved.file, lambda name: _is_of_texts(name) or _is_whole(name), changed)


def _is_of_texts(name: str) -> bool:
    return name.casefold().endswith(_TEXTS)


def _is_whole(name: str) -> bool:
    return name.casefold().endswith(".j2") or name == "style.yaml"


def _changed(
    project: Project, file: Path, fits: Callable[[str], bool], change: Callable[[bytes], Edited | Refusal]
) -> Saved | Refusal:
    with _one_at_a_time:
        path = _file_of(project, file, fits)
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


def _file_of(project: Project, file: Path, fits: Callable[[str], bool]) -> Path | Refusal:
    """The file itself, links followed, if it is the project's and one of those that are changed here."""
    path = project.root / file
    name = project.display(path)
    if not path.is_relative_to(project.root) or ".." in path.parts:
        return Refusal(f"{name} is outside of the project")
    if leads_out(path, project.root):
        return Refusal(f"{name}: a link leads out of the project")
    if not is_file(path):
        return Refusal(f"there is no file {name}")
    real = path.resolve()
    inside = real.relative_to(project.root.resolve())
    folders = inside.parts
    is_data = folders[0] != "output" and not any(part.startswith(".") for part in folders)
    if not is_data or not fits(path.name) or not fits(real.name):
        return Refusal(f"{name} is no file that can be changed here")
    return project.root / inside


def replace_text(before: bytes, text: str) -> Edited | Refusal:
    """Lines that stay, before and behind what changes, keep the line breaks that they have."""
    new = clean_text(text, limits.FILE_BYTES)
    if isinstance(new, Refusal):
        return new
    try:
        old = before.decode("utf-8")
    except UnicodeDecodeError:
        return Refusal("the file isn't written in UTF-8: save it so first")
    mark = _MARK if old.startswith(_MARK) else ""
    there, wanted = _lines(old.removeprefix(_MARK)), _lines(new.removeprefix(_MARK))
    ours = [(line, bool(end)) for line, end in there]
    theirs = [(line, bool(end)) for line, end in wanted]
    most = min(len(ours), len(theirs))
    first = next((n for n in range(most) if ours[n] != theirs[n]), most)
    last = next((n for n in range(most - first) if ours[-1 - n] != theirs[-1 - n]), most - first)
    usual = max(("\n", "\r\n", "\r"), key=[ending for _, ending in there].count)
    changed = [line + (usual if end else "") for line, end in wanted[first : len(wanted) - last]]
    kept = ["".join(pair) for pair in there]
    after = mark + "".join([*kept[:first], *changed, *kept[len(kept) - last :]])
    return Edited(before, after.encode())


def _lines(text: str) -> list[tuple[str, str]]:
    """Each with its line break; behind the last break stands one more, if an empty one."""
    *lines, last = [*_LINE.findall(text)]
    return lines if lines and not lines[-1][1] else [*lines, last]
