"""The whole way: folders, pictures and PDFs → sides → pieces → sheets → a file."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pnp.build.printing import emit, impose, press_of
from pnp.build.results import SILENT, Progress, Result, collector_paused
from pnp.files.project import Project
from pnp.finished.counts import CountsTable
from pnp.finished.games import grouped, leaves_of, prepared_for
from pnp.finished.keeping import keep
from pnp.finished.names import parts_of
from pnp.finished.pages import pages
from pnp.finished.pairing import names_of, paired
from pnp.finished.pictures import PDFS, files_of, pictures
from pnp.finished.sizing import NO_SIZE
from pnp.finished.values import FinishedPiece, FinishedSide, Wishes
from pnp.impose.refuse import NO_BACKS
from pnp.model.options import Options
from pnp.model.problem import FileError, Problem, UsageError, has_errors
from pnp.model.span import Span
from pnp.problems.causes import as_told

NOT_SAID = NO_BACKS.also("--sides {sides} has nothing to print behind the fronts: nothing says which are backs")


class Brought(NamedTuple):
    """All that was found."""

    pieces: list[FinishedPiece]
    problems: list[Problem]


@collector_paused()
def sheet(
    project: Project, paths: Sequence[Path], wishes: Wishes, options: Options, out: Path, progress: Progress = SILENT
) -> Result:
    """The print-ready file, or a picture of each face, below `out`. Raises UsageError, FileError, LimitError."""
    if options.format == "pdf" and not wishes.keep:  # else something would be written before it is noticed
        try:
            return _sheet(project, paths, wishes, options, out, progress, counts_rows=False)
        except FileError:  # perhaps of a picture with too few rows: then all of these are told
            pass
    return _sheet(project, paths, wishes, options, out, progress, counts_rows=True)


def _sheet(
    project: Project,
    paths: Sequence[Path],
    wishes: Wishes,
    options: Options,
    out: Path,
    progress: Progress,
    *,
    counts_rows: bool,
) -> Result:
    press = press_of(options)
    brought = bring(project, paths, wishes, progress, counts_rows)
    problems = as_told(brought.problems)
    if not brought.pieces:
        return Result(problems)
    groups = grouped(brought.pieces, wishes)
    file = project.display(paths[0].resolve())
    if options.sides != "fronts" and not any(piece.back for piece in brought.pieces):
        hint = "--sides fronts prints them as they are; --back FILE is behind all, --backs alternate each second page"
        return Result([*problems, NOT_SAID.at(Span(file), sides=options.sides, hint=hint)])
    prepared, of_fonts = prepared_for(project, groups, title_of(paths), file, options)
    if wishes.keep and not has_errors(problems):
        keep(project, options.game, title_of(paths), groups, wishes.edges)
    result = Result([*problems, *of_fonts], prepared.edition, prepared, leaves_of(groups, prepared, wishes))
    if result.may_go_on:
        result = impose(result, press)
    return emit(result, press, out, progress) if result.may_go_on else result


def title_of(paths: Sequence[Path]) -> str:
    """What the sheets are called."""
    first = paths[0].resolve()
    return first.stem if first.is_file() else first.name or "cards"


def bring(
    project: Project, paths: Sequence[Path], wishes: Wishes, progress: Progress, counts_rows: bool = True
) -> Brought:
    """`counts_rows`: of pictures with transparency, too. Raises UsageError, LimitError."""
    if (wishes.start or wishes.gap) and not wishes.grid:
        raise UsageError(
            f"{'--start' if wishes.start else '--gap'} goes with --grid, which says how many cards there are"
        )
    table = CountsTable(wishes.counts, project.display(wishes.counts.resolve())) if wishes.counts else None
    back_file = Path(wishes.back.partition("#")[0]) if wishes.back and not wishes.back.isdecimal() else None
    besides = [each for each in (wishes.counts, back_file) if each]
    problems = list(table.problems) if table else []
    sides = list[FinishedSide]()
    behind = (int(wishes.back),) if wishes.back.isdecimal() and wishes.pages else ()
    read = wishes._replace(pages=tuple(dict.fromkeys((*wishes.pages, *behind))))
    for path in paths:
        found, wrong = _sides(project, path, read, besides, progress, counts_rows)
        sides += found
        problems += wrong
    back, sides, wrong = _back(project, sides, wishes, back_file, progress)
    problems += wrong
    counts = table.counts if table else {}
    if has_errors(problems) and not sides:
        return Brought([], problems)
    pieces, wrong = paired(sides, wishes, back, counts)
    problems += wrong
    if table:
        problems += table.unknown({name for side in sides for name in names_of(_whom(side), side)})
    return Brought(pieces, problems)


def _whom(side: FinishedSide) -> str:
    return parts_of(side.name).whom


def _sides(
    project: Project, path: Path, wishes: Wishes, besides: Sequence[Path], progress: Progress, counts_rows: bool = True
) -> tuple[list[FinishedSide], list[Problem]]:
    """Of one folder or file."""
    whole = path.resolve()
    if not whole.exists():
        raise UsageError(f"there is no folder and no file {path}")
    files, problems = files_of(whole, project.display(whole), besides) if whole.is_dir() else ([whole], [])
    images = [file for file in files if file.suffix.lower() not in PDFS]

    def read(done: int) -> None:
        progress("reading", done, len(images))

    answers = dict(zip(images, pictures(images, project.display, wishes, read, counts_rows), strict=True))
    sides = list[FinishedSide]()
    for file in files:
        if file in answers:
            side, found = answers[file]
            sides += [side] if side else []
        else:
            of_file, found = pages(file, project.display(file), wishes, lambda n, all: progress("reading", n, all))
            sides += of_file
        problems += found
    return sides, problems


def _back(
    project: Project, sides: list[FinishedSide], wishes: Wishes, file: Path | None, progress: Progress
) -> tuple[FinishedSide | None, list[FinishedSide], list[Problem]]:
    """What is behind all; the other sides."""
    if not wishes.back:
        return None, sides, []
    if file is None:
        name = f"page {int(wishes.back)}"
        there = [side for side in sides if side.name == name or side.name.startswith(f"{name} card ")]
        if not there:
            raise UsageError(f"--back: there is no page {int(wishes.back)} among those that are printed")
        return there[0], [side for side in sides if side not in there], []
    page = wishes.back.partition("#")[2]
    if page and not page.isdecimal():
        raise UsageError(f"--back {wishes.back}: behind # stands the number of a page")
    only = wishes._replace(pages=(int(page or 1),) if file.suffix.lower() in PDFS else ())
    of_file, problems = _sides(project, file, only, (), progress)
    if sides and any(problem.code == NO_SIZE.id for problem in problems):  # then it is as large as what it is behind
        of_file, problems = _sides(project, file, only._replace(size=(sides[0].w, sides[0].h)), (), progress)
    return (of_file[0] if of_file else None), sides, problems
