"""A project → the games it has, and what is in each, in plain values."""

from collections import Counter
from typing import Any

from pnp.load import find_project, list_games, load_game
from pnp.model.game import Component, Game
from pnp.model.problem import Problem
from pnp.model.project import Project

__all__ = ["describe", "find_project", "list_games", "own_games", "piece_names"]


def own_games(project: Project) -> list[str]:
    """The project's own games, without those that come with pnp."""
    return [game for game in list_games(project) if (project.root / "card_data" / game).is_dir()]


def describe(project: Project, game_id: str) -> tuple[dict[str, Any] | None, list[Problem]]:
    """None where not even game.yaml can be read. Raises UsageError, FileError, LimitError."""
    game, problems = load_game(project, game_id)
    return (_described(game) if game else None), problems


def piece_names(project: Project, game_id: str) -> list[str]:
    """How `pnp show` may be told which piece: its id, or component/id where several pieces have that id."""
    game, _ = load_game(project, game_id)
    printed = [component for component in game.components.values() if component.front] if game else []
    pieces = [piece for component in printed for piece in component.pieces]
    times = Counter(piece.id for piece in pieces)
    return [piece.id if times[piece.id] == 1 else piece.label for piece in pieces]


def _described(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "version": game.version,
        "languages": list(game.languages),
        "components": [_component(component) for component in game.components.values()],
        "modules": [
            {"id": module.id, "title": module.title, "needs": list(module.needs), "not-with": list(module.not_with)}
            for module in game.modules.values()
        ],
    }


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
    }
