"""Definitions that use themselves, and rules that nobody has anything for yet: names and ids that nothing has.

Examples show most of these, but an author writes rules first: of the slips in names of `selections.yaml` and
`victory.yaml` that are noticed, one in five is found here alone while a game has no examples, one in a hundred later.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem
from pnp.model.rules import Definition, Expression, Rule, Selection
from pnp.model.values import Field, Record, Unreadable
from pnp.rules.declared import check_rule, unsaid
from pnp.rules.expressions.evaluator import circle
from pnp.rules.expressions.names import SELECTION, Names, lost
from pnp.rules.expressions.wrong import AMBIGUOUS, UNKNOWN_FILTER, UNKNOWN_ID, UNKNOWN_NAME, Wrong

if TYPE_CHECKING:
    from pnp.rules.world import World


def circles(world: "World", define: Mapping[str, Definition]) -> Iterator[tuple[Problem, frozenset[str]]]:
    """Each circle once, with the names in it. What lists are asked about may be a field of the same name."""
    after: dict[str, list[str]] = {}
    for id, definition in define.items():
        try:
            after[id] = [name for name in world.evaluator.needs(definition.expression) if name in define]
        except Wrong:  # said where it is used
            after[id] = []
    seen: set[str] = set()
    for id in define:
        ways, reached = [[id]] if id not in seen else [], set[str]()
        for way in ways:  # from the name to itself, the shortest first; grows on the way
            if id in after[way[-1]]:
                seen.update(way)
                yield circle([define[each] for each in way]), frozenset(way)
                break
            new = [name for name in after[way[-1]] if name not in reached]
            reached.update(new)
            ways += [[*way, name] for name in new]


def faults(look: Callable[..., object], asked: Iterable[Any], *beside: Any) -> Iterator[Problem]:
    """What is wrong with expressions, or sentences, as `look` finds out: it raises Wrong."""
    for each in asked:
        try:
            look(each, *beside)
        except Wrong as wrong:
            yield wrong.problem


_WHOEVER = (UNKNOWN_NAME.id, UNKNOWN_FILTER.id, UNKNOWN_ID.id, AMBIGUOUS.id)


def probed(world: "World", selection: Selection) -> Iterator[Problem]:
    """With two selections that have everything a list can have; what else is wrong with them says nothing."""
    for last in (False, True):
        filled = everything(world, selection.fields, last)
        setup, outer = world.game.setup, world.names
        if setup and setup.players and "players" in selection.fields:
            players = filled["players"] = setup.players[-1 if last else 0]
            outer = world.for_players(players)
        names = outer.whole({**selection.define, **filled}, SELECTION)
        for rule in selection.rules.values():
            yield from stumbles(world, rule, names)


def stumbles(world: "World", rule: Rule, names: Names) -> Iterator[Problem]:
    """What the rule asks that nothing has, whoever filled in the fields."""
    found = [*check_rule(rule, world, names), *unsaid(rule, world, names)]
    yield from (problem for problem in found if problem.code in _WHOEVER)


def odd(world: "World", expression: Expression, names: Names) -> Iterator[Problem]:
    """A name or an id that nothing has; what else is wrong with values made up says nothing."""
    yield from (problem for problem in faults(world.evaluator.value, [expression], names) if problem.code in _WHOEVER)


def _any(world: "World", field: Field, last: bool) -> Any:
    """A value that the field may have, another one for `last`; none for a text, which says nothing of itself.

    Raises Unreadable where not all are known.
    """
    if field.type in ("reference", "choice"):
        there = world.entries_of(field.to) if field.type == "reference" else field.choices
        return there[-1 if last else 0] if there else None
    if field.type == "list" and field.of:
        if field.of.type == "reference":
            return world.entries_of(field.of.to)
        return tuple([_any(world, field.of, each) for each in (False, True)])
    if field.type == "record":
        return Record(everything(world, field.fields, last))
    if field.type == "boolean":
        return not last
    if field.type in ("integer", "number"):
        bound = field.maximum if last else field.minimum
        return 1 if bound is None else int(bound) if field.type == "integer" else bound
    return None


def everything(world: "World", fields: Mapping[str, Field], last: bool) -> dict[str, Any]:
    """Values of fields, lists with all that they can have; others for `last`."""
    found: dict[str, Any] = {}
    for name, field in fields.items():
        try:
            found[name] = _any(world, field, last)
        except Unreadable as error:
            found[name] = lost(name, error.problem)
    return found
