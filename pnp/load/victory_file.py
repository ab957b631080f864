"""`setup.yaml`: players, tables, zones and steps → `Setup`; `victory.yaml`: track, conditions, winner → `Victory`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from yaml.nodes import Node, ScalarNode, SequenceNode

from pnp.load import limits
from pnp.load.fields import DEFINITIONS, FIELDS, Fields, read_fields
from pnp.load.kinds import ID, AnyOf, Choice, Kind, Later, Line, Name, Schema, report_type
from pnp.load.numbers import Boolean, Integer, Number
from pnp.load.phrases import Anything, Formula, Spoken, read_definitions
from pnp.load.rules_file import (
    ID_DOC,
    MISMADE,
    PLACE,
    RULES,
    KindUses,
    Listed,
    OneOf,
    RuleReader,
    find_kind,
    read_anchor,
)
from pnp.load.sink import Sink, shown
from pnp.load.structures import DUPLICATE_KEY, Entries, Items, Key, Several, Struct
from pnp.load.targets import NO_GROUP, UNKNOWN_NAME, Targets
from pnp.model.game import Game
from pnp.model.rules import (
    ENDS,
    Action,
    Condition,
    Judging,
    Move,
    Named,
    Put,
    Setup,
    Shuffle,
    Step,
    Table,
    Variable,
    Victory,
    Zone,
)
from pnp.model.values import Poison, Value

_ALL = "all"
_ACTION_KINDS = {"shuffle": KindUses(), "move": KindUses(("from", "to"), ("chosen", "under")), "put": KindUses(("to",))}
_ROWS = Entries(Name("[1-9][0-9]?", "number of players (1 to 99)"), Anything())
ROWS = Entries(Name("[1-9][0-9]?", "number of players (1 to 99)"), Number())
PLAYERS = Items(Integer(1, limits.PLAYERS), filled=True)
PLAYERS_KEY = Key("players", PLAYERS, "The numbers of players that can play.")


class _What(AnyOf):
    """A value of `move`: a number or another expression, `all`, or a list of ids."""

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
            return report_type(node, path, sink, "two numbers", "percent across and down, like [12, 45]")
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
    _ACTION_KINDS,
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
SETUP_SECTIONS = (
    Key("tables", Entries(PLACE, TABLE), "Figures for each number of players.", default={}),
    Key("zones", Entries(PLACE, ZONE), "The places on the table.", default={}),
    Key("steps", STEPS, "What is done, in this order."),
)
MORE_SECTIONS = (
    Key("tables", Entries(PLACE, MORE), "Figures for each number of players.", default={}),
    *SETUP_SECTIONS[1:],
)
SETUP = Struct(PLAYERS_KEY._replace(required=True), *SETUP_SECTIONS)


def read_setup(node: Node, sink: Sink) -> Setup | None:
    raw = SETUP.read(node, "", sink)
    if raw is None:
        return None
    said = raw["players"] or ()
    for number, players in enumerate(said):
        if players in said[:number]:
            sink.report(DUPLICATE_KEY, sink.place("players", str(number)), hint="delete one", name=str(players))
    return Setup(tuple(sorted(set(said))), **read_setup_sections(raw, "", sink), span=sink.span())


def read_setup_sections(raw: Mapping[str, Any], path: str, sink: Sink) -> dict[str, Mapping[str, Any]]:
    """Read the zones, tables and steps of a setup, or of a module's patch to one, below `path`."""
    prefix = f"{path}." if path else ""
    zones: dict[str, Zone] = {}
    for id, said in (raw["zones"] or {}).items():
        if said:
            title, face, away = said["title"] or id, said["face"] or "", bool(said["away"])
            span = sink.span(f"{prefix}zones.{id}")
            zones[id] = Zone(id, title, span, said["starts"], said["per"], said["at"], face, away)
    tables: dict[str, Table] = {}
    for id, said in (raw["tables"] or {}).items():
        if said:
            at = f"{prefix}tables.{id}"
            rows = {int(players): value for players, value in (said["rows"] or {}).items()}
            places = {players: sink.span(at, "rows", str(players)) for players in rows}
            tables[id] = Table(id, said["title"] or id, rows, places, sink.span(at))
    return {
        "zones": zones,
        "tables": tables,
        "steps": STEPS.read_things(raw["steps"], f"{prefix}steps", sink, _read_step),
    }


def _read_step(raw: dict[str, Any], sink: Sink) -> Step | None:
    anchor = read_anchor("step", raw, sink)
    actions = [_read_action(said, f"do.{n}", sink) for n, said in enumerate(raw["do"] or ())]
    if raw["say"] is None:
        return None
    done = tuple([action for action in actions if action is not None])
    return Step(raw["id"], raw["say"], done, sink.span("id"), raw["when"], *anchor, raw["so-that"])


def _read_action(said: dict[str, Any], path: str, sink: Sink) -> Action | None:
    kind = find_kind("action", _ACTION_KINDS, said, path, sink)
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


CALLED_ENDS = MISMADE.also('no rule can be called "{name}": that is the end of the game')
NO_START = MISMADE.also("{id} can't start at {start}")
EITHER_OR = MISMADE.also("a variable has either from and to, or choices")
NO_END = MISMADE.also('a track needs "{key}", too')
NO_TRACK = MISMADE.also("the track from {low} to {high} can't be")
NO_MAP = MISMADE.also("a map has two variables: across, and upwards")
NO_VARIABLE = UNKNOWN_NAME.also("there is no variable {name}", once=True)

_KINDS = {"only": KindUses(), "most": KindUses(), "fewest": KindUses()}

VARIABLE = Struct(
    Key("title", Line(), "What it is called.", required=True),
    Key("from", Integer(), "The first space of a track."),
    Key("to", Integer(), "The last space of a track."),
    Key("choices", Items(Anything(), filled=True), "All values, where it is no track: [true, false]."),
    Key("start", Anything(), "The value at first."),
    Key("read", Formula(), "How a finished table yields it; else it is written down."),
)
CONDITION = Struct(
    Key("id", ID, f"{ID_DOC} It is the outcome, too, where `outcome` doesn't say another.", required=True),
    Key("say", Spoken(), "The condition, as a sentence for people.", required=True),
    Key("when", Formula(), "When it is met. The first condition that is decides.", required=True),
    Key("outcome", ID, "The entry of the outcomes' group that it leads to."),
    Key("after", ID, "Of a module's condition: the one that it comes after."),
    Key("before", ID, "Of a module's condition: the one that it comes before."),
)
JUDGING = OneOf(
    _KINDS,
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "The step, as a sentence or a question.", required=True),
    Key("only", Formula(), "Only players for whom this holds stay."),
    Key("most", Formula(), "Only players with the most of this stay."),
    Key("fewest", Formula(), "Only players with the fewest of this stay."),
    Key("after", ID, "Of a module's step: the one that it comes after."),
    Key("before", ID, "Of a module's step: the one that it comes before."),
)
CONDITIONS = Listed(CONDITION, "conditions", limits.RULES, "victory.conditions")
WINNER = Listed(JUDGING, "steps of judging", limits.RULES, "victory.winner")
VICTORY_SECTIONS = (
    Key("track", Entries(PLACE, VARIABLE), "Everything that conditions look at, with all values it can have."),
    Key("define", DEFINITIONS, "Names for expressions, which are evaluated where they are used."),
    Key("conditions", CONDITIONS, "The first that holds decides."),
    Key("player", Later(FIELDS), "What is written down of each player, besides the name."),
    Key("table", Later(FIELDS), "What is written down once, besides the track."),
    Key("rules", RULES, "What every finished table keeps: its track, its fields, its players."),
    Key("winner", WINNER, "Steps from the outcome to the winner, until one player is left."),
)
VICTORY = Struct(
    Key("outcomes", ID, "The group whose entries the conditions decide among.", default=""),
    *VICTORY_SECTIONS,
    Key("ends", Formula(), "Holds of every finished table: the game has reached its end."),
    Key("ties", Choice(["shared"]), "That several may win together: no step parts everybody."),
    Key("nobody", Spoken(), "What is said where no player is left."),
    Key("map", Items(PLACE), "The two variables across and upwards of the drawn map."),
)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VictoryReader:
    """Knows the groups and components that fields may refer to, and how rules are read."""

    targets: Targets
    rules: RuleReader

    def read(self, node: Node, sink: Sink) -> Victory | None:
        raw = VICTORY.read(node, "", sink)
        if raw is None:
            return None
        outcomes = raw["outcomes"] or ""
        if outcomes and outcomes not in self.targets.groups:
            hint, cause = sink.suggest(outcomes, self.targets.groups), self.targets.cause(outcomes, "groups")
            sink.report(NO_GROUP, sink.place("outcomes"), hint=hint, cause=cause, name=shown(outcomes))
        parts = self.read_sections(raw, "", sink)
        axes = _find_axes(raw["map"], parts["track"], sink)
        return Victory(
            **parts,
            outcomes=outcomes,
            nobody=raw["nobody"],
            map=axes,
            span=sink.span(),
            deciding=sink.span("conditions"),
            ends=raw["ends"],
            shares_ties=bool(raw["ties"]),
            ties=sink.span("ties") if raw["ties"] else None,
        )

    def read_sections(self, raw: Mapping[str, Any], path: str, sink: Sink) -> dict[str, Mapping[str, Any]]:
        """Read the sections of a victory, or of a module's patch to one, below `path`."""
        prefix = f"{path}." if path else ""
        track = raw["track"] or {}
        variables = {id: _read_variable(id, said, f"{prefix}track.{id}", sink) for id, said in track.items() if said}
        parts: dict[str, Mapping[str, Any]] = {
            "track": variables,
            "define": read_definitions(raw["define"], f"{prefix}define", sink),
            "conditions": CONDITIONS.read_things(raw["conditions"], f"{prefix}conditions", sink, _read_condition),
            "player": self.read_fields(raw["player"], f"{prefix}player", sink, ("name", "player")).declared,
            "table": self.read_fields(raw["table"], f"{prefix}table", sink, ("players", "table", *track)).declared,
        }
        rules = self.rules.read(raw["rules"], f"{prefix}rules", sink, "victory.rules")
        if ENDS in rules:
            sink.report(CALLED_ENDS, rules.pop(ENDS).span, name=ENDS)
        winner = WINNER.read_things(raw["winner"], f"{prefix}winner", sink, _read_judging)
        return {**parts, "rules": rules, "winner": winner}

    def read_fields(self, node: Node | None, path: str, sink: Sink, reserved: tuple[str, ...]) -> Fields:
        return self.targets.check(read_fields(node, path, sink, reserved), path, sink)


def _read_variable(id: str, said: Mapping[str, Any], path: str, sink: Sink) -> Variable:
    values = _read_values(said, path, sink)
    start = said["start"]
    if (
        start is not None
        and values
        and (start, isinstance(start, bool)) not in [(v, isinstance(v, bool)) for v in values]
    ):
        place, cause = sink.place(path, "start"), sink.lost.get(f"{path}.choices")
        plain = str(start).lower() if isinstance(start, bool) else shown(str(start)).strip('"')
        sink.report(NO_START, place, hint="not one of its values", cause=cause, id=id, start=plain)
        start = None
    return Variable(id, said["title"] or id, values, sink.span(path), start, said["read"])


def _read_values(said: Mapping[str, Any], path: str, sink: Sink) -> tuple[Value, ...]:
    low, high = said["from"], said["to"]
    tracked = any(f"{path}.{key}" in sink.places for key in ("from", "to"))
    chosen = f"{path}.choices" in sink.places
    if tracked == chosen:
        cause = next((each for key in ("from", "to", "choices") if (each := sink.lost.get(f"{path}.{key}"))), None)
        sink.report(EITHER_OR, sink.place(path, "choices") if chosen else sink.place(path), cause=cause)
    if chosen:
        return tuple(said["choices"] or ())
    if low is None or high is None:
        missing = "from" if low is None else "to"
        if tracked and f"{path}.{missing}" not in sink.places:
            cause = sink.lost.get(f"{path}.{missing}")
            sink.lost[path] = sink.report(NO_END, sink.place(path), cause=cause, key=missing)
        return ()
    if not low <= high < low + limits.VALUES:
        hint = f"at most {limits.VALUES:,} spaces" if high > low else "from is at most to"
        sink.lost[path] = sink.report(NO_TRACK, sink.place(path, "to"), hint=hint, low=low, high=high)
        return ()
    return tuple(range(low, high + 1))


def _find_axes(said: tuple[str, ...] | None, track: Mapping[str, Variable], sink: Sink) -> tuple[str, str] | None:
    if said is None:
        return None
    for number, name in enumerate(said):
        if name not in track:
            place, hint, cause = sink.place("map", str(number)), sink.suggest(name, track), sink.cause("track", name)
            sink.report(NO_VARIABLE, place, hint=hint, cause=cause, name=shown(name))
            return None
    if len(said) != 2 or said[0] == said[1]:
        sink.report(NO_MAP, sink.place("map"), cause=sink.lost.get("map"))
        return None
    return (said[0], said[1])


def _read_condition(raw: dict[str, Any], sink: Sink) -> Condition | None:
    anchor, id = read_anchor("condition", raw, sink), raw["id"]
    if raw["say"] is None or raw["when"] is None:
        return None
    return Condition(id, raw["say"], raw["when"], raw["outcome"] or id, sink.span("id"), *anchor)


def _read_judging(raw: dict[str, Any], sink: Sink) -> Judging | None:
    anchor = read_anchor("step", raw, sink)
    kind = find_kind("step of judging", _KINDS, raw, "", sink)
    if not kind or raw["say"] is None:
        return None
    return Judging(raw["id"], kind, raw[kind], raw["say"], sink.span("id"), *anchor)
