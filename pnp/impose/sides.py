"""Filled sheets → their printed sides: fronts, with their backs behind or beside them as the options have it."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pnp.impose.cut_marks import CUT, HALF, LINE, Reach, cut_marks, line, outlines, placed, white_edges
from pnp.impose.filled_sheets import OVERLAP, Filled, FilledSheet, Tile, find_filled_places
from pnp.impose.patterns import Block, Mirror, Pattern
from pnp.impose.press import Job, Typeset, adjusting
from pnp.impose.slug import Slug, draw_footer, reach_beside, written
from pnp.model.display import Group, Item, Path, Shape, Stroke
from pnp.model.game import Outline
from pnp.model.geometry import outline_path, rectangle_path, surround_rects
from pnp.model.length import MM_PER_POINT
from pnp.model.sheet import Paper, Placement, Rect, Sheet

FOLD = Stroke("#000000", LINE, dash=(3.0, 1.5))  # dashed, since nothing is cut here
SAFE = Stroke("#00a0c0", LINE, dash=(1.0, 1.0))
_STEM = 3.0  # of a mark, from the edge of the page that comes on top
_BAR = 4.0
_NAME = 7 * MM_PER_POINT


class SidePart(NamedTuple):
    """A block as it lies on one side of a sheet: with fronts or with backs."""

    block: Block
    back: bool


LaidPart = tuple[SidePart, Filled]  # with the places that hold something


def sides_of(sides: str) -> tuple[str, ...]:
    """Return the sides of each sheet of paper that holds pieces, in the order they are printed."""
    return {"duplex": ("front", "back"), "backs": ("back",)}.get(sides, ("front",))


def count_sides(sheets: Sequence[FilledSheet], sides: str, before: int) -> int:
    """Count the printed sides that `SheetDrawer` makes, `before` others lying in front."""
    if sides != "duplex" or not sheets:
        return len(sheets) * len(sides_of(sides))
    at = before
    for sheet in sheets:
        at += 1 if sheet.is_page else at % 2 + 2
    return at + at % 2 - before


class SheetDrawer:
    """Draws sheets. Those whose places are filled alike share the object that is their marks."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._parts = cache(self._lay_parts)
        self._boxes = cache(_measure)
        self._lines = cache(self._draw_lines)

    def draw(self, sheets: Sequence[FilledSheet], slugs: Sequence[Slug]) -> Iterator[Sheet]:
        """Draw all sides in the order they are printed.

        In duplex each page of a document takes the next side, and an empty one follows where pieces must begin on a new
        sheet of paper, or the file would end on half of one.
        """
        job, at = self._job, self._job.before
        is_duplex = job.press.options.sides == "duplex"
        for sheet, slug in zip(sheets, slugs, strict=True):
            if is_duplex and sheet.is_page:
                at += 1
                yield self._draw_side(sheet, slug, "back" if at % 2 == 0 else "front", at, ruled=True)
                continue
            if is_duplex and at % 2:
                at += 1
                yield _empty_side(sheet.pattern.paper, at)
            for number, side in enumerate(sides_of(job.press.options.sides)):
                at += 1
                yield self._draw_side(sheet, slug, side, at, ruled=number == 0)
        if is_duplex and sheets and at % 2:
            yield _empty_side(sheets[-1].pattern.paper, at + 1)

    def _draw_side(self, sheet: FilledSheet, slug: Slug, side: str, page: int, *, ruled: bool) -> Sheet:
        pattern, press = sheet.pattern, self._job.press
        is_page = press.options.sides == "duplex" and sheet.is_page
        parts = self._parts(pattern, side, is_page)
        placements: list[Placement] = []
        laid: list[LaidPart] = []
        for part, leaves in zip(parts, sheet.held * (len(parts) // len(sheet.held)), strict=True):
            block = part.block
            cells = block.cells if block.whole is None else (block.whole,)
            faces = [None if leaf is None else leaf.back if part.back else leaf.front for leaf in leaves]
            held = [(face, cell) for face, cell in zip(faces, cells, strict=False) if face is not None]
            shown = clips(block, [cell for _, cell in held])
            placements += [
                Placement(face, *cell, block.turn, clip) for (face, cell), clip in zip(held, shown, strict=True)
            ]
            laid.append((part, find_filled_places(faces)))
        trim, bleed = self._boxes(parts, tuple([find_filled_places(leaves) for leaves in sheet.held]))
        return Sheet(
            paper=pattern.paper,
            label=sheet.label if side == "front" or is_page else f"{sheet.label} {side}",
            component=sheet.component,
            title=sheet.title,
            side=side,
            placements=tuple(placements),
            furniture=tuple(self._draw_slug(sheet, slug, tuple(laid), side, page, ruled)),
            trim=trim if pattern.is_cut else Rect(0.0, 0.0, pattern.paper.w, pattern.paper.h),
            bleed=bleed,
            adjust=adjusting(pattern.paper, press.printer, side),
        )

    def _draw_slug(
        self, sheet: FilledSheet, slug: Slug, laid: tuple[LaidPart, ...], side: str, page: int, ruled: bool
    ) -> Iterator[Item]:
        job, pattern = self._job, sheet.pattern
        if job.press.options.safe:
            safe: list[Shape] = []
            for (part, places), leaves in zip(laid, sheet.held * (len(laid) // len(sheet.held)), strict=True):
                for place in places:
                    if (leaf := leaves[place]) and leaf.format.safe > 0:
                        cells = (part.block.cells[place],)
                        areas = outlines(leaf.format, part.block.turn, cells, -leaf.format.safe)
                        safe += [Shape(path, stroke=SAFE) for path in areas if path]
            if safe:
                yield Group(tuple(safe))
        yield from self._lines(pattern, laid, slug.reach(ruled=ruled))
        if sheet.tile and side == "front":
            (block,), format = pattern.blocks, sheet.tile.tiling.format
            if block.whole and format.outline is not Outline.RECTANGLE and job.press.options.marks != "none":
                outline = Shape(placed(outline_path(format), block.whole, block.turn), stroke=CUT)
                yield Group((outline,), clip=rectangle_path(*block.cells[0]))  # the page's part of it
            yield from joins(sheet.tile, pattern, job.typeset)
            if slug.map:
                yield slug.map.group
        if slug.footer:
            text = job.captions.footer(sheet.full_title, page, job.before + job.pages)
            yield draw_footer(slug.footer, text, job.typeset)
        if slug.ruler and ruled:
            yield slug.ruler.group

    def _draw_lines(self, pattern: Pattern, laid: tuple[LaidPart, ...], reach: Reach) -> tuple[Group, ...]:
        """Draw cut marks and the fold, which goes a little beyond the pieces."""
        press = self._job.press
        cuts: list[Shape] = []
        for part, places in laid:
            held = tuple([part.block.cells[place] for place in places])
            if press.options.marked in ("both", "backs" if part.back else "fronts"):
                block = part.block if len(pattern.blocks) > 1 else _shrink(part.block, held)
                beside = reach_beside(part.block, [other.block for other, _ in laid], pattern, reach)
                is_cut_here = part.back == (press.options.marked == "backs")
                cuts += cut_marks(press.options.marks, block, held, beside, inside=is_cut_here)
        fold: list[Shape] = []
        if pattern.fold:
            box, (upright, at) = pattern.box, pattern.fold
            down = line(at, box.y - reach.top, at, box.bottom + reach.bottom)
            across = line(box.x - reach.left, at, box.right + reach.right, at)
            fold = [Shape(down if upright else across, stroke=FOLD)]
        return tuple([Group(tuple(shapes)) for shapes in (cuts, fold) if shapes])

    def _lay_parts(self, pattern: Pattern, side: str, is_page: bool) -> tuple[SidePart, ...]:
        if side == "back":
            paper = pattern.paper
            flip = Mirror(True, paper.w / 2) if self._job.press.options.flip == "long" else Mirror(False, paper.h / 2)
            return tuple([SidePart(block.mirrored(flip), not is_page) for block in pattern.blocks])
        fronts = [SidePart(block, False) for block in pattern.blocks]
        if pattern.fold is None:
            return tuple(fronts)
        return (*fronts, *(SidePart(part.block.mirrored(pattern.fold), True) for part in fronts))


def _shrink(block: Block, held: tuple[Rect, ...]) -> Block:
    """Shrink a block's box to the pieces that are there, if nothing else lies in places that are empty."""
    if not held or len(held) == len(block.cells):
        return block
    whole, there = surround_rects(block.cells), surround_rects(held)
    sides = zip(block.box, there, whole, strict=True)
    return block._replace(box=Rect(*[side + less - all_of_it for side, less, all_of_it in sides]))


def _empty_side(paper: Paper, page: int) -> Sheet:
    side = "back" if page % 2 == 0 else "front"
    return Sheet(paper, f"empty {page}", "", "", side, (), (), Rect(0.0, 0.0, paper.w, paper.h))


def _measure(parts: tuple[SidePart, ...], taken: tuple[Filled, ...]) -> tuple[Rect, Rect | None]:
    """Return the box that is left when all cuts are made, and the same with all bleed that shows; None without any."""
    cells: list[Rect] = []
    bleeding: list[Rect] = []
    for (block, _), held in zip(parts, taken * (len(parts) // len(taken)), strict=True):
        there = [block.cells[place] for place in held]
        cells += there
        for cell, clip in zip(there, clips(block, there), strict=True) if block.format.bleed else ():
            if clip:
                path = placed(clip, block.whole or cell, block.turn)
                ends = (segment[at : at + 2] for segment in path for at in range(1, len(segment), 2))
                xs, ys = zip(*ends, strict=True)
                bleeding.append(Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    trim = surround_rects(cells)
    return trim, surround_rects([trim, *bleeding]) if bleeding else None


def clips(block: Block, cells: Sequence[Rect]) -> list[Path | None]:
    """Return a clip for each of the cells that hold something, in the face's own coordinates."""
    if not (block.around or block.between):
        return [block.clip] * len(cells)
    taken = {(round(cell.x, 3), round(cell.y, 3)) for cell in cells}
    gap = block.format.gap or 0.0
    found: list[Path | None] = []
    for cell in cells:
        x, y, w, h = cell
        sides = ((x - w - gap, y), (x, y - h - gap), (x + w + gap, y), (x, y + h + gap))  # left, top, right, bottom
        bleeds = [block.between if (round(a, 3), round(b, 3)) in taken else block.around for a, b in sides]
        # the piece was turned clockwise into the cell: its own left side lies a quarter further for each 90 degrees
        quarters = block.turn // 90
        left, top, right, bottom = bleeds[quarters:] + bleeds[:quarters]
        if quarters % 2:
            w, h = h, w
        found.append(rectangle_path(-left, -top, w + left + right, h + top + bottom))
    return found


def joins(tile: Tile, pattern: Pattern, typeset: Typeset) -> list[Group]:
    """Mark in the overlaps right and below, which the next pages cover, where their edges come, as "A1 + A2" on A1."""
    (tiling, row, column), (box,) = tile, pattern.blocks[0].cells
    groups: list[Group] = []
    for down, is_last in ((True, column + 1 == tiling.columns), (False, row + 1 == tiling.rows)):
        if is_last:
            continue
        edge = (box.right if down else box.bottom) - OVERLAP
        start, length = (box.y, box.h) if down else (box.x, box.w)
        marks: list[Path] = []
        for at in (start + length / 4, start + length / 2, start + length * 3 / 4):
            # a T on the edge; a hair inside the overlap, so that nothing of it is left to see
            for x1, y1, x2, y2 in (
                (at - _BAR / 2, edge + HALF, at + _BAR / 2, edge + HALF),
                (at, edge + LINE, at, edge + LINE + _STEM),
            ):
                marks.append(line(y1, x1, y2, x2) if down else line(x1, y1, x2, y2))
        overlap = Rect(edge, box.y, OVERLAP, box.h) if down else Rect(box.x, edge, box.w, OVERLAP)
        shapes = (*white_edges(marks), *[Shape(path, stroke=CUT) for path in marks])  # which end with the overlap
        # the name stands on white, to be read on any picture: below the marks, half on either side along the edge
        other = tiling.name(row, column + 1) if down else tiling.name(row + 1, column)
        block = written(f"{tile.name} + {other}", _NAME, typeset)
        ground = Shape(rectangle_path(-0.5, -0.3, block.w + 1, block.h + 0.6), fill="#ffffff")
        middle, beside = start + length * 3 / 8, edge + _STEM + 1
        way = (0.0, -1.0, 1.0, 0.0, beside, middle + block.w / 2)
        if not down:
            way = (1.0, 0.0, 0.0, 1.0, middle - block.w / 2, beside)
        groups += Group(shapes, clip=rectangle_path(*overlap)), Group((ground, *block.items), way)
    return groups
