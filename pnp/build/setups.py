"""A game, its modules, a number of players → its setup, told step by step, and all that is wrong with it."""

from typing import TYPE_CHECKING, NamedTuple

from pnp.diagnostics.report import Report, list_problems
from pnp.io.project import Project
from pnp.localise.texts import world_of
from pnp.model.game import Edition, Game
from pnp.model.options import Options
from pnp.model.problem import Problem, UsageError, has_errors

if TYPE_CHECKING:
    from pnp.rules.setup import ToldSetup as ToldSetup
    from pnp.rules.setup import ToldStep as ToldStep
    from pnp.rules.setup import ToldZone as ToldZone


class ReadOut(NamedTuple):
    """A setup for one number of players; nothing is told while there are errors."""

    edition: Edition | None
    told: "ToldSetup | None"
    problems: list[Problem]


def read_out(project: Project, options: Options, seed: int | None = None) -> ReadOut:
    """By a seed, pieces are dealt. Raises UsageError, FileError, LimitError."""
    from pnp.build.loading import load_chosen
    from pnp.localise import make_edition, translation_of
    from pnp.rules.setup import examine_setup, tell

    game, modules, problems = load_chosen(project, options.game, options.modules, options.overlay)
    if game is None:
        return ReadOut(None, None, list_problems(problems))
    if game.base is not None:
        raise UsageError(f"{game.id} is an expansion: pnp setup {game.base.id} --with one of its modules")
    translation, wrong = translation_of(project, game, options.language)
    problems = [*problems, *wrong]
    edition = make_edition(game, options.language, "low", modules, translation)
    if not has_errors(problems):
        check_players(edition.game, options.players)
        world = world_of(edition)
        problems = [*problems, *examine_setup(world)]
    problems = Report(project, game.checks).add(problems).problems
    if has_errors(problems):
        return ReadOut(edition, None, problems)
    from random import Random

    told = tell(world, options.players, Random(seed) if seed is not None else None)
    if seed is not None and told.problems:
        raise UsageError(f"{told.problems[0].message}: another --seed may find one")
    return ReadOut(edition, told, problems)


def check_players(game: Game, players: int) -> None:
    """Raises UsageError for a number that the game isn't set up for, or for none."""
    from pnp.rules.merging import numbers

    if game.setup is None:
        raise UsageError(f"{game.id} has no setup.yaml: it says who can play, and how the game is set up")
    there = numbers(game.setup.players)
    if not players:
        raise UsageError(f"say how many play {game.id}: --players {there}")
    if players not in game.setup.players:
        raise UsageError(f"{game.id} is for {there} players, not for {players}")
