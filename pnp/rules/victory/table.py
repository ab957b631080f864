"""A finished table as written → the table with its pieces in place of their ids, and what is wrong with it.

What is wrong is one thing, the rules that it breaks another: a worked example may be about a table that breaks one.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem, code
from pnp.model.rules import ENDS, Definition, Expression, Variable, Victory
from pnp.model.values import Field, Record, Value
from pnp.rules.at_home import Home
from pnp.rules.declared import compared
from pnp.rules.expressions import TABLE, Absent, Frame, Wrong, same, shown
from pnp.rules.filling import Places, filled_in, too_often, used
from pnp.rules.numbers import wrong_number

if TYPE_CHECKING:
    from pnp.rules.world import World

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
BREAKS = code(
    "PNP540",
    "finished table that breaks a rule",
    """
    A finished table isn't as one of the `rules:` of victory.yaml says that each is. The place is that of what the rule
    is about, the hint is the rule's sentence.

    Bad:  two tokens on one animal, where a rule says `unique: animal`, `of: tokens`
    Good: each on an animal of its own
    """,
)
NOT_ENDED = code(
    "PNP541",
    "table on which the game isn't over",
    """
    Victory is judged when the game has ended, and what `ends:` of victory.yaml asks doesn't hold of this table. A
    worked example that is about a detail needs no whole game: it says `breaks: [ends]`.

    Bad:  `ends: players|any(animals|count >= 7)`, and on the table nobody has more than five
    Good: a table on which somebody has seven
    """,
)


class Table:
    """`names` are what expressions about the whole table know; `broken` are problems by the rules they break."""

    def __init__(self, world: "World", victory: Victory, said: Mapping[str, Any], places: Places) -> None:
        """Raises Wrong."""
        self._world, self._victory, self._places = world, victory, places
        self.problems: list[Problem] = []
        self.broken: dict[str, list[Problem]] = {}
        self.players = self._players(said["players"])
        self._check_copies(said)
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
        if not wrong:
            self._read()
            self._keep_rules(said)

    def _players(self, said: tuple[Mapping[str, Value], ...]) -> tuple[Record, ...]:
        players: list[Record] = []
        for n, player in enumerate(said):
            name = player["name"]
            if any(same(name, other["name"]) for other in players):
                message = f"two players are called {shown(name)}"
                self.problems.append(SAME_NAME.at(self._places.of(f"players.{n}.name"), message))
            values = filled_in(self._world, self._victory.player, player)
            players.append(Frame({**values, "name": name}, str(name), is_player=True))
        return tuple(players)

    def _check_copies(self, said: Mapping[str, Any]) -> None:
        """Of everything on the table together."""
        self.problems += too_often(self._world, _used(self._victory, said), self._places)

    def _read(self) -> None:
        """The variables that follow from the rest."""
        for id, variable in self._victory.track.items():
            if variable.read is None:
                continue
            value = self._world.evaluator.value(variable.read, self.names)
            if not any(same(value, each) for each in variable.values):
                message = f"{id} comes out as {shown(value)}"
                self.problems.append(OFF_TRACK.at(variable.read.span, message, hint=possible(variable)))
            self.known[id] = value

    def _keep_rules(self, said: Mapping[str, Any]) -> None:
        victory = self._victory
        home = Home(fields_of(victory), tuple(_used(victory, said)), self._places, BREAKS)
        self.broken, others = home.broken(self._world, victory.rules, self.names)
        self.problems += others
        if victory.ends and not self._world.evaluator.decision(victory.ends, self.names):
            span = self._places.of(home.path(self._world.evaluator.uses(victory.ends, self.names)))
            why, hint = self._why(victory.ends)
            message = f"nobody has reached the end of the game: {why}"
            self.broken[ENDS] = [NOT_ENDED.at(span, message, hint=hint, origin=victory.ends.span)]

    def _why(self, ends: Expression) -> tuple[str, str]:
        """Its figures, and the expression behind a name."""
        evaluator, hint = self._world.evaluator, ends.text
        while isinstance(defined := self.names.find(ends.text.strip()), Definition):
            ends = defined.expression
            hint = f"{hint}: {ends.text}"
        try:
            return compared(evaluator, ends, self.names), hint
        except Wrong:
            return "doesn't hold", hint


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
    first, last = variable.values[0], variable.values[-1]
    if len(variable.values) > 2 and all(type(value) is int for value in variable.values):
        return f"it can be {first} to {last}"
    return f"it can be {' or '.join(shown(value) for value in variable.values[:12])}"
