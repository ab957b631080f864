"""`victory.yaml` → `Victory`, `selections.yaml` → `Selection`s, and what players write down → values.

Values are read by the fields of the selection or, as a finished table, by those of `victory.yaml`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from yaml.nodes import Node

from pnp.load import limits
from pnp.load.fields import DEFINITIONS, FIELDS, NO_GROUP, UNKNOWN_NAME, Fields, Targets, make_key, read_fields
from pnp.load.kinds import FIELD_NAME, ID, Choice, Kind, Later, Line
from pnp.load.rules_file import (
    ID_DOC,
    MISMADE,
    PLACE,
    RULES,
    Listed,
    OneOf,
    RuleReader,
    anchor_keys,
    find_kind,
    read_anchor,
    read_setup,
)
from pnp.load.scalars import Anything, Boolean, Formula, Integer, Spoken, read_definitions
from pnp.load.sink import Sink, quote_value
from pnp.load.structures import Entries, Items, Key, Nested, Struct, join_path
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.rules import ENDS, Condition, Expression, Judging, RuleKind, Selection, Variable, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Value, texts_in

CALLED_ENDS = MISMADE.also('no rule can be called "{name}": that is the end of the game')
NO_START = MISMADE.also("{id} can't start at {start}")
EITHER_OR = MISMADE.also("a variable has either from and to, or choices")
NO_END = MISMADE.also('a track needs "{key}", too')
NO_TRACK = MISMADE.also("the track from {low} to {high} can't be")
NO_MAP = MISMADE.also("a map has two variables: across, and upwards")
NO_VARIABLE = UNKNOWN_NAME.also("there is no variable {name}", once=True)

_KINDS = dict.fromkeys(("only", "most", "fewest"), RuleKind(""))

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
    *anchor_keys("condition"),
)
JUDGING = OneOf(
    _KINDS,
    Key("id", ID, ID_DOC, required=True),
    Key("say", Spoken(), "The step, as a sentence or a question.", required=True),
    Key("only", Formula(), "Only players for whom this holds stay."),
    Key("most", Formula(), "Only players with the most of this stay."),
    Key("fewest", Formula(), "Only players with the fewest of this stay."),
    *anchor_keys("step"),
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
            cause = self.targets.cause(outcomes, "groups")
            sink.report_name(NO_GROUP, sink.place("outcomes"), outcomes, self.targets.groups, cause)
        parts = self.read_sections(raw, "", sink)
        axes, track = raw["map"], parts["track"]
        if unknown := next(((n, name) for n, name in enumerate(axes or ()) if name not in track), None):
            number, name = unknown
            sink.report_name(NO_VARIABLE, sink.place("map", str(number)), name, track, sink.cause("track", name))
            axes = None
        if axes is not None and (len(axes) != 2 or axes[0] == axes[1]):
            sink.report(NO_MAP, sink.place("map"), cause=sink.lost.get("map"))
            axes = None
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
        prefix, track = join_path(path, ""), raw["track"] or {}
        parts: dict[str, Mapping[str, Any]] = {
            "track": {id: _read_variable(id, each, f"{prefix}track.{id}", sink) for id, each in track.items() if each},
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
    low, high, start = said["from"], said["to"], said["start"]
    values: tuple[Value, ...] = ()
    tracked = any(f"{path}.{key}" in sink.places for key in ("from", "to"))
    chosen = f"{path}.choices" in sink.places
    if tracked == chosen:
        cause = next((each for key in ("from", "to", "choices") if (each := sink.lost.get(f"{path}.{key}"))), None)
        sink.report(EITHER_OR, sink.place(path, "choices") if chosen else sink.place(path), cause=cause)
    if chosen:
        values = said["choices"] or ()
    elif low is None or high is None:
        missing = "from" if low is None else "to"
        if tracked and f"{path}.{missing}" not in sink.places:
            cause = sink.lost.get(f"{path}.{missing}")
            sink.lost[path] = sink.report(NO_END, sink.place(path), cause=cause, key=missing)
    elif low <= high < low + limits.VALUES:
        values = tuple(range(low, high + 1))
    else:
        hint = f"at most {limits.VALUES:,} spaces" if high > low else "from is at most to"
        sink.lost[path] = sink.report(NO_TRACK, sink.place(path, "to"), hint=hint, low=low, high=high)
    known = [(value, isinstance(value, bool)) for value in values]  # True is 1, too
    if start is not None and known and (start, isinstance(start, bool)) not in known:
        place, cause = sink.place(path, "start"), sink.lost.get(f"{path}.choices")
        plain = str(start).lower() if isinstance(start, bool) else quote_value(str(start)).strip('"')
        sink.report(NO_START, place, hint="not one of its values", cause=cause, id=id, start=plain)
        start = None
    return Variable(id, said["title"] or id, values, sink.span(path), start, said["read"])


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


NO_FIELD = UNKNOWN_NAME.also("there is no field {name}", once=True)
NO_LIST_OF_PIECES = MISMADE.also('"{name}" is no list of pieces that there could be copies of')
SELECTION = Struct(
    Key("title", Line(), required=True),
    Key("fields", Later(FIELDS), required=True),
    Key("copies", Entries(FIELD_NAME, Formula())),
    Key("define", DEFINITIONS),
    Key("rules", RULES),
    about="selection",
)
SELECTIONS = Entries(ID, SELECTION)
TAKEN = ("game", "selection", "with", "chosen")  # what a player's file says beside the fields, and what rules call it
NAMES_NOTHING = UNKNOWN_NAME.also('"{path}" names nothing in {to}: {value}', varies=("path",), once=True)


def make_selections(
    said: Mapping[str, Any] | None, path: str, sink: Sink, reader: VictoryReader
) -> dict[str, Selection]:
    found: dict[str, Selection] = {}
    for id, raw in (said or {}).items():
        if not raw:
            continue
        at = join_path(path, id)
        fields = reader.read_fields(raw["fields"], f"{at}.fields", sink, TAKEN).declared
        copies: dict[str, Expression] = {}  # of fields that are a piece, or a list of pieces
        define = read_definitions(raw["define"], f"{at}.define", sink)
        rules = reader.rules.read(raw["rules"], f"{at}.rules", sink, "selections.rules")
        for name, expression in (raw["copies"] or {}).items():
            place, cause = sink.place(at, "copies", name), sink.cause(at, "fields", name)
            declared = fields.get(name)
            if declared is None:
                sink.report_name(NO_FIELD, place, name, fields, cause)
            elif "reference" not in (declared.type, declared.of.type if declared.of else ""):
                sink.report(NO_LIST_OF_PIECES, place, cause=cause, name=name)
            elif expression is not None:
                copies[name] = expression
        found[id] = Selection(id, raw["title"] or id, fields, define, rules, sink.span(at), copies)
    return found


class Filled(NamedTuple):
    """Values by name, and where they stand, by their paths."""

    values: dict[str, Value]
    places: dict[str, Span]


def read_selection(
    node: Node, path: str, sink: Sink, game: Game, selection: Selection, more: Iterable[Key] = ()
) -> Filled | None:
    """Read a selection, whose references must be in the game; `more` are keys that may stand there, too."""
    return _read(Struct(*_keys(selection.fields.values()), *more), selection.fields, node, path, sink, game)


def read_table(
    node: Node, path: str, sink: Sink, game: Game, victory: Victory, more: Iterable[Key] = ()
) -> Filled | None:
    """Read a finished table: the track, what is written down once, and the players."""
    player = Field("of", "record", victory.span, fields=victory.player)
    fields = {**victory.table, "players": Field("players", "list", victory.span, of=player)}
    cause = next((each for part in ("track", "player", "table") if (each := game.cause(f"victory.{part}"))), None)
    return _read(Struct(*table_keys(victory, cause), *more, cause=cause), fields, node, path, sink, game)


def table_keys(victory: Victory, cause: Problem | None = None) -> list[Key]:
    """Return the keys of a finished table; `cause`: why there may be others, which couldn't be read."""
    written = [each for each in victory.track.values() if each.read is None]
    track = [Key(each.id, _variable_kind(each), f"{each.title}.", required=True) for each in written]
    name = Key("name", Line(), "The player's name.", required=True)
    players = Items(Nested(name, *_keys(victory.player.values()), cause=cause), filled=True)
    return [*track, *_keys(victory.table.values()), Key("players", players, "The players.", required=True)]


def _keys(fields: Iterable[Field]) -> list[Key]:
    return list(map(make_key, fields))


def _variable_kind(variable: Variable) -> Kind:
    values: Any = variable.values
    kinds = {type(value) for value in values}
    if kinds == {bool}:
        return Boolean()
    if kinds == {int} and max(values) - min(values) == len(values) - 1:
        return Integer(min(values), max(values))
    return Choice(values) if kinds == {str} else Anything()


def _read(struct: Struct, fields: Mapping[str, Field], node: Node, path: str, sink: Sink, game: Game) -> Filled | None:
    before, is_whole = len(sink.problems), True
    values, prefix = struct.read(node, path, sink), join_path(path, "")
    texts = [each for name in fields for each in texts_in(fields[name], prefix + name, (values or {}).get(name))]
    found = [(field.to, at, value) for field, at, value in texts if field.type == "reference"]
    known: dict[str, Collection[str]] = {id: group.entries.keys() for id, group in game.groups.items()}
    for to in game.components.keys() & {to for to, _, _ in found} - known.keys():
        known[to] = {piece.id for piece in game.components[to].pieces}
    for to, at, value in found:
        if to not in known or value in known[to]:
            continue
        is_whole, sections, brought, gone = False, (f"groups.{to}", f"pieces.{to}"), "", ""
        for module in game.modules.values():
            changes = [module.change(section) for section in sections]
            added = [each for change in changes for each in change.add]
            added += [each for one in module.change("components").add if one.id == to for each in one.pieces]
            brought = brought or (module.id if any(each.id == value for each in added) else "")
            gone = gone or (module.id if any(value == id for change in changes for id, _ in change.drop) else "")
        hint = f"the module {gone} leaves it out" if gone else sink.suggest(value, known[to])
        hint = f"only the module {brought} has it" if brought else hint
        cause = next((each for section in sections if not brought and (each := game.cause(section, value))), None)
        sink.report(NAMES_NOTHING, sink.place(at), hint=hint, cause=cause, path=at, to=to, value=value)
    if values is None or not is_whole or len(sink.problems) > before:
        return None
    places = {at: Span(sink.file, *place) for at, place in sink.places.items() if at.startswith(prefix)}
    return Filled(values, places)


def make_readers(targets: Targets, kinds: Mapping[str, RuleKind]) -> dict[str, Callable[[Node, Sink], Any]]:
    """Return what reads rules.yaml, setup.yaml and their like, by the name of the file."""
    reader = VictoryReader(targets, RuleReader(kinds))
    return {
        "rules": lambda node, sink: reader.rules.read(node, "", sink),
        "setup": read_setup,
        "victory": reader.read,
        "selections": lambda node, sink: make_selections(SELECTIONS.read(node, "", sink), "", sink, reader),
    }
