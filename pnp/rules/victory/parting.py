"""Steps from the outcome to the winner → which of them always part the last players left, and which never decide.

That a value depends on one field of the player alone is proved by evaluating it where nothing else is known: for each
piece that the field can name, each of its choices.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Judging, Victory
from pnp.model.values import Field, Record, Unreadable
from pnp.rules.expressions.names import Absent
from pnp.rules.expressions.values import key, shown
from pnp.rules.expressions.wrong import UNKNOWN_NAME, Wrong
from pnp.rules.victory.states import outcome_of

if TYPE_CHECKING:
    from pnp.rules.world import World

CAN_TIE = code("PNP542", Severity.WARNING, says="two players can be left: {why}", varies=("why",))

NEVER_SHARED = code("PNP543", Severity.WARNING, says="ties are never shared: {parts} always parts everybody")
DECIDES_NOTHING = code("PNP544", Severity.WARNING, says="{step} never decides: {why}", varies=("why",))
MOST = 20_000  # values that are evaluated of one step
_UNKNOWN = Absent("not of a single field")


class StepFigures(NamedTuple):
    """What a step comes out as for each value of the one field that it depends on; "" is none of the player's."""

    field: str
    by_outcome: Mapping[Any, Sequence[tuple[Any, Any]]]  # the field's value and the figure


def useless_steps(world: "World", cause: Problem | None) -> Iterator[Problem]:
    """Yield the steps that never decide, and ties that can't be shared: of use with another set of modules, perhaps."""
    victory = world.game.victory
    if victory is None or not victory.winner:
        return
    parting = parting_of(world, victory)
    for step, why in parting.idle():
        yield DECIDES_NOTHING.at(step.span, step=step.id, why=why, cause=cause)
    if victory.ties and parting.parts:
        yield NEVER_SHARED.at(victory.ties, parts=parting.parts.id, cause=cause)


def parting_of(world: "World", victory: Victory) -> "Parting":
    """What was found the first time."""
    if "parting" not in world.kept:
        world.kept["parting"] = Parting(world, victory)
    found: Parting = world.kept["parting"]
    return found


class Parting:
    """All steps of a world's victory, in order."""

    def __init__(self, world: "World", victory: Victory) -> None:
        self._world, self._victory = world, victory
        self.steps = tuple(victory.winner.values())
        self.wrong: list[Problem] = []  # fields that a piece doesn't have: nothing can be said of the steps
        self._cause = world.causes.within("victory.player", "victory.rules", "victory.winner", "victory.ties")
        self._figures = {step.id: self._figures_of(step) for step in self.steps}
        self.parts = next((step for step in self.steps if not self._clash(step)), None)

    def tie(self) -> Iterator[Problem]:
        """That two can be left, unless that is meant."""
        if self.wrong:
            yield from self.wrong
            return
        setup = self._world.game.setup
        alone = setup is not None and bool(setup.players) and max(setup.players) < 2
        if self.steps and self.parts is None and not self._victory.shares_ties and not alone:
            last = self.steps[-1]
            hint = "ties: shared, where they are meant to win together"
            yield CAN_TIE.at(last.span, why=self._clash(last), hint=hint, cause=self._cause)

    def idle(self) -> Iterator[tuple[Judging, str]]:
        """Steps that never decide, and why."""
        for number, step in enumerate(self.steps):
            before = self.steps[:number]
            if self.parts in before and self.parts is not None:
                yield step, f"{self.parts.id} before it always parts everybody"
                continue
            # who is left after one has the same of it, be it most or fewest
            asked, is_only = _text(step.value.text), step.kind == "only"
            alike = [one for one in before if (one.kind == "only") == is_only and _text(one.value.text) == asked]
            if alike:
                yield step, f"all who are left have the same of it after {alike[0].id}"
            elif why := self._constant(step):
                yield step, why

    def _constant(self, step: Judging) -> str:
        figures = self._figures[step.id]
        if figures is None:
            # where it can't depend on the player; what the table says decides who stays only where it keeps nobody
            try:
                uses = self._world.evaluator.uses_with_item(step.value, self._world.names)
            except Wrong:  # it can't be read, which is told where it stands
                return ""
            is_of_nobody = step.kind != "only" and uses.isdisjoint({"it", "name", *self._victory.player})
            return "it is the same for all players" if is_of_nobody else ""
        found = [{key(figure) for _, figure in each} for each in figures.by_outcome.values()]
        if step.kind == "only":
            holds = {bool(each and each != ("yes", False)) for values in found for each in values}
            return "" if len(holds) != 1 else "it holds for everybody" if holds == {True} else "it holds for nobody"
        return "it is the same for all players" if all(len(values) < 2 for values in found) else ""

    def _clash(self, step: Judging) -> str:
        """Why two players can have the same of it; "" where that is proved not to be."""
        rules = [rule for rule in self._victory.rules.values() if rule.kind == "unique" and rule.of]
        for rule in rules if step.kind != "only" else ():
            is_of_players = rule.of is not None and rule.of.text.strip() == "players"
            is_whole = (rule.where, rule.by, rule.per) == (None, None, None)
            if is_of_players and is_whole and _text(rule.subject.text) == _text(step.value.text):
                return ""
        figures = self._figures[step.id]
        field = self._victory.player.get(figures.field) if figures else None
        if figures is None or field is None or step.kind == "only" or field.to not in self._world.game.components:
            return f"{step.id} may be the same for both: {shown(step.value.text)}"
        if not field.required and field.default is None:
            return f"{step.id} may be the same for both: {field.name} need not be there"
        pieces = self._world.game.components[field.to].pieces
        if double := next((piece for piece in pieces if piece.copies > 1), None):
            return f"there are {double.copies} of {double.id}"
        for each in figures.by_outcome.values():
            seen: dict[Any, Any] = {}
            for value, figure in each:
                if (other := seen.setdefault(key(figure), value)) is not value:
                    return f"{step.id} is {shown(figure)} for {shown(other)} and for {shown(value)}"
        return ""

    def _figures_of(self, step: Judging) -> StepFigures | None:
        """None where it depends on several fields, or on something that can't be listed."""
        try:
            used = self._world.evaluator.uses(step.value, self._world.names)
        except Wrong:
            return None
        fields = [field for name, field in self._victory.player.items() if name in used]
        for field in (None, *fields):
            try:
                values = [None] if field is None else _values(self._world, field)
            except Unreadable as error:
                self._cause = self._cause or error.problem
                continue
            if not values or len(values) > MOST:
                continue
            try:
                return StepFigures(field.name if field else "", self._by_outcome(step, field, values))
            except Wrong as wrong:
                self._cause = self._cause or wrong.problem.cause
                if wrong.problem.code == UNKNOWN_NAME.id:
                    self.wrong.append(wrong.problem)
                    return None
        return None

    def _by_outcome(self, step: Judging, field: Field | None, values: list[Any]) -> dict[Any, list[tuple[Any, Any]]]:
        """Of each outcome where it matters. Raises Wrong where anything else does."""
        try:
            return {None: [(value, self._figure(step, field, value, _UNKNOWN)) for value in values]}
        except Wrong:
            conditions = self._victory.conditions.values()
            outcomes = {condition.outcome: outcome_of(self._world, condition) for condition in conditions}
            if not outcomes or len(outcomes) * len(values) > MOST:
                raise
        return {
            id: [(value, self._figure(step, field, value, outcome)) for value in values]
            for id, outcome in outcomes.items()
        }

    def _figure(self, step: Judging, field: Field | None, value: Any, outcome: Any) -> Any:
        victory, evaluator = self._victory, self._world.evaluator
        known: dict[str, Any] = {field.name: value} if field else {}
        unknown = (*victory.track, *victory.table, *victory.player, "name", "players")
        of_player = {**dict.fromkeys(unknown, _UNKNOWN), "outcome": outcome, **known}
        names = self._world.names.inner(of_player).about(Record(of_player))
        return evaluator.truth(step.value, names) if step.kind == "only" else evaluator.number(step.value, names)


def _values(world: "World", field: Field) -> list[Any]:
    """All that a player can say; [] where that can't be listed. Raises Unreadable."""
    there: list[Any] = []
    if field.type == "reference":
        there = list(world.entries_of(field.to))
    elif field.type == "choice":
        there = list(field.choices)
    elif field.type == "boolean":
        there = [True, False]
    return [*there, None] if there and not field.required and field.default is None else there


def _text(text: str) -> str:
    return " ".join(text.split())
