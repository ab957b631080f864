"""A game with some of its modules → the names that its expressions know, and the pieces behind them."""

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from typing import Any

from pnp.model.game import Component, EntryGroup, Game, Module, Piece
from pnp.model.patch import apply_modules, order_patches
from pnp.model.problem import Problem
from pnp.model.records import Records
from pnp.model.rules import Definition
from pnp.model.values import Record, Unreadable
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import DEALT, WITH, Absent, Lazy, Names, also_known, as_name, ids_of, lost
from pnp.rules.expressions.values import Listing
from pnp.rules.module_sets import Choices
from pnp.rules.poisoned import Causes, pieces_in, spread, unknown_fields
from pnp.rules.texts import Texts

_ALWAYS = ("players", "tables", "zones", WITH)  # whatever a component is called
NO_PLAYERS = Absent("how many players there are isn't known here")
_NO_SETUP = Absent("the game has no setup.yaml")
_NO_VICTORY = Absent("the game has no victory.yaml")
_NO_FURTHER = Absent("figures of another module can't be looked at from those of one")


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
        if evaluator.ids is None:
            evaluator.ids = frozenset(ids_of(game))
            evaluator.also_known.update(also_known(game))
            evaluator.unread = game.unread
            evaluator.unknown_fields = unknown_fields(game)
        self.causes = Causes(game.unread, modules, evaluator.faulty)
        self.records = Records(game.groups, game.components)
        if evaluator.unknown_fields is not None or not self.records.is_whole:
            unknown = evaluator.unknown_fields or {}
            for owner in self.owners:
                for piece in pieces_in(owner):
                    values: Any = self.records.get(owner.id, piece.id)._values
                    spread(values, unknown.get(owner.id, {}))
        self.other_worlds = OtherWorlds(self) if game.modules else None
        self.names = Names(self._known())
        self._of_players: dict[int, Names] = {}
        self._pieces: dict[int, Piece] = {}
        self.kept: dict[Any, Any] = {}  # what has been found of it: of the victory, of examples by their ids
        self.others: dict[tuple[str, ...], World] = {}  # with other modules
        self._written: dict[int, tuple[Record, Piece]] = {}
        self.texts = Texts(self)

    def other(self, modules: tuple[str, ...]) -> "World":
        """With these modules instead, in the same language. Made when it is first asked for."""
        if modules not in self.others:
            whole = self.game.plain or self.game
            game = self._translated(apply_modules(whole, [whole.modules[id] for id in modules if id in whole.modules]))
            self.others[modules] = World(game, modules, self.evaluator, self._translated)
        return self.others[modules]

    def for_players(self, players: int) -> Names:
        if players not in self._of_players:
            no_setup = _NO_SETUP._replace(cause=self.causes.within("setup"))
            known: dict[str, Any] = dict.fromkeys(("tables", "faces", *DEALT), no_setup) | {"players": players}
            if self.game.setup:
                dealt = Lazy(partial(self._dealt, players))
                known |= {name: Lazy(lambda name=name: dealt.get()[name]) for name in ("faces", *DEALT)}  # type: ignore[misc]
                known["tables"] = self._tables(players)
            if self.other_worlds:
                known[WITH] = self.other_worlds.by_module(lambda other: other.for_players(players))
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
            for owner in self.owners:
                self._pieces |= {id(self.records.get(owner.id, piece.id)): piece for piece in pieces_in(owner)}
        return self._pieces.get(id(record))

    def owner_of(self, name: str) -> Component | EntryGroup | None:
        """The component or group that an expression knows by this name."""
        return next((owner for owner in self.owners if as_name(owner.id) == name), None)

    def entries_of(self, owner: str) -> tuple[Record, ...]:
        """All that a reference to this group or component can mean. Raises Unreadable where some couldn't be read."""
        if cause := self.cause_of_owner(owner):
            raise Unreadable(cause)
        found = self.game.groups.get(owner) or self.game.components.get(owner)
        return tuple([self.records.get(owner, piece.id) for piece in pieces_in(found)]) if found else ()

    def cause_of_owner(self, owner: str, id: str = "") -> Problem | None:
        """Why a group or component isn't there, or doesn't have all that it should; or has nothing of this id."""
        if not self.causes:
            return None
        if owner in self.game.groups:
            return self.causes.of(f"groups.{owner}", id)
        if owner in self.game.components:
            return self.causes.of(f"pieces.{owner}", id)
        return self.causes.of("components", owner) or self.causes.of("groups", owner)

    @property
    def owners(self) -> Iterator[Component | EntryGroup]:
        """All components and groups."""
        yield from self.game.components.values()
        yield from self.game.groups.values()

    @property
    def patches(self) -> list[Module]:
        """All that is applied to it."""
        chosen = (self.game.modules[id] for id in self.modules if id in self.game.modules)
        return [patch for layer in order_patches(chosen) for patch in layer]

    def _known(self) -> dict[str, Any]:
        of, setup = self.records.get, self.game.setup
        no_setup = _NO_SETUP._replace(cause=None if setup else self.causes.within("setup"))
        known: dict[str, Any] = dict.fromkeys(("players", "tables", "zones"), NO_PLAYERS if setup else no_setup)
        if setup:
            cause = self.causes.of("setup.players")
            known["numbers"] = lost("numbers", cause) if cause else setup.players
        for group in self.game.groups.values():
            known[as_name(group.id)] = tuple([of(group.id, id) for id in group.entries])
        for component in self.game.components.values():
            known[as_name(component.id)] = tuple(
                [of(component.id, piece.id) for piece in component.pieces for _ in range(piece.copies)]
            )
        for owner in self.owners:
            if cause := self.cause_of_owner(owner.id):
                known[as_name(owner.id)] = lost(as_name(owner.id), cause)
        known["modules"] = self.modules
        victory = self.game.victory
        if victory:
            missing: dict[str, Any] = {id: lost(id, why) for id, why in self.causes.by_id("victory.track").items()}
            track = {id: Listing(each.values, {"start": each.start}) for id, each in victory.track.items()}
            known.setdefault("states", Lazy(self._states))
            known.setdefault("track", missing.get("", Record({**track, **missing})))
            for id in {**track, **missing}:  # variables are known only where a state is meant
                absent = Absent(f"{id} is known of a state of the track, not here", f"states|where({id} …)")
                known.setdefault(id, missing.get(id, absent))
        else:
            no_victory = _NO_VICTORY._replace(cause=self.causes.within("victory"))
            known = {**dict.fromkeys(("states", "track"), no_victory), **known}
        known.setdefault("at", Lazy(self._places) if setup else no_setup)
        known.setdefault("examples", Lazy(self._examples))
        known.setdefault("glossary", Lazy(lambda: self.texts.terms()))
        if self.other_worlds:
            known[WITH] = self.other_worlds.by_module(lambda other: other.names)
        if no_setup.cause:
            known |= {name: _both(known.get(name, no_setup), no_setup) for name in ("numbers", "faces", *DEALT)}
        return known | dict(self.game.define) | dict(self.game.victory.define if self.game.victory else {})

    def _states(self) -> Any:
        from pnp.rules.victory import all_states, states_at_fault

        cause = states_at_fault(self)
        return lost("states", cause) if cause else all_states(self)

    def _places(self) -> Any:
        from pnp.rules.setup.known import places_of

        return places_of(self)

    def _examples(self) -> Any:
        from pnp.rules.worked_examples import all_worked

        return all_worked(self)

    def _dealt(self, players: int) -> dict[str, Any]:
        from pnp.rules.setup.dealing import deal, supply_of
        from pnp.rules.setup.known import known_of

        return known_of(self, deal(self, players), supply_of(self))

    def _tables(self, players: int) -> Any:
        from pnp.rules.setup import without_row

        setup = self.game.setup
        rows: dict[str, Any] = {id: lost(id, problem) for id, problem in self.causes.by_id("setup.tables").items()}
        if "" in rows:
            return rows[""]
        many = f"{players} player{'' if players == 1 else 's'}"
        for id, table in setup.tables.items() if setup else ():
            cause = without_row(self, table) if players not in table.rows else None
            missing = Absent(f"table {id} has no row for {many}", cause=cause)
            if id not in rows or not self.modules:  # else a module may have another one in its place
                rows[id] = table.rows.get(players, rows.get(id, missing))
        return Record(rows)


class OtherWorlds:
    """`with.<module>` of expressions: the names of the game with that module and what it needs, beside those chosen."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._game: Game = world.game.plain or world.game
        self._choices = Choices(self._game)

    def by_module(self, names: Callable[[World], Names]) -> Record:
        """Return names of other worlds; modules that can't be chosen at all are known, but have no figures."""
        known: dict[str, Any] = {id: Lazy(partial(self._names, id, names)) for id in self._game.modules}
        return Record(known)

    def _names(self, module: str, names: Callable[[World], Names]) -> Any:
        if module not in self._choices.single:
            return Absent(f"module {module} can't be chosen")
        # with all that are chosen, but for those that can't be used with it, or need what can't be
        together, single = self._choices.single[module], self._choices.single
        kept = [single[id] for id in self._world.modules if self._choices.legal(single[id] | together)]
        modules = tuple(sorted(together.union(*kept)))
        other = self._world if modules == self._world.modules else self._world.other(modules)
        known = names(other)
        values = {name: _NO_FURTHER if name == WITH else known.find(name) for name in known}
        for name, value in values.items():
            if isinstance(value, Definition):  # has the value that it has there
                values[name] = Lazy(partial(other.evaluator.defined, value, known))
        return Record(values)


def _both(own: Any, value: Any) -> Any:
    """A list that knows by name what the setup comes to, where anything is known of that."""
    if isinstance(own, Absent) or (isinstance(value, Absent) and not value.cause):
        return own
    return Lazy(lambda: Listing(own, value.get() if isinstance(value, Lazy) else value))
