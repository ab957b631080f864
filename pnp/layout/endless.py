"""What was drawn → whether all its numbers can be printed: none larger than any sheet could show, none that isn't one.

Coordinates are small in most files, but transforms multiply: what each of them may be by itself says little.
"""

from collections.abc import Iterable

from pnp.model.display import Drawing, Gradient, Group, Item, Path, Picture, Shape, Stroke, Text
from pnp.model.problem import code

TOO_FAR = code(
    "PNP093",
    "drawing larger than can be printed",
    """
Somewhere in what an element draws, after all transforms, is a length of more than a hundred kilometres, or one that is
no number any more: a slip in a `viewBox`, a path or a stroke. No file for a printer can hold it.

Bad:  `<path d="M0 0 h1e9" …/>`
Good: `<path d="M0 0 h19" …/>`
""",
)

_MOST = 1e8  # mm


class Endless:
    """Looks at each group and each drawing once."""

    def __init__(self) -> None:
        self._known: dict[Group | Drawing, bool] = {}

    def is_in(self, items: Iterable[Item]) -> bool:
        return any(self._is(item) for item in items)

    def _is(self, item: Item) -> bool:
        match item:
            case Group():
                return self._remembered(item, item.items) or _any(item.transform[4:]) or _is_path(item.clip)
            case Shape():
                return _is_path(item.path) or _is_stroke(item.stroke) or _is_gradient(item.fill)
            case Picture(art, x, y, w, h):
                return _any((x, y, w, h)) or (isinstance(art, Drawing) and self._remembered(art, art.items))
            case Text():  # stands in a box, and attributes have bounds
                return False

    def _remembered(self, holder: Group | Drawing, items: Iterable[Item]) -> bool:
        known = self._known.get(holder)
        if known is None:
            known = self._known[holder] = self.is_in(items)
            if isinstance(holder, Drawing):
                known = self._known[holder] = known or _any((holder.w, holder.h))
        return known


def _is_path(path: Path | None) -> bool:
    return path is not None and any(_any(segment[1:]) for segment in path if len(segment) > 1)


def _any(numbers: Iterable[float]) -> bool:
    """The sum of a few numbers is no number where one of them is none, and compares to nothing."""
    return not sum(map(abs, numbers)) < _MOST


def _is_stroke(stroke: Stroke | None) -> bool:
    if stroke is None:
        return False
    return _any((stroke.width, stroke.miter, stroke.dash_offset, *stroke.dash)) or _is_gradient(stroke.paint)


def _is_gradient(paint: object) -> bool:
    return isinstance(paint, Gradient) and _any((*paint[:4], paint.radius, *paint.transform))
