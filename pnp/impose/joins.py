"""A tiling → what helps to glue its pages: marks and names in the overlaps, and a small map of all pages."""

from collections.abc import Iterator

from pnp.impose.marks import CUT, HALF, LINE, line, placed
from pnp.impose.pattern import Pattern
from pnp.impose.settings import Typeset
from pnp.impose.strips import Block as Drawing
from pnp.impose.tiles import OVERLAP, Tile, Tiling
from pnp.impose.writing import written
from pnp.model.display import Group, Item, Path, Shape, Stroke
from pnp.model.game import Outline
from pnp.model.length import MM_PER_POINT
from pnp.model.outline import outline_path, rectangle_path
from pnp.model.sheet import Rect

_STEM = 3.0  # of a mark, from the edge of the page that comes on top
_BAR = 4.0
_NAME = 7 * MM_PER_POINT
_SMALL = 5.5 * MM_PER_POINT
_PAPER = "#ffffff"
_MAP = Stroke("#000000", LINE)
_MAP_CELL = 4.0  # at least so high, for a name


def joins(tile: Tile, pattern: Pattern, typeset: Typeset) -> list[Group]:
    """In the overlaps at the right and at the bottom, which the next pages cover: where their edges come."""
    (tiling, row, column), box = tile, pattern.box
    marks: list[Path] = []
    groups: list[Group] = []
    name = tile.name
    if column + 1 < tiling.columns:
        edge = box.right - OVERLAP
        marks += _upright_marks(edge, box)
        groups.append(_name(name, edge + _STEM + 1, box.y + box.h / 8, typeset))
    if row + 1 < tiling.rows:
        edge = box.bottom - OVERLAP
        marks += _level_marks(edge, box)
        groups.append(_name(name, box.x + box.w / 8, edge + _STEM + 1, typeset))
    drawn = tuple(Shape(path, stroke=CUT) for path in marks)
    return [Group(drawn), *groups] if drawn else groups


def page_outline(tile: Tile, pattern: Pattern) -> Group | None:
    """A page's part of the piece's own outline, where that isn't straight."""
    (block,) = pattern.blocks
    if tile.tiling.format.outline is Outline.RECTANGLE or block.whole is None:
        return None
    path = placed(outline_path(tile.tiling.format), block.whole, block.turn)
    return Group((Shape(path, stroke=CUT),), clip=rectangle_path(*pattern.box))


def _upright_marks(edge: float, box: Rect) -> Iterator[Path]:
    """Three T that lie on their sides; a hair inside the overlap, so that nothing of them is left to see."""
    for at in (box.y + box.h / 4, box.y + box.h / 2, box.y + box.h * 3 / 4):
        yield line(edge + HALF, at - _BAR / 2, edge + HALF, at + _BAR / 2)
        yield line(edge + LINE, at, edge + LINE + _STEM, at)


def _level_marks(edge: float, box: Rect) -> Iterator[Path]:
    for at in (box.x + box.w / 4, box.x + box.w / 2, box.x + box.w * 3 / 4):
        yield line(at - _BAR / 2, edge + HALF, at + _BAR / 2, edge + HALF)
        yield line(at, edge + LINE, at, edge + LINE + _STEM)


def _name(name: str, x: float, y: float, typeset: Typeset) -> Group:
    """On white, to be read on any picture."""
    block = written(name, _NAME, typeset)
    ground = Shape(rectangle_path(-0.5, -0.3, block.w + 1, block.h + 0.6), fill=_PAPER)
    return Group((ground, *block.items), (1.0, 0.0, 0.0, 1.0, x, y))


def assembly_map(tiling: Tiling, depth: float, typeset: Typeset) -> Drawing | None:
    """All pages with their names as they come together, so high; None where names would not be readable."""
    h = depth / tiling.rows
    w = h * tiling.w / tiling.h
    names = [(place, written(tiling.name(*place), _SMALL, typeset)) for place in tiling.places]
    if h < _MAP_CELL or w < max(name.w for _, name in names) + 0.6:
        return None
    items: list[Item] = []
    for (row, column), name in names:
        x, y = HALF + column * w, HALF + row * h
        items.append(Shape(rectangle_path(x, y, w, h), stroke=_MAP))
        middle = (1.0, 0.0, 0.0, 1.0, x + (w - name.w) / 2, y + (h - name.h) / 2)
        items.append(Group(name.items, middle))
    return Drawing(w * tiling.columns + LINE, h * tiling.rows + LINE, tuple(items))
