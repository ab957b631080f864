"""Stacks that leave their last sheet partly empty → sheets that several components share, where that saves paper."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product
from math import ceil, pi
from typing import Any, NamedTuple

from pnp.impose.furniture import RING
from pnp.impose.grid import STRIP, TOLERANCE, block, both_ways
from pnp.impose.marks import MARKED
from pnp.impose.pattern import Block, Pattern, around, grown
from pnp.impose.pouring import Rest, fill_places, pour, rest_of
from pnp.impose.press import Press, room_on
from pnp.impose.sheetful import BlockShape, Stack, block_shapes, sheet_of_several
from pnp.model.game import Format, Outline
from pnp.model.sheet import Leaf, Paper, Rect

_CUTTINGS = ("GuillotineBafSas", "GuillotineBssfSas", "GuillotineBssfLas", "GuillotineBlsfMaxas")  # by rectpack's names


class LaidBlock(NamedTuple):
    """Some of the pieces of a rest in a block, from a corner of a page on."""

    rest: Rest
    pieces: tuple[Leaf, ...]
    shape: BlockShape
    x: float
    y: float


Page = list[LaidBlock]


def put_together(stacks: Sequence[Stack], press: Press) -> list[Stack]:
    """Full sheets stay as they are, one component each; their rests share sheets if that makes fewer of them: in one
    grid first, in empty places of it, then in blocks of their own. A shared sheet comes where the first of its
    components would; those that follow each other share first, so that components keep their order where that costs
    no sheet."""
    poured = pour(stacks, press)
    ways = [_in_blocks(way, press) for way in (fill_places(poured, press), poured)]
    return min(ways, key=lambda way: (sum(len(stack.sheetfuls) for stack in way), _without_marks(way, press)))


def _without_marks(stacks: list[Stack], press: Press) -> int:
    """How many sheets leave too narrow a strip for marks beside their pieces, wanted or not: these move no piece."""
    patterns = [stack.sheetfuls[-1].pattern for stack in stacks if stack.format.is_cut]
    rooms = [(pattern.box, room_on(pattern.paper, press)) for pattern in patterns if not pattern.shared]
    return sum(min(room.w - box.w, room.h - box.h) < 2 * MARKED for box, room in rooms)


def _in_blocks(stacks: list[Stack], press: Press) -> list[Stack]:
    """Sheets that several components share, each in blocks that are cut apart."""
    paper, _ = both_ways(press.paper)
    rests = [rest for stack in stacks if stack.kind == "plain" and (rest := rest_of(stack, press))]
    if len(rests) < 2:
        return stacks
    some = [rest for rest in rests if press.options.together == "yes" or rest.is_whole]
    pages = _fewest(some, paper, press) if len(some) > 1 else None
    saved = len(some) - len(pages) if pages else 0
    in_order = _in_order(stacks, rests, paper, press)
    if in_order and len(rests) - len(in_order) >= saved:
        pages, saved = in_order, len(rests) - len(in_order)
    return _with_pages(stacks, pages, paper) if pages and saved > 0 else stacks


def _with_pages(stacks: list[Stack], pages: list[Page], paper: Paper) -> list[Stack]:
    """Shared pages in the place of the sheets that they stand for; a rest that has a page for itself keeps its own."""
    shared = {id(laid.rest.stack) for page in pages if len({id(laid.rest) for laid in page}) > 1 for laid in page}
    pages = [page for page in pages if any(id(laid.rest.stack) in shared for laid in page)]
    alone = [stack._replace(sheetfuls=stack.sheetfuls[:-1]) if id(stack) in shared else stack for stack in stacks]
    placed = [(number, 0, stack) for number, stack in enumerate(alone) if stack.sheetfuls]
    made = Counter({stack.component: len(stack.sheetfuls) for stack in alone})
    order = {id(stack): number for number, stack in enumerate(stacks)}
    for page in pages:
        # in the middle of the paper
        box = around(grown(Rect(laid.x, laid.y, laid.shape.w, laid.shape.h), RING) for laid in page)
        dx, dy = (paper.w - box.w) / 2 - box.x, (paper.h - box.h) / 2 - box.y
        blocks = tuple(_block(laid, dx, dy) for laid in page)
        pattern = Pattern(paper, blocks, box._replace(x=box.x + dx, y=box.y + dy), shared=True)
        sheetful = sheet_of_several(pattern, tuple(laid.pieces for laid in page))
        name = sheetful.component
        made[name] += 1
        numbered = (sheetful._replace(label=f"{name} {made[name]}"),)
        first = min(order[id(laid.rest.stack)] for laid in page)
        stack = page[0].rest.stack._replace(component=name, title=sheetful.title, sheetfuls=numbered, kind="shared")
        placed.append((first, 1, stack))
    return [stack for *_, stack in sorted(placed, key=lambda each: each[:2])]


def _in_order(stacks: Sequence[Stack], rests: list[Rest], paper: Paper, press: Press) -> list[Page] | None:
    """Pages shared only by components that follow each other: each joins the one before if that makes no more pages."""
    pages: list[Page] = []
    run: list[Rest] = []
    made: list[Page] = []
    left = {id(rest.stack): rest for rest in rests}
    for stack in stacks:
        rest = left.get(id(stack))
        together = _fewest([*run, rest], paper, press) if run and rest and rest.is_whole else None
        if rest and together and len(together) <= len(made):
            run, made = [*run, rest], together
            continue
        pages += made
        run, made = [], []
        if rest:
            alone = _fewest([rest], paper, press)
            if alone is None:
                return None
            run, made = [rest], alone
    return pages + made


def _fewest(rests: list[Rest], paper: Paper, press: Press) -> list[Page] | None:
    """The first of several ways that makes the fewest pages; pieces of a kind stay on one page if it can be."""
    room = room_on(paper, press)
    least = ceil(sum(len(rest.pieces) * _area(rest.stack.format) for rest in rests) / (room.w * room.h))
    best: list[Page] | None = None
    for strip, parted, cutting in product((STRIP, 0.0), (False, True), _CUTTINGS):
        if best and (len(best) <= least or (not strip and len(best) < len(rests))):
            break
        pages = _packed(rests, room.w, room.h - 2 * strip, cutting, parted=parted)
        if pages is not None and (best is None or len(pages) < len(best)):
            best = pages
    return best


def _area(format: Format) -> float:
    """Of the piece itself: the least that it takes of a sheet."""
    part = {Outline.CIRCLE: pi / 4, Outline.HEXAGON: 3 / 4}.get(format.outline, 1.0)
    return part * format.w * format.h


def _packed(rests: list[Rest], w: float, h: float, cutting: str, *, parted: bool) -> list[Page] | None:
    """Large pieces first, each kind into the free rectangle that it fills best. Two cuts free a block from the rest."""
    import rectpack.guillotine

    new_bin = partial(getattr(rectpack.guillotine, cutting), w + TOLERANCE, h + TOLERANCE, rot=False, merge=False)
    bins: list[Any] = []
    pages: list[Page] = []
    for rest in sorted(rests, key=lambda rest: -(rest.stack.format.w * rest.stack.format.h)):
        left = rest.pieces
        choices = block_shapes(rest.stack.format, rest.stack.bleed, len(left), w - 2 * RING, h - 2 * RING)
        while left:
            whole = [shape for shape in choices if shape.pieces >= len(left)]
            put = _put(bins, choices if parted else whole, len(left))
            if put is None:
                put = _put([*[None] * len(bins), new := new_bin()], choices, len(left))
                bins.append(new)
                pages.append([])
            if put is None:
                return None
            number, shape, x, y = put
            pages[number].append(LaidBlock(rest, left[: shape.pieces], shape, x, y))
            left = left[shape.pieces :]
    return pages


def _put(bins: list[Any], choices: list[BlockShape], wanted: int) -> tuple[int, BlockShape, float, float] | None:
    """As many pieces as go into the first page that has room for any, in the shape that leaves least around it."""
    for number, bin in enumerate(bins):
        best, least = None, 0.0
        for shape in choices if bin is not None else ():
            if best and min(shape.pieces, wanted) < min(best.pieces, wanted):
                break
            leaves = bin.fitness(shape.w + 2 * RING, shape.h + 2 * RING)
            if leaves is not None and (best is None or leaves < least):
                best, least = shape, leaves
        if best:
            rect = bin.add_rect(best.w + 2 * RING, best.h + 2 * RING)
            return number, best, rect.x + RING, rect.y + RING
    return None


def _block(laid: LaidBlock, dx: float, dy: float) -> Block:
    stack, shape = laid.rest.stack, laid.shape
    made = block(stack.format, shape.rows, Rect(laid.x + dx, laid.y + dy, shape.w, shape.h), stack.bleed)
    return made._replace(cells=made.cells[: len(laid.pieces)])
