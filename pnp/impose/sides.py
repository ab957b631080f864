"""A stack and its furniture → its sheets: fronts, each with its back behind it where sheets have two sides."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pnp.impose.backs import back_turn, mirrored
from pnp.impose.furniture import Furniture, footer_group
from pnp.impose.marks import Reach, cut_marks
from pnp.impose.settings import Job
from pnp.impose.stacks import Stack
from pnp.model.display import Face, Group, Item
from pnp.model.sheet import Leaf, Placement, Rect, Sheet


class Side(NamedTuple):
    """One side of a stack's sheets; the n-th cells of both sides lie back to back."""

    name: str  # "front" or "back"
    cells: tuple[Rect, ...]
    turn: int

    def face(self, leaf: Leaf) -> Face | None:
        return leaf.back if self.name == "back" else leaf.front


def sheets_of(stack: Stack, furniture: Furniture, job: Job, start: int) -> Iterator[Sheet]:
    """From page number `start` on. Sheets whose cells are filled alike share the object that is their marks."""
    component, title, grid = stack.component, stack.title, stack.grid

    @cache
    def marks(turn: int, held: tuple[Rect, ...], reach: Reach) -> Group | None:
        return cut_marks(furniture.marks, stack.format, turn, held, grid.box, reach)

    def beside(side: Side, held: tuple[Rect, ...], page: int, ruled: bool) -> Iterator[Item]:
        if drawn := marks(side.turn, held, furniture.reach(ruled=ruled)):
            yield drawn
        if furniture.footer:
            yield footer_group(furniture.footer, job.captions.footer(title, page, job.pages), job.typeset)
        if furniture.ruler and ruled:
            yield furniture.ruler.group

    sides, page = _sides(stack, job), start
    for number, leaves in enumerate(stack.sheetfuls, 1):
        for side in sides:
            ruled = number == 1 and side.name == "front"
            laid = [
                (face, cell)
                for leaf, cell in zip(leaves, side.cells, strict=False)
                if (face := side.face(leaf)) is not None
            ]
            yield Sheet(
                paper=grid.paper,
                label=f"{component} {number}" if side.name == "front" else f"{component} {number} {side.name}",
                component=component,
                title=title,
                side=side.name,
                placements=tuple([Placement(face, x, y, w, h, side.turn) for face, (x, y, w, h) in laid]),
                furniture=tuple(beside(side, tuple([cell for _, cell in laid]), page, ruled)),
                trim=_around(side.cells[: len(leaves)]),
            )
            page += 1


def _sides(stack: Stack, job: Job) -> tuple[Side, ...]:
    grid = stack.grid
    front = Side("front", grid.cells, grid.turn)
    return (front, Side("back", mirrored(grid.cells, grid.paper), back_turn(grid.turn))) if job.duplex else (front,)


def _around(cells: tuple[Rect, ...]) -> Rect:
    """The box that is left when all cuts are made."""
    x, y = min(cell.x for cell in cells), min(cell.y for cell in cells)
    return Rect(x, y, max(cell.right for cell in cells) - x, max(cell.bottom for cell in cells) - y)
