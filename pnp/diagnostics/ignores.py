"""Problems → those that no comment beside them tells pnp to ignore.

`# pnp: ignore PNP350` at the end of a line counts for that line, alone on a line for the next one; templates say
`{# pnp: ignore PNP350 #}`, and like SVG `<!-- pnp: ignore PNP350 -->`. What a template does wrong with many pieces'
texts can be ignored at the template's line, too. Tables have no comments.

An error that is ignored stays as a note: nothing is printed wrongly without a word.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.cardtext.suggest import Hints
from pnp.diagnostics.codes import code_ids, found_on_paper, is_code
from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.span import Span

NO_CODE = code("PNP090", Severity.WARNING, says="the comment doesn't say what is to be ignored")
OTHER_WORD = NO_CODE.also('"pnp: {word}" is not understood')
UNKNOWN_CODE = code("PNP091", Severity.WARNING, says="there is no code {word}")
NOT_NEEDED = code("PNP092", Severity.WARNING, says="there is no {ignored} {where}", varies=("where",))

_WORD = regex(r"[^\s,]+")
_HASH = regex(r"(?<!\S)#\s*pnp:\s*(?P<word>[\w-]*)(?P<codes>[^#]*)")
_MARKUP = regex(r"(?:\{#-?|<!--)\s*pnp:\s*(?P<word>[\w-]*)(?P<codes>(?:(?!-?#\}|-->).)*)(?:-?#\}|-->|$)")
_HASH_ALONE = regex(r"\s*#")
_MARKUP_ALONE = regex(r"\s*(?:\{#[^#]*#\}|<!--(?:(?!-->).)*-->)\s*$")
_NO_TRANSLATION = regex(r"(?!\s*msgstr)")  # problems stand at an entry's translation, comments before it
_FORM = regex(r"\s*msgstr\[\d")
_KINDS = {
    **dict.fromkeys((".yaml", ".yml"), (_HASH, _HASH_ALONE)),
    ".po": (_HASH, _NO_TRANSLATION),
    **dict.fromkeys((".j2", ".svg"), (_MARKUP, _MARKUP_ALONE)),
}


class Ignore(NamedTuple):
    """That a comment at `span` ignores, in a line of the same file, the problems whose codes begin with `code`."""

    code: str
    line: int
    span: Span
    beside: tuple[str, ...] = ()  # all codes of the comment


class Comments(NamedTuple):
    """What a file's comments ignore, by line, and what is wrong with them."""

    ignores: Mapping[int, Sequence[Ignore]]
    problems: tuple[Problem, ...]


_NOTHING = Comments({}, ())


class CommentReader:
    """The comments of a project's files, each of which is read once."""

    def __init__(self, project: Project | None, files: Iterable[str] = ()) -> None:
        """`files` are read at the end, whether there are problems or not; without a project none is."""
        self._sources = Sources(project) if project else None
        self._files = files
        self._read: dict[str, Comments] = {}
        self._needed: set[Ignore] = set()

    def _comments(self, file: str) -> Comments:
        if file not in self._read:
            tells = self._sources and can_tell(file) and "pnp:" in self._sources.text(file)
            self._read[file] = read_comments(file, self._sources.lines(file)) if self._sources and tells else _NOTHING
        return self._read[file]

    def heed(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the problems that no comment ignores: at their own line, or at that of the template whose element
        their text doesn't suit. Reads the files that they are in, and no other."""
        kept: list[Problem] = []
        for problem in problems:
            origin, needed = problem.origin, set[Ignore]()
            in_template = origin if origin and origin.file.endswith(".j2") else problem.template
            for span in (problem.span, in_template):
                for ignore in self._comments(span.file).ignores.get(span.line, ()) if span else ():
                    if problem.code.startswith(ignore.code):
                        needed.add(ignore)
            self._needed |= needed
            if needed and problem.severity is Severity.ERROR:
                kept.append(problem._replace(severity=Severity.NOTE, about=("ignored", *problem.about)))
            elif not needed:
                kept.append(problem)
        return kept

    def problems(self) -> list[Problem]:
        """Return what is wrong with the comments of the files read so far, and of those that are to be read."""
        for file in self._files:
            self._comments(file)
        return [problem for comments in self._read.values() for problem in comments.problems]

    def without_use(self) -> list[Problem]:
        """Return the comments that ignored nothing, but for those that say themselves that they may be of no use, and
        those of what checking doesn't come to."""
        at_lines = [each for file in self._files for each in self._comments(file).ignores.values()]
        every = [ignore for ignores in at_lines for ignore in ignores if ignore not in self._needed]
        left = [each for each in every if not any(NOT_NEEDED.id.startswith(code) for code in each.beside)]
        beyond = found_on_paper() if left else ()  # which imports all of pnp
        return [not_needed(each) for each in left if not any(code.startswith(each.code) for code in beyond)]


def not_needed(ignore: Ignore) -> Problem:
    where = "here" if ignore.line == ignore.span.line else f"in line {ignore.line}"
    return NOT_NEEDED.at(ignore.span, ignored=ignore.code, where=where, hint="delete it")


def can_tell(file: str) -> bool:
    """Whether a file of this kind may have comments for pnp."""
    return file.endswith(tuple(_KINDS))


def read_comments(file: str, lines: Sequence[str]) -> Comments:
    pattern, alone = _KINDS["." + file.rpartition(".")[2]]
    found = [(n, match) for n, line in enumerate(lines, 1) if "pnp:" in line for match in pattern.finditer(line)]
    if not found:
        return _NOTHING
    targets, hints = _targets(lines, alone), Hints()
    ignores: dict[int, list[Ignore]] = {}
    problems: list[Problem] = []
    for number, match in found:
        for told in _told(match, Span(file, number), targets[number], hints):
            if isinstance(told, Ignore):
                for line in (told.line, *_other_forms(lines, told.line)):
                    ignores.setdefault(line, []).append(told)
            else:
                problems.append(told)
    return Comments(ignores, tuple(problems))


def _other_forms(lines: Sequence[str], first: int) -> Iterator[int]:
    """The lines in which the other forms of a plural translation begin."""
    if not lines[first - 1 : first] or not _FORM.match(lines[first - 1]):
        return
    for number, line in enumerate(lines[first:], first + 1):
        if _FORM.match(line):
            yield number
        elif not line.lstrip().startswith('"'):
            return


def _targets(lines: Sequence[str], alone: re.Pattern[str]) -> list[int]:
    """For each line the one that its comments count for: it, or the first after it that isn't only a comment."""
    targets = [*range(len(lines) + 2)]
    for number in range(len(lines), 0, -1):
        if alone.match(lines[number - 1]):
            targets[number] = targets[number + 1]
    return targets


def _told(comment: re.Match[str], line: Span, target: int, hints: Hints) -> Iterator[Ignore | Problem]:
    at = line._replace(column=comment.start() + 1)
    if comment["word"] != "ignore":
        hint = hints(comment["word"], ["ignore"])
        if hint.startswith("did"):  # else it is prose
            yield OTHER_WORD.at(at, word=comment["word"], hint=hint)
        return
    words = [*_WORD.finditer(comment["codes"])]
    if not words:
        yield NO_CODE.at(at, hint="name the code: pnp: ignore PNP350")
    beside = tuple(word[0].upper() for word in words)
    for word in words:
        span = line._replace(column=comment.start("codes") + word.start() + 1)
        if is_code(word[0].upper()):
            yield Ignore(word[0].upper(), target, span, beside)
        else:
            hint = hints(word[0].upper(), code_ids()) or "pnp explain lists all"
            yield UNKNOWN_CODE.at(span, word=word[0][:40], hint=hint)
