"""A world → what is wrong with its victory, proved over all states of its track and all values that decide a step.

Exactly one condition is the first to hold in each state. There is no "else": states that were forgotten would win.
Of the steps from the outcome to the winner it is proved which of them always part the last players left, and which
never decide. That a value depends on one field of the player alone is proved by evaluating it where nothing else is
known: for each piece that the field can name, each of its choices.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.model.problem import Problem, Severity, code, first_error
from pnp.model.rules import Judging, Victory
from pnp.model.values import Field, Record
from pnp.rules.causes import add_cause
from pnp.rules.expressions.errors import UNKNOWN_NAME, EvalError
from pnp.rules.expressions.names import Absent, make_absent
from pnp.rules.expressions.values import key, show
from pnp.rules.probing import find_circles, find_misnamed_in_victory
from pnp.rules.victory.verdicts import NOBODY, States, all_states, outcome_of, states_of

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

CAN_TIE = code("PNP542", Severity.WARNING, says="two players can be left: {why}", varies=("why",))
NEVER_SHARED = code("PNP543", Severity.WARNING, says="ties are never shared: {parts} always parts everybody")
DECIDES_NOTHING = code("PNP544", Severity.WARNING, says="{step} never decides: {why}", varies=("why",))

MOST = 20_000  # values that are evaluated of one step
_FEW = 3  # states in a message
_UNKNOWN = Absent("not of a single field")


_OF_STATES = ("victory.track", "victory.define", "victory.conditions")  # what the states follow from


def examine_victory(world: "World") -> list[Problem]:
    """Return what is wrong with conditions, with names that only a table needs, and with the steps to the winner."""
    victory = world.game.victory
    if victory is None:
        return []
    misnamed = find_misnamed_in_victory(world, victory)
    parting = Parting(world, victory)
    ties = add_cause(parting.find_ties(), first_error(misnamed), keep=True)
    found = [*_examine_conditions(world, victory), *misnamed, *ties]
    note_victory(world, found)
    return found + add_cause(parting.find_useless(), verdicts_at_fault(world))


def states_at_fault(world: "World") -> Problem | None:
    """Return why the states of the track can't be relied on."""
    victory = world.game.victory
    return (first_error(_examine_conditions(world, victory)) if victory else None) or world.causes.first_in(*_OF_STATES)


def states_value(world: "World") -> Any:
    """Return the value of `states` in expressions. Raises EvalError where the conditions can't be evaluated."""
    cause = states_at_fault(world)
    return make_absent("states", cause) if cause else all_states(world)


def verdicts_at_fault(world: "World") -> Problem | None:
    """Return why verdicts can't be relied on."""
    if "verdicts" not in world.cache:
        note_victory(world, examine_victory(world))
    found: Problem | None = world.cache["verdicts"]
    return found


def note_victory(world: "World", problems: Iterable[Problem]) -> None:
    """Note what was found wrong with the victory, be it with other modules that have the same."""
    world.cache["verdicts"] = first_error(problems) or world.causes.first_in("victory")


def _examine_conditions(world: "World", victory: Victory) -> list[Problem]:
    if "conditions" not in world.cache:
        found: list[Problem] = []
        group = world.game.groups.get(victory.outcomes)
        for condition in victory.conditions.values() if group else ():
            if group and condition.outcome not in group.entries:
                outcome, hint = condition.outcome, did_you_mean(condition.outcome, group.entries)
                cause = world.causes.get(f"groups.{group.id}", outcome)
                found.append(NO_OUTCOME.at(condition.span, group=group.id, outcome=outcome, hint=hint, cause=cause))
        found += [problem for problem, _ in find_circles(world, victory.define)]
        states = states_of(world)
        found += states.problems
        if states.is_known and states.conditions and states.first:
            of_states = [*_find_unreached(victory, states), *_find_ambiguous(world, states)]
            found += add_cause(of_states, world.causes.first_in(*_OF_STATES))
        world.cache["conditions"] = found
    kept: list[Problem] = world.cache["conditions"]
    return kept


def _find_unreached(victory: Victory, states: States) -> Iterator[Problem]:
    """Yield states that no condition decides, conditions that always hold, and those that never decide."""
    if count := sum(number == NOBODY for number in states.first):
        without = (values for values, n in zip(states.values(), states.first, strict=True) if n == NOBODY)
        like = "; ".join(_describe(states, values) for values in islice(without, _FEW))
        yield NOBODY_WINS.at(victory.deciding or victory.span, count=count, all=len(states.first), states=like)
    deciding = set(states.first)
    if len(states.first) > 1:  # where there is but one state, it is all that a condition can hold in
        for condition, holds in zip(states.conditions, states.holds, strict=True):
            if all(holds):
                text, hint = show(condition.when.text), "there is no else: say when it is met"
                yield CATCHES_ALL.at(condition.span, condition=condition.id, text=text, hint=hint)
        # what comes after one that catches all is no other mistake
        deciding |= {n for n in range(len(states.holds)) if any(map(all, states.holds[: n + 1]))}
    for number, condition in enumerate(states.conditions):
        if number not in deciding:
            where = [state for state, holds in enumerate(states.holds[number]) if holds]
            before = [states.conditions[n].id for n in sorted({states.first[state] for state in where})]
            hint = f"where it holds, so does {' or '.join(before)} before it" if where else "it holds in no state"
            yield NEVER_FIRST.at(condition.span, text=show(condition.when.text), hint=hint)


def _find_ambiguous(world: "World", states: States) -> Iterator[Problem]:
    """Yield conditions of two modules that come in any order, though it matters."""
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
        if clash is not None:
            said: dict[str, Any] = {"first": a.id, "module": one, "second": b.id, "other_module": other}
            state = _describe(states, next(islice(states.values(), clash, None)))
            yield ORDER_MATTERS.at(b.span, **said, state=state, hint=hint, origin=a.span)


def _describe(states: States, values: Iterable[object]) -> str:
    """Return a state as messages show it: `red 5, green 3`."""
    return ", ".join(f"{variable.id} {show(value)}" for variable, value in zip(states.variables, values, strict=True))


class StepFigures(NamedTuple):
    """The figures of a step for each value of the one field that it depends on; "" is none of the player's."""

    field: str
    by_outcome: Mapping[Any, Sequence[tuple[Any, Any]]]  # the field's value and the figure


class Parting:
    """All steps of a world's victory, in order."""

    def __init__(self, world: "World", victory: Victory) -> None:
        self._world, self._victory = world, victory
        self.steps = tuple(victory.winner.values())
        self.wrong: list[Problem] = []  # fields that a piece doesn't have: nothing can be said of the steps
        self._cause = world.causes.first_in("victory.player", "victory.rules", "victory.winner", "victory.ties")
        self._figures = {step.id: self._figures_of(step) for step in self.steps}
        self.parts = next((step for step in self.steps if not self._clash(step)), None)

    def find_ties(self) -> Iterator[Problem]:
        """Yield the problem that two players can be left, unless that is meant."""
        if self.wrong:
            yield from self.wrong
            return
        setup = self._world.game.setup
        alone = setup is not None and bool(setup.players) and max(setup.players) < 2
        if self.steps and self.parts is None and not self._victory.shares_ties and not alone:
            last = self.steps[-1]
            hint = "ties: shared, where they are meant to win together"
            yield CAN_TIE.at(last.span, why=self._clash(last), hint=hint, cause=self._cause)

    def find_useless(self) -> Iterator[Problem]:
        """Yield the steps that never decide, and ties that can't be shared."""
        for number, step in enumerate(self.steps):
            before = self.steps[:number]
            # who is left after one has the same of it, be it most or fewest
            asked, is_only = step.value.text.split(), step.kind == "only"
            alike = [one for one in before if (one.kind == "only") == is_only and one.value.text.split() == asked]
            if self.parts in before and self.parts is not None:
                why = f"{self.parts.id} before it always parts everybody"
            elif alike:
                why = f"all who are left have the same of it after {alike[0].id}"
            else:
                why = self._why_constant(step)
            if why:
                yield DECIDES_NOTHING.at(step.span, step=step.id, why=why)
        if self._victory.ties and self.parts:
            yield NEVER_SHARED.at(self._victory.ties, parts=self.parts.id)

    def _why_constant(self, step: Judging) -> str:
        """Return why a step can't part players by what they have; "" where it can."""
        figures = self._figures[step.id]
        if figures is None:
            # where it can't depend on the player; what the table says decides who stays only where it keeps no one
            try:
                uses = self._world.evaluator.uses(step.value, self._world.names, with_item=True)
            except EvalError:  # it can't be read, which is reported where it stands
                return ""
            is_of_nobody = step.kind != "only" and uses.isdisjoint({"it", "name", *self._victory.player})
            return "it is the same for all players" if is_of_nobody else ""
        found = [{key(figure) for _, figure in each} for each in figures.by_outcome.values()]
        if step.kind == "only":
            holds = {bool(each and each != ("yes", False)) for values in found for each in values}
            return "" if len(holds) != 1 else "it holds for everybody" if holds == {True} else "it holds for nobody"
        return "it is the same for all players" if all(len(values) < 2 for values in found) else ""

    def _clash(self, step: Judging) -> str:
        """Return why two players can have the same of a step; "" where that is proved not to be."""
        for rule in self._victory.rules.values() if step.kind != "only" else ():
            is_of_players = rule.kind == "unique" and rule.of is not None and rule.of.text.strip() == "players"
            is_whole = (rule.where, rule.by, rule.per) == (None, None, None)
            if is_of_players and is_whole and rule.subject.text.split() == step.value.text.split():
                return ""
        figures = self._figures[step.id]
        field = self._victory.player.get(figures.field) if figures else None
        if figures is None or field is None or step.kind == "only" or field.to not in self._world.game.components:
            return f"{step.id} may be the same for both: {show(step.value.text)}"
        if not field.required and field.default is None:
            return f"{step.id} may be the same for both: {field.name} need not be there"
        if double := next((each for each in self._world.game.components[field.to].pieces if each.copies > 1), None):
            return f"there are {double.copies} of {double.id}"
        for each in figures.by_outcome.values():
            seen: dict[Any, Any] = {}
            for value, figure in each:
                if (other := seen.setdefault(key(figure), value)) is not value:
                    return f"{step.id} is {show(figure)} for {show(other)} and for {show(value)}"
        return ""

    def _figures_of(self, step: Judging) -> StepFigures | None:
        """Return what a step comes out as; None where it depends on several fields, or on what can't be listed."""
        try:
            used = self._world.evaluator.uses(step.value, self._world.names)
        except EvalError:
            return None
        fields = [field for name, field in self._victory.player.items() if name in used]
        for field in (None, *fields):
            try:
                values: list[Any] = [None]
                if field is not None:  # all that a player can say, where that can be listed
                    entries = self._world.entries_of(field.to) if field.type == "reference" else ()
                    listed = {"reference": entries, "choice": field.choices, "boolean": (True, False)}
                    values = list(listed.get(field.type, ()))
                    values += [None] if values and not field.required and field.default is None else []
                if values and len(values) <= MOST:
                    return StepFigures(field.name if field else "", self._by_outcome(step, field, values))
            except EvalError as wrong:
                self._cause = self._cause or wrong.problem.cause
                if wrong.problem.code == UNKNOWN_NAME.id:
                    self.wrong.append(wrong.problem)
                    return None
        return None

    def _by_outcome(self, step: Judging, field: Field | None, values: list[Any]) -> dict[Any, list[tuple[Any, Any]]]:
        """Return the figures for each outcome where it matters. Raises EvalError where anything else does."""
        try:
            return {None: [(value, self._figure(step, field, value, _UNKNOWN)) for value in values]}
        except EvalError:
            conditions = self._victory.conditions.values()
            outcomes = {condition.outcome: outcome_of(self._world, condition) for condition in conditions}
            if not outcomes or len(outcomes) * len(values) > MOST:
                raise
        every = outcomes.items()
        return {id: [(value, self._figure(step, field, value, outcome)) for value in values] for id, outcome in every}

    def _figure(self, step: Judging, field: Field | None, value: Any, outcome: Any) -> Any:
        victory, evaluator = self._victory, self._world.evaluator
        known: dict[str, Any] = {field.name: value} if field else {}
        unknown = (*victory.track, *victory.table, *victory.player, "name", "players")
        of_player = {**dict.fromkeys(unknown, _UNKNOWN), "outcome": outcome, **known}
        names = self._world.names.nest(of_player).item_scope(Record(of_player))
        return evaluator.truth(step.value, names) if step.kind == "only" else evaluator.number(step.value, names)
