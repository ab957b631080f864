"""What `pnp.load` reads, with modules that know which pieces they mean by `where:`; for all that applies modules."""

from collections.abc import Collection, Iterable
from pathlib import Path

from pnp import load
from pnp.load.user_files import ReadFile
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.project import Project


def settled(game: Game, problems: list[Problem]) -> Game:
    """The game whose modules know which pieces they mean; more problems come to the list."""
    from pnp.model.bulk import has_bulk

    if not has_bulk(game):
        return game
    from pnp.rules.bulk import settle

    return settle(game, problems)


def load_game(project: Project, game_id: str, modules: Collection[str] = ()) -> tuple[Game | None, list[Problem]]:
    """As `pnp.load.load_game`."""
    return load.load_game(project, game_id, modules, settled)


def load_chosen(
    project: Project, game_id: str, modules: tuple[str, ...] = (), overlay: Path | None = None
) -> tuple[Game | None, tuple[str, ...], list[Problem]]:
    """As `pnp.load.load_chosen`."""
    return load.load_chosen(project, game_id, modules, overlay, settled)


def read_user_file(project: Project, path: Path, game: Game | str, modules: tuple[str, ...]) -> ReadFile:
    """As `pnp.load.read_user_file`."""
    return load.read_user_file(project, path, game, modules, settled)


def load_expansions(project: Project, game: Game) -> list[load.Expansion]:
    """As `pnp.load.load_expansions`."""
    return load.load_expansions(project, game, settled)


def join(game: Game, expansions: Iterable[Game], problems: list[Problem]) -> Game:
    """The game with all of these; names that two of them have are among the problems."""
    return settled(load.joined(game, expansions, problems), problems)
