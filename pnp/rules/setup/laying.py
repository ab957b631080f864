"""A world → its zones before the first step, with the pieces that start in them."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.game import Piece
from pnp.model.problem import Problem
from pnp.model.rules import Expression, Zone
from pnp.model.values import Record
from pnp.rules.expressions import Names, Wrong, shown
from pnp.rules.setup.heap import Heap, Held
from pnp.rules.setup.kinds import NO_PIECE, NOWHERE, TWICE, UNEQUAL

if TYPE_CHECKING:
    from pnp.rules.world import World

MOST_PARTS = 100  # of a zone that is `per` something

Zones = dict[str, dict[str, Heap]]


class Supply:
    """The pieces of a game, each with a bit of its own."""

    def __init__(self, world: "World") -> None:
        self.bits: dict[str, int] = {}  # by id; those of several components together
        self.records: list[Record] = []  # in the order of their bits
        self._known: dict[int, tuple[Piece, int]] = {}
        self.components = world.game.components
        bit = 1
        for component in self.components.values():
            for piece in component.pieces:
                self.records.append(world.records.of(component.id, piece.id))
                self._known[id(self.records[-1])] = (piece, bit)
                self.bits[piece.id] = self.bits.get(piece.id, 0) | bit
                bit <<= 1

    def labels(self, value: object) -> Iterator[str]:
        """Of all pieces in a value, however deep in lists."""
        if isinstance(value, tuple):
            for item in value:
                yield from self.labels(item)
        elif known := self._known.get(id(value)):
            yield known[0].label

    def piece(self, record: object) -> tuple[Piece, int] | None:
        return self._known.get(id(record))


class Laid(NamedTuple):
    """Zones with the pieces that start there; `parts` is what each part of a zone is for, by its key."""

    zones: Zones
    parts: dict[str, dict[str, object]]
    problems: list[Problem]
    unknown: set[str]  # zones of which it can't be said what starts in them, or what they are for

    def copy(self) -> "Laid":
        """To be dealt from."""
        zones = {id: {key: heap.copy() for key, heap in parts.items()} for id, parts in self.zones.items()}
        return self._replace(zones=zones)


def lay_zones(world: "World", names: Names, supply: Supply) -> Laid:
    """All zones, also those that nothing starts in. What `starts` or `per` say wrongly leaves a zone empty or whole."""
    laid = Laid({}, {}, [], set())
    setup = world.game.setup
    for zone in setup.zones.values() if setup else ():
        parts = laid.zones[zone.id] = {}
        before = len(laid.problems)
        try:
            items = list(_items(world, zone, names))
        except Wrong as wrong:
            laid.problems.append(wrong.problem)
            items = [("", None)]
        laid.parts[zone.id] = dict(items)
        for key, item in laid.parts[zone.id].items():
            parts[key] = Heap()
            if zone.starts is not None:
                inner = names.inner({"part": item}) if key else names
                _fill(world, zone, zone.starts, inner, supply, parts[key], laid.problems)
        if len(laid.problems) > before:
            laid.unknown.add(zone.id)
    if not laid.unknown:
        laid.problems.extend(_accounts(laid.zones, world, supply))
    return laid


def _items(world: "World", zone: Zone, names: Names) -> Iterator[tuple[str, object]]:
    """The parts of a zone: key, and what it is for. Raises Wrong."""
    per = zone.per
    if per is None:
        yield "", None
        return
    value = world.evaluator.value(per, names)
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 < value <= MOST_PARTS:
            message = f"zone {zone.id}: per is {value}, not a number from 1 to {MOST_PARTS}"
            raise Wrong(UNEQUAL.at(per.span, message))
        yield from ((str(n), n) for n in range(1, value + 1))
    elif isinstance(value, tuple | list) and 0 < len(value) <= MOST_PARTS:
        yield from _each(value)
    else:
        message = f"zone {zone.id}: per is {shown(value)}, neither a number nor a list"
        raise Wrong(UNEQUAL.at(per.span, message, hint="like players, or a group"))


def _each(items: Iterable[object]) -> Iterator[tuple[str, object]]:
    """Items with their keys; a further copy of a piece is another part."""
    counts: dict[str, int] = {}
    for item in items:
        key = item.id if isinstance(item, Record) else str(item)
        counts[key] = counts.get(key, 0) + 1
        yield key if counts[key] == 1 else f"{key} ({counts[key]})", item


def _fill(
    world: "World",
    zone: Zone,
    starts: Expression,
    names: Names,
    supply: Supply,
    heap: Heap,
    problems: list[Problem],
) -> None:
    """The first piece lies on top."""
    try:
        items = world.evaluator.items(starts, names)
    except Wrong as wrong:
        problems.append(wrong.problem)
        return
    held = Held([], [])
    for item in reversed(items):
        known = supply.piece(item)
        if known is None:
            message = f"zone {zone.id} starts with {shown(item)}, which is no piece"
            problems.append(NO_PIECE.at(starts.span, message, hint="a component, or pieces of one"))
            return
        held.pieces.append(known[0])
        held.pools.append(known[1])
    heap.put(held)


def _accounts(zones: Zones, world: "World", supply: Supply) -> Iterator[Problem]:
    """Of each component that is used, every piece starts once."""
    started: dict[str, dict[str, int]] = {}
    first: dict[str, str] = {}  # component → the zone that has the first of it
    for id, parts in zones.items():
        for heap in parts.values():
            for piece in heap.pieces:
                counts = started.setdefault(piece.component, {})
                counts[piece.id] = counts.get(piece.id, 0) + 1
                first.setdefault(piece.component, id)
    for component, counts in started.items():
        pieces = supply.components[component].pieces
        wrong = [piece for piece in pieces if counts.get(piece.id, 0) != piece.copies]
        if wrong:
            yield from _miscounted(component, counts, wrong, zones, world, first[component])


def _miscounted(
    component: str, counts: Mapping[str, int], wrong: list[Piece], zones: Zones, world: "World", first: str
) -> Iterator[Problem]:
    setup = world.game.setup
    assert setup is not None
    more = [piece for piece in wrong if counts.get(piece.id, 0) > piece.copies]
    fewer = [piece for piece in wrong if counts.get(piece.id, 0) < piece.copies]
    if more:
        held = [id for id, parts in zones.items() if any(more[0] in heap.pieces for heap in parts.values())]
        places = " and ".join(held) if len(held) > 1 else f"{held[0]} more often than there are"
        others = f" and {len(more) - 1} more" if len(more) > 1 else ""
        zone = setup.zones[held[-1]]
        origin = setup.zones[held[0]].span if len(held) > 1 else None
        span = zone.starts.span if zone.starts else zone.span
        yield TWICE.at(span, f"{more[0].label}{others} starts in {places}", origin=origin)
    if fewer:
        missing = sum(piece.copies - counts.get(piece.id, 0) for piece in fewer)
        whole = sum(piece.copies for piece in world.game.components[component].pieces)
        named = ", ".join(piece.id for piece in fewer[:4]) + (" …" if len(fewer) > 4 else "")
        zone = setup.zones[first]
        span = zone.starts.span if zone.starts else zone.span
        message = f"{missing} of {whole} {component} start in no zone: {named}"
        yield NOWHERE.at(span, message, hint="a zone with away: true holds what stays in the box")
