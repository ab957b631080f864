"""Filled sheets → sheets to print, cuts and folds to make, batch by batch; what a size or a margin costs."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby, product
from math import ceil, floor
from typing import NamedTuple

from pnp.impose.cut_marks import arm, cuts
from pnp.impose.filled_sheets import OVERLAP, Filled, FilledSheet, find_filled_places
from pnp.impose.patterns import ROUND, Pattern, both_ways
from pnp.impose.press import Press, printable
from pnp.impose.sides import count_sides, sides_of
from pnp.model.game import Format
from pnp.model.length import ROUNDING, mm
from pnp.model.problem import Problem, Severity, code
from pnp.model.sheet import Batch, Fold, Leaf, Pages, Plan, Printout, Share
from pnp.model.span import Span

LARGEST_TILE, LARGEST_TOKEN = 40.0, 65.0  # mm: cards are longer than the one, and not round as the other


def plan_work(sheets: Sequence[FilledSheet], press: Press, said: dict[str, str], before: int = 0) -> Printout:
    """Count the work. `said`: component → the choice of its bleed. `before` pages of the file come in front."""
    sides = press.options.sides
    counted = list(sheets)
    if sides == "backs":  # places of pieces without backs are empty: they may share sheets with others
        held = [[tuple([leaf if leaf and leaf.back else None for leaf in each]) for each in s.held] for s in sheets]
        counted = [sheet._replace(held=tuple(backed)) for sheet, backed in zip(sheets, held, strict=True)]
    plans: dict[str, Plan] = {}
    labels: dict[str, set[str]] = {}  # of pieces by component: the pages of a document differ, too
    for sheet in counted:
        pattern, tile, firsts = sheet.pattern, sheet.tile, _first_leaves(sheet)
        is_shared = len(firsts) > 1 or pattern.shared
        for first in firsts:
            id, is_cut = first.component, first.format.is_cut
            own = [leaf.front.label for leaf in sheet.leaves if leaf.component == id and not leaf.is_reverse]
            labels.setdefault(id, set()).update(own)
            plan = plans.get(id) or Plan(id, first.title, 0, 0, 0, 0, 0, is_cut, said.get(id, ""))
            way = tile.tiling if tile else None
            plans[id] = plan._replace(
                pieces=len(labels[id]),
                printed=plan.printed + (len(own) if tile is None or tile.first else 0),
                sheets=plan.sheets + (not is_shared),
                per_sheet=plan.per_sheet if is_shared else max(plan.per_sheet, pattern.size),
                shared=plan.shared + is_shared,
                tiled=Pages(way.columns, way.rows, way.w, way.h, OVERLAP) if way else plan.tiled,
            )
    pages = count_sides(sheets, sides, before)
    each = len(sides_of(sides))
    return Printout(
        sides=sides,
        flip=press.options.flip if sides in ("duplex", "backs") else "",
        papers=(before + pages) // each - -(-before // each),
        pages=pages,
        components=tuple(plans.values()),
        batches=tuple(_batches(counted, press, before)),
    )


def _batches(sheets: Sequence[FilledSheet], press: Press, before: int) -> Iterator[Batch]:
    """Group sheets of the same components, one after another."""
    at, block_cuts = before, cache(_count_block_cuts)
    is_duplex = press.options.sides == "duplex"
    for _, some in groupby(sheets, key=lambda sheet: [leaf.component for leaf in _first_leaves(sheet)]):
        group = list(some)
        firsts = _first_leaves(group[0])
        if is_duplex and at % 2 and not group[0].is_page:
            at += 1
        pages = sum(1 if is_duplex and sheet.is_page else len(sides_of(press.options.sides)) for sheet in group)
        first, at = at + 1, at + pages
        begun = sum(page % 2 for page in range(first, at + 1)) if is_duplex else len(group)
        small = {True: 0, False: 0}  # pieces, by whether they get their backs from the sheet's other side or half
        folds: list[Fold] = []
        for sheet in group:
            fold, paper = sheet.pattern.fold, sheet.pattern.paper
            has_backs = fold is not None or (is_duplex and any(leaf.back for leaf in sheet.leaves))
            for format in (leaf.format for leaf in sheet.leaves if leaf.format.is_cut and not leaf.is_reverse):
                longest = LARGEST_TOKEN if format.outline in ROUND else LARGEST_TILE
                small[has_backs] += max(format.w, format.h) <= longest
            folds += [Fold(paper.w > paper.h, fold.upright)] if fold else []
        # a tiled piece is counted with its first page
        leaves = [leaf for sheet in group if sheet.tile is None or sheet.tile.first for leaf in sheet.leaves]
        shares: list[Share] = []
        for first_leaf in firsts:
            faces = [leaf for leaf in leaves if leaf.component == first_leaf.component]
            labels = [leaf.front.label for leaf in faces if not leaf.is_reverse]
            counts = len(labels), len(set(labels)), first_leaf.format.is_cut, len(faces)
            shares.append(Share(first_leaf.component, first_leaf.title, *counts))
        yield Batch(
            shares=tuple(shares),
            first=first,
            last=at,
            papers=begun,
            cuts=sum(_count_cuts(sheet, block_cuts) for sheet in group),
            folds=tuple(folds),
            is_tiled=group[0].tile is not None,
            has_outlines=any(leaf.format.is_cut and leaf.format.outline in ROUND for leaf in firsts),
            has_crosses=any(leaf.format.is_cut and arm(leaf.format) for leaf in firsts),
            has_blocks=group[0].pattern.shared,
            small=small[False],
            small_backed=small[True],
        )


def _first_leaves(sheet: FilledSheet) -> list[Leaf]:
    """Return the first leaf of each component."""
    found: dict[str, Leaf] = {}
    for leaf in sheet.leaves:
        found.setdefault(leaf.component, leaf)
    return list(found.values())


def _count_cuts(sheet: FilledSheet, block_cuts: Callable[[Pattern, int, Filled], int]) -> int:
    """Count straight cuts, also between the blocks of a sheet; a block in a place of a grid is freed with that."""
    if tile := sheet.tile:  # overlaps at the right and at the bottom stay, to be glued on
        return 2 + (tile.column + 1 == tile.tiling.columns) + (tile.row + 1 == tile.tiling.rows)
    pattern = sheet.pattern
    used = [(number, places) for number, held in enumerate(sheet.held) if (places := find_filled_places(held))]
    apart = sum(pattern.blocks[number].place is None for number, _ in used)
    return sum(block_cuts(pattern, number, places) for number, places in used) + max(0, apart - 1)


def _count_block_cuts(pattern: Pattern, number: int, places: Filled) -> int:
    """Count the cuts of a block; a fold is the edge of pieces that lie at it."""
    block = pattern.blocks[number]
    if block.format.outline in ROUND or not block.format.is_cut:
        return 0
    xs, ys = cuts(tuple([block.cells[place] for place in places]))
    if pattern.fold is None:
        return len(xs) + len(ys)
    upright, fold = pattern.fold
    return len(xs) + len(ys) - any(abs(at - fold) < 1e-6 for at in (xs if upright else ys))


SMALLER = code(
    "PNP408", Severity.NOTE, says="{component}: {less} would save {saved}: {places} a sheet", varies=("less", "saved")
)

_LEAST = 0.95  # of a side: what is smaller than that is another piece


class _SmallerPiece(NamedTuple):
    sheets: int
    less: float  # of both sides together
    w: float
    h: float
    places: int


def smaller(
    component: str, format: Format, wanted: int, sheets: int, press: Press, span: Span, *, upright: bool
) -> Iterator[Problem]:
    """Yield a note if so many pieces would take fewer than these sheets if they were a little smaller."""
    if format.outline in ROUND or not format.is_cut:
        return
    best = min(_sizes(format, wanted, press, upright=upright), default=None)
    if best is None or best.sheets >= sheets or not best.less:  # else something other than its size costs them
        return
    parts = ((format.w - best.w, "width"), (format.h - best.h, "height"))
    less = " and ".join(f"{mm(by)} less {side}" for by, side in parts if by > 0)
    saved = sheets - best.sheets
    hint = f"size: {best.w:g} x {best.h:g}"
    count = f"{saved} {'sheet' if saved == 1 else 'sheets'}"
    yield SMALLER.at(span, component=component, less=less, saved=count, places=best.places, hint=hint)


def _sizes(format: Format, wanted: int, press: Press, *, upright: bool) -> Iterator[_SmallerPiece]:
    """Yield the sizes that would hold more in a row or column than the size itself."""
    for lying in both_ways(press.paper)[: 1 if upright else 2]:
        room = printable(lying, press.margin)
        for turned in (False, True):
            (across, down), gap = (room.h, room.w) if turned else (room.w, room.h), format.gap or 0.0
            sides = _shrink_side(format.w, across, gap), _shrink_side(format.h, down, gap)
            for (w, columns), (h, rows) in product(*sides):
                sheets = ceil(wanted / (columns * rows))
                yield _SmallerPiece(sheets, format.w - w + format.h - h, w, h, columns * rows)


def _shrink_side(side: float, room: float, gap: float) -> Iterator[tuple[float, int]]:
    """Yield a side as it is, and smaller by half millimetres so that one more fits, with how many fit."""
    fitting = floor((room + gap + ROUNDING) / (side + gap))
    if fitting:
        yield side, fitting
    less = floor(((room + gap) / (fitting + 1) - gap) * 2 + ROUNDING) / 2
    if less >= _LEAST * side:
        yield less, fitting + 1
