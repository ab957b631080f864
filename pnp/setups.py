"""A game, its modules, a number of players → its setup, told step by step, and all that is wrong with it."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from pnp.ignoring import without_ignored
from pnp.model.game import Edition, Game
from pnp.model.problem import Problem, UsageError, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.speaking import world_of

if TYPE_CHECKING:
    from pnp.rules.setup import Told as Told
    from pnp.rules.setup import ToldStep as ToldStep
    from pnp.rules.setup import ToldZone as ToldZone


def told_setups(edition: Edition, numbers: Iterable[int]) -> "list[Told]":
    from pnp.rules.setup import tell

    world = world_of(edition)
    return [tell(world, number) for number in numbers]


class Asked(NamedTuple):
    """Whose setup is to be told."""

    game: str
    players: int
    modules: tuple[str, ...] = ()
    overlay: Path | None = None
    language: str = ""
    seed: int | None = None  # pieces are dealt by it


class Spoken(NamedTuple):
    """A setup for one number of players; nothing is told while there are errors."""

    edition: Edition | None
    told: "Told | None"
    problems: list[Problem]


def speak(project: Project, asked: Asked) -> Spoken:
    """Raises UsageError, FileError, LimitError."""
    from pnp.load import load_chosen
    from pnp.localise import make_edition, translation_of
    from pnp.rules.setup import examine_setup, tell

    game, modules, problems = load_chosen(project, asked.game, asked.modules, asked.overlay)
    if game is None:
        return Spoken(None, None, in_reading_order(problems))
    if game.base is not None:
        raise UsageError(f"{game.id} is an expansion: pnp setup {game.base.id} --with one of its modules")
    translation, wrong = translation_of(project, game, asked.language)
    problems = [*problems, *wrong]
    edition = make_edition(game, asked.language, "low", modules, translation)
    if not has_errors(problems):
        check_players(edition.game, asked.players)
        world = world_of(edition)
        problems = [*problems, *examine_setup(world)]
    problems = in_reading_order(without_ignored(problems, project))
    if has_errors(problems):
        return Spoken(edition, None, problems)
    told = tell(world, asked.players, Random(asked.seed) if asked.seed is not None else None)
    if asked.seed is not None and told.problems:
        raise UsageError(f"{told.problems[0].message}: another --seed may find one")
    return Spoken(edition, told, problems)


def check_players(game: Game, players: int) -> None:
    """Raises UsageError for a number that the game isn't set up for, or for none."""
    from pnp.rules.setup import numbers

    if game.setup is None:
        raise UsageError(f"{game.id} has no setup.yaml: it says who can play, and how the game is set up")
    there = numbers(game.setup.players)
    if not players:
        raise UsageError(f"say how many play {game.id}: --players {there}")
    if players not in game.setup.players:
        raise UsageError(f"{game.id} is for {there} players, not for {players}")
