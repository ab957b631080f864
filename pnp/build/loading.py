"""What `pnp.load` reads of a game whose rules `pnp.rules` judges: with all kinds of rules that there are, and modules
that know which pieces they mean by `where:`."""

from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pnp import load
from pnp.io.project import Project
from pnp.load.kinds import Schema
from pnp.model.game import Game
from pnp.model.problem import Problem
from pnp.model.rulebook import RuleBook, Settle, as_read
from pnp.registry import registry

if TYPE_CHECKING:
    from pnp.load.user_files import ReadFile


def settled(game: Game, problems: list[Problem]) -> Game:
    """The game whose modules know which pieces they mean; more problems come to the list."""
    from pnp.model.changes import has_bulk

    if not has_bulk(game):
        return game
    from pnp.rules.bulk import settle

    return settle(game, problems)


@cache
def rule_book(settle: Settle = settled) -> RuleBook:
    return RuleBook(registry("pnp.rules.declared", lambda _, module: module.KIND), settle)


def load_game(project: Project, game_id: str, modules: Collection[str] = ()) -> tuple[Game | None, list[Problem]]:
    """As `pnp.load.load_game`."""
    return load.load_game(project, game_id, rule_book(), modules)


def read_game(project: Project, game_id: str) -> tuple[Game | None, list[Problem]]:
    """The same for what only says what there is: its modules don't know which pieces they mean by `where:`."""
    return load.load_game(project, game_id, rule_book(as_read))


def load_chosen(
    project: Project, game_id: str, modules: tuple[str, ...] = (), overlay: Path | None = None
) -> tuple[Game | None, tuple[str, ...], list[Problem]]:
    """As `pnp.load.load_chosen`."""
    return load.load_chosen(project, game_id, rule_book(), modules, overlay)


def read_user_file(project: Project, path: Path, game: Game | str = "", modules: tuple[str, ...] = ()) -> "ReadFile":
    """As `pnp.load.user_files.read_user_file`."""
    from pnp.load.user_files import read_user_file

    return read_user_file(project, path, rule_book(), game, modules)


def load_expansions(project: Project, game: Game) -> list[load.Expansion]:
    """As `pnp.load.load_expansions`."""
    return load.load_expansions(project, game, rule_book())


def json_schemas(game: Game | None) -> dict[str, Schema]:
    """As `pnp.load.schemas.json_schemas`."""
    from pnp.load import schemas

    return schemas.json_schemas(game, rule_book().kinds)


def join(game: Game, expansions: Iterable[Game], problems: list[Problem]) -> Game:
    """The game with all of these; names that two of them have are among the problems."""
    return settled(load.join_expansions(game, expansions, problems), problems)
