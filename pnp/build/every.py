"""Planned editions → a file each: faces are laid out once, and placed and written for each paper and each way of
printing sides. What is wrong with one stops no other.
"""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.build.concluding import judge
from pnp.build.editions import NO_EDITION
from pnp.build.executors import processors, results
from pnp.build.pipeline import Stage, refresh_own_schemas, run
from pnp.build.preparing import check_printable
from pnp.build.printing import emit, press_of
from pnp.build.results import SILENT, Prepared, Progress, Result, SharedGame, collector_paused
from pnp.build.work import Task
from pnp.diagnostics.report import EditionProblems, Report, merge_editions
from pnp.export.formats import FORMATS
from pnp.io.project import Project
from pnp.localise.edition import check_language
from pnp.model.options import INKS, Options
from pnp.model.problem import PnpError, Problem
from pnp.model.span import Span

PAPERS = ("a4", "letter")
SIDES = ("fronts", "duplex", "fold")
_OF_SOME_SIDES = {"flip", "marked"}  # options that not all ways of printing sides heed
_OF_SOME_GAMES = {"together", "players", "bleed"}


class EditionChoices(NamedTuple):
    """Each edition has one of each."""

    languages: tuple[str, ...] = ()  # all that a game has where empty
    inks: tuple[str, ...] = INKS
    papers: tuple[str, ...] = PAPERS
    sides: tuple[str, ...] = SIDES  # where there are several, a game without backs has fronts alone


class EditionName(NamedTuple):
    """What tells an edition from all others; empty is what isn't known, or what pictures don't have."""

    game: str
    language: str = ""
    ink: str = ""
    paper: str = ""
    sides: str = ""

    def __str__(self) -> str:
        return " ".join(part for part in self if part)


class SharedFaces(NamedTuple):
    """A language of a game in an ink, laid out once for several editions."""

    game: SharedGame
    place: Span  # of the game
    editions: dict[EditionName, Options]


class BuildPlan(NamedTuple):
    project: Project
    faces: list[SharedFaces]
    refused: dict[EditionName, list[Problem]]  # and why
    order: list[EditionName]  # of all that is to be told of
    fonts: list[Path]


def plan(project: Project, games: Sequence[str], options: Options, choices: EditionChoices) -> BuildPlan:
    """With `options.game` it is the one that was named: then UsageError, FileError and LimitError are raised for it."""
    for language in choices.languages:
        check_printable(language, options.draft)
    for paper in choices.papers:
        press_of(replace(options, paper=paper))
    planner = _Planner(project, replace(options, given=_heeded_in_each(options, choices)), choices)
    for id in games:
        planner.add(id)
    return planner.plan


def _heeded_in_each(options: Options, choices: EditionChoices) -> frozenset[str]:
    """The options given without those that are meant for some editions: that others don't heed them is no news."""
    some = _OF_SOME_SIDES if len(choices.sides) > 1 else set()
    return options.given - some - (set() if options.game else _OF_SOME_GAMES)


class _Planner:
    def __init__(self, project: Project, options: Options, choices: EditionChoices) -> None:
        self._options, self._choices = options, choices
        self.plan = BuildPlan(project, [], {}, [], [])

    def add(self, id: str) -> None:
        """All editions of a game."""
        options = replace(self._options, game=id, language="", ink=self._choices.inks[0])
        name, place = EditionName(id), Span(f"card_data/{id}/game.yaml", 1, 1)
        game = SharedGame()
        try:
            result = run(self.plan.project, options, Stage.LOCALISE, game=game)
        except PnpError as error:
            self._refuse(name, place, error)
            return
        assert game.loaded
        fonts = [file.path for family in game.loaded.fonts.families.values() for file in family.files.values()]
        self.plan.fonts[:] = fonts  # of the project, whatever the game
        if (source := result.prepared) is None:
            self._leave_out(name, result.problems)
            return
        refresh_own_schemas(game.loaded, options)
        for job in judge(source, game):  # here, so that no process that lays out an edition has to
            job()
        for language in self._choices.languages or source.game.languages:
            try:
                check_language(source.game, language)
            except PnpError as error:
                self._refuse(EditionName(id, language), source.game.span, error)
                continue
            for ink in self._choices.inks:
                editions = dict(self._editions(replace(options, language=language, ink=ink), source))
                self.plan.faces.append(SharedFaces(game, source.game.span, editions))
                self.plan.order.extend(editions)

    def _editions(self, options: Options, source: Prepared) -> Iterator[tuple[EditionName, Options]]:
        """One for all papers and sides where faces lie on no sheets."""
        sides = self._choices.sides
        if len(sides) > 1 and not _has_backs(source):
            sides = ("fronts",)
        for paper in self._choices.papers:
            for side in sides:
                chosen = replace(options, paper=paper, sides=side)
                if not FORMATS[options.format].takes_sheets:
                    yield EditionName(options.game, options.language, options.ink), chosen
                    return
                name = press_of(chosen).paper.name
                yield EditionName(options.game, options.language, options.ink, name, side), chosen

    def _refuse(self, name: EditionName, place: Span, error: PnpError) -> None:
        if self._options.game:
            raise error
        self._leave_out(name, [NO_EDITION.at(place, reason=str(error))])

    def _leave_out(self, name: EditionName, problems: list[Problem]) -> None:
        self.plan.refused[name] = problems
        self.plan.order.append(name)


def _has_backs(source: Prepared) -> bool:
    return any(
        component.back and any(source.wanted(component, piece) for piece in component.pieces)
        for component in source.edition.components.values()
    )


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
    do = partial(_build, project=plan.project, out=out, jobs=1 if is_shared_out else jobs, begins=begins)
    work = Task(do, plan.faces, [1.0] * len(plan.faces), tell=progress.tell, is_long=is_shared_out)
    for built in results(work, jobs if is_shared_out else 1):
        found |= {each.name: each for each in built}
        done += len(built)
        progress(f"{done} of {total}: {built[-1].name}", done, total)
    return [found[name] for name in plan.order]


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
