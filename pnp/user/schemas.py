"""A game → the JSON Schema files beside its data, and beside the project's fonts."""

import json
from pathlib import Path

from pnp.edition.loading import json_schemas, read_game
from pnp.files.opening import read_input
from pnp.files.project import Project
from pnp.files.writing import write_changed
from pnp.load.kinds import Schema
from pnp.load.schemas import DIALECT
from pnp.model.game import Game
from pnp.model.problem import PnpError, Problem

_OURS = f'{{\n  "$schema": "{DIALECT}",\n  "title": '.encode()  # how all of them begin


def write_schemas(project: Project, game_id: str, out: Path | None = None) -> tuple[list[Path], list[Problem]]:
    """Writes what changed, all of it below `out` where that is given; the paths of all, or why there are none.

    Raises UsageError, FileError, LimitError.
    """
    game, problems = read_game(project, game_id)
    if game is None:
        return [], problems
    paths: list[Path] = []
    for name, schema in sorted(json_schemas(game).items()):
        folder = out if out is not None else _beside(project, game_id, name)
        if folder is None:
            continue
        path = folder / name
        write_changed(path, _as_file(schema), project.root if out is None else out)
        paths.append(path)
    return paths, []


def refresh_schemas(project: Project, game: Game) -> list[Path]:
    """Writes again those of the project's own game that are there and say something else than they would now.

    Only in a folder that `pnp schema` made, and no files of somebody else; a component that is new gets one, too. What
    can't be written is left: nobody asked.
    """
    folder = project.root / "card_data" / game.id / "schema"
    if not (folder / "game.json").is_file():
        return []
    written = []
    for name, schema in sorted(json_schemas(game).items()):
        path, data = folder / name, _as_file(schema)
        if name == "fonts.json" or path.is_symlink():
            continue
        try:
            is_ours = not path.exists() or read_input(path, len(_OURS), project.root).startswith(_OURS)
            if is_ours and write_changed(path, data, project.root):
                written.append(path)
        except (OSError, PnpError):
            continue
    return written


def _as_file(schema: Schema) -> bytes:
    return (json.dumps(schema, ensure_ascii=False, indent=2) + "\n").encode()


def _beside(project: Project, game_id: str, name: str) -> Path | None:
    """The folder of a schema; none for that of fonts where the project has none of its own."""
    if name != "fonts.json":
        return project.root / "card_data" / game_id / "schema"
    fonts = project.root / "fonts"
    return fonts / "schema" if (fonts / "fonts.yaml").is_file() else None
