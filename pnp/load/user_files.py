"""A player's file → `Written`, a finished table or a selection; their overlay → the game with it among its modules.

An overlay is a patch like an entry of `modules:`, without an id.

Keys of the former beside the fields: `game`, where the game isn't named otherwise; `with`, the modules that are used;
`selection`, which selection it is. A file without that one is a finished table.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode

from pnp.io.project import Project, list_games
from pnp.load.components import ComponentReader
from pnp.load.examples_file import add_examples, read_selection, read_table, table_keys
from pnp.load.expansions import NO_MODULE_OF, Load, NoModule, Others
from pnp.load.files import open_yaml
from pnp.load.game import add_needed_modules, load_game
from pnp.load.game_file import OVERLAY as KEYS
from pnp.load.kinds import ID, Later, report_type
from pnp.load.modules import ModuleReader
from pnp.load.rules_file import RuleReader
from pnp.load.sink import Sink, is_empty, shown
from pnp.load.structures import MISSING_KEY, Items, Key, Struct
from pnp.load.targets import NO_GAME, UNKNOWN_NAME, collect_fields, collect_targets, note_game_file
from pnp.model.game import OVERLAY, Game
from pnp.model.patch import patched
from pnp.model.problem import FileError, Problem, in_reading_order
from pnp.model.rulebook import RuleBook
from pnp.model.values import Poison
from pnp.model.worked import Written

_OWN = (
    Key("game", ID, "The game that it is for."),
    Key("selection", ID, "Which of the game's selections it is."),
    Key("with", Items(ID), "The modules that are used."),
)
OWN = tuple(key.name for key in _OWN)
HEAD = Struct(*_OWN)
MORE = tuple(Key(key.name, Later(), key.doc) for key in _OWN)  # read already, when the fields are
FOR_ANOTHER = UNKNOWN_NAME.also("the file is for {named}, not for {game}")
HAS_NO_MODULE = UNKNOWN_NAME.also("{game} has no module {module}")
NO_SELECTION_OF = UNKNOWN_NAME.also("{game} has no selection {name}")
NO_VICTORY_OF = UNKNOWN_NAME.also("{game} has no victory.yaml to judge a table by")
NO_TABLE_OF = MISSING_KEY.also('"selection" is missing: the file is no finished table of {game}')


def add_overlay(
    project: Project, path: Path, game: Game, book: RuleBook, chosen: Collection[str] = ()
) -> tuple[Game, tuple[str, ...], list[Problem]]:
    """Add the overlay to a game as a module; return the game, and `chosen` with the overlay.

    It is only ever used with those that are `chosen`, and so never disagrees with others. Where the file can't be read
    there is no overlay. Raises FileError, LimitError.
    """
    problems: list[Problem] = []
    if not path.is_file():
        raise FileError(f"there is no file {path}")
    path = path.resolve()
    file = open_yaml(project, path, problems, dict(game.poisoned))
    if isinstance(file, Poison):
        return game, tuple(chosen), problems
    root, sink = file
    if not isinstance(root, MappingNode):
        report_type(root, "", sink, "a mapping", "like an entry of modules: in game.yaml, without its id")
        return game, tuple(chosen), problems
    raw = KEYS.read(root, "", sink) or {}
    targets = replace(collect_targets(game, (), raw["components"] or {}), poisoned=sink.poisoned)
    declaring = ComponentReader(project, path.parent, targets, sink, *collect_fields(game))
    chosen_from = Others(None, "", game, around=game)
    rules, there = RuleReader(book.kinds), (game.modules, targets.components)
    reader = ModuleReader(project, path.parent, "", *there, declaring, sink, chosen_from, rules)
    reader.declare(OVERLAY, raw, "")
    overlay = reader.read(OVERLAY, raw, "")
    others = {id: "" for id in game.modules if id not in chosen}
    overlay = replace(overlay, not_with={**others, **overlay.not_with}, span=sink.span())
    note_game_file({f"modules.{OVERLAY}.{path}": problem for path, problem in sink.lost.items()}, sink.poisoned)
    whole = replace(game, modules={**game.modules, OVERLAY: overlay}, poisoned=sink.poisoned)
    whole = book.settle(whole, problems)
    whole = add_examples(whole, (), reader.examples)
    return whole, (*chosen, OVERLAY), in_reading_order(problems)


class ReadFile(NamedTuple):
    """The game that a player's file is for, with no modules applied, and what the file says."""

    game: Game | None
    written: Written | None
    problems: list[Problem]


def is_user_file(named: str) -> bool:
    """Tell whether a word on the command line names a file rather than a game."""
    return named.endswith((".yaml", ".yml")) or "/" in named or "\\" in named


def read_user_file(
    project: Project, path: Path, book: RuleBook, game: str | Game = "", modules: tuple[str, ...] = ()
) -> ReadFile:
    """Read a player's file; problems of the game itself aren't returned. Raises UsageError, FileError, LimitError.

    `game`, by its id or already loaded, counts where the file names none; `modules` are added to those that it names.
    """
    problems: list[Problem] = []
    if not path.is_file():
        raise FileError(f"there is no file {path}")
    file = open_yaml(project, path.resolve(), problems)
    if isinstance(file, Poison):
        return ReadFile(None, None, problems)
    root, sink = file
    if not isinstance(root, MappingNode):
        report_type(root, "", sink, "a mapping")
        return ReadFile(None, None, problems)
    own = [pair for pair in root.value if pair[0].value in OWN]
    head = HEAD.read(MappingNode(root.tag, own, root.start_mark, root.end_mark), "", sink.fresh()) or {}
    head = {**head, "with": (*(head.get("with") or ()), *modules)}
    found = _find_game(partial(load_game, project, book=book), list_games(project), root, head, game, sink)
    written = _read_written(root, head, found, sink) if found else None
    return ReadFile(found, written, in_reading_order(problems))


def _find_game(
    load: Load, games: Sequence[str], root: Node, head: Mapping[str, Any], given: str | Game, sink: Sink
) -> Game | None:
    named, modules = head.get("game") or "", head.get("with") or ()
    place = _find_value(root, "game")
    id = given.id if isinstance(given, Game) else given
    if named and named not in games:
        sink.report(NO_GAME, place, hint=sink.suggest(named, games), name=shown(named))
        return None
    if named and id and named != id:
        sink.report(FOR_ANOTHER, place, named=named, game=id)
        return None
    if not named and not id:
        sink.report(MISSING_KEY, root, hint=f"there are: {', '.join(games[:12])}", within="", name="game")
        return None
    if isinstance(given, Game) and all(module in given.modules for module in modules):
        return given
    try:
        return load(named or id, modules=modules)[0]
    except NoModule as error:  # not even in an expansion
        sink.report(HAS_NO_MODULE, _find_value(root, "with"), hint=error.hint, game=error.game, module=error.module)
        return None


def _read_written(root: MappingNode, head: Mapping[str, Any], game: Game, sink: Sink) -> Written | None:
    modules = add_needed_modules(game, head.get("with") or ())
    if unknown := [module for module in modules if module not in game.modules]:
        place, hint = _find_value(root, "with"), sink.suggest(unknown[0], game.modules)
        cause = game.cause("modules", unknown[0])
        sink.report(NO_MODULE_OF, place, hint=hint, cause=cause, expansion=game.id, name=shown(unknown[0]))
        return None
    changed = patched(game, [game.modules[id] for id in modules])
    selection = head.get("selection") or ""
    victory, selections, filled = changed.victory, changed.selections, None
    if selection in selections:
        filled = read_selection(root, "", sink, changed, selections[selection], MORE)
    elif selection:
        place, hint = _find_value(root, "selection"), sink.suggest(selection, selections)
        cause = changed.cause("selections", selection)
        sink.report(NO_SELECTION_OF, place, hint=hint, cause=cause, game=game.id, name=shown(selection))
    elif victory is None:
        hint = f"name one of its selections: {', '.join(selections)}" if selections else ""
        sink.report(NO_VICTORY_OF, root, hint=hint, cause=changed.cause("victory"), game=game.id)
    else:
        keys = {key.value for key, _ in root.value} - {key.name for key in table_keys(victory)}
        if any(keys & each.fields.keys() for each in selections.values()):
            sink.report(NO_TABLE_OF, root, hint=f"there are: {', '.join(selections)}", game=game.id)
        else:
            filled = read_table(root, "", sink, changed, victory, MORE)
    if filled is None:
        return None
    values = {name: value for name, value in filled.values.items() if name not in ("game", "selection", "with")}
    players = values.pop("players", ()) if not selection else ()
    listed = players if isinstance(players, tuple) else ()
    return Written(
        kind="selection" if selection else "score",
        game=game.id,
        modules=tuple(sorted(set(modules))),
        selection=selection,
        values=values,
        players=tuple(player for player in listed if isinstance(player, Mapping)),
        span=sink.span(),
        places=filled.places,
    )


def _find_value(root: Node, key: str) -> Node:
    """Return the value of a key of the file, or all of it."""
    pairs = root.value if isinstance(root, MappingNode) else ()
    there = (value for name, value in pairs if isinstance(name, ScalarNode) and name.value == key)
    return next((value for value in there if not is_empty(value)), root)
