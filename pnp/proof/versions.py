"""A git revision, a folder, a build record, or the project as it is → a version: its build record and its faces."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from pnp.build.pipeline import Stage, run
from pnp.build.preparing import match_names
from pnp.build.record import SUFFIX, BuildRecord, make_record, read_record
from pnp.build.results import Progress, Result
from pnp.io.git import check_out
from pnp.io.project import Project, find_project
from pnp.io.writing import display_path
from pnp.model.options import Options
from pnp.model.problem import Problem, UsageError, has_errors


class GameVersion(NamedTuple):
    """A version of a game, by the user's name for it; `laid_out` is None where there is only a record."""

    name: str
    record: BuildRecord
    project: Project | None = None
    laid_out: Result | None = None
    stays: bool = True  # its files are there afterwards


class UnprintableVersion(NamedTuple):
    """A version with errors."""

    name: str
    project: Project
    problems: list[Problem]


@contextmanager
def open_version(
    project: Project, name: str, options: Options, progress: Progress
) -> Iterator[GameVersion | UnprintableVersion]:
    """Yield the version of that name, "" for the project, with its files. Raises UsageError, FileError, LimitError."""
    path = Path(name).expanduser()
    if not name or path.is_dir():
        yield lay_out_version(find_project(path, path) if name else project, name, options, progress)
    elif path.is_file() or name.endswith(SUFFIX):
        if options.where:
            raise UsageError("--where asks the data, and a build record has none: name the pieces by --pieces")
        record = read_record(path)
        expected = {"game": options.game, "ink": options.ink, "language": options.language or record.language}
        for field, value in expected.items():
            if (there := getattr(record, field)) != value:
                raise UsageError(
                    f"{display_path(path)} is of the {field} {there}, and {value} is asked for: ask for the same"
                )
        pieces = [each for each in record.pieces if not options.only or each.component in options.only]
        if options.pieces:
            pieces = list(filter(match_names(options.pieces), pieces))
        yield GameVersion(name, record._replace(pieces=tuple(pieces)))
    else:
        with check_out(project.root, name) as folder:
            bundled = folder if project.bundled == project.root else project.bundled
            found = lay_out_version(Project(folder, bundled), name, replace(options, cache=False), progress)
            yield found._replace(stays=False) if isinstance(found, GameVersion) else found


def lay_out_version(
    project: Project, name: str, options: Options, progress: Progress
) -> GameVersion | UnprintableVersion:
    """Return a project's version, without looking at its rules. Raises UsageError with the version's name."""
    plain = replace(options, draft=False)  # frames around mistakes are no looks
    try:
        result = run(project, plain, Stage.LAY_OUT, judging=False, may_lack=True, progress=progress)
    except UsageError as error:
        raise UsageError(f"{name}: {error}") if name else error from None
    if result.prepared is None or (has_errors(result.problems) and not options.draft):
        return UnprintableVersion(name, project, result.problems)
    return GameVersion(name, make_record(result), project, result)


def short_name(version: GameVersion) -> str:
    """Return a name for files: the game's version, if it is a record's, or otherwise the user's name."""
    is_record = version.laid_out is None
    name = (is_record and version.record.version) or Path(version.name).name.removesuffix(SUFFIX)
    return re.sub(r"[^\w.]+", "-", name).strip("-.")[:40] or "before"
