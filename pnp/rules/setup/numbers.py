"""Problems of several numbers of players → one each, that names the numbers."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from pnp.model.problem import Problem


def numbers(players: Iterable[int]) -> str:
    """2, 3, 4, 6 → "2-4 and 6"."""
    runs: list[list[int]] = []
    for number in sorted(players):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts = [part for run in runs for part in _run(run)]
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])


def _run(run: Sequence[int]) -> Iterator[str]:
    if len(run) > 2:
        yield f"{run[0]}-{run[-1]}"
    else:
        yield from map(str, run)


def of_players(players: Collection[int]) -> str:
    return f"{numbers(players)} {'player' if tuple(players) == (1,) else 'players'}"


class Collected:
    """The same mistake with several numbers of players is one problem; its figures are those of the first."""

    def __init__(self, players: Iterable[int]) -> None:
        self._all = frozenset(players)
        self._found: dict[object, tuple[Problem, dict[int, object]]] = {}

    def add(self, players: int, problems: Iterable[Problem]) -> None:
        for problem in problems:
            key = problem.code, problem.span, problem.origin, problem.cause is None
            self._found.setdefault(key, (problem, {}))[1].setdefault(players, _said(problem))

    def problems(self) -> Iterator[Problem]:
        for problem, sayings in self._found.values():
            alike = [players for players, said in sayings.items() if said == _said(problem)]
            others = [players for players in sayings if players not in alike]
            said = of_players(alike) + (f"; also with {numbers(others)}" if others else "")
            when = (f" ({said})",) if others or self._all - set(alike) else ()
            yield problem._replace(when=(*problem.when, *when))


def _said(problem: Problem) -> object:
    """Its sentence with its figures."""
    return problem.mistake, problem.details
