"""The whole way on one screen: files → Game → Edition → Faces → Sheets → output.

Each stage returns its result and its problems; they are collected, and nothing is written while there are errors -
unless a draft is asked for, which prints what is wrong with a frame around it.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.collector import collector_paused
from pnp.echoes import without_echoes
from pnp.examined import examined
from pnp.fine import Fine
from pnp.folders import cache_folder
from pnp.ignoring import sort_out, without_ignored
from pnp.model.game import Edition, Game
from pnp.model.plan import Printout
from pnp.model.problem import Problem, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.model.sheet import Leaf, Paper, Printer, Sheet
from pnp.model.style import Style
from pnp.printers import find_printer
from pnp.request import Progress, Request, Wanted, counting, file_name, problems_concerning, wanted_pieces
from pnp.setups import check_players
from pnp.telling import tellings
from pnp.translations import check_printable, untranslated
from pnp.words import Words

if TYPE_CHECKING:
    from pnp.impose import Imposed, Settings, Typeset
    from pnp.instructions import Job, Part
    from pnp.layout import Layout

__all__ = ["Built", "Laid", "Progress", "Request", "build", "lay_out"]


class Laid(NamedTuple):
    """A game laid out: its edition, its leaves, all that is wrong so far, and how to set a line on a sheet."""

    edition: Edition | None
    leaves: tuple[Leaf, ...]
    problems: list[Problem]
    typeset: "Typeset | None" = None
    ignored: tuple[Problem, ...] = ()  # what comments beside it tell to ignore
    is_whole: bool = False  # all that is wanted was laid out, now or before


class Desk(NamedTuple):
    """All that laying out a game begins with."""

    project: Project
    game: Game
    edition: Edition
    wanted: Wanted
    style: Style
    fine: Fine
    make_layout: Callable[[], "Layout"]  # the same one each time: where nothing is laid out, there is none
    loaded: list[Problem]
    problems: list[Problem]  # those and what is wrong with styles and fonts

    @property
    def layout(self) -> "Layout":
        return self.make_layout()


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
        return self.printout.papers + (before // 2 if self.printout.sides == "duplex" else before)


@collector_paused()
def lay_out(project: Project, request: Request, progress: Progress = lambda *_: None) -> Laid:
    """Loads, checks, localises and lays out. Raises UsageError, FileError, LimitError."""
    from pnp.check import check_game
    from pnp.check.faces import check_faces

    desk = prepare(project, request)
    if isinstance(desk, Laid):
        return desk
    is_fine = desk.fine.has_game()
    about_game = [] if is_fine else check_game(desk.game, project)
    leaves, found = desk.layout.leaves(desk.wanted, counting(desk.edition, desk.wanted, progress))
    told = [] if is_fine else examined(desk.game, desk.edition, request, desk.loaded)
    seen = [] if is_fine and desk.fine.has_all(desk.wanted) else check_faces(desk.edition, leaves, desk.style)
    if not found and not seen:
        desk.fine.keep_all(desk.wanted, game=not (desk.problems or about_game or told))
    return concluded(desk, leaves, about_game, found, [*told, *seen])._replace(typeset=desk.layout.typeset)


def prepare(project: Project, request: Request) -> Desk | Laid:
    """Loads, localises and makes ready to lay out; or all there is to say where nothing can be laid out."""
    from pnp.load import load_chosen, load_fonts, load_style
    from pnp.localise import make_edition, translation_of

    game, modules, loaded = load_chosen(project, request.game, request.modules, request.overlay)
    style, style_problems = load_style(project, *(game.ids if game else (request.game,)))
    fonts, font_problems = load_fonts(project)
    problems = [*loaded, *style_problems, *font_problems]
    if game is None:
        return Laid(None, (), in_reading_order(problems))
    translation, wrong = translation_of(project, game, request.language)
    problems += wrong
    edition = make_edition(game, request.language, request.ink, modules, translation)
    if request.players:
        check_players(edition.game, request.players)
    edition = replace(edition, told=tellings(edition, request.players))
    wanted = wanted_pieces(edition, request)
    if has_errors(font_problems):
        from pnp.check import check_game

        return Laid(edition, (), in_reading_order([*problems, *check_game(game, project)]))

    @cache
    def make_layout() -> "Layout":
        from pnp.layout import Layout

        return Layout(edition, style, fonts, project, draft=request.draft, cache=cache_folder("templates"))

    fine = Fine(project, edition, fonts, request)
    return Desk(project, game, edition, wanted, style, fine, make_layout, loaded, problems)


def concluded(
    desk: Desk, leaves: tuple[Leaf, ...], about_game: list[Problem], found: list[Problem], others: list[Problem]
) -> Laid:
    """All problems: of the game's data, found in laying it out, and others; without those to be ignored."""
    problems = [*desk.problems, *about_game]
    problems += [*without_echoes(found, problems), *others, *untranslated(desk.project, desk.edition)]
    kept, ignored = sort_out(problems_concerning(problems, desk.edition, desk.wanted), desk.project)
    return Laid(desk.edition, leaves, in_reading_order(kept), None, ignored, True)


@collector_paused()
def build(project: Project, request: Request, out: Path, progress: Progress = lambda *_: None) -> Built:
    """The print-ready file, or a picture of each face, below `out`. Raises UsageError, FileError, LimitError."""
    from pnp.impose import find_paper

    check_printable(request.language, request.draft)
    paper = find_paper(request.paper)
    printer = find_printer(request.printer) if request.printer else None
    edition, leaves, problems, typeset, *_ = lay_out(project, request, progress)
    if edition is None or typeset is None or (has_errors(problems) and not request.draft):
        return Built(edition, leaves, (), (), problems)
    folder = out / edition.game.id / edition.language
    if request.format == "png":
        pictures = _write_pictures(leaves, folder / file_name(edition, request), request.dpi, progress)
        return Built(edition, leaves, (), pictures, problems)
    settings = _settings(request, paper, printer)
    before, (sheets, found, printout) = _paginate(project, edition, leaves, settings, typeset, request)
    problems = in_reading_order([*problems, *without_ignored(found, project)])
    if not sheets or (has_errors(problems) and not request.draft):
        return Built(edition, leaves, (), (), problems)
    progress("writing", 0, 1)
    target = folder / file_name(edition, request, paper)
    _write_pdf(edition, (*before, *sheets), target)
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
    from pnp.instructions import Stock, instruction_sheets, no_room, parts_of

    stock = Stock(settings.paper, settings.white, settings.sides == "duplex")
    missing = no_room(stock, edition.game.span)
    before = 0 if missing else 2 if stock.is_duplex else 1
    wrong: list[Problem] = []
    while True:
        imposed = _impose(edition, leaves, settings, typeset, before)
        if missing or not before or not imposed.sheets:
            return (), imposed._replace(problems=[*imposed.problems, missing]) if missing else imposed
        parts = parts_of(imposed.printout, imposed.sheets, before)
        job = _job(edition, request, settings, imposed.printout, parts)._replace(pages=before + len(imposed.sheets))
        pages = instruction_sheets(job, stock, project, wrong)
        if len(pages) <= before:
            pages = tuple([page._replace(adjust=adjusting(page.paper, settings, page.side)) for page in pages])
            return pages, imposed._replace(problems=[*imposed.problems, *wrong])
        before = len(pages)


def _job(
    edition: Edition, request: Request, settings: "Settings", printout: Printout, parts: tuple["Part", ...]
) -> "Job":
    """What the instructions say."""
    from pnp.instructions import Job

    game = edition.game
    asked = settings.paper.name, edition.ink, settings.sides, settings.flip, settings.marks, request.printer
    counts = printout.papers, printout.cuts
    job = Job(game.title, game.version, edition.language, *asked, parts, *counts, game.credits)
    return job._replace(translation=edition.translation)


def _impose(
    edition: Edition, leaves: tuple[Leaf, ...], settings: "Settings", typeset: "Typeset", before: int
) -> "Imposed":
    """Sheets whose numbers say that `before` pages come before them."""
    from pnp.impose import Captions, impose

    game = edition.game

    words = Words("sheet", edition.language, edition.translation)
    version = words.say("version", version=game.version) if game.version else ""
    scale = words.say("scale")

    def footer(title: str, page: int, pages: int) -> str:
        count = f"{page + before}/{pages + before}"
        parts = (game.title, version, edition.language, title, game.credits, scale, count)
        return " · ".join(part for part in parts if part)

    captions = Captions(footer, words.say("ruler"))
    spans = {component.id: component.span for component in edition.components.values()}
    return impose(leaves, settings, captions, typeset, spans)


def _write_pdf(edition: Edition, sheets: tuple[Sheet, ...], target: Path) -> None:
    from pnp.emit.files import write_atomically
    from pnp.emit.pdf import About, write_pdf

    game = edition.game
    about = About(f"{game.title} {game.version}".strip(), subject=game.credits, language=edition.language)
    write_atomically(target, write_pdf(sheets, about))


def _write_pictures(leaves: tuple[Leaf, ...], folder: Path, dpi: int, progress: Progress) -> tuple[Path, ...]:
    from pnp.emit.files import write_atomically
    from pnp.emit.png import face_png

    files: list[Path] = []
    for n, leaf in enumerate(leaves, 1):
        for face in (leaf.front, leaf.back):
            if face is not None:
                file = folder / (face.label.replace(" ", "_") + ".png")  # ids have no _: no other face has that name
                write_atomically(file, face_png(face, dpi))
                files.append(file)
        progress("drawing", n, len(leaves))
    return tuple(files)
