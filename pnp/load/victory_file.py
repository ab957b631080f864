"""`victory.yaml`: the track, the conditions, what players end with, who wins → `Victory`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from yaml.nodes import Node

from pnp.load import limits
from pnp.load.fields import Fields, read_fields
from pnp.load.group_keys import DEFINITIONS, FIELDS, ID
from pnp.load.kinds import Choice, Later, Line
from pnp.load.listed import ID_DOC, MISMADE, PLACE, KindUses, Listed, OneOf, anchored, check_order, kind_of
from pnp.load.numbers import Integer
from pnp.load.phrases import Anything, Formula, Spoken, read_definitions
from pnp.load.rules_file import RULES, RuleReader
from pnp.load.sink import Sink, shown
from pnp.load.structures import Entries, Items, Key, Struct
from pnp.load.targets import NO_GROUP, UNKNOWN_NAME, Targets
from pnp.model.rules import ENDS, Condition, Judging, Rule, Variable, Victory
from pnp.model.values import Value

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
SECTIONS = (
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
    *SECTIONS,
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
        parts = self.sections(raw, "", sink)
        axes = _axes(raw["map"], parts["track"], sink)
        span, deciding = sink.span(), sink.span("conditions")
        ties = sink.span("ties") if raw["ties"] else None
        return Victory(
            **parts,
            outcomes=outcomes,
            nobody=raw["nobody"],
            map=axes,
            span=span,
            deciding=deciding,
            ends=raw["ends"],
            shares_ties=bool(ties),
            ties=ties,
        )

    def sections(self, raw: Mapping[str, Any], path: str, sink: Sink) -> dict[str, Mapping[str, Any]]:
        """What a victory, or a module's patch to one, says below `path`."""
        prefix = f"{path}." if path else ""
        track = {id: _variable(id, said, f"{prefix}track.{id}", sink) for id, said in (raw["track"] or {}).items()}
        return {
            "track": {id: variable for id, variable in track.items() if variable},
            "define": read_definitions(raw["define"], f"{prefix}define", sink),
            "conditions": CONDITIONS.things(raw["conditions"], f"{prefix}conditions", sink, _condition),
            "player": self.fields(raw["player"], f"{prefix}player", sink, ("name", "player")).declared,
            "table": self.fields(raw["table"], f"{prefix}table", sink, ("players", "table", *track)).declared,
            "rules": self._rules(raw["rules"], f"{prefix}rules", sink),
            "winner": WINNER.things(raw["winner"], f"{prefix}winner", sink, _judging),
        }

    def fields(self, node: Node | None, path: str, sink: Sink, reserved: tuple[str, ...]) -> Fields:
        return self.targets.checked(read_fields(node, path, sink, reserved), path, sink)

    def _rules(self, node: Node | None, path: str, sink: Sink) -> dict[str, Rule]:
        rules = self.rules.of_tables(node, path, sink)
        if ENDS in rules:
            sink.report(CALLED_ENDS, rules.pop(ENDS).span, name=ENDS)
        return rules


def _variable(id: str, said: Mapping[str, Any] | None, path: str, sink: Sink) -> Variable | None:
    if said is None:
        return None
    values = _values(said, path, sink)
    start = said["start"]
    if start is not None and values and not _among(start, values):
        place, cause = sink.place(path, "start"), sink.lost.get(f"{path}.choices")
        sink.report(NO_START, place, hint="not one of its values", cause=cause, id=id, start=_plain(start))
        start = None
    return Variable(id, said["title"] or id, values, sink.span(path), start, said["read"])


def _values(said: Mapping[str, Any], path: str, sink: Sink) -> tuple[Value, ...]:
    ends = said["from"], said["to"]
    tracked = any(f"{path}.{key}" in sink.places for key in ("from", "to"))
    chosen = f"{path}.choices" in sink.places
    if tracked == chosen:
        cause = next((each for key in ("from", "to", "choices") if (each := sink.lost.get(f"{path}.{key}"))), None)
        sink.report(EITHER_OR, sink.place(path, "choices") if chosen else sink.place(path), cause=cause)
    if chosen:
        return tuple(said["choices"] or ())
    low, high = ends
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


def _plain(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else shown(str(value)).strip('"')


def _among(value: Value, values: tuple[Value, ...]) -> bool:
    return any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in values)


def _axes(said: tuple[str, ...] | None, track: Mapping[str, Variable], sink: Sink) -> tuple[str, str] | None:
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


def _condition(raw: dict[str, Any], sink: Sink) -> Condition | None:
    check_order("condition", sink)
    id, say, when = raw["id"], raw["say"], raw["when"]
    if say is None or when is None:
        return None
    return Condition(id, say, when, raw["outcome"] or id, sink.span("id"), *anchored(raw, sink))


def _judging(raw: dict[str, Any], sink: Sink) -> Judging | None:
    check_order("step", sink)
    kind = kind_of("step of judging", _KINDS, raw, "", sink)
    if not kind or raw["say"] is None:
        return None
    return Judging(raw["id"], kind, raw[kind], raw["say"], sink.span("id"), *anchored(raw, sink))
