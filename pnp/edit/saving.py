"""An edit → the file on disk, and back. Nothing is written over what its editor hasn't seen."""

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
    return _change_file(project, edit.file, _has_texts, lambda before: apply_edit(before, edit))


def save_whole(project: Project, file: Path, text: str, seen: str) -> Saved | Refusal:
    """Save a template or a style as a whole; `seen` is the digest of what its editor began with."""

    def change(before: bytes) -> Edited | Refusal:
        return replace_text(before, text) if digest(before) == seen else CHANGED

    return _change_file(project, file, _is_whole, change)


def undo(project: Project, saved: Saved) -> Saved | Refusal:
    """Write what stood there before, unless the file has been changed since."""

    def change(before: bytes) -> Edited | Refusal:
        return Edited(before, saved.before, saved.places) if before == saved.after else CHANGED

    return _change_file(project, saved.file, lambda name: _has_texts(name) or _is_whole(name), change)


def _has_texts(name: str) -> bool:
    return name.casefold().endswith((*DATA_FILES, ".po"))


def _is_whole(name: str) -> bool:
    return name.casefold().endswith(".j2") or name == "style.yaml"


def _change_file(
    project: Project, file: Path, fits: Callable[[str], bool], change: Callable[[bytes], Edited | Refusal]
) -> Saved | Refusal:
    with _one_at_a_time:
        path = _find_file(project, file, fits)
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


def _find_file(project: Project, file: Path, fits: Callable[[str], bool]) -> Path | Refusal:
    """Return the file itself, links followed, if it is the project's and fits."""
    path = project.root / file
    name = project.display(path)
    if not path.is_relative_to(project.root) or ".." in path.parts:
        return Refusal(f"{name} is outside of the project")
    if leads_out(path, project.root):
        return Refusal(f"{name}: a link leads out of the project")
    if not is_file(path):
        return Refusal(f"there is no file {name}")
    inside = path.resolve().relative_to(project.root.resolve())
    is_data = inside.parts[0] != "output" and not any(part.startswith(".") for part in inside.parts)
    if not is_data or not fits(path.name) or not fits(inside.name):
        return Refusal(f"{name} is no file that can be changed here")
    return project.root / inside


def replace_text(before: bytes, text: str) -> Edited | Refusal:
    """Replace a file's whole text; lines before and behind what changes keep the line breaks that they have."""
    new = clean_text(text, limits.FILE_BYTES)
    if isinstance(new, Refusal):
        return new
    try:
        old = before.decode("utf-8")
    except UnicodeDecodeError:
        return Refusal("the file isn't written in UTF-8: save it so first")
    mark = _MARK if old.startswith(_MARK) else ""
    there, wanted = _split_lines(old.removeprefix(_MARK)), _split_lines(new.removeprefix(_MARK))
    ours, theirs = ([(line, bool(end)) for line, end in lines] for lines in (there, wanted))
    most = min(len(ours), len(theirs))
    first = next((n for n in range(most) if ours[n] != theirs[n]), most)
    last = next((n for n in range(most - first) if ours[-1 - n] != theirs[-1 - n]), most - first)
    usual = max(("\n", "\r\n", "\r"), key=[ending for _, ending in there].count)
    changed = [line + (usual if end else "") for line, end in wanted[first : len(wanted) - last]]
    kept = ["".join(pair) for pair in there]
    after = mark + "".join([*kept[:first], *changed, *kept[len(kept) - last :]])
    return Edited(before, after.encode())


def _split_lines(text: str) -> list[tuple[str, str]]:
    """Return each line with its line break; behind the last break stands one more, if an empty one."""
    *lines, last = [*_LINE.findall(text)]
    return lines if lines and not lines[-1][1] else [*lines, last]
