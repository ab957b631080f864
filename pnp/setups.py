"""A game, its modules, a number of players → its setup, told step by step, and all that is wrong with it."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from pnp.ignoring import without_ignored
from pnp.model.game import Edition, Game
from pnp.model.problem import Problem, UsageError, has_errors, in_reading_order
from pnp.model.project import Project

if TYPE_CHECKING:
    from pnp.rules.setup import Told as Told
    from pnp.rules.setup import ToldStep as ToldStep
    from pnp.rules.setup import ToldZone as ToldZone
    from pnp.rules.world import World


def told_setups(edition: Edition, numbers: Iterable[int]) -> "list[Told]":
    from pnp.rules.setup import tell

    world = _world(edition)
    return [tell(world, number) for number in numbers]


def _world(edition: Edition) -> "World":
    from pnp.rules.expressions import Evaluator
    from pnp.rules.world import World

    return World(edition.game, edition.modules, Evaluator())


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
    from pnp.loading import load_chosen
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
        world = _world(edition)
        problems = [*problems, *examine_setup(world)]
    problems = in_reading_order(without_ignored(problems, project))
    if has_errors(problems):
        return Spoken(edition, None, problems)
    random = Random(asked.seed) if asked.seed is not None else None
    return Spoken(edition, tell(world, asked.players, random), problems)


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
