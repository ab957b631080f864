"""YAML text → its values with their paths; and of a long list the one item that has a line, if that can be read alone.

Reading a file of 20,000 pieces takes seconds, one of its items nothing. An item at the margin can be read alone where
what stands before it is complete by itself, so that no quote or bracket is open; where the list it belongs to begins
at the margin, so that neither plain texts nor blocks reach there; where nothing begins another document; and where
neither anchors nor line breaks that only YAML knows are about.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.load.files import Source
from pnp.load.sink import place_of
from pnp.load.yaml_nodes import compose
from pnp.model.problem import LimitError, Problem
from pnp.model.values import Poison

_FIRST = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:---[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*)?(?=-[ \t\r\n])")
_DOCUMENT = ("\n---", "\n...", "\n%")  # what begins or ends one
_ODD_BREAKS = ("\x85", "\u2028", "\u2029")
_ITEM = re.compile(r"^-(?=[ \t\r\n])", re.MULTILINE)


class YamlValue(NamedTuple):
    """A scalar that is no key. `indent` is the column of the block collection that it is in, from 0; -1 without."""

    node: ScalarNode
    path: tuple[str, ...]
    indent: int = -1
    in_flow: bool = False
    is_counted: bool = False  # its path has the number of an item without an id, which changes with the items before it

    @property
    def text(self) -> str:
        """As texts are read: without the line break at the end of a block."""
        value: str = self.node.value
        return value.removesuffix("\n") if self.node.style in ("|", ">") else value


class YamlPart(NamedTuple):
    """Lines of a file that are read by themselves."""

    start: int
    end: int
    line: int  # how many there are before it


def tree_of(text: str) -> tuple[Node, int] | None:
    """The root, and of how many things the file's reader warns; None where it can't be read."""
    problems: list[Problem] = []
    try:
        root = compose(Source("", text), problems)
    except LimitError:
        return None
    return None if isinstance(root, Poison) else (root, len(problems))


def values_in(root: Node) -> Iterator[YamlValue]:
    """In their order, those behind aliases as often as they are named."""
    return _values(root, (), -1, in_flow=False, is_counted=False)


def _values(node: Node, path: tuple[str, ...], indent: int, *, in_flow: bool, is_counted: bool) -> Iterator[YamlValue]:
    if isinstance(node, ScalarNode):
        yield YamlValue(node, path, indent, in_flow, is_counted)
        return
    flow = in_flow or bool(getattr(node, "flow_style", False))
    if isinstance(node, MappingNode):
        column = indent if flow or not node.value else node.value[0][0].start_mark.column
        for key, value in node.value:
            name = key.value if isinstance(key, ScalarNode) else ""
            yield from _values(value, (*path, name), column, in_flow=flow, is_counted=is_counted)
    elif isinstance(node, SequenceNode):
        column = indent if flow else node.start_mark.column
        for number, item in enumerate(node.value):
            id = id_of(item)
            within = (*path, id or str(number))
            yield from _values(item, within, column, in_flow=flow, is_counted=is_counted or not id)


def is_certain(value: YamlValue, values: Iterable[YamlValue]) -> bool:
    """Whether its path and its text mean this value alone, even if items of lists have moved."""
    if not value.is_counted:
        return True
    alike = [each for each in values if len(each.path) == len(value.path) and each.text.strip() == value.text.strip()]
    pairs = [zip(each.path, value.path, strict=True) for each in alike]
    return sum(all(ours == theirs or (ours + theirs).isdigit() for ours, theirs in pair) for pair in pairs) == 1


def id_of(node: Node) -> str:
    """Of a mapping that has one."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value == "id" and isinstance(value, ScalarNode):
                return str(value.value)
    return ""


def at_place(root: Node, line: int, column: int) -> YamlValue | None:
    """The value that begins there, or whose text does, behind a quote, an anchor or `|`."""
    place = line - 1, column - 1
    for value in values_in(root):
        start, end = value.node.start_mark, value.node.end_mark
        if (start.line, start.column) <= place < (end.line, end.column) or (start.line, start.column) == place:
            return value
    return None


def is_key(root: Node, line: int, column: int) -> bool:
    left, seen = [root], set()
    while left:
        node = left.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, MappingNode):
            if any(place_of(key) == (line, column) for key, _ in node.value):
                return True
            left += [value for _, value in node.value]
        elif isinstance(node, SequenceNode):
            left += node.value
    return False


def same_but(old: Node, new: Node, changed: ScalarNode, text: str) -> bool:
    """Whether two trees have the same values, written in the same styles; but the changed one has the text."""
    left, seen = [(old, new)], set()
    while left:
        pair = left.pop()
        before, after = pair
        if before.__class__ is not after.__class__ or before.tag != after.tag:
            return False
        if isinstance(before, ScalarNode):
            if before is changed:
                if YamlValue(after, ()).text != text:  # type: ignore[arg-type]
                    return False
            elif (before.value, before.style) != (after.value, after.style):  # type: ignore[attr-defined]
                return False
        elif (id(before), id(after)) not in seen:
            seen.add((id(before), id(after)))
            ours, theirs = _children(before), _children(after)
            if len(ours) != len(theirs) or before.flow_style != after.flow_style:  # type: ignore[attr-defined]
                return False
            left += zip(ours, theirs, strict=True)
    return True


def _children(node: Node) -> list[Node]:
    return [each for pair in node.value for each in pair] if isinstance(node, MappingNode) else list(node.value)


def item_around(text: str, line: int) -> YamlPart | None:
    """The item of the file's list that has this line, from 1; None where only all of the file can be read."""
    first = _FIRST.match(text)
    if first is None or any(text.find(sign, first.end()) >= 0 for sign in _DOCUMENT) or _has_odd_breaks(text):
        return None
    offset = _start_of_line(text, line)
    if offset is None:
        return None
    found = _ITEM.match(text, offset)
    start = offset if found else text.rfind("\n-", 0, offset) + 1
    while start and not _ITEM.match(text, start):
        start = text.rfind("\n-", 0, start - 1) + 1
    if start < first.end() or not _ITEM.match(text, start):
        return None
    behind = _ITEM.search(text, start + 1)
    end = behind.start() if behind else len(text)
    if ("&" in text[start:end] and "*" in text) or not is_complete(text[:start]):
        return None
    return YamlPart(start, end, text.count("\n", 0, start))


def _start_of_line(text: str, line: int) -> int | None:
    """By halves: files have hundreds of thousands of lines."""
    low, high, breaks = 0, len(text), line - 1
    while high - low > 1_000:
        middle = (low + high) // 2
        count = text.count("\n", low, middle)
        if count >= breaks:
            high = middle
        else:
            low, breaks = middle, breaks - count
    for _ in range(breaks):
        low = text.find("\n", low) + 1
        if not low:
            return None
    return low


def _has_odd_breaks(text: str) -> bool:
    """Lines that YAML counts, and others don't."""
    return text.count("\r") != text.count("\r\n") or any(sign in text for sign in _ODD_BREAKS)


def is_complete(text: str) -> bool:
    """Whether it is YAML by itself; anchors needn't be there. False, too, where nothing can tell that quickly."""
    parse = getattr(getattr(yaml, "CSafeLoader", None), "raw_parse", None)
    try:
        return parse is not None and bool(parse(yaml.CSafeLoader(text)))
    except yaml.YAMLError:
        return False
