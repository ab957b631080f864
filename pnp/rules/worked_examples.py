"""A worked example and its world → what is known of it: what is given, what comes of it, how a table is judged.

Expressions see it as `examples.an_evenings_end.winner`: a text that tells of an example takes its figures from there.
"""

from collections.abc import Collection, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.model.game import Game
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Example, Judging, Verdict
from pnp.model.values import Record
from pnp.rules.expressions.names import Absent, Lazy, Names, as_name, lost
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.filled_values import Places, filled_in
from pnp.rules.victory.conditions import states_at_fault
from pnp.rules.victory.states import outcome_of
from pnp.rules.victory.verdicts import JudgedTable, first_condition, judge_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from pnp.rules.world import World


def judged_example(world: "World", example: Example) -> JudgedTable:
    """Of one that is a finished table, for the modules of this world: what was found the first time."""
    key = ("example", example.id)
    if key not in world.kept:
        world.kept[key] = judge_values(world, example.given, Places(example.places, example.span, "score."))
    found: JudgedTable = world.kept[key]
    return found


DECIDED = ("outcome", "condition", "winners", "winner", "by")  # what a verdict says, beside the track


UNSHOWN = code("PNP545", Severity.WARNING, says="no example shows that nobody wins")
STEP_NOT_SHOWN = UNSHOWN.also("no example is decided by {step}")


def deciding_steps(world: "World") -> Iterator[str]:
    """Yield the ids of the steps that decide examples of this world; "" of one in which nobody wins."""
    for example in world.game.examples.values():
        told = {each.what.text.strip() for each in example.expect}
        if example.score and set(example.modules) == set(world.modules) and told & {"winner", "winners", "by"}:
            verdict = judged_example(world, example).verdict
            if verdict is not None:
                yield verdict.by if verdict.winners else ""


def unshown_steps(game: Game, shown: Collection[str], cause: Problem | None) -> Iterator[Problem]:
    """Yield the steps that decide none of the examples; `shown` are those that do."""
    changes = [patch.change("victory.winner") for patch in game.patches]
    own, hint = game.victory.winner.values() if game.victory else (), "an example with score:"
    missing: dict[str, Judging] = {}
    for step in (*own, *(step for change in changes for step in (*change.add, *change.replace))):
        if step.id not in shown and missing.setdefault(step.id, step) is step:
            yield STEP_NOT_SHOWN.at(step.span, step=step.id, hint=hint, cause=cause)
    if game.victory and game.victory.nobody and "" not in shown:
        yield UNSHOWN.at(game.victory.nobody.span, hint=hint, cause=cause)


def known_of(verdict: Verdict) -> dict[str, Any]:
    """`winner` is a name, several that share, or none."""
    winners = verdict.winners
    return {
        **verdict.track,
        "outcome": verdict.outcome,
        "condition": verdict.condition or None,
        "winners": winners,
        "winner": winners[0] if len(winners) == 1 else winners or None,
        "by": verdict.by or None,
    }


def given_to(world: "World", example: Example) -> tuple[Names, dict[str, Any]]:
    """What is known before anything is computed; what is added to the mapping is known, too."""
    outer = world.for_players(example.players) if example.players else world.names
    known: dict[str, Any] = dict(example.given)
    names = outer.inner(known)
    victory = world.game.victory
    for id, variable in victory.track.items() if victory else ():
        if id not in known:
            known[id] = Absent(f"{id} isn't given") if variable.start is None else variable.start
    if victory and victory.conditions and "outcome" not in example.given:
        condition = Lazy(partial(first_condition, world, victory, names))

        def find(name: str) -> Any:
            if cause := states_at_fault(world):
                return lost(name, cause)
            first = condition.get()
            return None if first is None else first.id if name == "condition" else outcome_of(world, first)

        known |= {name: Lazy(partial(find, name)) for name in ("outcome", "condition")}
    return names, known


def computed(world: "World", example: Example, names: Names, known: dict[str, Any]) -> Names:
    """The same with all that the example lets be known. Raises Wrong."""
    for name, expression in example.let.items():
        known[name] = world.evaluator.value(expression, names)
    return names


def all_worked(world: "World") -> Any:
    """By their ids with underscores. Each is worked when something asks for it."""
    missing = {as_name(id): lost(id, problem) for id, problem in world.causes.by_id("examples").items()}
    examples: dict[str, Any] = {as_name(id): Lazy(_working(world, each)) for id, each in world.game.examples.items()}
    return missing.get("", Record({**examples, **missing}))


def _working(world: "World", example: Example) -> "Callable[[], Any]":
    at_it: list[Example] = []

    def work() -> Any:
        if at_it:
            return Absent(f"example {example.id} can't be worked: it uses itself")
        at_it.append(example)
        try:
            return _worked(world, example)
        except Wrong as wrong:
            return Absent(f"example {example.id} can't be worked: {wrong.problem.message}", cause=wrong.problem)
        finally:
            at_it.clear()

    return work


def _worked(world: "World", example: Example) -> Any:
    """With exactly the modules that it names, whatever is chosen. Raises Wrong."""
    world = world if set(example.modules) == set(world.modules) else world.other(example.modules)
    if example.score:
        judged = judged_example(world, example)
        if judged.verdict is None or judged.table is None:
            return Absent(f"example {example.id} can't be judged", cause=next(iter(judged.problems), None))
        steps: dict[str, Any] = {}  # what each player had, where the step was reached
        for round in judged.verdict.rounds:
            steps[as_name(round.id)] = Record({each.player: each.value for each in round.standings})
        return Record({**judged.table.known, **known_of(judged.verdict), "figures": Record(steps)})
    if example.selection:
        selection = world.game.selections.get(example.selection)
        return Record(filled_in(world, selection.fields, example.given) if selection else {})
    names, known = given_to(world, example)
    computed(world, example, names, known)
    expected = {each.what.text: each.what for each in example.expect if each.what.text.isidentifier()}
    values = {name: world.evaluator.value(what, names) for name, what in expected.items()}
    return Record({"players": example.players, **known, **values})
