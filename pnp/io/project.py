"""The folders a command works on: the user's project, and the games, layouts and fonts that come with pnp."""

from dataclasses import dataclass
from pathlib import Path

from pnp.cardtext.suggest import did_you_mean, nearest_name
from pnp.io.inside import is_file, leads_out
from pnp.model.problem import UsageError

SHEETS = (".xlsx", ".xlsm", ".ods")  # what the names of spreadsheets end in
TABLES = (".csv", ".tsv", ".json", *SHEETS)
DATA_FILES = (".yaml", ".yml", *TABLES)  # what the names of files with data end in
FETCHED = "fetched"  # the folder of a game with what pnp fetch keeps


def find_root(start: Path) -> Path:
    """The first folder with `card_data/`, from `start` upwards, or `start` itself."""
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if (folder / "card_data").is_dir()), start)


@dataclass(frozen=True, slots=True)
class Project:
    """`root` holds card_data/, layouts/, fonts/, output/; what it lacks is looked for in `bundled`."""

    root: Path
    bundled: Path

    def display(self, path: Path) -> str:
        """How a path is named in spans and messages: relative to the project, absolute outside of it."""
        root, name = f"{self.root.as_posix()}/", path.as_posix()
        if name.startswith(root):
            return name[len(root) :]
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return path.as_posix()

    def find(self, *parts: str) -> Path | None:
        """The first of project and bundled folder that has this file or folder."""
        for base in (self.root, self.bundled):
            path = base.joinpath(*parts)
            if path.exists():
                return path
        return None

    def bounds(self, path: Path) -> Path | None:
        """The folder that links on the way to this path must not lead out of: the project, if it is in there.

        What comes with pnp may be installed as links, and what users name themselves may be anywhere.
        """
        if self.bundled != self.root and path.is_relative_to(self.bundled):
            return None
        return self.root if path.is_relative_to(self.root) else None

    def writable(self, out: Path) -> Path:
        """The folder that links on the way to files below `out` must not lead out of: one that the user names may
        itself be a link to anywhere, `output/` may not."""
        return self.root if out == self.output else out

    def has(self, path: Path) -> bool:
        """Whether the path, with its links followed, is where it seems to be."""
        bounds = self.bounds(path)
        return bounds is None or not leads_out(path, bounds)

    @property
    def output(self) -> Path:
        return self.root / "output"


def layout_folders(project: Project, *games: str) -> list[Path]:
    """Where templates are looked for: the games' own folders first, the project's before what comes with pnp."""
    roots = dict.fromkeys((project.root, project.bundled))
    folders = [root.joinpath("layouts", *below) for below in (*((game,) for game in games), ()) for root in roots]
    return [folder for folder in folders if folder.is_dir() and project.has(folder)]


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
    there = project.root.glob("card_data/*/[Gg]ame.y*ml")
    misnamed = [path for path in there if path.parent.name == game_id and is_file(path)]
    if misnamed:
        hint = f"{project.display(misnamed[0])} is there: rename it game.yaml"
    elif not nearest_name(game_id, games) and not (project.root / "card_data").is_dir():
        hint = "no card_data/ here or in a folder above: go to your games' folder, or pnp new mygame begins one"
    raise UsageError(f'there is no game "{game_id}"' + (f" ({hint})" if hint else ""))
