"""A world and a finished table → the verdict: the outcome, then the winner step by step, or what is wrong."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.problem import Problem, code, sort_problems
from pnp.model.rules import Condition, Judging, Round, Standing, Verdict, Victory, Written
from pnp.model.values import Record
from pnp.rules.expressions.names import PLAYER, Names
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.filled_values import Places
from pnp.rules.victory.finished import FinishedTable
from pnp.rules.victory.states import outcome_of

if TYPE_CHECKING:
    from pnp.rules.world import World

NO_VICTORY = code("PNP581", says="{game} doesn't say who wins")
UNDECIDED = code("PNP582", says="no condition holds for {state}", varies=("state",))


class JudgedTable(NamedTuple):
    """What came of a finished table. A verdict may be there, though the table breaks rules."""

    verdict: Verdict | None
    problems: list[Problem]
    breaches: Mapping[str, list[Problem]]  # by the rule that it breaks, or "ends"
    table: FinishedTable | None = None


def judge_table(world: "World", written: Written) -> tuple[Verdict | None, list[Problem]]:
    """The verdict is None where something is wrong with the table."""
    said = {**written.values, "players": written.players}
    judged = judge_values(world, said, Places(written.places, written.span))
    problems = [*judged.problems, *(each for found in judged.breaches.values() for each in found)]
    return (None if problems else judged.verdict), sort_problems(problems)


def judge_values(world: "World", said: Mapping[str, Any], places: Places) -> JudgedTable:
    """The same for an example."""
    victory = world.game.victory
    if victory is None:
        problem = NO_VICTORY.at(places.whole, game=world.game.id, hint="write victory.yaml")
        return JudgedTable(None, [problem], {})
    try:
        table = FinishedTable(world, victory, said, places)
    except Wrong as wrong:
        return JudgedTable(None, [wrong.problem], {})
    if table.problems:
        return JudgedTable(None, table.problems, table.breaches, table)
    say = world.evaluator.say
    try:
        condition = first_condition(world, victory, table.names)
        if condition is None and victory.conditions:
            state = ", ".join(f"{id} {shown(table.known[id])}" for id in victory.track)
            raise Wrong(UNDECIDED.at(places.whole, state=state))
        outcome = outcome_of(world, condition) if condition else None
        table.known["outcome"] = outcome
        text = say(condition.say, table.names) if condition else ""
        rounds, left, by = rounds_of(world, victory.winner.values(), table)
        nobody = say(victory.nobody, table.names) if victory.nobody and rounds and not left else ""
    except Wrong as wrong:
        return JudgedTable(None, [wrong.problem], table.breaches, table)
    winners, track = names_of(left) if rounds else (), {id: table.known[id] for id in victory.track}
    which, players = condition.id if condition else "", names_of(table.players)
    verdict = Verdict(outcome, which, text, winners, by, tuple(rounds), track, players, nobody)
    return JudgedTable(verdict, [], table.breaches, table)


def names_of(players: Iterable[Record]) -> tuple[str, ...]:
    return tuple(str(player["name"]) for player in players)


def rounds_of(world: "World", steps: Iterable[Judging], table: FinishedTable) -> tuple[list[Round], list[Record], str]:
    """The steps until at most one player is left, who that is, and by which of them. Raises Wrong."""
    rounds: list[Round] = []
    left = list(table.players)
    for step in steps:
        scopes = [table.names.whole(player, PLAYER) for player in left]
        if step.kind == "only":
            figures = [world.evaluator.truth(step.value, scope) for scope in scopes]
            best = True
        else:
            figures = [world.evaluator.number(step.value, scope) for scope in scopes]
            best = (max if step.kind == "most" else min)(figures)
        both = zip(left, figures, strict=True)
        standings = [Standing(str(player["name"]), figure, figure == best) for player, figure in both]
        rounds.append(Round(step.id, step.kind, world.evaluator.say(step.say, table.names), tuple(standings)))
        left = [player for player, standing in zip(left, standings, strict=True) if standing.stays]
        if len(left) <= 1:
            return rounds, left, step.id
    return rounds, left, ""


def first_condition(world: "World", victory: Victory, names: Names) -> Condition | None:
    """The one that decides; raises Wrong."""
    return next((each for each in victory.conditions.values() if world.evaluator.decision(each.when, names)), None)
