"""A format that bleeds and a way to place it → the pattern with the bleed that it has room for, and why in one line.

Bleed around each piece is best for pictures that end in different colours; it takes two cuts between neighbours. Pieces
that share their cuts have one cut between them and bleed only around the whole block.
"""

from collections.abc import Callable, Iterator, Sequence
from math import floor
from typing import NamedTuple

from pnp.impose.grid import ROUND, bleed_between
from pnp.impose.pattern import NONE, Bleed, Block, Pattern
from pnp.model.display import Path
from pnp.model.game import Format
from pnp.model.length import mm
from pnp.model.outline import rectangle_path
from pnp.model.sheet import Rect

LEAST = 1.0  # less than this is lost by a knife that slips

Placing = Callable[[Bleed], Pattern | None]
"""A bleed → the best pattern with it."""


class BleedChoice(NamedTuple):
    pattern: Pattern | None
    bleed: Bleed = NONE
    said: str = ""  # what was chosen and why; empty where there was no choice
    short: bool = False  # less bleed than was asked for


def choose(format: Format, wish: str, placing: Placing) -> BleedChoice:
    """Choose the bleed. `wish` is one of BLEEDS: "auto" takes as much as costs no piece a sheet, at least `LEAST`."""
    if wish == "no" or format.bleed <= 0:
        return BleedChoice(placing(NONE))
    can_share = format.outline not in ROUND
    if format.gap is not None and wish == "auto" and not can_share:
        return _bleed_in_gap(format, format.gap, placing)
    is_given = format.shares_cuts or format.gap is not None
    if can_share and (wish == "perimeter" or (wish == "auto" and is_given)):
        return _bleed_around(format, placing)
    full, plain = placing(Bleed(format.bleed)), placing(NONE)
    if full is not None and (wish == "yes" or plain is None or full.size >= plain.size):
        return BleedChoice(full, Bleed(format.bleed), f"{_count(full)} with {mm(format.bleed)} bleed")
    if wish == "yes" or plain is None:
        return BleedChoice(None)
    lost = f"{mm(format.bleed)} would leave {full.size if full else 'none'}"
    for bleed in _smaller_bleeds(format.bleed):
        less = placing(bleed)
        if less is not None and less.size >= plain.size:
            return BleedChoice(less, bleed, f"{_count(less)} with {mm(bleed.size)} bleed; {lost}", True)
    around = _bleed_around(format, placing) if can_share else BleedChoice(plain)
    if around.bleed.size:
        return BleedChoice(around.pattern, around.bleed, f"{around.said}; {lost}", True)
    return BleedChoice(plain, NONE, f"{_count(plain)} with shared cut lines; {lost}", True)


def _bleed_in_gap(format: Format, gap: float, placing: Placing) -> BleedChoice:
    """Give each neighbour half of the gap; at the edges of the paper bleed costs no piece either."""
    plain = placing(NONE)
    most = Bleed(min(format.bleed, gap / 2))
    for bleed in (most, *_smaller_bleeds(most.size)) if most.size else ():
        made = placing(bleed)
        if made is not None and (plain is None or made.size == plain.size):
            said = f"{_count(made)} with {mm(bleed.size)} bleed in a gap of {mm(gap)}"
            return BleedChoice(made, bleed, said, bleed.size < format.bleed)
    said = f"{_count(plain)} without bleed in a gap of {mm(gap)}" if plain else ""
    return BleedChoice(plain, NONE, said, plain is not None)


def _bleed_around(format: Format, placing: Placing) -> BleedChoice:
    """Bleed around the block as far as it costs no piece a sheet; in gaps half of the gap, whatever is around."""
    none = Bleed(0.0, shared=True)
    plain = placing(none)
    if plain is None:
        return BleedChoice(None)
    inside = bleed_between(format)
    between = f"a gap of {mm(format.gap)}, {mm(inside)} bleed in it" if format.gap else "shared cut lines"
    for bleed in (Bleed(format.bleed), *_smaller_bleeds(format.bleed)):
        around = bleed._replace(shared=True)
        made = placing(around)
        if made is not None and made.size == plain.size:
            said = f"{_count(made)} with {between} and {mm(bleed.size)} bleed around them"
            short = bleed.size < format.bleed or (bool(format.gap) and inside < format.bleed)
            return BleedChoice(made, around, said, short)
    said = f"{_count(plain)} with {between}, without bleed around them"
    return BleedChoice(plain, none if inside else NONE, said, True)


def _smaller_bleeds(bleed: float) -> Iterator[Bleed]:
    for tenths in range(floor(bleed * 10 - 1e-9), round(LEAST * 10) - 1, -1):
        yield Bleed(tenths / 10)


def _count(pattern: Pattern) -> str:
    return f"{pattern.size} a sheet"


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
