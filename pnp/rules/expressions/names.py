"""Names in expressions: what they mean where an expression stands, which ones a game's files may use at all."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from pnp.model.game import Component, EntryGroup, Game, Piece
from pnp.model.patch import sections
from pnp.model.problem import Problem
from pnp.model.rules import Definition
from pnp.model.values import Field, Record

IT = "it"  # the item that something is asked about
WITH = "with"  # other worlds, by the modules that they have beside those chosen
DEALT = ("zones", "lies", "may_lie", "markers", "dealt", "into")  # what is known of a setup that can be dealt
OF_PLAYERS = ("players", "tables", "faces", *DEALT, WITH)  # what a number of players is needed for, or may be


def to_name(id: str) -> str:
    """Return the id of a component or a group as expressions write it."""
    return id.replace("-", "_")


def pieces_in(owner: Component | EntryGroup) -> Collection[Piece]:
    """Return the pieces of a component, or the entries of a group."""
    return owner.pieces if isinstance(owner, Component) else owner.entries.values()


def ids_of(game: Game) -> Iterator[str]:
    """Yield the ids of everything that a piece could be compared with, all modules' things among them."""
    for _, items in sections(game):
        yield from items
    yield from game.modules
    for module in game.patches:
        for change in module.changes.values():
            for item in (*change.add, *change.replace):
                yield item.id
                if isinstance(item, Component):
                    yield from (piece.id for piece in item.pieces)
    for component in game.components.values():
        yield from _choices(component.fields)
    for group in game.groups.values():
        yield from _choices(group.fields)
    if game.victory:
        yield from (condition.outcome for condition in game.victory.conditions.values())


def _choices(fields: Mapping[str, Field]) -> Iterator[str]:
    for field in fields.values():
        yield from field.choices
        yield from _choices({"of": field.of} if field.of else {})
        yield from _choices(field.fields)


NOTHING: Any = object()  # no value at all, as opposed to none
EMPTY: Mapping[str, Any] = {}
SELECTION, PLAYER, TABLE = "chosen", "player", "table"  # whose names are; they are called so in expressions, too
DEFINITION, LISTED = "definition", "listed player"
WHOSE = {  # in messages, and how to write that theirs is meant, and not that of an item of a list
    SELECTION: ("the selection's", "chosen.{name} the selection's"),
    PLAYER: ("the player's", "player.{name} the player's"),
    TABLE: ("the finished table's", "table.{name} the finished table's"),
    LISTED: ("the player's", "name the player for the other: player = … player.{name} …"),
    DEFINITION: ("the definition", "the definition needs another name"),
}


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
    cause: Problem | None = None  # for which it has none


def make_absent(name: str, cause: Problem | None) -> Absent:
    """Return the value of a name for what couldn't be read, or found out."""
    return Absent(f"{name} isn't known", cause=cause)


NO_PLAYERS = Absent("how many players there are isn't known here")


class Frame(Record):
    """An item of a list that definitions are written for: a state of the track, a player of a finished table."""

    __slots__ = ("is_player",)

    def __init__(self, values: Mapping[str, Any], id: str = "", *, is_player: bool = False) -> None:
        super().__init__(values, id)
        self.is_player = is_player


class ByPlayers(NamedTuple):
    """Figures for each number of players, where it isn't known how many play; `name` is what expressions call them."""

    name: str
    figures: Mapping[Any, Any]


class Names:
    """One scope and those around it.

    A value may be `Lazy`, `Absent`, `ByPlayers`, or a `Definition`, which is evaluated in `view_of` it. `whose` says
    that a scope is that of a selection, of a finished table or of one of its players: no item of a list may hide a name
    of it, nor the name of a definition. `hides` has those, and whose they are, in the scope of an item that could.
    """

    __slots__ = ("_guarded", "hides", "is_fixed", "item", "known", "mapping", "outer", "whose")

    def __init__(self, mapping: Mapping[str, Any], outer: "Names | None" = None, whose: str = "") -> None:
        # a record's own mapping answers five times as fast as the record
        self.mapping = mapping._values if isinstance(mapping, Record) else mapping
        self.outer, self.whose = outer, whose
        self.item = mapping if type(mapping) is Record else NOTHING
        self.is_fixed = True  # one scope of one thing, not of one item after the other
        self.known: dict[Any, Any] = {}  # what definitions are here
        self.hides: Mapping[str, str] = EMPTY
        self._guarded: Mapping[str, str] | None = None

    def nest(self, mapping: Mapping[str, Any], whose: str = "") -> "Names":
        """Make a scope inside of this one; that of a piece knows its fields and the piece itself as `it`."""
        return Names(mapping, self, whose)

    def nest_owned(self, mapping: Mapping[str, Any], whose: str) -> "Names":
        """Make the scope of a selection, a finished table or a player, which is also known by name: chosen.hero."""
        said = mapping if isinstance(mapping, Record) else Record(mapping)
        scope = Names(mapping, Names({whose: said}, self, whose), whose)
        scope.item = mapping if isinstance(mapping, Record) else NOTHING
        return scope

    def item_scope(self, item: Any) -> "Names":
        """Make the scope of an item: its fields, where it has some, and `it`."""
        scope = Names(EMPTY, self)
        scope.is_fixed = False
        scope._guarded = self.guarded_names()
        scope.look_at(item)
        return scope

    def look_at(self, item: Any) -> None:
        """Make this the scope of another item: quicker than a scope for each."""
        self.item, kind = item, type(item)
        if kind is Record:
            self.mapping, self.hides = item._values, self._guarded or EMPTY
        else:  # states by the thousand are frames: to ask for their type is quicker than isinstance
            is_record = kind is Frame or isinstance(item, Record)
            self.mapping, self.hides = item._values if is_record else EMPTY, EMPTY

    def look_at_named(self, name: str, item: Any) -> None:
        """Make this the scope of another item, known by this name only."""
        self.item, self.mapping, self.hides = NOTHING, {name: item}, EMPTY

    def guarded_names(self) -> Mapping[str, str]:
        """Return the names that an item in here must not hide, and whose they are."""
        if not self.is_fixed:
            around = self._guarded or EMPTY
            listed = isinstance(self.item, Frame) and self.item.is_player
            return {**around, **dict.fromkeys(self.mapping, LISTED)} if listed else around
        if self._guarded is None:
            around = self.outer.guarded_names() if self.outer else EMPTY
            own = {
                name: self.whose or DEFINITION
                for name, value in self.mapping.items()
                if self.whose or type(value) is Definition
            }
            self._guarded = {**around, **own} if own else around
        return self._guarded

    def view_of(self, definition: Definition) -> "Names":
        """Return the scope that a definition used here sees: that of the place where it is written.

        A selection's definition sees the selection and the game; another one the game, a state of the track, a finished
        table and a player of it. No definition sees the items of lists that it is used inside of.
        """
        home: Names = self
        while home.outer is not None and home.mapping.get(definition.id) is not definition:
            home = home.outer
        if home.whose == SELECTION:
            return home
        seen: list[Names] = []
        scope = self
        while scope is not home and scope.outer is not None:
            if isinstance(scope.item, Frame) if not scope.is_fixed else scope.whose != SELECTION:
                seen.append(scope)
            scope = scope.outer
        view = home
        for scope in reversed(seen):
            view = scope if scope.outer is view else Names(scope.mapping, view, scope.whose)
        return view

    def find(self, name: str) -> Any:
        """Return the value as it stands in its scope; NOTHING where there is none."""
        scope = self.scope_of(name)
        return NOTHING if scope is None else scope.mapping[name]

    def scope_of(self, name: str) -> "Names | None":
        """Return the nearest scope that has this name."""
        scope: Names | None = self
        while scope is not None and name not in scope.mapping:
            scope = scope.outer
        return scope

    def current_item(self) -> Any:
        scope = self
        while scope.item is NOTHING and scope.outer is not None:
            scope = scope.outer
        return scope.item

    def __iter__(self) -> Iterator[str]:
        """Yield all names, the nearest first."""
        scope: Names | None = self
        while scope is not None:
            yield from scope.mapping
            scope = scope.outer
