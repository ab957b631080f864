"""Commands of GitHub's workflows, which write each problem beside its line of a pull request."""

from pnp.cli.formats import Found
from pnp.cli.report import each_place, harmless
from pnp.io.project import Project
from pnp.model.problem import Problem, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def report(project: Project, found: Found, _all_warnings: bool) -> None:
    for _, problems in found:
        for problem in each_place(project, problems):
            print(command(problem))


def command(problem: Problem) -> str:
    """`::error file=card_data/mygame/cards.yaml,line=5,col=3,title=PNP032::"name" is missing`"""
    span = problem.span
    end = max(0, span.end - 1)  # theirs is the last column, ours the one behind it
    places = {"file": span.path, "line": span.line, "col": span.column, "endColumn": end, "title": problem.code}
    shown = {name: harmless(str(value).translate(_IN_PROPERTY)) for name, value in places.items() if value}
    properties = ",".join(f"{name}={value}" for name, value in shown.items())
    said = (f"{span.cell}: " if span.cell else "") + problem.message + (f" ({problem.hint})" if problem.hint else "")
    said += f" [{problem.origin}]" if problem.origin else ""
    return f"::{_COMMANDS[problem.severity]} {properties}::{harmless(said.translate(_IN_MESSAGE))}"
