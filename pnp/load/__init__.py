"""Folders → `Game`, `Style`, `FontTable`, each with its problems. Knows YAML, CSV, places, limits."""

from pathlib import Path

from pnp.io.project import Project, find_project, game_folder, list_games
from pnp.load.expansions import Expansion, add_needed_modules, find_expansions, join_expansions, read_base_id
from pnp.load.fonts import load_fonts
from pnp.load.game import load_expansions, load_game
from pnp.load.style import load_style
from pnp.model.game import Game
from pnp.model.problem import Problem, sort_problems
from pnp.model.rules import RuleBook

__all__ = [
    "Expansion",
    "find_expansions",
    "find_project",
    "game_folder",
    "join_expansions",
    "list_games",
    "load_chosen",
    "load_expansions",
    "load_fonts",
    "load_game",
    "load_style",
    "read_base_id",
]


def load_chosen(
    project: Project, game_id: str, book: RuleBook, modules: tuple[str, ...] = (), overlay: Path | None = None
) -> tuple[Game | None, tuple[str, ...], list[Problem]]:
    """Load a game with modules and an overlay: the game, all modules that are used then, and problems.

    Raises UsageError, FileError, LimitError.
    """
    game, problems = load_game(project, game_id, book, modules)
    modules = add_needed_modules(game, modules) if game else modules
    if game is None or overlay is None:
        return game, modules, problems
    from pnp.load.modules import add_overlay

    whole, chosen, found = add_overlay(project, overlay, game, book, modules)
    return whole, chosen, sort_problems([*problems, *found])
