"""What a command says to those who call it."""

from collections.abc import Callable
from typing import NamedTuple

from facts import facts, is_problem, list_facts


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def facts(self) -> list[str]:
        """Return the facts of the problems on stderr."""
        return list_facts(self.err)

    @property
    def lines(self) -> list[str]:
        """Return all lines on stderr, problems as their facts."""
        return [facts(line) if is_problem(line) else line for line in self.err.splitlines()]

    @property
    def notices(self) -> list[str]:
        """Return the lines on stderr that show no problem."""
        return [line for line in self.err.splitlines() if not is_problem(line)]


Run = Callable[..., Result]
