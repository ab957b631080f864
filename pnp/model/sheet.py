"""What imposing makes of faces: leaves to place, papers to place them on, sheets with everything at its millimetre."""

from typing import NamedTuple

from pnp.model.display import Face, Item
from pnp.model.game import Format


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


class Placement(NamedTuple):
    """A face in the rectangle x, y, w, h of the sheet, turned clockwise by `turn` degrees before it was put there."""

    face: Face
    x: float
    y: float
    w: float  # on the sheet: swapped where turned by 90 or 270
    h: float
    turn: int = 0


class Sheet(NamedTuple):
    """One side of one sheet of paper."""

    paper: Paper
    label: str  # page label: "heroes 1", "heroes 1 back"
    component: str
    title: str
    side: str  # "front" or "back"
    placements: tuple[Placement, ...]
    furniture: tuple[Item, ...]  # marks, footer, ruler
    trim: Rect  # what is left when all cuts are made: the box around all placements
