"""What a user asked for, one value that all of the house takes: each field is named like its parameter of a command."""

from dataclasses import dataclass
from pathlib import Path

DESIGNS = ("low", "full")  # with a palette each
INKS = (*DESIGNS, "black")
SIDES = ("fronts", "duplex", "fold", "backs")
FLIPS = ("long", "short")
MARKS = ("lines", "edges", "corners", "none")
MARKED = ("fronts", "backs", "both")
BLEEDS = ("auto", "yes", "perimeter", "no")
TOGETHER = ("auto", "yes", "no")
PSEUDO = ("en-XA", "ar-XB")  # languages that nobody speaks, made from the source: for drafts


def design_of(ink: str) -> str:
    """Return the design that is printed in an ink: black is the low one with every colour turned black."""
    return "low" if ink == "black" else ink


@dataclass(frozen=True, slots=True)
class Options:
    """The defaults are those of the command line."""

    game: str
    language: str = ""  # the game's own
    ink: str = "low"
    modules: tuple[str, ...] = ()
    overlay: Path | None = None  # a file with a module of the user's own
    only: tuple[str, ...] = ()  # components; all where empty
    pieces: tuple[str, ...] = ()  # "id" or "component/id", or patterns of these; all where empty
    where: str = ""  # an expression that is true of the pieces to print
    players: int = 0  # whom sheets that tell the setup tell it; 0: any number
    paper: str = "a4"
    printer: str = ""  # a profile's name; none where empty
    marks: str = "edges"
    marked: str = "both"  # the sides that have marks
    safe: bool = False  # dashes around what is safe from the knife
    sides: str = "fronts"
    flip: str = "long"  # the edge of the upright sheet that a two-sided printer turns it about
    bleed: str = "auto"  # real bleed: where it costs no piece a sheet, always, never
    together: str = "auto"  # several components a sheet: those that fill less than one, all that is left over, none
    since: str = ""  # only what has changed since then: a revision, a folder, a build record
    copies: int = 1  # of everything
    skip: int = 0  # places of the first sheet that are used already
    format: str = "pdf"  # none where it is empty: faces are looked at, and neither drawn nor recorded
    dpi: int = 300
    text: bool = False  # stays text in SVG files
    draft: bool = False
    instructions: bool = True  # pages that say how to print and cut it come first
    thorough: bool = False  # rules are examined for all sets of modules, not just for the chosen one
    cache: bool = True  # what was found out before is used, and kept
    jobs: int = 0  # processes that draw pieces; 0: as many as there are processors, if there is enough to do
    executor: str = "here"  # who draws pieces: this machine, or a cluster at dask://HOST:PORT or tls://HOST:PORT
    given: frozenset[str] = frozenset()  # options that somebody typed: "paper", "instructions" for --no-instructions
