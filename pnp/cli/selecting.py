"""Codes on the command line → the problems that count."""

from collections.abc import Iterable
from typing import Annotated, NamedTuple

import typer

from pnp.cli import completing
from pnp.cli.options import names
from pnp.model.problem import Problem, Severity, UsageError
from pnp.model.suggest import did_you_mean

SelectOption = Annotated[
    list[str] | None,
    typer.Option(
        "--select",
        metavar="CODE",
        help="Report only these problems; PNP3 is all that begin so; several: a,b or --select a --select b.",
        autocompletion=completing.codes,
    ),
]
IgnoreOption = Annotated[
    list[str] | None,
    typer.Option(
        "--ignore", metavar="CODE", help="Report all but these, selected or not.", autocompletion=completing.codes
    ),
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Count warnings as errors.")]


class Selection(NamedTuple):
    """Beginnings of codes: all that are selected, or all where none is, without those ignored."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False

    def of(self, problems: Iterable[Problem]) -> list[Problem]:
        return [
            self._judged(problem)
            for problem in problems
            if (not self.select or problem.code.startswith(self.select)) and not problem.code.startswith(self.ignore)
        ]

    def _judged(self, problem: Problem) -> Problem:
        is_error = self.strict and problem.severity is Severity.WARNING
        return problem._replace(severity=Severity.ERROR) if is_error else problem


def selection(select: Iterable[str] | None, ignore: Iterable[str] | None, strict: bool) -> Selection:
    """Raises UsageError for a code that there isn't."""
    return Selection(_codes("--select", select), _codes("--ignore", ignore), strict)


def _codes(option: str, given: Iterable[str] | None) -> tuple[str, ...]:
    found = names(option, given)
    if not found:
        return ()
    from pnp.codes import code_ids, in_full, is_code

    for name in found:
        if not is_code(in_full(name)):
            hint = did_you_mean(in_full(name), code_ids()) or "pnp explain lists all"
            raise UsageError(f"{option}: there is no code {name} ({hint})")
    return tuple(in_full(name) for name in found)
