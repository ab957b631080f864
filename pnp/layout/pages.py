"""How far a document has come: what the next face of a flow begins with."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pnp.layout.columns import Slice


class Pages:
    """Kept by whoever makes one face after the other; a flow reads and sets it as it fills its page."""

    def __init__(self) -> None:
        self.start = 0  # the slice that the next page begins with
        self.done = True  # until a flow says that something is left
        self.flows = 0  # on this page
        self.room = 0.0  # that the flow has on it, in mm²
        self.origin = ""  # of the flow
        self.made_from: Hashable = None  # what the slices are of: the flow's blocks, and how wide its columns are
        self.slices: list[Slice] = []
