"""A game's folders → the same folders under another name, in the user's project."""

import re
import shutil
from pathlib import Path

from pnp.model.problem import FileError, UsageError
from pnp.model.project import Project
from pnp.model.suggest import did_you_mean

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def copy_game(project: Project, source: str, name: str) -> list[Path]:
    """Copies card_data/ and layouts/ of `source`; the two folders made. Refuses to touch what is there."""
    from pnp.load import list_games

    if not _NAME.fullmatch(name) or name == "shared":
        raise UsageError(f'"{name}" is no name for a game: small letters, digits and - , like night-market')
    if source not in list_games(project):
        raise UsageError(f"there is no game {source} ({did_you_mean(source, list_games(project))})")
    pairs = [(project.find(kind, source), project.root / kind / name) for kind in ("card_data", "layouts")]
    for _, target in pairs:
        if target.exists():
            raise UsageError(f"{project.display(target)} is there already: choose another name")
    made: list[Path] = []
    try:
        for origin, target in pairs:
            if origin is None:
                continue
            shutil.copytree(origin, target)
            for path in target.rglob("*.yaml"):
                _rename(path, source, name)
            made.append(target)
    except OSError as error:
        raise FileError(f"{error.filename}: cannot be written: {error.strerror}") from error
    return made


def _rename(path: Path, source: str, name: str) -> None:
    """The schema's path in a file's first line names the game."""
    text = path.read_text(encoding="utf-8")
    renamed = text.replace(f"/card_data/{source}/schema/", f"/card_data/{name}/schema/")
    if renamed != text:
        path.write_text(renamed, encoding="utf-8")
