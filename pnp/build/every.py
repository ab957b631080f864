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
from pnp.build.executors import processors, results
from pnp.build.pipeline import Stage, run
from pnp.build.planning import BuildPlan, EditionName, SharedFaces
from pnp.build.printing import emit, press_of
from pnp.build.results import SILENT, Progress, Result, collector_paused
from pnp.build.work import Task
from pnp.diagnostics.report import EditionProblems, Report, merge_editions
from pnp.io.project import Project
from pnp.model.problem import PnpError, Problem

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

    jobs = next(iter(plan.faces[0].editions.values())).jobs if plan.faces else 0
    is_shared_out = len(plan.faces) > (jobs or processors()) > 1
    smallest = min(plan.faces, key=_weight, default=None)  # is done here, before there are processes
    ordered = sorted(plan.faces, key=lambda faces: faces is not smallest)
    do = partial(_build, project=plan.project, out=out, jobs=1 if is_shared_out else jobs, begins=begins)
    work = Task(do, ordered, list(map(_weight, ordered)), tell=progress.tell)
    for built in results(work, jobs if is_shared_out else 1):
        found |= {each.name: each for each in built}
        done += len(built)
        progress(f"{done} of {total}: {built[-1].name}", done, total)
    return [found[name] for name in plan.order]


def _weight(faces: SharedFaces) -> int:
    return faces.pieces + 1


def _build(
    faces: SharedFaces, project: Project, out: Path, jobs: int, begins: Callable[[EditionName, int], None]
) -> list[BuiltEdition]:
    """Raises FileError where `out` can't be written; what else is wrong with an edition is its own problem."""
    laid_out: Result | PnpError | None = None
    built = []
    for before, (name, options) in enumerate(faces.editions.items()):
        begins(name, before)
        options = replace(options, jobs=jobs)
        try:
            laid_out = laid_out or run(project, options, Stage.LAY_OUT, game=faces.game)
            if isinstance(laid_out, PnpError):
                raise laid_out
            result = run(project, options, Stage.IMPOSE, laid_out=laid_out)
        except PnpError as error:
            laid_out = laid_out or error
            result = Result(Report().add([NO_EDITION.at(faces.place, reason=str(error))]))
        if result.may_go_on:
            result = emit(result, press_of(options), out, SILENT)
        pieces = len(result.files)
        if result.printout:
            pieces = sum(part.printed for part in result.printout.components if part.is_cut)
        built.append(
            BuiltEdition(name, result.problems, result.files, result.pages, result.papers, pieces, result.record)
        )
    del result, laid_out
    if gc.get_count()[0] > _MUCH:
        gc.collect()
    return built


def merge_problems(built: Sequence[BuiltEdition]) -> list[Problem]:
    """Return what is wrong with any edition of a game; of what the first one doesn't show, with what shows it."""
    first = built[0].name
    return [*merge_editions([EditionProblems(each.problems, partial(_options_of, each.name, first)) for each in built])]


def _options_of(name: EditionName, first: EditionName, _: str) -> list[str]:
    """The options by which an edition differs from the first one."""
    options = ("", "--lang", "--ink", "--paper", "--sides")
    said = zip(options, name, first, strict=True)
    return [f"{option} {value}" for option, value, other in said if value and value != other]
