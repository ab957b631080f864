"""What one sheet of paper holds, and how equal sheets are filled piece after piece."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pnp.impose.pattern import NONE, Bleed, Pattern
from pnp.impose.tiles import Tile, Tiling
from pnp.model.game import Format
from pnp.model.sheet import Leaf

Held = tuple[Leaf | None, ...]
Filled = tuple[int, ...]  # numbers of the cells that hold something


def filled(held: Sequence[object | None]) -> Filled:
    return tuple([place for place, thing in enumerate(held) if thing is not None])


class Sheetful(NamedTuple):
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
        """Of a document: in duplex its other side is free for the next page."""
        return self.tile is None and self.pattern.size == 1 and all(_is_page(leaf) for leaf in self.leaves)

    @property
    def titled(self) -> str:
        """The footer's title."""
        return f"{self.title} {self.tile.name}" if self.tile else self.title


def _is_page(leaf: Leaf) -> bool:
    return leaf.back is None and not leaf.format.is_cut


class Stack(NamedTuple):
    """What one component puts on its sheets, or several on sheets that they share."""

    component: str
    title: str
    format: Format
    sheetfuls: tuple[Sheetful, ...]
    kind: str = "plain"  # or "fold", "tiles", "shared"
    bleed: Bleed = NONE
    said: str = ""  # of the bleed


_TITLES = 3


def titled(leaves: Iterable[Leaf]) -> str:
    """What several components on one sheet are called."""
    titles = list(dict.fromkeys(leaf.title for leaf in leaves))
    return " + ".join([*titles[:_TITLES], "…"] if len(titles) > _TITLES else titles)


def fill(pattern: Pattern, pieces: Sequence[Leaf | None], of: Leaf, number: int) -> tuple[Sheetful, ...]:
    """Piece after piece of a component into a pattern of one block; its sheets are numbered from after `number` on."""
    size, component, title = pattern.size, of.component, of.title
    return tuple(
        [
            Sheetful(pattern, (tuple(pieces[start : start + size]),), component, title, f"{component} {sheet}")
            for sheet, start in enumerate(range(0, len(pieces), size), number + 1)
        ]
    )


def fill_tiles(tiling: Tiling, pieces: Sequence[Leaf]) -> tuple[Sheetful, ...]:
    """Each piece on pages of its own, which are named after their place in it."""
    found: list[Sheetful] = []
    for number, leaf in enumerate(pieces, 1):
        label = leaf.component if len(pieces) == 1 else f"{leaf.component} {number}"
        for row, column in tiling.places:
            tile = Tile(tiling, row, column)
            pattern = tiling.pattern(row, column)
            found.append(Sheetful(pattern, ((leaf,),), leaf.component, leaf.title, f"{label} {tile.name}", tile))
    return tuple(found)
