"""A word - a revision, a folder, a build record - or the project as it is → a state of a game: its build record, and
its faces where they can be drawn."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.build.choosing import called, chosen_pieces, with_where_named
from pnp.build.passed import Passed
from pnp.build.pieces import lay_out
from pnp.build.preparing import load, localise
from pnp.build.record import SUFFIX, BuildRecord, read_record
from pnp.build.recording import recorded
from pnp.build.results import Progress, Result
from pnp.files.project import Project, find_project
from pnp.files.writing import shown
from pnp.model.options import Options
from pnp.model.problem import Problem, UsageError, has_errors
from pnp.problems.causes import as_told
from pnp.proof.revisions import check_out


class GameState(NamedTuple):
    """`name` is what the user called it; `laid_out` is empty where there is only a record."""

    name: str
    record: BuildRecord
    project: Project | None = None
    laid_out: Result | None = None
    stays: bool = True  # whether its files are there afterwards


class Unprintable(NamedTuple):
    """A state with errors: what is wrong, in which project."""

    name: str
    project: Project
    problems: list[Problem]


def state_of_record(path: Path, name: str, options: Options) -> GameState:
    """Of what is asked for. Raises UsageError for a record of something that can't be compared, FileError."""
    if options.where:
        raise UsageError("--where asks the data, and a build record has none: name the pieces by --pieces")
    record = read_record(path)
    is_named = called(options.pieces)
    asked = {"game": options.game, "ink": options.ink, "language": options.language or record.language}
    for what, value in asked.items():
        if (there := getattr(record, what)) != value:
            raise UsageError(f"{shown(path)} is of the {what} {there}, and {value} is asked for: ask for the same")
    wanted = tuple(
        [
            piece
            for piece in record.pieces
            if (not options.only or piece.component in options.only) and (not options.pieces or is_named(piece))
        ]
    )
    return GameState(name, record._replace(pieces=wanted))


@contextmanager
def state(project: Project, name: str, options: Options, progress: Progress) -> Iterator[GameState | Unprintable]:
    """The one of that name, "" being the project as it is; its files are there inside of the context. Raises
    UsageError, FileError, LimitError."""
    path = Path(name).expanduser()
    if not name:
        yield laid_out(project, "", options, progress)
    elif path.is_dir():
        yield _named(find_project(path, path), name, options, progress)
    elif path.is_file() or name.endswith(SUFFIX):
        yield state_of_record(path, name, options)
    else:
        with check_out(project.root, name) as folder:
            bundled = folder if project.bundled == project.root else project.bundled
            found = _named(Project(folder, bundled), name, replace(options, cache=False), progress)
            yield found._replace(stays=False) if isinstance(found, GameState) else found


def _named(project: Project, name: str, options: Options, progress: Progress) -> GameState | Unprintable:
    """A mistake in it is told with its name."""
    try:
        return laid_out(project, name, options, progress)
    except UsageError as error:
        raise UsageError(f"{name}: {error}") from None


def laid_out(project: Project, name: str, options: Options, progress: Progress) -> GameState | Unprintable:
    """A project's state. What its rules say is nobody's business here, but errors of its data and faces are."""
    asked = replace(options, draft=False)  # frames around mistakes are no looks
    loaded = load(project, asked)
    prepared = localise(loaded, replace(asked, only=(), pieces=(), where=""))
    if prepared is None:
        return Unprintable(name, project, as_told(loaded.problems))
    chosen = with_where_named(prepared.edition, options)
    unjudged = Passed(prepared.inputs, wanted=False)  # nobody notes it as right
    prepared = replace(prepared, options=asked, wanted=chosen_pieces(chosen), passed=unjudged)
    result = lay_out(prepared, (), progress)
    if result.prepared is None or (has_errors(result.problems) and not options.draft):
        return Unprintable(name, project, result.problems)
    return GameState(name, recorded(result), project, result)


def short_name(state: GameState) -> str:
    """For the names of files: the version of the game that a record is of; else what the user called it."""
    is_record = state.laid_out is None
    name = (is_record and state.record.version) or Path(state.name).name.removesuffix(SUFFIX)
    return re.sub(r"[^\w.]+", "-", name).strip("-.")[:40] or "before"
