"""A game with broken rules → the one value with which all of them would hold, if there is but one.

Where two figures disagree, nothing tells which of them is right. But where one other value of one piece, definition or
table puts several rules right, and no value of anything else does, then that value is the mistake.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pnp.model.game import Component, EntryGroup, Game, Piece
from pnp.model.problem import has_errors
from pnp.model.rules import Rule
from pnp.model.span import Span
from pnp.rules.circumstances import MOST_STEPS, sets_to_judge
from pnp.rules.declared import expressions_of
from pnp.rules.examining import examine_rule, make_world
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import pieces_in
from pnp.rules.expressions.values import show
from pnp.rules.world import World

_MOST_TRIES = 4000  # games with one other value
_MOST_PIECES = 400_000  # of all these games together
_MOST_VALUES = 24  # that are tried in place of one
_COPIES = "copies"


class Culprit(NamedTuple):
    """A value that is wrong, and the rules that would hold with the other one."""

    span: Span
    name: str
    was: str
    right: str
    rules: tuple[str, ...]


class _Trial(NamedTuple):
    """A game in which one value is another one."""

    span: Span
    name: str
    was: Any
    right: Any
    game: Game


def find_culprit(game: Game) -> Culprit | None:
    """Return the one value that is wrong; None where but one figure is wrong, or several values explain all of them."""
    evaluator = Evaluator()
    for modules in sets_to_judge(game, ()).sets:
        if evaluator.spent > MOST_STEPS:
            break
        world = make_world(game, modules, evaluator)
        wrong = [(rule, problem) for rule in world.game.rules.values() for problem in examine_rule(rule, world)]
        errors = [rule for rule, problem in wrong if has_errors([problem])]
        if errors:
            return _search(world, list(dict.fromkeys(errors))) if len(errors) > 1 else None
    return None


def _search(world: World, broken: list[Rule]) -> Culprit | None:
    """Try other values of whatever all broken rules look at; one that also breaks no other rule is right."""
    used = [_names_used(rule, world) for rule in broken]
    others = [rule for rule in world.game.rules.values() if rule not in broken]
    pieces = sum(len(component.pieces) for component in world.game.components.values())
    most = min(_MOST_TRIES, _MOST_PIECES // max(pieces, 1))
    found: dict[Span, _Trial] = {}
    for tried, trial in enumerate(_list_trials(world.game, frozenset.intersection(*used))):
        if tried == most or world.evaluator.spent > MOST_STEPS:
            return None  # others might explain it, too
        if trial.span in found:
            continue
        changed = World(trial.game, world.modules, world.evaluator)
        if not any(has_errors(examine_rule(rule, changed)) for rule in (*broken, *others)):
            found[trial.span] = trial
            if len(found) > 1:
                return None
    for trial in found.values():
        return Culprit(trial.span, trial.name, show(trial.was), show(trial.right), tuple(rule.id for rule in broken))
    return None


def _names_used(rule: Rule, world: World) -> frozenset[str]:
    try:
        each = [world.evaluator.uses(expression, world.names) for expression in expressions_of(rule)]
    except EvalError:
        return frozenset()
    return frozenset((_COPIES,)).union(*each)


def _list_trials(game: Game, names: frozenset[str]) -> Iterator[_Trial]:
    """Yield games with one other value of a field, a definition or a table that has one of the names."""
    owners: list[Component | EntryGroup] = [*game.components.values(), *game.groups.values()]
    for owner in owners:
        pieces = list(pieces_in(owner))
        for name in names & {_COPIES, *owner.fields}:
            known = [_value_of(piece, name) for piece in pieces]
            for piece, was in zip(pieces, known, strict=True):
                for value in _other_values(was, known):
                    if name == _COPIES and not value:
                        continue  # no piece
                    changed = _change(game, owner, piece, name, value)
                    yield _Trial(piece.source_of(name), name, was, value, changed)
    for id, definition in game.define.items():
        text = definition.expression.text
        for figure in _other_values(int(text), ()) if id in names and text.strip().isdecimal() else ():
            other = replace(definition, expression=definition.expression._replace(text=str(figure)))
            yield _Trial(definition.span, id, text, figure, replace(game, define={**game.define, id: other}))
    if (setup := game.setup) is None:
        return
    for id, table in setup.tables.items():
        for players, row in table.rows.items():
            for value in _other_values(row, ()):
                tables = {**setup.tables, id: replace(table, rows={**table.rows, players: value})}
                changed = replace(game, setup=replace(setup, tables=tables))
                yield _Trial(table.places.get(players, table.span), id, row, value, changed)


def _change(game: Game, owner: Component | EntryGroup, piece: Piece, name: str, value: Any) -> Game:
    """Return the game with one other value of a piece or an entry."""
    fields: Mapping[str, Any] = {**piece.fields, name: value}
    changed = piece._replace(copies=value) if name == _COPIES else piece._replace(fields=fields)
    if isinstance(owner, Component):
        pieces = tuple([changed if each is piece else each for each in owner.pieces])
        return replace(game, components={**game.components, owner.id: replace(owner, pieces=pieces)})
    entries = {**owner.entries, piece.id: changed}
    return replace(game, groups={**game.groups, owner.id: replace(owner, entries=entries)})


def _value_of(piece: Piece, name: str) -> Any:
    return piece.copies if name == _COPIES else piece.fields.get(name)


def _other_values(value: Any, known: Iterable[Any]) -> list[Any]:
    """Return what could stand in place of a value: neighbours of a number, what others have, one item exchanged."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, tuple):
        items = dict.fromkeys(item for each in known if isinstance(each, tuple) for item in each)
        return [
            (*value[:place], item, *value[place + 1 :])
            for place in range(len(value))
            for item in items
            if item not in value
        ][:_MOST_VALUES]
    near = [value + 1, value - 1, -value] if isinstance(value, int) else []
    least = min([each for each in (0, value, *known) if isinstance(each, int)])  # numbers of things stay such
    others = [each for each in dict.fromkeys((*near, *known)) if each != value and not isinstance(each, tuple)]
    return [each for each in others if not isinstance(each, int) or each >= least][:_MOST_VALUES]
