"""A player's file → what the game's rules say: the verdict on a finished table, or which rules a selection breaks."""

from pathlib import Path
from typing import NamedTuple

from pnp.diagnostics.report import Report, list_problems
from pnp.io.project import Project
from pnp.localise.texts import world_of
from pnp.model.game import Edition, Game
from pnp.model.options import Options
from pnp.model.problem import Problem, UsageError, code, has_errors
from pnp.model.worked import Verdict, Written

UNCHOOSABLE = code("PNP584", says="{refusal}")
OTHER_KIND = code("PNP585", says="{file} is a selection, not a finished table")


class JudgedFile(NamedTuple):
    """What came of a file. The edition has the modules that it is for; None where not even that is known."""

    edition: Edition | None
    written: Written | None
    verdict: Verdict | None
    problems: list[Problem]


def judge_file(project: Project, path: Path, options: Options) -> JudgedFile:
    """A game, if one is named, and modules are those besides what the file names; the game speaks the language.

    Raises UsageError, FileError, LimitError.
    """
    from pnp.build.loading import load_game, read_user_file
    from pnp.localise import make_edition, translation_of

    given: Game | str = ""
    if options.game:
        loaded, problems = load_game(project, options.game, options.modules)
        if loaded is None:
            return JudgedFile(None, None, None, list_problems(problems))
        given = loaded
    read = read_user_file(project, path, given, options.modules)
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
    from pnp.rules.selections import judge
    from pnp.rules.victory import judge_table

    world = world_of(edition)
    if written.kind == "selection":
        verdict, found = None, judge(world, world.game.selections[written.selection], written)
    else:
        verdict, found = judge_table(world, written)
    problems = Report(project, read.game.checks).add([*read.problems, *problems, *found]).problems
    return JudgedFile(edition, written, verdict, problems)


def score_file(project: Project, path: Path, options: Options) -> JudgedFile:
    """A finished table. Raises UsageError, FileError, LimitError."""
    judged = judge_file(project, path, options)
    if judged.written and judged.written.kind != "score":
        problem = OTHER_KIND.at(judged.written.span, file=path.name, hint=f"pnp check {path.name} judges it")
        return judged._replace(problems=[problem], verdict=None)
    return judged
