"""The same mistake under several circumstances → one problem; and what was judged before under the same ones."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.rules import Rule
from pnp.model.span import Span
from pnp.rules.expressions.wrong import CODES
from pnp.rules.influences import Influences
from pnp.rules.module_sets import Set

if TYPE_CHECKING:
    from pnp.rules.world import World


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
            said = of_players(alike) + (f"; also with {numbers(others)}" if others else "")
            yield _with(problem, said if others or self._all - set(alike) else "")

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


def _with(problem: Problem, said: str) -> Problem:
    return problem._replace(when=(*problem.when, f" ({said})")) if said else problem


_OF_THE_GAME = ("setup", "victory")  # expansions have none of their own


class JudgedBefore:
    """Remembers problems. Without influences everything is judged each time.

    `proved` is the game without expansions, of which nothing is judged again that only its own modules have a say in.
    """

    def __init__(self, influences: Influences | None = None, proved: Game | None = None) -> None:
        self._influences, self._proved = influences, proved
        self._known: dict[tuple[Hashable, Set], list[Problem]] = {}

    def part(self, what: str, world: "World", examine: Callable[["World"], list[Problem]]) -> list[Problem]:
        """The setup, the victory, the selections."""
        if self._influences is None:
            return examine(world)
        modules: Set = getattr(self._influences, what)
        if what in _OF_THE_GAME and self._is_proved(modules, world):
            return []
        return self._of(what, modules, world, lambda: examine(world))

    def rule(self, rule: Rule, world: "World", examine: Callable[[Rule, "World"], list[Problem]]) -> list[Problem]:
        if self._influences is None:
            return examine(rule, world)
        modules = self._influences.rule(rule.id)
        if self._proved and rule.id in self._proved.rules and self._is_proved(modules, world):
            return []
        return self._of(("rule", rule.id), modules, world, lambda: examine(rule, world))

    def _is_proved(self, modules: Set, world: "World") -> bool:
        return self._proved is not None and modules.intersection(world.modules) <= self._proved.modules.keys()

    def has_dealt(self, world: "World") -> bool:
        """Whether setups like this one have been asked for; the first time they haven't."""
        if self._influences is None:
            return False
        key = "dealt", self._influences.setup.intersection(world.modules)
        has = key in self._known
        self._known[key] = []
        return has

    def _of(self, what: Hashable, modules: Set, world: "World", examine: Callable[[], list[Problem]]) -> list[Problem]:
        """What follows from something else may be otherwise with another set."""
        key = what, modules.intersection(world.modules)
        if key in self._known:
            return self._known[key]
        found = examine()
        if not any(problem.cause for problem in found):
            self._known[key] = found
        return found


def numbers(players: Iterable[int]) -> str:
    """2, 3, 4, 6 → "2-4 and 6"."""
    parts: list[str] = []
    for _, following in groupby(enumerate(sorted(players)), key=lambda each: each[1] - each[0]):
        run = [str(number) for _, number in following]
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run
    return " and ".join([*([", ".join(parts[:-1])] if parts[1:] else []), *parts[-1:]])


def of_players(players: Collection[int]) -> str:
    return f"{numbers(players)} {'player' if tuple(players) == (1,) else 'players'}"
