"""What a layouter remembers: equal elements in equal boxes are laid out once."""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pnp.layout.element import Placed
from pnp.model.display import Matrix

_MOST = 8192


class Frame(NamedTuple):
    """The box of an element that has nothing wrong with it, where it is moved to, and how much shows through."""

    box: tuple[float, float | None]
    matrix: Matrix
    opacity: float


class Remembered:
    """What was laid out, in one direction."""

    def __init__(self, place: Callable[..., Placed], draw: Callable[..., Placed]) -> None:
        self.place = lru_cache(_MOST)(place)
        self.draw = lru_cache(_MOST)(draw)
        self.frames: dict[tuple[object, ...], Frame] = {}

    def forget(self) -> None:
        self.place.cache_clear()
        self.draw.cache_clear()
