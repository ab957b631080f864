"""A finished table → what expressions see of it; and the names that its rules and steps may use.

What is wrong is one thing, the rules that it breaks another: a worked example may be about a table that breaks one.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem, code
from pnp.model.rules import ENDS, Definition, Expression, Variable, Victory
from pnp.model.values import Field, Record, Value
from pnp.rules.broken_rules import Home, expressions, names_of_fields, rules_of_modules, unmet
from pnp.rules.declared import EXPECTED, KINDS, compared
from pnp.rules.expressions.names import PLAYER, TABLE, Absent, Frame
from pnp.rules.expressions.values import same, shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.filled_values import Places, filled_in, too_often, used, wrong_number
from pnp.rules.probing import everything, faults, odd, stumbles
from pnp.rules.victory.states import outcome_of

if TYPE_CHECKING:
    from pnp.rules.world import World

SAME_NAME = code("PNP583", says="two players are called {name}")
OFF_TRACK = code("PNP578", says="{id} comes out as {value}", varies=("value",))
BREAKS = code("PNP540")
NOT_ENDED = code("PNP541", says="nobody has reached the end of the game: {why}", varies=("why",))


class FinishedTable:
    """`names` are what expressions about the whole table know; `breaches` are problems by the rules they break."""

    def __init__(self, world: "World", victory: Victory, said: Mapping[str, Any], places: Places) -> None:
        """Raises Wrong."""
        self._world, self._victory, self._places = world, victory, places
        self.problems: list[Problem] = []
        self.breaches: dict[str, list[Problem]] = {}
        self.players = self._players(said["players"])
        self.problems += too_often(world, _used(victory, said), places)  # of everything on the table together
        known: dict[str, Any] = {
            id: Absent(f"{id} isn't known yet") if variable.read else said.get(id)
            for id, variable in victory.track.items()
        }
        known |= filled_in(world, victory.table, said)
        known |= {"players": self.players, "outcome": Absent("the outcome isn't known yet")}
        self.known = known  # what is added to it is known in `names`
        number = len(self.players)
        wrong = wrong_number(world, number, places.of("players"))
        self.problems += [wrong] if wrong else []
        self.names = (world.names if wrong else world.for_players(number)).whole(known, TABLE)
        if wrong:
            return
        for id, variable in victory.track.items():
            if variable.read is not None:  # it follows from the rest
                known[id] = value = world.evaluator.value(variable.read, self.names)
                if not any(same(value, each) for each in variable.values):
                    hint = possible(variable)
                    self.problems.append(OFF_TRACK.at(variable.read.span, id=id, value=shown(value), hint=hint))
        self._keep_rules(said)

    def _players(self, said: tuple[Mapping[str, Value], ...]) -> tuple[Record, ...]:
        players: list[Record] = []
        for n, player in enumerate(said):
            name = player["name"]
            if any(same(name, other["name"]) for other in players):
                self.problems.append(SAME_NAME.at(self._places.of(f"players.{n}.name"), name=shown(name)))
            values = filled_in(self._world, self._victory.player, player)
            players.append(Frame({**values, "name": name}, str(name), is_player=True))
        return tuple(players)

    def _keep_rules(self, said: Mapping[str, Any]) -> None:
        victory = self._victory
        home = Home(fields_of(victory), tuple(_used(victory, said)), self._places, BREAKS)
        found = home.judge(self._world, victory.rules, self.names, self._world.causes.by_id("victory.rules"))
        self.breaches |= found.by_rule
        self.problems += found.others
        if victory.ends and not self._world.evaluator.decision(victory.ends, self.names):
            span = self._places.of(home.path(self._world.evaluator.uses(victory.ends, self.names)))
            ends, hint = victory.ends, victory.ends.text  # and the expression behind a name
            while isinstance(defined := self.names.find(ends.text.strip()), Definition):
                ends = defined.expression
                hint = f"{hint}: {ends.text}"
            try:
                why = compared(self._world.evaluator, ends, self.names)
            except Wrong:
                why = "doesn't hold"
            self.breaches[ENDS] = [NOT_ENDED.at(span, why=why, hint=hint, origin=victory.ends.span)]


def fields_of(victory: Victory) -> dict[str, Field]:
    """What a finished table says: the track, what is written down once, the players."""
    span = victory.span
    track = {id: Field(id, "text", span) for id, variable in victory.track.items() if variable.read is None}
    player = Field("of", "record", span, fields={"name": Field("name", "text", span), **victory.player})
    return {**track, **victory.table, "players": Field("players", "list", span, of=player)}


def _used(victory: Victory, said: Mapping[str, Any]) -> list[Any]:
    pieces = list(used(victory.table, said))
    for n, player in enumerate(said["players"]):
        pieces += used(victory.player, player, f"players.{n}.")
    return pieces


def possible(variable: Variable) -> str:
    """The values that it can have."""
    if not variable.values:
        return ""
    first, last = variable.values[0], variable.values[-1]
    if len(variable.values) > 2 and all(type(value) is int for value in variable.values):
        return f"it can be {first} to {last}"
    return f"it can be {' or '.join(shown(value) for value in variable.values[:12])}"


_UNKNOWN = Absent("only a finished table knows")


def misnamed(world: "World", victory: Victory) -> list[Problem]:
    """In what a table is read by, its rules, its end, the steps to the winner."""
    found = list(_named(world, victory))
    lines = {problem.span[:2] for problem in found}
    once: dict[object, Problem] = {}
    for problem in _probed(world, victory):
        once.setdefault((problem.code, problem.span), problem)
    return [*found, *(problem for problem in once.values() if problem.span[:2] not in lines)]


def _named(world: "World", victory: Victory) -> Iterator[Problem]:
    table = world.names.inner(dict.fromkeys((*victory.track, *victory.table, "players", "outcome", TABLE), _UNKNOWN))
    of_player = table.inner(dict.fromkeys(("name", "it", PLAYER, *victory.player), _UNKNOWN))
    check = world.evaluator.check
    yield from faults(check, _of_table(victory), table)
    yield from faults(check, (step.value for step in victory.winner.values()), of_player)
    others = rules_of_modules(world.game, "victory.rules")
    yield from unmet(victory.rules, lambda id: world.causes.of("victory.rules", id), others)
    # fields of anything that a rule could be about each of
    fields = [name for owner in world.owners for name in owner.fields]
    fields += names_of_fields(fields_of(victory).values())
    things = table.inner(dict.fromkeys((*fields, "id", "copies", "it", "count"), _UNKNOWN))
    for rule in victory.rules.values():
        for expression in expressions(rule):
            is_whole = KINDS[rule.kind].written.about == "game" or expression is rule.of
            yield from faults(check, [expression], table if is_whole else things)
        yield from faults(check, world.evaluator.spoken(rule.say), table.inner({EXPECTED: _UNKNOWN}))


def _probed(world: "World", victory: Victory) -> Iterator[Problem]:
    """With two tables that have everything a list can have; what else is wrong with them says nothing."""
    for last in (False, True):
        setup = world.game.setup
        number = (setup.players[-1 if last else 0] if setup and setup.players else 2) or 1
        values = everything(world, victory.player, last)
        players = tuple([Frame({**values, "name": str(n)}, str(n), is_player=True) for n in range(number)])
        track = {id: variable.values[-1 if last else 0] for id, variable in victory.track.items() if variable.values}
        outcomes = [outcome_of(world, condition) for condition in victory.conditions.values()]
        known: dict[str, Any] = {**track, **everything(world, victory.table, last), "players": players}
        known["outcome"] = outcomes[-1 if last else 0] if outcomes else None
        outer = world.for_players(number) if setup and setup.players else world.names
        names = outer.whole(known, TABLE)
        for rule in victory.rules.values():
            yield from stumbles(world, rule, names)
        for expression in _of_table(victory):
            yield from odd(world, expression, names)
        for step in victory.winner.values():
            yield from odd(world, step.value, names.whole(players[0], PLAYER))
        said = [each.say for each in victory.conditions.values()] + [each.say for each in victory.winner.values()]
        for sentence in [*said, *([victory.nobody] if victory.nobody else [])]:
            for hole in world.evaluator.spoken(sentence):
                yield from odd(world, hole, names)


def _of_table(victory: Victory) -> list[Expression]:
    """What is asked of the table as a whole, beside its rules."""
    read = [variable.read for variable in victory.track.values() if variable.read]
    return [*read, victory.ends] if victory.ends else read
