"""A world → every state of its track, and which condition is the first to hold in it.

A condition is evaluated once for all values of those variables that it looks at, not once for each state: of 3,456
states of four variables, a condition about two of them has 144.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from pnp.model.problem import Problem, code
from pnp.model.rules import Condition, Variable, Victory
from pnp.model.values import Poison, Record, Value
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import Absent, Frame

if TYPE_CHECKING:
    from pnp.rules.world import World

MOST = 200_000
NOBODY = -1  # in place of a condition: none holds

TOO_MANY_STATES = code("PNP574", says="the track has {count:,} states, at most {most:,} are possible")


class States(NamedTuple):
    """All states, in the order in which the last variable changes first. `first` says which condition decides each."""

    variables: tuple[Variable, ...]
    conditions: tuple[Condition, ...]
    holds: tuple[Sequence[bool], ...]  # of each condition: where it holds, whatever comes before it
    first: Sequence[int]  # of each state: the number of a condition, or NOBODY
    problems: tuple[Problem, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether all could be evaluated."""
        return not self.problems

    def values(self) -> Iterator[tuple[Value, ...]]:
        return product(*(variable.values for variable in self.variables))


class _Scope(NamedTuple):
    """The names that decide a condition: the variables it looks at, by their places among all, and all others."""

    inside: tuple[int, ...]
    defined: frozenset[str]
    outside: frozenset[str]


_known: WeakKeyDictionary[Evaluator, dict[Any, States]] = WeakKeyDictionary()


def states_of(world: "World") -> States:
    """Return the states of a world's track, found once for all sets of modules that have the same victory."""
    victory = world.game.victory
    if victory is None:
        return States((), (), (), ())
    places = {id: n for n, id in enumerate(victory.track)}
    scopes: list[_Scope] = []
    for condition in victory.conditions.values():
        try:
            used = world.evaluator.uses(condition.when, world.names)
        except EvalError:  # what can't be read is reported when it is evaluated
            used = frozenset()
        inside = tuple(sorted(places[name] for name in used if name in places))
        scopes.append(_Scope(inside, used & victory.define.keys(), used - places.keys() - victory.define.keys()))
    whose = world.modules if any(scope.outside for scope in scopes) else ()
    defined = tuple(victory.define[name] for name in sorted(frozenset().union(*(scope.defined for scope in scopes))))
    key = (tuple(victory.track.values()), tuple(victory.conditions.values()), defined, whose)
    known = _known.setdefault(world.evaluator, {})
    if key not in known:
        known[key] = _find_states(world, victory, scopes)
    return known[key]


def _find_states(world: "World", victory: Victory, scopes: Iterable[_Scope]) -> States:
    """Evaluate each condition in all states between which it can differ."""
    variables, conditions = tuple(victory.track.values()), tuple(victory.conditions.values())
    count = prod(len(variable.values) for variable in variables)
    if count > MOST:
        return States(variables, conditions, (), (), (TOO_MANY_STATES.at(victory.span, count=count, most=MOST),))
    names = world.names.nest({"states": Absent("conditions can't look at all states")})
    truth = world.evaluator.decision
    holds: list[Sequence[bool]] = []
    problems: list[Problem] = []
    for condition, scope in zip(conditions, scopes, strict=True):
        ids = [variables[n].id for n in scope.inside]
        choices = product(*(variables[n].values for n in scope.inside))
        try:
            few = [truth(condition.when, names.nest(dict(zip(ids, values, strict=True)))) for values in choices]
        except EvalError as wrong:
            problems.append(wrong.problem)
            continue
        steps, step = {}, 1
        for n in reversed(scope.inside):
            steps[n] = step
            step *= len(variables[n].values)
        numbers = [0]  # of each state: its number among those that only differ in the variables inside
        for n, variable in enumerate(variables):
            each = steps.get(n, 0)
            numbers = [number + value * each for number in numbers for value in range(len(variable.values))]
        holds.append([few[n] for n in numbers])
    if problems:
        return States(variables, conditions, (), (), tuple(problems))
    first = [row.index(True) if True in row else NOBODY for row in zip(*holds, strict=True)]
    return States(variables, conditions, tuple(holds), first if holds else [NOBODY] * count)


def all_states(world: "World") -> tuple[Record, ...]:
    """Return the variables of every state, and its `outcome`: the entry that it leads to, none where no condition
    holds. Raises EvalError where the conditions can't be evaluated."""
    states = states_of(world)
    if not states.is_known:
        raise EvalError(states.problems[0])
    ids = [variable.id for variable in states.variables]
    outcomes = [*(outcome_of(world, condition) for condition in states.conditions), None]
    return tuple(
        Frame({**dict(zip(ids, values, strict=True)), "outcome": outcomes[first]})
        for values, first in zip(states.values(), states.first, strict=True)
    )


def outcome_of(world: "World", condition: Condition) -> Value:
    """Return the entry that a condition leads to, or its id where the group has no such entry; poison where it may
    have, if it could be read."""
    victory = world.game.victory
    group = world.game.groups.get(victory.outcomes) if victory else None
    if group is not None and condition.outcome in group.entries:
        return world.records.get(group.id, condition.outcome)
    cause = world.causes.first_in("victory.outcomes")
    if victory and victory.outcomes:
        cause = cause or world.cause_of_owner(victory.outcomes, condition.outcome)
    return Poison(cause) if cause else condition.outcome
