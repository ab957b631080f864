"""What imposing makes of faces: leaves to place, papers to place them on, sheets with everything at its millimetre."""

from typing import NamedTuple

from pnp.model.display import IDENTITY, Face, Item, Matrix, Path
from pnp.model.game import Format

USUAL_MARGIN = 5.0  # what printers leave white on all four sides; no home printer was found to need more


class Leaf(NamedTuple):
    """A physical piece to cut out: a front, perhaps a back, so many times."""

    component: str
    title: str  # of the component
    piece: str
    copies: int
    format: Format
    front: Face
    back: Face | None = None


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

    face: Face
    x: float
    y: float
    w: float  # on the sheet: swapped where turned by 90 or 270
    h: float
    turn: int = 0
    clip: Path | None = None  # what shows of the face, in its own coordinates; all but its bleed where None


class Sheet(NamedTuple):
    """One side of one sheet of paper."""

    paper: Paper
    label: str  # page label: "foxes 1", "foxes 1 back"
    component: str
    title: str
    side: str  # "front" or "back"
    placements: tuple[Placement, ...]
    furniture: tuple[Item, ...]  # marks, footer, ruler
    trim: Rect  # what is left when all cuts are made: the box around all placements
    bleed: Rect | None = None  # the trim with the bleed that shows around it; None where no piece bleeds
    adjust: Matrix = IDENTITY  # makes up for what the printer does to the page; of everything on it, in millimetres
