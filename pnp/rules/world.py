"""A game with some of its modules → the names that its expressions know, and the pieces behind them."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pnp.model.game import Component, EntryGroup, Game, Module, Piece
from pnp.model.patch import apply_modules, order_patches
from pnp.model.problem import Problem
from pnp.model.records import Records
from pnp.model.rules import Definition, Expression
from pnp.model.values import Record
from pnp.rules.causes import Causes
from pnp.rules.circumstances import Choices, players_text
from pnp.rules.examples import example_values
from pnp.rules.expressions.errors import NOT_READ, EvalError
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.names import DEALT, NO_PLAYERS, WITH, Absent, Lazy, Names, make_absent, pieces_in, to_name
from pnp.rules.expressions.values import Listing, show
from pnp.rules.setup.dealing import missing_row, places_of, setup_values
from pnp.rules.texts import Texts
from pnp.rules.victory.proofs import states_value

_ALWAYS = ("players", "tables", "zones", WITH)  # whatever a component is called
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
        """Make the world of a game that has these modules applied to it, in the language that `translated` makes."""
        self.game, self.modules, self.evaluator, self._translated = game, modules, evaluator, translated
        evaluator.know(game)
        unread = evaluator.unread
        self.causes = Causes(game, modules, evaluator.faulty)
        self.records = Records(game.groups, game.components)
        if unread.is_in_pieces or not self.records.is_whole:
            for owner in self.owners:
                for piece in pieces_in(owner):
                    values: Any = self.records.get(owner.id, piece.id)._values
                    unread.spread(owner.id, values)
        self._choices: Choices | None = None
        self.names = Names(self._values())
        self._of_players: dict[int, Names] = {}
        self._pieces: dict[int, Piece] = {}
        self.cache: dict[Any, Any] = {}  # what has been found of it: of the victory, of examples by their ids
        self.others: dict[tuple[str, ...], World] = {}  # with other modules
        self.written: dict[int, tuple[Record, Piece]] = {}  # records that were written down, as if they were pieces
        self.texts = Texts(self)

    def world_with(self, modules: tuple[str, ...]) -> "World":
        """Return the world with these modules instead, in the same language, made on first use."""
        if modules not in self.others:
            whole = self.game.plain or self.game
            game = self._translated(apply_modules(whole, [whole.modules[id] for id in modules if id in whole.modules]))
            self.others[modules] = World(game, modules, self.evaluator, self._translated)
        return self.others[modules]

    def names_for(self, players: int) -> Names:
        if players not in self._of_players:
            no_setup = _NO_SETUP._replace(cause=self.causes.first_in("setup"))
            known: dict[str, Any] = dict.fromkeys(("tables", "faces", *DEALT), no_setup) | {"players": players}
            if self.game.setup:
                dealt = Lazy(partial(setup_values, self, players))
                known |= {name: Lazy(lambda name=name: dealt.get()[name]) for name in ("faces", *DEALT)}  # type: ignore[misc]
                known["tables"] = self._tables(players)
            if self.game.modules:
                known[WITH] = self.names_by_module(lambda other: other.names_for(players))
            self._of_players[players] = self.names.nest(self.keep_own_lists(known))
        return self._of_players[players]

    def keep_own_lists(self, known: dict[str, Any]) -> dict[str, Any]:
        """Keep the list of a component or group that is called so: `markers|count`, and `markers.red` is its space."""
        own = {name for name in known if name not in _ALWAYS and self.owner_of(name)}
        return {name: _both(self.names.find(name), value) if name in own else value for name, value in known.items()}

    def piece_of(self, record: Any) -> Piece | None:
        """Return the piece or entry whose record it is."""
        if id(record) in self.written:
            return self.written[id(record)][1]
        if not self._pieces:
            for owner in self.owners:
                self._pieces |= {id(self.records.get(owner.id, piece.id)): piece for piece in pieces_in(owner)}
        return self._pieces.get(id(record))

    def owner_of(self, name: str) -> Component | EntryGroup | None:
        """Return the component or group that an expression knows by this name."""
        return next((owner for owner in self.owners if to_name(owner.id) == name), None)

    def entries_of(self, owner: str, at: Expression | None = None) -> tuple[Record, ...]:
        """Return all that a reference to a group or component can mean. Raises EvalError where some are unread."""
        if cause := self.cause_of_owner(owner):
            asked = at or Expression(owner, cause.span)
            raise EvalError(NOT_READ.at(asked.span, what=show(asked.text), cause=cause))
        found = self.game.groups.get(owner) or self.game.components.get(owner)
        return tuple([self.records.get(owner, piece.id) for piece in pieces_in(found)]) if found else ()

    def cause_of_owner(self, owner: str, id: str = "") -> Problem | None:
        """Return why a group or component isn't there, or lacks something: a piece or an entry of this id."""
        if not self.causes:
            return None
        if owner in self.game.groups:
            return self.causes.get(f"groups.{owner}", id)
        if owner in self.game.components:
            return self.causes.get(f"pieces.{owner}", id)
        return self.causes.get("components", owner) or self.causes.get("groups", owner)

    @property
    def owners(self) -> Iterator[Component | EntryGroup]:
        """Yield all components and groups."""
        yield from self.game.components.values()
        yield from self.game.groups.values()

    @property
    def patches(self) -> list[Module]:
        """Return the patches that are applied, in their order."""
        chosen = (self.game.modules[id] for id in self.modules if id in self.game.modules)
        return [patch for layer in order_patches(chosen) for patch in layer]

    def _values(self) -> dict[str, Any]:
        """Return the values of names that hold for any number of players."""
        of, setup = self.records.get, self.game.setup
        no_setup = _NO_SETUP._replace(cause=None if setup else self.causes.first_in("setup"))
        known: dict[str, Any] = dict.fromkeys(("players", "tables", "zones"), NO_PLAYERS if setup else no_setup)
        if setup:
            cause = self.causes.get("setup.players")
            known["numbers"] = make_absent("numbers", cause) if cause else setup.players
        for group in self.game.groups.values():
            known[to_name(group.id)] = tuple([of(group.id, id) for id in group.entries])
        for component in self.game.components.values():
            ids = [piece.id for piece in component.pieces for _ in range(piece.copies)]
            known[to_name(component.id)] = tuple([of(component.id, id) for id in ids])
        for owner in self.owners:
            if cause := self.cause_of_owner(owner.id):
                known[to_name(owner.id)] = make_absent(to_name(owner.id), cause)
        known["modules"] = self.modules
        victory = self.game.victory
        if victory:
            missing = self.causes.lost_by_id("victory.track")
            track = {id: Listing(each.values, {"start": each.start}) for id, each in victory.track.items()}
            known.setdefault("states", Lazy(partial(states_value, self)))
            known.setdefault("track", missing.get("", Record({**track, **missing})))
            for id in {**track, **missing}:  # variables are known only where a state is meant
                absent = Absent(f"{id} is known of a state of the track, not here", f"states|where({id} …)")
                known.setdefault(id, missing.get(id, absent))
        else:
            no_victory = _NO_VICTORY._replace(cause=self.causes.first_in("victory"))
            known = {**dict.fromkeys(("states", "track"), no_victory), **known}
        known.setdefault("at", Lazy(partial(places_of, self)) if setup else no_setup)
        known.setdefault("examples", Lazy(partial(example_values, self)))
        known.setdefault("glossary", Lazy(lambda: self.texts.terms()))
        if self.game.modules:
            known[WITH] = self.names_by_module(lambda other: other.names)
        if no_setup.cause:
            known |= {name: _both(known.get(name, no_setup), no_setup) for name in ("numbers", "faces", *DEALT)}
        return known | dict(self.game.define) | dict(self.game.victory.define if self.game.victory else {})

    def names_by_module(self, names: Callable[["World"], Names]) -> Record:
        """Return the value of `with`: by module, names of the game with it and what it needs, beside those chosen.
        Modules that can't be chosen at all are known, but have no figures."""
        whole = self.game.plain or self.game
        choices = self._choices = self._choices or Choices(whole)

        def names_with(module: str) -> Any:
            if module not in choices.single:
                return Absent(f"module {module} can't be chosen")
            # with all that are chosen, but for those that can't be used with it, or need what can't be
            together = choices.single[module]
            usable = [choices.single[id] for id in self.modules if choices.legal(choices.single[id] | together)]
            modules = tuple(sorted(together.union(*usable)))
            other = self if modules == self.modules else self.world_with(modules)
            known = names(other)
            values = {name: _NO_FURTHER if name == WITH else known.find(name) for name in known}
            for name, value in values.items():
                if isinstance(value, Definition):  # has the value that it has there
                    values[name] = Lazy(partial(other.evaluator.value_of, value, known))
            return Record(values)

        by_id: dict[str, Any] = {id: Lazy(partial(names_with, id)) for id in whole.modules}
        return Record(by_id)

    def _tables(self, players: int) -> Any:
        """Return the rows of the setup's tables for a number of players."""
        setup = self.game.setup
        rows: dict[str, Any] = dict(self.causes.lost_by_id("setup.tables"))
        if "" in rows:
            return rows[""]
        for id, table in setup.tables.items() if setup else ():
            cause = missing_row(self, table) if players not in table.rows else None
            missing = Absent(f"table {id} has no row for {players_text([players])}", cause=cause)
            if id not in rows or not self.modules:  # otherwise a module may have another one in its place
                rows[id] = table.rows.get(players, rows.get(id, missing))
        return Record(rows)


def _both(own: Any, value: Any) -> Any:
    """Make a list that knows by name what the setup comes to, where anything is known of that."""
    if isinstance(own, Absent) or (isinstance(value, Absent) and not value.cause):
        return own
    return Lazy(lambda: Listing(own, value.get() if isinstance(value, Lazy) else value))
