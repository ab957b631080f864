"""Stacks that leave their last sheet partly empty → sheets that several components share, where that saves paper."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product
from math import ceil, pi
from typing import Any, NamedTuple

from pnp.impose.cut_marks import MARKED
from pnp.impose.filled_sheets import Held, Stack, sheet_of_several
from pnp.impose.patterns import ROUND, ROUND_GAP, STRIP, Bleed, Block, Pattern, Rows, block, both_ways, grid_of, set_off
from pnp.impose.press import Press, room_on
from pnp.impose.slug import RING
from pnp.model.game import Format, Outline
from pnp.model.geometry import grow, surround_rects
from pnp.model.length import ROUNDING
from pnp.model.sheet import Leaf, Paper, Rect

_MANY = 40  # pieces; of more, not every number of rows and columns is tried


class BlockShape(NamedTuple):
    """Rows of pieces, with the bleed around them."""

    rows: Rows
    w: float
    h: float

    @property
    def pieces(self) -> int:
        return self.rows.pieces


def block_shapes(format: Format, around: Bleed, wanted: int, w: float, h: float) -> list[BlockShape]:
    """Return the shapes that fit into w × h and that these pieces need, those that hold most first."""
    bleed = around.size
    usual = ROUND_GAP if format.outline in ROUND else 0.0
    gap = max(0.0 if around.shared else 2 * bleed, usual if format.gap is None else format.gap)
    kinds = [grid_of(format, turn, gap) for turn in (0, 90)]
    if format.outline in ROUND:
        kinds += [set_off(format, w, h, bleed, gap, down=down) for down in (False, True)]
    step = 1 + wanted // _MANY
    found: list[BlockShape] = []
    for kind in kinds:
        for columns in range(1, wanted + 1, step):
            whole = kind._replace(columns=columns, second=columns)
            if _fitting(whole, 1, bleed, w, h) is None:
                break
            shorter = [whole._replace(second=columns - 1)] if kind.staggered and columns > 1 else []
            for way in (whole, *shorter):
                for rows in range(1, wanted + 1):
                    shape = _fitting(way, rows, bleed, w, h)
                    if shape is not None and (shape.pieces >= wanted or rows % step == 0):
                        found.append(shape)
                    if shape is None or shape.pieces >= wanted:
                        break
    return sorted(found, key=lambda shape: (-min(shape.pieces, wanted), shape.w * shape.h))


def _fitting(kind: Rows, rows: int, bleed: float, w: float, h: float) -> BlockShape | None:
    made = kind._replace(rows=rows)
    across, along = (side + 2 * bleed for side in made.extent)
    return BlockShape(made, across, along) if across <= w + ROUNDING and along <= h + ROUNDING else None


class Rest(NamedTuple):
    """The pieces of one component on a sheet that isn't full."""

    stack: Stack
    pieces: tuple[Leaf, ...]

    @property
    def is_whole(self) -> bool:
        """Check that the component has no other sheet."""
        return len(self.stack.sheets) == 1


def rest_of(stack: Stack, press: Press) -> Rest | None:
    """Return the pieces on a stack's last sheet, if it isn't full and may be shared."""
    if stack.kind not in ("plain", "fold") or press.options.together == "no" or not stack.format.is_cut:
        return None
    (held,) = stack.sheets[-1].held[:1]
    pieces = tuple([leaf for leaf in held if leaf])
    skipped = len(pieces) < len(held)
    is_alone = len(stack.sheets[-1].pattern.blocks) == 1
    is_full = len(pieces) == len(stack.sheets[-1].pattern.blocks[0].cells)
    return None if skipped or not is_alone or is_full else Rest(stack, pieces)


def share_grids(stacks: Sequence[Stack], press: Press) -> list[Stack]:
    """Pour the rests of components with the same pattern into one grid; a sheet that isn't full is a stack's last."""
    rests = [rest for stack in stacks if (rest := rest_of(stack, press))]
    alike: dict[tuple[Pattern, str], list[Rest]] = {}
    for rest in rests:
        pattern = rest.stack.sheets[-1].pattern
        (made,) = pattern.blocks
        format = made.format._replace(safe=0.0, is_double_sided=False)
        alike.setdefault((pattern._replace(blocks=(made._replace(format=format),)), rest.stack.kind), []).append(rest)
    order = {id(stack): number for number, stack in enumerate(stacks)}
    left = {id(stack): stack for stack in stacks}
    mixed: list[tuple[int, int, Stack]] = []
    for group in alike.values():
        filled = _fill_together(group, len(group[0].stack.sheets[-1].pattern.blocks[0].cells))
        if len(filled) >= len(group):
            continue
        for rest in group:
            left[id(rest.stack)] = rest.stack._replace(sheets=rest.stack.sheets[:-1])
        for pieces in filled:
            like = next(rest.stack for rest in group if rest.stack.component == pieces[0].component)
            sheet = sheet_of_several(like.sheets[-1].pattern, (tuple(pieces),))
            if len(sheet.components) == 1:
                sheet = sheet._replace(label=f"{sheet.component} {len(like.sheets)}", components=())
            stack = like._replace(component=sheet.component, title=sheet.title, sheets=(sheet,))
            first = min(order[id(rest.stack)] for rest in group if rest.stack.component == pieces[0].component)
            mixed.append((first, 1, stack))
    placed = [(order[key], 0, stack) for key, stack in left.items() if stack.sheets]
    return [stack for *_, stack in sorted([*placed, *mixed], key=lambda each: each[:2])]


def _fill_together(group: list[Rest], size: int) -> list[list[Leaf]]:
    """Return the pieces of each sheet; components that fit on one stay together where that costs no sheet."""
    count = ceil(sum(len(rest.pieces) for rest in group) / size)
    sheets: list[list[Leaf]] = [[] for _ in range(count)]
    parted: list[Leaf] = []
    for rest in sorted(group, key=lambda rest: not rest.is_whole):
        room = next((sheet for sheet in sheets if len(sheet) + len(rest.pieces) <= size), None)
        if room is None or not rest.is_whole:
            parted += rest.pieces
        else:
            room += rest.pieces
    for sheet in sheets:
        free = size - len(sheet)
        sheet += parted[:free]
        parted = parted[free:]
    return sheets


def fill_places(stacks: Sequence[Stack], press: Press) -> list[Stack]:
    """Put components that take less than a sheet into empty places of others' sheets, if they are small enough."""
    found = list(stacks)
    small = [rest for stack in stacks if (rest := rest_of(stack, press)) and rest.is_whole]
    for rest in sorted(small, key=lambda rest: rest.pieces[0].format.w * rest.pieces[0].format.h):
        own = next((number for number, stack in enumerate(found) if stack is rest.stack), None)
        if own is None:
            continue  # smaller ones lie between its pieces
        for number in sorted(range(len(found)), key=lambda number: abs(number - own)):  # its neighbours first
            large = found[number]
            if number == own or large.kind != rest.stack.kind:
                continue
            if filled := _lay_in_places(rest, large):
                found[number] = filled
                found.pop(own)
                break
    return found


def _lay_in_places(rest: Rest, large: Stack) -> Stack | None:
    """Return the stack of the large pieces with the small ones beside them; None if there are too few empty places."""
    sheet = large.sheets[-1]
    pattern = sheet.pattern
    grid, *others = pattern.blocks
    if None in sheet.held[0] or grid.format.outline in ROUND:
        return None
    if large.kind == "plain" and pattern.paper.w > pattern.paper.h and any(leaf.back for leaf in rest.pieces):
        return None  # backs are printed on sheets that are upright
    inset, fold = RING + grid.around, pattern.fold

    def depth(shape: BlockShape) -> float:  # from the fold, or else from the corner of its place
        return max(shape.w, shape.h) if fold is None else shape.w if fold.upright else shape.h

    left = rest.pieces
    blocks: list[Block] = []
    held: list[Held] = []
    for place in grid.cells[len(sheet.held[0]) + len(others) :]:
        room = place.w - 2 * inset, place.h - 2 * inset
        choices = block_shapes(rest.stack.format, rest.stack.bleed, len(left), *room)
        if not choices:
            return None
        most = min(choices[0].pieces, len(left))
        shape = min((each for each in choices if each.pieces >= most), key=depth)
        # in the corner of the place at which one begins, near a fold
        wanted = len(left)
        x, y = place.x + inset, place.y + inset
        if fold and fold.upright:
            x = place.right - inset - shape.w
        elif fold:
            y = place.bottom - inset - shape.h
        made = block(rest.stack.format, shape.rows, Rect(x, y, shape.w, shape.h), rest.stack.bleed)
        blocks.append(made._replace(cells=made.cells[: min(wanted, shape.pieces)], place=grow(place, RING - inset)))
        held.append(left[: shape.pieces])
        left = left[shape.pieces :]
        if not left:
            break
    if left:
        return None
    both = sheet_of_several(pattern._replace(blocks=(*pattern.blocks, *blocks)), (*sheet.held, *held))
    return large._replace(sheets=(*large.sheets[:-1], both))


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
    """Let the rests of components share sheets if that makes fewer of them; full sheets stay as they are.

    They share one grid first, then empty places of it, then they have blocks of their own. A shared sheet comes where
    the first of its components would. Components that follow each other share first, so that they keep their order
    where that costs no sheet.
    """
    poured = share_grids(stacks, press)
    ways = [_share_in_blocks(way, press) for way in (fill_places(poured, press), poured)]
    return min(ways, key=lambda way: (sum(len(stack.sheets) for stack in way), _count_unmarked(way, press)))


def _count_unmarked(stacks: list[Stack], press: Press) -> int:
    """Count sheets that leave too narrow a strip for marks, wanted or not: these move no piece."""
    patterns = [stack.sheets[-1].pattern for stack in stacks if stack.format.is_cut]
    rooms = [(pattern.box, room_on(pattern.paper, press)) for pattern in patterns if not pattern.shared]
    return sum(min(room.w - box.w, room.h - box.h) < 2 * MARKED for box, room in rooms)


def _share_in_blocks(stacks: list[Stack], press: Press) -> list[Stack]:
    """Share sheets between several components, each in blocks that are cut apart."""
    paper, _ = both_ways(press.paper)
    rests = [rest for stack in stacks if stack.kind == "plain" and (rest := rest_of(stack, press))]
    if len(rests) < 2:
        return stacks
    some = [rest for rest in rests if press.options.together == "yes" or rest.is_whole]
    pages = _pack_fewest(some, paper, press) if len(some) > 1 else None
    saved = len(some) - len(pages) if pages else 0
    in_order = _pack_in_order(stacks, rests, paper, press)
    if in_order and len(rests) - len(in_order) >= saved:
        pages, saved = in_order, len(rests) - len(in_order)
    return _insert_pages(stacks, pages, paper) if pages and saved > 0 else stacks


def _insert_pages(stacks: list[Stack], pages: list[Page], paper: Paper) -> list[Stack]:
    """Put shared pages in the place of the sheets that they replace; a rest alone on a page keeps its own."""
    shared = {id(laid.rest.stack) for page in pages if len({id(laid.rest) for laid in page}) > 1 for laid in page}
    pages = [page for page in pages if any(id(laid.rest.stack) in shared for laid in page)]
    alone = [stack._replace(sheets=stack.sheets[:-1]) if id(stack) in shared else stack for stack in stacks]
    placed = [(number, 0, stack) for number, stack in enumerate(alone) if stack.sheets]
    made = Counter({stack.component: len(stack.sheets) for stack in alone})
    order = {id(stack): number for number, stack in enumerate(stacks)}
    for page in pages:
        # in the middle of the paper
        box = surround_rects(grow(Rect(laid.x, laid.y, laid.shape.w, laid.shape.h), RING) for laid in page)
        dx, dy = (paper.w - box.w) / 2 - box.x, (paper.h - box.h) / 2 - box.y
        blocks: list[Block] = []
        for rest, pieces, shape, x, y in page:
            made_block = block(rest.stack.format, shape.rows, Rect(x + dx, y + dy, shape.w, shape.h), rest.stack.bleed)
            blocks.append(made_block._replace(cells=made_block.cells[: len(pieces)]))
        pattern = Pattern(paper, tuple(blocks), box._replace(x=box.x + dx, y=box.y + dy), shared=True)
        sheet = sheet_of_several(pattern, tuple(laid.pieces for laid in page))
        name = sheet.component
        made[name] += 1
        numbered = (sheet._replace(label=f"{name} {made[name]}"),)
        first = min(order[id(laid.rest.stack)] for laid in page)
        stack = page[0].rest.stack._replace(component=name, title=sheet.title, sheets=numbered, kind="shared")
        placed.append((first, 1, stack))
    return [stack for *_, stack in sorted(placed, key=lambda each: each[:2])]


def _pack_in_order(stacks: Sequence[Stack], rests: list[Rest], paper: Paper, press: Press) -> list[Page] | None:
    """Pack only components that follow each other: each joins the one before if that makes no more pages."""
    pages: list[Page] = []
    run: list[Rest] = []
    made: list[Page] = []
    left = {id(rest.stack): rest for rest in rests}
    for stack in stacks:
        rest = left.get(id(stack))
        together = _pack_fewest([*run, rest], paper, press) if run and rest and rest.is_whole else None
        if rest and together and len(together) <= len(made):
            run, made = [*run, rest], together
            continue
        pages += made
        run, made = [], []
        if rest:
            alone = _pack_fewest([rest], paper, press)
            if alone is None:
                return None
            run, made = [rest], alone
    return pages + made


def _pack_fewest(rests: list[Rest], paper: Paper, press: Press) -> list[Page] | None:
    """Return the first of several ways that makes the fewest pages; pieces of a kind stay on one page if they can."""
    room = room_on(paper, press)
    area = 0.0  # of the pieces themselves: the least that they take of sheets
    for rest in rests:
        format = rest.stack.format
        part = {Outline.CIRCLE: pi / 4, Outline.HEXAGON: 3 / 4}.get(format.outline, 1.0)
        area += len(rest.pieces) * part * format.w * format.h
    least = ceil(area / (room.w * room.h))
    best: list[Page] | None = None
    for strip, parted, cutting in product((STRIP, 0.0), (False, True), _CUTTINGS):
        if best and (len(best) <= least or (not strip and len(best) < len(rests))):
            break
        pages = _pack(rests, room.w, room.h - 2 * strip, cutting, parted=parted)
        if pages is not None and (best is None or len(pages) < len(best)):
            best = pages
    return best


def _pack(rests: list[Rest], w: float, h: float, cutting: str, *, parted: bool) -> list[Page] | None:
    """Pack large pieces first, each kind into the free rectangle that it fills best; two cuts free each block."""
    import rectpack.guillotine

    new_bin = partial(getattr(rectpack.guillotine, cutting), w + ROUNDING, h + ROUNDING, rot=False, merge=False)
    bins: list[Any] = []
    pages: list[Page] = []
    for rest in sorted(rests, key=lambda rest: -(rest.stack.format.w * rest.stack.format.h)):
        left = rest.pieces
        choices = block_shapes(rest.stack.format, rest.stack.bleed, len(left), w - 2 * RING, h - 2 * RING)
        while left:
            whole = [shape for shape in choices if shape.pieces >= len(left)]
            put = _place(bins, choices if parted else whole, len(left))
            if put is None:
                put = _place([*[None] * len(bins), new := new_bin()], choices, len(left))
                bins.append(new)
                pages.append([])
            if put is None:
                return None
            number, shape, x, y = put
            pages[number].append(LaidBlock(rest, left[: shape.pieces], shape, x, y))
            left = left[shape.pieces :]
    return pages


def _place(bins: list[Any], choices: list[BlockShape], wanted: int) -> tuple[int, BlockShape, float, float] | None:
    """Place as many pieces as go into the first page with room for any, in the shape that leaves least around it."""
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
