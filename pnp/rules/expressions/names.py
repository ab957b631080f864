"""What is known where an expression stands: a chain of scopes."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pnp.model.values import Record

NOTHING: Any = object()  # no value at all, as opposed to none
EMPTY: Mapping[str, Any] = {}


class Lazy:
    """A value that is made when it is first asked for, and then kept."""

    __slots__ = ("_make", "_value")

    def __init__(self, make: Callable[[], Any]) -> None:
        self._make, self._value = make, NOTHING

    def get(self) -> Any:
        if self._value is NOTHING:
            self._value = self._make()
        return self._value


class Absent(NamedTuple):
    """A name that is known, but has no value here; using it is a problem with this message."""

    message: str
    hint: str = ""


class ByPlayers(NamedTuple):
    """Figures for each number of players, where it isn't known how many play; `name` is what expressions call them."""

    name: str
    figures: Mapping[int, Any]


class Names:
    """One scope and those around it.

    A value may be `Lazy`, `Absent`, `ByPlayers`, or a `Definition`, which is evaluated in the scope that uses it.
    """

    __slots__ = ("is_fixed", "item", "known", "mapping", "outer")

    def __init__(self, mapping: Mapping[str, Any], outer: "Names | None" = None) -> None:
        self.mapping, self.outer = _plain(mapping), outer
        self.item = mapping if type(mapping) is Record else NOTHING
        self.is_fixed = True  # one scope of one thing, not of one item after the other
        self.known: dict[Any, Any] = {}  # what definitions are here

    def inner(self, mapping: Mapping[str, Any]) -> "Names":
        """A scope inside of this one; that of a piece knows its fields and the piece itself as `it`."""
        return Names(mapping, self)

    def about(self, item: Any) -> "Names":
        """The scope of an item: its fields, where it has some, and `it`."""
        scope = Names(EMPTY, self)
        scope.is_fixed = False
        scope.look_at(item)
        return scope

    def look_at(self, item: Any) -> None:
        """Makes this the scope of another item: quicker than a scope for each."""
        self.item = item
        self.mapping = _plain(item) if isinstance(item, Record) else EMPTY

    def find(self, name: str) -> Any:
        """The value as it stands in its scope; NOTHING where there is none."""
        scope: Names | None = self
        while scope is not None:
            value = scope.mapping.get(name, NOTHING)
            if value is not NOTHING:
                return value
            scope = scope.outer
        return NOTHING

    def nearest_fixed(self) -> "Names":
        scope = self
        while not scope.is_fixed and scope.outer is not None:
            scope = scope.outer
        return scope

    def home_of(self, used: frozenset[str]) -> "Names":
        """The nearest scope that has any of these names, or the outermost: inside of it they all mean the same."""
        scope = self
        while scope.outer is not None and used.isdisjoint(scope.mapping):
            scope = scope.outer
        return scope

    def the_item(self) -> Any:
        scope: Names | None = self
        while scope is not None:
            if scope.item is not NOTHING:
                return scope.item
            scope = scope.outer
        return NOTHING

    def __contains__(self, name: str) -> bool:
        return self.find(name) is not NOTHING

    def __iter__(self) -> Iterator[str]:
        """All names, the nearest first."""
        scope: Names | None = self
        while scope is not None:
            yield from scope.mapping
            scope = scope.outer


def _plain(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    """A record's own mapping, which answers five times as fast as the record."""
    return mapping._values if isinstance(mapping, Record) else mapping
