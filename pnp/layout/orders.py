"""A piece's file → where its layouts and its pictures are looked for, in this order.

First in the folders of the game whose file it is, then in those of the game that an expansion is for, then in those of
other expansions: two of them may have templates and pictures of one name, and each one's pieces are drawn with its own.
"""

from functools import cached_property
from pathlib import Path

from pnp.model.game import Game
from pnp.model.project import Project, layout_folders


class Orders:
    """Of one game, with the expansions that it has."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self._game = project, game
        self._home: dict[str, Path | None] = {}
        self._layouts: dict[Path | None, tuple[Path, ...]] = {}
        self._pictures: dict[Path | None, tuple[Path, ...]] = {}

    def home(self, file: str) -> Path | None:
        """The folder of the game whose file this is, as spans name it; None where it isn't known."""
        if file not in self._home:
            display = self._project.display
            self._home[file] = next((each for each in self._games if file.startswith(f"{display(each)}/")), None)
        return self._home[file]

    def layouts(self, home: Path | None) -> tuple[Path, ...]:
        """For pieces from this folder."""
        if home not in self._layouts:
            games = dict.fromkeys([*self._first(home), *self._game.ids])
            self._layouts[home] = tuple(layout_folders(self._project, *games))
        return self._layouts[home]

    def pictures(self, home: Path | None) -> tuple[Path, ...]:
        if home not in self._pictures:
            ids = self._first(home)
            first = [folder for id in ids for folder, game in self._games.items() if game == id]
            own = [home] if home else []
            whole = (*own, *first, *self._game.folders, *self.layouts(home))
            self._pictures[home] = tuple(dict.fromkeys(whole))
        return self._pictures[home]

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
