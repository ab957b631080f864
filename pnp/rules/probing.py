"""A selection nobody made → what its rules would stumble over, whoever makes one: names and ids that nothing has."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem
from pnp.model.rules import Expression, Rule, Selection
from pnp.model.values import Field, Record
from pnp.rules.declared import check_rule, unsaid
from pnp.rules.expressions import SELECTION, Names, Wrong
from pnp.rules.expressions.wrong import AMBIGUOUS, UNKNOWN_FILTER, UNKNOWN_ID, UNKNOWN_NAME

if TYPE_CHECKING:
    from pnp.rules.world import World

_WHOEVER = (UNKNOWN_NAME.id, UNKNOWN_FILTER.id, UNKNOWN_ID.id, AMBIGUOUS.id)


def probed(world: "World", selection: Selection) -> Iterator[Problem]:
    """With two selections that have everything a list can have; what else is wrong with them says nothing."""
    for last in (False, True):
        filled = everything(world, selection.fields, last)
        players = _players(world, selection, last)
        outer = world.names if players is None else world.for_players(players)
        if players is not None:
            filled["players"] = players
        names = outer.whole({**selection.define, **filled}, SELECTION)
        for rule in selection.rules.values():
            yield from stumbles(world, rule, names)


def stumbles(world: "World", rule: Rule, names: Names) -> Iterator[Problem]:
    """What the rule asks that nothing has, whoever filled in the fields."""
    found = [*check_rule(rule, world, names), *unsaid(rule, world, names)]
    yield from (problem for problem in found if problem.code in _WHOEVER)


def odd(world: "World", expression: Expression, names: Names) -> Iterator[Problem]:
    """A name or an id that nothing has; what else is wrong with values made up says nothing."""
    try:
        world.evaluator.value(expression, names)
    except Wrong as wrong:
        if wrong.problem.code in _WHOEVER:
            yield wrong.problem


def _players(world: "World", selection: Selection, last: bool) -> int | None:
    setup = world.game.setup
    if setup is None or not setup.players or "players" not in selection.fields:
        return None
    return setup.players[-1 if last else 0]


def _any(world: "World", field: Field, last: bool) -> Any:
    """A value that the field may have, another one for `last`; none for a text, which says nothing of itself."""
    if field.type == "reference":
        entries = world.entries_of(field.to)
        return entries[-1 if last else 0] if entries else None
    if field.type == "list" and field.of:
        if field.of.type == "reference":
            return world.entries_of(field.of.to)
        return tuple([_any(world, field.of, each) for each in (False, True)])
    if field.type == "record":
        return Record(everything(world, field.fields, last))
    if field.type == "choice":
        return field.choices[-1 if last else 0] if field.choices else None
    if field.type == "boolean":
        return not last
    if field.type in ("integer", "number"):
        bound = field.maximum if last else field.minimum
        return 1 if bound is None else int(bound) if field.type == "integer" else bound
    return None


def everything(world: "World", fields: Mapping[str, Field], last: bool) -> dict[str, Any]:
    """Values of fields, lists with all that they can have; others for `last`."""
    return {name: _any(world, field, last) for name, field in fields.items()}
