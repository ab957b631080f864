"""The setup dealt for a number of players: its steps one after the other, what lies where, steps never taken."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import Expression, Move, Put, Shuffle, Step, Zone
from pnp.model.values import Record
from pnp.rules.expressions.names import DEALT, Absent, lost
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.setup.acting import Tabletop
from pnp.rules.setup.dealt import Dealt, Done, Moved
from pnp.rules.setup.known import known_while_dealt
from pnp.rules.setup.laying import Supply, lay_zones
from pnp.rules.setup.mistakes import LEFT
from pnp.rules.setup.zone_contents import Chance

if TYPE_CHECKING:
    from pnp.rules.world import World


_NOT_YET = Absent("what lies in the zones is known after the setup, not in it", "write how many, or all")

_known: "WeakKeyDictionary[World, dict[int, Dealt]]" = WeakKeyDictionary()
_supplies: "WeakKeyDictionary[World, Supply]" = WeakKeyDictionary()


def deal(world: "World", players: int) -> Dealt:
    """Nothing is shuffled, but all is accounted for. Problems don't say for how many players."""
    known = _known.setdefault(world, {})
    if players not in known:
        known[players] = Dealing(world, players, steps_of(world)).dealt()
    return known[players]


def steps_of(world: "World") -> Iterable[Step]:
    return world.game.setup.steps.values() if world.game.setup else ()


def supply_of(world: "World") -> Supply:
    """Made once."""
    if world not in _supplies:
        _supplies[world] = Supply(world)
    return _supplies[world]


def is_of_players(world: "World", zone: Zone) -> bool:
    """Whether each player has a part of it."""
    return zone.per is not None and "players" in world.evaluator.uses(zone.per)


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
        table = Tabletop(self.world, self._names, self._supply, laid, chance)
        done, unmet = [], None
        for step in self.steps:
            if step.when is None or table.holds(step.when):
                moved: list[Moved] = []
                for action in step.actions:
                    if isinstance(action, Shuffle):
                        table.shuffle(step, action)
                    elif isinstance(action, Put):
                        table.put(step, action)
                    elif made := table.move(step, action):
                        moved.append(made)
                counted = [each for each in moved if isinstance(each.move.what, Expression)] or moved
                done.append(Done(step, tuple(moved), counted[0].each if counted else None))
                if not chance or not step.so_that:
                    continue
                names = self._names.inner(self.world.beside_own(known_while_dealt(self.world, table)))
                try:
                    if not self.world.evaluator.decision(step.so_that, names):
                        unmet = step
                        break
                except Wrong as wrong:  # that the condition can't be asked is a problem of its own
                    table.problems.append(wrong.problem)
        zones = {id: {key: heap.pile() for key, heap in parts.items()} for id, parts in laid.zones.items()}
        problems = (*laid.problems, *table.problems)
        cause, doubts = next(iter(problems), table.cause), tuple(table.doubts.problems)
        dealt = Dealt(self.players, tuple(done), zones, table.markers, problems, laid.parts, doubts, unmet, cause)
        left = () if unmet else tuple(_left(self.world, dealt, table))
        return replace(dealt, problems=(*problems, *left), cause=cause or left[0]) if left else dealt


def _left(world: "World", dealt: Dealt, table: Tabletop) -> Iterable[Problem]:
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
        is_or_are, cause = "is" if count == 1 else "are", table.why(id)
        yield LEFT.at(zone.span, count=count, what=what, are=is_or_are, zone=id, hint=hint, cause=cause)


FiguresByPlayers = Mapping[str, Mapping[int, Any]]  # by id, and by the number of players


def figures_by_players(world: "World") -> dict[str, FiguresByPlayers]:
    """Of "tables" their rows, of "zones" how many pieces lie there, of "dealt" the count of each step that has one."""
    setup = world.game.setup
    if setup is None:
        return {"tables": {}, "zones": {}, "dealt": {}}
    zones: dict[str, dict[int, Any]] = {}
    counts: dict[str, dict[int, Any]] = {}
    for players in setup.players:
        dealt = deal(world, players)
        for id, count in dealt.counts.items():
            zones.setdefault(id, {})[players] = lost(f"zones.{id}", dealt.cause) if dealt.cause else count
        for done in dealt.steps:
            if done.number is not None or dealt.cause:
                figure = lost(f"dealt.{done.step.id}", dealt.cause) if dealt.cause else done.number
                counts.setdefault(done.step.id, {})[players] = figure
    tables = {players: world.for_players(players).find("tables") for players in setup.players}
    known = {players: rows.read for players, rows in tables.items() if isinstance(rows, Record)}
    rows = {id: {players: read[id] for players, read in known.items()} for id in setup.tables}
    return {"tables": rows, "zones": zones, "dealt": counts}


NEVER_TAKEN = code("PNP565", Severity.WARNING, says="step {step} is never taken: {text}")
_TEXT = regex(r"'([^']*)'|\"([^\"]*)\"")


def find_untaken_steps(world: "World") -> Iterator[Problem]:
    """Yield the steps that are taken with no number of players: of use with another set of modules, perhaps."""
    setup = world.game.setup
    asked = [(step, step.when) for step in setup.steps.values() if step.when] if setup else []
    all_dealt = [deal(world, players) for players in setup.players] if setup and asked else []
    done = {each.step.span for dealt in all_dealt for each in dealt.steps}
    cause = next((dealt.cause for dealt in all_dealt if dealt.cause), None)
    for step, when in asked:
        # one that speaks of what only an expansion has, or of nothing, is told of where names are looked at
        named = _TEXT.findall(when.text) if "modules" in when.text else ()
        if step.span not in done and all((a or b) in world.game.modules for a, b in named):
            yield NEVER_TAKEN.at(when.span, step=step.id, text=shown(when.text), cause=cause)
