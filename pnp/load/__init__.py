"""Folders → `Game`, `Style`, `FontTable`, each with its problems. Knows YAML, CSV, places, limits."""

from pathlib import Path

from pnp.files.project import Project, find_project, game_folder, list_games
from pnp.load.expansions import Expansion, expansions_of, joined, named_base
from pnp.load.fonts import load_fonts
from pnp.load.game import brought_along, load_expansions, load_game
from pnp.load.style import load_style
from pnp.model.game import Game
from pnp.model.problem import Problem, in_reading_order
from pnp.model.rulebook import RuleBook

__all__ = [
    "Expansion",
    "expansions_of",
    "find_project",
    "game_folder",
    "joined",
    "list_games",
    "load_chosen",
    "load_expansions",
    "load_fonts",
    "load_game",
    "load_style",
    "named_base",
]


def load_chosen(
    project: Project, game_id: str, book: RuleBook, modules: tuple[str, ...] = (), overlay: Path | None = None
) -> tuple[Game | None, tuple[str, ...], list[Problem]]:
    """A game, the modules that are chosen with it, also those of expansions that they need and the overlay, and what is
    wrong.

    Raises UsageError, FileError, LimitError.
    """
    game, problems = load_game(project, game_id, book, modules)
    modules = brought_along(game, modules) if game else modules
    if game is None or overlay is None:
        return game, modules, problems
    from pnp.load.user_files import with_overlay

    whole, chosen, found = with_overlay(project, overlay, game, book, modules)
    return whole, chosen, in_reading_order([*problems, *found])
