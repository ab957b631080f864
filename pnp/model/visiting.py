"""Ways through a display list: a question to each item, a list that is made anew, and all that stands in groups.

A new kind of item is added to `Visitor` first. Mypy and tests/model/test_visiting.py then name all that don't know it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import is_
from typing import Generic, TypeVar, assert_never

from pnp.model.display import IDENTITY, Drawing, Group, Item, Matrix, PageArt, Picture, Raster, Shape, Text, multiply

R = TypeVar("R")
_Whole = TypeVar("_Whole", Group, Drawing)

Single = Text | Shape | Picture  # what holds no items
_Wordless = Shape | Picture


class Visitor(ABC, Generic[R]):
    """An item → an answer. A visitor says for each kind of item, and of art in a picture, what its answer is."""

    __slots__ = ()

    def visit(self, item: Item) -> R:
        if isinstance(item, Shape):  # `match` takes twice as long, and everything on every card comes through here
            return self.shape(item)
        if isinstance(item, Group):
            return self.group(item)
        if isinstance(item, Text):
            return self.text(item)
        if not isinstance(item, Picture):
            assert_never(item)
        art = item.art
        if isinstance(art, Drawing):
            return self.drawing(item, art)
        if isinstance(art, Raster):
            return self.raster(item, art)
        if isinstance(art, PageArt):
            return self.page(item, art)
        assert_never(art)

    @abstractmethod
    def text(self, text: Text) -> R: ...

    @abstractmethod
    def shape(self, shape: Shape) -> R: ...

    @abstractmethod
    def raster(self, picture: Picture, art: Raster) -> R: ...

    @abstractmethod
    def drawing(self, picture: Picture, art: Drawing) -> R: ...

    @abstractmethod
    def page(self, picture: Picture, art: PageArt) -> R: ...

    @abstractmethod
    def group(self, group: Group) -> R: ...


class Mapper(Visitor[Item | None]):
    """Items → what becomes of them; None leaves an item out. What nothing changes in stays the same object."""

    __slots__ = ()

    def all(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        made = tuple([new for item in items if (new := self.visit(item)) is not None])
        return items if len(made) == len(items) and all(map(is_, made, items)) else made

    def inside(self, whole: _Whole) -> _Whole:
        """A group or a drawing with what becomes of its items."""
        items = self.all(whole.items)
        return whole if items is whole.items else replace(whole, items=items)


def walk(
    items: Iterable[Item], matrix: Matrix = IDENTITY, opacity: float = 1.0
) -> Iterator[tuple[Single, Matrix, float]]:
    """All that is painted, the lowest first, with the transform and the opacity of the groups that it stands in."""
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, within(matrix, item.transform), opacity * item.opacity)
        elif isinstance(item, Single):
            yield item, matrix, opacity
        else:
            assert_never(item)


def texts_on(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Matrix]]:
    """What is written, with the transform of the groups that it stands in."""
    for item in items:
        if isinstance(item, Text):
            yield item, matrix
        elif isinstance(item, Group):
            yield from texts_on(item.items, within(matrix, item.transform))
        elif not isinstance(item, _Wordless):
            assert_never(item)


def within(outer: Matrix, inner: Matrix) -> Matrix:
    """`multiply` for those who only look: most groups are only there for what they clip, or stand in no other."""
    if outer is IDENTITY:
        return inner
    return outer if inner is IDENTITY else multiply(outer, inner)


def stretched(picture: Picture, drawing: Drawing) -> Matrix:
    """From a drawing's own coordinates to where a picture shows it."""
    return picture.w / drawing.w, 0.0, 0.0, picture.h / drawing.h, picture.x, picture.y
