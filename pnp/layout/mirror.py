"""What stands in a box, as layouts that run from right to left have it."""

from pnp.model.display import Matrix


def mirror(w: float) -> Matrix:
    """The mirror in the middle of a box of this width."""
    return -1.0, 0.0, 0.0, 1.0, w, 0.0


def mirrored_matrix(matrix: Matrix, w: float) -> Matrix:
    """A transform in such a box, seen in the mirror: what moved right moves left, turns turn the other way."""
    a, b, c, d, e, f = matrix
    return a, -b, -c, d, w - a * w - e, f + b * w
