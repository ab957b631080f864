"""A template’s name → its source, from below the layout folders and nowhere else."""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, TemplateNotFound, TemplateSyntaxError

from pnp.io.opening import is_file, is_link_out, path_inside, read_input
from pnp.io.project import Project, layout_folders
from pnp.model.game import Game
from pnp.model.problem import FileError, LimitError, code

TEMPLATE_SYNTAX = code("PNP200", says="template cannot be read: {what}")

MAX_BYTES = 1_000_000  # of one template


class LayoutLoader(BaseLoader):
    """The first of the folders that has a template of that name gives it."""

    def __init__(self, folders: Sequence[Path], shown: Callable[[Path], str]) -> None:
        self._folders = folders
        self._shown = shown

    def find(self, name: str) -> Path | None:
        paths = (path_inside(folder, name) for folder in self._folders)
        return next((path for path in paths if path and is_file(path)), None)

    def leads_out(self, name: str) -> bool:
        """Whether there would be such a template, if links could lead out of the folders."""
        return self.find(name) is None and any(is_link_out(folder, name) for folder in self._folders)

    def shown(self, name: str) -> str:
        """How messages name the template."""
        path = self.find(name)
        return self._shown(path) if path else name

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        path = self.find(template)
        if path is None:
            raise TemplateNotFound(template)
        shown = self._shown(path)
        try:
            data = read_input(path, MAX_BYTES)
        except OSError as error:
            raise FileError(f"{shown}: cannot be read: {error.strerror}") from error
        if len(data) > MAX_BYTES:
            raise LimitError(f"{shown}: a template of more than {MAX_BYTES // 1_000_000} MB")
        try:
            return data.decode("utf-8-sig"), shown, lambda: True
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise TemplateSyntaxError("it is not written in UTF-8", line, template, shown) from None

    def list_templates(self) -> list[str]:
        return sorted({p.relative_to(folder).as_posix() for folder in self._folders for p in folder.rglob("*.j2")})


class Orders:
    """Of one game, with the expansions that it has."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game
        self.home = lru_cache(None)(self._home)
        self.layouts = lru_cache(None)(self._layouts)
        self.pictures = lru_cache(None)(self._pictures)

    def _home(self, file: str) -> Path | None:
        """The folder of the game whose file this is, as spans name it; None where it isn't known."""
        display = self._project.display
        return next((each for each in self._games if file.startswith(f"{display(each)}/")), None)

    def _layouts(self, home: Path | None) -> tuple[Path, ...]:
        """For pieces from this folder."""
        return tuple(layout_folders(self._project, *dict.fromkeys([*self._first(home), *self._game.ids])))

    def _pictures(self, home: Path | None) -> tuple[Path, ...]:
        first = [folder for id in self._first(home) for folder, game in self._games.items() if game == id]
        return tuple(dict.fromkeys((*([home] if home else []), *first, *self._game.folders, *self.layouts(home))))

    def _first(self, home: Path | None) -> list[str]:
        """The games that count before others; of an overlay, which is no game, none does."""
        own = self._games.get(home, "") if home else ""
        root = self._game.base or self._game
        return [own, root.id] if own else []

    @cached_property
    def _games(self) -> dict[Path, str]:
        """By the folders of all games, and of an overlay, which is called nothing."""
        game = self._game
        found = {each.folder: each.game for each in game.modules.values() if each.folder}
        return {**found, game.folder: game.id, **({game.base.folder: game.base.id} if game.base else {})}
