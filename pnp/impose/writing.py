"""A text and a size → a block as wide as the text and as high as its letters may be."""

from pnp.impose.settings import Typeset
from pnp.impose.strips import Block
from pnp.model.display import Group

ASCENT = 0.95  # of the size: capitals with accents stay below
DESCENT = 0.25


def written(text: str, size: float, typeset: Typeset) -> Block:
    item, width = typeset(text, size)
    return Block(width, (ASCENT + DESCENT) * size, (Group((item,), (1.0, 0.0, 0.0, 1.0, 0.0, ASCENT * size)),))
