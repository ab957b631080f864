"""Folders, pictures, PDFs and tables of counts → pieces → sheets: a file to print, as `pnp sheet` makes it."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp.art.clips import USUAL_BLEED, ArtFrame, frame_picture
from pnp.art.rasters import read_raster
from pnp.build.pipeline import Stage, run
from pnp.build.preparing import wanted_pieces
from pnp.build.printing import press_of
from pnp.build.results import SILENT, Loaded, Prepared, Progress, Result, pause_collector
from pnp.cardtext.suggest import did_you_mean
from pnp.diagnostics.report import Report
from pnp.importing.card_sides import (
    MOST_COPIES,
    NO_SIZE,
    CardSide,
    ImportedPiece,
    SheetSettings,
    names_of,
    pair_sides,
    parse_name,
    size_side,
)
from pnp.importing.new_games import UniqueIds, keep_game
from pnp.impose.own_pages import FOLDER
from pnp.impose.press import NO_BACKS, size_of
from pnp.io.csv_files import find_dialect
from pnp.io.opening import read_input
from pnp.io.project import Project
from pnp.load import load_fonts, load_style
from pnp.load.kinds import slug
from pnp.load.table_rows import CALLED_COPIES, BadCsv, CellPlace, split_rows
from pnp.model.display import Face, Group, Matrix, Picture, Raster
from pnp.model.game import Component, Edition, Format, Game, Piece
from pnp.model.geometry import are_same
from pnp.model.options import Options
from pnp.model.problem import FileError, Problem, Severity, UsageError, code, has_errors
from pnp.model.sheet import Leaf
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
NO_BACKS_FOUND = NO_BACKS.also("--sides {sides} has nothing to print behind the fronts: nothing says which are backs")
_TURNED: Mapping[int, Callable[[float, float], Matrix]] = {  # onto a piece of this size
    90: lambda w, h: (0.0, 1.0, -1.0, 0.0, w, 0.0),
    180: lambda w, h: (-1.0, 0.0, 0.0, -1.0, w, h),
    270: lambda w, h: (0.0, -1.0, 1.0, 0.0, 0.0, h),
}


class SizeGroup(NamedTuple):
    """Pieces of one size: they are a component."""

    id: str
    title: str
    format: Format
    pieces: tuple[ImportedPiece, ...]


@pause_collector()
def make_sheets(
    project: Project,
    paths: Sequence[Path],
    settings: SheetSettings,
    options: Options,
    out: Path,
    progress: Progress = SILENT,
    *,
    counts_rows: bool = True,
) -> Result:
    """Write the print-ready file, or a picture of each face, below `out`. Raises UsageError, FileError, LimitError."""
    if counts_rows and options.format == "pdf" and not settings.keep:  # nothing is written before it is noticed
        with suppress(FileError):  # perhaps of a picture with too few rows: then all of these are reported
            return make_sheets(project, paths, settings, options, out, progress, counts_rows=False)
    press_of(options)  # an unknown paper is reported before anything is read
    pieces, problems = import_pieces(project, paths, settings, progress, counts_rows)
    report = Report(project).add(problems)
    if not pieces:
        return Result(report)
    groups = group_by_size(pieces, settings)
    file = project.display(paths[0].resolve())
    if options.sides != "fronts" and not any(piece.back for piece in pieces):
        hint = "--sides fronts prints them as they are; --back FILE is behind all, --backs alternate each second page"
        return Result(report.add([NO_BACKS_FOUND.at(Span(file), sides=options.sides, hint=hint)]))
    prepared = _prepare(project, groups, sheet_title(paths), file, options)
    if settings.keep and not has_errors(report.problems):
        keep_game(project, options.game, sheet_title(paths), groups, settings.edges)
    laid_out = Result(
        report.add(prepared.problems), prepared.edition, prepared, _make_leaves(groups, prepared, settings)
    )
    return run(project, options, Stage.EMIT, out=out, laid_out=laid_out, progress=progress)


def sheet_title(paths: Sequence[Path]) -> str:
    first = paths[0].resolve()
    return first.stem if first.is_file() else first.name or "cards"


def _read_counts(path: Path, shown: str, problems: list[Problem]) -> dict[str, tuple[int, Span]]:
    """Read a table of names and copies, and where the names stand. Raises UsageError if there is no such file."""

    def place(mark: CellPlace) -> Span:
        return Span(shown, mark.line + 1, mark.column + 1)

    counts: dict[str, tuple[int, Span]] = {}
    try:
        text = read_input(path, _LARGEST)[:_LARGEST].decode("utf-8-sig", "replace").replace("\r\n", "\n")
        rows = list(split_rows(text, find_dialect(text)))
    except OSError as error:
        raise UsageError(f"--counts {shown}: {(error.strerror or str(error)).lower()}") from None
    except BadCsv as error:
        problems.append(UNREADABLE_COUNTS.at(place(error.mark), what=error.says.says, hint=error.hint))
        return counts
    headings = [slug(cell.text).replace("-", "_") for cell in rows[0]] if rows else []
    name = next((headings.index(each) for each in _NAMES if each in headings), None)
    called = (at for at, each in enumerate(headings) if at != name and (each in CALLED_COPIES or each == "number"))
    copies = next(called, None)
    if name is None or copies is None:
        problems.append(NO_COLUMNS.at(Span(shown, 1, 1)))
        return counts
    for row in rows[1:]:
        if len(row) > max(name, copies):
            text = row[copies].text
            if text.isascii() and text.isdecimal() and int(text[:9]) <= MOST_COPIES:
                counts[row[name].text.casefold()] = int(text), place(row[name].mark)
            else:
                problems.append(NO_COUNT.at(place(row[copies].mark), text=text, most=MOST_COPIES))
    return counts


def import_pieces(
    project: Project, paths: Sequence[Path], settings: SheetSettings, progress: Progress, counts_rows: bool = True
) -> tuple[list[ImportedPiece], list[Problem]]:
    """Make pieces of pictures and PDFs; `counts_rows` also of translucent pictures. Raises UsageError, LimitError."""
    if (settings.start or settings.gap) and not settings.grid:
        raise UsageError(
            f"{'--start' if settings.start else '--gap'} goes with --grid, which says how many cards there are"
        )
    problems, sides, counts = list[Problem](), list[CardSide](), dict[str, tuple[int, Span]]()
    if settings.counts:
        counts = _read_counts(settings.counts, project.display(settings.counts.resolve()), problems)
    back_file = Path(settings.back.partition("#")[0]) if settings.back and not settings.back.isdecimal() else None
    behind = (int(settings.back),) if settings.back.isdecimal() and settings.pages else ()
    reader = _SideReader(project, progress, counts_rows, [each for each in (settings.counts, back_file) if each])
    for path in paths:
        found, wrong = reader.read(path, settings._replace(pages=tuple(dict.fromkeys((*settings.pages, *behind)))))
        sides += found
        problems += wrong
    back = None
    if back_file:
        back, wrong = reader.read_back(back_file, sides, settings)
        problems += wrong
    elif settings.back:
        name = f"page {int(settings.back)}"
        there = [side for side in sides if side.name == name or side.name.startswith(f"{name} card ")]
        if not there:
            raise UsageError(f"--back: there is no page {int(settings.back)} among those that are printed")
        back, sides = there[0], [side for side in sides if side not in there]
    if has_errors(problems) and not sides:
        return [], problems
    pieces, wrong = pair_sides(sides, settings, back, {name: count for name, (count, _) in counts.items()})
    problems += wrong
    names = (name for side in sides for name in names_of(parse_name(side.name).name, side))
    known = [name for name in dict.fromkeys(names) if name]
    for each, (_, place) in counts.items():
        if each not in known:
            problems.append(NO_SUCH_PIECE.at(place, name=each, hint=did_you_mean(each, known)))
    return pieces, problems


class _SideReader(NamedTuple):
    """Reads sides from folders and files."""

    project: Project
    progress: Progress
    counts_rows: bool
    besides: Sequence[Path]  # files in folders that mean something else

    def read(self, path: Path, settings: SheetSettings) -> tuple[list[CardSide], list[Problem]]:
        whole, display = path.resolve(), self.project.display
        if not whole.exists():
            raise UsageError(f"there is no folder and no file {path}")
        files, problems = choose_files(whole, display(whole), self.besides) if whole.is_dir() else ([whole], [])
        pictures = [file for file in files if file.suffix.lower() not in PDFS]
        rasters, sides = dict[Path, tuple[Raster | None, list[Problem]]](), list[CardSide]()
        with ThreadPoolExecutor() as threads:  # unpacking and digests let other threads run
            read = partial(read_raster, counts_rows=self.counts_rows)
            answers = threads.map(lambda file: read(file, file.name, display(file)), pictures)
            for file, answer in zip(pictures, answers, strict=True):
                rasters[file] = answer
                self.progress("reading", len(rasters), len(pictures))
        for file in files:
            if file in rasters:
                raster, found = rasters[file]
                if raster and not has_errors(found):
                    side, more = size_side(file.stem, display(file), raster, settings)
                    sides += [side] if side else []
                    found = [*found, *more]
            else:
                from pnp.importing.pdf_cards import read_sides  # with pikepdf, which pictures don't need

                of_file, found = read_sides(file, display(file), settings, partial(self.progress, "reading"))
                sides += of_file
            problems += found
        return sides, problems

    def read_back(
        self, file: Path, sides: Sequence[CardSide], settings: SheetSettings
    ) -> tuple[CardSide | None, list[Problem]]:
        """Read the file that is behind all; if nothing tells its size, it is as large as what it is behind."""
        page = settings.back.partition("#")[2]
        if page and not page.isdecimal():
            raise UsageError(f"--back {settings.back}: behind # stands the number of a page")
        alone = self._replace(besides=())
        only = settings._replace(pages=(int(page or 1),) if file.suffix.lower() in PDFS else ())
        of_file, problems = alone.read(file, only)
        if sides and any(problem.code == NO_SIZE.id for problem in problems):
            of_file, problems = alone.read(file, only._replace(size=(sides[0].w, sides[0].h)))
        return (of_file[0] if of_file else None), problems


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return the key by which names are sorted as people count: 2 before 10."""
    parts = re.split(r"(\d+)", name.casefold())
    return tuple([(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts if part])


def choose_files(folder: Path, shown: str, besides: Sequence[Path]) -> tuple[list[Path], list[Problem]]:
    """Return what of a folder is printed; `besides` are files that mean something else."""
    files = sorted((path for path in folder.iterdir() if path.name[0] != "."), key=lambda path: natural_key(path.name))
    others = {path.resolve() for path in besides}
    files = [path for path in files if path.is_file() and path.resolve() not in others]
    taken = [path for path in files if path.suffix.lower() in (*PICTURES, *PDFS)]
    problems = []
    if left := [path.name for path in files if path not in taken]:
        more = [f"{len(left) - _NAMED} more"] if len(left) > _NAMED else []
        problems.append(NOT_TAKEN.at(Span(shown), names=", ".join([*left[:_NAMED], *more])))
    if not taken:
        problems.append(EMPTY_FOLDER.at(Span(shown)))
    return taken, problems


def group_by_size(pieces: Iterable[ImportedPiece], settings: SheetSettings) -> list[SizeGroup]:
    """Group pieces in the order in which sizes come."""
    found: list[list[ImportedPiece]] = []
    for piece in pieces:
        size = piece.front.w, piece.front.h
        known = (group for group in found if are_same((group[0].front.w, group[0].front.h), size))
        if (group := next(known, None)) is None:
            found.append(group := [])
        group.append(piece)
    ids, groups = UniqueIds(), list[SizeGroup]()
    for of_size in found:
        w, h = min(piece.front.w for piece in of_size), min(piece.front.h for piece in of_size)
        bleeds = [side.bleed for piece in of_size for side in (piece.front, piece.back) if side]
        bleed = min(bleeds) if settings.edges == "none" else max(USUAL_BLEED, *bleeds)
        name, title = ("cards", "Cards") if len(found) == 1 else (f"cards {w:g}x{h:g}", f"Cards of {size_of(w, h)}")
        groups.append(SizeGroup(ids.make(name), title, Format(w, h, bleed=bleed), tuple(of_size)))
    return groups


def _prepare(project: Project, groups: Sequence[SizeGroup], title: str, file: str, options: Options) -> Prepared:
    """Make a game in memory. Raises UsageError if a piece is named that doesn't exist."""
    fonts, of_fonts = load_fonts(project)
    style, _ = load_style(Project(project.bundled, project.bundled), FOLDER)
    span, components = Span(file), dict[str, Component]()
    for id, title_of, format, imported in groups:
        pieces = tuple([Piece(each.id, id, each.copies, {}, each.front.file, 0, 0, {}) for each in imported])
        components[id] = Component(id, title_of, format, "finished", "", {}, pieces, span, span)
    game = Game(options.game, title, "", (options.language,), {}, {}, components, {}, project.root, span)
    edition = Edition(game, options.language, options.ink, (), components)
    loaded = Loaded(project, game, (), style, fonts, not has_errors(of_fonts), [], of_fonts)
    return Prepared(loaded, options, edition, wanted_pieces(edition, options), of_fonts)


def _make_leaves(groups: Sequence[SizeGroup], prepared: Prepared, settings: SheetSettings) -> tuple[Leaf, ...]:
    """Return the leaves of the pieces that are wanted."""
    language, wanted = prepared.edition.language, {piece.label for _, piece in prepared.pieces}
    leaves: list[Leaf] = []
    for group in groups:
        backs: dict[CardSide, Face] = {}

        def face(side: CardSide, label: str, of: SizeGroup = group) -> Face:
            w, h = of.format.w, of.format.h
            return Face(label, w, h, draw_side(side, w, h, of.format.bleed, settings.edges), language)

        for piece in group.pieces:
            label = f"{group.id}/{piece.id}"
            if label not in wanted:
                continue
            if piece.back and piece.back not in backs:
                backs[piece.back] = face(piece.back, f"{label} back")
            back = backs[piece.back]._replace(label=f"{label} back") if piece.back else None
            front = face(piece.front, label)
            leaves.append(Leaf(group.id, group.title, piece.id, piece.copies, group.format, front, back))
    return tuple(leaves)


def draw_side(side: CardSide, w: float, h: float, bleed: float, edges: str) -> Group:
    """Draw a side in the middle of a piece of this size, with as much bleed around it as is wanted."""
    wide, high = (h, w) if side.turn % 180 else (w, h)
    dx, dy = (wide - side.w) / 2, (high - side.h) / 2
    picture = Picture(side.art, side.x + dx, side.y + dy, side.art_w, side.art_h)
    seen = ArtFrame(dx - side.bleed, dy - side.bleed, dx + side.w + side.bleed, dy + side.h + side.bleed)
    around = ArtFrame(-bleed, -bleed, wide + bleed, high + bleed)
    whole = frame_picture(picture, seen, around, edges if side.bleed < bleed else "none")
    return Group((whole,), _TURNED[side.turn](w, h)) if side.turn else whole
