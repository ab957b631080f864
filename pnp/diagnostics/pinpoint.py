"""A problem → the same with exact places: from the value that it is about to the very characters, with their end.

Checks know where a value stands, and which of its characters are meant. Where these are in the file, behind quotes,
escapes and line breaks, is only looked up here, when a problem is shown.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

import yaml

from pnp.diagnostics.sources import Sources
from pnp.io.csv_files import find_dialect
from pnp.model.problem import Problem
from pnp.model.regex import regex
from pnp.model.span import Span

_ESCAPED = regex(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_PROPERTIES = regex(r"(?:[&!]\S*[ \t]+)+")
_HEADER = regex(r"[|>][-+0-9]*[ \t]*(?:#.*)?$")
_PO_ESCAPE = regex(r"\\(?:x[0-9A-Fa-f]{2}|[0-7]{1,3}|.)")
_PO_STRING = regex(r'\s*(?:msg\w+(?:\[\d+\])?\s*)?"')


class Letter(NamedTuple):
    """A character of a text; what an escape stands for is shown as ?, since only places count."""

    text: str
    line: int  # from 1
    column: int  # from 1
    width: int = 1  # how many characters of the source


class Extent(NamedTuple):
    """Where a scalar stands in a YAML file, from its first character to behind its last, and in what style."""

    line: int
    column: int
    end_line: int
    end_column: int
    style: str
    value: str


_LARGE = 4_000_000  # characters of a YAML file, above which values have no ends
_TAG = regex(r"</?[\w:-]+")
_NAME = regex(r"[\w-]+")
_FURTHER = 12  # lines of a tag in which a word of it is looked for
_LONGEST = 100_000  # characters of a text, above which none of them is looked for
_TEXTS = 16  # whose characters are kept: problems of one text mostly follow each other


def pinpoint(sources: Sources, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Yield the problems with their exact places. What can't be found stays the place that it was."""
    problems, spans = list(problems), list[Span]()
    for problem in problems:
        spans += filter(None, (*problem.places, problem.origin))
    pinpointer = Pinpointer(sources, spans)
    for problem in problems:
        yield problem.map_places(pinpointer.place)


class Pinpointer:
    """Reads each file once, for all spans that it will look up."""

    def __init__(self, sources: Sources, spans: Iterable[Span]) -> None:
        self._sources = sources
        self._extents = cache(self._find_extents)
        self._separator = cache(lambda file: find_dialect("\n".join(sources.lines(file))).separator)
        self._letters = lru_cache(_TEXTS)(self._find_letters)
        self._text = lru_cache(_TEXTS)(lambda start: "".join([letter.text for letter in self._letters(start)]))
        self._wanted: dict[str, set[tuple[int, int]]] = {}
        for span in spans:
            self._wanted.setdefault(span.file, set()).add((span.line, span.column))

    def place(self, span: Span) -> Span:
        """Return a span without `part` and `word`, and with `end` if that is known."""
        bare = span._replace(part=None, word="")
        lines = self._sources.lines(span.file) if span.file and span.line else ()
        if not 0 < span.line <= len(lines) or span.end:
            return bare
        kind = span.file.rpartition(".")[2]
        if kind in ("yaml", "yml"):
            if not (extent := self._extents(span.file).get((span.line, span.column))):
                return bare
            if span.part is None and not span.word:
                last = extent.end_column if extent.line == extent.end_line else len(lines[extent.line - 1].rstrip()) + 1
                is_block = extent.style in ("|", ">")
                return bare if is_block or last <= span.column else bare._replace(end=last)
            return self._locate_part(span, bare)
        if kind == "po":
            return self._locate_part(span, bare) if span.part else bare
        if not span.column:
            return bare
        if kind in ("csv", "tsv"):
            return self._locate_part(span, bare)
        return _locate_in_markup(span, bare, lines)

    def _locate_part(self, span: Span, bare: Span) -> Span:
        """Return the part, or the word, of the text that begins there; without either, all of it in its first line."""
        letters = self._letters(span.start)
        start, end = span.part or (0, len(letters))
        if span.word:
            start = self._text(span.start).find(span.word)
            end = start + len(span.word)
        if not 0 <= start < end <= len(letters):
            return bare
        first = letters[start]
        last = next(letter for letter in reversed(letters[start:end]) if letter.line == first.line)
        return bare._replace(line=first.line, column=first.column, end=last.column + max(1, last.width))

    def _find_letters(self, start: tuple[str, int, int]) -> Sequence[Letter]:
        """Return the characters of the text that begins there; none of a text without end."""
        file, line, column = start
        lines, kind = self._sources.lines(file), file.rpartition(".")[2]
        if kind in ("yaml", "yml"):
            return letters_of_yaml(lines, self._extents(file)[line, column])
        separator = "" if kind == "po" else self._separator(file)
        letters = letters_of_cell(lines, line, column, separator) if separator else letters_of_po(lines, line)
        found = list(islice(letters, _LONGEST + 1))
        return found if len(found) <= _LONGEST else ()

    def _find_extents(self, file: str) -> dict[tuple[int, int], Extent]:
        """Return the extents of a YAML file's scalars that are wanted, by where they begin."""
        text, wanted = self._sources.text(file), self._wanted[file]
        found: dict[tuple[int, int], Extent] = {}
        last = max(wanted)
        with suppress(yaml.YAMLError):  # what stands before the mistake is known
            for event in yaml.parse(text, Loader=yaml.CSafeLoader) if len(text) <= _LARGE else ():
                start, end = event.start_mark, event.end_mark
                if isinstance(event, yaml.ScalarEvent) and start and end:
                    key = start.line + 1, start.column + 1
                    if key in wanted:
                        found[key] = Extent(*key, end.line + 1, end.column + 1, event.style or "", event.value)
                    if key > last:
                        break
        return found


def _locate_in_markup(span: Span, bare: Span, lines: Sequence[str]) -> Span:
    """Return the word behind the place, as a name of its own; without one, the name of the tag that begins there."""
    if not span.word:
        found = _TAG.match(lines[span.line - 1], span.column - 1) or _NAME.match(lines[span.line - 1], span.column - 1)
        return bare._replace(end=found.end() + 1) if found else bare
    begins, ends = (_NAME.match(letter) for letter in (span.word[0], span.word[-1]))
    pattern = re.compile(("(?<![\\w-])" if begins else "") + re.escape(span.word) + ("(?![\\w-])" if ends else ""))
    for number in range(span.line, min(span.line + _FURTHER, len(lines) + 1)):
        begin = span.column - 1 if number == span.line else 0
        if found := pattern.search(lines[number - 1], begin):
            return bare._replace(line=number, column=found.start() + 1, end=found.end() + 1)
    return bare


# Texts are folded, quoted and escaped in files, so the tenth character of a text may stand two lines further down. Each
# reader walks the source as its format's grammar says, and gives nothing where it loses its way.


def letters_of_yaml(lines: Sequence[str], extent: Extent) -> list[Letter]:
    """Return the characters of the scalar that stands there; as many as its value has, or none."""
    line, column = extent.line, extent.column
    if found := _PROPERTIES.match(lines[line - 1], column - 1):
        column = found.end() + 1
    is_block = extent.style in ("|", ">")
    flow = [] if is_block else [list(_read_flow(lines, line, column + bool(extent.style), extent))]
    for letters in _read_blocks(lines, extent) if is_block else flow:
        pairs = zip(letters, extent.value, strict=False)
        if len(letters) >= len(extent.value) and all(letter.text in (sign, "?") for letter, sign in pairs):
            return letters
    return []


def letters_of_cell(lines: Sequence[str], line: int, column: int, separator: str = ",") -> Iterator[Letter]:
    """Yield the characters of a cell of a CSV file: in quotes, where quotes are doubled, or as it stands."""
    text = lines[line - 1]
    if text[column - 1 : column] != '"':
        plain = text[column - 1 :].partition(separator)[0]
        yield from (Letter(character, line, at) for at, character in enumerate(plain, column))
        return
    at = column
    while line <= len(lines):
        text = lines[line - 1]
        while at < len(text):
            doubled = text[at : at + 2] == '""'
            if text[at] == '"' and not doubled:
                return
            yield Letter(text[at], line, at + 1, 1 + doubled)
            at += 1 + doubled
        yield Letter("\n", line, len(text) + 1)
        line, at = line + 1, 0


def letters_of_po(lines: Sequence[str], line: int) -> Iterator[Letter]:
    """Yield the characters of a catalogue's string, which goes on over all following lines that are only a string."""
    for number in range(line, len(lines) + 1):
        text = lines[number - 1]
        begin = _PO_STRING.match(text)
        if begin is None or (number > line and not text.lstrip().startswith('"')):
            break
        at = begin.end()
        while at < len(text) and text[at] != '"':
            escape = _PO_ESCAPE.match(text, at)
            width = len(escape[0]) if escape else 1
            yield Letter("?" if escape else text[at], number, at + 1, width)
            at += width


def _read_flow(lines: Sequence[str], line: int, column: int, extent: Extent) -> Iterator[Letter]:
    """Read a plain or quoted scalar: a line break between words is a blank, an empty line a break."""
    at, breaks = column - 1, 0
    while line <= extent.end_line:
        text = lines[line - 1]
        end = extent.end_column - 1 - bool(extent.style) if line == extent.end_line else len(text)
        if breaks:
            while at < end and text[at] in " \t":
                at += 1
            if at < end or (line == extent.end_line and extent.style):
                yield from (Letter(" " if breaks == 1 else "\n", line, at + 1, 0) for _ in range(max(1, breaks - 1)))
                breaks = 0
        stop, continued = end, False
        if line < extent.end_line:
            words = text.rstrip(" \t")
            backslashes = len(words) - len(words.rstrip("\\"))  # an odd one escapes the line break
            continued = extent.style == '"' and backslashes % 2 == 1
            stop = len(words) - continued if not breaks else at
        while at < stop:
            escape = _ESCAPED.match(text, at) if extent.style == '"' else None
            doubled = extent.style == "'" and text[at : at + 2] == "''"
            width = len(escape[0]) if escape else 1 + doubled
            yield Letter("?" if escape else text[at], line, at + 1, width)
            at += width
        breaks = 0 if continued else breaks + 1
        line, at = line + 1, 0
        if continued and line <= extent.end_line:
            at = len(lines[line - 1]) - len(lines[line - 1].lstrip(" \t"))


def _read_blocks(lines: Sequence[str], extent: Extent) -> Iterator[list[Letter]]:
    """Read a literal or folded scalar, indented as its first line is; less, if its text begins with blanks."""
    first = next((n for n in range(extent.line, extent.end_line + 1) if _HEADER.search(lines[n - 1])), extent.line)
    behind = extent.end_line + (extent.end_column > 1)  # where it ends at the beginning of a line, that isn't its own
    body = list(range(first + 1, min(behind, len(lines) + 1)))
    indent = next((len(lines[n - 1]) - len(lines[n - 1].lstrip(" ")) for n in body if lines[n - 1].strip(" ")), 0)
    for less in range(indent + 1):
        yield list(_read_block(lines, body, indent - less, folded=extent.style == ">"))


def _read_block(lines: Sequence[str], body: list[int], indent: int, *, folded: bool) -> Iterator[Letter]:
    """Read lines without their indentation. A folded break is a blank between words, nothing before empty lines."""
    for number, line in enumerate(body):
        text = lines[line - 1]
        if text.strip(" ") and len(text) - len(text.lstrip(" ")) < indent:
            return
        for at in range(indent, len(text)):
            yield Letter(text[at], line, at + 1)
        sign = "\n"
        if folded and text.strip() and text[indent : indent + 1] not in (" ", "\t"):
            behind = (lines[body[at] - 1] for at in range(number + 1, len(body)))
            following = next((each for each in behind if each.strip()), "")
            if following and following[indent : indent + 1] not in (" ", "\t"):
                sign = " " if lines[body[number + 1] - 1].strip() else ""
        if sign:
            yield Letter(sign, line, len(text) + 1, 0)
