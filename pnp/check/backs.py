"""
A component has a back but no front. The front is what makes a component a printed one; a back alone prints nothing.

Bad:  `back: card-back.xml.j2` and no `front`
Good: `front: card.xml.j2` and `back: card-back.xml.j2`
"""

from collections.abc import Iterator

from pnp.check._uses import all_components
from pnp.model.game import Game
from pnp.model.problem import Problem, code
from pnp.model.project import Project

CODE = code("PNP114", "back without a front", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    for component in all_components(game):
        if component.back and not component.front:
            yield CODE.at(component.layout_span, f"{component.id} has a back, but no front")
