"""A face as it is written → how finely its bitmaps print: pixels an inch on paper."""

import re
from collections.abc import Iterator
from math import hypot

from pnp.emit.pdf.resources import Kit
from pnp.model.display import IDENTITY, DrawnContent, Matrix, multiply
from pnp.model.length import MM_PER_INCH

_PART = re.compile(
    r"\((?:\\.|[^\\)])*\)"  # glyphs, among which anything may stand
    r"|(?<!\S)(?P<stack>[qQ])(?!\S)"
    r"|(?<!\S)(?P<matrix>(?:-?[\d.]+ ){6})cm(?!\S)"
    r"|/(?P<name>\S+) Do(?!\S)",
    re.DOTALL,
)


def smallest_dpi(content: DrawnContent) -> int | None:
    """Of all its bitmaps; None where it has none."""
    assert isinstance(content.kit, Kit)
    found = list(_resolutions(content.content, content.kit, IDENTITY))
    return int(min(found)) if found else None


def _resolutions(content: str, kit: Kit, at: Matrix) -> Iterator[float]:
    outer: list[Matrix] = []
    for part in _PART.finditer(content):
        stack, matrix, name = part["stack"], part["matrix"], part["name"]
        if stack == "q":
            outer.append(at)
        elif stack == "Q":
            at = outer.pop()
        elif matrix:
            a, b, c, d, e, f = map(float, matrix.split())
            at = multiply(at, (a, b, c, d, e, f))
        elif name in kit.forms:
            yield from _resolutions(kit.forms[name].content, kit, at)
        elif name in kit.images:
            image, across, down = kit.images[name], hypot(at[0], at[1]), hypot(at[2], at[3])
            if across and down:
                yield min(image.w / across, image.h / down) * MM_PER_INCH
