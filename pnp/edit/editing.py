"""A file's bytes + an edit → its bytes with the new text in a YAML file, a table or a catalogue, or why not.

The result has been read again: each other value of a YAML file, or of the one item of its list that can be read alone,
is what it was; an entry of a catalogue is read by itself.
"""

import codecs
import re
from itertools import islice
from pathlib import Path

import yaml
from yaml.nodes import Node

from pnp.edit.csv_cell import edit_cell, find_cell_path
from pnp.edit.edits import CHANGED, Edit, Edited, EditedText, EntryAt, Refusal, ValueAt, clean_text, digest, is_as_seen
from pnp.edit.yaml_source import (
    ScalarSource,
    YamlPart,
    compose_tree,
    find_scalar,
    id_of,
    is_key,
    is_same_except,
    is_unambiguous,
    item_around,
    scalars_in,
)
from pnp.edit.yaml_styles import spellings
from pnp.io.csv_files import DecodedText, decode_csv
from pnp.io.project import DATA_FILES, SHEETS
from pnp.load.sink import place_of
from pnp.localise.entry import Entry, PoFile, is_unseen
from pnp.localise.po import read_po
from pnp.localise.writing import WIDTH, quoted
from pnp.model.problem import LimitError
from pnp.model.span import path_of

_BREAK = re.compile("\r\n|\r|\n")
_LINES = re.compile("[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$")
_FLAGS = re.compile(r"(\s*#,)(.*)")
_SEPARATORS = re.compile("[\u2028\u2029]")  # no escape for them is read by all tools, and bare they end lines for some
_ENDLESS = 1_000_000  # the width of catalogues whose tool doesn't wrap
_UNREADABLE = Refusal("the file can't be read: fix what pnp check reports first")
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
    """Return the place with the path by which it is found in a changed file; without one if there is no such text.

    If several values share a text by an alias, the one is meant whose path ends like that of `at`.
    """
    is_table = file.suffix.casefold() in _TABLES
    try:
        text = decode_csv(data).text if is_table else data.decode("utf-8-sig", "replace")
    except UnicodeDecodeError:
        return at
    return at._replace(path=find_cell_path(text, at, old) if is_table else find_scalar_path(text, at))


def edit_scalar(text: str, at: ValueAt, old: str, new: str, *, has_changed: bool = False) -> EditedText | Refusal:
    """Replace a scalar of a YAML file. `has_changed`: the place is of an older file, so only the path finds it."""
    if has_changed:
        found = _find_place(text, at.path, old)
        if isinstance(found, Refusal):
            return found
        at = found
    part = item_around(text, at.line)
    read = compose_tree(text[part.start : part.end]) if part else None
    if part is None or read is None or len(read[0].value) != 1:
        part, read = YamlPart(0, len(text), 0), compose_tree(text)
    return _replace_scalar(text, part, read, at, old, new) if read else _UNREADABLE


def find_scalar_path(text: str, at: ValueAt) -> tuple[str, ...]:
    """Return the path by which a scalar is found in a changed file; empty if none begins there."""
    part = item_around(text, at.line)
    read = compose_tree(text[part.start : part.end]) if part else None
    if part is None or read is None or not id_of(read[0].value[0]):
        part, read = YamlPart(0, len(text), 0), compose_tree(text)
    scalar = find_scalar(read[0], at.line - part.line, at.column) if read else None
    if read is None or scalar is None:
        return ()
    scalars = list(scalars_in(read[0]))
    shared = [each for each in scalars if each.node is scalar.node]
    meant = next((each for each in shared if at.path and each.path[-len(at.path) :] == at.path), scalar)
    return meant.path if is_unambiguous(meant, scalars) else ()


def _find_place(text: str, path: tuple[str, ...], old: str) -> ValueAt | Refusal:
    """Return where the scalar with a path stands now, if it still has the old text."""
    if not path:
        return CHANGED
    # read only the item with this id, if nothing else seems to have it
    has_id = re.compile(rf"\bid['\"]?\s*:\s*['\"]?{re.escape(path[0])}(?![\w-])")
    found = list(islice(has_id.finditer(text), 2))
    part = item_around(text, text.count("\n", 0, found[0].start()) + 1) if len(found) == 1 else None
    read = compose_tree(text[part.start : part.end]) if part else None
    if part is None or read is None or [id_of(item) for item in read[0].value] != [path[0]]:
        part, read = YamlPart(0, len(text), 0), compose_tree(text)
    if read is None:
        return _UNREADABLE
    scalars = list(scalars_in(read[0]))
    there = [scalar for scalar in scalars if scalar.path == path]
    if len(there) != 1 or there[0].text != old or not is_unambiguous(there[0], scalars):
        return CHANGED
    line, column = place_of(there[0].node)
    return ValueAt(part.line + line, column, path)


def _replace_scalar(
    text: str, part: YamlPart, read: tuple[Node, int], at: ValueAt, old: str, new: str
) -> EditedText | Refusal:
    root, warnings = read
    line = at.line - part.line
    scalar = find_scalar(root, line, at.column)
    if scalar is None:
        return _refuse_place(text, at, is_on_key=is_key(root, line, at.column))
    if not is_as_seen(scalar.text, old):
        return Refusal(f"another text stands at {at.line}:{at.column}: look at it again")
    paths = [each.path for each in scalars_in(root) if each.node is scalar.node]
    if at.path in paths[1:]:
        return _refuse_alias(*place_of(scalar.node), len(paths))
    if new == scalar.text:
        return EditedText(text, len(paths))
    lines = text[part.start : part.end]
    source = ScalarSource(lines, scalar)
    for spelling in spellings(source, new):
        after = f"{lines[: source.start]}{spelling}{lines[source.end :]}"
        again = compose_tree(after)
        if again is not None and again[1] <= warnings and is_same_except(root, again[0], scalar.node, new):
            return EditedText(text[: part.start] + after + text[part.end :], len(paths))
    return Refusal("the text can't be written there without changing something else")


def _refuse_place(text: str, at: ValueAt, *, is_on_key: bool) -> Refusal:
    """Say what stands at a place where no scalar begins."""
    if is_on_key:
        return Refusal(f"at {at.line}:{at.column} stands a key, not a text")
    try:
        events = list(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        return _UNREADABLE
    places = [(each.start_mark.line + 1, each.start_mark.column + 1) if each.start_mark else (0, 0) for each in events]
    for event, place in zip(events, places, strict=True):
        if isinstance(event, yaml.AliasEvent) and place == (at.line, at.column):
            named = [n for n, each in enumerate(events) if getattr(each, "anchor", None) == event.anchor]
            return _refuse_alias(*places[named[0]], len(named))
    return Refusal(f"no text begins at {at.line}:{at.column}")


def _refuse_alias(line: int, column: int, places: int) -> Refusal:
    return Refusal(f"the text is written at {line}:{column} and shared by {places} places: change it there, for all")


def edit_entry(text: str, at: EntryAt, old: str, new: str) -> EditedText | Refusal:
    """Replace a translation in a catalogue; `old` is empty where there is none yet.

    Line and paragraph separators of the new one become line breaks; at its ends, where pasted texts have them, they go.
    """
    new = _SEPARATORS.sub("\n", new.strip("\u2028\u2029"))
    try:
        file = read_po(text.encode(), "")
    except LimitError as error:
        return Refusal(str(error))
    key = at.context, at.source, at.plural
    found = [each for each in file.entries if each.key == key and not each.obsolete]
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
    lines[first:last] = [line + ending for line in quoted(keyword, new, indent, _ENDLESS if is_endless else WIDTH)]
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
