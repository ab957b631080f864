"""A game's components → files of their pieces, as tables or lists that others read."""

from pathlib import Path

from pnp.files.project import Project
from pnp.files.writing import write_atomically
from pnp.model.game import Component, Game
from pnp.model.problem import Problem, UsageError
from pnp.tables.formats import FORMATS
from pnp.text.suggest import did_you_mean


def write_pieces(
    project: Project, game: Game, format: str, only: str = "", out: Path | None = None
) -> tuple[list[Path], list[Problem]]:
    """A file a component, without those of which something can't be written so. Raises UsageError, FileError."""
    folder = out if out is not None else project.output / game.id / "data"
    problems: list[Problem] = []
    written: list[Path] = []
    for component in _components(game, only):
        before = len(problems)
        data = FORMATS[format](component, problems)
        if len(problems) == before:
            path = folder / f"{component.id}.{format}"
            write_atomically(path, data, project.root if out is None else out)
            written.append(path)
    return written, problems


def _components(game: Game, only: str) -> list[Component]:
    """Those whose pieces stand in this game's own files: not what an expansion shares with its game."""
    own = game.components.keys() - (game.base.components.keys() if game.base else ())
    listed = {id: each for id, each in game.components.items() if id in own and each.fields and each.pieces}
    if only and only not in game.components:
        raise UsageError(f'{game.id} has no component "{only}" ({did_you_mean(only, listed)})', only)
    if only and only not in listed:
        raise UsageError(f"{only} has no pieces with fields of their own", only)
    if not listed:
        raise UsageError(f"{game.id} has no pieces with fields of their own")
    return [listed[only]] if only else list(listed.values())
