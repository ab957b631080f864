"""A project → the games it has, and what is in each."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pnp.build.loading import read_game
from pnp.io.project import TABLES, Project
from pnp.load import find_expansions, find_project, list_games, read_base_id
from pnp.load.data_files import DataFile
from pnp.localise import make_edition
from pnp.model.game import Component, Game, Module, Piece
from pnp.model.options import INKS
from pnp.model.problem import Problem
from pnp.model.span import path_of
from pnp.model.values import Poison

__all__ = ["describe", "find_project", "list_games", "own_games", "piece_names", "related"]


def own_games(project: Project) -> list[str]:
    """The project's own games, without those that come with pnp."""
    return [game for game in list_games(project) if (project.root / "card_data" / game).is_dir()]


def describe(project: Project, game_id: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """None where not even game.yaml can be read. Raises UsageError, FileError, LimitError."""
    game, problems = read_game(project, game_id)
    if game is None:
        return None, problems
    return {**_described(game, _modules(project, game)), "tables": list(_tables(project, game))}, problems


def related(project: Project, game_id: str) -> list[str]:
    """A game, the one that it is an expansion for, and the expansions for it."""
    base = read_base_id(project, game_id) if game_id in list_games(project) else ""
    return list(dict.fromkeys([game_id, *([base] if base else []), *find_expansions(project, game_id)]))


def piece_names(project: Project, game_id: str) -> list[str]:
    """How `pnp show` may be told which piece: its id, or component/id where several pieces have that id."""
    game, _ = read_game(project, game_id)
    printed = [component for component in _components(game) if component.front] if game else []
    pieces = [piece for component in printed for piece in component.pieces]
    times = Counter(piece.id for piece in pieces)
    return [piece.id if times[piece.id] == 1 else piece.label for piece in pieces]


def _components(game: Game) -> list[Component]:
    """Of an expansion, with the pieces that it brings."""
    return list((make_edition(game, "", INKS[0], ()).components if game.base else game.components).values())


def _modules(project: Project, game: Game) -> list[Module]:
    """Those that can be chosen with it: its own, and those of its expansions."""
    own = [module for module in game.modules.values() if game.base is None or module.game == game.id]
    expansions = [] if game.base else find_expansions(project, game.id)
    others = [loaded for id in expansions if (loaded := read_game(project, id)[0])]
    return own + [module for other in others for module in other.modules.values() if module.game == other.id]


def _described(game: Game, modules: Iterable[Module]) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        **({"for": game.base.id} if game.base else {}),
        "version": game.version,
        "languages": list(game.languages),
        "components": [_component(component) for component in _components(game)],
        "modules": [
            {"id": module.id, "title": module.title, "needs": list(module.needs), "not-with": list(module.not_with)}
            for module in modules
        ],
    }


def _tables(project: Project, game: Game) -> Iterator[dict[str, str]]:
    """How files that don't say it themselves were understood: separators, encodings, sheets."""
    from pnp.load.tables.reading import read_table

    pieces = [piece for component in _components(game) for piece in component.pieces]
    brought = [piece for module in game.patches for id in game.components for piece in _added(module, id)]
    for file in dict.fromkeys(piece.file for piece in (*pieces, *brought)):
        path = path_of(file)
        if path.casefold().endswith(TABLES):
            found = read_table(project, DataFile(project.root / path, file[len(path) + 1 :]), [])
            if not isinstance(found, Poison):
                yield {"file": path, "understood": str(found.table.understood)}


def _added(module: Module, component: str) -> list[Piece]:
    change = module.change(f"pieces.{component}")
    return [*change.add, *change.replace]


def _component(component: Component) -> dict[str, Any]:
    return {
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
