"""An edit → a YAML file, a table or a catalogue with one text changed, and saved; or why not, and back.

The result has been read again: each other value is what it was. Nothing is written over what its editor hasn't seen.
"""

import codecs
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from pnp.edit.csv_cell import edit_cell, find_cell_path
from pnp.edit.edits import CHANGED, Edit, Edited, EditedText, EntryAt, Refusal, ValueAt, clean_text, digest
from pnp.edit.yaml_scalar import edit_scalar, find_scalar_path
from pnp.io.csv_files import DecodedText, decode_csv
from pnp.io.opening import is_file, is_outside, read_input
from pnp.io.project import DATA_FILES, SHEETS, Project
from pnp.io.writing import reason, write_atomically
from pnp.localise.po import MAX_BYTES, Entry, PoFile, is_unseen, read_po
from pnp.localise.updating import WIDTH, quote_lines
from pnp.model.problem import FileError, LimitError
from pnp.model.span import path_of

_BREAK = re.compile("\r\n|\r|\n")
_LINES = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_FLAGS = re.compile(r"(\s*#,)(.*)")
_SEPARATORS = re.compile("[\u2028\u2029]")  # no escape for them is read by all tools, and bare they end lines for some
_ENDLESS = 1_000_000  # the width of catalogues whose tool doesn't wrap
_TABLES = (".csv", ".tsv")
EDITABLE = (".yaml", ".yml", *_TABLES)  # files with pieces of which one text can be changed


def apply_edit(data: bytes, edit: Edit) -> Edited | Refusal:
    """Return the file's bytes before and after the edit, or why it can't be made."""
    new, at = clean_text(edit.new), edit.at
    if isinstance(new, Refusal):
        return new
    suffix = edit.file.suffix.casefold()
    if why := reason_not_editable(edit.file.name):
        return Refusal(why)
    try:
        if suffix in _TABLES:  # which may be in any encoding that spreadsheets write; all else is UTF-8
            found = decode_csv(data)
        else:
            mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
            found = DecodedText(data[len(mark) :].decode("utf-8"), "utf-8", "UTF-8", mark)
    except UnicodeDecodeError:
        return Refusal("the file isn't written in UTF-8: save it so first")
    has_changed = digest(data) != edit.seen
    if isinstance(at, EntryAt) and suffix == ".po":
        done = edit_entry(found.text, at, edit.old, new)
    elif isinstance(at, ValueAt) and suffix in _TABLES:
        done = edit_cell(found.text, at, edit.old, new, has_changed=has_changed)
    elif isinstance(at, ValueAt) and suffix in DATA_FILES:
        done = edit_scalar(found.text, at, edit.old, new, has_changed=has_changed)
    else:
        done = Refusal(f"a {suffix or 'nameless'} file has no such texts")
    if isinstance(done, Refusal):
        return done
    try:
        return Edited(data, found.encode(done.text), done.places)
    except UnicodeEncodeError as error:
        sign = done.text[error.start]
        return Refusal(f"the file is written in {found.name}, which has no {sign}: save it as UTF-8 first")


def reason_not_editable(file: str) -> str:
    """Return why no single text of a file, named as by spans, can be changed; empty where it can."""
    path = path_of(file)
    is_whole = path[path.rfind(".") :].casefold() in (*SHEETS, ".json")  # a program wrote it, and writes it again
    return f"{path.rpartition('/')[2]} is changed in the program that wrote it" if is_whole else ""


def add_path(data: bytes, file: Path, at: ValueAt, old: str) -> ValueAt:
    """Return the place with its path, like that of `at` if an alias shares the text; none if it is gone."""
    is_table = file.suffix.casefold() in _TABLES
    try:
        text = decode_csv(data).text if is_table else data.decode("utf-8-sig", "replace")
    except UnicodeDecodeError:
        return at
    return at._replace(path=find_cell_path(text, at, old) if is_table else find_scalar_path(text, at))


def edit_entry(text: str, at: EntryAt, old: str, new: str) -> EditedText | Refusal:
    """Replace a translation (`old` is empty where there is none yet), with plain line breaks and none at its ends."""
    new = _SEPARATORS.sub("\n", new.strip("\u2028\u2029"))
    try:
        file = read_po(text.encode(), "")
    except LimitError as error:
        return Refusal(str(error))
    found = [each for each in file.entries if each.key == (at.context, at.source, at.plural) and not each.obsolete]
    if len(found) > 1:
        return Refusal(f"the entry is there twice, in lines {found[0].line} and {found[1].line}: delete one")
    if not found:
        if wrong := (file.unreadable.get(at.context) or file.torn):
            return Refusal(f"the catalogue can't be read at line {wrong.span.line}: {wrong.message}")
        return Refusal("the catalogue doesn't have the entry: pnp translate update brings it")
    entry = found[0]
    if at.form > len(entry.forms) or (at.form and not entry.plural):
        return Refusal(f"the entry has {len(entry.forms)} forms: pnp translate update brings those that it lacks")
    before = entry.forms[at.form] if at.form < len(entry.forms) else ""
    if before != old:
        return Refusal("the translation has changed meanwhile: look at it again")
    settles = at.settled and not is_unseen(new)
    if before == new and at.form < len(entry.forms) and not (settles and (entry.is_fuzzy or entry.previous)):
        return EditedText(text)
    return _replace_form(text, file, entry, at.form, new, settles=settles)


def _replace_form(text: str, file: PoFile, entry: Entry, form: int, new: str, *, settles: bool) -> EditedText | Refusal:
    every = _LINES.findall(text)
    # comments belong to the entry: it may begin before the line of its first keyword
    written = file.written[entry].split("\n")[:-1]
    before = next(n for n, line in enumerate(written) if line.strip() and not line.lstrip().startswith("#"))
    above = entry.line - 1 - before
    there = every[above : above + len(written)]
    lines = [*there]
    # find the first line of the form, and the line behind its last one; both are the end, if there is none yet
    starts = [*(line - 1 - above for line in entry.lines), len(lines)]
    first, last = starts[form], starts[min(form + 1, len(starts) - 1)]
    found = (_BREAK.search(line) for line in (lines[first - 1 : first + 1] + lines + every))
    ending = next((ending[0] for ending in found if ending), "\n")
    begin = lines[first] if first < len(lines) else lines[-1]
    indent = begin[: len(begin) - len(begin.lstrip())] if begin.lstrip().startswith("msgstr") else ""
    # catalogues have one text a line, however long, or are wrapped
    texts = [line.rstrip() for line in lines if line.lstrip().startswith("msg")]
    is_endless = any(len(line) > WIDTH and " " in line[10:-1].strip() for line in texts)
    keyword = f"msgstr[{form}]" if entry.plural else "msgstr"
    is_open = last == len(lines) and not lines[-1].endswith(("\n", "\r"))
    if is_open and first == len(lines):
        lines[-1] += ending
    lines[first:last] = [line + ending for line in quote_lines(keyword, new, indent, _ENDLESS if is_endless else WIDTH)]
    if is_open:
        lines[-1] = lines[-1].removesuffix(ending)
    if settles:
        lines = [line for line in map(_drop_fuzzy, lines) if line]
    # read the entry again: but for this it is to be what it was
    forms, again = [*entry.forms], read_po("".join(lines).encode(), "")
    forms[form : form + 1] = [new]
    flags = tuple([flag for flag in entry.flags if not settles or flag != "fuzzy"])
    expected = entry._replace(forms=tuple(forms), flags=flags, previous=() if settles else entry.previous)
    same = [each._replace(line=entry.line, says=entry.says, lines=entry.lines) for each in again.entries] == [expected]
    if not same or again.problems:
        return Refusal("the translation can't be written there without changing something else")
    every[above : above + len(there)] = lines
    return EditedText("".join(every))


def _drop_fuzzy(line: str) -> str:
    """Return a line without the flag `fuzzy`; empty where it has nothing else to say."""
    if line.lstrip().startswith("#|"):
        return ""
    found = _FLAGS.match(line)
    if found is None or "fuzzy" not in [flag.strip() for flag in found[2].split(",")]:
        return line
    flags = ",".join([flag for flag in found[2].split(",") if flag.strip() not in ("fuzzy", "")])
    return f"{found[1]}{flags if flags.startswith(' ') else ' ' + flags}{line[found.end() :]}" if flags else ""


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
    edited = Edited(saved.after, saved.before, saved.places)
    return _change_file(project, saved.file, lambda before: edited if before == saved.after else CHANGED)


def _change_file(project: Project, file: Path, change: Callable[[bytes], Edited | Refusal]) -> Saved | Refusal:
    with _one_at_a_time:
        # find the file itself, links followed, if it is one of the project's data files
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
        path = project.root / inside
        name = project.display(path)
        try:
            before, mode = read_input(path, MAX_BYTES, project.root), path.stat().st_mode
        except OSError as error:
            return Refusal(f"{name} can't be read: {reason(error)}")
        if len(before) > MAX_BYTES:
            return Refusal(f"{name} has more than {MAX_BYTES // 1_000_000} MB")
        done = change(before)
        if isinstance(done, Refusal):
            return done
        if done.after != before:
            if not mode & stat.S_IWUSR or not os.access(path, os.W_OK):
                return Refusal(f"{name} is read-only")
            try:
                write_atomically(path, done.after, project.root, stat.S_IMODE(mode))
            except FileError as error:
                return Refusal(str(error))
        return Saved(path, *done)
