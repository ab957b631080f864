"""The whole way on one screen: files → Game → Edition → Faces → Sheets → output.

Each stage returns its result and its problems; they are collected, and nothing is written while there are errors -
unless a draft is asked for, which prints what is wrong with a frame around it.
"""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.collector import collector_paused
from pnp.ignoring import without_ignored
from pnp.laying import lay_out
from pnp.model.game import Edition
from pnp.model.plan import Printout
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.model.sheet import Leaf, Paper, Printer, Sheet
from pnp.pictures import write_pictures
from pnp.printers import find_printer
from pnp.request import Progress, Request, file_name
from pnp.schemas import refresh_schemas
from pnp.translations import check_printable
from pnp.unused_options import unused_options
from pnp.words import Words

if TYPE_CHECKING:
    from pnp.impose import Imposed, Settings, Typeset
    from pnp.instructions import Job

__all__ = ["Built", "Progress", "Request", "build"]


class Built(NamedTuple):
    """What a build wrote, or why it wrote nothing."""

    edition: Edition | None
    leaves: tuple[Leaf, ...]
    sheets: tuple[Sheet, ...]  # of pieces, without the instructions before them
    files: tuple[Path, ...]
    problems: list[Problem]
    pages: int = 0  # of the file, with those of the instructions
    printout: Printout | None = None  # what there is to do with the sheets

    @property
    def papers(self) -> int:
        """Sheets of paper that the file takes."""
        if self.printout is None:
            return 0
        before = self.pages - self.printout.pages
        return self.printout.papers + (-(-before // 2) if self.printout.sides == "duplex" else before)


@collector_paused()
def build(project: Project, request: Request, out: Path, progress: Progress = lambda *_: None) -> Built:
    """The print-ready file, or a picture of each face, below `out`. Raises UsageError, FileError, LimitError."""
    from pnp.impose import find_paper

    check_printable(request.language, request.draft)
    paper = find_paper(request.paper)
    printer = find_printer(request.printer) if request.printer else None
    laid = lay_out(project, request, progress)
    edition, leaves, problems, typeset, *_ = laid
    if laid.desk and not (has_errors(laid.desk.loaded) or request.modules or request.overlay):
        refresh_schemas(project, laid.desk.game)
    if edition is None or typeset is None or (has_errors(problems) and not request.draft):
        return Built(edition, leaves, (), (), problems)
    unused = unused_options(request, edition, leaves, tells_setup=laid.tells_setup)
    problems = in_reading_order([*problems, *without_ignored(unused, project)])
    folder = out / edition.game.id / edition.language
    if request.format == "png":
        folder /= file_name(edition, request)
        within, with_bleed = project.writable(out), request.bleed == "yes"
        pictures = write_pictures(leaves, folder, within, request.dpi, with_bleed=with_bleed, progress=progress)
        return Built(edition, leaves, (), pictures, problems)
    settings = _settings(request, paper, printer)
    before, (sheets, found, printout) = _paginate(project, edition, leaves, settings, typeset, request)
    problems = in_reading_order([*problems, *without_ignored(found, project)])
    if not sheets or (has_errors(problems) and not request.draft):
        return Built(edition, leaves, (), (), problems)
    progress("writing", 0, 1)
    target = folder / file_name(edition, request, paper)
    _write_pdf(edition, _inked(edition, (*before, *sheets)), printout, target, project.writable(out))
    return Built(edition, leaves, sheets, (target,), problems, len(before) + len(sheets), printout)


def _settings(request: Request, paper: Paper, printer: Printer | None) -> "Settings":
    from pnp.impose import Settings

    return Settings(
        paper,
        marks=request.marks,
        sides=request.sides,
        flip=request.flip,
        marked=request.marked,
        safe=request.safe,
        bleed=request.bleed,
        together=request.together,
        copies=request.copies,
        skip=request.skip,
        printer=printer,
    )


def _paginate(
    project: Project,
    edition: Edition,
    leaves: tuple[Leaf, ...],
    settings: "Settings",
    typeset: "Typeset",
    request: Request,
) -> tuple[tuple[Sheet, ...], "Imposed"]:
    """The instructions, and the sheets with what is wrong with them.

    Sheets are numbered behind the instructions, whose number of pages is only known when all is placed: then once more.
    """
    if not request.instructions or settings.sides == "backs":  # backs go with the fronts, which have their own
        return (), _impose(edition, leaves, settings, typeset, 0)
    from pnp.impose.printers import adjusting
    from pnp.instructions import Stock, empty_back, instruction_sheets, no_room

    stock = Stock(settings.paper, settings.white, settings.sides == "duplex")
    missing = no_room(stock, edition.game.span)
    reading = any(leaf.back is None and not leaf.format.is_cut for leaf in leaves)
    whole = stock.is_duplex and not reading  # else the first page to read lies on the back of the last of these
    before = 0 if missing else 2 if whole else 1
    wrong: list[Problem] = []
    while True:
        imposed = _impose(edition, leaves, settings, typeset, before)
        if missing or not before or not imposed.sheets:
            return (), imposed._replace(problems=[*imposed.problems, missing]) if missing else imposed
        job = _job(edition, request, settings, imposed.printout)._replace(before=before)
        pages = instruction_sheets(job, stock, project, wrong)
        if whole and len(pages) % 2:
            pages = (*pages, empty_back(pages[-1]))
        if len(pages) <= before:
            pages = tuple([page._replace(adjust=adjusting(page.paper, settings, page.side)) for page in pages])
            return pages, imposed._replace(problems=[*imposed.problems, *wrong])
        before = len(pages)


def _job(edition: Edition, request: Request, settings: "Settings", printout: Printout) -> "Job":
    """What the instructions say."""
    from pnp.instructions import Job

    game = edition.game
    asked = settings.paper.name, edition.ink, settings.sides, settings.flip, settings.marks, request.printer
    return Job(
        game.title, game.version, edition.language, *asked, printout, game.credits, translation=edition.translation
    )


def _impose(
    edition: Edition, leaves: tuple[Leaf, ...], settings: "Settings", typeset: "Typeset", before: int
) -> "Imposed":
    """Sheets whose numbers say that `before` pages come before them."""
    from pnp.impose import Captions, impose

    game = edition.game

    words = Words("sheet", edition.language, edition.translation)
    version = words.say("version", version=game.version) if game.version else ""
    scale = words.say("scale")
    modules = [game.modules[id].title for id in edition.modules if id in game.modules]

    def footer(title: str, page: int, pages: int) -> str:
        parts = (game.title, *modules, version, edition.language, title, game.credits, scale, f"{page}/{pages}")
        return " · ".join(part for part in parts if part)

    captions = Captions(footer, words.say("ruler"))
    spans = {component.id: component.span for component in edition.components.values()}
    return impose(leaves, settings, captions, typeset, spans, before)


def _inked(edition: Edition, sheets: tuple[Sheet, ...]) -> tuple[Sheet, ...]:
    """Marks and instructions as the ink prints them; faces of pieces were laid out that way."""
    if edition.ink != "black":
        return sheets
    from pnp.layout.black import Black

    return tuple(map(Black().sheet, sheets))


def _write_pdf(edition: Edition, sheets: tuple[Sheet, ...], printout: Printout, target: Path, within: Path) -> None:
    """Fronts alone, as backs alone, must not get onto two sides of a sheet, so the file asks for one-sided printing."""
    from pnp.emit.files import write_atomically
    from pnp.emit.pdf import About, write_pdf

    game = edition.game
    title = f"{game.title} {game.version}".strip()
    printed = printout.flip if printout.sides == "duplex" else "one-sided"
    about = About(title, subject=game.credits, language=edition.language, printed=printed)
    write_atomically(target, write_pdf(sheets, about), within)
