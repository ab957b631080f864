"""A world → what is wrong with its victory: over all states of the track, exactly one condition is the first to hold.

There is no "else": what nobody thought of would win by it.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING

from pnp.model.problem import Problem, code
from pnp.model.rules import Victory
from pnp.model.suggest import did_you_mean
from pnp.rules.circles import circles
from pnp.rules.expressions import shown
from pnp.rules.victory.naming import misnamed
from pnp.rules.victory.parting import parting_of
from pnp.rules.victory.states import NOBODY, States, states_of

if TYPE_CHECKING:
    from pnp.rules.world import World

NOBODY_WINS = code(
    "PNP570",
    "state in which no condition holds",
    """
    Conditions of victory.yaml are looked at in order, and the first that holds decides. In some state of the track none
    does. That may be a marker's space that a condition forgets.

    Bad:  `red - green >= 2` and `green - red >= 2` alone: what if the markers are next to each other?
    Good: a condition more, `(red - green)|abs <= 1`
    """,
)
NEVER_FIRST = code(
    "PNP571",
    "condition that never decides",
    """
    A condition holds in no state of the track, or wherever it does, another one before it holds, too.

    Bad:  `red >= 9` before `red >= 9 and green >= 9`
    Good: the other way round
    """,
)
CATCHES_ALL = code(
    "PNP587",
    "condition that always holds",
    """
    A condition holds in every state of the track: wherever none before it does, it decides, also where nobody thought
    of it. There is no "else" among conditions; each says when it is met, and `pnp check` proves that one always is.

    Bad:  `when: true` of the last condition
    Good: `when: green - red >= 2`
    """,
)
NO_OUTCOME = code(
    "PNP572",
    "condition that leads to no outcome",
    """
    A condition leads to an entry of the group that `outcomes:` of victory.yaml names: the one called like the
    condition, or the one named by its `outcome:`.
    """,
)
ORDER_MATTERS = code(
    "PNP573",
    "modules whose conditions depend on their order",
    """
    Two modules put conditions at the same place, both can hold at once, and they lead to different outcomes. Which of
    them comes first would depend on what the modules are called.

    Good: `after: …` or `before: …` another condition in one of them, or `not-with:` the other module
    """,
)

_FEW = 3


def examine_victory(world: "World") -> list[Problem]:
    """What is wrong with the conditions, and with names that only judging a table would look at."""
    victory = world.game.victory
    return list(_Examined(world, victory).problems()) if victory else []


class _Examined:
    def __init__(self, world: "World", victory: Victory) -> None:
        self._world = world
        self._victory = victory

    def problems(self) -> Iterator[Problem]:
        yield from self._outcomes()
        yield from (problem for problem, _ in circles(self._world, self._victory.define))
        states = states_of(self._world)
        yield from states.problems
        if states.is_known and states.conditions and states.first:
            yield from self._undecided(states)
            yield from self._catching_all(states)
            yield from self._idle(states)
            yield from self._ambiguous(states)
        misread = misnamed(self._world, self._victory)
        yield from misread or parting_of(self._world, self._victory).tie()

    def _outcomes(self) -> Iterator[Problem]:
        group = self._world.game.groups.get(self._victory.outcomes)
        if group is None:
            return
        for condition in self._victory.conditions.values():
            if condition.outcome not in group.entries:
                message = f"{group.id} has no {condition.outcome}"
                yield NO_OUTCOME.at(condition.span, message, hint=did_you_mean(condition.outcome, group.entries))

    def _undecided(self, states: States) -> Iterator[Problem]:
        count = sum(number == NOBODY for number in states.first)
        if count:
            without = (values for values, n in zip(states.values(), states.first, strict=True) if n == NOBODY)
            like = "; ".join(_said(states, values) for values in islice(without, _FEW))
            message = f"no condition holds in {count:,} of {len(states.first):,} states, like {like}"
            yield NOBODY_WINS.at(self._victory.deciding or self._victory.span, message)

    def _catching_all(self, states: States) -> Iterator[Problem]:
        """Where there is but one state, it is all that a condition can hold in."""
        for condition, holds in zip(states.conditions, states.holds, strict=True):
            if len(states.first) > 1 and all(holds):
                message = f"{condition.id} holds in every state of the track: {shown(condition.when.text)}"
                yield CATCHES_ALL.at(condition.span, message, hint="there is no else: say when it is met")

    def _idle(self, states: States) -> Iterator[Problem]:
        deciding = set(states.first)
        if len(states.first) > 1:  # what comes after one that catches all is no other mistake
            deciding |= {n for n in range(len(states.holds)) if any(map(all, states.holds[: n + 1]))}
        for number, condition in enumerate(states.conditions):
            if number not in deciding:
                message = f"never decides: {shown(condition.when.text)}"
                yield NEVER_FIRST.at(condition.span, message, hint=self._why(states, number))

    def _why(self, states: States, number: int) -> str:
        where = [state for state, holds in enumerate(states.holds[number]) if holds]
        if not where:
            return "it holds in no state"
        before = [states.conditions[n].id for n in sorted({states.first[state] for state in where})]
        return f"where it holds, so does {' or '.join(before)} before it"

    def _ambiguous(self, states: States) -> Iterator[Problem]:
        for one, other in combinations(self._added(states), 2):
            (module, first), (second_module, second) = one, other
            a, b = states.conditions[first], states.conditions[second]
            if module == second_module or a.outcome == b.outcome or (a.after, a.before) != (b.after, b.before):
                continue
            both = zip(states.first, states.holds[first], states.holds[second], strict=True)
            clash = next((n for n, (at, x, y) in enumerate(both) if at in (first, second) and x and y), None)
            if clash is not None:
                values = next(islice(states.values(), clash, None))
                message = f"{a.id} of {module} and {b.id} of {second_module} both hold for {_said(states, values)}"
                hint = "say with after: or before: which of them comes first"
                yield ORDER_MATTERS.at(b.span, message, hint=hint, origin=a.span)

    def _added(self, states: States) -> list[tuple[str, int]]:
        """The conditions that modules bring, by their numbers."""
        numbers = {condition.span: n for n, condition in enumerate(states.conditions)}
        return [
            (module.id, numbers[condition.span])
            for module in self._world.patches
            for condition in module.change("victory.conditions").add
            if condition.span in numbers
        ]


def _said(states: States, values: Iterable[object]) -> str:
    """`red 5, green 3`"""
    return ", ".join(f"{variable.id} {shown(value)}" for variable, value in zip(states.variables, values, strict=True))
