"""`Game` → problems that only the whole game shows. One rule a file: whatever module stands here is a rule.

A rule's module has a `CODE`, whose explanation is the module's docstring, and `check(game, project)`, which yields the
problems it finds. One that says that nothing uses something has `OF_WHOLE`, too: it says nothing where a file has
mistakes, since then it isn't known what that file was to say. Modules whose name starts with an underscore are what
rules share. Rules about finished faces are in `pnp.check.faces`.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from pnp.check._finding import modules_in
from pnp.model.game import Game
from pnp.model.problem import Code, Problem, has_errors, in_reading_order
from pnp.model.project import Project


class Rule(NamedTuple):
    name: str
    code: Code
    check: Callable[[Game, Project], Iterable[Problem]]
    of_whole: bool = False


@cache
def rules() -> tuple[Rule, ...]:
    """All rules there are, by name."""
    found = [
        Rule(module.__name__.rpartition(".")[2], module.CODE, module.check, hasattr(module, "OF_WHOLE"))
        for module in modules_in(__name__)
    ]
    titles = [rule.code.title for rule in found]
    assert len(set(titles)) == len(titles), f"two rules share a title: {sorted(titles)}"
    return tuple(found)


def check_game(game: Game, project: Project, loaded: Iterable[Problem] = ()) -> list[Problem]:
    """What is wrong with a game, or an expansion; what is with others that it needs is said where they are checked.

    `loaded`: what was wrong with its files.
    """
    others = {each.folder for each in game.modules.values() if each.game not in ("", game.id)} if game.base else set()
    others |= {game.base.folder} if game.base else set()
    elsewhere = tuple(f"{project.display(folder)}/" for folder in others if folder)
    is_whole = not has_errors(loaded)
    told = [rule for rule in rules() if is_whole or not rule.of_whole]
    found = (problem for rule in told for problem in rule.check(game, project))
    return in_reading_order(each for each in found if not each.span.file.startswith(elsewhere))
