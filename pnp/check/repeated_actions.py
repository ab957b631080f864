"""
A step of the setup does the same twice. What moves all pieces, or puts a marker on its space, does nothing the second
time; what moves some of them says better in one line how many.

Bad:  `do: [{put: red, to: 4}, {put: red, to: 4}]`
Good: `do: [{put: red, to: 4}, {put: green, to: 4}]`
"""

from collections.abc import Hashable, Iterator

from pnp.check._owned import owned
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Action, Expression, Move, Put, Shuffle

CODE = code("PNP183", "action done twice", __doc__, Severity.WARNING)


def check(game: Game, project: Project) -> Iterator[Problem]:
    steps = [each.item for section, things in owned(game) if section == "setup.steps" for each in things]
    for step in steps:
        first: dict[Hashable, Action] = {}
        for action in step.actions:
            other = first.setdefault(_done(action), action)
            if other is not action and not isinstance(action, Shuffle):
                yield CODE.at(action.span, f"step {step.id} does the same twice", origin=other.span)


def _done(action: Action) -> Hashable:
    if isinstance(action, Shuffle):
        return action.zone
    if isinstance(action, Put):
        return action.marker, action.to.text
    assert isinstance(action, Move)
    what = action.what
    said = what.text if isinstance(what, Expression) else tuple([name.id for name in what or ()])
    return said, action.source, action.target, action.under
