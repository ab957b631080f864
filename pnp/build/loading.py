"""A project → its games, read with all kinds of rules, and what is in each.

`pnp.load` reads games whose rules `pnp.rules` judges; here both come together: all kinds of rules that there are, and
modules that know which pieces they mean by `where:`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pnp import load
from pnp.io.project import TABLES, Project
from pnp.load import find_expansions, list_games, read_base_id
from pnp.load.files import DataFile
from pnp.localise import make_edition
from pnp.model.game import Component, Game
from pnp.model.options import INKS
from pnp.model.problem import Problem
from pnp.model.rules import RuleBook, Settle, as_read
from pnp.model.span import path_of
from pnp.model.values import Unreadable
from pnp.registry import registry


def resolve_modules(game: Game, problems: list[Problem]) -> Game:
    """Return the game with modules that know which pieces they mean, and which others they can't be chosen with; add
    problems to the list."""
    rivals: dict[str, list[str]] = {}
    for module in game.modules.values():
        if module.one_of:
            rivals.setdefault(module.one_of, []).append(module.id)
    if rivals:
        modules = dict(game.modules)
        for name, ids in rivals.items():
            for id in ids:
                why = dict.fromkeys([other for other in ids if other != id], f"they are one {name} each")
                modules[id] = replace(modules[id], not_with={**why, **modules[id].not_with})
        game = replace(game, modules=modules)
    if not any(change.bulk for module in game.patches for change in module.changes.values()):
        return game
    from pnp.rules.bulk import settle

    return settle(game, problems)


@cache
def rule_book(settle: Settle = resolve_modules) -> RuleBook:
    return RuleBook(registry("pnp.rules.declared", lambda _, module: module.KIND), settle)


def load_game(project: Project, game_id: str, modules: Collection[str] = ()) -> tuple[Game | None, list[Problem]]:
    """Load a game as `pnp.load.load_game` does."""
    return load.load_game(project, game_id, rule_book(), modules)


def read_game(project: Project, game_id: str) -> tuple[Game | None, list[Problem]]:
    """Load a game to see what is in it: its modules don't know which pieces they mean by `where:`."""
    return load.load_game(project, game_id, rule_book(as_read))


def load_chosen(
    project: Project, game_id: str, modules: tuple[str, ...] = (), overlay: Path | None = None
) -> tuple[Game | None, tuple[str, ...], list[Problem]]:
    """Load a game with modules and an overlay as `pnp.load.load_chosen` does."""
    return load.load_chosen(project, game_id, rule_book(), modules, overlay)


def load_expansions(project: Project, game: Game) -> list[load.Expansion]:
    """Load the expansions for a game as `pnp.load.load_expansions` does."""
    return load.load_expansions(project, game, rule_book())


def join(game: Game, expansions: Iterable[Game], problems: list[Problem]) -> Game:
    """Return the game with all of these; names that two of them have are added to the problems."""
    return resolve_modules(load.join_expansions(game, expansions, problems), problems)


def own_games(project: Project) -> list[str]:
    """Return the project's own games, without the games that come with pnp."""
    return [game for game in list_games(project) if (project.root / "card_data" / game).is_dir()]


def related_games(project: Project, game_id: str) -> list[str]:
    """Return a game, the one that it is an expansion for, and the expansions for it."""
    base = read_base_id(project, game_id) if game_id in list_games(project) else ""
    return list(dict.fromkeys([game_id, *([base] if base else []), *find_expansions(project, game_id)]))


def piece_names(project: Project, game_id: str) -> list[str]:
    """Return the names that `pnp show` takes: a piece's id, or component/id where several pieces have that id."""
    game, _ = read_game(project, game_id)
    printed = [component for component in _list_components(game) if component.front] if game else []
    pieces = [piece for component in printed for piece in component.pieces]
    times = Counter(piece.id for piece in pieces)
    return [piece.id if times[piece.id] == 1 else piece.label for piece in pieces]


def describe(project: Project, game_id: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """Return what is in a game, or None where not even game.yaml can be read.

    Raise UsageError, FileError, LimitError.
    """
    game, problems = read_game(project, game_id)
    if game is None:
        return None, problems
    modules = [module for module in game.modules.values() if game.base is None or module.game == game.id]
    for id in [] if game.base else find_expansions(project, game.id):
        if expansion := read_game(project, id)[0]:
            modules += [module for module in expansion.modules.values() if module.game == expansion.id]
    about: dict[str, Any] = {
        "id": game.id,
        "title": game.title,
        **({"for": game.base.id} if game.base else {}),
        "version": game.version,
        "languages": list(game.languages),
        "components": [
            {
                "id": component.id,
                "title": component.title,
                "pieces": len(component.pieces),
                "copies": sum(piece.copies for piece in component.pieces),
                "width": round(component.format.w, 4),
                "height": round(component.format.h, 4),
                "shape": str(component.format.outline),
                "sides": 2 if component.back else 1,
                "printed": bool(component.front),
                "on-request": component.on_request,
            }
            for component in _list_components(game)
        ],
        "modules": [
            {"id": module.id, "title": module.title, "needs": list(module.needs), "not-with": list(module.not_with)}
            for module in modules
        ],
        "tables": list(_list_tables(project, game)),
    }
    return about, problems


def _list_components(game: Game) -> list[Component]:
    """Return the components; of an expansion, with the pieces that it adds."""
    return list((make_edition(game, "", INKS[0], ()).components if game.base else game.components).values())


def _list_tables(project: Project, game: Game) -> Iterator[dict[str, str]]:
    """Yield how tables that don't declare it were understood: separators, encodings, sheets."""
    from pnp.load.table_files import read_table

    pieces = [piece for component in _list_components(game) for piece in component.pieces]
    for change in [module.change(f"pieces.{id}") for module in game.patches for id in game.components]:
        pieces += [*change.add, *change.replace]
    for file in dict.fromkeys(piece.file for piece in pieces):
        path = path_of(file)
        if path.casefold().endswith(TABLES):
            with suppress(Unreadable):
                found = read_table(project, DataFile(project.root / path, file[len(path) + 1 :]), [])
                yield {"file": path, "understood": str(found.table.understood)}
