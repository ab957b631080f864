"""`Game` → problems that only the whole game shows.

A check is a function of a module here that says by its decorator which code its problems have:

    @check(MISSING_ICON)
    def icons(game: Game, project: Project) -> Iterator[Problem]:

Whatever module stands here is asked for its checks, and there is no second list; what several have in common stands in
those whose names start with an underscore. Checks of finished faces are in `pnp.check.faces`.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import Code, Problem, Severity, sort_problems
from pnp.registry import registry

Finder = Callable[[Game, Project], Iterable[Problem]]


class Check(NamedTuple):
    """`needs_all`: it says that nothing uses something, or that nobody says it, for which all must have been read."""

    code: Code
    find: Finder
    needs_all: bool = False

    def __call__(self, game: Game, project: Project) -> Iterable[Problem]:
        return self.find(game, project)


def check(code: Code, *, needs_all: bool = False) -> Callable[[Finder], Check]:
    """Return a decorator that makes a check of a function."""
    return lambda find: Check(code, find, needs_all)


CHECKS = registry(
    __name__, lambda _, module: tuple([each for each in vars(module).values() if isinstance(each, Check)])
)
_OF_PARTS = ("glossary", "modules")  # checks of a part of the game that has their name


def check_game(game: Game, project: Project, loaded: Iterable[Problem] = ()) -> list[Problem]:
    """Find what is wrong with a game or an expansion; `loaded` is what was wrong with its files."""
    others = {each.folder for each in game.modules.values() if each.game not in ("", game.id)} if game.base else set()
    others |= {game.base.folder} if game.base else set()
    elsewhere = tuple(f"{project.display(folder)}/" for folder in others if folder)
    unknown = next((problem for problem in loaded if problem.severity is Severity.ERROR), None)
    found: list[Problem] = []
    names = [name for name in CHECKS if name not in _OF_PARTS or getattr(game, name)]
    for each in (each for name in names for each in CHECKS[name]):
        for problem in each.find(game, project):
            found.append(problem._replace(cause=unknown) if each.needs_all and not problem.cause else problem)
    return sort_problems(each for each in found if not each.span.file.startswith(elsewhere))
