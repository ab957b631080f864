"""Folders → `Game`, `Style`, `FontTable`, each with its problems. Knows YAML, CSV, places, limits."""

from pnp.files.project import find_project, game_folder, list_games
from pnp.load.expansions import Expansion, expansions_of, joined, named_base
from pnp.load.fonts import load_fonts
from pnp.load.game import load_expansions, load_game
from pnp.load.schemas import json_schemas
from pnp.load.style import load_style
from pnp.load.user_files import load_chosen, read_user_file, with_overlay

__all__ = [
    "Expansion",
    "expansions_of",
    "find_project",
    "game_folder",
    "joined",
    "json_schemas",
    "list_games",
    "load_chosen",
    "load_expansions",
    "load_fonts",
    "load_game",
    "load_style",
    "named_base",
    "read_user_file",
    "with_overlay",
]
