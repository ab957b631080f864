"""A player's file → `Written`: a finished table for a game's victory, or what somebody put together from its pieces.

Keys beside the fields: `game`, where the game isn't named otherwise; `with`, the modules that are used; `selection`,
which selection it is. A file without that one is a finished table.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode

from pnp.load.expansions import Load
from pnp.load.files import read_source
from pnp.load.filled import Filled, read_selection, read_table, table_keys
from pnp.load.game import load_game
from pnp.load.game_file import ID
from pnp.load.kinds import Ignored, wrong_type
from pnp.load.overlay import brought_along
from pnp.load.project import list_games
from pnp.load.sink import Sink, is_empty, shown
from pnp.load.structures import MISSING_KEY, Items, Key, Struct
from pnp.load.targets import UNKNOWN_NAME
from pnp.load.yaml_nodes import compose
from pnp.model.bulk import Settle, as_read
from pnp.model.game import Game
from pnp.model.patch import patched
from pnp.model.problem import FileError, Problem, UsageError, in_reading_order
from pnp.model.project import Project
from pnp.model.worked import Written

_OWN = (
    Key("game", ID, "The game that it is for."),
    Key("selection", ID, "Which of the game's selections it is."),
    Key("with", Items(ID), "The modules that are used."),
)
HEAD = Struct(_OWN, closed=False)
MORE = tuple(Key(key.name, Ignored(), key.doc) for key in _OWN)  # read already, when the fields are


class ReadFile(NamedTuple):
    """What came of a player's file: the game it is for, with no modules applied, and what it says."""

    game: Game | None
    written: Written | None
    problems: list[Problem]


def is_user_file(named: str) -> bool:
    """Whether a word on the command line names a file rather than a game."""
    return named.endswith((".yaml", ".yml")) or "/" in named or "\\" in named


def read_user_file(
    project: Project,
    path: Path,
    game: str | Game = "",
    modules: tuple[str, ...] = (),
    settle: Settle = as_read,
) -> ReadFile:
    """`game`, by its id or already loaded, counts where the file names none; `modules` besides those that it names.

    Raises UsageError, FileError, LimitError.

    The problems of the game itself aren't among those that come back.
    """
    problems: list[Problem] = []
    if not path.is_file():
        raise FileError(f"there is no file {path}")
    source = read_source(project, path.resolve(), problems)
    root = compose(source, problems) if source else None
    if source is None or root is None:
        return ReadFile(None, None, problems)
    sink = Sink(source.name, problems, source.text)
    if not isinstance(root, MappingNode):
        wrong_type(root, "", sink, "a mapping")
        return ReadFile(None, None, problems)
    head = HEAD.read(root, "", sink.fresh()) or {}
    head = {**head, "with": (*(head.get("with") or ()), *modules)}
    found = _game(partial(load_game, project, settle=settle), list_games(project), root, head, game, sink)
    written = _written(root, head, found, sink) if found else None
    return ReadFile(found, written, in_reading_order(problems))


def _game(
    load: Load, games: Sequence[str], root: Node, head: Mapping[str, Any], given: str | Game, sink: Sink
) -> Game | None:
    named, modules = head.get("game") or "", head.get("with") or ()
    place = _value(root, "game")
    id = given.id if isinstance(given, Game) else given
    if named and named not in games:
        hint = sink.suggest(named, games)
        sink.report(UNKNOWN_NAME, place, f"there is no game {shown(named)}", hint)
        return None
    if named and id and named != id:
        sink.report(UNKNOWN_NAME, place, f"the file is for {named}, not for {id}")
        return None
    if not named and not id:
        sink.report(MISSING_KEY, root, '"game" is missing', f"there are: {', '.join(games[:12])}")
        return None
    if isinstance(given, Game) and all(module in given.modules for module in modules):
        return given
    try:
        return load(named or id, modules)[0]
    except UsageError as error:  # no module of this name, not even in an expansion
        sink.report(UNKNOWN_NAME, _value(root, "with"), str(error))
        return None


def _written(root: MappingNode, head: Mapping[str, Any], game: Game, sink: Sink) -> Written | None:
    modules = brought_along(game, head.get("with") or ())
    if unknown := [module for module in modules if module not in game.modules]:
        hint = sink.suggest(unknown[0], game.modules)
        sink.report(UNKNOWN_NAME, _value(root, "with"), f"{game.id} has no module {shown(unknown[0])}", hint)
        return None
    changed = patched(game, [game.modules[id] for id in modules])
    selection = head.get("selection") or ""
    filled = _selected(root, selection, changed, sink) if selection else _scored(root, changed, sink)
    if filled is None:
        return None
    values = {name: value for name, value in filled.values.items() if name not in ("game", "selection", "with")}
    players = values.pop("players", ()) if not selection else ()
    return Written(
        kind="selection" if selection else "score",
        game=game.id,
        modules=tuple(sorted(set(modules))),
        selection=selection,
        values=values,
        players=tuple(player for player in players if isinstance(player, Mapping))
        if isinstance(players, tuple)
        else (),
        span=sink.span(),
        places=filled.places,
    )


def _selected(root: MappingNode, selection: str, game: Game, sink: Sink) -> Filled | None:
    if selection not in game.selections:
        hint = sink.suggest(selection, game.selections) if game.selections else ""
        message = f"{game.id} has no selection {shown(selection)}"
        sink.report(UNKNOWN_NAME, _value(root, "selection"), message, hint)
        return None
    return read_selection(root, "", sink, game, game.selections[selection], MORE)


def _scored(root: MappingNode, game: Game, sink: Sink) -> Filled | None:
    if game.victory is None:
        hint = f"name one of its selections: {', '.join(game.selections)}" if game.selections else ""
        sink.report(UNKNOWN_NAME, root, f"{game.id} has no victory.yaml to judge a table by", hint)
        return None
    keys = {key.value for key, _ in root.value} - {key.name for key in table_keys(game.victory)}
    if any(keys & selection.fields.keys() for selection in game.selections.values()):
        hint = f"there are: {', '.join(game.selections)}"
        sink.report(MISSING_KEY, root, f'"selection" is missing: the file is no finished table of {game.id}', hint)
        return None
    return read_table(root, "", sink, game, game.victory, MORE)


def _value(root: Node, key: str) -> Node:
    """The value of a key of the file, or all of it."""
    pairs = root.value if isinstance(root, MappingNode) else ()
    there = (value for name, value in pairs if isinstance(name, ScalarNode) and name.value == key)
    return next((value for value in there if not is_empty(value)), root)
