"""The whole way on one screen: files → Game → Edition → Faces → Sheets → output.

Each stage returns its result and its problems; they are collected, and nothing is written while there are errors -
unless a draft is asked for, which prints what is wrong with a frame around it.
"""

from collections.abc import Callable
from pathlib import Path

from pnp.build.judging import judge
from pnp.build.pieces import lay_out
from pnp.build.preparing import load, localise
from pnp.build.printing import emit, impose, keep_record, press_of
from pnp.build.record import BuildRecord
from pnp.build.recording import recorded
from pnp.build.results import SILENT, Loaded, Progress, Result, collector_paused
from pnp.edition.untranslated import check_printable
from pnp.files.project import Project
from pnp.model.options import Options
from pnp.model.problem import has_errors
from pnp.problems.report import Report
from pnp.user.schemas import refresh_schemas

Choose = Callable[[Result, BuildRecord], Result]


@collector_paused()
def build(
    project: Project, options: Options, out: Path, progress: Progress = SILENT, choose: Choose | None = None
) -> Result:
    """The print-ready file, or a picture of each face, below `out`, with its build record. Raises UsageError,
    FileError, LimitError. `choose` says what of all that was laid out is printed."""
    check_printable(options.language, options.draft)
    press = press_of(options)
    loaded = load(project, options)
    prepared = localise(loaded, options)
    if prepared is None:
        return Result(Report().add(loaded.problems))
    is_known = prepared.is_whole and prepared.passed.was_quiet()  # what is ignored, only checks must know
    judges = [] if is_known else judge(prepared)
    result = lay_out(prepared, judges, progress)
    if result.prepared:
        refresh_own_schemas(loaded, options)
    record = recorded(result) if result.may_go_on else None
    if record and choose:
        result = choose(result, record)
    if result.may_go_on:
        result = impose(result, press)
    if record and result.may_go_on:
        result = keep_record(emit(result, press, out, progress), record, press, out)
    return result


@collector_paused()
def check(project: Project, options: Options, progress: Progress = SILENT, other: Result | None = None) -> Result:
    """What a build finds before it places anything on paper, but no leaves. Raises UsageError, FileError, LimitError.

    `other` is another edition of the same game: what is known of its data, rules and words isn't found again.
    """
    known = other.prepared if other else None
    loaded = known.loaded.choosing(options.modules) if known else load(project, options)
    prepared = localise(loaded, options)
    if prepared is None:
        return Result(Report().add(loaded.problems))
    return lay_out(prepared, judge(prepared, other), progress, keep_leaves=False)


def refresh_own_schemas(loaded: Loaded, options: Options) -> None:
    """Those that editors use, where the game is its own and right."""
    if loaded.game and not (has_errors(loaded.of_game) or options.modules or options.overlay):
        refresh_schemas(loaded.project, loaded.game, loaded.style)
