"""A picture of what is painted on a piece, and the outline that is cut out → the piece, transparent around it.

Pixels on the outline lie partly outside of it. Their colour is that of the part inside alone, so that no ground on
which the piece is laid shows a seam of white paper or of anything else.
"""

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL import Image

_PARTLY = re.compile(rb"[^\x00\xff]")


class Mask(NamedTuple):
    """How much of each pixel is inside: 0 to 255."""

    inside: "Image.Image"
    edge: tuple[tuple[int, int], ...]  # the pixels that are partly inside

    @classmethod
    def of(cls, inside: "Image.Image") -> "Mask":
        found = (match.start() for match in _PARTLY.finditer(inside.tobytes()))
        return cls(inside, tuple([(at % inside.width, at // inside.width) for at in found]))


def cut_out(painted: "Image.Image", mask: Mask) -> "Image.Image":
    """`painted` has nothing behind its paint; the piece has white paper there."""
    from PIL import Image

    piece = Image.alpha_composite(Image.new("RGBA", painted.size, "#ffffff"), painted)
    paint, inside, pixels = painted.load(), mask.inside.load(), piece.load()
    assert paint is not None and inside is not None and pixels is not None
    for at in mask.edge:
        *colour, covered = paint[at]  # type: ignore[misc]
        share = min(covered / inside[at], 1.0)  # type: ignore[operator]
        pixels[at] = tuple([round(255 + (part - 255) * share) for part in colour])
    piece.putalpha(mask.inside)
    return piece
