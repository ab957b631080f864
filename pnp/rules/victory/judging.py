"""A world and a finished table → the verdict: the outcome, then the winner step by step, or what is wrong."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem, code
from pnp.model.rules import Condition, Judging, Variable, Victory, Written
from pnp.model.values import Record, Value
from pnp.model.verdict import Round, Standing, Verdict
from pnp.rules.expressions import PLAYER, TABLE, Absent, Frame, Names, Wrong, same, shown
from pnp.rules.filling import Places, filled_in, too_often, used
from pnp.rules.numbers import wrong_number
from pnp.rules.victory.states import outcome_of

if TYPE_CHECKING:
    from pnp.rules.world import World

NO_VICTORY = code(
    "PNP581",
    "game without victory",
    """
    A finished table can only be judged where the game's victory.yaml says who wins.
    """,
)
SAME_NAME = code(
    "PNP583",
    "two players of one name",
    """
    The verdict names the winner, so each player of a finished table has a name of their own.
    """,
)
OFF_TRACK = code(
    "PNP578",
    "variable that comes out as what it can't be",
    """
    A variable of the track with `read:` follows from the rest of a finished table, and must come out as one of its
    values.
    """,
)
UNDECIDED = code(
    "PNP582",
    "table that no condition decides",
    """
    No condition of victory.yaml holds for a finished table. `pnp check` says so of every state where that is so.
    """,
)


def judge_table(world: "World", written: Written) -> tuple[Verdict | None, list[Problem]]:
    """The verdict is None where something is wrong with the table."""
    said = {**written.values, "players": written.players}
    return judge_values(world, said, Places(written.places, written.span))


def judge_values(world: "World", said: Mapping[str, Any], places: Places) -> tuple[Verdict | None, list[Problem]]:
    """The same for an example."""
    victory = world.game.victory
    if victory is None:
        return None, [NO_VICTORY.at(places.whole, f"{world.game.id} doesn't say who wins", hint="write victory.yaml")]
    judge = _Judge(world, victory, places)
    try:
        table = judge.table(said)
        verdict = None if judge.problems else judge.verdict(table)
    except Wrong as wrong:
        return None, [*judge.problems, wrong.problem]
    return verdict, judge.problems


class _Table:
    """A table with its pieces in place of their ids."""

    def __init__(self, names: Names, known: dict[str, Any], players: tuple[Record, ...]) -> None:
        self.known = known  # what is added to it is known in `names`
        self.names = names.whole(known, TABLE)
        self.players = players


class _Judge:
    def __init__(self, world: "World", victory: Victory, places: Places) -> None:
        self._world = world
        self._evaluator = world.evaluator
        self._victory = victory
        self._places = places
        self.problems: list[Problem] = []

    def table(self, said: Mapping[str, Any]) -> _Table:
        victory = self._victory
        players = self._players(said["players"])
        self._check_copies(said)
        known: dict[str, Any] = {
            id: Absent(f"{id} isn't known yet") if variable.read else said.get(id)
            for id, variable in victory.track.items()
        }
        known |= filled_in(self._world, victory.table, said)
        known |= {"players": players, "outcome": Absent("the outcome isn't known yet")}
        names = self._world.names if self.problems else self._world.for_players(len(players))
        table = _Table(names, known, players)
        if not self.problems:
            self._read(table)
        return table

    def _players(self, said: tuple[Mapping[str, Value], ...]) -> tuple[Record, ...]:
        players: list[Record] = []
        for n, player in enumerate(said):
            values = filled_in(self._world, self._victory.player, player)
            if any(same(player["name"], other["name"]) for other in players):
                message = f"two players are called {shown(player['name'])}"
                self.problems.append(SAME_NAME.at(self._places.of(f"players.{n}.name"), message))
            players.append(Frame({**values, "name": player["name"]}, is_player=True))
        if problem := wrong_number(self._world, len(players), self._places.of("players")):
            self.problems.append(problem)
        return tuple(players)

    def _check_copies(self, said: Mapping[str, Any]) -> None:
        """Of everything on the table together."""
        pieces = list(used(self._victory.table, said))
        for n, player in enumerate(said["players"]):
            pieces += used(self._victory.player, player, f"players.{n}.")
        self.problems += too_often(self._world, pieces, self._places)

    def _read(self, table: _Table) -> None:
        """The variables that follow from the rest."""
        for id, variable in self._victory.track.items():
            if variable.read is None:
                continue
            value = self._evaluator.value(variable.read, table.names)
            if not any(same(value, each) for each in variable.values):
                message = f"{id} comes out as {shown(value)}"
                self.problems.append(OFF_TRACK.at(variable.read.span, message, hint=possible(variable)))
            table.known[id] = value

    def verdict(self, table: _Table) -> Verdict | None:
        condition = first_condition(self._world, self._victory, table.names)
        if condition is None and self._victory.conditions:
            at = ", ".join(f"{id} {shown(table.known[id])}" for id in self._victory.track)
            self.problems.append(UNDECIDED.at(self._places.whole, f"no condition holds for {at}"))
            return None
        outcome = outcome_of(self._world, condition) if condition else None
        table.known["outcome"] = outcome
        say = self._evaluator.say(condition.say, table.names) if condition else ""
        rounds, left, by = self._rounds(table)
        nobody = self._victory.nobody
        is_nobodys = bool(rounds) and not left
        return Verdict(
            outcome,
            condition.id if condition else "",
            say,
            tuple(str(player["name"]) for player in left) if rounds else (),
            by,
            tuple(rounds),
            {id: table.known[id] for id in self._victory.track},
            tuple(str(player["name"]) for player in table.players),
            self._evaluator.say(nobody, table.names) if nobody and is_nobodys else "",
        )

    def _rounds(self, table: _Table) -> tuple[list[Round], list[Record], str]:
        """The steps until at most one player is left, who that is, and by which of them."""
        rounds: list[Round] = []
        left = list(table.players)
        for step in self._victory.winner.values():
            standings = self._standings(step, left, table)
            rounds.append(Round(step.id, step.kind, self._evaluator.say(step.say, table.names), tuple(standings)))
            left = [player for player, standing in zip(left, standings, strict=True) if standing.stays]
            if len(left) <= 1:
                return rounds, left, step.id
        return rounds, left, ""

    def _standings(self, step: Judging, left: list[Record], table: _Table) -> list[Standing]:
        evaluator = self._evaluator
        scopes = [table.names.whole(player, PLAYER) for player in left]
        if step.kind == "only":
            holds = [evaluator.truth(step.value, scope) for scope in scopes]
            return [Standing(str(player["name"]), yes, yes) for player, yes in zip(left, holds, strict=True)]
        figures = [evaluator.number(step.value, scope) for scope in scopes]
        best = (max if step.kind == "most" else min)(figures)
        return [Standing(str(player["name"]), each, each == best) for player, each in zip(left, figures, strict=True)]


def first_condition(world: "World", victory: Victory, names: Names) -> Condition | None:
    """The one that decides; raises Wrong."""
    for condition in victory.conditions.values():
        if world.evaluator.decision(condition.when, names):
            return condition
    return None


def possible(variable: Variable) -> str:
    """The values that it can have."""
    first, last = variable.values[0], variable.values[-1]
    if len(variable.values) > 2 and all(type(value) is int for value in variable.values):
        return f"it can be {first} to {last}"
    return f"it can be {' or '.join(shown(value) for value in variable.values[:12])}"
