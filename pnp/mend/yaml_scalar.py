"""YAML text + where a scalar stands + a new text → the same file with that text, in the style that it had.

What comes out has been read again: each other value of it, or of the one item of its list that can be read alone, is
what it was.
"""

import re
from itertools import islice

import yaml
from yaml.nodes import Node

from pnp.mend.edit import CHANGED, Refusal, Spliced, ValueAt, is_same
from pnp.mend.yaml_source import ScalarSource
from pnp.mend.yaml_styles import writings
from pnp.mend.yaml_tree import (
    YamlPart,
    YamlValue,
    at_place,
    id_of,
    is_certain,
    is_key,
    item_around,
    same_but,
    tree_of,
    values_in,
)

UNREADABLE = Refusal("the file can't be read: mend what pnp check says of it first")


def mend_scalar(text: str, at: ValueAt, old: str, new: str, *, has_changed: bool = False) -> Spliced | Refusal:
    """`has_changed`: the file isn't the one that the place is of, so that only the path finds the value."""
    if has_changed:
        found = _again(text, at.path, old)
        if isinstance(found, Refusal):
            return found
        at = found
    part = item_around(text, at.line)
    if part is not None:
        read = tree_of(text[part.start : part.end])
        if read is not None and len(read[0].value) == 1:
            return _mended(text, part, read, at, old, new)
    read = tree_of(text)
    if read is None:
        return UNREADABLE
    return _mended(text, YamlPart(0, len(text), 0), read, at, old, new)


def path_of_scalar(text: str, at: ValueAt) -> tuple[str, ...]:
    """By which the value is found again once the file has changed; empty where nothing stands there."""
    part = item_around(text, at.line)
    read = tree_of(text[part.start : part.end]) if part else None
    if part is None or read is None or not id_of(read[0].value[0]):
        part, read = YamlPart(0, len(text), 0), tree_of(text)
    value = at_place(read[0], at.line - part.line, at.column) if read else None
    if read is None or value is None:
        return ()
    values = list(values_in(read[0]))
    shared = [each for each in values if each.node is value.node]
    meant = next((each for each in shared if at.path and each.path[-len(at.path) :] == at.path), value)
    return meant.path if is_certain(meant, values) else ()


def _mended(text: str, part: YamlPart, read: tuple[Node, int], at: ValueAt, old: str, new: str) -> Spliced | Refusal:
    root, warnings = read
    line = at.line - part.line
    value = at_place(root, line, at.column)
    if value is None:
        return _nothing_there(text, root, at, line)
    if not is_same(value.text, old):
        return Refusal(f"another text stands at {at.line}:{at.column}: look at it again")
    if (shared := _shared(root, value, at.path)) is not None:
        return shared
    if new == value.text:
        return Spliced(text, _places(root, value))
    lines = text[part.start : part.end]
    scalar = ScalarSource(lines, value)
    for writing in writings(scalar, new):
        after = f"{lines[: scalar.start]}{writing}{lines[scalar.end :]}"
        again = tree_of(after)
        if again is not None and again[1] <= warnings and same_but(root, again[0], value.node, new):
            return Spliced(text[: part.start] + after + text[part.end :], _places(root, value))
    return Refusal("the text can't be written there without changing something else")


def _places(root: Node, value: YamlValue) -> int:
    return sum(each.node is value.node for each in values_in(root))


def _again(text: str, path: tuple[str, ...], old: str) -> ValueAt | Refusal:
    """Where the value stands now."""
    if not path:
        return CHANGED
    part = _item_of(text, path[0]) or YamlPart(0, len(text), 0)
    read = tree_of(text[part.start : part.end])
    if read is None:
        return UNREADABLE
    values = list(values_in(read[0]))
    found = [value for value in values if value.path == path]
    if len(found) != 1 or found[0].text != old or not is_certain(found[0], values):
        return CHANGED
    line, column = _place(found[0].node)
    return ValueAt(part.line + line, column, path)


def _item_of(text: str, id: str) -> YamlPart | None:
    """The item with this id, where it can be read alone, and nothing else says that it has the id."""
    said = re.compile(rf"\bid['\"]?\s*:\s*['\"]?{re.escape(id)}(?![\w-])")
    found = list(islice(said.finditer(text), 2))
    part = item_around(text, text.count("\n", 0, found[0].start()) + 1) if len(found) == 1 else None
    read = tree_of(text[part.start : part.end]) if part else None
    return part if read and [id_of(item) for item in read[0].value] == [id] else None


def _shared(root: Node, value: YamlValue, path: tuple[str, ...]) -> Refusal | None:
    """Where the path is that of an alias, not of the text itself."""
    paths = [each.path for each in values_in(root) if each.node is value.node]
    return _said_elsewhere(*_place(value.node), len(paths)) if path in paths[1:] else None


def _place(node: Node) -> tuple[int, int]:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _said_elsewhere(line: int, column: int, places: int) -> Refusal:
    return Refusal(f"the text is written at {line}:{column} and shared by {places} places: change it there, for all")


def _nothing_there(text: str, root: Node, at: ValueAt, line: int) -> Refusal:
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


def _place_of_event(event: yaml.Event) -> tuple[int, int]:
    assert event.start_mark
    return event.start_mark.line + 1, event.start_mark.column + 1
