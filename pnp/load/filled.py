"""What players put together, as `selections.yaml` declares it → `Selection`s; what they write down → its values.

A finished table is written down by the fields of `victory.yaml` in the same way.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from yaml.nodes import Node

from pnp.load.fields import field_keys
from pnp.load.group_keys import DEFINITIONS, FIELD_NAME, FIELDS, ID
from pnp.load.kinds import Choice, Kind, Later, Line
from pnp.load.listed import MISMADE
from pnp.load.numbers import Boolean, Integer
from pnp.load.phrases import Anything, Formula, read_definitions
from pnp.load.rules_file import RULES
from pnp.load.sink import Sink, shown
from pnp.load.structures import Entries, Items, Key, Nested, Struct
from pnp.load.targets import UNKNOWN_NAME
from pnp.load.victory_file import VictoryReader
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.rules import Expression, Selection, Variable, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value

NO_FIELD = UNKNOWN_NAME.also("there is no field {name}", once=True)
NO_LIST_OF_PIECES = MISMADE.also('"{name}" is no list of pieces that there could be copies of')
SELECTION = Struct(
    Key("title", Line(), "What it is called.", required=True),
    Key("fields", Later(FIELDS), "What players say in their file.", required=True),
    Key(
        "copies",
        Entries(FIELD_NAME, Formula()),
        "How often a field may have each piece, where that isn't as often as it is printed: a number, "
        "an expression about the piece, or unlimited.",
    ),
    Key("define", DEFINITIONS, "Names for expressions, which are evaluated where they are used."),
    Key("rules", RULES, "What must hold of it."),
)
SELECTIONS = Entries(ID, SELECTION)
TAKEN = ("game", "selection", "with", "chosen")  # what a player's file says beside the fields, and what rules call it
NAMES_NOTHING = UNKNOWN_NAME.also('"{path}" names nothing in {to}: {value}', varies=("path",), once=True)


def made_selections(
    said: Mapping[str, Any] | None, path: str, sink: Sink, reader: VictoryReader
) -> dict[str, Selection]:
    prefix = f"{path}." if path else ""
    return {id: _selection(id, raw, f"{prefix}{id}", sink, reader) for id, raw in (said or {}).items() if raw}


def _selection(id: str, raw: Mapping[str, Any], path: str, sink: Sink, reader: VictoryReader) -> Selection:
    fields = reader.fields(raw["fields"], f"{path}.fields", sink, TAKEN).declared
    return Selection(
        id=id,
        title=raw["title"] or id,
        fields=fields,
        define=read_definitions(raw["define"], f"{path}.define", sink),
        rules=reader.rules.of_selections(raw["rules"], f"{path}.rules", sink),
        span=sink.span(path),
        copies=_copies(raw["copies"] or {}, fields, f"{path}.copies", sink),
    )


def _copies(
    said: Mapping[str, Expression | None], fields: Mapping[str, Field], path: str, sink: Sink
) -> dict[str, Expression]:
    """Of fields that are a piece, or a list of pieces."""
    found: dict[str, Expression] = {}
    for name, expression in said.items():
        place, cause = sink.place(path, name), sink.cause(path.removesuffix("copies") + "fields", name)
        declared = fields.get(name)
        if declared is None:
            sink.report(NO_FIELD, place, hint=sink.suggest(name, fields), cause=cause, name=shown(name))
        elif "reference" not in (declared.type, declared.of.type if declared.of else ""):
            sink.report(NO_LIST_OF_PIECES, place, cause=cause, name=name)
        elif expression is not None:
            found[name] = expression
    return found


class Filled(NamedTuple):
    """Values by name, and where they stand, by their paths."""

    values: dict[str, Value]
    places: dict[str, Span]


def read_selection(
    node: Node, path: str, sink: Sink, game: Game, selection: Selection, more: Iterable[Key] = ()
) -> Filled | None:
    """`more` are keys that may stand there, too. What is referred to must be in the game."""
    return _read(Struct(*_keys(selection.fields.values()), *more), selection.fields, node, path, sink, game)


def read_table(
    node: Node, path: str, sink: Sink, game: Game, victory: Victory, more: Iterable[Key] = ()
) -> Filled | None:
    """A finished table: the track, what is written down once, and the players."""
    player = Field("of", "record", victory.span, fields=victory.player)
    fields = {**victory.table, "players": Field("players", "list", victory.span, of=player)}
    cause = next((each for part in ("track", "player", "table") if (each := game.cause(f"victory.{part}"))), None)
    return _read(Struct(*table_keys(victory, cause), *more, cause=cause), fields, node, path, sink, game)


def table_keys(victory: Victory, cause: Problem | None = None) -> list[Key]:
    """`cause`: for which there may be others, which couldn't be read."""
    track = [
        Key(variable.id, _kind(variable), f"{variable.title}.", required=True)
        for variable in victory.track.values()
        if variable.read is None
    ]
    name = Key("name", Line(), "The player's name.", required=True)
    players = Items(Nested(name, *_keys(victory.player.values()), cause=cause), filled=True)
    return [*track, *_keys(victory.table.values()), Key("players", players, "The players.", required=True)]


def _keys(fields: Iterable[Field]) -> list[Key]:
    """A list that isn't there is empty: of what players have, there may be nothing."""
    there = list(fields)
    keys = zip(there, field_keys(there), strict=True)
    return [
        key._replace(default=()) if field.type == "list" and key.default is None and not field.required else key
        for field, key in keys
    ]


def _kind(variable: Variable) -> Kind:
    values = variable.values
    if values and all(isinstance(value, bool) for value in values):
        return Boolean()
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if values and len(numbers) == len(values) and max(numbers) - min(numbers) == len(values) - 1:
        return Integer(min(numbers), max(numbers))
    texts = [value for value in values if isinstance(value, str)]
    return Choice(texts) if values and len(texts) == len(values) else Anything()


def _read(struct: Struct, fields: Mapping[str, Field], node: Node, path: str, sink: Sink, game: Game) -> Filled | None:
    before, is_whole = len(sink.problems), True
    values = struct.read(node, path, sink)
    prefix = f"{path}." if path else ""
    known: dict[str, Collection[str]] = {}
    for field, at, value in _referring(fields, prefix, values or {}):
        if field.to not in known:
            known[field.to] = _ids(game, field.to)
        declared = field.to in game.groups or field.to in game.components
        if declared and value not in known[field.to]:
            is_whole = False
            _report_unknown(field, at, value, known[field.to], sink, game)
    if values is None or not is_whole or len(sink.problems) > before:
        return None
    places = {at: Span(sink.file, *place) for at, place in sink.places.items() if at.startswith(prefix)}
    return Filled(values, places)


def _report_unknown(field: Field, path: str, value: str, known: Collection[str], sink: Sink, game: Game) -> None:
    brought = [module.id for module in game.modules.values() if value in _brought(module.changes, field.to)]
    gone = [module.id for module in game.modules.values() if value in _dropped(module.changes, field.to)]
    hint = f"only the module {brought[0]} has it" if brought else sink.suggest(value, known)
    hint = f"the module {gone[0]} leaves it out" if gone and not brought else hint
    sections = () if brought else (f"groups.{field.to}", f"pieces.{field.to}")
    cause = next((each for section in sections if (each := game.cause(section, value))), None)
    sink.report(NAMES_NOTHING, sink.place(path), hint=hint, cause=cause, path=path, to=field.to, value=value)


def _ids(game: Game, to: str) -> Collection[str]:
    if to in game.groups:
        return game.groups[to].entries.keys()
    return {piece.id for piece in game.components[to].pieces} if to in game.components else ()


def _brought(changes: Mapping[str, Any], to: str) -> set[str]:
    sections = (f"pieces.{to}", f"groups.{to}")
    found = {piece.id for section in sections if section in changes for piece in changes[section].add}
    components = changes["components"].add if "components" in changes else ()
    return found | {piece.id for component in components if component.id == to for piece in component.pieces}


def _dropped(changes: Mapping[str, Any], to: str) -> set[str]:
    sections = (f"pieces.{to}", f"groups.{to}")
    return {id for section in sections if section in changes for id, _ in changes[section].drop}


def _referring(fields: Mapping[str, Field], prefix: str, values: Mapping[str, Any]) -> Iterator[tuple[Field, str, str]]:
    """The ids in these values, each with its field and path."""
    for name, field in fields.items():
        yield from _in_value(field, prefix + name, values.get(name))


def _in_value(field: Field, path: str, value: Any) -> Iterator[tuple[Field, str, str]]:
    if field.type == "reference" and isinstance(value, str):
        yield field, path, value
    elif field.of is not None and isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from _in_value(field.of, f"{path}.{number}", item)
    elif isinstance(value, Record):
        yield from _referring(field.fields, f"{path}.", value.read)
