"""The setup dealt for a number of players: its steps one after the other, and what expressions know of the result."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.model.problem import Problem, Severity, code
from pnp.model.regex import regex
from pnp.model.rules import Expression, Move, Put, Shuffle, Step, Table, Zone
from pnp.model.values import Record
from pnp.rules.circumstances import players_text
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.names import DEALT, Absent, Lazy, make_absent
from pnp.rules.expressions.values import Listing, Unknown, show
from pnp.rules.setup.acting import Tabletop, unknown_markers
from pnp.rules.setup.zones import (
    Chance,
    Heaps,
    MoveResult,
    SetupResult,
    StepResult,
    Supply,
    ZoneContents,
    is_one,
    lay_zones,
    merge_pools,
)

if TYPE_CHECKING:
    from pnp.rules.world import World

LEFT = code("PNP551", says="{count} {what} {are} left in {zone}")
BAD_ROWS = code("PNP560")
ROW_MISSING = BAD_ROWS.also("table {table} has no row for {players}")
NEVER_TAKEN = code("PNP565", Severity.WARNING, says="step {step} is never taken: {text}")

_NOT_YET = Absent("what lies in the zones is known after the setup, not in it", "write how many, or all")
_NOT_DONE = Absent("what is dealt is known when the setup is done", "lies.<zone> is what lies there now")
_CERTAIN = Absent("in so-that every piece is known", "lies.<zone> is what lies there")


def deal(world: "World", players: int) -> SetupResult:
    """Deal a setup once for each number of players, without chance. Problems don't say for how many players."""
    if ("dealt", players) not in world.cache:
        world.cache["dealt", players] = Dealing(world, players, steps_of(world)).deal()
    dealt: SetupResult = world.cache["dealt", players]
    return dealt


def steps_of(world: "World") -> Iterable[Step]:
    return world.game.setup.steps.values() if world.game.setup else ()


def is_of_players(world: "World", zone: Zone) -> bool:
    """Return whether each player has a part of a zone."""
    return zone.per is not None and "players" in world.evaluator.uses(zone.per)


class Dealing:
    """A setup that is ready to be dealt, as often as one likes."""

    def __init__(self, world: "World", players: int, steps: Iterable[Step]) -> None:
        self.world, self.players, self.steps = world, players, tuple(steps)
        self.supply: Supply = world.cache.get("supply") or world.cache.setdefault("supply", Supply(world))
        self._names = world.names_for(players).nest(world.keep_own_lists(dict.fromkeys(DEALT, _NOT_YET)))
        self._laid = lay_zones(world, self._names, self.supply)

    def deal(self, chance: Chance | None = None) -> SetupResult:
        """Do all steps; by chance only as far as the first whose condition doesn't hold."""
        laid = self._laid.copy()
        table = Tabletop(self.world, self._names, self.supply, laid, chance)
        done, unmet = [], None
        for step in self.steps:
            if step.when is None or table.holds(step.when):
                moved: list[MoveResult] = []
                for action in step.actions:
                    if isinstance(action, Shuffle):
                        table.shuffle(step, action)
                    elif isinstance(action, Put):
                        table.put(step, action)
                    elif made := table.move(step, action):
                        moved.append(made)
                counted = [each for each in moved if isinstance(each.move.what, Expression)] or moved
                done.append(StepResult(step, tuple(moved), counted[0].each if counted else None))
                if not chance or not step.so_that:
                    continue
                names = self._names.nest(self.world.keep_own_lists(_values_while_dealt(self.world, table)))
                try:
                    if not self.world.evaluator.decision(step.so_that, names):
                        unmet = step
                        break
                except EvalError as wrong:  # that the condition can't be asked is a problem of its own
                    table.problems.append(wrong.problem)
        zones, problems = laid.zones, (*laid.problems, *table.problems)
        cause, doubts = next(iter(problems), table.cause), tuple(table.doubts)
        dealt = SetupResult(self.players, tuple(done), zones, table.markers, problems, laid.parts, doubts, unmet, cause)
        left = () if unmet else tuple(_find_left_pieces(self.world, dealt, table))
        return replace(dealt, problems=(*problems, *left), cause=cause or left[0]) if left else dealt


def _find_left_pieces(world: "World", dealt: SetupResult, table: Tabletop) -> Iterable[Problem]:
    """Yield the problems of pieces that stay where they started, in a zone that is no place on the table."""
    setup = world.game.setup
    targets = {action.target for step in steps_of(world) for action in step.actions if isinstance(action, Move)}
    for id, count in dealt.counts.items():
        zone = setup.zones[id] if setup else None
        if not (zone and count and zone.starts) or zone.at or zone.face or zone.away or id in targets:
            continue
        pieces = [piece for pile in dealt.zones[id].values() for piece in pile.pieces]
        components = {piece.component for piece in pieces}
        what = components.pop() if len(components) == 1 else "pieces"
        hint = "move them, or give the zone a face, a place (at) or away: true"
        is_or_are, cause = "is" if count == 1 else "are", table.why(id)
        yield LEFT.at(zone.span, count=count, what=what, are=is_or_are, zone=id, hint=hint, cause=cause)


_TEXT = regex(r"'([^']*)'|\"([^\"]*)\"")


def find_untaken_steps(world: "World") -> Iterator[Problem]:
    """Yield the steps that are taken with no number of players: of use with another set of modules, perhaps."""
    setup = world.game.setup
    asked = [(step, step.when) for step in setup.steps.values() if step.when] if setup else []
    all_dealt = [deal(world, players) for players in setup.players] if setup and asked else []
    done = {each.step.span for dealt in all_dealt for each in dealt.steps}
    cause = next((dealt.cause for dealt in all_dealt if dealt.cause), None)
    for step, when in asked:
        # one that speaks of what only an expansion has, or of nothing, is reported where names are checked
        named = _TEXT.findall(when.text) if "modules" in when.text else ()
        if step.span not in done and all((a or b) in world.game.modules for a, b in named):
            yield NEVER_TAKEN.at(when.span, step=step.id, text=show(when.text), cause=cause)


FiguresByPlayers = Mapping[str, Mapping[int, Any]]  # by id, and by the number of players


def figures_by_players(world: "World") -> dict[str, FiguresByPlayers]:
    """Return the rows of "tables", how many pieces lie in "zones", and the counts of steps as "dealt"."""
    setup = world.game.setup
    if setup is None:
        return {"tables": {}, "zones": {}, "dealt": {}}
    zones: dict[str, dict[int, Any]] = {}
    counts: dict[str, dict[int, Any]] = {}
    for players in setup.players:
        dealt = deal(world, players)
        for id, count in dealt.counts.items():
            zones.setdefault(id, {})[players] = make_absent(f"zones.{id}", dealt.cause) if dealt.cause else count
        for done in dealt.steps:
            if done.number is not None or dealt.cause:
                figure = make_absent(f"dealt.{done.step.id}", dealt.cause) if dealt.cause else done.number
                counts.setdefault(done.step.id, {})[players] = figure
    tables = {players: world.names_for(players).find("tables") for players in setup.players}
    known = {players: rows.read for players, rows in tables.items() if isinstance(rows, Record)}
    rows = {id: {players: read[id] for players, read in known.items()} for id in setup.tables}
    return {"tables": rows, "zones": zones, "dealt": counts}


def missing_row(world: "World", table: Table) -> Problem:
    """Return the problem of a table that lacks rows for some numbers of players."""
    setup = world.game.setup
    missing = [number for number in setup.players if number not in table.rows] if setup else []
    cause = world.causes.get("setup.tables", table.id)
    return ROW_MISSING.at(table.span, table=table.id, players=players_text(missing), cause=cause)


def setup_values(world: "World", players: int) -> dict[str, Any]:
    """Return the values of `zones`, `lies`, `may_lie`, `faces`, `markers`, `dealt` and `into`."""
    dealt = deal(world, players)
    faces = _zones_unless_lost(world, "faces", lambda zone: zone.face)
    if dealt.cause:
        return {name: make_absent(name, dealt.cause) for name in DEALT} | {"faces": faces}

    def lying(pile: ZoneContents) -> tuple[Any, ...]:
        together = zip(_records(world, pile), reversed(pile.pools), strict=True)
        return tuple([record if is_one(pool) else Unknown() for record, pool in together])

    def possible(pile: ZoneContents) -> tuple[Record, ...]:
        # each once, in the order of the data
        records: list[Record] = []
        together = merge_pools(pile.pools)
        while together:
            bit = together & -together
            records.append(world.cache["supply"].records[bit.bit_length() - 1])
            together ^= bit
        return tuple(records)

    steps = world.game.setup.steps if world.game.setup else {}
    counts: dict[str, Any] = dict.fromkeys(steps, 0)  # `{count}`; a step that isn't taken with so many players has 0
    targets: dict[str, Any] = dict.fromkeys(steps, ())  # where it moves pieces, move by move
    for done in dealt.steps:
        counts[done.step.id] = Absent(f"step {done.step.id} deals nothing") if done.number is None else done.number
        targets[done.step.id] = tuple([moved.move.target for moved in done.moved])
    return {
        "zones": Record(dict(dealt.counts)),
        "lies": _by_zone(dealt.zones, dealt.parts, lying),
        "may_lie": _by_zone(dealt.zones, dealt.parts, possible),
        "faces": faces,
        "markers": _marker_values(world, dealt.markers),
        "dealt": Record(counts),
        "into": Record(targets),
    }


def _values_while_dealt(world: "World", table: Tabletop) -> dict[str, Any]:
    """Return what a step's condition knows where all is dealt by chance: every piece."""
    counts = {id: sum(map(len, parts.values())) for id, parts in table.zones.items()}
    return {
        "zones": Record(counts),
        "lies": _by_zone(table.zones, table.parts, partial(_records, world)),
        "may_lie": _CERTAIN,
        "markers": _marker_values(world, table.markers),
        "dealt": _NOT_DONE,
        "into": _NOT_DONE,
    }


def places_of(world: "World") -> Any:
    """Return where each zone is drawn on the table: percent across and down."""

    def place(zone: Zone) -> Any:
        return zone.at or Absent(f"zone {zone.id} has no place on the drawn table", "at: [12, 45] says where")

    return _zones_unless_lost(world, "at", place)


def _zones_unless_lost(world: "World", name: str, value: Callable[[Zone], Any]) -> Any:
    if cause := world.causes.first_in("setup.zones"):
        return make_absent(name, cause)
    return Record({id: value(zone) for id, zone in world.game.setup.zones.items()} if world.game.setup else {})


def _by_zone(
    zones: Heaps, parts: Mapping[str, Mapping[str, object]], show: Callable[[ZoneContents], tuple[Any, ...]]
) -> Record:
    """Return what lies in each zone; one with parts is a list of theirs, by keys, each of which knows its `part`."""

    def lying(id: str) -> tuple[Any, ...]:
        if "" in zones[id]:
            return show(zones[id][""])
        own = {key: Listing(show(pile), {"part": parts[id][key]}) for key, pile in zones[id].items()}
        return Listing(own.values(), own)

    found: dict[str, Any] = {id: Lazy(partial(lying, id)) for id in zones}
    return Record(found)


def _records(world: "World", pile: ZoneContents) -> tuple[Record, ...]:
    """Return the records of pieces, the top one first."""
    return tuple([world.records.get(piece.component, piece.id) for piece in reversed(pile.pieces)])


def _marker_values(world: "World", markers: Mapping[str, Any]) -> Record:
    track = world.game.victory.track if world.game.victory else {}
    cause = next(unknown_markers(world), None)  # which may be meant for this one
    not_put = {id: Absent(f"no step of the setup puts {id} anywhere", cause=cause) for id in track}
    return Record({**not_put, **markers})
