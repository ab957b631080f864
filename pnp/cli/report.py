"""Problems and results → lines on the terminal, or JSON."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pnp.cli.excerpt import excerpt
from pnp.cli.harmless import harmless, harmless_json, harmless_lines
from pnp.model.problem import Problem, Severity
from pnp.model.project import Project
from pnp.model.span import Span

_STYLES = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


def is_terminal() -> bool:
    """Whether somebody looks on who can see a line move."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def use_colour() -> bool:
    return is_terminal() and not os.environ.get("NO_COLOR")


def say(text: str) -> None:
    """What a command has to tell, on standard output."""
    print(harmless_lines(text))


def complain(message: str) -> None:
    """What stops a command, in one line."""
    _print_line("pnp: " + harmless(" ".join(message.split())), ((0, 4, "bold red"),))


def print_problems(project: Project, problems: Iterable[Problem]) -> None:
    """A line each on standard error, followed by the line it speaks of, with a caret; coloured on a terminal."""
    from pnp.sources import Sources

    sources = Sources(project)
    for problem in problems:
        shown = seen_from_here(project, problem)
        place, what = len(harmless(f"{shown.span}:")), len(f" {shown.severity} {shown.code}")
        _print_line(harmless(str(shown)), ((0, place, "bold"), (place, place + what, _STYLES[problem.severity])))
        source = sources.line(problem.span)
        if source is not None:
            line, below = excerpt(source, problem.span)
            gutter = line.index("|") + 1
            _print_line(line, ((0, gutter, "dim"),))
            if below:
                _print_line(below, ((0, gutter, "dim"), (gutter, len(below), _STYLES[problem.severity])))


def _print_line(line: str, marked: Iterable[tuple[int, int, str]]) -> None:
    if not use_colour():
        print(line, file=sys.stderr)
        return
    from rich.console import Console
    from rich.text import Text

    text = Text(line)
    for start, end, style in marked:
        text.stylize(style, start, end)
    Console(stderr=True).print(text, soft_wrap=True)


def seen_from_here(project: Project, problem: Problem) -> Problem:
    """With its files named as the terminal's user would open them."""

    def seen(span: Span) -> Span:
        return span._replace(file=shown_path(project.root / span.file)) if span.file else span

    return problem._replace(span=seen(problem.span), origin=problem.origin and seen(problem.origin))


def shown_path(path: Path) -> str:
    """Relative to the folder one is in, as long as it isn't far from there."""
    try:
        here = Path(os.path.relpath(path)).as_posix()
    except (OSError, ValueError):  # the folder one is in has gone, or is on another drive
        return path.as_posix()
    return path.as_posix() if here.startswith("../../..") else here


def summary(problems: Sequence[Problem]) -> str:
    """ "2 errors, 1 warning", or "" """
    counts = [(severity, sum(problem.severity is severity for problem in problems)) for severity in Severity]
    return ", ".join(counted(count, severity) for severity, count in counts if count)


def refusal(problems: Sequence[Problem], nothing: str, *, draft_helps: bool) -> str:
    """Why there is nothing, and what one can do about it."""
    draft = "; --draft goes on all the same" if draft_helps else ""
    return f"{summary(problems)}: {nothing} (pnp explain CODE says more{draft})"


def counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def print_json(value: Any) -> None:
    is_unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    print(harmless_json(json.dumps(value, ensure_ascii=not is_unicode, indent=2)))


def problem_json(project: Project, problem: Problem) -> dict[str, Any]:
    shown = seen_from_here(project, problem)
    found: dict[str, Any] = {
        "code": shown.code,
        "severity": str(shown.severity),
        "file": shown.span.file,
        "line": shown.span.line,
        "column": shown.span.column,
        "message": shown.message,
    }
    if shown.hint:
        found["hint"] = shown.hint
    if shown.subject:
        found["piece"] = shown.subject
    if shown.origin:
        found["origin"] = str(shown.origin)
    return found
