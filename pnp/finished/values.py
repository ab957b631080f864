"""What people bring: sides as they finished them, the pieces that these make, and how all of it is meant."""

from pathlib import Path
from typing import NamedTuple

from pnp.model.display import PageArt, Raster
from pnp.model.span import Span


class Wishes(NamedTuple):
    """How finished pictures and pages are meant; the defaults are those of the command line."""

    size: tuple[float, float] | None = None  # of a piece, when it is cut out
    crop: float = 0.0  # bleed that is there already, on each side
    edges: str = "none"  # what bleed is made of where none is there
    backs: str = "names"  # how pictures and pages are fronts and backs
    back: str = ""  # the one behind all pieces: a file, or a page's number
    counts: Path | None = None  # a table: name, copies
    pages: tuple[int, ...] = ()  # of PDFs; all where empty
    grid: tuple[int, int] | None = None  # columns and rows on a page; (1, 1): a page is a card; None: as it is found
    start: tuple[float, float] | None = None  # of the first card on a page
    gap: tuple[float, float] | None = None  # between cards on a page
    keep: bool = False  # a game of one's own is made of it
    turned: str = "auto"  # the edge about which pages of backs were meant to be turned; "auto": what fits best


class FinishedSide(NamedTuple):
    """One face of a piece, and where on it its art lies."""

    name: str  # "3x goblin-front", "page 3", "page 3 card 4"
    file: str  # as messages name it
    art: Raster | PageArt
    w: float  # of the piece, millimetres
    h: float
    x: float  # where its art begins: left of the piece, above it, or there
    y: float
    art_w: float
    art_h: float
    bleed: float = 0.0  # what of the art may be seen around the piece
    turn: int = 0  # degrees clockwise that it is turned on its piece, since it lies otherwise in its art
    behind: "FinishedSide | None" = None  # what a page that is to be folded has behind it

    @property
    def span(self) -> Span:
        return Span(self.file)


class FinishedPiece(NamedTuple):
    id: str
    name: str
    copies: int
    front: FinishedSide
    back: FinishedSide | None
