"""A file's bytes + an edit → its bytes with the new text in a YAML file, a table or a catalogue, or why not.

What comes out has been read again: each other value of a YAML file, or of the one item of its list that can be read
alone, is what it was; an entry of a catalogue is read by itself.
"""

import codecs
import re
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import yaml
from yaml.nodes import Node

from pnp.edit.csv_cell import edit_cell, find_cell_path
from pnp.edit.edits import CHANGED, Edit, Edited, EditedText, EntryAt, Refusal, ValueAt, clean_text, digest, is_as_seen
from pnp.edit.yaml_source import (
    ScalarSource,
    YamlPart,
    YamlScalar,
    compose_tree,
    find_value,
    id_of,
    is_key,
    is_same_except,
    is_unambiguous,
    item_around,
    scalars_in,
)
from pnp.edit.yaml_styles import spellings
from pnp.files.decoding import Decoded, decoded
from pnp.files.project import DATA_FILES, SHEETS
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


class PoLines(NamedTuple):
    """The lines of an entry with their ends, and how many stand before it."""

    lines: list[str]
    above: int


UNREADABLE = Refusal("the file can't be read: mend what pnp check says of it first")
_TABLES = (".csv", ".tsv")
EDITABLE = (".yaml", ".yml", *_TABLES)  # files with pieces of which one text can be changed
_WHOLE = (*SHEETS, ".json")  # files that a program wrote, and writes again as a whole


def apply_edit(data: bytes, edit: Edit) -> Edited | Refusal:
    new = clean_text(edit.new)
    if isinstance(new, Refusal):
        return new
    suffix = edit.file.suffix.casefold()
    if why := reason_not_editable(edit.file.name):
        return Refusal(why)
    try:
        found = _decoded(data, suffix)
    except UnicodeDecodeError:
        return Refusal("the file isn't written in UTF-8: save it so first")
    done = _spliced(found.text, edit, new, has_changed=digest(data) != edit.seen)
    if isinstance(done, Refusal):
        return done
    try:
        return Edited(data, found.encoded(done.text), done.places)
    except UnicodeEncodeError as error:
        sign = done.text[error.start]
        return Refusal(f"the file is written in {found.name}, which has no {sign}: save it as UTF-8 first")


def reason_not_editable(file: str) -> str:
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


def add_path(data: bytes, file: Path, at: ValueAt, old: str) -> ValueAt:
    """The place with its path, which an editor needs to be found again; without one where there is no such text.

    Of a text that several values share by an alias, the path that ends like that of `at` is meant.
    """
    is_table = file.suffix.casefold() in _TABLES
    try:
        text = decoded(data).text if is_table else data.decode("utf-8-sig", "replace")
    except UnicodeDecodeError:
        return at
    return at._replace(path=find_cell_path(text, at, old) if is_table else find_scalar_path(text, at))


def _spliced(text: str, edit: Edit, new: str, *, has_changed: bool) -> EditedText | Refusal:
    suffix, at = edit.file.suffix.casefold(), edit.at
    if isinstance(at, EntryAt):
        return edit_entry(text, at, edit.old, new) if suffix == ".po" else _no_place(suffix)
    if suffix in _TABLES:
        return edit_cell(text, at, edit.old, new, has_changed=has_changed)
    if suffix in DATA_FILES:
        return edit_scalar(text, at, edit.old, new, has_changed=has_changed)
    return _no_place(suffix)


def _no_place(suffix: str) -> Refusal:
    return Refusal(f"a {suffix or 'nameless'} file has no such texts")


def edit_scalar(text: str, at: ValueAt, old: str, new: str, *, has_changed: bool = False) -> EditedText | Refusal:
    """`has_changed`: the file isn't the one that the place is of, so that only the path finds the value."""
    if has_changed:
        found = _again(text, at.path, old)
        if isinstance(found, Refusal):
            return found
        at = found
    part = item_around(text, at.line)
    if part is not None:
        read = compose_tree(text[part.start : part.end])
        if read is not None and len(read[0].value) == 1:
            return _replace_value(text, part, read, at, old, new)
    read = compose_tree(text)
    if read is None:
        return UNREADABLE
    return _replace_value(text, YamlPart(0, len(text), 0), read, at, old, new)


def find_scalar_path(text: str, at: ValueAt) -> tuple[str, ...]:
    """By which the value is found again once the file has changed; empty where nothing stands there."""
    part = item_around(text, at.line)
    read = compose_tree(text[part.start : part.end]) if part else None
    if part is None or read is None or not id_of(read[0].value[0]):
        part, read = YamlPart(0, len(text), 0), compose_tree(text)
    value = find_value(read[0], at.line - part.line, at.column) if read else None
    if read is None or value is None:
        return ()
    values = list(scalars_in(read[0]))
    shared = [each for each in values if each.node is value.node]
    meant = next((each for each in shared if at.path and each.path[-len(at.path) :] == at.path), value)
    return meant.path if is_unambiguous(meant, values) else ()


def _replace_value(
    text: str, part: YamlPart, read: tuple[Node, int], at: ValueAt, old: str, new: str
) -> EditedText | Refusal:
    root, warnings = read
    line = at.line - part.line
    value = find_value(root, line, at.column)
    if value is None:
        if is_key(root, line, at.column):
            return Refusal(f"at {at.line}:{at.column} stands a key, not a text")
        try:
            events = list(yaml.parse(text, Loader=yaml.CSafeLoader))
        except yaml.YAMLError:
            return UNREADABLE
        for event in events:
            if isinstance(event, yaml.AliasEvent) and _place_of_event(event) == (at.line, at.column):
                named = [each for each in events if getattr(each, "anchor", None) == event.anchor]
                return _said_elsewhere(*_place_of_event(named[0]), len(named))
        return Refusal(f"no text begins at {at.line}:{at.column}")
    if not is_as_seen(value.text, old):
        return Refusal(f"another text stands at {at.line}:{at.column}: look at it again")
    # an alias can't be changed in place
    paths = [each.path for each in scalars_in(root) if each.node is value.node]
    if (shared := (_said_elsewhere(*_place(value.node), len(paths)) if at.path in paths[1:] else None)) is not None:
        return shared
    if new == value.text:
        return EditedText(text, _places(root, value))
    lines = text[part.start : part.end]
    scalar = ScalarSource(lines, value)
    for writing in spellings(scalar, new):
        after = f"{lines[: scalar.start]}{writing}{lines[scalar.end :]}"
        again = compose_tree(after)
        if again is not None and again[1] <= warnings and is_same_except(root, again[0], value.node, new):
            return EditedText(text[: part.start] + after + text[part.end :], _places(root, value))
    return Refusal("the text can't be written there without changing something else")


def _places(root: Node, value: YamlScalar) -> int:
    return sum(each.node is value.node for each in scalars_in(root))


def _again(text: str, path: tuple[str, ...], old: str) -> ValueAt | Refusal:
    """Where the value stands now."""
    if not path:
        return CHANGED
    part = _item_of(text, path[0]) or YamlPart(0, len(text), 0)
    read = compose_tree(text[part.start : part.end])
    if read is None:
        return UNREADABLE
    values = list(scalars_in(read[0]))
    found = [value for value in values if value.path == path]
    if len(found) != 1 or found[0].text != old or not is_unambiguous(found[0], values):
        return CHANGED
    line, column = _place(found[0].node)
    return ValueAt(part.line + line, column, path)


def _item_of(text: str, id: str) -> YamlPart | None:
    """The item with this id, where it can be read alone, and nothing else says that it has the id."""
    said = re.compile(rf"\bid['\"]?\s*:\s*['\"]?{re.escape(id)}(?![\w-])")
    found = list(islice(said.finditer(text), 2))
    part = item_around(text, text.count("\n", 0, found[0].start()) + 1) if len(found) == 1 else None
    read = compose_tree(text[part.start : part.end]) if part else None
    return part if read and [id_of(item) for item in read[0].value] == [id] else None


def _place(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _said_elsewhere(line: int, column: int, places: int) -> Refusal:
    return Refusal(f"the text is written at {line}:{column} and shared by {places} places: change it there, for all")


def _place_of_event(event: yaml.Event) -> tuple[int, int]:
    assert event.start_mark
    return event.start_mark.line + 1, event.start_mark.column + 1


def edit_entry(text: str, at: EntryAt, old: str, new: str) -> EditedText | Refusal:
    """`old` is empty where there is no translation yet.

    Line and paragraph separators of the new one become line breaks; at its ends, where pasted texts have them, they go.
    """
    new = _SEPARATORS.sub("\n", new.strip("\u2028\u2029"))
    try:
        file = read_po(text.encode(), "")
    except LimitError as error:
        return Refusal(str(error))
    entry = _entry(file, at)
    if isinstance(entry, Refusal):
        return entry
    if at.form > len(entry.forms) or (at.form and not entry.plural):
        return Refusal(f"the entry has {len(entry.forms)} forms: pnp translate update brings those that it lacks")
    said = entry.forms[at.form] if at.form < len(entry.forms) else ""
    if said != old:
        return Refusal("the translation has changed meanwhile: look at it again")
    settles = at.settled and not is_unseen(new)
    if said == new and at.form < len(entry.forms) and not (settles and (entry.is_fuzzy or entry.previous)):
        return EditedText(text)
    return _replace_form(text, file, entry, at.form, new, settles=settles)


def _entry(file: PoFile, at: EntryAt) -> Entry | Refusal:
    key = at.context, at.source, at.plural
    found = [entry for entry in file.entries if entry.key == key and not entry.obsolete]
    if len(found) == 1:
        return found[0]
    if found:
        return Refusal(f"the entry is there twice, in lines {found[0].line} and {found[1].line}: delete one")
    if wrong := (file.unreadable.get(at.context) or file.torn):
        return Refusal(f"the catalogue can't be read at line {wrong.span.line}: {wrong.message}")
    return Refusal("the catalogue doesn't have the entry: pnp translate update brings it")


def _replace_form(text: str, file: PoFile, entry: Entry, form: int, new: str, *, settles: bool) -> EditedText | Refusal:
    every = _LINES.findall(text)
    # comments belong to the entry: it may begin before the line of its first keyword
    written = file.written[entry].split("\n")[:-1]
    before = next(n for n, line in enumerate(written) if line.strip() and not line.lstrip().startswith("#"))
    above = entry.line - 1 - before
    place = PoLines(every[above : above + len(written)], above)
    lines = [*place.lines]
    # find the first line of the form, and the line behind its last one; both are the end, if there is none yet
    starts = [*(line - 1 - place.above for line in entry.lines), len(lines)]
    first, last = starts[form], starts[min(form + 1, len(starts) - 1)]
    keyword = f"msgstr[{form}]" if entry.plural else "msgstr"
    found = (_BREAK.search(line) for line in (lines[first - 1 : first + 1] + lines + every))
    ending = next((ending[0] for ending in found if ending), "\n")
    begin = lines[first] if first < len(lines) else lines[-1]
    indent = begin[: len(begin) - len(begin.lstrip())] if begin.lstrip().startswith("msgstr") else ""
    written = quoted(keyword, new, indent, _width(lines))
    is_open = last == len(lines) and not lines[-1].endswith(("\n", "\r"))
    if is_open and first == len(lines):
        lines[-1] += ending
    lines[first:last] = [line + ending for line in written]
    if is_open:
        lines[-1] = lines[-1].removesuffix(ending)
    if settles:
        lines = [line for line in map(_without_doubt, lines) if line]
    if not _is_right(lines, entry, form, new, settles=settles):
        return Refusal("the translation can't be written there without changing something else")
    every[place.above : place.above + len(place.lines)] = lines
    return EditedText("".join(every))


def _width(lines: list[str]) -> int:
    """Catalogues have one text a line, however long, or are wrapped."""
    said = [line.rstrip() for line in lines if line.lstrip().startswith("msg")]
    return _ENDLESS if any(len(line) > WIDTH and " " in line[10:-1].strip() for line in said) else WIDTH


def _without_doubt(line: str) -> str:
    """Without the flag that says that a translation is doubtful; empty where it has nothing else to say."""
    stripped = line.lstrip()
    if stripped.startswith("#|"):
        return ""
    found = _FLAGS.match(line)
    if found is None or "fuzzy" not in [flag.strip() for flag in found[2].split(",")]:
        return line
    flags = [flag for flag in found[2].split(",") if flag.strip() not in ("fuzzy", "")]
    said = ",".join(flags)
    return f"{found[1]}{said if said.startswith(' ') else ' ' + said}{line[found.end() :]}" if flags else ""


def _is_right(lines: list[str], entry: Entry, form: int, new: str, *, settles: bool) -> bool:
    """Whether the entry, read by itself, is what it was but for this."""
    found = read_po("".join(lines).encode(), "")
    if len(found.entries) != 1 or found.problems:
        return False
    forms = [*entry.forms]
    forms[form : form + 1] = [new]
    flags = tuple([flag for flag in entry.flags if not settles or flag != "fuzzy"])
    expected = entry._replace(forms=tuple(forms), flags=flags, previous=() if settles else entry.previous)
    there = found.entries[0]
    return there == expected._replace(line=there.line, says=there.says, lines=there.lines)
