"""Problems → the first few of each kind, and a line that counts the others. Errors, and what is grave, are told one by
one."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pnp.model.problem import Problem, Severity, declared_codes

FEW = 5


@dataclass(frozen=True, slots=True)
class OthersOfKind:
    """Warnings, or notes, that aren't told one by one."""

    severity: Severity
    code: str
    count: int

    @property
    def beginning(self) -> str:
        return f"{self.severity} {self.code}"

    def __str__(self) -> str:
        helps = ["--all-warnings says each"]
        if self.severity is Severity.WARNING:  # notes can't be silenced so
            helps.append(f"checks: {{ignore: [{self.code}]}} in game.yaml silences them")
        return f"{self.beginning} and {self.count} more of its kind ({'; '.join(helps)})"


def few_of_each_kind(problems: Iterable[Problem]) -> tuple[list[Problem], list[OthersOfKind]]:
    """In their order, warnings that are grave before all else. One more than a few is told, too: to count it takes a
    line as well."""
    found = sorted(problems, key=_is_grave, reverse=True)
    there = Counter(map(_kind, found))
    told, seen = list[Problem](), Counter[tuple[Severity, str]]()
    for problem in found:
        kind = _kind(problem)
        seen[kind] += 1
        is_told = problem.severity is Severity.ERROR or _is_grave(problem)
        if is_told or seen[kind] <= FEW or there[kind] == FEW + 1:
            told.append(problem)
    left = there - Counter(map(_kind, told))
    return told, [OthersOfKind(*kind, count) for kind, count in left.items()]


def _is_grave(problem: Problem) -> bool:
    code = declared_codes().get(problem.code)
    return code is not None and code.grave and problem.severity is Severity.WARNING


def _kind(problem: Problem) -> tuple[Severity, str]:
    return problem.severity, problem.code
