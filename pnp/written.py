"""A player's file → what the game's rules say: the verdict on a finished table, or which rules a selection breaks."""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.ignoring import without_ignored
from pnp.model.game import Game
from pnp.model.problem import PnpError, Problem, UsageError, code, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.model.rules import Written
from pnp.model.span import Span
from pnp.model.verdict import Verdict

if TYPE_CHECKING:
    from pnp.rules.world import World

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
    """What came of a file. `game` has the modules that it is for; None where not even that is known."""

    game: Game | None
    written: Written | None
    verdict: Verdict | None
    problems: list[Problem]


def is_file(named: str) -> bool:
    """Whether a word on the command line is a player's file, not a game."""
    from pnp.load.user_files import is_user_file

    return is_user_file(named)


def judge_file(project: Project, path: Path, game: str = "", modules: tuple[str, ...] = ()) -> Judged:
    """`game` and `modules` besides those that the file names. Raises UsageError, FileError, LimitError."""
    from pnp.loading import load_game, read_user_file

    given: Game | str = ""
    if game:
        loaded, problems = load_game(project, game, modules)
        if loaded is None:
            return Judged(None, None, None, problems)
        given = loaded
    read = read_user_file(project, path, given, modules)
    if read.game is None or read.written is None or has_errors(read.problems):
        return Judged(read.game, read.written, None, read.problems)
    world, problems = _world(read.game, read.written, modules)
    if world is None:
        return Judged(read.game, read.written, None, problems)
    verdict, found = _judged(world, read.written)
    problems = in_reading_order(without_ignored([*read.problems, *found], project))
    return Judged(world.game, read.written, verdict, problems)


def score_file(project: Project, game: str, path: Path, modules: tuple[str, ...]) -> Judged:
    """A finished table. Raises UsageError, FileError, LimitError."""
    judged = judge_file(project, path, game, modules)
    if judged.written and judged.written.kind != "score":
        message = f"{path.name} is a selection, not a finished table"
        problem = OTHER_KIND.at(judged.written.span, message, hint=f"pnp check {path.name} judges it")
        return judged._replace(problems=[problem], verdict=None)
    return judged


def _world(game: Game, written: Written, asked: tuple[str, ...]) -> tuple["World | None", list[Problem]]:
    from pnp.localise import make_edition
    from pnp.rules.expressions import Evaluator
    from pnp.rules.world import World

    try:
        edition = make_edition(game, "", "low", written.modules)
    except UsageError as error:
        if set(written.modules) == set(asked):
            raise
        return None, [_wrong_modules(error, written.places.get("with", written.span))]
    return World(edition.game, edition.modules, Evaluator()), []


def _wrong_modules(error: PnpError, span: Span) -> Problem:
    return UNCHOOSABLE.at(span, str(error))


def _judged(world: "World", written: Written) -> tuple[Verdict | None, list[Problem]]:
    from pnp.rules.selections import judge
    from pnp.rules.victory import judge_table

    if written.kind == "selection":
        return None, judge(world, world.game.selections[written.selection], written)
    return judge_table(world, written)
