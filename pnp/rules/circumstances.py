"""Circumstances under which rules are judged: sets of modules, numbers of players.

Which sets can be chosen together, the smallest first; and the same mistake under several circumstances as one problem.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from functools import cache
from heapq import heappop, heappush
from itertools import groupby, islice
from typing import NamedTuple

from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.rules.declared import KINDS
from pnp.rules.expressions.errors import CODES

Set = frozenset[str]
MOST_SETS = 256  # that are judged
MOST_COUNTED = 4_096  # how many there are is counted that far
MOST_STEPS = 6_000_000  # of expressions in all sets together

UNPROVED = code("PNP520", Severity.WARNING, says="not proved: {count:,} of {how_many} sets of modules dealt")


class Choices:
    """Which modules can be chosen together."""

    def __init__(self, game: Game) -> None:
        enemies = {id: frozenset(module.not_with) for id, module in game.modules.items()}
        self.legal: Callable[[Set], bool] = cache(lambda ids: all(ids.isdisjoint(enemies[id]) for id in ids))
        self._open = game.open_choices
        self.single: dict[str, Set] = {}  # each with what it needs, but for those that can't be chosen at all
        for id in sorted(game.modules):
            needed = frozenset(game.required(id))
            if self.legal(needed) and all(need in game.modules for each in needed for need in game.modules[each].needs):
                self.single[id] = needed

    def is_whole(self, modules: Collection[str]) -> bool:
        """Tell whether one of each choice is among these."""
        return not self._open(modules)

    def smallest_first(self) -> Iterator[tuple[str, ...]]:
        """Yield all sets with one of each choice, each of a smaller one by a module more, with what that needs."""
        waiting: list[tuple[int, tuple[str, ...]]] = [(0, ())]
        seen: set[Set] = {frozenset()}
        while waiting:
            _, modules = heappop(waiting)
            if self.is_whole(modules):
                yield modules
            for one in self.single.values():
                more = one.union(modules)
                if more not in seen and self.legal(more):
                    seen.add(more)
                    heappush(waiting, (len(more), tuple(sorted(more))))


class SetsToJudge(NamedTuple):
    """The sets of modules that are judged; how many there are, or than how many there are more."""

    sets: list[tuple[str, ...]]
    there: int
    is_exact: bool

    def unproved(self, game: Game, judged: int) -> list[Problem]:
        """Return the problem that not all of them were judged, if they weren't."""
        if judged >= self.there and self.is_exact:
            return []
        how_many = f"{'' if self.is_exact else 'more than '}{self.there:,}"
        return [UNPROVED.at(game.span, count=judged, how_many=how_many, hint="not-with says which can't be combined")]


def sets_to_judge(game: Game, examples: Iterable[Collection[str]]) -> SetsToJudge:
    """Choose all sets, or the smallest and those of the examples."""
    choices = Choices(game)
    all_sets = choices.smallest_first()
    first = list(islice(all_sets, MOST_SETS))
    more = sum(1 for _ in islice(all_sets, MOST_COUNTED - MOST_SETS + 1)) if len(first) == MOST_SETS else 0
    single, count = choices.single, len(first) + more
    named = [ids for ids in examples if all(id in single and single[id].issubset(ids) for id in ids)]
    also = [tuple(sorted(ids)) for ids in named if choices.legal(frozenset(ids)) and choices.is_whole(ids)]
    return SetsToJudge(list(dict.fromkeys([*first, *also])), min(count, MOST_COUNTED), count <= MOST_COUNTED)


def play_with(game: Game, modules: Collection[str]) -> Game:
    """Return the game with these modules: no expansion without modules of its own here takes part."""
    gone: set[str] = set()
    for expansion, names in game.outside.items():
        own = {id for id, module in game.modules.items() if module.game == expansion}
        gone |= names if own and own.isdisjoint(modules) else set()
    if not gone:
        return game
    # examples are worked with just the modules that they name
    rules = {id: each for id, each in game.rules.items() if f"rules/{id}" not in gone}
    selections = {id: each for id, each in game.selections.items() if f"selections/{id}" not in gone}
    return replace(game, rules=rules, selections=selections)


_OF_EXPRESSIONS = frozenset({code.id for code in CODES})
Mistake = tuple[object, ...]


@cache
def _codes_of_figures() -> frozenset[str]:
    """Return the codes of rules about a figure of pieces."""
    kinds = [kind for kind in KINDS.values() if kind.written.about == "pieces"]
    return frozenset(kind.code.id for kind in kinds if "is" in (*kind.written.needs, *kind.written.may))


def mistake(problem: Problem) -> Mistake:
    """Return what a mistake shares with itself under other circumstances, without figures and examples.

    A rule that a module replaces is the same rule with other figures, and of other pieces. At one place, an expression
    has one mistake.
    """
    if problem.code in _OF_EXPRESSIONS:
        return problem.code, problem.span, problem.cause is None
    place = None if problem.code in _codes_of_figures() else problem.span
    return problem.mistake, place, problem.about, problem.cause is None


class ProblemsOfPlayers:
    """Merges the same mistake with several numbers of players into one problem, with the figures of the first; one of
    a setup (`of_setup`) is the same at the same place, and names those with which it has other figures."""

    def __init__(self, players: Iterable[int], *, of_setup: bool = False) -> None:
        self._all = frozenset(players)
        self._of_setup = of_setup
        self._found: dict[object, tuple[Problem, dict[int, object]]] = {}

    def add(self, players: int, problems: Iterable[Problem]) -> None:
        for each in problems:
            key: object = (each.code, each.span, each.origin, each.cause is None) if self._of_setup else mistake(each)
            figures = (each.mistake, each.details) if self._of_setup else None
            self._found.setdefault(key, (each, {}))[1].setdefault(players, figures)

    def problems(self) -> Iterator[Problem]:
        for problem, figures in self._found.values():
            first = next(iter(figures.values()))
            alike = [players for players, said in figures.items() if said == first]
            others = [players for players in figures if players not in alike]
            said = players_text(alike) + (f"; also with {join_numbers(others)}" if others else "")
            yield add_when(problem, said if others or self._all - set(alike) else "")


def add_when(problem: Problem, said: str) -> Problem:
    """Return a problem that also says when it shows; "" where it always does."""
    return problem._replace(when=(*problem.when, f" ({said})")) if said else problem


def join_numbers(players: Iterable[int]) -> str:
    """Return numbers of players as messages say them: 2, 3, 4, 6 → "2-4 and 6"."""
    parts: list[str] = []
    for _, following in groupby(enumerate(sorted(players)), key=lambda each: each[1] - each[0]):
        run = [str(number) for _, number in following]
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])


def players_text(players: Collection[int]) -> str:
    return f"{join_numbers(players)} {'player' if tuple(players) == (1,) else 'players'}"
