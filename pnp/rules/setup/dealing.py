"""A world and a number of players → the setup, dealt: by chance where there is some, else so that all figures hold."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pnp.model.problem import Problem
from pnp.model.rules import Expression, Move, Put, Shuffle, Step
from pnp.rules.expressions import Absent, Wrong
from pnp.rules.setup.acting import Table
from pnp.rules.setup.chance import Chance
from pnp.rules.setup.dealt import Dealt, Done, Moved, Unmet
from pnp.rules.setup.kinds import LEFT
from pnp.rules.setup.laying import Supply, lay_zones
from pnp.rules.setup.lying import known_while_dealt
from pnp.rules.world import DEALT

if TYPE_CHECKING:
    from pnp.rules.world import World

_NOT_YET = Absent("what lies in the zones is known after the setup, not in it", "write how many, or all")

_known: "WeakKeyDictionary[World, dict[int, Dealt]]" = WeakKeyDictionary()
_supplies: "WeakKeyDictionary[World, Supply]" = WeakKeyDictionary()


def deal(world: "World", players: int, random: Random | None = None) -> Dealt:
    """Without `random` nothing is shuffled, but all is accounted for. Problems don't say for how many players."""
    if random is not None:
        from pnp.rules.setup.searching import search

        return search(Dealing(world, players, steps_of(world)), Chance(random)).told()
    known = _known.setdefault(world, {})
    if players not in known:
        known[players] = deal_steps(world, players, steps_of(world))
    return known[players]


def is_sure(world: "World", players: int, used: Collection[str]) -> bool:
    """Whether what these names say of the setup can be relied on: it can be dealt, and its markers are there."""
    dealt, victory = deal(world, players), world.game.victory
    misspelt = "markers" in used and not dealt.markers.keys() <= (victory.track.keys() if victory else set())
    return dealt.is_whole and not dealt.problems and not misspelt


def steps_of(world: "World") -> Iterable[Step]:
    return world.game.setup.steps.values() if world.game.setup else ()


def supply_of(world: "World") -> Supply:
    """Made once."""
    if world not in _supplies:
        _supplies[world] = Supply(world)
    return _supplies[world]


def has_rows(world: "World", players: int) -> bool:
    """Whether all tables have a row for so many."""
    tables = world.game.setup.tables if world.game.setup else {}
    return all(players in table.rows for table in tables.values())


def deal_steps(world: "World", players: int, steps: Iterable[Step]) -> Dealt:
    """The setup with its steps in this order, nothing left to chance."""
    return Dealing(world, players, steps).dealt()


class Dealing:
    """A setup that is ready to be dealt, as often as one likes."""

    def __init__(self, world: "World", players: int, steps: Iterable[Step]) -> None:
        self.world, self.players, self.steps = world, players, tuple(steps)
        self._supply = supply_of(world)
        self._names = world.for_players(players).inner(world.beside_own(dict.fromkeys(DEALT, _NOT_YET)))
        self._laid = lay_zones(world, self._names, self._supply)

    def dealt(self, chance: Chance | None = None) -> Dealt:
        """By chance: as far as the first step whose condition doesn't hold."""
        laid = self._laid.copy()
        table = Table(self.world, self._names, self._supply, laid, chance)
        done, unmet = [], None
        for place, step in enumerate(self.steps):
            if step.when is None or table.holds(step.when):
                done.append(_do(step, table))
                if chance and step.so_that and (unmet := self._unmet(step, step.so_that, place, table)):
                    break
        zones = {id: {key: heap.pile() for key, heap in parts.items()} for id, parts in laid.zones.items()}
        problems = (*laid.problems, *table.problems)
        doubts, is_whole = tuple(table.doubts.problems), table.is_whole and has_rows(self.world, self.players)
        dealt = Dealt(self.players, tuple(done), zones, table.markers, problems, laid.parts, doubts, unmet, is_whole)
        return dealt if problems or unmet or not is_whole else replace(dealt, problems=tuple(_left(self.world, dealt)))

    def _unmet(self, step: Step, condition: Expression, place: int, table: Table) -> Unmet | None:
        """None where the condition holds, and where it can't be asked, which is a problem of its own."""
        names = self._names.inner(self.world.beside_own(known_while_dealt(self.world, table)))
        try:
            faults, guilty = self.world.evaluator.faults(condition, names)
        except Wrong as wrong:
            table.problems.append(wrong.problem)
            return None
        return Unmet(step, place, faults, frozenset(self._supply.labels(guilty))) if faults else None


def _do(step: Step, table: Table) -> Done:
    moved: list[Moved] = []
    for action in step.actions:
        if isinstance(action, Shuffle):
            table.shuffle(step, action)
        elif isinstance(action, Put):
            table.put(step, action)
        elif made := table.move(step, action):
            moved.append(made)
    counted = [made.each for made in moved if isinstance(made.move.what, Expression)] or [made.each for made in moved]
    return Done(step, tuple(moved), counted[0] if counted else None)


def _left(world: "World", dealt: Dealt) -> Iterable[Problem]:
    """Pieces that stay where they started, in a zone that is no place on the table."""
    setup = world.game.setup
    targets = {action.target for step in steps_of(world) for action in step.actions if isinstance(action, Move)}
    for id, count in dealt.counts.items():
        zone = setup.zones[id] if setup else None
        if not (zone and count and zone.starts) or zone.at or zone.face or zone.away or id in targets:
            continue
        pieces = [piece for pile in dealt.zones[id].values() for piece in pile.pieces]
        components = {piece.component: None for piece in pieces}
        what = next(iter(components)) if len(components) == 1 else "pieces"
        hint = "move them, or give the zone a face, a place (at) or away: true"
        yield LEFT.at(zone.span, f"{count} {what} {'is' if count == 1 else 'are'} left in {id}", hint=hint)
