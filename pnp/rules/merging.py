"""The same mistake with several numbers of players, or several sets of modules → one problem that says with which."""

import re
from collections.abc import Iterable
from typing import Any

from pnp.model.problem import Problem
from pnp.model.rules import Rule
from pnp.model.span import Span
from pnp.rules.expressions.wrong import CODES
from pnp.rules.setup.numbers import of_players

_FIGURES = re.compile(": .+ expected, .+ found")
_OF_EXPRESSIONS = frozenset({code.id for code in CODES})
Mistake = tuple[str, Span, str]


def mistake(problem: Problem) -> Mistake:
    """What a mistake shares with itself under other circumstances: not its figures, nor the pieces named at the end.

    A rule that a module replaces is the same rule with other figures. Of an expression one mistake is told at a place.
    """
    if problem.code in _OF_EXPRESSIONS:
        return problem.code, problem.span, ""
    what = _FIGURES.sub(": ", ": ".join(problem.message.split(": ")[:2]))
    return problem.code, problem.span, re.sub(r"\d+", "0", what)


class OfPlayers:
    """Of one set of modules."""

    def __init__(self, players: Iterable[int]) -> None:
        self._all = frozenset(players)
        self._found: dict[Mistake, tuple[Problem, list[int]]] = {}

    def add(self, players: int, problems: Iterable[Problem]) -> None:
        for problem in problems:
            self._found.setdefault(mistake(problem), (problem, []))[1].append(players)

    def problems(self) -> list[Problem]:
        """With the figures of the first number of players."""
        return [_with(problem, self._said(players)) for problem, players in self._found.values()]

    def _said(self, players: list[int]) -> str:
        return "" if self._all == set(players) else of_players(sorted(set(players)))


class OfSets:
    """Found first is what the smallest set of modules shows. `nothing`: the code of a rule about nothing, which only
    counts where the rule is about nothing with each set, and the game by itself is among them."""

    def __init__(self, nothing: str) -> None:
        self._nothing = nothing
        self._found: dict[Mistake, tuple[Problem, tuple[str, ...]]] = {}
        self._empty: dict[Span, Problem] = {}
        self._telling: set[Span] = set()  # rules that say something
        self._alone = False

    def add(self, modules: tuple[str, ...], problems: Iterable[Problem], rules: Iterable[Rule]) -> None:
        empty = set()
        for problem in problems:
            if problem.code == self._nothing:
                empty.add(problem.span)
                self._empty.setdefault(problem.span, problem)
            else:
                self._found.setdefault(mistake(problem), (problem, modules))
        self._telling |= {rule.span for rule in rules} - empty
        self._alone = self._alone or not modules

    def problems(self) -> list[Problem]:
        found = [_with(problem, f"with {', '.join(set_)}" if set_ else "") for problem, set_ in self._found.values()]
        silent = [problem for span, problem in self._empty.items() if span not in self._telling]
        return [*found, *(silent if self._alone else ())]


def _with(problem: Problem, said: Any) -> Problem:
    return problem._replace(message=f"{problem.message} ({said})") if said else problem
