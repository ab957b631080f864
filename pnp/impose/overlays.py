"""A pattern's blocks → dashed lines that aren't cut: where to fold, and what is safe from a knife that slips."""

from collections.abc import Iterable

from pnp.impose.marks import LINE, Reach, line, outlines
from pnp.impose.pattern import Block, Pattern
from pnp.model.display import Path, Shape, Stroke
from pnp.model.sheet import Leaf, Rect

FOLD = Stroke("#000000", LINE, dash=(3.0, 1.5))
SAFE = Stroke("#00a0c0", LINE, dash=(1.0, 1.0))


def fold_line(pattern: Pattern, reach: Reach) -> Shape:
    """All along the fold and a little beyond the pieces; dashed, since nothing is cut here."""
    assert pattern.fold is not None
    box, at = pattern.box, pattern.fold.at
    if pattern.fold.upright:
        return Shape(line(at, box.y - reach.top, at, box.bottom + reach.bottom), stroke=FOLD)
    return Shape(line(box.x - reach.left, at, box.right + reach.right, at), stroke=FOLD)


def safe_areas(block: Block, held: Iterable[tuple[Leaf, Rect]]) -> tuple[Shape, ...]:
    """An outline as far inside of each piece as its content should stay: components in one grid may differ in that."""
    paths: list[Path] = []
    for leaf, cell in held:
        if leaf.format.safe > 0:
            paths += [path for path in outlines(leaf.format, block.turn, (cell,), -leaf.format.safe) if path]
    return tuple([Shape(path, stroke=SAFE) for path in paths])
