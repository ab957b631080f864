"""A file's bytes + an edit → its bytes with the new text, or why not."""

import codecs
from pathlib import Path

from pnp.files.decoding import Decoded, decoded
from pnp.files.project import DATA_FILES, SHEETS
from pnp.mend.csv_cell import mend_cell, path_of_cell
from pnp.mend.edit import Edit, EntryAt, Mended, Refusal, Spliced, ValueAt, digest, writable
from pnp.mend.po_entry import mend_entry
from pnp.mend.yaml_scalar import mend_scalar, path_of_scalar
from pnp.model.span import path_of

_TABLES = (".csv", ".tsv")
EDITABLE = (".yaml", ".yml", *_TABLES)  # files with pieces of which one text can be changed
_WHOLE = (*SHEETS, ".json")  # files that a program wrote, and writes again as a whole


def mend(data: bytes, edit: Edit) -> Mended | Refusal:
    new = writable(edit.new)
    if isinstance(new, Refusal):
        return new
    suffix = edit.file.suffix.casefold()
    if why := why_not(edit.file.name):
        return Refusal(why)
    try:
        found = _decoded(data, suffix)
    except UnicodeDecodeError:
        return Refusal("the file isn't written in UTF-8: save it so first")
    done = _spliced(found.text, edit, new, has_changed=digest(data) != edit.seen)
    if isinstance(done, Refusal):
        return done
    try:
        return Mended(data, found.encoded(done.text), done.places)
    except UnicodeEncodeError as error:
        sign = done.text[error.start]
        return Refusal(f"the file is written in {found.name}, which has no {sign}: save it as UTF-8 first")


def why_not(file: str) -> str:
    """Why no single text of a file can be changed, as spans name it; empty where it can."""
    path = path_of(file)
    suffix = path[path.rfind(".") :].casefold()
    return f"{path.rpartition('/')[2]} is changed in the program that wrote it" if suffix in _WHOLE else ""


def _decoded(data: bytes, suffix: str) -> Decoded:
    """Tables may be in any encoding that spreadsheets write; all else is UTF-8."""
    if suffix in _TABLES:
        return decoded(data)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    return Decoded(data[len(mark) :].decode("utf-8"), "utf-8", "UTF-8", mark)


def addressed(data: bytes, file: Path, at: ValueAt, old: str) -> ValueAt:
    """The place with its path, which an editor needs to be found again; without one where there is no such text.

    Of a text that several values share by an alias, the path that ends like that of `at` is meant.
    """
    is_table = file.suffix.casefold() in _TABLES
    try:
        text = decoded(data).text if is_table else data.decode("utf-8-sig", "replace")
    except UnicodeDecodeError:
        return at
    return at._replace(path=path_of_cell(text, at, old) if is_table else path_of_scalar(text, at))


def _spliced(text: str, edit: Edit, new: str, *, has_changed: bool) -> Spliced | Refusal:
    suffix, at = edit.file.suffix.casefold(), edit.at
    if isinstance(at, EntryAt):
        return mend_entry(text, at, edit.old, new) if suffix == ".po" else _no_place(suffix)
    if suffix in _TABLES:
        return mend_cell(text, at, edit.old, new, has_changed=has_changed)
    if suffix in DATA_FILES:
        return mend_scalar(text, at, edit.old, new, has_changed=has_changed)
    return _no_place(suffix)


def _no_place(suffix: str) -> Refusal:
    return Refusal(f"a {suffix or 'nameless'} file has no such texts")
