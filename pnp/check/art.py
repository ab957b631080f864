"""
A picture or an icon names a file that isn't there, or one outside the game's folder. Names are relative to that folder
and case-sensitive; `..`, absolute paths and links to elsewhere are refused, so that a game can be passed on as a whole.

Bad:  `art: Owl.PNG` where the file is called `art/owl.png`
Good: `art: art/owl.png`
"""

from collections.abc import Iterator
from pathlib import Path

from pnp.check._values import find_values
from pnp.model.game import Game
from pnp.model.inside import is_file, path_inside
from pnp.model.problem import Problem, code
from pnp.model.project import Project
from pnp.model.suggest import Hints

CODE = code("PNP112", "art not found", __doc__)


def check(game: Game, project: Project) -> Iterator[Problem]:
    files = _Files(game.folder)
    for icon in game.icons.values():
        if wrong := files.wrong(icon.path.relative_to(game.folder).as_posix()):
            yield CODE.at(icon.span, f"icon {icon.name}: {wrong[0]}", hint=wrong[1])
    for found in find_values(game, "picture"):
        if wrong := files.wrong(found.value):
            yield CODE.at(found.span, f'"{found.path}": {wrong[0]}', hint=wrong[1], subject=found.subject)


class _Files:
    """Answers for each name once: many pieces share their art."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._answers: dict[str, tuple[str, str] | None] = {}
        self._hints = Hints()

    def wrong(self, name: str) -> tuple[str, str] | None:
        """What is wrong with it, and a hint."""
        if name not in self._answers:
            self._answers[name] = self._look(name)
        return self._answers[name]

    def _look(self, name: str) -> tuple[str, str] | None:
        path = path_inside(self._folder, name)
        if path is None:
            return f"{name} leads out of the game's folder", ""
        if is_file(path):
            return None
        hint = self._hints(path.name, _names_in(path.parent))
        return f"there is no file {name}", hint if hint.startswith("did") else ""


def _names_in(folder: Path) -> list[str]:
    try:
        return [path.name for path in folder.iterdir()]
    except OSError:
        return []
