"""A game → the schema files beside its data, and beside the project's fonts."""

from pathlib import Path

from pnp.build.editing import GRAMMAR, editor_files
from pnp.build.loading import read_game
from pnp.io.opening import read_input
from pnp.io.project import Project
from pnp.io.writing import write_changed
from pnp.load import load_style
from pnp.model.game import Game
from pnp.model.problem import PnpError, Problem
from pnp.model.style import Style


def write_schemas(project: Project, game_id: str, out: Path | None = None) -> tuple[list[Path], list[Problem]]:
    """Writes what changed, all of it below `out` where that is given; the paths of all, or why there are none.

    Raises UsageError, FileError, LimitError.
    """
    game, problems = read_game(project, game_id)
    if game is None:
        return [], problems
    paths: list[Path] = []
    style, _ = load_style(project, *game.ids)  # what it gets wrong, a check says
    for name, data in editor_files(game, style).items():
        folder = out if out is not None else _beside(project, game_id, name)
        if folder is None:
            continue
        path = folder / name
        write_changed(path, data, project.root if out is None else out)
        paths.append(path)
    return paths, []


def refresh_schemas(project: Project, game: Game, style: Style) -> list[Path]:
    """Writes again those of the project's own game that are there and say something else than they would now.

    Only in a folder that `pnp schema` made, and no files of somebody else; a component that is new gets one, too. What
    can't be written is left: nobody asked.
    """
    folder = project.root / "card_data" / game.id / "schema"
    if not (folder / "game.json").is_file():
        return []
    from pnp.load.schemas import DIALECT

    begins = f'{{\n  "$schema": "{DIALECT}",\n  "title": '.encode()  # all of our schemas
    written = []
    for name, data in editor_files(game, style).items():
        path = folder / name
        if name == "fonts.json" or path.is_symlink():
            continue
        try:
            ours = data[: data.index(b"<start")] if name == GRAMMAR else begins
            is_ours = not path.exists() or read_input(path, len(ours), project.root).startswith(ours)
            if is_ours and write_changed(path, data, project.root):
                written.append(path)
        except (OSError, PnpError):
            continue
    return written


def _beside(project: Project, game_id: str, name: str) -> Path | None:
    """The folder of a schema; none for that of fonts where the project has none of its own."""
    if name != "fonts.json":
        return project.root / "card_data" / game_id / "schema"
    fonts = project.root / "fonts"
    return fonts / "schema" if (fonts / "fonts.yaml").is_file() else None
