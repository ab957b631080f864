"""Folders → `Game`, `Style`, `FontTable`, each with its problems. Knows YAML, CSV, places, limits."""

from pnp.load.fonts import load_fonts
from pnp.load.game import load_game
from pnp.load.project import find_project, list_games
from pnp.load.schemas import json_schemas
from pnp.load.style import load_style

__all__ = ["find_project", "json_schemas", "list_games", "load_fonts", "load_game", "load_style"]
