"""Ways through a display list: a question to each item, one walk for several readers, a list that is made anew.

A new kind of item is added to `Visitor` and `Reader` first. Mypy and tests/model/test_visiting.py then name all that
don't know it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import is_
from typing import Any, Generic, TypeVar, assert_never

from pnp.model.display import IDENTITY, Drawing, Group, Item, Matrix, PageArt, Picture, Raster, Shape, Text, multiply

R = TypeVar("R")
D = TypeVar("D")
_Whole = TypeVar("_Whole", Group, Drawing)

Single = Text | Shape | Picture  # what holds no items
_Wordless = Shape | Picture


class _LeafAnswers(ABC, Generic[R]):
    """The answers for what holds no items."""

    __slots__ = ()

    @abstractmethod
    def text(self, text: Text) -> R: ...

    @abstractmethod
    def shape(self, shape: Shape) -> R: ...

    @abstractmethod
    def raster(self, picture: Picture, art: Raster) -> R: ...

    @abstractmethod
    def page(self, picture: Picture, art: PageArt) -> R: ...


class Visitor(_LeafAnswers[R]):
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
    def drawing(self, picture: Picture, art: Drawing) -> R: ...

    @abstractmethod
    def group(self, group: Group) -> R: ...


class Reader(_LeafAnswers[R], Generic[R, D]):
    """What there is to know of items, from the inside out: an item's answer is made of those of the items inside of it.

    `R` is the answer for an item, `D` the one for a drawing, which many pictures show.
    """

    __slots__ = ()

    @abstractmethod
    def drawing(self, drawing: Drawing, inside: Sequence[R]) -> D: ...

    @abstractmethod
    def vector(self, picture: Picture, art: Drawing, drawing: D) -> R: ...

    @abstractmethod
    def group(self, group: Group, inside: Sequence[R]) -> R: ...


_Found = list[Any]  # of each reader
_REMEMBERED = 20_000  # items


class SharedWalk:
    """Walks through items once, for all readers that have joined. What is met again is remembered: most never is."""

    def __init__(self) -> None:
        self._readers: list[Reader[Any, Any]] = []
        self._met: set[int] = set()
        self._known: dict[int, tuple[Item, _Found]] = {}  # with the item, whose id must not be another's
        self._drawings: dict[Drawing, _Found] = {}
        self._last: tuple[Item | None, _Found] = None, []

    def join(self, reader: Reader[R, D]) -> Callable[[Item], R]:
        """Return the function that gives this reader's answers."""
        place = len(self._readers)
        self._readers.append(reader)
        self.forget()

        def answer(item: Item) -> R:
            last, answers = self._last
            if item is not last:
                if len(self._met) > _REMEMBERED:
                    self._met.clear()
                    self._known.clear()
                known = self._known.get(id(item))
                answers = known[1] if known else self._read(item)
                self._last = item, answers
            found: R = answers[place]
            return found

        return answer

    def forget(self) -> None:
        self._met.clear()
        self._known.clear()
        self._drawings.clear()
        self._last = None, []

    def _read(self, item: Item) -> _Found:
        readers = self._readers
        if isinstance(item, Group):
            known = self._known.get
            found = [each[1] if (each := known(id(child))) else self._read(child) for child in item.items]
            pairs = zip(readers, self._sort_by_reader(found), strict=True)
            answers = [reader.group(item, inside) for reader, inside in pairs]
        elif isinstance(item, Text):
            answers = [reader.text(item) for reader in readers]
        elif isinstance(item, Shape):
            answers = [reader.shape(item) for reader in readers]
        elif isinstance(item, Picture):
            answers = self._read_picture(item)
        else:
            assert_never(item)
        key = id(item)
        if key in self._met:
            self._known[key] = item, answers
        self._met.add(key)
        return answers

    def _read_picture(self, picture: Picture) -> _Found:
        art, readers = picture.art, self._readers
        if isinstance(art, Drawing):
            drawings = self._drawings.get(art) or self._read_drawing(art)
            return [reader.vector(picture, art, each) for reader, each in zip(readers, drawings, strict=True)]
        if isinstance(art, Raster):
            return [reader.raster(picture, art) for reader in readers]
        if isinstance(art, PageArt):
            return [reader.page(picture, art) for reader in readers]
        assert_never(art)

    def _read_drawing(self, drawing: Drawing) -> _Found:
        """Read a drawing, and remember nothing of what is inside of it: it is met nowhere else."""
        met, self._met = self._met, set()
        found = self._sort_by_reader([self._read(item) for item in drawing.items])
        self._met = met
        answers = [reader.drawing(drawing, inside) for reader, inside in zip(self._readers, found, strict=True)]
        self._drawings[drawing] = answers
        return answers

    def _sort_by_reader(self, found: list[_Found]) -> Iterable[Sequence[Any]]:
        """Return what each reader has found of several items."""
        return zip(*found, strict=True) if found else [()] * len(self._readers)


class Mapper(Visitor[Item | None]):
    """Items → what becomes of them; None leaves an item out. What nothing changes in stays the same object."""

    __slots__ = ()

    def all(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        made = tuple([new for item in items if (new := self.visit(item)) is not None])
        return items if len(made) == len(items) and all(map(is_, made, items)) else made

    def inside(self, whole: _Whole) -> _Whole:
        """Return a group or a drawing with what becomes of its items."""
        items = self.all(whole.items)
        return whole if items is whole.items else replace(whole, items=items)


def walk(
    items: Iterable[Item], matrix: Matrix = IDENTITY, opacity: float = 1.0
) -> Iterator[tuple[Single, Matrix, float]]:
    """Yield all that is painted, the lowest first, with transform and opacity of the groups that it stands in."""
    for item in items:
        if isinstance(item, Group):
            yield from walk(item.items, nest(matrix, item.transform), opacity * item.opacity)
        elif isinstance(item, Single):
            yield item, matrix, opacity
        else:
            assert_never(item)


def walk_texts(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Text, Matrix]]:
    """Yield what is written, with the transform of the groups that it stands in."""
    for item in items:
        if isinstance(item, Text):
            yield item, matrix
        elif isinstance(item, Group):
            yield from walk_texts(item.items, nest(matrix, item.transform))
        elif not isinstance(item, _Wordless):
            assert_never(item)


def nest(outer: Matrix, inner: Matrix) -> Matrix:
    """Multiply two matrices, of which mostly one does nothing: most groups are only there for what they clip."""
    if outer is IDENTITY:
        return inner
    return outer if inner is IDENTITY else multiply(outer, inner)


def picture_matrix(picture: Picture, drawing: Drawing) -> Matrix:
    """Return the matrix from a drawing's own coordinates to where a picture shows it."""
    return picture.w / drawing.w, 0.0, 0.0, picture.h / drawing.h, picture.x, picture.y
