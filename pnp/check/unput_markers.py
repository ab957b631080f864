"""
A marker has a space where it starts, and the setup puts other markers on theirs, but no step puts this one. At the
table it would be forgotten.

Bad:  `green: {title: Green marker, …, start: 4}`, and steps with `{put: red, to: 4}` alone
Good: `{put: green, to: 4}` beside it
"""

from collections.abc import Iterator

from pnp.check._owned import owned
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.rules import Put

CODE = code("PNP188", "marker that no step puts", __doc__, Severity.WARNING)
OF_WHOLE = True


def check(game: Game, project: Project) -> Iterator[Problem]:
    sections = dict(owned(game))
    steps = [each.item for each in sections["setup.steps"]]
    put = {action.marker for step in steps for action in step.actions if isinstance(action, Put)}
    track = sections["victory.track"]
    if not put <= {each.item.id for each in track}:  # one that there isn't is mostly another's name
        return
    for _, marker in track if put else ():
        if marker.start is not None and marker.read is None and marker.id not in put:
            yield CODE.at(marker.span, f"no step puts {marker.id} on its space", hint=f"{{put: {marker.id}, to: …}}")
