"""Pieces that share their cuts → what shows of each face: its bleed on the sides where no other piece lies."""

from collections.abc import Sequence
from itertools import product

from pnp.impose.pattern import Block
from pnp.model.display import Path
from pnp.model.outline import rectangle_path
from pnp.model.sheet import Rect

_Corner = tuple[float, float]


def clips(block: Block, cells: Sequence[Rect]) -> list[Path | None]:
    """One for each of the cells that hold something, in the face's own coordinates."""
    if not block.around:
        return [block.clip] * len(cells)
    taken = {_key(cell.x, cell.y) for cell in cells}
    return [_clip(cell, taken, block) for cell in cells]


def _clip(cell: Rect, taken: set[_Corner], block: Block) -> Path:
    x, y, w, h = cell
    bleed = block.around
    left, right = (0.0 if _key(x + step, y) in taken else bleed for step in (-w, w))
    top, bottom = (0.0 if _key(x, y + step) in taken else bleed for step in (-h, h))
    shown = (-left, w + right), (-top, h + bottom)
    corners = [_in_face(*corner, cell, block.turn) for corner in product(*shown)]
    xs, ys = zip(*corners, strict=True)
    return rectangle_path(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _in_face(x: float, y: float, cell: Rect, turn: int) -> _Corner:
    """A point of the cell, from its top left corner, as the piece sees it that was turned clockwise into the cell."""
    match turn:
        case 90:
            return y, cell.w - x
        case 180:
            return cell.w - x, cell.h - y
        case 270:
            return cell.h - y, x
    return x, y


def _key(x: float, y: float) -> _Corner:
    return round(x, 3), round(y, 3)
