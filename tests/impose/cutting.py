"""A printed page as a picture → the pieces that somebody gets who cuts along the marks that can be seen.

Knows pixels only. `comb` cuts from the top down to the lower marks and leaves that margin on, then right across, the
top row first: all marks stand in margins that are still there. `strips` cuts the sheet into strips, and each of these
by the marks that have stayed on it.
"""

from itertools import pairwise

from PIL import Image, ImageChops

DPI = 240
MM = DPI / 25.4
DARK = 110
MARGIN = 6.0  # millimetres: how far a mark's ends may be from the pieces, with bleed between them
BLEED = 1.4  # how near a picture may reach
_DOT = 6.0  # pixels

Box = tuple[int, int, int, int]


def pixels(picture: Image.Image) -> Image.Image:
    """Return a picture that is black where something is printed."""
    return picture.convert("L").point(lambda value: 255 if value < DARK else 0)


def marks(strip: Image.Image, *, upright: bool) -> list[float]:
    """Return where thin straight marks of half a millimetre or more stand in a strip of margin, in its pixels."""
    w, h = strip.size
    data = pixels(strip).tobytes()
    run = b"\xff" * round(0.45 * MM)
    lines = [data[at::w] if upright else data[at * w : (at + 1) * w] for at in range(w if upright else h)]
    there = [at for at, line in enumerate(lines) if run in line]
    together: list[list[int]] = []
    for at in there:
        if together and at == together[-1][-1] + 1:
            together[-1].append(at)
        else:
            together.append([at])
    return [(group[0] + group[-1] + 1) / 2 for group in together if len(group) <= 0.4 * MM]


def comb(page: Image.Image, block: Box) -> list[Image.Image]:
    """All pieces, row by row. `block`: around the pieces, where anybody sees them begin and end."""
    left, top, right, bottom = block
    reach, beside = round(MARGIN * MM), round(BLEED * MM)
    above = _at(marks(page.crop((left - 3, top - reach, right + 3, top - beside)), upright=True), left - 3)
    below = _at(marks(page.crop((left - 3, bottom + beside, right + 3, bottom + reach)), upright=True), left - 3)
    at_left = _at(marks(page.crop((left - reach, top - 3, left - beside, bottom + 3)), upright=False), top - 3)
    at_right = _at(marks(page.crop((right + beside, top - 3, right + reach, bottom + 3)), upright=False), top - 3)
    assert _agree(above, below) and _agree(at_left, at_right), "the ruler lies on marks at both ends of each cut"
    return [
        page.crop((round(x), round(y), round(end), round(low)))
        for y, low in pairwise(at_left)
        for x, end in pairwise(above)
    ]


def strips(page: Image.Image, block: Box) -> list[Image.Image]:
    """All pieces, column by column; each strip is cut by what is still to be seen on it, along both of its edges."""
    left, top, right, bottom = block
    reach, beside = round(MARGIN * MM), round(BLEED * MM)
    above = _at(marks(page.crop((left - 3, top - reach, right + 3, top - beside)), upright=True), left - 3)
    found = []
    for x, end in pairwise(above):
        strip = page.crop((round(x), 0, round(end), page.height))
        edge = round(0.9 * MM)
        first = marks(strip.crop((2, 0, edge, strip.height)), upright=False)
        second = marks(strip.crop((strip.width - edge, 0, strip.width - 2, strip.height)), upright=False)
        both = [at for at in first if any(abs(at - other) <= 2 for other in second)]
        cuts = [at for at in both if top - 3 <= at <= bottom + 3]
        found += [strip.crop((0, round(at), strip.width, round(low))) for at, low in pairwise(cuts)]
    return found


def likeness(piece: Image.Image, face: Image.Image, corner: float) -> float:
    """How many of a thousand dots, two thirds of a millimetre wide, differ much between a cut piece and its face.

    Corners and edges are left out; dots that large don't mind a cut that is a pixel off.
    """
    size = round(face.width / _DOT), round(face.height / _DOT)
    one, other = (picture.convert("L").resize(size, Image.Resampling.BOX) for picture in (piece, face))
    inset = round(corner * MM / _DOT) + 1
    difference = ImageChops.difference(one, other).crop((inset, 2, size[0] - inset, size[1] - 2))
    return 1000 * sum(difference.histogram()[80:]) / (difference.width * difference.height)


def _at(found: list[float], offset: int) -> list[float]:
    return [offset + at for at in found]


def _agree(one: list[float], other: list[float]) -> bool:
    return len(one) == len(other) > 1 and all(abs(a - b) <= 2 for a, b in zip(one, other, strict=True))
