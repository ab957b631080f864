"""Commands of GitHub's workflows, which write each problem beside its line of a pull request."""

from collections.abc import Sequence

from pnp.cli.harmless import harmless
from pnp.cli.report import seen_from_here
from pnp.model.problem import Problem, Severity
from pnp.model.project import Project

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


class Report:
    def __init__(self, project: Project) -> None:
        self._project = project

    def add(self, game: str, problems: Sequence[Problem]) -> None:
        for problem in problems:
            print(command(seen_from_here(self._project, problem)))

    def finish(self) -> None:
        """All has been said."""


def command(problem: Problem) -> str:
    """`::error file=card_data/mygame/cards.yaml,line=5,col=3,title=PNP032::"name" is missing`"""
    span = problem.span
    places = {"file": span.file, "line": span.line, "col": span.column, "title": problem.code}
    shown = {name: harmless(str(value).translate(_IN_PROPERTY)) for name, value in places.items() if value}
    properties = ",".join(f"{name}={value}" for name, value in shown.items())
    said = problem.message + (f" ({problem.hint})" if problem.hint else "")
    said += f" [{problem.origin}]" if problem.origin else ""
    return f"::{_COMMANDS[problem.severity]} {properties}::{harmless(said.translate(_IN_MESSAGE))}"
