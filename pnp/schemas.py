"""A game → the JSON Schema files beside its data."""

import json
from pathlib import Path

from pnp.model.problem import UsageError
from pnp.model.project import Project


def write_schemas(project: Project, game_id: str, out: Path | None = None) -> list[Path]:
    """Writes what changed; the paths of all of them."""
    from pnp.emit.files import write_atomically
    from pnp.load import json_schemas, load_game

    game, problems = load_game(project, game_id)
    if game is None:
        raise UsageError(f"{game_id} cannot be read: {problems[0]}")
    folder = out if out is not None else game.folder / "schema"
    paths: list[Path] = []
    for name, schema in sorted(json_schemas(game).items()):
        path = folder / name
        text = json.dumps(schema, ensure_ascii=False, indent=2) + "\n"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
        paths.append(path)
    return paths
