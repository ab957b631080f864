"""Problems → the first few of each kind, and a line that counts the others. Errors, and what is grave, are shown one by
one up to a larger number."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pnp.model.problem import Problem, Severity, declared_codes

FEW = 5
MANY = 50  # errors of a kind, and grave warnings


@dataclass(frozen=True, slots=True)
class OthersOfKind:
    """Problems that aren't shown one by one."""

    severity: Severity
    code: str
    count: int
    has_option: bool = True  # whether the command has --all-warnings

    @property
    def beginning(self) -> str:
        return f"{self.severity} {self.code}"

    def __str__(self) -> str:
        helps = ["--all-warnings says each"] if self.has_option else []
        if self.severity is Severity.WARNING:  # errors and notes can't be silenced so
            helps.append(f"checks: {{ignore: [{self.code}]}} in game.yaml silences them")
        return f"{self.beginning} and {self.count} more of its kind" + (f" ({'; '.join(helps)})" if helps else "")


def few_of_each_kind(
    problems: Iterable[Problem], few: int = FEW, *, has_option: bool = True
) -> tuple[list[Problem], list[OthersOfKind]]:
    """Return what is shown, grave warnings first, and the counts of the others. One more than `few` is shown, too:
    counting it takes a line as well."""
    found = sorted(problems, key=_is_grave, reverse=True)
    there = Counter(map(_kind, found))
    told, seen = list[Problem](), Counter[tuple[Severity, str]]()
    for problem in found:
        kind = _kind(problem)
        seen[kind] += 1
        most = MANY if problem.severity is Severity.ERROR or _is_grave(problem) else few
        if seen[kind] <= most or there[kind] == most + 1:
            told.append(problem)
    left = there - Counter(map(_kind, told))
    return told, [OthersOfKind(*kind, count, has_option) for kind, count in left.items()]


def _is_grave(problem: Problem) -> bool:
    code = declared_codes().get(problem.code)
    return code is not None and code.grave and problem.severity is Severity.WARNING


def _kind(problem: Problem) -> tuple[Severity, str]:
    return problem.severity, problem.code
