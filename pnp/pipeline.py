"""The whole way on one screen: files → Game → Edition → Faces → Sheets → output.

Each stage returns its result and its problems; they are collected, and nothing is written while there are errors -
unless a draft is asked for, which prints what is wrong with a frame around it.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pnp.model.game import Component, Edition, Game, Piece
from pnp.model.problem import Problem, Severity, UsageError, has_errors, in_reading_order
from pnp.model.project import Project
from pnp.model.sheet import Leaf, Sheet
from pnp.model.suggest import did_you_mean

Progress = Callable[[str, int, int], None]  # what is being done, done, of how many


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for; the defaults are those of the command line."""

    game: str
    language: str = ""  # the game's own
    ink: str = "low"
    modules: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()  # "id" or "component/id"; all where empty
    paper: str = "a4"
    marks: str = "edges"
    sides: str = "fronts"
    format: str = "pdf"
    dpi: int = 300
    draft: bool = False


class Laid(NamedTuple):
    """A game laid out: its edition, its leaves, all that is wrong so far, and how to set a line on a sheet."""

    edition: Edition | None
    leaves: tuple[Leaf, ...]
    problems: list[Problem]
    typeset: object = None


class Built(NamedTuple):
    """What a build wrote, or why it wrote nothing."""

    edition: Edition | None
    leaves: tuple[Leaf, ...]
    sheets: tuple[Sheet, ...]
    files: tuple[Path, ...]
    problems: list[Problem]


def lay_out(project: Project, request: Request, progress: Progress = lambda *_: None) -> Laid:
    """Loads, checks, localises and lays out."""
    from pnp.check import check_game
    from pnp.load import load_fonts, load_game, load_style

    game, problems = load_game(project, request.game)
    style, style_problems = load_style(project, request.game)
    fonts, font_problems = load_fonts(project)
    problems = [*problems, *style_problems, *font_problems]
    if game is None:
        return Laid(None, (), in_reading_order(problems))
    problems += check_game(game, project)
    from pnp.localise import make_edition

    edition, patch_problems = make_edition(game, request.language, request.ink, request.modules)
    problems += patch_problems
    wanted = _wanted(edition, request)
    if has_errors(font_problems):
        return Laid(edition, (), in_reading_order(problems))
    from pnp.layout import Layout

    layout = Layout(edition, style, fonts, project, draft=request.draft)
    total = sum(wanted(component, piece) for component in edition.components.values() for piece in component.pieces)
    done = 0

    def step(pieces: int) -> None:
        nonlocal done
        done += pieces
        progress("laying out", done, total)

    leaves, face_problems = layout.leaves(wanted, step)
    already = {problem.subject for problem in problems if problem.subject and problem.severity is Severity.ERROR}
    problems += [problem for problem in face_problems if problem.code != "PNP201" or problem.subject not in already]
    return Laid(edition, leaves, in_reading_order(problems), layout.typeset)


def build(project: Project, request: Request, out: Path, progress: Progress = lambda *_: None) -> Built:
    """The print-ready file, or a picture of each face, below `out`."""
    with collector_paused():
        laid = lay_out(project, request, progress)
        edition = laid.edition
        if edition is None or (has_errors(laid.problems) and not request.draft):
            return Built(edition, laid.leaves, (), (), laid.problems)
        folder = out / edition.game.id / edition.language
        if request.format == "png":
            return Built(
                edition, laid.leaves, (), _write_pictures(laid, folder / "png", request.dpi, progress), laid.problems
            )
        sheets, problems = _impose(laid, edition, request)
        problems = in_reading_order([*laid.problems, *problems])
        if not sheets or (has_errors(problems) and not request.draft):
            return Built(edition, laid.leaves, (), (), problems)
        progress("writing", 0, 1)
        from pnp.emit.files import write_atomically
        from pnp.emit.pdf import About, write_pdf

        game = edition.game
        about = About(f"{game.title} {game.version}", subject=game.credits, language=edition.language)
        target = folder / file_name(edition, request)
        write_atomically(target, write_pdf(sheets, about))
    return Built(edition, laid.leaves, sheets, (target,), problems)


def file_name(edition: Edition, request: Request) -> str:
    """Named after what was asked for, so that two editions can lie side by side: `starter-low-a4.pdf`."""
    parts = [edition.game.id, edition.ink, request.paper.replace(" ", ""), *edition.modules, *request.only]
    if request.sides != "fronts":
        parts.append(request.sides)
    if request.draft:
        parts.append("draft")
    return "-".join(parts) + ".pdf"


def _impose(laid: Laid, edition: Edition, request: Request) -> tuple[tuple[Sheet, ...], list[Problem]]:
    from pnp.impose import Captions, Settings, find_paper, impose

    game = edition.game

    def footer(title: str, page: int, pages: int) -> str:
        parts = [game.title, f"version {game.version}", edition.language, title, "print at 100 %", f"{page}/{pages}"]
        return " · ".join([*parts[:4], game.credits, *parts[4:]] if game.credits else parts)

    captions = Captions(footer, "100 mm: measure me. If I am shorter or longer, print again at 100 %.")
    settings = Settings(find_paper(request.paper), marks=request.marks, sides=request.sides)
    spans = {component.id: component.span for component in edition.components.values()}
    sheets, problems, _ = impose(laid.leaves, settings, captions, laid.typeset, spans)  # type: ignore[arg-type]
    return sheets, problems


def _write_pictures(laid: Laid, folder: Path, dpi: int, progress: Progress) -> tuple[Path, ...]:
    from pnp.emit.files import write_atomically
    from pnp.emit.png import face_png

    files: list[Path] = []
    for n, leaf in enumerate(laid.leaves, 1):
        for face in (leaf.front, leaf.back):
            if face is not None:
                name = face.label.replace(" ", "-") + ".png"
                write_atomically(folder / name, face_png(face, dpi))
                files.append(folder / name)
        progress("drawing", n, len(laid.leaves))
    return tuple(files)


def _wanted(edition: Edition, request: Request) -> Callable[[Component, Piece], bool]:
    """Which pieces are printed. Raises UsageError for what the request names and the edition doesn't have."""
    printed = {id: component for id, component in edition.components.items() if component.front}
    for id in request.only:
        if id not in printed:
            raise UsageError(f"{edition.game.id} prints no component {id} ({did_you_mean(id, printed)})")
    ids = {id for component in printed.values() for piece in component.pieces for id in (piece.id, piece.label)}
    for id in request.pieces:
        if id not in ids:
            raise UsageError(f"{edition.game.id} has no piece {id} ({did_you_mean(id, ids)})")

    def wanted(component: Component, piece: Piece) -> bool:
        return (
            component.id in printed
            and (not request.only or component.id in request.only)
            and (not request.pieces or piece.id in request.pieces or piece.label in request.pieces)
        )

    return wanted


def load(project: Project, game_id: str) -> tuple[Game | None, list[Problem]]:
    """A game and what is wrong with its data, without laying anything out."""
    from pnp.check import check_game
    from pnp.load import load_game

    game, problems = load_game(project, game_id)
    return game, in_reading_order([*problems, *check_game(game, project)] if game else problems)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Many small values are made and few of them are garbage: looking for it costs a tenth of the time and finds nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()  # what is alive now stays: not to be looked through when collecting begins again
        if was_enabled:
            gc.enable()
