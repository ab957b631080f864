"""What sheets hold → the work that is left: sheets to print, cuts and folds to make, component by component."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

from pnp.impose.marks import cuts
from pnp.impose.pattern import Pattern
from pnp.impose.rows import ROUND
from pnp.impose.settings import Settings
from pnp.impose.sheetful import Filled, Sheetful, filled
from pnp.impose.tiles import OVERLAP, Tile
from pnp.model.game import Outline
from pnp.model.plan import Pages, Plan, Printout
from pnp.model.sheet import Leaf, Sheet


@dataclass(slots=True)
class _Tally:
    """One component's, while it is counted."""

    leaf: Leaf
    pieces: set[str] = field(default_factory=set)  # labels: the pages of a document are pieces to cut out, too
    printed: int = 0
    sheets: int = 0
    per_sheet: int = 0
    shared: int = 0
    cuts: int = 0
    folds: int = 0
    tiled: Pages | None = None


def plan(sheetfuls: Sequence[Sheetful], sheets: Sequence[Sheet], settings: Settings, said: dict[str, str]) -> Printout:
    """`said`: component → what was chosen for its bleed."""
    tallies: dict[str, _Tally] = {}
    apart, cut = 0, cache(_block_cuts)
    for sheetful in sheetfuls:
        counted = _with_backs(sheetful) if settings.sides == "backs" else sheetful
        _count(counted, tallies, cut)
        apart += sum(any(held) for held in counted.held) - 1
    plans = tuple(_plan(tally, said.get(component, "")) for component, tally in tallies.items())
    return Printout(
        sides=settings.sides,
        flip=settings.flip if settings.sides in ("duplex", "backs") else "",
        papers=len(sheetfuls),
        pages=len(sheets),
        cuts=apart + sum(part.cuts for part in plans),
        folds=sum(part.folds for part in plans),
        components=plans,
    )


def _with_backs(sheetful: Sheetful) -> Sheetful:
    """A sheet that components share may hold some that have none: in a file of backs their places are empty."""
    held = tuple([tuple([leaf if leaf and leaf.back else None for leaf in leaves]) for leaves in sheetful.held])
    return sheetful._replace(held=held)


def _count(sheetful: Sheetful, tallies: dict[str, _Tally], cut: Callable[[Pattern, int, Filled], int]) -> None:
    pattern, tile = sheetful.pattern, sheetful.tile
    here: list[_Tally] = []
    for number, held in enumerate(sheetful.held):
        leaves = [leaf for leaf in held if leaf is not None]
        if not leaves:
            continue
        tally = tallies.get(leaves[0].component)
        if tally is None:
            tally = tallies[leaves[0].component] = _Tally(leaves[0])
        here.append(tally)
        tally.pieces.update([leaf.front.label for leaf in leaves])
        tally.printed += len(leaves) if tile is None or tile.first else 0
        tally.cuts += _tile_cuts(tile) if tile else cut(pattern, number, filled(held))
    if tile:
        way = tile.tiling
        here[0].tiled = Pages(way.columns, way.rows, way.w, way.h, OVERLAP)
    for tally in {id(tally): tally for tally in here}.values():
        if pattern.shared:
            tally.shared += 1
        else:
            tally.sheets += 1
            tally.per_sheet = max(tally.per_sheet, pattern.size)
        tally.folds += pattern.fold is not None


def _block_cuts(pattern: Pattern, number: int, places: Filled) -> int:
    """Straight ones. Where pieces lie at the fold itself, the fold is their edge."""
    block = pattern.blocks[number]
    if block.format.outline in ROUND or not block.format.is_cut:
        return 0
    xs, ys = cuts(tuple([block.cells[place] for place in places]))
    if pattern.fold:
        along = xs if pattern.fold.upright else ys
        return len(xs) + len(ys) - any(abs(at - pattern.fold.at) < 1e-6 for at in along)
    return len(xs) + len(ys)


def _tile_cuts(tile: Tile) -> int:
    """Overlaps at the right and at the bottom stay, to be glued on."""
    return 2 + (tile.column + 1 == tile.tiling.columns) + (tile.row + 1 == tile.tiling.rows)


def _plan(tally: _Tally, said: str) -> Plan:
    leaf = tally.leaf
    format = leaf.format
    return Plan(
        component=leaf.component,
        title=leaf.title,
        pieces=len(tally.pieces),
        printed=tally.printed,
        w=format.w,
        h=format.h,
        outline=format.outline,
        sheets=tally.sheets,
        per_sheet=tally.per_sheet,
        shared=tally.shared,
        cuts=tally.cuts,
        is_cut=format.is_cut,
        outlines=tally.printed if format.is_cut and format.outline in ROUND else 0,
        corners=4 * tally.printed if format.is_cut and format.outline is Outline.ROUNDED else 0,
        folds=tally.folds,
        bleed=said,
        tiled=tally.tiled,
    )
