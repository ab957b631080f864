"""A game with some of its modules → the names that its expressions know, and the pieces behind them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from typing import Any

from pnp.model.game import Component, Game, Group, Module, Piece
from pnp.model.patch import layers, patched, sections
from pnp.model.records import Records
from pnp.model.rules import Variable
from pnp.model.values import Field, Record
from pnp.rules.beside import WITH, Beside
from pnp.rules.expressions import Absent, Evaluator, Lazy, Listing, Names
from pnp.rules.texts import Texts

DEALT = ("zones", "lies", "may_lie", "markers", "dealt", "into")  # what is known of a setup that can be dealt
OF_PLAYERS = ("players", "tables", "faces", *DEALT, WITH)  # what a number of players is needed for, or may be
_ALWAYS = ("players", "tables", "zones", WITH)  # whatever a component is called
NO_PLAYERS = Absent("how many players there are isn't known here")
_NO_SETUP = Absent("the game has no setup.yaml")
_NO_VICTORY = Absent("the game has no victory.yaml")


class World:
    """`names` hold for any number of players, `for_players` for one. Records are made once for all of them."""

    def __init__(
        self,
        game: Game,
        modules: tuple[str, ...],
        evaluator: Evaluator,
        translated: Callable[[Game], Game] = lambda game: game,
    ) -> None:
        """`game` has these modules applied to it, and is in the language that `translated` makes of others."""
        self.game, self.modules, self.evaluator, self._translated = game, modules, evaluator, translated
        self.records = Records(game.groups, game.components)
        if evaluator.ids is None:
            evaluator.ids = frozenset(_ids(game))
            evaluator.also_known.update(_also_known(game))
        self.beside = Beside(self) if game.modules else None
        self.names = Names(self._known())
        self.unsure: set[str] = set()  # names whose values say nothing, since what yields them has errors
        self.broken: set[str] = set()  # rules that are, with other modules
        self.blamed: set[str] = set()  # pieces that break a rule: whatever else comes of them is no other mistake
        self._of_players: dict[int, Names] = {}
        self._pieces: dict[int, Piece] = {}
        self.kept: dict[Any, Any] = {}  # what has been found of it: of the victory, of examples by their ids
        self.others: dict[tuple[str, ...], World] = {}  # with other modules
        self._written: dict[int, tuple[Record, Piece]] = {}
        self.texts = Texts(self)
        self.texts.put_into_records(self.owners)

    def other(self, modules: tuple[str, ...]) -> "World":
        """With these modules instead, in the same language. Made when it is first asked for."""
        if modules not in self.others:
            whole = self.game.plain or self.game
            game = self._translated(patched(whole, [whole.modules[id] for id in modules if id in whole.modules]))
            self.others[modules] = World(game, modules, self.evaluator, self._translated)
        return self.others[modules]

    def for_players(self, players: int) -> Names:
        if players not in self._of_players:
            known: dict[str, Any] = dict.fromkeys(("tables", "faces", *DEALT), _NO_SETUP) | {"players": players}
            if self.game.setup:
                dealt = Lazy(lambda: self._dealt(players))
                known |= {name: Lazy(lambda name=name: dealt.get()[name]) for name in ("faces", *DEALT)}  # type: ignore[misc]
                known["tables"] = self._tables(players)
            if self.beside:
                known[WITH] = self.beside.names(players)
            self._of_players[players] = self.names.inner(self.beside_own(known))
        return self._of_players[players]

    def beside_own(self, known: dict[str, Any]) -> dict[str, Any]:
        """A component or group that is called so is still its list: `markers|count`, and `markers.red` is its space."""
        own = {name for name in known if name not in _ALWAYS and self.owner_of(name)}
        return {name: _both(self.names.find(name), value) if name in own else value for name, value in known.items()}

    def with_written(self, written: Iterable[tuple[Record, Piece]]) -> "World":
        """The same, where records that somebody wrote down are like pieces: problems with them stand there."""
        world = copy(self)
        world._written = {id(record): (record, piece) for record, piece in written}
        return world

    def piece_of(self, record: Any) -> Piece | None:
        """Whose record it is; None where it is no piece's and no entry's."""
        if id(record) in self._written:
            return self._written[id(record)][1]
        if not self._pieces:
            self._pieces.update(
                {id(self.records.of(owner.id, piece.id)): piece for owner in self.owners for piece in _pieces(owner)}
            )
        return self._pieces.get(id(record))

    def owner_of(self, name: str) -> Component | Group | None:
        """The component or group that an expression knows by this name."""
        return next((owner for owner in self.owners if as_name(owner.id) == name), None)

    def entries_of(self, owner: str) -> tuple[Record, ...]:
        """All that a reference to this group or component can mean."""
        found = self.game.groups.get(owner) or self.game.components.get(owner)
        return tuple([self.records.of(owner, piece.id) for piece in _pieces(found)]) if found else ()

    @property
    def owners(self) -> Iterator[Component | Group]:
        """All components and groups."""
        yield from self.game.components.values()
        yield from self.game.groups.values()

    @property
    def patches(self) -> list[Module]:
        """All that is applied to it."""
        chosen = (self.game.modules[id] for id in self.modules if id in self.game.modules)
        return [patch for layer in layers(chosen) for patch in layer]

    def _known(self) -> dict[str, Any]:
        of = self.records.of
        known: dict[str, Any] = dict.fromkeys(
            ("players", "tables", "zones"), NO_PLAYERS if self.game.setup else _NO_SETUP
        )
        known |= {"numbers": self.game.setup.players} if self.game.setup else {}
        for group in self.game.groups.values():
            known[as_name(group.id)] = tuple([of(group.id, id) for id in group.entries])
        for component in self.game.components.values():
            known[as_name(component.id)] = tuple(
                [of(component.id, piece.id) for piece in component.pieces for _ in range(piece.copies)]
            )
        victory = self.game.victory
        known["modules"] = self.modules
        known["states"] = Lazy(self._states) if victory else _NO_VICTORY
        known["track"] = Record({id: _variable(each) for id, each in victory.track.items()}) if victory else _NO_VICTORY
        for id in victory.track if victory else ():
            known.setdefault(id, Absent(f"{id} is known of a state of the track, not here", f"states|where({id} …)"))
        known.setdefault("at", Lazy(self._places) if self.game.setup else _NO_SETUP)
        known.setdefault("examples", Lazy(self._examples))
        known.setdefault("glossary", Lazy(lambda: self.texts.terms()))
        if self.beside:
            known[WITH] = self.beside.names()
        return known | dict(self.game.define) | dict(victory.define if victory else {})

    def _states(self) -> tuple[Record, ...]:
        from pnp.rules.victory import all_states

        return all_states(self)

    def _places(self) -> Record:
        from pnp.rules.setup.lying import places_of

        return places_of(self)

    def _examples(self) -> Record:
        from pnp.rules.worked import all_worked

        return all_worked(self)

    def _dealt(self, players: int) -> dict[str, Any]:
        from pnp.rules.setup.dealing import deal, supply_of
        from pnp.rules.setup.lying import known_of

        return known_of(self, deal(self, players), supply_of(self))

    def _tables(self, players: int) -> Record:
        tables = self.game.setup.tables if self.game.setup else {}
        many = f"{players} player{'' if players == 1 else 's'}"
        missing = {id: Absent(f"table {id} has no row for {many}") for id in tables}
        rows: dict[str, Any] = {id: table.rows.get(players, missing[id]) for id, table in tables.items()}
        return Record(rows)


def _both(own: tuple[Any, ...], value: Any) -> Any:
    """A list that knows by name what the setup comes to, where anything is known of that."""
    if isinstance(value, Absent):
        return own
    return Lazy(lambda: Listing(own, value.get() if isinstance(value, Lazy) else value))


def as_name(id: str) -> str:
    """How an expression writes the id of a component or a group."""
    return id.replace("-", "_")


def _pieces(owner: Component | Group) -> Iterable[Piece]:
    return owner.pieces if isinstance(owner, Component) else owner.entries.values()


def _variable(variable: Variable) -> Listing:
    return Listing(variable.values, {"start": variable.start})


def _ids(game: Game) -> Iterator[str]:
    """Of everything that a piece could be compared with, all modules' things among them."""
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


def _also_known(game: Game) -> Iterator[str]:
    """Names that are there with some module, or with some number of players."""
    yield from ("outcome", *OF_PLAYERS)
    for module in game.patches:
        for section in ("components", "victory.track", "define", "victory.define"):
            yield from (as_name(item.id) for item in module.change(section).add)
