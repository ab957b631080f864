"""`Game` → problems that only the whole game shows. One rule a file: whatever module stands here is a rule.

A rule's module has a `CODE`, whose explanation is the module's docstring, and `check(game, project)`, which yields the
problems it finds. Modules whose name starts with an underscore are what rules share. Rules about finished faces are in
`pnp.check.faces`.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from pnp.check._finding import modules_in
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
    found = [Rule(module.__name__.rpartition(".")[2], module.CODE, module.check) for module in modules_in(__name__)]
    titles = [rule.code.title for rule in found]
    assert len(set(titles)) == len(titles), f"two rules share a title: {sorted(titles)}"
    return tuple(found)


def check_game(game: Game, project: Project) -> list[Problem]:
    """What is wrong with an expansion; what is with the game that it is for is said where that is checked."""
    of_base = f"{project.display(game.base.folder)}/" if game.base else ""
    found = (problem for rule in rules() for problem in rule.check(game, project))
    return in_reading_order(each for each in found if not of_base or not each.span.file.startswith(of_base))
