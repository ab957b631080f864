"""Problems and results → lines on the terminal, or JSON; and how far a build is, a line on a terminal alone."""

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from pnp.diagnostics.report import MANY, OthersOfKind, few_of_each_kind
from pnp.diagnostics.sources import Sources, excerpt
from pnp.io.project import Project
from pnp.model.problem import Problem, Severity
from pnp.model.regex import regex
from pnp.model.span import Span

if TYPE_CHECKING:
    from rich.progress import Progress

    from pnp.build.results import Result

_OBEYED = regex(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def harmless(text: str) -> str:
    """In one line."""
    return _OBEYED.sub(_named, text)


def harmless_lines(text: str) -> str:
    """With its line breaks."""
    return "\n".join(map(harmless, text.split("\n")))


def harmless_json(text: str) -> str:
    """JSON that means the same as before."""
    return "\n".join(_OBEYED.sub(_unit, line) for line in text.split("\n"))


def _named(match: re.Match[str]) -> str:
    character = match[0]
    number = ord(character)
    if number < 0x100:
        return _SHORT.get(character) or f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _unit(match: re.Match[str]) -> str:
    number = ord(match[0])
    if number < 0x10000:
        return f"\\u{number:04x}"
    return f"\\u{0xD7C0 + (number >> 10):04x}\\u{0xDC00 + (number & 0x3FF):04x}"


_AFTER = 1.0  # seconds until progress is shown
_EVERY = 0.1
_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def is_terminal() -> bool:
    """Whether somebody looks on who can see a line move."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def say(text: str) -> None:
    """What a command has to tell, on standard output."""
    print(harmless_lines(text))


def suggest(text: str) -> None:
    """What might be done next: for somebody who looks on, not for programs."""
    if is_terminal():
        print(harmless(text), file=sys.stderr)


def complain(message: str) -> None:
    """What stops a command, or what it met with, in one line."""
    _print_line("pnp: " + harmless(" ".join(message.split())), ((0, 4, "bold red"),))


def print_problems(project: Project, problems: Iterable[Problem], *, all_warnings: bool | None = None) -> None:
    """Print a line for each problem on standard error, then the line of the file, with carets; in colour on a terminal.

    `all_warnings` is None for commands without this option.
    """
    sources, seen, others = Sources(project), partial(seen_from_here, project), list[OthersOfKind]()
    if all_warnings is None:
        problems, others = few_of_each_kind(problems, MANY, has_option=False)
    elif not all_warnings:
        problems, others = few_of_each_kind(problems)
    if not problems:
        return
    from pnp.diagnostics.pinpoint import pinpoint

    for problem in pinpoint(sources, problems):
        shown = problem.map_places(seen)
        place, what = len(harmless(f"{shown.span}:")), len(f" {shown.severity} {shown.code}")
        _print_line(harmless(str(shown)), ((0, place, "bold"), (place, place + what, _STYLES[problem.severity])))
        source = sources.line(problem.span)
        if source is not None:
            line, below = excerpt(source, problem.span)
            gutter = line.index("|") + 1
            _print_line(line, ((0, gutter, "dim"),))
            if below:
                _print_line(below, ((0, gutter, "dim"), (gutter, len(below), _STYLES[problem.severity])))
    for each in others:
        _print_line(str(each), ((0, len(each.beginning), _STYLES[each.severity]),))


def each_place(project: Project, problems: Iterable[Problem]) -> Iterator[Problem]:
    """Each as often as it has places, for those who take one a line; its files named as the terminal's user would."""
    from pnp.diagnostics.pinpoint import pinpoint

    for problem in pinpoint(Sources(project), problems):
        seen = problem.map_places(partial(seen_from_here, project))
        yield from (seen._replace(span=span, others=()) for span in seen.places)


def _print_line(line: str, marked: Iterable[tuple[int, int, str]]) -> None:
    if not is_terminal() or os.environ.get("NO_COLOR"):
        print(line, file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    text = Text(line)
    for start, end, style in marked:
        text.stylize(style, start, end)
    Console(stderr=True).print(text, soft_wrap=True)


def seen_from_here(project: Project, span: Span) -> Span:
    """With its file named as the terminal's user would open it."""
    return span._replace(file=shown_path(project.root / span.file)) if span.file else span


def shown_path(path: Path) -> str:
    """Relative to the folder one is in, as long as it isn't far from there."""
    try:
        here = Path(os.path.relpath(path)).as_posix()
    except (OSError, ValueError):  # the folder one is in has gone, or is on another drive
        return path.as_posix()
    return path.as_posix() if here.startswith("../../..") else here


def summary(problems: Sequence[Problem]) -> str:
    """Return "2 errors, 1 warning", or nothing."""
    counts = Counter(map(attrgetter("severity"), problems))
    return ", ".join(counted(counts[severity], severity) for severity in Severity if severity in counts)


def warned(problems: Sequence[Problem], game: str) -> None:
    """At the end of a build how many warnings there were, which have scrolled away; `game` is "" for all games."""
    warnings = [problem for problem in problems if problem.severity is Severity.WARNING]
    if warnings:
        check = " ".join(filter(None, ("pnp check", game, "--all-warnings")))
        print(harmless(f"{summary(warnings)} ({check} lists each)"), file=sys.stderr)


def refusal(problems: Sequence[Problem], nothing: str, *, draft_helps: bool) -> str:
    """Why there is nothing, and what one can do about it."""
    draft = "; --draft goes on all the same" if draft_helps else ""
    return f"{summary(problems)}: {nothing} (pnp explain CODE says more{draft})"


def counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def result_line(built: "Result") -> str:
    """`output/mygame/en/mygame-low-a4.pdf: 8 pages on 8 sheets, 52 pieces, 62 cuts`"""
    if built.printout is None:
        noun = "file" if built.files[0].suffix == ".json" else "picture"
        return f"{shown_path(built.files[0].parents[1])}: {counted(len(built.files), noun)}"
    said = [f"{counted(built.pages, 'page')} on {counted(built.papers, 'sheet')}"]
    if pieces := sum(plan.printed for plan in built.printout.components if plan.is_cut):
        said.append(counted(pieces, "piece"))
    if built.printout.cuts:  # else there is nothing but outlines to cut along
        said.append(counted(built.printout.cuts, "cut"))
    return f"{shown_path(built.files[0])}: {', '.join(said)}"


def table(rows: Sequence[tuple[str, ...]], right: Collection[int]) -> list[str]:
    """Columns as wide as what is in them; those in `right` are numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = [f"{'>' if number in right else '<'}{width}" for number, width in enumerate(widths)]
    return ["  " + "  ".join(map(format, row, aligned)).rstrip() for row in rows]


def print_json(value: Any) -> None:
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(harmless_json(json.dumps(value, ensure_ascii=not is_unicode, indent=2)))


def problems_json(project: Project, problems: Iterable[Problem]) -> list[dict[str, Any]]:
    from pnp.diagnostics.pinpoint import pinpoint

    seen = partial(seen_from_here, project)
    return [_problem_json(problem.map_places(seen)) for problem in pinpoint(Sources(project), problems)]


def _problem_json(problem: Problem) -> dict[str, Any]:
    found: dict[str, Any] = {
        "code": problem.code,
        "severity": str(problem.severity),
        **_place_json(problem.span),
        "message": problem.message,
    }
    if problem.hint:
        found["hint"] = problem.hint
    if problem.subject:
        found["piece"] = problem.subject
    if problem.origin:
        found["origin"] = str(problem.origin)
    if problem.others:
        found["places"] = [_place_json(span) for span in problem.places]
    return found


def _place_json(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"file": span.path, "line": span.line, "column": span.column}
    place |= {"cell": span.cell} if span.cell else {}
    return place | ({"end": span.end} if span.end else {})


class ProgressLine:
    """Call it with what is being done; use it as a context manager so that the line is gone at the end."""

    def __init__(self) -> None:
        self._shows = is_terminal()
        self._next = monotonic() + _AFTER
        self._bar: Progress | None = None
        self.told: dict[str, None] = {}  # lines, in their order

    def __call__(self, what: str, done: int, total: int) -> None:
        if not self._shows or monotonic() < self._next:
            return
        self._next = monotonic() + _EVERY
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
            bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
            bar.add_task("")
            bar.start()
            self._bar = bar
        task = self._bar.task_ids[0]
        self._bar.update(task, description=what, completed=done, total=total if total > 1 else None, refresh=True)

    def tell(self, line: str) -> None:
        if line not in self.told:
            self.told[line] = None
            self._end()  # it begins again below the line
            complain(line)

    def __enter__(self) -> "ProgressLine":
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def open_file(path: Path) -> None:
    """Without waiting for that program. Says so where there is none."""
    import typer

    from pnp.cli.report import complain, shown_path

    if typer.launch(str(path.resolve())):
        complain(f"nothing here opens {shown_path(path)} (on Linux xdg-open does, of the package xdg-utils)")
