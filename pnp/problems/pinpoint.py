"""A problem → the same with exact places: from the value that it is about to the very characters, with their end.

Whoever finds a problem knows where the value stands, and which of its characters are meant. Where these are in the
file, behind quotes, escapes and line breaks, is only looked up here, when somebody is to be shown it.
"""

import re
from collections.abc import Sequence
from functools import cache

import yaml

from pnp.model.problem import Problem
from pnp.model.span import Span
from pnp.problems.scalars import Extent, Letter, letters_of_cell, letters_of_po, letters_of_yaml
from pnp.problems.sources import Sources

_LARGE = 4_000_000  # characters of a YAML file, above which values have no ends
_TAG = re.compile(r"</?[\w:-]+")
_NAME = re.compile(r"[\w-]+")
_FURTHER = 12  # lines of a tag in which a word of it is looked for


class Pinpointer:
    """Reads each file once; what can't be found stays the place that it was."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._extents = cache(self._extents_anew)

    def __call__(self, problem: Problem) -> Problem:
        return problem._replace(
            span=self.found(problem.span),
            origin=problem.origin and self.found(problem.origin),
            others=tuple(map(self.found, problem.others)),
        )

    def found(self, span: Span) -> Span:
        """Without `part` and `word`, and with `end` where that can be told."""
        bare = span._replace(part=None, word="")
        lines = self._sources.lines(span.file) if span.file and span.line else ()
        if not 0 < span.line <= len(lines) or span.end:
            return bare
        kind = span.file.rpartition(".")[2]
        if kind in ("yaml", "yml"):
            return self._in_yaml(span, bare, lines)
        if kind == "po":
            return _in_letters(span, bare, letters_of_po(lines, span.line)) if span.part else bare
        if not span.column:
            return bare
        if kind == "csv":
            return _in_letters(span, bare, letters_of_cell(lines, span.line, span.column))
        return _in_markup(span, bare, lines)

    def _in_yaml(self, span: Span, bare: Span, lines: Sequence[str]) -> Span:
        extent = self._extents(span.file).get((span.line, span.column))
        if extent is None:
            return bare
        if span.part is None and not span.word:
            last = extent.end_column if extent.line == extent.end_line else len(lines[extent.line - 1].rstrip()) + 1
            is_block = extent.style in ("|", ">")
            return bare if is_block or last <= span.column else bare._replace(end=last)
        return _in_letters(span, bare, letters_of_yaml(lines, extent))

    def _extents_anew(self, file: str) -> dict[tuple[int, int], Extent]:
        """Of all scalars of a YAML file, by where they begin."""
        text = self._sources.text(file)
        found: dict[tuple[int, int], Extent] = {}
        if len(text) > _LARGE:
            return found
        try:
            for event in yaml.parse(text, Loader=yaml.CSafeLoader):
                start, end = event.start_mark, event.end_mark
                if isinstance(event, yaml.ScalarEvent) and start and end:
                    key = start.line + 1, start.column + 1
                    found[key] = Extent(*key, end.line + 1, end.column + 1, event.style or "", event.value)
        except yaml.YAMLError:  # what stands before it is known
            pass
        return found


def _in_letters(span: Span, bare: Span, letters: Sequence[Letter]) -> Span:
    """The part, or the word, of a text whose characters stand there; without either, all of it in its first line."""
    start, end = span.part or (0, len(letters))
    if span.word:
        start = "".join(letter.text for letter in letters).find(span.word)
        end = start + len(span.word)
    if not 0 <= start < end <= len(letters):
        return bare
    first = letters[start]
    last = next(letter for letter in reversed(letters[start:end]) if letter.line == first.line)
    return bare._replace(line=first.line, column=first.column, end=last.column + max(1, last.width))


def _in_markup(span: Span, bare: Span, lines: Sequence[str]) -> Span:
    """The word behind the place, as a name of its own; without one, the name of the tag that begins there."""
    if not span.word:
        found = _TAG.match(lines[span.line - 1], span.column - 1) or _NAME.match(lines[span.line - 1], span.column - 1)
        return bare._replace(end=found.end() + 1) if found else bare
    pattern = re.compile(rf"(?<![\w-]){re.escape(span.word)}(?![\w-])")
    for number in range(span.line, min(span.line + _FURTHER, len(lines) + 1)):
        begin = span.column - 1 if number == span.line else 0
        if found := pattern.search(lines[number - 1], begin):
            return bare._replace(line=number, column=found.start() + 1, end=found.end() + 1)
    return bare
