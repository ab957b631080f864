"""A game and what its players ask of its rules → a setup, step by step, and a verdict on a player's file."""

from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from pnp.build.loading import load_chosen, load_game
from pnp.build.preparing import check_players
from pnp.diagnostics.report import Report, list_problems
from pnp.io.project import Project
from pnp.load import examples_file
from pnp.localise import make_edition, translation_of
from pnp.localise.edition import check_choices, world_of
from pnp.model.game import Edition, Game
from pnp.model.options import Options
from pnp.model.problem import Problem, UsageError, code, has_errors
from pnp.model.rules import Verdict, Written
from pnp.rules.selections import judge
from pnp.rules.setup.faults import examine_setup
from pnp.rules.setup.searching import SetupGuide, write_guide
from pnp.rules.victory.verdicts import judge_table

UNCHOOSABLE = code("PNP584", says="{refusal}")
OTHER_KIND = code("PNP585", says="{file} is a selection, not a finished table")


class GameSetup(NamedTuple):
    """A setup for one number of players; there is none while there are errors."""

    edition: Edition | None
    told: SetupGuide | None
    problems: list[Problem]


def set_up_game(project: Project, options: Options, seed: int | None = None) -> GameSetup:
    """Set a game up; with a seed, pieces are dealt. Raise UsageError, FileError, LimitError."""
    game, modules, problems = load_chosen(project, options.game, options.modules, options.overlay)
    if game is None:
        return GameSetup(None, None, list_problems(problems))
    if game.base is not None:
        raise UsageError(f"{game.id} is an expansion: pnp setup {game.base.id} --with one of its modules")
    check_choices(game, modules)
    translation, wrong = translation_of(project, game, options.language)
    problems = [*problems, *wrong]
    edition = make_edition(game, options.language, "low", modules, translation)
    if not has_errors(problems):
        check_players(edition.game, options.players)
        world = world_of(edition)
        problems = [*problems, *examine_setup(world)]
    problems = Report(project, game.checks).add(problems).problems
    if has_errors(problems):
        return GameSetup(edition, None, problems)
    told = write_guide(world, options.players, Random(seed) if seed is not None else None)
    if seed is not None and told.problems:
        raise UsageError(f"{told.problems[0].message}: another --seed may find one")
    return GameSetup(edition, told, problems)


class JudgedFile(NamedTuple):
    """The verdict on a file. The edition has the modules that it is for; None where not even that is known."""

    edition: Edition | None
    written: Written | None
    verdict: Verdict | None
    problems: list[Problem]


def judge_file(project: Project, path: Path, options: Options) -> JudgedFile:
    """Judge a finished table by the game's victory, or a selection by the game's rules.

    A game, if one is named, and modules are those besides what the file names; the game speaks the language. Raise
    UsageError, FileError, LimitError.
    """
    given: Game | str = ""
    if options.game:
        loaded, problems = load_game(project, options.game, options.modules)
        if loaded is None:
            return JudgedFile(None, None, None, list_problems(problems))
        given = loaded
    read = examples_file.read_user_file(project, path, partial(load_game, project), given, options.modules)
    if read.game is None or read.written is None or has_errors(read.problems):
        return JudgedFile(None, read.written, None, list_problems(read.problems))
    written, language = read.written, options.language
    translation, problems = translation_of(project, read.game, language)
    try:
        edition = make_edition(read.game, language, options.ink, written.modules, translation)
    except UsageError as error:
        if set(written.modules) == set(options.modules):
            raise
        problems = [UNCHOOSABLE.at(written.places.get("with", written.span), refusal=str(error))]
        return JudgedFile(None, written, None, list_problems(problems))
    world = world_of(edition)
    if written.kind == "selection":
        verdict, found = None, judge(world, world.game.selections[written.selection], written)
    else:
        verdict, found = judge_table(world, written)
    problems = Report(project, read.game.checks).add([*read.problems, *problems, *found]).problems
    return JudgedFile(edition, written, verdict, problems)


def score_file(project: Project, path: Path, options: Options) -> JudgedFile:
    """Judge a finished table, and refuse a selection. Raise UsageError, FileError, LimitError."""
    judged = judge_file(project, path, options)
    if judged.written and judged.written.kind != "score":
        problem = OTHER_KIND.at(judged.written.span, file=path.name, hint=f"pnp check {path.name} judges it")
        return judged._replace(problems=[problem], verdict=None)
    return judged
