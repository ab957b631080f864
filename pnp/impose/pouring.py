"""Stacks that leave places of their last sheet empty → stacks whose left-overs fill these places.

Pieces of one size and shape lie in one grid, whatever components they are of. What is small enough lies in places that
are left empty between larger pieces, where no cut goes through it.
"""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from pnp.impose.furniture import RING
from pnp.impose.grid import ROUND, block
from pnp.impose.pattern import Block, Pattern, grown
from pnp.impose.press import Press
from pnp.impose.sheetful import BlockShape, Held, Stack, block_shapes, sheet_of_several
from pnp.model.sheet import Leaf, Rect


class Rest(NamedTuple):
    """What one component leaves over for a sheet that isn't full."""

    stack: Stack
    pieces: tuple[Leaf, ...]

    @property
    def is_whole(self) -> bool:
        """The component has no other sheet."""
        return len(self.stack.sheetfuls) == 1


def rest_of(stack: Stack, press: Press) -> Rest | None:
    """The pieces of a sheet that isn't full."""
    if stack.kind not in ("plain", "fold") or press.options.together == "no" or not stack.format.is_cut:
        return None
    (held,) = stack.sheetfuls[-1].held[:1]
    pieces = tuple([leaf for leaf in held if leaf])
    skipped = len(pieces) < len(held)
    is_alone = len(stack.sheetfuls[-1].pattern.blocks) == 1
    return None if skipped or not is_alone or len(pieces) == len(_places(stack)) else Rest(stack, pieces)


def pour(stacks: Sequence[Stack], press: Press) -> list[Stack]:
    """As many stacks or fewer, each where its first component was; a sheet that isn't full is the last of its stack."""
    rests = [rest for stack in stacks if (rest := rest_of(stack, press))]
    alike: dict[tuple[Pattern, str], list[Rest]] = {}
    for rest in rests:
        pattern = rest.stack.sheetfuls[-1].pattern
        (made,) = pattern.blocks
        format = made.format._replace(safe=0.0, is_double_sided=False)
        alike.setdefault((pattern._replace(blocks=(made._replace(format=format),)), rest.stack.kind), []).append(rest)
    order = {id(stack): number for number, stack in enumerate(stacks)}
    left = {id(stack): stack for stack in stacks}
    mixed: list[tuple[int, int, Stack]] = []
    for group in alike.values():
        filled = _filled(group, len(_places(group[0].stack)))
        if len(filled) >= len(group):
            continue
        for rest in group:
            left[id(rest.stack)] = rest.stack._replace(sheetfuls=rest.stack.sheetfuls[:-1])
        for pieces in filled:
            like = next(rest.stack for rest in group if rest.stack.component == pieces[0].component)
            sheetful = sheet_of_several(like.sheetfuls[-1].pattern, (tuple(pieces),))
            if len(sheetful.components) == 1:
                sheetful = sheetful._replace(label=f"{sheetful.component} {len(like.sheetfuls)}", components=())
            stack = like._replace(component=sheetful.component, title=sheetful.title, sheetfuls=(sheetful,))
            first = min(order[id(rest.stack)] for rest in group if rest.stack.component == pieces[0].component)
            mixed.append((first, 1, stack))
    placed = [(order[key], 0, stack) for key, stack in left.items() if stack.sheetfuls]
    return [stack for *_, stack in sorted([*placed, *mixed], key=lambda each: each[:2])]


def _places(stack: Stack) -> tuple[Rect, ...]:
    return stack.sheetfuls[-1].pattern.blocks[0].cells


def _filled(group: list[Rest], size: int) -> list[list[Leaf]]:
    """The pieces of each sheet. Components that would take a single sheet stay together where that costs nothing; the
    others, which lie on several sheets anyway, fill the places between."""
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
    """Components that take less than a sheet and are small enough lie in empty places of others' sheets."""
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
            if filled := _in_places(rest, large):
                found[number] = filled
                found.pop(own)
                break
    return found


def _in_places(rest: Rest, large: Stack) -> Stack | None:
    """The stack of the large pieces with the small ones beside them; None where there are too few empty places."""
    sheetful = large.sheetfuls[-1]
    pattern = sheetful.pattern
    grid, *others = pattern.blocks
    if None in sheetful.held[0] or grid.format.outline in ROUND:
        return None
    if large.kind == "plain" and pattern.paper.w > pattern.paper.h and any(leaf.back for leaf in rest.pieces):
        return None  # backs are printed on sheets that are upright
    inset = RING + grid.around
    left = rest.pieces
    blocks: list[Block] = []
    held: list[Held] = []
    for place in grid.cells[len(sheetful.held[0]) + len(others) :]:
        room = place.w - 2 * inset, place.h - 2 * inset
        choices = block_shapes(rest.stack.format, rest.stack.bleed, len(left), *room)
        if not choices:
            return None
        most = min(choices[0].pieces, len(left))
        shape = min((each for each in choices if each.pieces >= most), key=lambda each: _reach(each, pattern))
        # in the corner of the place at which one begins, near a fold
        wanted = len(left)
        x, y = place.x + inset, place.y + inset
        if pattern.fold and pattern.fold.upright:
            x = place.right - inset - shape.w
        elif pattern.fold:
            y = place.bottom - inset - shape.h
        made = block(rest.stack.format, shape.rows, Rect(x, y, shape.w, shape.h), rest.stack.bleed)
        blocks.append(made._replace(cells=made.cells[: min(wanted, shape.pieces)], place=grown(place, RING - inset)))
        held.append(left[: shape.pieces])
        left = left[shape.pieces :]
        if not left:
            break
    if left:
        return None
    both = sheet_of_several(pattern._replace(blocks=(*pattern.blocks, *blocks)), (*sheetful.held, *held))
    return large._replace(sheetfuls=(*large.sheetfuls[:-1], both))


def _reach(shape: BlockShape, pattern: Pattern) -> float:
    """How far from a fold, or else from the corner of its place, a block reaches."""
    if pattern.fold is None:
        return max(shape.w, shape.h)
    return shape.w if pattern.fold.upright else shape.h
