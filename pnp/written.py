"""A player's file → what the game's rules say: the verdict on a finished table, or which rules a selection breaks."""

from pathlib import Path
from typing import NamedTuple

from pnp.ignoring import without_ignored
from pnp.model.game import Edition, Game
from pnp.model.problem import PnpError, Problem, UsageError, code, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.model.span import Span
from pnp.model.verdict import Verdict
from pnp.model.worked import Written
from pnp.speaking import world_of

UNCHOOSABLE = code(
    "PNP584",
    "modules that can't be chosen together",
    """
    A file is for modules of which one needs another, or can't be used with another.
    """,
)
OTHER_KIND = code(
    "PNP585",
    "file of the other kind",
    """
    `pnp score` judges finished tables: markers and players. What players put together before a game, with `selection:`,
    is judged by `pnp check FILE`.
    """,
)


class Judged(NamedTuple):
    """What came of a file. The edition has the modules that it is for; None where not even that is known."""

    edition: Edition | None
    written: Written | None
    verdict: Verdict | None
    problems: list[Problem]


def is_file(named: str) -> bool:
    """Whether a word on the command line is a player's file, not a game."""
    from pnp.load.user_files import is_user_file

    return is_user_file(named)


def judge_file(
    project: Project, path: Path, game: str = "", modules: tuple[str, ...] = (), language: str = ""
) -> Judged:
    """`game` and `modules` besides those that the file names; what the game says is in this language.

    Raises UsageError, FileError, LimitError.
    """
    from pnp.loading import load_game, read_user_file

    given: Game | str = ""
    if game:
        loaded, problems = load_game(project, game, modules)
        if loaded is None:
            return Judged(None, None, None, problems)
        given = loaded
    read = read_user_file(project, path, given, modules)
    if read.game is None or read.written is None or has_errors(read.problems):
        return Judged(None, read.written, None, read.problems)
    edition, problems = _edition(project, read.game, read.written, modules, language)
    if edition is None:
        return Judged(None, read.written, None, problems)
    verdict, found = _judged(edition, read.written)
    problems = in_reading_order(without_ignored([*read.problems, *problems, *found], project))
    return Judged(edition, read.written, verdict, problems)


def score_file(project: Project, game: str, path: Path, modules: tuple[str, ...], language: str = "") -> Judged:
    """A finished table. Raises UsageError, FileError, LimitError."""
    judged = judge_file(project, path, game, modules, language)
    if judged.written and judged.written.kind != "score":
        message = f"{path.name} is a selection, not a finished table"
        problem = OTHER_KIND.at(judged.written.span, message, hint=f"pnp check {path.name} judges it")
        return judged._replace(problems=[problem], verdict=None)
    return judged


def _edition(
    project: Project, game: Game, written: Written, asked: tuple[str, ...], language: str
) -> tuple[Edition | None, list[Problem]]:
    from pnp.localise import make_edition, translation_of

    translation, problems = translation_of(project, game, language)
    try:
        return make_edition(game, language, "low", written.modules, translation), problems
    except UsageError as error:
        if set(written.modules) == set(asked):
            raise
        return None, [_wrong_modules(error, written.places.get("with", written.span))]


def _wrong_modules(error: PnpError, span: Span) -> Problem:
    return UNCHOOSABLE.at(span, str(error))


def _judged(edition: Edition, written: Written) -> tuple[Verdict | None, list[Problem]]:
    from pnp.rules.selections import judge
    from pnp.rules.victory import judge_table

    world = world_of(edition)
    if written.kind == "selection":
        return None, judge(world, world.game.selections[written.selection], written)
    return judge_table(world, written)
