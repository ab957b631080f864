"""
A text is printed smaller than style.yaml allows under `checks:`; than 5 pt, where it doesn't say. Counted is the size
on paper, after shrinking to fit and all scaling. Home printers blur what is smaller, and eyes tire of it.

Bad:  `<text style="small" size="4pt" …/>`
Good: `<text style="small" size="6pt" …/>`
"""

from collections.abc import Iterator, Sequence

from pnp.check.faces._geometry import multiplied
from pnp.check.faces._telling import Wrong, faces_once, told
from pnp.model.display import IDENTITY, Group, Item, Matrix, Text
from pnp.model.game import Edition
from pnp.model.length import points
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Leaf
from pnp.model.style import Style

CODE = code("PNP361", "text too small to read", __doc__, Severity.WARNING)

_SLACK = 0.002  # mm

_Small = tuple[tuple[Text, float], ...]


def check(edition: Edition, leaves: Sequence[Leaf], style: Style) -> Iterator[Problem]:
    hint = f"{points(style.smallest)} or more is wanted"
    known: dict[int, _Small] = {}
    found: list[Wrong] = []
    for leaf, face in faces_once(leaves):
        for item in face.content.items:
            small = known.get(id(item))
            if small is None:
                small = known[id(item)] = tuple(_small(item, IDENTITY, style.smallest - _SLACK))
            found += [Wrong(leaf, face, text, f"is printed at {points(size)}", hint) for text, size in small]
    yield from told(CODE, edition, found)


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
