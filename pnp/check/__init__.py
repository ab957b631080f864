"""`Game` → problems that only the whole game shows. One rule a file: whatever module stands here is a rule.

A rule's module has a `CODE`, whose explanation is the module's docstring, and `check(game, project)`, which yields the
problems it finds. Modules whose name starts with an underscore are what rules share.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

from pnp.model.game import Game
from pnp.model.problem import Code, Problem, in_reading_order
from pnp.model.project import Project


class Rule(NamedTuple):
    name: str
    code: Code
    check: Callable[[Game, Project], Iterable[Problem]]


@cache
def rules() -> tuple[Rule, ...]:
    """All rules there are, by name."""
    modules = [import_module(f"{__name__}.{info.name}") for info in iter_modules(__path__) if info.name[0] != "_"]
    found = [Rule(module.__name__.rpartition(".")[2], module.CODE, module.check) for module in modules]
    titles = [rule.code.title for rule in found]
    assert len(set(titles)) == len(titles), f"two rules share a title: {sorted(titles)}"
    return tuple(found)


def check_game(game: Game, project: Project) -> list[Problem]:
    return in_reading_order(problem for rule in rules() for problem in rule.check(game, project))
