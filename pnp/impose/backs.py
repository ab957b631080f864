"""Cells of a front sheet → the cells that lie under them when the sheet is flipped along its long, upright edge."""

from pnp.model.sheet import Paper, Rect


def mirrored(cells: tuple[Rect, ...], paper: Paper) -> tuple[Rect, ...]:
    """The same order: the n-th cell is the back of the n-th."""
    return tuple(mirrored_cell(cell, paper) for cell in cells)


def mirrored_cell(cell: Rect, paper: Paper) -> Rect:
    return cell._replace(x=paper.w - cell.x - cell.w)


def back_turn(turn: int) -> int:
    """A piece turned clockwise on the front is turned the other way as seen from behind."""
    return -turn % 360
