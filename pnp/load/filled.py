"""What players write down, by the fields that ask for it: a finished table, or what they put together → values."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from yaml.nodes import Node

from pnp.load.fields import field_keys
from pnp.load.kinds import Choice, Kind, Line
from pnp.load.numbers import Boolean, Integer
from pnp.load.phrases import Anything
from pnp.load.sink import Sink
from pnp.load.structures import Items, Key, Nested, Struct
from pnp.load.targets import UNKNOWN_NAME
from pnp.model.game import Game
from pnp.model.rules import Selection, Variable, Victory
from pnp.model.span import Span
from pnp.model.values import Field, Record, Value


class Filled(NamedTuple):
    """Values by name, and where they stand, by their paths."""

    values: dict[str, Value]
    places: dict[str, Span]


def read_selection(
    node: Node, path: str, sink: Sink, game: Game, selection: Selection, more: Iterable[Key] = ()
) -> Filled | None:
    """`more` are keys that may stand there, too. What is referred to must be in the game."""
    return _read(Struct([*_keys(selection.fields.values()), *more]), selection.fields, node, path, sink, game)


def read_table(
    node: Node, path: str, sink: Sink, game: Game, victory: Victory, more: Iterable[Key] = ()
) -> Filled | None:
    """A finished table: the track, what is written down once, and the players."""
    fields = {
        **victory.table,
        "players": Field(
            "players", "list", victory.span, of=Field("of", "record", victory.span, fields=victory.player)
        ),
    }
    closed = not any(game.may_have(f"victory.{part}") for part in ("track", "player"))
    return _read(Struct([*table_keys(victory, closed), *more], closed), fields, node, path, sink, game)


def table_keys(victory: Victory, closed: bool = True) -> list[Key]:
    """Not `closed`: there are others, which couldn't be read."""
    track = [
        Key(variable.id, _kind(variable), f"{variable.title}.", required=True)
        for variable in victory.track.values()
        if variable.read is None
    ]
    name = Key("name", Line(), "The player's name.", required=True)
    players = Items(Nested([name, *_keys(victory.player.values())], closed), filled=True)
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
    if not brought and (game.may_have(f"pieces.{field.to}") or game.is_lost(f"pieces.{field.to}", value)):
        return  # its file can't be read: that has been said
    gone = [module.id for module in game.modules.values() if value in _dropped(module.changes, field.to)]
    hint = f"only the module {brought[0]} has it" if brought else sink.suggest(value, known)
    hint = f"the module {gone[0]} leaves it out" if gone and not brought else hint
    sink.report(UNKNOWN_NAME, sink.place(path), f'"{path}" names nothing in {field.to}: {value}', hint)


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
        yield from _referring(field.fields, f"{path}.", value)
