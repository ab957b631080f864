"""The contents of one sheet of paper, and filling equal sheets: the bleed that is chosen, pages of what is larger.

Bleed around each piece is best for pictures that end in different colours; it takes two cuts between neighbours. Pieces
that share their cuts have one cut between them and bleed only around the whole block. A piece larger than the paper is
cut into overlapping pages of one size.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import ceil, floor
from typing import NamedTuple

from pnp.impose.patterns import NONE, ROUND, Bleed, Block, Pattern, Room, bleed_between, both_ways, lying_size
from pnp.model.game import Format, Outline
from pnp.model.geometry import rectangle_path
from pnp.model.length import mm
from pnp.model.sheet import Leaf, Paper, Rect

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


OVERLAP = 10.0
MOST = 60  # pages of one piece: who would glue more
SMALL = 150.0  # cards and tiles are not: nobody wants them glued together, but larger paper


class Tiling(NamedTuple):
    """How a piece is cut into pages."""

    format: Format
    paper: Paper  # as it lies
    turn: int
    columns: int
    rows: int
    w: float  # of what each page shows
    h: float
    bleed: float = 0.0  # at the edges of the piece; where pages are joined none is needed

    def name(self, row: int, column: int) -> str:
        """Name a page: A1 is top left, A2 beside it, B1 below."""
        return f"{chr(ord('A') + row)}{column + 1}"

    @property
    def bleed_said(self) -> str:
        """Describe the bleed that there is, if the piece has some."""
        if not self.format.bleed:
            return ""
        pages, edges = f"{self.columns * self.rows} pages", "at the board's edges"
        if not self.bleed:
            return f"{pages} without bleed: there is no room for {mm(self.format.bleed)} {edges}"
        return f"{pages} with {mm(self.bleed)} bleed {edges}"

    @property
    def places(self) -> list[tuple[int, int]]:
        """Return row and column of each page, in reading order."""
        return [(row, column) for row in range(self.rows) for column in range(self.columns)]

    def window(self, row: int, column: int) -> Rect:
        """Return the part of the piece as it lies that a page shows."""
        return Rect(column * (self.w - OVERLAP), row * (self.h - OVERLAP), self.w, self.h)

    def pattern(self, row: int, column: int) -> Pattern:
        """Return the pattern of one page: its window in the middle of the paper."""
        paper, format, window = self.paper, self.format, self.window(row, column)
        cell = Rect((paper.w - self.w) / 2, (paper.h - self.h) / 2, self.w, self.h)
        w, h = lying_size(format, self.turn)
        whole = Rect(cell.x - window.x, cell.y - window.y, w, h)
        ends = column == 0, row == 0, column + 1 == self.columns, row + 1 == self.rows
        left, top, right, bottom = (self.bleed if is_end else 0.0 for is_end in ends)
        box = Rect(cell.x - left, cell.y - top, cell.w + left + right, cell.h + top + bottom)
        window = Rect(window.x - left, window.y - top, box.w, box.h)
        # turned clockwise by 90, the piece's left edge lies at the top and its top at the right
        shown = Rect(window.y, format.h - window.right, window.h, window.w) if self.turn else window
        part_w, part_h = (cell.h, cell.w) if self.turn else (cell.w, cell.h)
        part = Format(part_w, part_h, Outline.RECTANGLE, safe=0.0, bleed=self.bleed)
        block = Block(part, self.turn, (cell,), box, rectangle_path(*shown), whole)
        return Pattern(paper, (block,), box)


class Tile(NamedTuple):
    """One page of a piece."""

    tiling: Tiling
    row: int
    column: int

    @property
    def name(self) -> str:
        return self.tiling.name(self.row, self.column)

    @property
    def first(self) -> bool:
        return self.row == self.column == 0


def tiling(
    format: Format, paper: Paper, room: Room, wish: str, beside: float, *, upright: bool = False
) -> Tiling | None:
    """Choose the fewest pages, then most bleed (`wish` is one of BLEEDS), the piece unturned, the paper upright."""
    if max(format.w, format.h) <= SMALL:
        return None
    bleed = 0.0 if wish == "no" else format.bleed
    kept = 2 * (bleed + beside) if bleed and wish == "yes" else 0.0
    found: list[Tiling] = []
    for turn, lying in product((0, 90), both_ways(paper)[: 1 if upright else 2]):
        (w, h), space = lying_size(format, turn), room(lying)
        columns, rows = _count_pages(w, space.w - kept), _count_pages(h, space.h - kept)
        if columns and rows:
            page_w, page_h = ((long + (n - 1) * OVERLAP) / n for long, n in ((w, columns), (h, rows)))
            free = min(space.w - page_w, space.h - page_h) / 2 - beside
            fits = min(bleed, floor(free * 10 + 1e-6) / 10)
            found.append(Tiling(format, lying, turn, columns, rows, page_w, page_h, fits if fits >= LEAST else 0.0))
    best = min(found, key=lambda way: (way.columns * way.rows, -way.bleed), default=None)
    return best if best and best.columns * best.rows <= MOST else None


def _count_pages(length: float, room: float) -> int:
    """Return how many pages so long a piece needs; 0 if overlaps would leave next to nothing of them."""
    if length <= room + 1e-6:
        return 1
    return ceil((length - OVERLAP) / (room - OVERLAP) - 1e-6) if room > 3 * OVERLAP else 0


Held = tuple[Leaf | None, ...]
Filled = tuple[int, ...]  # numbers of the cells that hold something


def find_filled_places(held: Sequence[object | None]) -> Filled:
    return tuple([place for place, thing in enumerate(held) if thing is not None])


class FilledSheet(NamedTuple):
    """A leaf or nothing for each place of a pattern, block by block."""

    pattern: Pattern
    held: tuple[Held, ...]
    component: str
    title: str
    label: str
    tile: Tile | None = None
    components: tuple[str, ...] = ()  # of a shared sheet

    @property
    def leaves(self) -> list[Leaf]:
        return [leaf for held in self.held for leaf in held if leaf is not None]

    @property
    def is_page(self) -> bool:
        """Check for a page of a document: in duplex its other side is free for the next page."""
        is_alone = self.tile is None and self.pattern.size == 1
        return is_alone and not any(leaf.back or leaf.format.is_cut for leaf in self.leaves)

    @property
    def full_title(self) -> str:
        """Return the title for the footer."""
        return f"{self.title} {self.tile.name}" if self.tile else self.title


class Stack(NamedTuple):
    """The sheets of one component, or those that several share."""

    component: str
    title: str
    format: Format
    sheets: tuple[FilledSheet, ...]
    kind: str = "plain"  # or "fold", "tiles", "shared"
    bleed: Bleed = NONE
    said: str = ""  # of the bleed


_TITLES = 3


def sheet_of_several(pattern: Pattern, held: tuple[Held, ...]) -> FilledSheet:
    """Return a sheet that is named after all components on it."""
    leaves = [leaf for some in held for leaf in some if leaf]
    components = tuple(dict.fromkeys(leaf.component for leaf in leaves))
    titles = list(dict.fromkeys(leaf.title for leaf in leaves))
    title = " + ".join([*titles[:_TITLES], "…"] if len(titles) > _TITLES else titles)
    name = "+".join(components)
    return FilledSheet(pattern, held, name, title, f"{name} 1", components=components)


def fill(pattern: Pattern, pieces: Sequence[Leaf | None], of: Leaf, number: int) -> tuple[FilledSheet, ...]:
    """Fill a pattern of one block with a component piece after piece; sheets are numbered from after `number` on."""
    size, component, title = pattern.size, of.component, of.title
    return tuple(
        FilledSheet(pattern, (tuple(pieces[start : start + size]),), component, title, f"{component} {sheet}")
        for sheet, start in enumerate(range(0, len(pieces), size), number + 1)
    )


def fill_tiles(tiling: Tiling, pieces: Sequence[Leaf]) -> tuple[FilledSheet, ...]:
    """Put each piece on pages of its own, which are named after their place in it."""
    found: list[FilledSheet] = []
    for number, leaf in enumerate(pieces, 1):
        label = leaf.component if len(pieces) == 1 else f"{leaf.component} {number}"
        for row, column in tiling.places:
            tile = Tile(tiling, row, column)
            pattern = tiling.pattern(row, column)
            found.append(FilledSheet(pattern, ((leaf,),), leaf.component, leaf.title, f"{label} {tile.name}", tile))
    return tuple(found)
