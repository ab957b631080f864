"""An edition → what templates see: its pieces and groups as records, and the words for everything else.

Asking for what a file of the game may say, and couldn't be read, fails with the problem for which it couldn't. What a
template looks at besides its own piece is noted as a read, a plain tuple of words: `("components",)`, `("components",
component, piece, field)`, `("number", component)`, `("copy", side)`, `("setup",)`, `("data", expression)` and so on;
`Context.value_of` returns what one finds.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from pnp.model.game import DATA, Component, Edition, Game, Piece
from pnp.model.language import Said, Translation
from pnp.model.options import design_of
from pnp.model.problem import Problem
from pnp.model.records import Records
from pnp.model.values import Poison, Record, Unavailable, Unreadable, Value, readable

Read = tuple[str, ...]

COMPONENTS, COPY, NUMBER, SAID = "components", "copy", "number", "said"
PLACED = (NUMBER, "count", COPY)  # what a piece's own template knows of it besides its fields


class Reads:
    """Collects the reads of one face after the other."""

    def __init__(self) -> None:
        self.found: set[Read] = set()

    def begin(self) -> set[Read]:
        """Collect into a new set from now on, and return the one before."""
        before, self.found = self.found, set()
        return before


class Noted(Mapping[str, Value]):
    """Values that belong to something else than the piece whose face is made: each look at them is noted."""

    __slots__ = ("_by_key", "_read", "_reads", "_values")

    def __init__(self, reads: Reads, read: Read, values: Mapping[str, Value], *, by_key: bool = True) -> None:
        """`by_key`: a look at one value counts as that alone, not as one at all of them."""
        self._reads, self._read, self._values, self._by_key = reads, read, values, by_key

    def __getitem__(self, key: str) -> Value:
        self._reads.found.add((*self._read, key) if self._by_key else self._read)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        self._reads.found.add(self._read)
        return iter(self._values)

    def __len__(self) -> int:
        self._reads.found.add(self._read)
        return len(self._values)


class OwnValues(dict[str, Value]):
    """A piece's values as its own template sees them; behind its fields its number, their count, and its copy."""

    def __init__(self, reads: Reads, values: Mapping[str, Value], placed: Mapping[str, tuple[int, Read]]) -> None:
        """`placed`: what each is, and the read that asking for it is."""
        super().__init__(values)
        self._reads, self._values, self._placed = reads, values, placed

    def __missing__(self, key: str) -> Value:
        """Return the value, noting the read. Raises KeyError, Unreadable."""
        if key not in self._placed or key in self._values:
            return self._values[key]
        number, read = self._placed[key]
        self._reads.found.add(read)
        return number


class NotedTranslation:
    """What a template's own texts are in the edition's language: each that is looked up is noted."""

    def __init__(self, reads: Reads, translation: Translation) -> None:
        self._reads, self._translation = reads, translation
        self.form = translation.form

    def find(self, context: str, source: str, plural: str = "") -> Said | None:
        self._reads.found.add((SAID, context, source, plural))
        return self._translation.find(context, source, plural)


V = TypeVar("V")

_COUNTS = 121  # beyond them plural forms come again


class Context:
    """Records of all pieces and group entries, made once and linked to each other."""

    def __init__(self, edition: Edition, *, draft: bool = False) -> None:
        game = edition.game
        self.reads = Reads()  # what templates look at besides their own piece
        groups, readable = game.groups, edition.readable
        self._game, self._draft, self._has_modules = game, draft, bool(edition.modules)
        self._fields = {id: self.cause(f"fields.{id}") for id in (*groups, *readable)}
        self._told, self._translation = edition.told, edition.translation
        self._components = edition.components
        self._numbers: dict[str, dict[str, int]] = {}  # by component, of its pieces
        self.own: dict[tuple[str, str], Record] = {}  # by component and piece, as its own template sees it
        self._records = Records(
            groups, readable, self._piece, lambda owner, values, id: Record(self._readable(owner, values), id)
        )
        entries = {id: {key: self._records.get(id, key) for key in group.entries} for id, group in groups.items()}
        known = {id: self._section(of, f"groups.{id}") for id, of in entries.items()}
        self.shared: dict[str, Any] = {
            "game": _described(game),
            "groups": self._section(known, "groups"),
            "components": _Components(self, edition.components),
            "ink": design_of(edition.ink),
            "language": edition.language,
            **{name: Noted(self.reads, (name,), told, by_key=False) for name, told in edition.told.items()},
        }
        if DATA in edition.told:
            answers = Noted(self.reads, (DATA,), edition.told[DATA])
            self.shared[DATA] = lambda expression: answers[str(expression)]

    def names_for(
        self, component: Component, piece: Piece, side: str = "front", copy: int = 1, page: int = 1, pages: int = 1
    ) -> dict[str, Any]:
        """Return the names a template has for one face."""
        if component.id not in self._numbers:
            self._numbers[component.id] = {each.id: number for number, each in enumerate(component.pieces, 1)}
        numbers, among = self._numbers[component.id], (NUMBER, component.id)
        # as its own template sees it, which may look where it stands among the others
        placed = {NUMBER: (numbers[piece.id], among), "count": (len(numbers), among), COPY: (copy, (COPY, side))}
        own = OwnValues(self.reads, self.own[component.id, piece.id].read, placed)
        size = component.format
        lengths = {"w": size.w, "h": size.h, "safe": size.safe, "bleed": size.bleed}
        return {
            **self.shared,
            "piece": Record(own, piece.id),
            "component": Record({"title": component.title, **lengths, "id": component.id}, component.id),
            "page": Record({"number": page, "count": pages}),
        }

    def value_of(self, read: Read) -> object:
        """Return what a read finds now, as plain data: while all stay the same, so does what was made with them."""
        name, *path = read
        if name == COPY:
            return None
        if name == SAID and self._translation:
            context, source, plural = path
            said = self._translation.find(context, source, plural)
            forms = [self._translation.form(count) for count in range(_COUNTS)] if plural else []
            return said and (said.forms, said.turns, forms)
        if read == (COMPONENTS,):
            return tuple(self._components)
        if name in (NUMBER, COMPONENTS) and len(path) == 1:
            component = self._components.get(path[0])
            return component and tuple([piece.id for piece in component.pieces])
        try:
            if name == COMPONENTS:
                values = self.own[path[0], path[1]].read
                return (_plain(values[path[2]] if path[2:] else Record(values), follow=False),)
            return (_plain(self._told[name][path[0]] if path else Record(self._told[name]), follow=True),)
        except KeyError:
            return None
        except Unavailable as error:
            return str(error)

    def others(self, component: Component) -> tuple[Record, ...]:
        """Return the component's pieces. Raises Unreadable where some of them couldn't be read."""
        if not self._draft and (cause := self.cause(f"pieces.{component.id}")):
            raise Unreadable(cause)
        return tuple([self._records.get(component.id, piece.id) for piece in component.pieces])

    def cause(self, section: str, id: str = "") -> Problem | None:
        """Return the problem due to which this is missing, if a file of the game or of a chosen module may say it."""
        found = self._game.cause(section, id, of_modules=False)
        if found is None and self._has_modules:
            found = self._game.cause(f"modules.{section}", id, of_modules=False)
        return found

    def _section(self, values: Mapping[str, V], section: str) -> Mapping[str, V]:
        return _ReadableValues(values, lambda id: self.cause(section, id)) if self._game.unread else values

    def _piece(self, owner: str, values: Mapping[str, Value], id: str) -> Record:
        values = self._readable(owner, values)
        self.own[owner, id] = Record(values, id)
        return Record(Noted(self.reads, (COMPONENTS, owner, id), values), id)

    def _readable(self, owner: str, values: Mapping[str, Value]) -> Mapping[str, Value]:
        """Return the values, marking what may lack some where fields of a component or a group couldn't be read."""
        cause = self._fields[owner]
        if self._draft:
            return _DraftValues(values, lambda _: cause)
        return _ReadableValues(values, lambda _: cause) if cause else values


class _ReadableValues(Mapping[str, V]):
    """What could be read of something; `cause` is why another name isn't there."""

    def __init__(self, values: Mapping[str, V], cause: Callable[[str], Problem | None]) -> None:
        self._values, self._cause = values, cause

    def __getitem__(self, name: str) -> V:
        """Return what could be read. Raises Unreadable for what couldn't."""
        if name not in self._values and (cause := self._cause(name)):
            raise Unreadable(cause)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class _DraftValues(_ReadableValues[Value]):
    """In a draft, what couldn't be read is nothing, and prints nothing."""

    def __getitem__(self, name: str) -> Value:
        try:
            return readable(super().__getitem__(name))
        except Unreadable:
            return None


def _plain(value: Value, *, follow: bool) -> object:
    """`follow`: into what has an id; a piece or an entry that a piece refers to goes by its id."""
    if isinstance(value, Record):
        inner = value.read.items() if follow or not value.id else ()
        return {"": value.id, **{name: _plain(part, follow=follow) for name, part in inner}}
    if isinstance(value, tuple):
        return tuple([_plain(part, follow=follow) for part in value])
    return str(value.problem) if isinstance(value, Poison) else value


def _described(game: Game) -> Record:
    """Describe the game; `base` is the game that an expansion is for, otherwise the game itself."""
    values = {"title": game.title, "version": game.version, "credits": game.credits, "id": game.id}
    base = _described(game.base) if game.base else Record(values, game.id)
    return Record({**values, "base": base}, game.id)


class _Components(Mapping[str, tuple[Record, ...]]):
    """All pieces by component, for sheets that show the others."""

    def __init__(self, context: Context, components: Mapping[str, Component]) -> None:
        self._context, self._components = context, components

    def __getitem__(self, id: str) -> tuple[Record, ...]:
        """Return the component's pieces, noting the read. Raises Unreadable."""
        self._context.reads.found.add((COMPONENTS, id))
        if id not in self._components and (cause := self._context.cause("components", id)):
            raise Unreadable(cause)
        return self._context.others(self._components[id])

    def __iter__(self) -> Iterator[str]:
        self._context.reads.found.add((COMPONENTS,))
        return iter(self._components)

    def __len__(self) -> int:
        return sum(1 for _ in self)
