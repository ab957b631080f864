"""A game's files when it was right, and as they are → which change since then breaks its rules.

What was right at the last check without errors, or otherwise at git's HEAD, is evidence: changes since then are made
in the files of then, fewer and fewer of them, and mistakes are reported at the changes that make them.
"""

import marshal
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple

from pnp.build.cache import Cache, user_cache
from pnp.build.loading import load_game
from pnp.io.digests import files_below
from pnp.io.git import check_out
from pnp.io.opening import read_input
from pnp.io.project import DATA_FILES, Project
from pnp.io.writing import temporary_folder, write_temporary
from pnp.load.limits import FILE_BYTES
from pnp.model.game import Game
from pnp.model.language import shorten
from pnp.model.problem import PnpError, Problem, Severity, Values, sort_problems
from pnp.model.span import Span
from pnp.rules.culprits import find_culprit
from pnp.rules.examining import examine

_MOST = 200  # changes: more is another game

Files = Mapping[str, bytes]  # by their names from the project's folder on
Mistake = tuple[str, str, Values]


class LineChange(NamedTuple):
    """Lines of a file that were others before; `start` and `end` number them in the old file, from 0."""

    file: str
    start: int
    end: int
    lines: tuple[bytes, ...]
    at: int  # the first of them in the new file, from 1
    was: str = ""
    now: str = ""
    column: int = 1


def keep_right(project: Project, game: Game) -> None:
    """Remember the files of a game in which nothing is wrong."""
    cache, name = _place(project, game)
    cache.write(name, zlib.compress(marshal.dumps(_read_files(project, game)), 1))


class Blame(NamedTuple):
    """A value that makes mistakes: where it stands, what is wrong with it, and the problems that it makes."""

    span: Span
    what: str
    problems: list[Problem]


def name_causes(project: Project, game: Game, problems: Sequence[Problem], *, uses_cache: bool) -> list[Problem]:
    """Return the problems, mistakes in rules at the values that make them: one for each, and what follows left out."""
    errors = [each for each in problems if each.severity is Severity.ERROR]
    blames = list(_blame_changes(project, game, errors, uses_cache)) if errors else []
    if not blames and errors and (culprit := find_culprit(game)):
        of_rules = [each for each in errors if each.value("rule") in culprit.rules]
        blames = [Blame(culprit.span, f"{culprit.name} should be {culprit.right}, not {culprit.was}", of_rules)]
    named, followed = dict[int, Problem](), set[int]()
    for span, what, found in blames:
        if found := [each for each in found if id(each) not in followed]:
            first = _choose_first(span, found)
            named[id(first)] = _report(span, what, first, found)
            followed.update(map(id, found))
    left = [named.get(id(each), each) for each in problems if id(each) in named or id(each) not in followed]
    return sort_problems(left)


def _blame_changes(project: Project, game: Game, errors: Sequence[Problem], uses_cache: bool) -> Iterator[Blame]:
    """Yield the changes since all was right that make mistakes by themselves."""
    before, now = _read_right(project, game, uses_cache), _read_files(project, game)
    changes = list(_list_changes(before, now)) if before else []
    if not 0 < len(changes) <= _MOST:
        return
    wrong_now = _judge(project, game, now)
    broken = [each for each in errors if each.mistake in wrong_now]
    wrong_before = _judge(project, game, before) if broken else set()

    def find_makers(group: Sequence[LineChange], wrong: set[Mistake]) -> Iterator[tuple[LineChange, set[Mistake]]]:
        """Yield each change that makes mistakes by itself, of a group that makes some together."""
        if len(group) == 1:
            yield group[0], wrong
            return
        half = len(group) // 2
        for part in (group[:half], group[half:]):
            if made := _judge(project, game, _apply(before, now, part)) - wrong_before:
                yield from find_makers(part, made)

    for change, wrong in find_makers(changes, wrong_now - wrong_before) if broken else ():
        place = Span(change.file, change.at, change.column)
        both = f"from {shorten(change.was)} to {shorten(change.now)} " if change.was and change.now else ""
        yield Blame(
            place, f"changed {both}since the last clean check", [each for each in broken if each.mistake in wrong]
        )


def _place(project: Project, game: Game) -> tuple[Cache, str]:
    return user_cache("right"), blake2b(f"{project.root}\n{game.id}".encode(), digest_size=16).hexdigest()


def _read_files(project: Project, game: Game) -> dict[str, bytes]:
    """Return the data of a game, and of the one that it is an expansion for."""
    found: dict[str, bytes] = {}
    for folder in (project.root / "card_data" / id for id in game.ids):
        for path in files_below(folder):
            if path.name.endswith(DATA_FILES):
                with suppress(OSError):
                    found[project.display(path)] = read_input(path, FILE_BYTES, project.root)
    return found


def _read_right(project: Project, game: Game, uses_cache: bool) -> Files:
    """Return the files of the last check without errors, or git's; nothing where there is neither."""
    cache, name = _place(project, game)
    if uses_cache and (kept := cache.read(name)):
        with suppress(zlib.error, ValueError, EOFError, TypeError):
            files: Files = marshal.loads(zlib.decompress(kept))
            return files
    with suppress(PnpError), check_out(project.root, "HEAD", [f"card_data/{id}" for id in game.ids]) as folder:
        return _read_files(Project(folder, project.bundled), game)
    return {}


def _list_changes(before: Files, now: Files) -> Iterator[LineChange]:
    """Yield changes line by line where as many lines came as went, otherwise as one."""
    from difflib import SequenceMatcher

    for file in sorted(before.keys() | now.keys()):
        old, new = _split(before, now, file)
        for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind == "equal":
                continue
            if end - start == last - first:
                for shift in range(end - start):
                    at, line = start + shift, new[first + shift]
                    yield _describe(LineChange(file, at, at + 1, (line,), first + shift + 1), old[at], line)
            else:
                yield LineChange(file, start, end, tuple(new[first:last]), min(first + 1, max(len(new), 1)))


def _describe(change: LineChange, old: bytes, new: bytes) -> LineChange:
    """Add from where to where a line differs: words, and not parts of them."""
    was, now = (line.decode("utf-8", "replace").rstrip() for line in (old, new))
    start = next((at for at, (a, b) in enumerate(zip(was, now, strict=False)) if a != b), min(len(was), len(now)))
    while start and now[start - 1].isalnum():
        start -= 1
    same = 0
    while same < min(len(was), len(now)) - start and was[-1 - same] == now[-1 - same]:
        same += 1
    while same and now[-same].isalnum():
        same -= 1
    return change._replace(was=was[start : len(was) - same], now=now[start : len(now) - same], column=start + 1)


def _apply(before: Files, now: Files, changes: Sequence[LineChange]) -> Files:
    """Return the files of before with some of the changes."""
    files = dict(before)
    for file in {change.file for change in changes}:
        lines = _split(before, now, file)[0]
        for change in sorted((each for each in changes if each.file == file), key=lambda each: -each.start):
            lines[change.start : change.end] = change.lines
        files[file] = b"".join(lines)
    return {name: data for name, data in files.items() if name in now or data}


def _split(before: Files, now: Files, file: str) -> tuple[list[bytes], list[bytes]]:
    """Return the lines of a file as it was and as it is; a file that isn't text is one line."""
    both = before.get(file, b""), now.get(file, b"")
    old, new = ([data] if b"\0" in both[0] + both[1] else data.splitlines(keepends=True) for data in both)
    return old, new


def _judge(project: Project, game: Game, files: Files) -> set[Mistake]:
    """Return the mistakes in the rules of a game with such files, errors only."""
    with temporary_folder() as folder:
        for name, data in files.items():
            if data:
                write_temporary(folder / name, [data])
        try:
            found, _ = load_game(Project(folder, project.bundled), game.id)
        except PnpError:
            return set()
        problems = examine(found) if found else []
        return {each.mistake for each in problems if each.severity is Severity.ERROR}


def _choose_first(span: Span, problems: Sequence[Problem]) -> Problem:
    """Return the problem that says most of a place: one at its line, or in its file, or the first."""

    def is_far(problem: Problem) -> tuple[bool, bool]:
        at = [each for each in problem.places if each.file == span.file]
        return not any(each.line == span.line for each in at), not at

    return min(problems, key=is_far)


def _report(span: Span, what: str, first: Problem, problems: Sequence[Problem]) -> Problem:
    """Return the problem at a place, with what is wrong there and the names of the rules that are broken by it, too."""
    names = dict.fromkeys(str(each.value("rule") or each.code) for each in problems)
    others = [each for each in names if each != (first.value("rule") or first.code)]
    more = f", which also breaks {', '.join(others)}" if others else ""
    origin = first.origin or (first.span if first.span[:2] != span[:2] else None)
    return first._replace(span=span, others=(), origin=origin, when=(*first.when, f"; {what}{more}"))
