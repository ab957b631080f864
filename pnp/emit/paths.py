"""Paths → what they are: rectangles, extents."""

from pnp.model.display import Path
from pnp.model.sheet import Rect


def as_rectangle(path: Path) -> Rect | None:
    """The rectangle that a path goes round, first along x."""
    match path:
        case (("M", x, y), ("L", x1, y1), ("L", x2, y2), ("L", x3, y3), ("Z",)) if (
            y == y1 and x1 == x2 and y2 == y3 and x3 == x
        ):
            return Rect(x, y, x1 - x, y2 - y)
    return None


def extent(path: Path) -> Rect:
    """A box around all points of a path, control points included."""
    xs = [value for segment in path for value in segment[1::2]]
    ys = [value for segment in path for value in segment[2::2]]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
