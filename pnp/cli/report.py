"""Problems and results → lines on the terminal, or JSON."""

import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pnp.model.problem import Problem, Severity
from pnp.model.project import Project
from pnp.model.span import Span

_COLOURS = {Severity.ERROR: "31", Severity.WARNING: "33", Severity.NOTE: "36"}


def use_colour() -> bool:
    return sys.stderr.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def seen_from_here(project: Project, span: Span) -> Span:
    """A span whose file is named as the terminal's user would open it."""
    path = Path(span.file)
    if path.is_absolute() or not span.file:
        return span
    here = os.path.relpath(project.root / path)
    return span._replace(file=Path(here).as_posix()) if not here.startswith("..") else span


def print_problems(project: Project, problems: Iterable[Problem]) -> None:
    """One line each, on standard error; coloured on a terminal."""
    colour = use_colour()
    for problem in problems:
        shown = problem._replace(
            span=seen_from_here(project, problem.span),
            origin=seen_from_here(project, problem.origin) if problem.origin else None,
        )
        line = str(shown)
        if colour:
            place, word = f"{shown.span}:", f"{problem.severity} {problem.code}"
            marked = f"\x1b[{_COLOURS[problem.severity]}m{word}\x1b[0m"
            line = line.replace(place, f"\x1b[1m{place}\x1b[0m", 1).replace(word, marked, 1)
        print(line, file=sys.stderr)


def summary(problems: Sequence[Problem]) -> str:
    """ "2 errors, 1 warning", or "" """
    parts = []
    for severity in Severity:
        count = sum(problem.severity is severity for problem in problems)
        if count:
            parts.append(f"{count} {severity}{'' if count == 1 else 's'}")
    return ", ".join(parts)


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def problem_json(problem: Problem) -> dict[str, Any]:
    found: dict[str, Any] = {
        "code": problem.code,
        "severity": str(problem.severity),
        "file": problem.span.file,
        "line": problem.span.line,
        "column": problem.span.column,
        "message": problem.message,
    }
    if problem.hint:
        found["hint"] = problem.hint
    if problem.subject:
        found["piece"] = problem.subject
    if problem.origin:
        found["origin"] = str(problem.origin)
    return found


def shown_path(path: Path) -> str:
    """Relative to the folder one is in, where that is shorter."""
    here = os.path.relpath(path)
    return here if not here.startswith("..") else str(path)
