"""
A component has no front, so that nothing of it is printed, and no field refers to it: it is of no use. Mostly the
`front` was forgotten.

Bad:  `creatures: {title: Creatures, data: creatures.yaml}`
Good: `creatures: {title: Creatures, size: poker, front: card.xml.j2, data: creatures.yaml}`
"""

from collections.abc import Iterator, Mapping

from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.values import Field

CODE = code("PNP118", "component that is neither printed nor used", __doc__, Severity.WARNING)
OF_WHOLE = True


def check(game: Game, project: Project) -> Iterator[Problem]:
    used = {to for fields in _declared(game) for to in _targets(fields)}
    for component in game.components.values():
        if not component.front and not component.back and component.id not in used:
            message = f"{component.id} is neither printed nor referred to"
            yield CODE.at(component.span, message, hint="a component that prints has a front")


def _declared(game: Game) -> Iterator[Mapping[str, Field]]:
    """Of pieces, of finished tables, and of what players put together; with modules' own."""
    yield from (group.fields for group in game.groups.values())
    yield from (component.fields for component in game.components.values())
    yield from (selection.fields for selection in game.selections.values())
    if game.victory:
        yield from (game.victory.player, game.victory.table)
    for module in game.patches:
        for section in ("victory.player", "victory.table"):
            yield {field.id: field for field in module.change(section).add}
        yield from (component.fields for component in module.change("components").add)
        yield from (selection.fields for selection in module.change("selections").add)


def _targets(fields: Mapping[str, Field]) -> Iterator[str]:
    for field in fields.values():
        yield field.to
        if field.of:
            yield from _targets({"": field.of})
        yield from _targets(field.fields)
