"""States of a track and finished tables → the condition that decides, the rules that are broken, and the verdict.

A condition is evaluated once for all values of those variables that it looks at, not once for each state: of 3,456
states of four variables, a condition about two of them has 144.

What is wrong with a table is one thing, the rules that it breaks another: a worked example may be about a table that
breaks one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.problem import Problem, code, sort_problems
from pnp.model.rules import ENDS, Condition, Definition, Round, Standing, Variable, Verdict, Victory, Written
from pnp.model.values import Field, Poison, Record, Value
from pnp.rules.declared import explain_failure
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.names import PLAYER, TABLE, Absent, Frame, Names
from pnp.rules.expressions.values import are_same, show
from pnp.rules.written_values import Places, WrittenFields, fill_in, find_overused, used_pieces, wrong_number

if TYPE_CHECKING:
    from pnp.rules.world import World

MOST_STATES = 200_000
NOBODY = -1  # in place of a condition: none holds

TOO_MANY_STATES = code("PNP574", says="the track has {count:,} states, at most {most:,} are possible")
BREAKS = code("PNP540")
NOT_ENDED = code("PNP541", says="nobody has reached the end of the game: {why}", varies=("why",))
OFF_TRACK = code("PNP578", says="{id} comes out as {value}", varies=("value",))
NO_VICTORY = code("PNP581", says="{game} doesn't say who wins")
UNDECIDED = code("PNP582", says="no condition holds for {state}", varies=("state",))
SAME_NAME = code("PNP583", says="two players are called {name}")


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


def states_of(world: "World") -> States:
    """Return the states of a world's track, found once for all sets of modules that have the same victory."""
    victory = world.game.victory
    if victory is None:
        return States((), (), (), ())
    places = {id: n for n, id in enumerate(victory.track)}
    inside: list[tuple[int, ...]] = []  # by condition, the places of the variables that it looks at
    others: set[str] = set()  # all else that conditions look at
    for condition in victory.conditions.values():
        try:
            used = world.evaluator.uses(condition.when, world.names)
        except EvalError:  # what can't be read is reported when it is evaluated
            used = frozenset()
        inside.append(tuple(sorted(places[name] for name in used if name in places)))
        others |= used - places.keys()
    whose = world.modules if others - victory.define.keys() else ()
    defined = tuple(victory.define[name] for name in sorted(others & victory.define.keys()))
    key = ("states", tuple(victory.track.values()), tuple(victory.conditions.values()), defined, whose)
    known: dict[Any, States] = world.evaluator.cache
    if key not in known:
        known[key] = _find_states(world, victory, inside)
    return known[key]


def _find_states(world: "World", victory: Victory, scopes: Iterable[tuple[int, ...]]) -> States:
    """Evaluate each condition in all states between which it can differ."""
    variables, conditions = tuple(victory.track.values()), tuple(victory.conditions.values())
    count = prod(len(variable.values) for variable in variables)
    if count > MOST_STATES:
        return States(variables, conditions, (), (), (TOO_MANY_STATES.at(victory.span, count=count, most=MOST_STATES),))
    names = world.names.nest({"states": Absent("conditions can't look at all states")})
    truth = world.evaluator.decision
    holds: list[Sequence[bool]] = []
    problems: list[Problem] = []
    for condition, inside in zip(conditions, scopes, strict=True):
        ids = [variables[n].id for n in inside]
        choices = product(*(variables[n].values for n in inside))
        try:
            few = [truth(condition.when, names.nest(dict(zip(ids, values, strict=True)))) for values in choices]
        except EvalError as wrong:
            problems.append(wrong.problem)
            continue
        steps, step = {}, 1
        for n in reversed(inside):
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
    """Return the variables of every state, and its `outcome`. Raises EvalError where conditions can't be evaluated."""
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
    """Return the entry that a condition leads to; its id where the group hasn't it, poison where it may be unread."""
    victory = world.game.victory
    group = world.game.groups.get(victory.outcomes) if victory else None
    if group is not None and condition.outcome in group.entries:
        return world.records.get(group.id, condition.outcome)
    cause = world.causes.first_in("victory.outcomes")
    if victory and victory.outcomes:
        cause = cause or world.cause_of_owner(victory.outcomes, condition.outcome)
    return Poison(cause) if cause else condition.outcome


class FinishedTable:
    """`names` are what expressions about the whole table know; `breaches` are problems by the rules they break."""

    def __init__(self, world: "World", victory: Victory, said: Mapping[str, Any], places: Places) -> None:
        """Look at what was written of a table. Raises EvalError."""
        self.problems: list[Problem] = []
        self.breaches: dict[str, list[Problem]] = {}
        players: list[Record] = []
        pieces = list(used_pieces(victory.table, said))
        for n, player in enumerate(said["players"]):
            name = player["name"]
            if any(are_same(name, other["name"]) for other in players):
                self.problems.append(SAME_NAME.at(places.span_of(f"players.{n}.name"), name=show(name)))
            players.append(Frame({**fill_in(world, victory.player, player), "name": name}, str(name), is_player=True))
            pieces += used_pieces(victory.player, player, f"players.{n}.")
        self.players = tuple(players)
        self.problems += find_overused(world, pieces, places)  # of everything on the table together
        known: dict[str, Any] = {}  # what is added to it is known in `names`
        for id, variable in victory.track.items():
            known[id] = Absent(f"{id} isn't known yet") if variable.read else said.get(id)
        known |= fill_in(world, victory.table, said)
        known |= {"players": self.players, "outcome": Absent("the outcome isn't known yet")}
        self.known, number = known, len(self.players)
        wrong = wrong_number(world, number, places.span_of("players"))
        self.problems += [wrong] if wrong else []
        self.names = (world.names if wrong else world.names_for(number)).nest_owned(known, TABLE)
        if wrong:
            return
        for id, variable in victory.track.items():
            if variable.read is not None:  # it follows from the rest
                known[id] = value = world.evaluator.value(variable.read, self.names)
                if not any(are_same(value, each) for each in variable.values):
                    span, hint = variable.read.span, possible_values(variable)
                    self.problems.append(OFF_TRACK.at(span, id=id, value=show(value), hint=hint))
        evaluator, written = world.evaluator, WrittenFields(fields_of(victory), tuple(pieces), places, BREAKS)
        found = written.judge(world, victory.rules, self.names, world.causes.by_id("victory.rules"))
        self.breaches |= found.by_rule
        self.problems += found.others
        if victory.ends and not evaluator.decision(victory.ends, self.names):
            span = places.span_of(written.path(evaluator.uses(victory.ends, self.names)))
            ends, hint = victory.ends, victory.ends.text  # and the expression behind a name
            while isinstance(defined := self.names.find(ends.text.strip()), Definition):
                ends = defined.expression
                hint = f"{hint}: {ends.text}"
            try:
                why = explain_failure(evaluator, ends, self.names)
            except EvalError:
                why = "doesn't hold"
            self.breaches[ENDS] = [NOT_ENDED.at(span, why=why, hint=hint, origin=victory.ends.span)]


def fields_of(victory: Victory) -> dict[str, Field]:
    """Return what a finished table says: the track, what is written down once, the players."""
    span = victory.span
    track = {id: Field(id, "text", span) for id, variable in victory.track.items() if variable.read is None}
    player = Field("of", "record", span, fields={"name": Field("name", "text", span), **victory.player})
    return {**track, **victory.table, "players": Field("players", "list", span, of=player)}


def possible_values(variable: Variable) -> str:
    """Return a hint that says which values a variable can have."""
    if not variable.values:
        return ""
    first, last = variable.values[0], variable.values[-1]
    if len(variable.values) > 2 and all(type(value) is int for value in variable.values):
        return f"it can be {first} to {last}"
    return f"it can be {' or '.join(show(value) for value in variable.values[:12])}"


class JudgedTable(NamedTuple):
    """The result of judging a finished table. A verdict may be there, though the table breaks rules."""

    verdict: Verdict | None
    problems: list[Problem]
    breaches: Mapping[str, list[Problem]]  # by the rule that it breaks, or "ends"
    table: FinishedTable | None = None


def judge_table(world: "World", written: Written) -> tuple[Verdict | None, list[Problem]]:
    """Judge what a user wrote of a finished table. The verdict is None where something is wrong with it."""
    said = {**written.values, "players": written.players}
    judged = judge_values(world, said, Places(written.places, written.span))
    problems = [*judged.problems, *(each for found in judged.breaches.values() for each in found)]
    return (None if problems else judged.verdict), sort_problems(problems)


def judge_values(world: "World", said: Mapping[str, Any], places: Places) -> JudgedTable:
    """Judge a finished table by its values, which an example has, too."""
    victory = world.game.victory
    if victory is None:
        return JudgedTable(None, [NO_VICTORY.at(places.whole, game=world.game.id, hint="write victory.yaml")], {})
    try:
        table = FinishedTable(world, victory, said, places)
    except EvalError as wrong:
        return JudgedTable(None, [wrong.problem], {})
    if table.problems:
        return JudgedTable(None, table.problems, table.breaches, table)
    say = world.evaluator.say
    try:
        condition = first_condition(world, victory, table.names)
        if condition is None and victory.conditions:
            state = ", ".join(f"{id} {show(table.known[id])}" for id in victory.track)
            raise EvalError(UNDECIDED.at(places.whole, state=state))
        outcome = outcome_of(world, condition) if condition else None
        table.known["outcome"] = outcome
        text = say(condition.say, table.names) if condition else ""
        rounds, left = _find_winners(world, victory, table)
        nobody = say(victory.nobody, table.names) if victory.nobody and rounds and not left else ""
    except EvalError as wrong:
        return JudgedTable(None, [wrong.problem], table.breaches, table)
    players, left_over = (tuple(str(player["name"]) for player in each) for each in (table.players, left))
    by, winners = rounds[-1].id if len(left) <= 1 and rounds else "", left_over if rounds else ()
    id, track = condition.id if condition else "", {id: table.known[id] for id in victory.track}
    verdict = Verdict(outcome, id, text, winners, by, tuple(rounds), track, players, nobody)
    return JudgedTable(verdict, [], table.breaches, table)


def _find_winners(world: "World", victory: Victory, table: FinishedTable) -> tuple[list[Round], list[Record]]:
    """Take the steps until at most one player is left; return them, and who is left. Raises EvalError."""
    rounds: list[Round] = []
    left = list(table.players)
    for step in victory.winner.values():
        scopes = [table.names.nest_owned(player, PLAYER) for player in left]
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
            break
    return rounds, left


def first_condition(world: "World", victory: Victory, names: Names) -> Condition | None:
    """Return the condition that decides. Raises EvalError."""
    return next((each for each in victory.conditions.values() if world.evaluator.decision(each.when, names)), None)
