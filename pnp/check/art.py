"""
A picture or an icon names a file that isn't there, or one outside the game's folder. Names are relative to that folder
and case-sensitive; `..`, absolute paths and links to elsewhere are refused, so that a game can be passed on as a whole.

Bad:  `art: Owl.PNG` where the file is called `art/owl.png`
Good: `art: art/owl.png`
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.check._values import find_values
from pnp.model.game import Game
from pnp.model.inside import is_file, path_inside, why_outside
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.suggest import Hints

CODE = code("PNP112", "art not found", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    icons = [*game.icons.values(), *(i for module in game.patches for i in module.change("icons").add)]
    for icon in icons:
        folder = next(folder for folder in game.folders if icon.path.is_relative_to(folder))
        if wrong := _Files((folder,)).wrong(icon.path.relative_to(folder).as_posix()):
            yield CODE.at(icon.span, f"icon {icon.name}: {wrong[0]}", hint=wrong[1])
    files = _Files(game.folders)
    for found in find_values(game, "picture"):
        if wrong := files.wrong(found.value):
            yield CODE.at(found.span, f'"{found.path}": {wrong[0]}', hint=wrong[1], subject=found.subject)


class _Files:
    """Answers for each name once: many pieces share their art."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders
        self._answers: dict[str, tuple[str, str] | None] = {}
        self._hints = Hints()

    def wrong(self, name: str) -> tuple[str, str] | None:
        """What is wrong with it, and a hint."""
        if name not in self._answers:
            self._answers[name] = self._look(name)
        return self._answers[name]

    def _look(self, name: str) -> tuple[str, str] | None:
        paths = [path for folder in self._folders if (path := path_inside(folder, name))]
        if not paths:
            why, hint = why_outside(name, "the game's folder")
            return f"{name} {why}", hint
        if any(is_file(path) for path in paths):
            return None
        hint = self._hints(paths[0].name, [other for path in paths for other in _names_in(path.parent)])
        return f"there is no file {name}", hint if hint.startswith("did") else ""


def _names_in(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []
