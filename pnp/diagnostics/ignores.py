"""Problems → those that neither a comment beside them nor the game's `checks:` tells pnp to ignore.

`# pnp: ignore PNP350` at the end of a line counts for that line, alone on a line for the next one; templates say
`{# pnp: ignore PNP350 #}`, and like SVG `<!-- pnp: ignore PNP350 -->`. What a template does wrong with many pieces'
texts can be ignored at the template's line, too. Tables have no comments.

An error that is ignored stays as a note: nothing is printed wrongly without a word. `checks:` counts for a kind of
warning in the whole game, and can make it an error; errors stay what they are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from pnp.cardtext.suggest import Hints, did_you_mean
from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.game import KindSetting
from pnp.model.problem import Problem, Severity, code, declared_codes
from pnp.model.regex import regex
from pnp.model.span import Span

NO_CODE = code("PNP090", Severity.WARNING, says="the comment doesn't say what is to be ignored")
OTHER_WORD = NO_CODE.also('"pnp: {word}" is not understood')
UNKNOWN_CODE = code("PNP091", Severity.WARNING, says="there is no code {word}")
UNKNOWN_KIND = code("PNP080", says="there is no code {name}")
NO_WARNING = code("PNP081", says="{name} is an error, which can't be ignored for a whole game")
BOTH_WAYS = code("PNP082", says="{name} is both to be ignored and an error")
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
    """A comment at `span` that ignores, in a line of the same file, the problems whose codes begin with `code`."""

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
        """Take a project, and files that are read at the end even if they have no problems."""
        self._sources = Sources(project) if project else None
        self._files = files
        self._read: dict[str, Comments] = {}
        self._needed: set[Ignore] = set()

    def _comments(self, file: str) -> Comments:
        if file not in self._read:
            sources = self._sources if can_have_comments(file) else None
            has_some = sources and "pnp:" in sources.text(file)
            self._read[file] = read_comments(file, sources.lines(file)) if sources and has_some else _NOTHING
        return self._read[file]

    def filter(self, problems: Iterable[Problem]) -> list[Problem]:
        """Return the problems that no comment ignores, at their own line or a template's. Read no other file."""
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

    def report_unused(self) -> list[Problem]:
        """Report comments that ignored nothing, but for those that expect it or that checking doesn't come to."""
        at_lines = [each for file in self._files for each in self._comments(file).ignores.values()]
        every = [ignore for ignores in at_lines for ignore in ignores if ignore not in self._needed]
        left = [each for each in every if not any(NOT_NEEDED.id.startswith(code) for code in each.beside)]
        if not left:
            return []
        from pnp.diagnostics.codes import codes_on_paper

        beyond = codes_on_paper()  # which imports all of pnp
        found = list[Problem]()
        for each in left:
            if not any(code.startswith(each.code) for code in beyond):
                where = "here" if each.line == each.span.line else f"in line {each.line}"
                found.append(NOT_NEEDED.at(each.span, ignored=each.code, where=where, hint="delete it"))
        return found


def can_have_comments(file: str) -> bool:
    """Tell whether a file of this kind may have comments for pnp."""
    return file.endswith(tuple(_KINDS))


def read_comments(file: str, lines: Sequence[str]) -> Comments:
    pattern, alone = _KINDS["." + file.rpartition(".")[2]]
    found = [(n, match) for n, line in enumerate(lines, 1) if "pnp:" in line for match in pattern.finditer(line)]
    if not found:
        return _NOTHING
    # a comment alone on a line counts for the first line after it that isn't only a comment
    targets = [*range(len(lines) + 2)]
    for number in range(len(lines), 0, -1):
        if alone.match(lines[number - 1]):
            targets[number] = targets[number + 1]
    hints = Hints()
    ignores, problems = dict[int, list[Ignore]](), list[Problem]()
    for number, match in found:
        for each in _read_comment(match, Span(file, number), targets[number], hints):
            if isinstance(each, Ignore):
                for line in (each.line, *_other_forms(lines, each.line)):
                    ignores.setdefault(line, []).append(each)
            else:
                problems.append(each)
    return Comments(ignores, tuple(problems))


def _other_forms(lines: Sequence[str], first: int) -> Iterator[int]:
    """Yield the lines in which the other forms of a plural translation begin."""
    if not lines[first - 1 : first] or not _FORM.match(lines[first - 1]):
        return
    for number, line in enumerate(lines[first:], first + 1):
        if _FORM.match(line):
            yield number
        elif not line.lstrip().startswith('"'):
            return


def _read_comment(comment: re.Match[str], line: Span, target: int, hints: Hints) -> Iterator[Ignore | Problem]:
    at = line._replace(column=comment.start() + 1)
    if comment["word"] != "ignore":
        hint = hints(comment["word"], ["ignore"])
        if hint.startswith("did"):  # otherwise it is prose
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
            from pnp.diagnostics.codes import code_ids

            hint = hints(word[0].upper(), code_ids()) or "pnp explain lists all"
            yield UNKNOWN_CODE.at(span, word=word[0][:40], hint=hint)


@lru_cache(1024)
def is_code(prefix: str) -> bool:
    """Tell whether a code begins so: PNP310 and PNP3, but not PNP, which would be all of them."""
    if not re.fullmatch("PNP[0-9]+", prefix):
        return False
    if any(id.startswith(prefix) for id in declared_codes()):  # mostly by what was imported to find problems
        return True
    from pnp.diagnostics.codes import code_ids

    return any(id.startswith(prefix) for id in code_ids())


def apply_settings(problems: Iterable[Problem], settings: Sequence[KindSetting]) -> list[Problem]:
    """Drop warnings that the game ignores, and make errors of those that are errors to it."""
    kept = list[Problem]()
    for problem in problems:
        about = [each for each in settings if is_code(each.code) and problem.code.startswith(each.code)]
        setting = max(about, key=lambda each: len(each.code), default=None)  # the one that names the code most closely
        if setting is None or problem.severity is not Severity.WARNING:
            kept.append(problem)
        elif not setting.ignores:
            kept.append(problem._replace(severity=Severity.ERROR))
    return kept


def check_settings(settings: Sequence[KindSetting]) -> Iterator[Problem]:
    """Report codes that don't exist, that can't be ignored, or that are to be both."""
    if not settings:
        return
    from pnp.diagnostics.codes import all_codes, code_ids

    for number, each in enumerate(settings):
        if not is_code(each.code):
            hint = did_you_mean(each.code, code_ids()) or "pnp explain lists all"
            yield UNKNOWN_KIND.at(each.span, name=each.code, hint=hint)
            continue
        meant = [known.severity for id, known in all_codes().items() if id.startswith(each.code)]
        if each.ignores and all(severity is Severity.ERROR for severity in meant):
            hint = f"a comment can, at one place: # pnp: ignore {each.code}"
            yield NO_WARNING.at(each.span, name=each.code, hint=hint)
        before = (other for other in settings[:number] if other.code == each.code and other.ignores != each.ignores)
        if other := next(before, None):
            yield BOTH_WAYS.at(each.span, name=each.code, hint="delete one", origin=other.span)
