"""How a sheet is divided: blocks of equal places, perhaps a fold; and the same sheet seen from behind."""

from typing import NamedTuple

from pnp.model.display import Path
from pnp.model.game import Format
from pnp.model.outline import turned_over
from pnp.model.sheet import Paper, Rect


class Mirror(NamedTuple):
    """A straight line in the paper: sheets are flipped or folded about it."""

    upright: bool  # it runs down the page: left and right change places
    at: float

    def cell(self, cell: Rect) -> Rect:
        x, y, w, h = cell
        return Rect(2 * self.at - x - w, y, w, h) if self.upright else Rect(x, 2 * self.at - y - h, w, h)

    def turn(self, turn: int) -> int:
        """A piece turned clockwise on the front is turned the other way as seen from behind."""
        return (-turn if self.upright else 180 - turn) % 360


class Bleed(NamedTuple):
    """What is printed of a face beyond its cut: around each piece, or, where cuts are shared, around all of them."""

    size: float = 0.0
    shared: bool = False


NONE = Bleed()


class Block(NamedTuple):
    """Places for pieces of one format that lie alike."""

    format: Format
    turn: int  # degrees clockwise, of every piece
    cells: tuple[Rect, ...]  # what is cut out
    box: Rect  # around all cells and their bleed
    clip: Path | None = None  # what shows of each face, where that isn't just its trimmed size
    whole: Rect | None = None  # of a tile: where the face would lie of which it shows a part
    around: float = 0.0  # bleed where no neighbour is: pieces that share their cuts have none between them
    between: float = 0.0  # the same where a neighbour is, as far away as the format says
    place: Rect | None = None  # in a grid of larger pieces: what is free there for the block and its marks

    def mirrored(self, mirror: Mirror) -> "Block":
        """The n-th cell is the back of the n-th."""
        seen = self._replace(
            turn=mirror.turn(self.turn),
            cells=tuple([mirror.cell(cell) for cell in self.cells]),
            box=mirror.cell(self.box),
            place=mirror.cell(self.place) if self.place else None,
        )
        if self.whole is None or self.clip is None:
            return seen
        width = self.whole.h if self.turn % 180 else self.whole.w
        return seen._replace(clip=turned_over(self.clip, width), whole=mirror.cell(self.whole))


class Pattern(NamedTuple):
    """A sheet's places."""

    paper: Paper  # as it lies: upright or on its side
    blocks: tuple[Block, ...]
    box: Rect  # around everything that is printed but the furniture
    fold: Mirror | None = None  # backs lie behind their fronts when the sheet is folded here

    shared: bool = False  # by several components, each with a ring around its blocks

    @property
    def size(self) -> int:
        return sum(len(block.cells) for block in self.blocks)

    @property
    def is_cut(self) -> bool:
        return any(block.format.is_cut for block in self.blocks)
