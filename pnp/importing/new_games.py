"""A game's folders, or a look that comes with pnp → the same under another name, as a new game."""

import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.cardtext.suggest import did_you_mean
from pnp.io.opening import is_device, read_input
from pnp.io.project import Project
from pnp.io.writing import write_atomically
from pnp.load import list_games
from pnp.model.problem import FileError, LimitError, PnpError, UsageError

SMALL_GAME = "starter"  # comes with pnp to be copied
BLANK = "blank"
_KINDS = ("card_data", "layouts")

_LOOKS = Path(__file__).parents[1] / "data" / "looks"  # a project with a small game for each look, and tables/
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_LARGEST = 256 << 20  # bytes of a file
_TEXTS = (".yaml", ".yml", ".j2")


def copy_game(project: Project, name: str, source: str = SMALL_GAME) -> list[Path]:
    """Copies card_data/ and layouts/ of `source`; the two folders made. Refuses to touch what is there."""
    _check_name(name)
    games = list_games(project)
    if source not in games:
        hint = did_you_mean(source, games)
        raise UsageError(f"there is no game {source}" + (f" ({hint})" if hint else ""))
    return _copied(project, project, name, source, partial(renamed_texts, source=source, name=name))


def looks() -> list[str]:
    """Names of those that come with pnp."""
    return [look for look in list_games(Project(_LOOKS, _LOOKS)) if look != BLANK]


def copy_look(project: Project, name: str, look: str = BLANK) -> list[Path]:
    """The same with a game that is nothing but a look, which the new name is the title of."""
    _check_name(name)
    check_look(look)
    title = b"title: " + name.replace("-", " ").title().encode()
    renamed = partial(_titled, title=title, source=look, name=name)
    return _copied(project, Project(_LOOKS, project.bundled), name, look, renamed)


def check_look(look: str) -> None:
    """Raises UsageError where there is none of that name."""
    if look not in (BLANK, *looks()):
        raise UsageError(f"there is no look {look}; there are: {', '.join(looks())}")


class LookFolders(NamedTuple):
    """Where a look's files are."""

    game: Path
    templates: Path
    places: Path  # the file that says which fields columns of a table fill


def folders_of_look(look: str) -> LookFolders:
    return LookFolders(_LOOKS / "card_data" / look, _LOOKS / "layouts" / look, _LOOKS / "tables" / f"{look}.yaml")


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or len(name) > 60 or name == "shared":
        raise UsageError(f'"{name}" is no name for a game: small letters, digits and - , like night-market')
    if is_device(name):
        raise UsageError(f'"{name}" is no name for a game: Windows keeps it for a device')


def new_folders(project: Project, name: str) -> tuple[Path, ...]:
    """Where a new game's data and its looks will be. Raises UsageError, FileError where they can't."""
    _check_name(name)
    for kind in _KINDS:
        if not project.has(project.root / kind):
            raise FileError(f"{kind}/{name}: leads out of the project")
    folders = tuple(project.root / kind / name for kind in _KINDS)
    for folder in folders:
        if folder.exists():
            raise UsageError(f"{project.display(folder)} is there already: choose another name")
    return folders


def _copied(
    project: Project, origins: Project, name: str, source: str, renamed: Callable[[bytes], bytes]
) -> list[Path]:
    targets = new_folders(project, name)
    found = {target: origins.find(kind, source) for kind, target in zip(_KINDS, targets, strict=True)}
    made = {target: origin for target, origin in found.items() if origin}
    try:
        for target, origin in made.items():
            for path in sorted(origin.rglob("*")):
                part = path.relative_to(origin)
                if any(piece[0] == "." for piece in part.parts) or path.is_dir():
                    continue
                data = read_input(path, _LARGEST, project.bounds(path))
                if len(data) > _LARGEST:
                    raise LimitError(f"{project.display(path)}: has more than {_LARGEST >> 20} MB")
                write_atomically(target / part, renamed(data) if path.suffix in _TEXTS else data, project.root)
    except (OSError, PnpError) as error:
        for target in made:
            shutil.rmtree(target, ignore_errors=True)
        if isinstance(error, PnpError):
            raise
        where = Path(error.filename) if error.filename else project.root
        raise FileError(f"{project.display(where)}: cannot be copied: {error.strerror or error}") from error
    return list(made)


def renamed_texts(text: bytes, source: str, name: str) -> bytes:
    """Paths and commands that name the game, in comments and for editors, name the new one."""
    named = rb"((?:card_data|layouts)/|pnp [a-z]+ )" + re.escape(source.encode()) + rb"\b(?!-)"
    return re.sub(named, lambda match: match[1] + name.encode(), text)


def _titled(text: bytes, title: bytes, source: str, name: str) -> bytes:
    """The same, and the game's title is another."""
    return re.sub(rb"(?m)^title: .*$", title, renamed_texts(text, source, name), count=1)
