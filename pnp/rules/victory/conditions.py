"""A world → what is wrong with its victory: over all states of the track, exactly one condition is the first to hold.

There is no "else": what nobody thought of would win by it.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from typing import TYPE_CHECKING

from pnp.cardtext.suggest import did_you_mean
from pnp.model.problem import Problem, code, first_error
from pnp.model.rules import Victory
from pnp.rules.expressions.values import shown
from pnp.rules.probing import circles
from pnp.rules.victory.finished import misnamed
from pnp.rules.victory.parting import parting_of
from pnp.rules.victory.states import NOBODY, States, states_of

if TYPE_CHECKING:
    from pnp.rules.world import World

NOBODY_WINS = code(
    "PNP570", says="no condition holds in {count:,} of {all:,} states, like {states}", varies=("states",)
)
NEVER_FIRST = code("PNP571", says="never decides: {text}")
CATCHES_ALL = code("PNP587", says="{condition} holds in every state of the track: {text}")
NO_OUTCOME = code("PNP572", says="{group} has no {outcome}")
ORDER_MATTERS = code(
    "PNP573", says="{first} of {module} and {second} of {other_module} both hold for {state}", varies=("state",)
)

_FEW = 3


_OF_STATES = ("victory.track", "victory.define", "victory.conditions")  # what the states follow from


def examine_victory(world: "World") -> list[Problem]:
    """What is wrong with the conditions, and with names that only judging a table would look at."""
    victory = world.game.victory
    if victory is None:
        return []
    misread = misnamed(world, victory)
    cause = first_error(misread)
    ties = (each._replace(cause=each.cause or cause) for each in parting_of(world, victory).tie())
    return [*_of_conditions(world, victory), *misread, *ties]


def states_at_fault(world: "World") -> Problem | None:
    """Why nothing can be said of the states of the track."""
    victory = world.game.victory
    found = first_error(_of_conditions(world, victory)) if victory else None
    return found or world.causes.within(*_OF_STATES)


def verdicts_at_fault(world: "World") -> Problem | None:
    """Why nothing can be said of who wins."""
    if "verdicts" not in world.kept:
        note_victory(world, examine_victory(world))
    found: Problem | None = world.kept["verdicts"]
    return found


def note_victory(world: "World", problems: Iterable[Problem]) -> None:
    """What was found wrong with the victory, be it with other modules that have the same."""
    world.kept["verdicts"] = first_error(problems) or world.causes.within("victory")


def _of_conditions(world: "World", victory: Victory) -> list[Problem]:
    if "conditions" not in world.kept:
        found: list[Problem] = []
        group = world.game.groups.get(victory.outcomes)
        for condition in victory.conditions.values() if group else ():
            if group and condition.outcome not in group.entries:
                outcome, hint = condition.outcome, did_you_mean(condition.outcome, group.entries)
                cause = world.causes.of(f"groups.{group.id}", outcome)
                found.append(NO_OUTCOME.at(condition.span, group=group.id, outcome=outcome, hint=hint, cause=cause))
        found += [problem for problem, _ in circles(world, victory.define)]
        states = states_of(world)
        found += states.problems
        if states.is_known and states.conditions and states.first:
            cause = world.causes.within(*_OF_STATES)
            of_states = [*_unreached(victory, states), *_ambiguous(world, states)]
            found += [each._replace(cause=cause) if cause else each for each in of_states]
        world.kept["conditions"] = found
    kept: list[Problem] = world.kept["conditions"]
    return kept


def _unreached(victory: Victory, states: States) -> Iterator[Problem]:
    """States that no condition decides, conditions that always hold, and those that never decide."""
    if count := sum(number == NOBODY for number in states.first):
        without = (values for values, n in zip(states.values(), states.first, strict=True) if n == NOBODY)
        like = "; ".join(_said(states, values) for values in islice(without, _FEW))
        yield NOBODY_WINS.at(victory.deciding or victory.span, count=count, all=len(states.first), states=like)
    deciding = set(states.first)
    if len(states.first) > 1:  # where there is but one state, it is all that a condition can hold in
        for condition, holds in zip(states.conditions, states.holds, strict=True):
            if all(holds):
                text, hint = shown(condition.when.text), "there is no else: say when it is met"
                yield CATCHES_ALL.at(condition.span, condition=condition.id, text=text, hint=hint)
        # what comes after one that catches all is no other mistake
        deciding |= {n for n in range(len(states.holds)) if any(map(all, states.holds[: n + 1]))}
    for number, condition in enumerate(states.conditions):
        if number not in deciding:
            where = [state for state, holds in enumerate(states.holds[number]) if holds]
            before = [states.conditions[n].id for n in sorted({states.first[state] for state in where})]
            hint = f"where it holds, so does {' or '.join(before)} before it" if where else "it holds in no state"
            yield NEVER_FIRST.at(condition.span, text=shown(condition.when.text), hint=hint)


def _ambiguous(world: "World", states: States) -> Iterator[Problem]:
    """Conditions of two modules that come in any order, though it matters."""
    hint = "say with after: or before: which of them comes first"
    numbers = {condition.span: n for n, condition in enumerate(states.conditions)}
    added: list[tuple[str, int]] = []  # the conditions that modules bring, by their numbers
    for module in world.patches:
        spans = [each.span for each in module.change("victory.conditions").add]
        added += [(module.id, numbers[span]) for span in spans if span in numbers]
    for (one, first), (other, second) in combinations(added, 2):
        a, b = states.conditions[first], states.conditions[second]
        if one == other or a.outcome == b.outcome or (a.after, a.before) != (b.after, b.before):
            continue
        both = zip(states.first, states.holds[first], states.holds[second], strict=True)
        clash = next((n for n, (at, x, y) in enumerate(both) if at in (first, second) and x and y), None)
        if clash is None:
            continue
        state = _said(states, next(islice(states.values(), clash, None)))
        yield ORDER_MATTERS.at(
            b.span, first=a.id, module=one, second=b.id, other_module=other, state=state, hint=hint, origin=a.span
        )


def _said(states: States, values: Iterable[object]) -> str:
    """`red 5, green 3`"""
    return ", ".join(f"{variable.id} {shown(value)}" for variable, value in zip(states.variables, values, strict=True))
