"""What a user asked for, and which pieces and problems that means."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from re import compile as pattern

from pnp.model.game import Component, Edition, Piece
from pnp.model.problem import Problem, UsageError
from pnp.model.sheet import Paper
from pnp.model.suggest import did_you_mean

_PATTERN = pattern(r"[*?\[\]!]")  # what files aren't called
Wanted = Callable[[Component, Piece], bool]
Progress = Callable[[str, int, int], None]  # what is being done, done, of how many


@dataclass(frozen=True, slots=True)
class Request:
    """The defaults are those of the command line."""

    game: str
    language: str = ""  # the game's own
    ink: str = "low"
    modules: tuple[str, ...] = ()
    overlay: Path | None = None  # a file with a module of the user's own
    only: tuple[str, ...] = ()  # components; all where empty
    pieces: tuple[str, ...] = ()  # "id" or "component/id", or patterns of these; all where empty
    players: int = 0  # whom sheets that tell the setup tell it; 0: any number
    paper: str = "a4"
    printer: str = ""  # a profile's name; none where empty
    marks: str = "edges"
    marked: str = "both"  # the sides that have marks
    safe: bool = False  # dashes around what is safe from the knife
    sides: str = "fronts"
    flip: str = "long"
    bleed: str = "auto"
    together: str = "auto"
    copies: int = 1  # of everything
    skip: int = 0  # places of the first sheet that are used already
    format: str = "pdf"
    dpi: int = 300
    draft: bool = False
    thorough: bool = False  # rules are examined for all sets of modules, not just for the chosen one
    instructions: bool = True  # a page that says how to print and cut it comes first
    given: frozenset[str] = frozenset()  # options that somebody typed: "paper", "instructions" for --no-instructions


def is_for_expansions(edition: Edition, request: Request) -> bool:
    """Whether a check looks at expansions of one game together: one of all modules, in the language of the data."""
    return request.thorough and not (edition.modules or request.overlay or edition.translation)


def paper_names() -> list[str]:
    from pnp.impose import known_papers

    return list(known_papers())


def file_name(edition: Edition, request: Request, paper: Paper | None = None) -> str:
    """Named after what was asked for, so that two editions can lie side by side: `mygame-low-a4.pdf`.

    Pictures have no paper: theirs is a folder, `mygame-low-300dpi`, which any choice of components can share; with
    their bleed they lie in another one.
    """
    parts = [edition.game.id, edition.ink, paper.name if paper else f"{request.dpi}dpi", *edition.modules]
    parts += ["bleed"] if request.bleed == "yes" and not paper else []
    if paper:
        parts += [id for id in edition.components if id in request.only]
        parts += _named(request.pieces)
        parts += [request.sides] if request.sides != "fronts" else []
        parts += [request.flip] if request.flip != "long" and request.sides in ("duplex", "backs") else []
        parts += [f"{request.copies}x"] if request.copies > 1 else []
        parts += [request.printer] if request.printer else []
    parts += [f"{request.players}players"] if request.players else []
    parts += ["draft"] if request.draft else []
    return "-".join(parts) + (".pdf" if paper else "")


def _named(pieces: tuple[str, ...]) -> list[str]:
    """A few pieces by their ids, more by how many they are: a reprint must not replace the whole game's file."""
    names = [_PATTERN.sub("", id.replace("/", "-")).strip("-") or "pieces" for id in pieces]
    return names if len(pieces) <= 3 else [f"{len(pieces)}pieces"]


def wanted_pieces(edition: Edition, request: Request) -> Wanted:
    """Which pieces are printed. Raises UsageError for what the request names and the edition doesn't have.

    What is printed on request only is wanted where its component or the piece is named, and where all is examined.
    """
    printed = {id: component for id, component in edition.components.items() if component.front}
    for id in request.only:
        if id not in printed:
            raise UsageError(f"{edition.game.id} prints no component {id}{_hint(id, printed)}")
    pieces = [piece for component in printed.values() for piece in component.pieces]
    for id in request.pieces:
        known = {piece.label if "/" in id else piece.id for piece in pieces}
        if not any(fnmatchcase(each, id) for each in known):
            raise UsageError(f"{edition.game.id} has no piece {id}{_hint(id, known)}")

    def unasked(component: Component) -> bool:
        return component.on_request and not request.pieces and not request.thorough

    def is_named(piece: Piece) -> bool:
        return any(fnmatchcase(name, id) for id in request.pieces for name in (piece.id, piece.label))

    def wanted(component: Component, piece: Piece) -> bool:
        return (
            component.id in printed
            and (component.id in request.only if request.only else not unasked(component))
            and (not request.pieces or is_named(piece))
        )

    return wanted


def problems_concerning(problems: Iterable[Problem], edition: Edition, wanted: Wanted) -> Iterator[Problem]:
    """Without those of pieces that could be printed, but aren't this time."""
    others = {
        piece.label
        for component in edition.components.values()
        for piece in component.pieces
        if component.front and not wanted(component, piece)
    }
    return (problem for problem in problems if problem.subject not in others)


def _hint(wrong: str, known: Iterable[str]) -> str:
    hint = did_you_mean(wrong, known)
    return f" ({hint})" if hint else ""
