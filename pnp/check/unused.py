"""
A component has no front, so that nothing of it is printed, no field refers to it, and no rule, setup, selection, text
or template names it: it is of no use. Mostly the `front` was forgotten.

Bad:  `creatures: {title: Creatures, data: creatures.yaml}`
Good: `creatures: {title: Creatures, size: poker, front: card.xml.j2, data: creatures.yaml}`
"""

from collections.abc import Iterator, Mapping

from pnp.check._mentions import mentioned
from pnp.check._uses import uses_of
from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.project import Project
from pnp.model.values import Field

CODE = code("PNP118", "component that is neither printed nor used", __doc__, Severity.WARNING)
OF_WHOLE = True


def check(game: Game, project: Project) -> Iterator[Problem]:
    used = {to for fields in _declared(game) for to in _targets(fields)}
    for component in game.components.values():
        printed = component.front or component.back
        if not printed and component.id not in used and not _is_named(component.id, game, project):
            message = f"{component.id} is neither printed nor referred to"
            yield CODE.at(component.span, message, hint="a component that prints has a front")


def _is_named(component: str, game: Game, project: Project) -> bool:
    """In expressions, a `-` of its id written `_`, also beside a module: `with.night.cards`."""
    name = component.replace("-", "_")
    beside = (f"with.{module.replace('-', '_')}.{name}" for module in game.modules)
    return name in uses_of(game, project).names or any(each in mentioned(game) for each in (name, *beside))


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
