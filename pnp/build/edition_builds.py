"""Planned editions → a file each.

Faces are laid out once, and placed and written for each paper and each way of printing sides. What is wrong with one
edition stops no other.
"""

import gc
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple

from pnp.build.edition_checks import NO_EDITION
from pnp.build.executors import Task, count_processors, run_task
from pnp.build.laying_out import judge
from pnp.build.pipeline import Stage, refresh_own_schemas, run
from pnp.build.preparing import check_printable
from pnp.build.printing import emit, press_of
from pnp.build.results import SILENT, Progress, Result, SharedGame, pause_collector
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
    """Values of which each edition has one."""

    languages: tuple[str, ...] = ()  # all that a game has where empty
    inks: tuple[str, ...] = INKS
    papers: tuple[str, ...] = PAPERS
    sides: tuple[str, ...] = SIDES  # where there are several, a game without backs has fronts alone


class EditionName(NamedTuple):
    """The values by which an edition differs from others; empty where not known, or where pictures have none."""

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
    order: list[EditionName]  # of all that is reported
    fonts: list[Path]


def plan(project: Project, games: Sequence[str], options: Options, choices: EditionChoices) -> BuildPlan:
    """Plan the editions of games.

    With `options.game` it is the one that was named: then UsageError, FileError and LimitError are raised for it.
    """
    for language in choices.languages:
        check_printable(language, options.draft)
    for paper in choices.papers:
        press_of(replace(options, paper=paper))
    # that some editions don't heed an option that is meant for others is no news
    unheeded = _OF_SOME_SIDES if len(choices.sides) > 1 else set()
    given = options.given - unheeded - (set() if options.game else _OF_SOME_GAMES)
    planned = BuildPlan(project, [], {}, [], [])
    for id in games:
        chosen = replace(options, given=given, game=id, language="", ink=choices.inks[0])
        _plan_game(planned, chosen, choices, raises=bool(options.game))
    return planned


def _plan_game(planned: BuildPlan, options: Options, choices: EditionChoices, *, raises: bool) -> None:
    """Plan all editions of a game."""
    id, game = options.game, SharedGame()

    def leave_out(language: str, place: Span, error: PnpError) -> None:
        if raises:
            raise error
        name = EditionName(id, language)
        planned.refused[name] = [NO_EDITION.at(place, reason=str(error))]
        planned.order.append(name)

    try:
        result = run(planned.project, options, Stage.LOCALISE, game=game)
    except PnpError as error:
        leave_out("", Span(f"card_data/{id}/game.yaml", 1, 1), error)
        return
    assert game.loaded
    fonts = [file.path for family in game.loaded.fonts.families.values() for file in family.files.values()]
    planned.fonts[:] = fonts  # of the project, whatever the game
    if (source := result.prepared) is None:
        planned.refused[EditionName(id)] = result.problems
        planned.order.append(EditionName(id))
        return
    refresh_own_schemas(game.loaded, options)
    judge(source, game)  # here, so that no process that lays out an edition has to
    sides = choices.sides
    if len(sides) > 1 and not any(
        component.back and any(source.wanted(component, piece) for piece in component.pieces)
        for component in source.edition.components.values()
    ):
        sides = ("fronts",)
    for language in choices.languages or source.game.languages:
        try:
            check_language(source.game, language)
        except PnpError as error:
            leave_out(language, source.game.span, error)
            continue
        for ink in choices.inks:
            of_faces = replace(options, language=language, ink=ink)
            editions: dict[EditionName, Options] = {}
            for paper, side in product(choices.papers, sides):
                chosen = replace(of_faces, paper=paper, sides=side)
                if not FORMATS[options.format].takes_sheets:  # one for all papers and sides
                    editions[EditionName(id, language, ink)] = chosen
                    break
                editions[EditionName(id, language, ink, press_of(chosen).paper.name, side)] = chosen
            planned.faces.append(SharedFaces(game, source.game.span, editions))
            planned.order.extend(editions)


_MUCH = 600_000  # values since garbage was looked for, about 100 MB: leaves and what belongs to them know each other


class BuiltEdition(NamedTuple):
    """The result of an edition; nothing was written where it has no files."""

    name: EditionName
    problems: list[Problem]
    files: tuple[Path, ...] = ()
    pages: int = 0
    sheets: int = 0  # of paper
    pieces: int = 0  # that are cut, each as often as it is printed; pictures
    record: Path | None = None


@pause_collector()
def build_every(plan: BuildPlan, out: Path, progress: Progress = SILENT) -> list[BuiltEdition]:
    """Return the editions in the order of the plan. Raise FileError where `out` can't be written.

    Many editions are shared out among processes; of few, the pieces are.
    """
    total = sum(len(faces.editions) for faces in plan.faces)
    found = {name: BuiltEdition(name, problems) for name, problems in plan.refused.items()}
    done, here = 0, os.getpid()

    def begin(name: EditionName, before: int) -> None:
        if os.getpid() == here:
            progress(f"{done + before + 1} of {total}: {name}", done + before, total)

    jobs = next(iter(plan.faces[0].editions.values())).jobs if plan.faces else 0
    is_shared_out = len(plan.faces) > (jobs or count_processors()) > 1
    do = partial(_build_editions, project=plan.project, out=out, jobs=1 if is_shared_out else jobs, begin=begin)
    task = Task(do, plan.faces, [1.0] * len(plan.faces), tell=progress.tell, is_long=is_shared_out)
    for built in run_task(task, jobs if is_shared_out else 1):
        found |= {each.name: each for each in built}
        done += len(built)
        progress(f"{done} of {total}: {built[-1].name}", done, total)
    return [found[name] for name in plan.order]


def _build_editions(
    faces: SharedFaces, project: Project, out: Path, jobs: int, begin: Callable[[EditionName, int], None]
) -> list[BuiltEdition]:
    """Build the editions that share faces. Raise FileError where `out` can't be written.

    What else is wrong with an edition is its own problem.
    """
    laid_out: Result | PnpError | None = None
    built = []
    for before, (name, options) in enumerate(faces.editions.items()):
        begin(name, before)
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
        what = result.problems, result.files, result.pages, result.papers, pieces, result.record
        built.append(BuiltEdition(name, *what))
    del result, laid_out
    if gc.get_count()[0] > _MUCH:
        gc.collect()
    return built


def merge_problems(built: Sequence[BuiltEdition]) -> list[Problem]:
    """Return what is wrong with any edition of a game; what the first one doesn't show has the options that show it."""

    def list_options(name: EditionName, _: str) -> list[str]:
        values = zip(("", "--lang", "--ink", "--paper", "--sides"), name, built[0].name, strict=True)
        return [f"{option} {value}" for option, value, first in values if value and value != first]

    return [*merge_editions([EditionProblems(each.problems, partial(list_options, each.name)) for each in built])]
