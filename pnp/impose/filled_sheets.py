"""The contents of one sheet of paper, filling equal sheets, and the shapes that a block of some pieces can have."""

from collections.abc import Sequence
from typing import NamedTuple

from pnp.impose.grid import ROUND, ROUND_GAP, Rows, grid_of, set_off
from pnp.impose.pattern import NONE, Bleed, Pattern
from pnp.impose.tiles import Tile, Tiling
from pnp.model.game import Format
from pnp.model.length import ROUNDING
from pnp.model.sheet import Leaf

_MANY = 40  # pieces; of more, not every number of rows and columns is tried

Held = tuple[Leaf | None, ...]
Filled = tuple[int, ...]  # numbers of the cells that hold something


def filled_places(held: Sequence[object | None]) -> Filled:
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
        [
            FilledSheet(pattern, (tuple(pieces[start : start + size]),), component, title, f"{component} {sheet}")
            for sheet, start in enumerate(range(0, len(pieces), size), number + 1)
        ]
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


class BlockShape(NamedTuple):
    """Rows of pieces, with the bleed around them."""

    rows: Rows
    w: float
    h: float

    @property
    def pieces(self) -> int:
        return self.rows.pieces


def block_shapes(format: Format, around: Bleed, wanted: int, w: float, h: float) -> list[BlockShape]:
    """Return the shapes that fit into w × h, those that hold most first.

    None has a row more than so many pieces need. Every second row of staggered ones may be one shorter.
    """
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
