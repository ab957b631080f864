"""A scalar as it stands in YAML: the characters it takes, how it is indented, how wide, and what each line says."""

import re
from functools import cached_property
from typing import NamedTuple

from pnp.load.sink import BREAK
from pnp.mend.wrapping import FormerLine
from pnp.mend.yaml_tree import YamlValue
from pnp.problems.pinpoint import Extent, Letter, letters_of_yaml

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)+")
_MARGINS = (80, 100, 120, 160)  # columns at which authors wrap
_RAGGED = 8  # columns that their lines mostly leave free


class ScalarSource:
    """`text` is the file, or the part of it that was read."""

    def __init__(self, text: str, value: YamlValue) -> None:
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
    def before(self) -> str:
        """The character before it."""
        return self.all[self.start - 1 : self.start] if self.start else ""

    @property
    def column(self) -> int:
        return self.start - self._line_start(self.start)

    @cached_property
    def newline(self) -> str:
        """The line break that follows its first line, or any."""
        found = BREAK.search(self.all, self.start) or BREAK.search(self.all)
        return found[0] if found and found[0] in ("\r\n", "\n", "\r") else "\n"

    def _line_start(self, at: int) -> int:
        return max(self.all.rfind(sign, 0, at) for sign in ("\n", "\r")) + 1

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
    def _offsets(self) -> list[int]:
        return [0, *(found.end() for found in BREAK.finditer(self.all))]

    def _index(self, letter: Letter) -> int:
        return self._offsets[letter.line - 1] + letter.column - 1

    @cached_property
    def former(self) -> list[FormerLine]:
        """Its lines; those that a backslash joins are one."""
        found: list[FormerLine] = []
        at = 0
        for number, letter in enumerate([*self.letters, None]):
            if letter is None or not letter.width:
                if at < number:
                    found.append(self._former(at, number))
                at = number + 1
        return found

    def _former(self, start: int, end: int) -> FormerLine:
        first, last = self.letters[start], self.letters[end - 1]
        raw = self.all[self._index(first) : self._index(last) + last.width]
        lead = self._lines[first.line - 1][: first.column - 1]
        return FormerLine(self.value.text[start:end], raw, lead if not lead.strip() else "")

    @property
    def breaks_paragraphs(self) -> bool:
        """Whether a line break of the text stands as an empty line."""
        said = zip(self.letters, self.value.text, strict=False)
        return any(sign == "\n" and not letter.width for letter, sign in said)

    @cached_property
    def spelled(self) -> dict[str, str]:
        """The characters of a text in double quotes that are escaped although they needn't be → how."""
        said = [(sign, letter) for letter, sign in zip(self.letters, self.value.text, strict=False) if sign > "\x7f"]
        found = {sign: self.all[self._index(letter) :][: letter.width] for sign, letter in said if letter.width > 1}
        return {sign: raw for sign, raw in found.items() if raw.startswith("\\")}

    @property
    def width(self) -> int:
        """How wide its lines may be, with all before them: about as they are."""
        lines = BREAK.split(self.all[self._line_start(self.start) : self.end])
        widest = max(len(line.rstrip()) for line in (lines[1:] if self.is_block else lines) or [""])
        margin = next((margin for margin in _MARGINS if margin >= widest), widest)
        return min(widest + _RAGGED, margin) if len(self.former) > 1 else margin

    @property
    def is_block(self) -> bool:
        return self.style in ("|", ">")


class BlockSource(NamedTuple):
    """The parts of `|` or `>`: its header with the comment behind it, the lines that say it, and empty ones behind."""

    sign: str
    digit: str
    chomping: str
    comment: str
    body: str
    tail: str
    indent: int

    @classmethod
    def of(cls, scalar: ScalarSource) -> "BlockSource | None":
        found = re.match(r"([|>])([-+0-9]*)([^\r\n]*)(\r\n|\r|\n|$)", scalar.source)
        if found is None:
            return None
        digit, chomping = re.sub("[-+]", "", found[2]), re.sub("[0-9]", "", found[2])
        body = scalar.source[found.end() :]
        said = len(body) if chomping == "+" else len(_without_empty_end(body))
        parent = max(scalar.value.indent, 0)
        first = re.search(r"^( *)[^ \r\n]", body, re.MULTILINE)
        indent = parent + int(digit) if digit else len(first[1]) if first else parent + 2
        return cls(found[1], digit, chomping, found[3], body[:said], body[said:], indent)


def _without_empty_end(body: str) -> str:
    """Up to the line break of the last line that isn't blank."""
    said = body.rstrip(" \r\n")
    ending = re.match(r" *(?:\r\n|\r|\n)?", body[len(said) :])
    return said + (ending[0] if ending else "") if said else ""
