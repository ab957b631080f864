"""A file's bytes + an edit → its bytes with the new text, or why not."""

from pathlib import Path

from pnp.files.project import DATA_FILES
from pnp.mend.csv_cell import mend_cell, path_of_cell
from pnp.mend.edit import Edit, EntryAt, Mended, Refusal, Spliced, ValueAt, digest, writable
from pnp.mend.po_entry import mend_entry
from pnp.mend.yaml_scalar import mend_scalar, path_of_scalar

_MARK = "\ufeff"


def mend(data: bytes, edit: Edit) -> Mended | Refusal:
    new = writable(edit.new)
    if isinstance(new, Refusal):
        return new
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return Refusal("the file isn't written in UTF-8: save it so first")
    mark = _MARK if text.startswith(_MARK) else ""
    done = _spliced(text.removeprefix(_MARK), edit, new, has_changed=digest(data) != edit.seen)
    return done if isinstance(done, Refusal) else Mended(data, (mark + done.text).encode(), done.places)


def addressed(data: bytes, file: Path, at: ValueAt, old: str) -> ValueAt:
    """The place with its path, which an editor needs to be found again; without one where there is no such text."""
    text = data.decode("utf-8-sig", "replace")
    is_table = file.suffix.casefold() == ".csv"
    return at._replace(path=path_of_cell(text, at, old) if is_table else path_of_scalar(text, at))


def _spliced(text: str, edit: Edit, new: str, *, has_changed: bool) -> Spliced | Refusal:
    suffix, at = edit.file.suffix.casefold(), edit.at
    if isinstance(at, EntryAt):
        return mend_entry(text, at, edit.old, new) if suffix == ".po" else _no_place(suffix)
    if suffix == ".csv":
        return mend_cell(text, at, edit.old, new, has_changed=has_changed)
    if suffix in DATA_FILES:
        return mend_scalar(text, at, edit.old, new, has_changed=has_changed)
    return _no_place(suffix)


def _no_place(suffix: str) -> Refusal:
    return Refusal(f"a {suffix or 'nameless'} file has no such texts")
