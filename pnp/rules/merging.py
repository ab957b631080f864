"""The same mistake under several circumstances → one problem."""

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from pnp.model.problem import Problem
from pnp.rules.expressions.wrong import CODES

_OF_EXPRESSIONS = frozenset({code.id for code in CODES})
Mistake = tuple[object, ...]


def mistake(problem: Problem) -> Mistake:
    """What a mistake shares with itself under other circumstances: not its figures, nor the pieces named at the end.

    A rule that a module replaces is the same rule with other figures. Of an expression one mistake is told at a place.
    """
    if problem.code in _OF_EXPRESSIONS:
        return problem.code, problem.span, problem.cause is None
    return problem.mistake, problem.span, problem.about, problem.cause is None


class OfPlayers:
    """The same mistake with several numbers of players is one problem; its figures are those of the first. Of one set
    of modules."""

    def __init__(self, players: Iterable[int]) -> None:
        self._all = frozenset(players)
        self._found: dict[object, tuple[Problem, dict[int, object]]] = {}

    def add(self, players: int, problems: Iterable[Problem]) -> None:
        for problem in problems:
            found = self._found.setdefault(self._mistake(problem), (problem, {}))[1]
            found.setdefault(players, self._figures(problem))

    def problems(self) -> Iterator[Problem]:
        for problem, figures in self._found.values():
            alike = [players for players, said in figures.items() if said == self._figures(problem)]
            others = [players for players in figures if players not in alike]
            said = players_in_words(alike) + (f"; also with {numbers(others)}" if others else "")
            yield add_when(problem, said if others or self._all - set(alike) else "")

    def _mistake(self, problem: Problem) -> object:
        return mistake(problem)

    def _figures(self, _: Problem) -> object:
        """By what it differs with some numbers of players, which are told apart: here by nothing."""
        return None


class Collected(OfPlayers):
    """The same of setups: of one place there is one problem, whatever else its sentence names."""

    def _mistake(self, problem: Problem) -> object:
        return problem.code, problem.span, problem.origin, problem.cause is None

    def _figures(self, problem: Problem) -> object:
        return problem.mistake, problem.details


def add_when(problem: Problem, said: str) -> Problem:
    """Return a problem that also says when it shows; "" where it always does."""
    return problem._replace(when=(*problem.when, f" ({said})")) if said else problem


def numbers(players: Iterable[int]) -> str:
    """2, 3, 4, 6 → "2-4 and 6"."""
    parts: list[str] = []
    for _, following in groupby(enumerate(sorted(players)), key=lambda each: each[1] - each[0]):
        run = [str(number) for _, number in following]
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])


def players_in_words(players: Collection[int]) -> str:
    return f"{numbers(players)} {'player' if tuple(players) == (1,) else 'players'}"
