"""Where a command works: the project around a folder, and the games there are in it."""

from pathlib import Path

from pnp.model.inside import is_file
from pnp.model.problem import UsageError
from pnp.model.project import Project, find_root
from pnp.model.suggest import did_you_mean


def find_project(start: Path, named: Path | None = None) -> Project:
    """The first folder with `card_data/`, from `start` upwards, or `start` itself; `named` goes before all."""
    if named is not None:
        if not named.is_dir():
            raise UsageError(f"there is no folder {named}")
        return Project(named.resolve(), _bundled())
    return Project(find_root(start), _bundled())


def _bundled() -> Path:
    """What comes with pnp: inside an installed package, beside `pnp/` in a checkout."""
    package = Path(__file__).resolve().parents[1]
    return package / "bundled" if (package / "bundled").is_dir() else package.parent


def list_games(project: Project) -> list[str]:
    """Ids of the project's own games, then of the bundled ones that none of these shadows."""
    own = _games_in(project.root)
    return own + [game for game in _games_in(project.bundled) if game not in own]


def _games_in(root: Path) -> list[str]:
    files = [path for path in root.glob("card_data/*/game.yaml") if path.parent.name[0] not in "._" and is_file(path)]
    return sorted(path.parent.name for path in files)


def game_folder(project: Project, game_id: str) -> Path:
    """Raises UsageError where there is no such game."""
    for root in (project.root, project.bundled):
        if game_id in _games_in(root):
            return root / "card_data" / game_id
    games = list_games(project)
    hint = did_you_mean(game_id, games) if games else "there are none yet"
    raise UsageError(f'there is no game "{game_id}"' + (f" ({hint})" if hint else ""))
