"""What a sheet of paper holds → its sides: fronts, with their backs behind or beside them as sides are asked for."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pnp.impose.bleeds import clips
from pnp.impose.filled_sheets import Filled, FilledSheet, filled
from pnp.impose.marks import Reach, cut_marks, placed
from pnp.impose.pattern import Block, Mirror, Pattern
from pnp.impose.press import Job, adjusting
from pnp.impose.slug import Slug, draw_footer, fold_line, reach_beside, safe_areas
from pnp.impose.tiles import joins, page_outline
from pnp.model.display import Group, Item, Path, Shape
from pnp.model.geometry import surround_rects
from pnp.model.sheet import Leaf, Paper, Placement, Rect, Sheet


class SidePart(NamedTuple):
    """A block as it lies on one side of a sheet: with fronts or with backs."""

    block: Block
    back: bool


LaidPart = tuple[SidePart, Filled]  # with the places that hold something


def sides_of(sides: str) -> tuple[str, ...]:
    """Of each sheet of paper that holds pieces, in the order they are printed."""
    return {"duplex": ("front", "back"), "backs": ("back",)}.get(sides, ("front",))


def count_sides(sheets: Sequence[FilledSheet], sides: str, before: int) -> int:
    """How many printed sides `SheetDrawer` makes of them, `before` others lying in front."""
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
        self._parts = cache(self._parts_of)
        self._trim = cache(_trim)
        self._bleed = cache(_bleed)
        self._lines = cache(self._lines_on)

    def draw(self, sheets: Sequence[FilledSheet], furnished: Sequence[Slug]) -> Iterator[Sheet]:
        """All sides in the order they are printed. In duplex each page of a document takes the next side, and an empty
        one follows where pieces must begin on a new sheet of paper, or the file would end on half of one."""
        job, at = self._job, self._job.before
        is_duplex = job.press.options.sides == "duplex"
        for sheet, furniture in zip(sheets, furnished, strict=True):
            if is_duplex and sheet.is_page:
                at += 1
                yield self._sheet(sheet, furniture, "back" if at % 2 == 0 else "front", at, ruled=True)
                continue
            if is_duplex and at % 2:
                at += 1
                yield _empty(sheet, at)
            for number, side in enumerate(sides_of(job.press.options.sides)):
                at += 1
                yield self._sheet(sheet, furniture, side, at, ruled=number == 0)
        if is_duplex and sheets and at % 2:
            yield _empty(sheets[-1], at + 1)

    def _sheet(self, sheet: FilledSheet, furniture: Slug, side: str, page: int, *, ruled: bool) -> Sheet:
        pattern, press = sheet.pattern, self._job.press
        is_page = press.options.sides == "duplex" and sheet.is_page
        parts = self._parts(pattern, side, is_page)
        placements: list[Placement] = []
        laid: list[LaidPart] = []
        for part, leaves in zip(parts, sheet.held * (len(parts) // len(sheet.held)), strict=True):
            placed, places = _placed(part, leaves)
            placements += placed
            laid.append((part, places))
        taken = tuple([filled(leaves) for leaves in sheet.held])
        return Sheet(
            paper=pattern.paper,
            label=sheet.label if side == "front" or is_page else f"{sheet.label} {side}",
            component=sheet.component,
            title=sheet.title,
            side=side,
            placements=tuple(placements),
            furniture=tuple(self._beside(sheet, furniture, tuple(laid), side, page, ruled)),
            trim=self._trim(parts, taken) if pattern.is_cut else _whole(pattern.paper),
            bleed=self._bleed(parts, taken),
            adjust=adjusting(pattern.paper, press.printer, side),
        )

    def _beside(
        self, sheet: FilledSheet, furniture: Slug, laid: tuple[LaidPart, ...], side: str, page: int, ruled: bool
    ) -> Iterator[Item]:
        job, pattern = self._job, sheet.pattern
        if job.press.options.safe and (safe := _safe_areas(laid, sheet)):
            yield Group(safe)
        yield from self._lines(pattern, laid, furniture.reach(ruled=ruled))
        if sheet.tile and side == "front":
            outline = page_outline(sheet.tile, pattern)
            if outline and job.press.options.marks != "none":
                yield outline
            yield from joins(sheet.tile, pattern, job.typeset)
            if furniture.map:
                yield furniture.map.group
        if furniture.footer:
            text = job.captions.footer(sheet.titled, page, job.before + job.pages)
            yield draw_footer(furniture.footer, text, job.typeset)
        if furniture.ruler and ruled:
            yield furniture.ruler.group

    def _lines_on(self, pattern: Pattern, laid: tuple[LaidPart, ...], reach: Reach) -> tuple[Group, ...]:
        """Cut marks and the fold."""
        press = self._job.press
        cuts: list[Shape] = []
        for part, places in laid:
            held = tuple([part.block.cells[place] for place in places])
            if press.options.marked in ("both", "backs" if part.back else "fronts"):
                block = part.block if len(pattern.blocks) > 1 else _shrunk(part.block, held)
                beside = reach_beside(part.block, [other.block for other, _ in laid], pattern, reach)
                is_cut_here = part.back == (press.options.marked == "backs")
                cuts += cut_marks(press.options.marks, block, held, beside, inside=is_cut_here)
        fold = [fold_line(pattern, reach)] if pattern.fold else []
        return tuple([Group(tuple(shapes)) for shapes in (cuts, fold) if shapes])

    def _parts_of(self, pattern: Pattern, side: str, is_page: bool) -> tuple[SidePart, ...]:
        if side == "back":
            paper = pattern.paper
            flip = Mirror(True, paper.w / 2) if self._job.press.options.flip == "long" else Mirror(False, paper.h / 2)
            return tuple([SidePart(block.mirrored(flip), not is_page) for block in pattern.blocks])
        fronts = [SidePart(block, False) for block in pattern.blocks]
        if pattern.fold is None:
            return tuple(fronts)
        return (*fronts, *(SidePart(part.block.mirrored(pattern.fold), True) for part in fronts))


def _shrunk(block: Block, held: tuple[Rect, ...]) -> Block:
    """Marks stand beside the pieces that are there, where nothing else lies in places that are empty."""
    if not held or len(held) == len(block.cells):
        return block
    whole, there = surround_rects(block.cells), surround_rects(held)
    sides = zip(block.box, there, whole, strict=True)
    return block._replace(box=Rect(*[side + less - all_of_it for side, less, all_of_it in sides]))


def _safe_areas(laid: tuple[LaidPart, ...], sheet: FilledSheet) -> tuple[Shape, ...]:
    shapes: list[Shape] = []
    held = sheet.held * (len(laid) // len(sheet.held))
    for (part, places), leaves in zip(laid, held, strict=True):
        there = [(leaf, part.block.cells[place]) for place in places if (leaf := leaves[place])]
        shapes += safe_areas(part.block, there)
    return tuple(shapes)


def _empty(like: FilledSheet, page: int) -> Sheet:
    """The side that nothing is printed on."""
    paper = like.pattern.paper
    side = "back" if page % 2 == 0 else "front"
    return Sheet(paper, f"empty {page}", "", "", side, (), (), _whole(paper))


def _whole(paper: Paper) -> Rect:
    return Rect(0.0, 0.0, paper.w, paper.h)


def _placed(part: SidePart, leaves: Sequence[Leaf | None]) -> tuple[list[Placement], Filled]:
    block = part.block
    cells = block.cells if block.whole is None else (block.whole,)
    faces = [None if leaf is None else leaf.back if part.back else leaf.front for leaf in leaves]
    held = [(face, cell) for face, cell in zip(faces, cells, strict=False) if face is not None]
    shown = clips(block, [cell for _, cell in held])
    placements = [Placement(face, *cell, block.turn, clip) for (face, cell), clip in zip(held, shown, strict=True)]
    return placements, filled(faces)


def _trim(parts: tuple[SidePart, ...], taken: tuple[Filled, ...]) -> Rect:
    """The box that is left when all cuts are made."""
    return surround_rects(cell for _, cells in _cells(parts, taken) for cell in cells)


def _bleed(parts: tuple[SidePart, ...], taken: tuple[Filled, ...]) -> Rect | None:
    """The trim and all that shows of the bleed around it; None where no piece bleeds."""
    bleeding = [
        _box(placed(clip, block.whole or cell, block.turn))
        for block, cells in _cells(parts, taken)
        if block.format.bleed
        for cell, clip in zip(cells, clips(block, cells), strict=True)
        if clip
    ]
    return surround_rects([_trim(parts, taken), *bleeding]) if bleeding else None


def _cells(parts: tuple[SidePart, ...], taken: tuple[Filled, ...]) -> Iterator[tuple[Block, list[Rect]]]:
    """Those of each block that hold something, on both sides of a fold."""
    places = taken * (len(parts) // len(taken))
    for part, held in zip(parts, places, strict=True):
        yield part.block, [part.block.cells[place] for place in held]


def _box(path: Path) -> Rect:
    xs, ys = zip(*(segment[at : at + 2] for segment in path for at in range(1, len(segment), 2)), strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
