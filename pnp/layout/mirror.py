"""What stands in a box, as layouts that run from right to left have it."""

from pnp.layout.art.transforms import transform_path, transform_shape
from pnp.model.display import Group, Matrix, Path, Shape


def mirror(w: float) -> Matrix:
    """The mirror in the middle of a box of this width."""
    return -1.0, 0.0, 0.0, 1.0, w, 0.0


def mirrored_matrix(matrix: Matrix, w: float) -> Matrix:
    """A transform in such a box, seen in the mirror: what moved right moves left, turns turn the other way."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, w - a * w - e, f + b * w


def mirrored_path(path: Path, w: float) -> Path:
    """A path of such a box in the mirror; rectangles begin on the left, as ever."""
    return _from_the_left(transform_path(mirror(w), path))


def mirrored_shape(shape: Shape, w: float) -> Shape | Group:
    mirrored = transform_shape(mirror(w), shape)
    return mirrored._replace(path=_from_the_left(mirrored.path)) if isinstance(mirrored, Shape) else mirrored


def _from_the_left(path: Path) -> Path:
    match path:
        case (("M", x0, y0), ("L", x1, y1), ("L", x2, y2), ("L", x3, y3), ("Z",)) if y0 == y1 and x0 == x3 and y2 == y3:
            return ("M", x1, y1), ("L", x0, y0), ("L", x3, y3), ("L", x2, y2), ("Z",)
    return path
