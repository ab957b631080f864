"""Folders, pictures, PDFs and tables of counts → sides → pieces → sheets → a file."""

from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.art.pictures import read_raster
from pnp.build.pipeline import Stage, run
from pnp.build.printing import press_of
from pnp.build.results import SILENT, Progress, Result, collector_paused
from pnp.cardtext.suggest import did_you_mean
from pnp.diagnostics.report import Report
from pnp.importing.games import group_by_size, leaves_of, prepared_for
from pnp.importing.keeping import keep
from pnp.importing.pages import read_sides
from pnp.importing.pieces import MOST_COPIES, FinishedPiece, names_of, natural_key, pair_sides, parse_name
from pnp.importing.sides import NO_SIZE, FinishedSide, Wishes, size_side
from pnp.impose.refusals import NO_BACKS
from pnp.io.csv_files import find_dialect
from pnp.io.opening import read_input
from pnp.io.project import Project
from pnp.load.kinds import slug
from pnp.load.tables.reading import CALLED_COPIES
from pnp.load.tables.rows import Cell, Unreadable, split_rows
from pnp.model.display import Raster
from pnp.model.options import Options
from pnp.model.problem import FileError, Problem, Severity, UsageError, code, has_errors
from pnp.model.span import Span

PICTURES = (".png", ".jpg", ".jpeg", ".webp")
PDFS = (".pdf",)
NOT_TAKEN = code("PNP423", Severity.NOTE, says="left out, being no picture and no PDF: {names}")
EMPTY_FOLDER = code("PNP424", says="no pictures and no PDFs here")
_NAMED = 5
NO_SUCH_PIECE = code("PNP428", says='there is no "{name}"')
NO_COUNT = NO_SUCH_PIECE.also('"{text}" is no number of copies from 0 to {most}')
NO_COLUMNS = NO_SUCH_PIECE.also("the first line has no columns name and copies")
UNREADABLE_COUNTS = NO_SUCH_PIECE.also("{what}")
_NAMES = ("name", "file", "picture", "card", "id", "page", "datei", "bild", "karte", "seite", "nom", "nome", "nombre")
_LARGEST = 2_000_000  # bytes


class CountsTable:
    """Counts by name, each with its place."""

    def __init__(self, path: Path, shown: str) -> None:
        """Raises UsageError where there is no such file."""
        self._file = shown
        self.problems: list[Problem] = []
        self.counts: dict[str, int] = {}
        self._places: dict[str, Span] = {}
        try:
            text = read_input(path, _LARGEST)[:_LARGEST].decode("utf-8-sig", "replace").replace("\r\n", "\n")
        except OSError as error:
            raise UsageError(f"--counts {shown}: {(error.strerror or str(error)).lower()}") from None
        try:
            self._read(list(split_rows(text, find_dialect(text))))
        except Unreadable as error:
            place = Span(shown, error.mark.line + 1, error.mark.column + 1)
            self.problems.append(UNREADABLE_COUNTS.at(place, what=error.says.says, hint=error.hint))

    def _read(self, rows: list[list[Cell]]) -> None:
        headings = [slug(cell.text).replace("-", "_") for cell in rows[0]] if rows else []
        name = next((headings.index(each) for each in _NAMES if each in headings), None)
        called = (at for at, each in enumerate(headings) if at != name and (each in CALLED_COPIES or each == "number"))
        copies = next(called, None)
        if name is None or copies is None:
            self.problems.append(NO_COLUMNS.at(Span(self._file, 1, 1)))
            return
        for row in rows[1:]:
            if len(row) > max(name, copies):
                self._count(row[name], row[copies])

    def _count(self, name: Cell, copies: Cell) -> None:
        if not (copies.text.isascii() and copies.text.isdecimal() and int(copies.text[:9]) <= MOST_COPIES):
            self.problems.append(NO_COUNT.at(self._span(copies), text=copies.text, most=MOST_COPIES))
            return
        self.counts[name.text.casefold()] = int(copies.text)
        self._places[name.text.casefold()] = self._span(name)

    def _span(self, cell: Cell) -> Span:
        return Span(self._file, cell.mark.line + 1, cell.mark.column + 1)

    def unknown(self, names: Collection[str]) -> list[Problem]:
        """What no piece is called."""
        known = [name for name in names if name]
        wrong = {name: span for name, span in self._places.items() if name not in known}
        return [NO_SUCH_PIECE.at(span, name=name, hint=did_you_mean(name, known)) for name, span in wrong.items()]


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
    press_of(options)  # a paper that there isn't is told before anything is read
    brought = bring(project, paths, wishes, progress, counts_rows)
    report = Report(project).add(brought.problems)
    if not brought.pieces:
        return Result(report)
    groups = group_by_size(brought.pieces, wishes)
    file = project.display(paths[0].resolve())
    if options.sides != "fronts" and not any(piece.back for piece in brought.pieces):
        hint = "--sides fronts prints them as they are; --back FILE is behind all, --backs alternate each second page"
        return Result(report.add([NOT_SAID.at(Span(file), sides=options.sides, hint=hint)]))
    prepared, of_fonts = prepared_for(project, groups, title_of(paths), file, options)
    if wishes.keep and not has_errors(report.problems):
        keep(project, options.game, title_of(paths), groups, wishes.edges)
    laid_out = Result(report.add(of_fonts), prepared.edition, prepared, leaves_of(groups, prepared, wishes))
    return run(project, options, Stage.EMIT, out=out, laid_out=laid_out, progress=progress)


def title_of(paths: Sequence[Path]) -> str:
    """What the sheets are called."""
    first = paths[0].resolve()
    return first.stem if first.is_file() else first.name or "cards"


def bring(
    project: Project, paths: Sequence[Path], wishes: Wishes, progress: Progress, counts_rows: bool = True
) -> Brought:
    """Make pieces of what people bring. `counts_rows`: of pictures with transparency, too. Raises UsageError,
    LimitError."""
    if (wishes.start or wishes.gap) and not wishes.grid:
        raise UsageError(
            f"{'--start' if wishes.start else '--gap'} goes with --grid, which says how many cards there are"
        )
    table = CountsTable(wishes.counts, project.display(wishes.counts.resolve())) if wishes.counts else None
    problems, sides = list(table.problems) if table else [], list[FinishedSide]()
    back_file = Path(wishes.back.partition("#")[0]) if wishes.back and not wishes.back.isdecimal() else None
    behind = (int(wishes.back),) if wishes.back.isdecimal() and wishes.pages else ()
    reader = _SideReader(project, progress, counts_rows, [each for each in (wishes.counts, back_file) if each])
    for path in paths:
        found, wrong = reader.read(path, wishes._replace(pages=tuple(dict.fromkeys((*wishes.pages, *behind)))))
        sides += found
        problems += wrong
    back = None
    if back_file:
        back, wrong = reader.read_back(back_file, sides, wishes)
        problems += wrong
    elif wishes.back:
        back, sides = _take_back(int(wishes.back), sides)
    if has_errors(problems) and not sides:
        return Brought([], problems)
    pieces, wrong = pair_sides(sides, wishes, back, table.counts if table else {})
    problems += wrong
    if table:
        problems += table.unknown({name for side in sides for name in names_of(parse_name(side.name).whom, side)})
    return Brought(pieces, problems)


def _take_back(number: int, sides: Sequence[FinishedSide]) -> tuple[FinishedSide, list[FinishedSide]]:
    """Return the page that is behind all, and all other sides."""
    name = f"page {number}"
    there = [side for side in sides if side.name == name or side.name.startswith(f"{name} card ")]
    if not there:
        raise UsageError(f"--back: there is no page {number} among those that are printed")
    return there[0], [side for side in sides if side not in there]


class _SideReader(NamedTuple):
    """It reads sides from folders and files."""

    project: Project
    progress: Progress
    counts_rows: bool
    besides: Sequence[Path]  # files in folders that mean something else

    def read(self, path: Path, wishes: Wishes) -> tuple[list[FinishedSide], list[Problem]]:
        whole, display = path.resolve(), self.project.display
        if not whole.exists():
            raise UsageError(f"there is no folder and no file {path}")
        files, problems = choose_files(whole, display(whole), self.besides) if whole.is_dir() else ([whole], [])
        rasters = self._read_pictures([file for file in files if file.suffix.lower() not in PDFS])
        sides = list[FinishedSide]()
        for file in files:
            if file in rasters:
                raster, found = rasters[file]
                if raster and not has_errors(found):
                    side, more = size_side(file.stem, display(file), raster, wishes)
                    sides += [side] if side else []
                    found = [*found, *more]
            else:
                of_file, found = read_sides(file, display(file), wishes, partial(self.progress, "reading"))
                sides += of_file
            problems += found
        return sides, problems

    def read_back(
        self, file: Path, sides: Sequence[FinishedSide], wishes: Wishes
    ) -> tuple[FinishedSide | None, list[Problem]]:
        """Read the file that is behind all; if nothing tells its size, it is as large as what it is behind."""
        page = wishes.back.partition("#")[2]
        if page and not page.isdecimal():
            raise UsageError(f"--back {wishes.back}: behind # stands the number of a page")
        alone = self._replace(besides=())
        only = wishes._replace(pages=(int(page or 1),) if file.suffix.lower() in PDFS else ())
        of_file, problems = alone.read(file, only)
        if sides and any(problem.code == NO_SIZE.id for problem in problems):
            of_file, problems = alone.read(file, only._replace(size=(sides[0].w, sides[0].h)))
        return (of_file[0] if of_file else None), problems

    def _read_pictures(self, files: Sequence[Path]) -> dict[Path, tuple[Raster | None, list[Problem]]]:
        """Read several at a time: unpacking and digests let other threads run."""

        def read(path: Path) -> tuple[Raster | None, list[Problem]]:
            return read_raster(path, path.name, self.project.display(path), counts_rows=self.counts_rows)

        found = {}
        with ThreadPoolExecutor() as threads:
            for file, answer in zip(files, threads.map(read, files), strict=True):
                found[file] = answer
                self.progress("reading", len(found), len(files))
        return found


def choose_files(folder: Path, shown: str, besides: Sequence[Path]) -> tuple[list[Path], list[Problem]]:
    """Return what of a folder is printed; `besides` are files that mean something else."""
    files = sorted((path for path in folder.iterdir() if path.name[0] != "."), key=lambda path: natural_key(path.name))
    others = {path.resolve() for path in besides}
    files = [path for path in files if path.is_file() and path.resolve() not in others]
    taken = [path for path in files if path.suffix.lower() in (*PICTURES, *PDFS)]
    left = [path.name for path in files if path not in taken]
    problems = []
    if left:
        more = [f"{len(left) - _NAMED} more"] if len(left) > _NAMED else []
        problems.append(NOT_TAKEN.at(Span(shown), names=", ".join([*left[:_NAMED], *more])))
    if not taken:
        problems.append(EMPTY_FOLDER.at(Span(shown)))
    return taken, problems
