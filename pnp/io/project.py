"""The folders a command works on: the user's project, its games and their catalogues, and what comes with pnp."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.cardtext.suggest import did_you_mean, nearest_name
from pnp.io.opening import is_file, is_outside
from pnp.model.language import script_of
from pnp.model.problem import UsageError
from pnp.model.regex import regex

SHEETS = (".xlsx", ".xlsm", ".ods")  # what the names of spreadsheets end in
TABLES = (".csv", ".tsv", ".json", *SHEETS)
DATA_FILES = (".yaml", ".yml", *TABLES)  # what the names of files with data end in
FETCHED = "fetched"  # the folder of a game with what pnp fetch keeps


def find_root(start: Path) -> Path:
    """Return the first folder with `card_data/`, from `start` upwards, or `start` itself."""
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if (folder / "card_data").is_dir()), start)


@dataclass(frozen=True, slots=True)
class Project:
    """`root` holds card_data/, layouts/, fonts/, output/; what it lacks is looked for in `bundled`."""

    root: Path
    bundled: Path

    def display(self, path: Path) -> str:
        """Return a path as spans and messages have it: relative to the project, absolute outside of it."""
        root, name = f"{self.root.as_posix()}/", path.as_posix()
        if name.startswith(root):
            return name[len(root) :]
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return path.as_posix()

    def find(self, *parts: str) -> Path | None:
        """Return where this file or folder is: in the project, otherwise in what comes with pnp."""
        there = (base.joinpath(*parts) for base in (self.root, self.bundled))
        return next((path for path in there if path.exists()), None)

    def bounds(self, path: Path) -> Path | None:
        """Return the folder that links on the way to this path must not lead out of: the project, if it is in there.

        What comes with pnp may be installed as links, and what users name themselves may be anywhere.
        """
        if self.bundled != self.root and path.is_relative_to(self.bundled):
            return None
        return self.root if path.is_relative_to(self.root) else None

    def writable(self, out: Path) -> Path:
        """Return the folder that links on the way to files below `out` must not lead out of: one that the user names
        may itself be a link to anywhere, `output/` may not."""
        return self.root if out == self.output else out

    def has(self, path: Path) -> bool:
        """Tell whether the path, with its links followed, is where it seems to be."""
        bounds = self.bounds(path)
        return bounds is None or not is_outside(path, bounds)

    @property
    def output(self) -> Path:
        return self.root / "output"


def layout_folders(project: Project, *games: str) -> list[Path]:
    """Return where templates are looked for: the games' own folders first, the project's before what comes with pnp."""
    roots = dict.fromkeys((project.root, project.bundled))
    folders = [root.joinpath("layouts", *below) for below in (*((game,) for game in games), ()) for root in roots]
    return [folder for folder in folders if folder.is_dir() and project.has(folder)]


def find_project(start: Path, named: Path | None = None) -> Project:
    """Return the project that a command works on: the folder that is `named`, otherwise that of `start`."""
    if named is not None and not named.is_dir():
        raise UsageError(f"there is no folder {named}")
    package = Path(__file__).resolve().parents[1]
    bundled = package / "bundled"  # in an installed package; in a checkout all stands beside `pnp/`
    root = named.resolve() if named is not None else find_root(start)
    return Project(root, bundled if bundled.is_dir() else package.parent)


def list_games(project: Project) -> list[str]:
    """Return ids of the project's own games, then of the bundled ones that none of these shadows."""
    own = _games_in(project.root)
    return own + [game for game in _games_in(project.bundled) if game not in own]


def _games_in(root: Path) -> list[str]:
    files = [path for path in root.glob("card_data/*/game.yaml") if path.parent.name[0] not in "._" and is_file(path)]
    return sorted(path.parent.name for path in files)


def game_folder(project: Project, game_id: str) -> Path:
    """Return the folder of a game. Raises UsageError if there is none."""
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


CATALOGUES = "locale"
LANGUAGE_TAG = regex("[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?")
_CHARSET = regex(r"\.[\w-]*(?=@|$)")  # de_DE.UTF-8
_SCRIPTS = {"latin": "Latn", "cyrillic": "Cyrl", "arabic": "Arab", "devanagari": "Deva", "hebrew": "Hebr"}


def canonical_tag(tag: str) -> str:
    """Return a tag as it is mostly written: `fr_FR` is `fr-FR`, `zh-hant` is `zh-Hant`, `sr@latin` is `sr-Latn`."""
    name, _, modifier = _CHARSET.sub("", tag).partition("@")
    first, *others = re.split("[-_]", name)
    others = [each.title() if len(each) == 4 else each.upper() for each in others]
    script = _SCRIPTS.get(modifier.lower(), modifier)
    return "-".join([first.lower(), *([script] if script else []), *others])


def is_tag(language: str) -> bool:
    return LANGUAGE_TAG.fullmatch(language) is not None


def find_catalogues(folder: Path) -> dict[str, list[Path]]:
    """Return the languages of a game and their files, the one that is called by its tag first; two are one too many."""
    found: dict[str, list[Path]] = {}
    for path, name in _po_files(folder):
        if is_tag(tag := canonical_tag(name)):
            found.setdefault(tag, []).append(path)
    return {tag: sorted(paths, key=lambda path: (path.name != f"{tag}.po", path)) for tag, paths in found.items()}


def find_nameless_catalogues(folder: Path) -> list[Path]:
    """Return a game's PO files that are called like no language."""
    return [path for path, name in _po_files(folder) if not is_tag(canonical_tag(name))]


def _po_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield PO files with what says their language: their name, or in gettext's own folders that of a folder."""
    yield from ((path, path.stem) for path in sorted((folder / CATALOGUES).glob("*.po")))
    nested = sorted((folder / CATALOGUES).glob("*/LC_MESSAGES/*.po"))
    yield from ((path, path.parent.parent.name) for path in nested)


def broader_tags(language: str) -> list[str]:
    """Return languages that say what a regional one leaves out, in its letters, the nearest first: `fr` of `fr-CA`."""
    first, *others = language.split("-")
    with_script = "-".join([first, *[part for part in others if len(part) == 4]])
    tags = dict.fromkeys([with_script, first])
    return [tag for tag in tags if tag != language and script_of(tag) == script_of(language)]
