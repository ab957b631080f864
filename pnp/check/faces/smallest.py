"""
A text is printed smaller than style.yaml allows under `checks:`; than 5 pt, where it doesn't say. Counted is the size
on paper, after shrinking to fit and all scaling. Home printers blur what is smaller, and eyes tire of it.

Bad:  `<text style="small" size="4pt" …/>`
Good: `<text style="small" size="6pt" …/>`
"""

from collections.abc import Callable, Iterator

from pnp.check.faces._geometry import multiplied
from pnp.check.faces._telling import Wrong
from pnp.model.display import IDENTITY, Face, Group, Item, Matrix, Text
from pnp.model.length import points
from pnp.model.problem import Severity, code
from pnp.model.style import Style

CODE = code("PNP361", "text too small to read", __doc__, Severity.WARNING)

_SLACK = 0.002  # mm

_Small = tuple[tuple[Text, float], ...]


def judge(style: Style, ink: str) -> Callable[[Face], Iterator[Wrong]]:
    hint = f"{points(style.smallest)} or more is wanted"
    known: dict[int, tuple[Item, _Small]] = {}  # with the item, whose id must not be another's

    def wrong(face: Face) -> Iterator[Wrong]:
        for item in face.content.items:
            small = known.get(id(item))
            if small is None:
                small = known[id(item)] = item, tuple(_small(item, IDENTITY, style.smallest - _SLACK))
            for text, size in small[1]:
                yield Wrong(text.field, text.says, f"is printed at {points(size)}", hint)

    return wrong


def _small(item: Item, matrix: Matrix, limit: float) -> Iterator[tuple[Text, float]]:
    """Texts below the limit, with the size that they have on paper."""
    if isinstance(item, Text) and item.runs:
        size = item.size * (matrix[2] ** 2 + matrix[3] ** 2) ** 0.5
        if size < limit:
            yield item, size
    elif isinstance(item, Group):
        inner = matrix if item.transform is IDENTITY else multiplied(matrix, item.transform)
        for child in item.items:
            if child.__class__ is Text or child.__class__ is Group:
                yield from _small(child, inner, limit)
