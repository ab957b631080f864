"""A place in a YAML text + a new text → the same file with that text, written as nearly as it was written before.

Ways to write it are tried by reading the file, or its one item, again: each other value must be what it was.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import yaml
from yaml.nodes import Node

from pnp.edit.edits import CHANGED, UNREADABLE, UNWRITABLE, EditedText, Refusal, ValueAt, is_as_seen
from pnp.edit.yaml_source import (
    FormerLine,
    Rewrapper,
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
from pnp.load.sink import place_of

_NOT_PLAIN = re.compile(r"^[-?:](?:\s|$)|^[,\[\]{}#&*!|>'\"%@`]|:(?:\s|$)|\s#|[\t\x85\u2028\u2029\ufeff]|^\s|\s$")
_NOT_PLAIN_IN_FLOW = re.compile(r"[,\[\]{}:?]|^-")  # also what only some parsers take for signs
_FLOW_SIGN = re.compile(r"[,\[\]{}?]")  # ? is one for PyYAML's own parser, not for libyaml
_ESCAPED = re.compile('["\\\\\n\r\t\x85\u2028\u2029\ufeff]')
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
_ONLY_ESCAPED = re.compile("[\x85\u2028\u2029\ufeff]")
_INDICATED = re.compile(r"\n*[ \t]")  # a block's first line has blanks of its own
_TEXT = "str"
_Write = Callable[[str], str]


def edit_scalar(text: str, at: ValueAt, old: str, new: str, *, has_changed: bool = False) -> EditedText | Refusal:
    """Replace a scalar of a YAML file. `has_changed`: the place is of an older file, so only the path finds it."""
    if has_changed:
        found = _find_place(text, at.path, old)
        if isinstance(found, Refusal):
            return found
        at = found
    part, read = _read_part(text, at.line, lambda items: len(items) == 1)
    if read is None:
        return UNREADABLE
    root, warnings = read
    line = at.line - part.line
    if (scalar := find_scalar(root, line, at.column)) is None:
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
    return UNWRITABLE


def find_scalar_path(text: str, at: ValueAt) -> tuple[str, ...]:
    """Return the path by which a scalar is found in a changed file; empty if none begins there."""
    part, read = _read_part(text, at.line, lambda items: bool(id_of(items[0])))
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
    line = text.count("\n", 0, found[0].start()) + 1 if len(found) == 1 else 0
    part, read = _read_part(text, line, lambda items: [id_of(item) for item in items] == [path[0]])
    if read is None:
        return UNREADABLE
    scalars = list(scalars_in(read[0]))
    there = [scalar for scalar in scalars if scalar.path == path]
    if len(there) != 1 or there[0].text != old or not is_unambiguous(there[0], scalars):
        return CHANGED
    line, column = place_of(there[0].node)
    return ValueAt(part.line + line, column, path)


def _read_part(
    text: str, line: int, is_right: Callable[[Sequence[Node]], bool]
) -> tuple[YamlPart, tuple[Node, int] | None]:
    """Read the item that has a line, if its nodes are right; otherwise, or for line 0, the whole file."""
    part = item_around(text, line) if line else None
    read = compose_tree(text[part.start : part.end]) if part else None
    if part is None or read is None or not is_right(read[0].value):
        return YamlPart(0, len(text), 0), compose_tree(text)
    return part, read


def _refuse_place(text: str, at: ValueAt, *, is_on_key: bool) -> Refusal:
    """Say what stands at a place where no scalar begins."""
    if is_on_key:
        return Refusal(f"at {at.line}:{at.column} stands a key, not a text")
    try:
        events = list(yaml.parse(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        return UNREADABLE
    places = [(each.start_mark.line + 1, each.start_mark.column + 1) if each.start_mark else (0, 0) for each in events]
    for event, place in zip(events, places, strict=True):
        if isinstance(event, yaml.AliasEvent) and place == (at.line, at.column):
            named = [n for n, each in enumerate(events) if getattr(each, "anchor", None) == event.anchor]
            return _refuse_alias(*places[named[0]], len(named))
    return Refusal(f"no text begins at {at.line}:{at.column}")


def _refuse_alias(line: int, column: int, places: int) -> Refusal:
    return Refusal(f"the text is written at {line}:{column} and shared by {places} places: change it there, for all")


def spellings(scalar: ScalarSource, new: str) -> Iterator[str]:
    """Yield what may stand instead of `scalar.source`."""
    if scalar.is_block:
        yield from _spell_block(scalar, new)
        return
    blank = "" if scalar.source or not scalar.all[scalar.start - 1 : scalar.start].strip() else " "
    is_flow_sign = scalar.value.in_flow and _FLOW_SIGN.search(new)
    if scalar.style == "" and new and not _NOT_PLAIN.search(new) and not is_flow_sign:
        is_kind = kind_of_plain(new) in (_TEXT, kind_of_plain(scalar.value.text))
        if is_kind and (plain := _wrap(scalar, new, str, "")) is not None:
            yield blank + plain
    if scalar.style != '"' and not _ONLY_ESCAPED.search(new):
        single = _wrap(scalar, new, lambda text: text.replace("'", "''"), "'")
        if single is not None and (scalar.style or ("\t" not in new and ("'" not in new or '"' in new or "\\" in new))):
            yield f"{blank}'{single}'"
    spelled = scalar.escapes if scalar.style == '"' else {}  # escapes that are there already

    def write(text: str) -> str:
        return "".join([spelled.get(sign) or _escape(sign) for sign in text]) if spelled else _escape(text)

    letters = zip(scalar.letters, scalar.value.text, strict=False)
    if any(sign == "\n" and not letter.width for letter, sign in letters) and _has_clean_paragraphs(new):
        if (double := _wrap(scalar, new, write, '"')) is not None:
            yield f'{blank}"{double}"'
    else:  # line breaks are escaped, so that all of it is one paragraph
        lines = [] if scalar.is_first_line_only else [*_rewrapper(scalar, '"', write).lines(new)]
        yield f'{blank}"{_join(scalar, lines) if lines else write(new)}"'
    yield f'{blank}"{_escape(new)}"'


def spell_new_text(text: str, *, in_flow: bool = False) -> str:
    """Spell a text that stood nowhere before on one line; `in_flow`: in a list in brackets."""
    is_plain = text and not _NOT_PLAIN.search(text) and "\n" not in text and kind_of_plain(text) == _TEXT
    return text if is_plain and not (in_flow and _NOT_PLAIN_IN_FLOW.search(text)) else f'"{_escape(text)}"'


def _escape(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[0]) or f"\\u{ord(found[0]):04x}", text)


def kind_of_plain(text: str) -> str:
    """Return what YAML takes a plain scalar for."""
    if text == "":
        return "null"
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers
    for tag, pattern in [*resolvers.get(text[0], ()), *resolvers.get(None, ())]:
        if pattern.match(text):
            kind = str(tag).rpartition(":")[2]
            return "number" if kind in ("int", "float") else kind
    return "number" if re.fullmatch(r"[-+]?(?:0o[0-7]+|[0-9.]+(?:[eE][-+]?[0-9]+)?)", text) else _TEXT


def _rewrapper(scalar: ScalarSource, sign: str, write: _Write) -> Rewrapper:
    room, others = scalar.width - scalar.column - len(sign), scalar.width - len(_lead(scalar))
    is_kept = sign == scalar.style
    former = [line if is_kept else line._replace(raw=write(line.text)) for line in scalar.former_lines]
    return Rewrapper(former, room, others, write)


def _lead(scalar: ScalarSource) -> str:
    """Return the blanks before the scalar's lines behind the first one."""
    return next((line.lead for line in scalar.former_lines[1:] if line.lead), " " * (max(scalar.value.indent, 0) + 2))


def _has_clean_paragraphs(text: str) -> bool:
    """Check that line breaks can stand as empty lines: no blanks beside them, none at an end."""
    return "\n" not in text or not re.search(r"[ \t]\n|\n[ \t]|\A\n|\n\Z", text)


def _wrap(scalar: ScalarSource, new: str, write: _Write, sign: str) -> str | None:
    """Write a text on one line or, where the scalar stood on several, wrapped; without its quotes."""
    if scalar.is_first_line_only:
        return None if "\n" in new else write(new)
    if not _has_clean_paragraphs(new):
        return None
    rewrapper = _rewrapper(scalar, sign, write)
    # folding needs one more empty line between paragraphs than the text has line breaks
    text, breaks = "", 0
    for number, paragraph in enumerate(new.split("\n")):
        part = _join(scalar, [*rewrapper.lines(paragraph)], is_start=not number)
        breaks += number > 0
        if part:
            text += scalar.newline * (breaks + 1 if breaks else 0) + part
            breaks = 0
    return text


def _join(scalar: ScalarSource, lines: list[FormerLine], *, is_start: bool = True) -> str:
    lead = _lead(scalar)
    leads = ["" if is_start and not number else line.lead or lead for number, line in enumerate(lines)]
    return scalar.newline.join(own + line.raw for own, line in zip(leads, lines, strict=True))


def _spell_block(scalar: ScalarSource, new: str) -> Iterator[str]:
    """Yield a text as `|` or `>`, with its header, the comment behind it and empty lines; and in quotes."""
    if (header := re.match(r"([|>])([-+0-9]*)([^\r\n]*)(\r\n|\r|\n|$)", scalar.source)) is None:
        return
    sign, comment, newline = header[1], header[3], scalar.newline
    digit, chomping = re.sub("[-+]", "", header[2]), re.sub("[0-9]", "", header[2])
    before = scalar.source[header.end() :]
    filled = len(before.rstrip(" \r\n"))
    ending = re.match(r" *(?:\r\n|\r|\n)?", before[filled:])  # of the last line that isn't blank
    end = len(before) if chomping == "+" else filled + ending.end() if filled and ending else 0
    before, tail = before[:end], before[end:]
    parent = max(scalar.value.indent, 0)
    first = re.search(r"^( *)[^ \r\n]", before + tail, re.MULTILINE)
    indent = " " * (parent + int(digit) if digit else len(first[1]) if first else parent + 2)
    paragraphs = new.split("\n") if new else []
    body = _fold(scalar, paragraphs, indent) if sign == ">" else [indent + line if line else "" for line in paragraphs]
    if not digit and _INDICATED.match(new):
        digit = str(len(indent) - parent)
    if len(digit) < 2 and (new or chomping != "+") and (chomping == "+" or not new.endswith("\n")):
        is_open = bool(before) and not before.endswith(("\n", "\r"))
        lines = newline.join(body) + ("" if is_open or not body else newline)
        yield f"{sign}{digit}{chomping}{comment}{newline}{lines}{tail}"
    last = newline if scalar.source.endswith(("\n", "\r")) else ""
    yield f'"{_escape(new)}"{comment}{last}{tail}'


def _fold(scalar: ScalarSource, paragraphs: list[str], indent: str) -> list[str]:
    """Wrap paragraphs. One that begins with a blank isn't folded, and line breaks beside it stand for themselves."""
    room = scalar.width - len(indent)
    rewrapper = Rewrapper(scalar.former_lines, room, room, str)
    found: list[str] = []
    was_blank, breaks = True, 0
    for paragraph in paragraphs:
        if not paragraph:
            breaks += 1
            continue
        is_blank = paragraph[0] in " \t"
        lines = [paragraph] if is_blank else [line.raw for line in rewrapper.lines(paragraph)]
        found += [""] * (breaks if not found or was_blank or is_blank else breaks + 1)
        found += [indent + line for line in lines]
        was_blank, breaks = is_blank, 0
    return found + [""] * breaks
