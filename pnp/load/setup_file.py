"""`setup.yaml`: players, tables, zones and steps → `Setup`."""

from collections.abc import Mapping
from typing import Any

from yaml.nodes import Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.group_keys import ID
from pnp.load.kinds import AnyOf, Choice, Kind, Later, Line, Name, Schema, wrong_type
from pnp.load.listed import ID_DOC, PLACE, KindUses, Listed, OneOf, anchored, check_order, kind_of
from pnp.load.numbers import Boolean, Integer, Number
from pnp.load.phrases import Anything, Formula, Spoken
from pnp.load.sink import Sink
from pnp.load.structures import DUPLICATE_KEY, Entries, Items, Key, Several, Struct
from pnp.model.game import Game
from pnp.model.rules import Action, Move, Named, Put, Setup, Shuffle, Step, Table, Zone
from pnp.model.values import Poison

_ALL = "all"
_KINDS = {"shuffle": KindUses(), "move": KindUses(("from", "to"), ("chosen", "under")), "put": KindUses(("to",))}
_ROWS = Entries(Name("[1-9][0-9]?", "number of players (1 to 99)"), Anything())
ROWS = Entries(Name("[1-9][0-9]?", "number of players (1 to 99)"), Number())
PLAYERS = Items(Integer(1, limits.PLAYERS), filled=True)
PLAYERS_KEY = Key("players", PLAYERS, "The numbers of players that can play.")


class _What(AnyOf):
    """What is moved: a number or another expression, `all`, or a list of ids."""

    _ids = Items(ID, filled=True)
    kinds = (Formula(), _ids)

    def read(self, node: Node, path: str, sink: Sink) -> Any:
        if isinstance(node, SequenceNode):
            ids = self._ids.read(node, path, sink)
            return ids and tuple([Named(id, sink.span(path, str(n))) for n, id in enumerate(ids)])
        if isinstance(node, ScalarNode) and node.value == _ALL:
            return _ALL
        return Formula().read(node, path, sink)


class _Spot(Kind):
    """A place on the drawn table: percent across and down."""

    _pair = Several(Number(0, 100))

    def read(self, node: Node, path: str, sink: Sink) -> tuple[float, float] | Poison:
        if not isinstance(node, SequenceNode) or len(node.value) != 2:
            return wrong_type(node, path, sink, "two numbers", "percent across and down, like [12, 45]")
        pair = self._pair.read(node, path, sink)
        wrong = next((each for each in pair if isinstance(each, Poison)), None)
        return wrong or (pair[0], pair[1])

    def schema(self, game: Game | None) -> Schema:
        return self._pair.schema(game) | {"minItems": 2, "maxItems": 2}


_TABLE_ROWS = Key("rows", _ROWS, "The value for each number of players.", required=True)
TABLE = Struct(Key("title", Line(), "What the figure is.", required=True), _TABLE_ROWS)
MORE = Struct(Key("title", Line(), "What the figure is; without it the rows are more of a table."), _TABLE_ROWS)
ZONE = Struct(
    Key("title", Line(), "What the place is called.", required=True),
    Key("starts", Formula(), "The pieces that lie here before the first step: a component's id, or any list."),
    Key("per", Formula(), "One such place for each of these: players."),
    Key("at", _Spot(), "Where it is on the drawn table: percent across and down."),
    Key("face", Choice(("up", "down")), "How pieces lie there, where it matters.", default=""),
    Key("away", Boolean(), "Out of the game.", default=False),
)
ACTION = OneOf(
    _KINDS,
    Key("shuffle", PLACE, "The zone whose pieces are shuffled."),
    Key("move", _What(), "How many pieces are moved, all of them, or which: a list of ids."),
    Key("put", PLACE, "The marker that is put somewhere."),
    Key("from", PLACE, "The zone that pieces are taken from."),
    Key("to", Later(Formula()), "The zone that pieces come to, or the marker's space."),
    Key("chosen", Boolean(), "The players choose, and don't take from the top.", default=False),
    Key("under", Boolean(), "Pieces come under those that lie there, not on top of them.", default=False),
)
STEP = Struct(
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "What to do, as it is read out.", required=True),
    Key("do", Items(ACTION), "What is done: shuffle, move, put.", default=()),
    Key("when", Formula(), "The step is only taken where this holds."),
    Key("so-that", Formula(), "What must hold when the step is done: else it is dealt again."),
    Key("after", ID, "Of a module's step: the one that it comes after."),
    Key("before", ID, "Of a module's step: the one that it comes before."),
)
STEPS = Listed(STEP, "steps", limits.STEPS, "setup.steps")
SECTIONS = (
    Key("tables", Entries(PLACE, TABLE), "Figures for each number of players.", default={}),
    Key("zones", Entries(PLACE, ZONE), "The places on the table.", default={}),
    Key("steps", STEPS, "What is done, in this order."),
)
MORE_SECTIONS = (Key("tables", Entries(PLACE, MORE), "Figures for each number of players.", default={}), *SECTIONS[1:])
SETUP = Struct(PLAYERS_KEY._replace(required=True), *SECTIONS)


def read_setup(node: Node, sink: Sink) -> Setup | None:
    raw = SETUP.read(node, "", sink)
    if raw is None:
        return None
    said = raw["players"] or ()
    for number, players in enumerate(said):
        if players in said[:number]:
            sink.report(DUPLICATE_KEY, sink.place("players", str(number)), hint="delete one", name=str(players))
    players = tuple(sorted(set(said)))
    parts = setup_sections(raw, "", sink)
    return Setup(players, parts["zones"], parts["tables"], parts["steps"], sink.span())


def setup_sections(raw: Mapping[str, Any], path: str, sink: Sink) -> dict[str, Mapping[str, Any]]:
    """What a setup, or a module's patch to one, says below `path`: zones, tables, steps."""
    prefix = f"{path}." if path else ""
    zones, tables = raw["zones"] or {}, raw["tables"] or {}
    return {
        "zones": {id: _zone(id, said, f"{prefix}zones.{id}", sink) for id, said in zones.items() if said},
        "tables": {id: _table(id, said, f"{prefix}tables.{id}", sink) for id, said in tables.items() if said},
        "steps": STEPS.things(raw["steps"], f"{prefix}steps", sink, _step),
    }


def _zone(id: str, said: Mapping[str, Any], path: str, sink: Sink) -> Zone:
    title, face, away = said["title"] or id, said["face"] or "", bool(said["away"])
    return Zone(id, title, sink.span(path), said["starts"], said["per"], said["at"], face, away)


def _table(id: str, said: Mapping[str, Any], path: str, sink: Sink) -> Table:
    rows = {int(players): value for players, value in (said["rows"] or {}).items()}
    places = {players: sink.span(path, "rows", str(players)) for players in rows}
    return Table(id, said["title"] or id, rows, places, sink.span(path))


def _step(raw: dict[str, Any], sink: Sink) -> Step | None:
    check_order("step", sink)
    actions = [_action(said, f"do.{n}", sink) for n, said in enumerate(raw["do"] or ())]
    if raw["say"] is None:
        return None
    done = tuple([action for action in actions if action is not None])
    return Step(raw["id"], raw["say"], done, sink.span("id"), raw["when"], *anchored(raw, sink), raw["so-that"])


def _action(said: dict[str, Any], path: str, sink: Sink) -> Action | None:
    kind = kind_of("action", _KINDS, said, path, sink)
    if not kind:
        return None
    span = sink.span(path, kind)
    if kind == "shuffle":
        return Shuffle(said["shuffle"], span)
    reader: Kind = Formula() if kind == "put" else PLACE
    to = reader.read(said["to"], f"{path}.to", sink)
    if isinstance(to, Poison):
        return None
    if kind == "put":
        return Put(said["put"], to, span)
    what = said["move"]
    ends = sink.span(path, "from"), sink.span(path, "to")
    return Move(None if what == _ALL else what, said["from"], to, span, bool(said["chosen"]), ends, bool(said["under"]))
