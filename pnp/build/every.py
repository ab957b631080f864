"""Planned editions → a file each: faces are laid out once, and placed and written for each paper and each way of
printing sides. What is wrong with one stops no other.
"""

import gc
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.build.editions import NO_EDITION
from pnp.build.judging import judge
from pnp.build.pieces import lay_out
from pnp.build.planning import BuildPlan, EditionName, SharedFaces
from pnp.build.preparing import localise
from pnp.build.printing import emit, impose, keep_record, press_of
from pnp.build.record import BuildRecord
from pnp.build.recording import recorded
from pnp.build.results import SILENT, Progress, Result, collector_paused
from pnp.engine.executors import processors, results
from pnp.engine.work import Task
from pnp.model.options import Options
from pnp.model.problem import PnpError, Problem
from pnp.problems.report import EditionProblems, Report, merge_editions

_MUCH = 600_000  # values since garbage was looked for, about 100 MB: leaves and what belongs to them know each other


class BuiltEdition(NamedTuple):
    """What came of an edition; nothing was written where it has no files."""

    name: EditionName
    problems: list[Problem]
    files: tuple[Path, ...] = ()
    pages: int = 0
    sheets: int = 0  # of paper
    pieces: int = 0  # that are cut, each as often as it is printed; pictures
    record: Path | None = None


@collector_paused()
def build_every(plan: BuildPlan, out: Path, progress: Progress = SILENT) -> list[BuiltEdition]:
    """In the order of the plan. Many are shared out among processes, of few the pieces are.

    Raises FileError where `out` can't be written.
    """
    total = sum(len(faces.editions) for faces in plan.faces)
    found = {name: BuiltEdition(name, problems) for name, problems in plan.refused.items()}
    done, here = 0, os.getpid()

    def begins(name: EditionName, before: int) -> None:
        if os.getpid() == here:
            progress(f"{done + before + 1} of {total}: {name}", done + before, total)

    jobs = plan.faces[0].options.jobs if plan.faces else 0
    is_shared_out = len(plan.faces) > (jobs or processors()) > 1
    smallest = min(plan.faces, key=_weight, default=None)  # is done here, before there are processes
    ordered = sorted(plan.faces, key=lambda faces: faces is not smallest)
    do = partial(_built, out=out, jobs=1 if is_shared_out else jobs, begins=begins)
    work = Task(do, ordered, list(map(_weight, ordered)), tell=progress.tell)
    for built in results(work, jobs if is_shared_out else 1):
        found |= {each.name: each for each in built}
        done += len(built)
        progress(f"{done} of {total}: {built[-1].name}", done, total)
    return [found[name] for name in plan.order]


def _weight(faces: SharedFaces) -> int:
    return faces.game.pieces + 1


def _built(faces: SharedFaces, out: Path, jobs: int, begins: Callable[[EditionName, int], None]) -> list[BuiltEdition]:
    (first, options), *_ = faces.editions.items()
    begins(first, 0)
    try:
        result = _laid_out(faces, replace(options, jobs=jobs))
    except PnpError as error:
        return [_refused(name, faces, error) for name in faces.editions]
    built = []
    record = recorded(result) if result.may_go_on else None
    for before, (name, options) in enumerate(faces.editions.items()):
        begins(name, before)
        built.append(_printed(name, faces, result, record, replace(options, jobs=jobs), out))
    del result
    if gc.get_count()[0] > _MUCH:
        gc.collect()
    return built


def _laid_out(faces: SharedFaces, options: Options) -> Result:
    game = faces.game
    prepared = localise(game.loaded, options)
    assert prepared is not None, "what isn't there isn't planned"
    is_known = prepared.is_whole and prepared.passed.was_quiet()
    language = prepared.edition.language
    other = game.known.get(language) or next(iter(game.known.values()))
    result = lay_out(prepared, [] if is_known else judge(prepared, other), SILENT)
    if not is_known:
        game.known.setdefault(language, Result(Report(), result.edition, about_game=result.about_game))
    return result


def _printed(
    name: EditionName, faces: SharedFaces, laid_out: Result, record: BuildRecord | None, options: Options, out: Path
) -> BuiltEdition:
    result = laid_out._replace(prepared=laid_out.prepared and laid_out.prepared.printed_by(options))
    press = press_of(options)
    try:
        if result.may_go_on:
            result = impose(result, press)
    except PnpError as error:
        return _refused(name, faces, error)
    if record and result.may_go_on:
        result = keep_record(emit(result, press, out, SILENT), record, press, out)
    pieces = len(result.files)
    if result.printout:
        pieces = sum(part.printed for part in result.printout.components if part.is_cut)
    return BuiltEdition(name, result.problems, result.files, result.pages, result.papers, pieces, result.record)


def _refused(name: EditionName, faces: SharedFaces, error: PnpError) -> BuiltEdition:
    game = faces.game.loaded.game
    assert game is not None
    return BuiltEdition(name, [NO_EDITION.at(game.span, reason=str(error))])


def merge_problems(built: Sequence[BuiltEdition]) -> list[Problem]:
    """Return what is wrong with any edition of a game; of what the first one doesn't show, with what shows it."""
    first = built[0].name
    return [*merge_editions([EditionProblems(each.problems, partial(_options_of, each.name, first)) for each in built])]


def _options_of(name: EditionName, first: EditionName, _: str) -> list[str]:
    """The options by which an edition differs from the first one."""
    options = ("", "--lang", "--ink", "--paper", "--sides")
    said = zip(options, name, first, strict=True)
    return [f"{option} {value}" for option, value, other in said if value and value != other]
