"""A world and a number of players → the setup, dealt: by chance where there is some, else so that all figures hold."""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pnp.model.problem import Problem
from pnp.model.rules import Expression, Move, Put, Shuffle, Step
from pnp.rules.expressions import Absent
from pnp.rules.setup.acting import Table
from pnp.rules.setup.dealt import Dealt, Done, Moved
from pnp.rules.setup.kinds import LEFT
from pnp.rules.setup.laying import Supply, lay_zones
from pnp.rules.world import DEALT

if TYPE_CHECKING:
    from pnp.rules.world import World

_NOT_YET = Absent("what lies in the zones is known after the setup, not in it", "write how many, or all")

_known: "WeakKeyDictionary[World, dict[int, Dealt]]" = WeakKeyDictionary()
_supplies: "WeakKeyDictionary[World, Supply]" = WeakKeyDictionary()


def deal(world: "World", players: int, random: Random | None = None) -> Dealt:
    """Without `random` nothing is shuffled, but all is accounted for. Problems don't say for how many players."""
    if random is not None:
        return deal_steps(world, players, steps_of(world), random)
    known = _known.setdefault(world, {})
    if players not in known:
        known[players] = deal_steps(world, players, steps_of(world))
    return known[players]


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


def deal_steps(world: "World", players: int, steps: Iterable[Step], random: Random | None = None) -> Dealt:
    """The setup with its steps in this order."""
    supply = supply_of(world)
    names = world.for_players(players).inner(world.unhidden(dict.fromkeys(DEALT, _NOT_YET)))
    laid = lay_zones(world, names, supply)
    table = Table(world, names, supply, laid, random)
    done = [_do(step, table) for step in steps if step.when is None or table.holds(step.when)]
    zones = {id: {key: heap.pile() for key, heap in parts.items()} for id, parts in laid.zones.items()}
    dealt = Dealt(players, tuple(done), zones, table.markers, (*laid.problems, *table.problems), laid.parts)
    is_whole = table.is_whole and has_rows(world, players)
    left = () if dealt.problems or not is_whole else tuple(_left(world, dealt))
    problems, doubts = (*dealt.problems, *left), tuple(table.doubts.problems)
    return Dealt(players, dealt.steps, zones, table.markers, problems, laid.parts, doubts, is_whole)


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
