"""A game → the JSON Schema files beside its data, and beside the project's fonts."""

import json
from pathlib import Path

from pnp.emit.files import write_changed
from pnp.load import json_schemas, load_game
from pnp.model.problem import Problem
from pnp.model.project import Project


def write_schemas(project: Project, game_id: str, out: Path | None = None) -> tuple[list[Path], list[Problem]]:
    """Writes what changed, all of it below `out` where that is given; the paths of all, or why there are none.

    Raises UsageError, FileError, LimitError.
    """
    game, problems = load_game(project, game_id)
    if game is None:
        return [], problems
    paths: list[Path] = []
    for name, schema in sorted(json_schemas(game).items()):
        folder = out if out is not None else _beside(project, game_id, name)
        if folder is None:
            continue
        path = folder / name
        data = (json.dumps(schema, ensure_ascii=False, indent=2) + "\n").encode()
        write_changed(path, data, project.root if out is None else out)
        paths.append(path)
    return paths, []


def _beside(project: Project, game_id: str, name: str) -> Path | None:
    """The folder of a schema; none for that of fonts where the project has none of its own."""
    if name != "fonts.json":
        return project.root / "card_data" / game_id / "schema"
    fonts = project.root / "fonts"
    return fonts / "schema" if (fonts / "fonts.yaml").is_file() else None
