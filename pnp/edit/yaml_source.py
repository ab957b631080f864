"""YAML text → its values with their paths, and a scalar as it stands in it: its characters, indent, width and lines.

Reading a file of 20,000 pieces takes seconds, one of its items nothing. An item at the margin can be read alone where
its list begins at the margin, what stands before it is complete by itself, nothing begins another document, and there
are no anchors, nor line breaks that only YAML knows.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from pnp.diagnostics.pinpoint import Extent, Letter, letters_of_yaml
from pnp.load.sink import BREAK, place_of
from pnp.load.yaml_nodes import Source, compose
from pnp.model.problem import LimitError, Problem
from pnp.model.values import Unreadable

_FIRST = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\r?\n)*(?:---[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*)?(?=-[ \t\r\n])")
_DOCUMENT = ("\n---", "\n...", "\n%")  # what begins or ends one
_ODD_BREAKS = ("\x85", "\u2028", "\u2029")
_ITEM = re.compile(r"^-(?=[ \t\r\n])", re.MULTILINE)


class YamlScalar(NamedTuple):
    """A scalar that is no key. `indent` is the column of the block collection that it is in, from 0; -1 without."""

    node: ScalarNode
    path: tuple[str, ...]
    indent: int = -1
    in_flow: bool = False
    is_counted: bool = False  # its path has the number of an item without an id, which changes with the items before it

    @property
    def text(self) -> str:
        """Return the text as games have it: without the line break at the end of a block."""
        value: str = self.node.value
        return value.removesuffix("\n") if self.node.style in ("|", ">") else value


class YamlPart(NamedTuple):
    """Lines of a file that are read by themselves."""

    start: int
    end: int
    line: int  # how many there are before it


_FOLD = re.compile(r"(?<=[^ \t\n]) (?=[^ \t\n])")  # where a line break can stand for a blank
_CERTAIN = 12  # characters of a line that is found again although others before it are gone


class FormerLine(NamedTuple):
    """A line as it was: its text, how that was written, and the blanks before it."""

    text: str
    raw: str
    lead: str


class Rewrapper:
    """Wraps a text's paragraphs, written by `write`: the first line has `room` characters, the others `others`."""

    def __init__(self, former: Sequence[FormerLine], room: int, others: int, write: Callable[[str], str]) -> None:
        self._former = former
        self._room = room
        self._others = others
        self._write = write
        self._next = 0  # of the former lines
        self._is_first = True

    def lines(self, paragraph: str) -> Iterator[FormerLine]:
        """Yield the lines of a paragraph; the `lead` of new ones is empty."""
        stops = dict.fromkeys([*(fold.start() for fold in _FOLD.finditer(paragraph)), len(paragraph)])
        at = 0
        while at < len(paragraph):
            if (number := self._find_former(paragraph, at, stops)) is None:
                # a new line ends where it is full, or a former one begins
                room = self._room if self._is_first else self._others
                end, *others = [stop for stop in stops if stop > at]
                for stop in others:
                    has_former = self._find_former(paragraph, end + 1, stops) is not None
                    if has_former or len(self._write(paragraph[at:stop])) > room:
                        break
                    end = stop
                line = FormerLine(paragraph[at:end], self._write(paragraph[at:end]), "")
            else:
                line, self._next = self._former[number], number + 1
            self._is_first = False
            at += len(line.text) + 1
            yield line

    def _find_former(self, paragraph: str, at: int, stops: Container[int]) -> int | None:
        """Return the number of the former line that stands here again."""
        for number in range(self._next, len(self._former)):
            text = self._former[number].text
            certain = number == self._next or len(text) >= _CERTAIN
            if certain and text and paragraph.startswith(text, at) and at + len(text) in stops:
                return number
        return None


_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)+")
_MARGINS = (80, 100, 120, 160)  # columns at which authors wrap
_RAGGED = 8  # columns that their lines mostly leave free


class ScalarSource:
    """A scalar as it stands in `text`, which is the file, or the part of it that was read."""

    def __init__(self, text: str, value: YamlScalar) -> None:
        node = value.node
        properties = _PROPERTIES.match(text, node.start_mark.index)
        self.all = text
        self.value = value
        self.style: str = node.style or ""
        self.start = properties.end() if properties else node.start_mark.index
        self.end = max(self.start, node.end_mark.index)
        self.is_first_line_only = node.start_mark.line == node.end_mark.line

    @property
    def source(self) -> str:
        return self.all[self.start : self.end]

    @property
    def column(self) -> int:
        return self.start - max(self.all.rfind(sign, 0, self.start) for sign in ("\n", "\r")) - 1

    @cached_property
    def newline(self) -> str:
        """Return the line break behind the scalar's first line, or any of the text."""
        found = BREAK.search(self.all, self.start) or BREAK.search(self.all)
        return found[0] if found and found[0] in ("\r\n", "\n", "\r") else "\n"

    @cached_property
    def letters(self) -> list[Letter]:
        node = self.value.node
        start, end = node.start_mark, node.end_mark
        extent = Extent(start.line + 1, start.column + 1, end.line + 1, end.column + 1, self.style, node.value)
        return letters_of_yaml(self._lines, extent)[: len(self.value.text)]

    @cached_property
    def _lines(self) -> list[str]:
        return BREAK.split(self.all)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in BREAK.finditer(self.all))]

    def _index(self, letter: Letter) -> int:
        return self._starts[letter.line - 1] + letter.column - 1

    @cached_property
    def former_lines(self) -> list[FormerLine]:
        """Return the scalar's lines; lines joined by a backslash are one."""
        found: list[FormerLine] = []
        at = 0
        for number, letter in enumerate([*self.letters, None]):
            if letter is None or not letter.width:
                if at < number:
                    first, last = self.letters[at], self.letters[number - 1]
                    raw = self.all[self._index(first) : self._index(last) + last.width]
                    lead = self._lines[first.line - 1][: first.column - 1]
                    found.append(FormerLine(self.value.text[at:number], raw, lead if not lead.strip() else ""))
                at = number + 1
        return found

    @cached_property
    def escapes(self) -> dict[str, str]:
        """Return how characters in double quotes are escaped that needn't be."""
        foreign = [(sign, letter) for letter, sign in zip(self.letters, self.value.text, strict=False) if sign > "\x7f"]
        found = {sign: self.all[self._index(letter) :][: letter.width] for sign, letter in foreign if letter.width > 1}
        return {sign: raw for sign, raw in found.items() if raw.startswith("\\")}

    @property
    def width(self) -> int:
        """Return how wide the scalar's lines may be, with all before them: about as wide as they are."""
        lines = BREAK.split(self.all[self.start - self.column : self.end])
        widest = max(len(line.rstrip()) for line in (lines[1:] if self.is_block else lines) or [""])
        margin = next((margin for margin in _MARGINS if margin >= widest), widest)
        return min(widest + _RAGGED, margin) if len(self.former_lines) > 1 else margin

    @property
    def is_block(self) -> bool:
        return self.style in ("|", ">")


def compose_tree(text: str) -> tuple[Node, int] | None:
    """Return the root and the number of warnings of the file's reader, or None if the text can't be read."""
    problems: list[Problem] = []
    try:
        root = compose(Source("", text), problems)
    except (LimitError, Unreadable):
        return None
    return root, len(problems)


def scalars_in(
    node: Node, path: tuple[str, ...] = (), indent: int = -1, *, in_flow: bool = False, is_counted: bool = False
) -> Iterator[YamlScalar]:
    """Yield all scalars but keys in their order, those behind aliases as often as they are named."""
    if isinstance(node, ScalarNode):
        yield YamlScalar(node, path, indent, in_flow, is_counted)
        return
    flow = in_flow or bool(getattr(node, "flow_style", False))
    if isinstance(node, MappingNode):
        column = indent if flow or not node.value else node.value[0][0].start_mark.column
        for key, value in node.value:
            name = key.value if isinstance(key, ScalarNode) else ""
            yield from scalars_in(value, (*path, name), column, in_flow=flow, is_counted=is_counted)
    elif isinstance(node, SequenceNode):
        column = indent if flow else node.start_mark.column
        for number, item in enumerate(node.value):
            id = id_of(item)
            within = (*path, id or str(number))
            yield from scalars_in(item, within, column, in_flow=flow, is_counted=is_counted or not id)


def is_unambiguous(value: YamlScalar, values: Iterable[YamlScalar]) -> bool:
    """Check that its path and its text mean this scalar alone, even if items of lists have moved."""
    if not value.is_counted:
        return True
    alike = [each for each in values if len(each.path) == len(value.path) and each.text.strip() == value.text.strip()]
    pairs = [zip(each.path, value.path, strict=True) for each in alike]
    return sum(all(ours == theirs or (ours + theirs).isdigit() for ours, theirs in pair) for pair in pairs) == 1


def id_of(node: Node) -> str:
    """Return the id of a mapping, or nothing."""
    if isinstance(node, MappingNode):
        for key, value in node.value:
            if key.value == "id" and isinstance(value, ScalarNode):
                return str(value.value)
    return ""


def find_scalar(root: Node, line: int, column: int) -> YamlScalar | None:
    """Return the scalar that begins there, or whose text does, behind a quote, an anchor or `|`."""
    place = line - 1, column - 1
    for value in scalars_in(root):
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


def is_same_except(old: Node, new: Node, changed: ScalarNode, text: str) -> bool:
    """Check that two trees have the same scalars in the same styles, but the changed one has the text."""
    left, seen = [(old, new)], set()
    while left:
        before, after = left.pop()
        if before.__class__ is not after.__class__ or before.tag != after.tag:
            return False
        if before is changed:
            if YamlScalar(after, ()).text != text:  # type: ignore[arg-type]
                return False
        elif isinstance(before, ScalarNode):
            if (before.value, before.style) != (after.value, after.style):  # type: ignore[attr-defined]
                return False
        elif (id(before), id(after)) not in seen:
            seen.add((id(before), id(after)))
            if before.flow_style != after.flow_style or len(before.value) != len(after.value):  # type: ignore[attr-defined]
                return False
            for ours, theirs in zip(before.value, after.value, strict=True):
                left += zip(ours, theirs, strict=True) if isinstance(before, MappingNode) else [(ours, theirs)]
    return True


def item_around(text: str, line: int) -> YamlPart | None:
    """Return the item of the file's list that has this line, from 1, or None if only the whole file can be read."""
    first = _FIRST.match(text)
    if first is None or any(text.find(sign, first.end()) >= 0 for sign in _DOCUMENT):
        return None
    if text.count("\r") != text.count("\r\n") or any(sign in text for sign in _ODD_BREAKS):
        return None  # YAML counts lines that others don't
    if (offset := _find_line(text, line)) is None:
        return None
    start = offset if _ITEM.match(text, offset) else text.rfind("\n-", 0, offset) + 1
    while start and not _ITEM.match(text, start):
        start = text.rfind("\n-", 0, start - 1) + 1
    if start < first.end() or not _ITEM.match(text, start):
        return None
    behind = _ITEM.search(text, start + 1)
    end = behind.start() if behind else len(text)
    if "&" in text[start:end] and "*" in text:
        return None
    # what stands before it must be YAML, whether or not its anchors are there; only one parser can check that quickly
    parse = getattr(getattr(yaml, "CSafeLoader", None), "raw_parse", None)
    try:
        is_complete = parse is not None and bool(parse(yaml.CSafeLoader(text[:start])))
    except yaml.YAMLError:
        is_complete = False
    return YamlPart(start, end, text.count("\n", 0, start)) if is_complete else None


def _find_line(text: str, line: int) -> int | None:
    """Return where a line begins, by halves: files have hundreds of thousands of lines."""
    low, high, breaks = 0, len(text), line - 1
    while high - low > 1_000:
        middle = (low + high) // 2
        count = text.count("\n", low, middle)
        if count >= breaks:
            high = middle
        else:
            low, breaks = middle, breaks - count
    for _ in range(breaks):
        if not (low := text.find("\n", low) + 1):
            return None
    return low
