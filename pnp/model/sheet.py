"""What imposing makes of faces: leaves, papers, sheets with everything at its millimetre, and the work they leave."""

from collections.abc import Iterable
from typing import NamedTuple

from pnp.model.display import IDENTITY, AnyFace, Item, Matrix, Path
from pnp.model.game import Format

USUAL_MARGIN = 5.0  # what printers leave white on all four sides; no home printer was found to need more


class Leaf(NamedTuple):
    """A physical piece to cut out: a front, perhaps a back, so many times."""

    component: str
    title: str  # of the component
    piece: str
    copies: int
    format: Format
    front: AnyFace
    back: AnyFace | None = None
    copy: int = 0  # which of the piece's copies it is, where these differ; 0 where it is all of them
    is_reverse: bool = False  # the other face of a piece whose faces are printed side by side: no piece more


def leaves_by_piece(leaves: Iterable[Leaf]) -> dict[str, list[Leaf]]:
    """Return the leaves of each piece, by its label."""
    found: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        found.setdefault(f"{leaf.component}/{leaf.piece}", []).append(leaf)
    return found


class Paper(NamedTuple):
    name: str
    w: float
    h: float


class Rect(NamedTuple):
    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h


class Printer(NamedTuple):
    """What a printer does to a page, as its owner measured it on a calibration sheet, and what is done about it.

    Scales apply to both sides of a sheet, offsets and the rotation to backs alone: they bring backs under their fronts.
    """

    name: str
    offset_x: float = 0.0  # millimetres to the right, as one looks at the back
    offset_y: float = 0.0  # millimetres downwards
    rotate: float = 0.0  # degrees clockwise
    scale_x: float = 1.0  # 1.01 where 100 mm measure 99
    scale_y: float = 1.0
    margin: float = USUAL_MARGIN  # what it leaves white on all four sides


class Placement(NamedTuple):
    """A face in the rectangle x, y, w, h of the sheet, turned clockwise by `turn` degrees before it was put there."""

    face: AnyFace
    x: float
    y: float
    w: float  # on the sheet: swapped where turned by 90 or 270
    h: float
    turn: int = 0
    clip: Path | None = None  # what shows of the face, in its own coordinates; all but its bleed where None
    scale: float = 1.0  # millimetres of the sheet for one of the face


class Sheet(NamedTuple):
    """One side of one sheet of paper."""

    paper: Paper
    label: str  # page label: "foxes 1", "foxes 1 back"
    component: str
    title: str
    side: str  # "front" or "back"
    placements: tuple[Placement, ...]
    furniture: tuple[Item, ...]  # marks, footer, ruler
    trim: Rect  # what is left when all cuts are made: the box around all placements; the paper where nothing is cut
    bleed: Rect | None = None  # the trim with the bleed that shows around it; None where no piece bleeds
    adjust: Matrix = IDENTITY  # makes up for what the printer does to the page; of everything on it, in millimetres


class Pages(NamedTuple):
    """How a tiled piece's pages come together: A1 top left, A2 beside it, B1 below."""

    columns: int
    rows: int
    w: float  # of what each page shows, as it lies
    h: float
    overlap: float


class Plan(NamedTuple):
    """One component's part."""

    component: str
    title: str
    pieces: int  # different ones
    printed: int  # each as often as it prints
    sheets: int  # of paper that are all its own
    per_sheet: int  # places on one of them; 0 where it has none
    shared: int  # sheets of paper that it shares with others
    is_cut: bool  # else it stays a sheet
    bleed: str  # "9 a sheet with 1.4 mm bleed; 3 mm would leave 8"; empty where none is declared
    tiled: Pages | None = None


class Share(NamedTuple):
    """What of one component lies on a batch of sheets."""

    component: str
    title: str
    printed: int
    different: int
    is_cut: bool
    faces: int = 0  # more than pieces where both sides of one lie beside each other

    @property
    def has_apart(self) -> bool:
        """Tell whether faces are printed by themselves."""
        return self.faces > self.printed


class Fold(NamedTuple):
    """How a sheet lies, and which way the line goes that it is folded along."""

    is_wide: bool  # the sheet lies on its side
    is_upright: bool  # the line runs down the sheet


class Batch(NamedTuple):
    """Sheets of paper that follow each other and hold the same components: printed, cut and ticked off together."""

    shares: tuple[Share, ...]
    first: int  # page of the file
    last: int
    papers: int  # sheets of paper that begin here: a page on the back of another begins none
    cuts: int  # straight ones
    folds: tuple[Fold, ...]  # one for each sheet that is folded
    is_tiled: bool  # its pages are glued together
    has_outlines: bool  # something is cut out along its outline
    has_crosses: bool  # marks inside of the block stay on strips that are cut off
    has_blocks: bool  # that are parted before they are cut
    small: int = 0  # tiles and tokens, which want to be thicker than cards, on sheets with one printed side
    small_backed: int = 0  # those on sheets whose backs are printed, too: nothing can be glued behind them

    @property
    def is_cut(self) -> bool:
        return any(share.is_cut for share in self.shares)


class Printout(NamedTuple):
    """The whole of it."""

    sides: str  # one of fronts, duplex, fold, backs
    flip: str  # "long" or "short": the edge to flip sheets along; empty where they have one printed side
    papers: int  # sheets of paper, without those that pages in front begin
    pages: int  # printed sides, without those in front
    components: tuple[Plan, ...]
    batches: tuple[Batch, ...]

    @property
    def cuts(self) -> int:
        return sum(batch.cuts for batch in self.batches)

    @property
    def folds(self) -> int:
        return sum(len(batch.folds) for batch in self.batches)
