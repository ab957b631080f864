"""What a sheet of paper holds → its sides: fronts, with their backs behind or beside them as sides are asked for."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from pnp.impose.furniture import Furniture, footer_group, reach_beside
from pnp.impose.joins import joins, page_outline
from pnp.impose.marks import Reach, cut_marks, placed
from pnp.impose.overlays import fold_line, safe_areas
from pnp.impose.pattern import Block, Mirror, Pattern, around
from pnp.impose.printers import adjusting
from pnp.impose.settings import Job
from pnp.impose.sheetful import Filled, Sheetful, filled
from pnp.model.display import Group, Item, Path, Shape
from pnp.model.sheet import Leaf, Placement, Rect, Sheet


class Part(NamedTuple):
    """A block as it lies on one side of a sheet: with fronts or with backs."""

    block: Block
    back: bool


def sides_of(sides: str) -> tuple[str, ...]:
    """Of each sheet of paper, in the order they are printed."""
    return {"duplex": ("front", "back"), "backs": ("back",)}.get(sides, ("front",))


class Drawer:
    """Draws sheets. Those whose places are filled alike share the object that is their marks."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._parts = cache(self._parts_of)
        self._trim = cache(_trim)
        self._bleed = cache(_bleed)
        self._lines = cache(self._lines_on)

    def sheets(self, sheetful: Sheetful, furniture: Furniture, page: int) -> Iterator[Sheet]:
        """One or two, from page number `page` on."""
        for number, side in enumerate(sides_of(self._job.settings.sides)):
            yield self._sheet(sheetful, furniture, side, page + number, ruled=number == 0)

    def _sheet(self, sheetful: Sheetful, furniture: Furniture, side: str, page: int, *, ruled: bool) -> Sheet:
        pattern, settings = sheetful.pattern, self._job.settings
        parts = self._parts(pattern, side)
        placements: list[Placement] = []
        laid: list[Filled] = []
        for part, leaves in zip(parts, sheetful.held * (len(parts) // len(sheetful.held)), strict=True):
            placed, places = _placed(part, leaves)
            placements += placed
            laid.append(places)
        taken = tuple([filled(leaves) for leaves in sheetful.held])
        return Sheet(
            paper=pattern.paper,
            label=sheetful.label if side == "front" else f"{sheetful.label} {side}",
            component=sheetful.component,
            title=sheetful.title,
            side=side,
            placements=tuple(placements),
            furniture=tuple(self._beside(sheetful, furniture, side, tuple(laid), page, ruled)),
            trim=self._trim(parts, taken),
            bleed=self._bleed(parts, taken),
            adjust=adjusting(pattern.paper, settings, side),
        )

    def _beside(
        self, sheetful: Sheetful, furniture: Furniture, side: str, filled: tuple[Filled, ...], page: int, ruled: bool
    ) -> Iterator[Item]:
        captions, typeset = self._job.captions, self._job.typeset
        yield from self._lines(sheetful.pattern, side, filled, furniture.reach(ruled=ruled))
        if sheetful.tile and side == "front":
            outline = page_outline(sheetful.tile, sheetful.pattern)
            if outline and self._job.settings.marks != "none":
                yield outline
            yield from joins(sheetful.tile, sheetful.pattern, typeset)
            if furniture.map:
                yield furniture.map.group
        if furniture.footer:
            text = captions.footer(sheetful.titled, page, self._job.pages)
            yield footer_group(furniture.footer, text, typeset)
        if furniture.ruler and ruled:
            yield furniture.ruler.group

    def _lines_on(self, pattern: Pattern, side: str, filled: tuple[Filled, ...], reach: Reach) -> tuple[Group, ...]:
        """Cut marks, the fold, safe areas."""
        settings = self._job.settings
        cuts: list[Shape] = []
        safe: list[Shape] = []
        for part, places in zip(self._parts(pattern, side), filled, strict=True):
            held = tuple([part.block.cells[place] for place in places])
            if settings.marked in ("both", "backs" if part.back else "fronts"):
                cuts += cut_marks(settings.marks, part.block, held, reach_beside(part.block, pattern, reach))
            if settings.safe:
                safe += safe_areas(part.block, held)
        fold = [fold_line(pattern, reach)] if pattern.fold else []
        return tuple([Group(tuple(shapes)) for shapes in (safe, cuts, fold) if shapes])

    def _parts_of(self, pattern: Pattern, side: str) -> tuple[Part, ...]:
        if side == "back":
            paper = pattern.paper
            flip = Mirror(True, paper.w / 2) if self._job.settings.flip == "long" else Mirror(False, paper.h / 2)
            return tuple([Part(block.mirrored(flip), True) for block in pattern.blocks])
        fronts = [Part(block, False) for block in pattern.blocks]
        if pattern.fold is None:
            return tuple(fronts)
        return (*fronts, *(Part(part.block.mirrored(pattern.fold), True) for part in fronts))


def _placed(part: Part, leaves: Sequence[Leaf | None]) -> tuple[list[Placement], Filled]:
    block = part.block
    turn, clip = block.turn, block.clip
    cells = block.cells if block.whole is None else (block.whole,)
    if part.back:
        faces = [None if leaf is None else leaf.back for leaf in leaves]
    else:
        faces = [None if leaf is None else leaf.front for leaf in leaves]
    placements = [
        Placement(face, x, y, w, h, turn, clip)
        for face, (x, y, w, h) in zip(faces, cells, strict=False)
        if face is not None
    ]
    return placements, filled(faces)


def _trim(parts: tuple[Part, ...], taken: tuple[Filled, ...]) -> Rect:
    """The box that is left when all cuts are made."""
    return around(cell for _, cell in _cells(parts, taken))


def _bleed(parts: tuple[Part, ...], taken: tuple[Filled, ...]) -> Rect | None:
    """The trim and all that shows of the bleed around it; None where no piece bleeds."""
    bleeding = [
        _box(placed(block.clip, cell, block.turn))
        for block, cell in _cells(parts, taken)
        if block.format.bleed and block.clip
    ]
    return around([_trim(parts, taken), *bleeding]) if bleeding else None


def _cells(parts: tuple[Part, ...], taken: tuple[Filled, ...]) -> Iterator[tuple[Block, Rect]]:
    """Those that hold something, on both sides of a fold."""
    places = taken * (len(parts) // len(taken))
    for part, held in zip(parts, places, strict=True):
        for place in held:
            yield part.block, part.block.cells[place]


def _box(path: Path) -> Rect:
    xs, ys = zip(*(segment[at : at + 2] for segment in path for at in range(1, len(segment), 2)), strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
