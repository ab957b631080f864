"""What a caret would stand under: a problem's place, with the characters of the file that it is about."""

from pathlib import Path

from pnp.diagnostics.pinpoint import pinpoint
from pnp.diagnostics.sources import Sources
from pnp.io.project import Project
from pnp.model.problem import Problem


def pointed(problem: Problem, source: str, folder: Path) -> str:
    """`2:8 [coyn]`; `2` where nothing in the line is marked."""
    (folder / problem.span.file).write_text(source, encoding="utf-8", newline="")
    span = next(pinpoint(Sources(Project(folder, folder)), [problem])).span
    line = source.split("\n")[span.line - 1]
    return f"{span.line}:{span.column} {line[span.column - 1 : span.end - 1]}" if span.column else f"{span.line}"
