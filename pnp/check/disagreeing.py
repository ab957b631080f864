"""
Two modules that can be chosen together bring different rows of a table for one number of players, or replace the
numbers of players differently; or a module drops a number of players with which nobody can play.

Bad:  `replace: {players: [3]}` in one module, `replace: {players: [4]}` in another
Good: the same with `not-with:` the other module in one of them
"""

from collections.abc import Iterator
from typing import Any

from pnp.check._pairs import pairs
from pnp.model.game import Game, Module
from pnp.model.patch import PLAYERS
from pnp.model.plus import Plus
from pnp.model.problem import Problem, code
from pnp.model.project import Project

CODE = code("PNP531", "modules that disagree about players", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for one, other in pairs(game):
        yield from _rivals(one, other)
    yield from _not_there(game)


def _rivals(one: Module, other: Module) -> Iterator[Problem]:
    """Rows of both for the same number of players, and players that both replace."""
    rows = {(plus.id, key): (plus, figure) for plus, key, figure in _new_rows(one)}
    for plus, key, figure in _new_rows(other):
        known = rows.get((plus.id, key))
        if known and known[1] != figure:
            message = f"{one.label} and {other.label} bring different rows of {plus.id} for {key} players"
            yield CODE.at(plus.places[key], message, hint=f"not-with: [{one.id}]", origin=known[0].places[key])
    first, second = one.change(PLAYERS).replace, other.change(PLAYERS).replace
    if first and second and {each.id for each in first} != {each.id for each in second}:
        message = f"{one.label} and {other.label} replace the numbers of players differently"
        yield CODE.at(second[0].span, message, hint=f"not-with: [{one.id}]", origin=first[0].span)


def _new_rows(module: Module) -> Iterator[tuple[Plus, str, Any]]:
    for plus in module.change("setup.tables").plus:
        if plus.is_new:
            yield from ((plus, key, figure) for key, figure in plus.figures.items())


def _not_there(game: Game) -> Iterator[Problem]:
    changes = [module.change(PLAYERS) for module in game.patches]
    known = {str(number) for number in (game.setup.players if game.setup else ())}
    known |= {each.id for change in changes for each in (*change.add, *change.replace)}
    for module in game.patches:
        for id, span in module.change(PLAYERS).drop:
            if id not in known:
                yield CODE.at(span, f"{module.label} drops {id} players, who can't play anyway")
