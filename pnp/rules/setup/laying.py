"""A setup → its zones with what lies there at first; and shuffles that are missing or of nothing."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.game import Piece
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Move, Shuffle, Step, Zone
from pnp.model.span import Span
from pnp.model.values import Record
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.setup.dealt import is_one
from pnp.rules.setup.mistakes import NO_PIECE, NOWHERE, PER_NO_LIST, PER_OUT_OF_RANGE, TWICE
from pnp.rules.setup.zone_contents import ZoneContents

if TYPE_CHECKING:
    from pnp.rules.world import World


MOST_PARTS = 100  # of a zone that is `per` something

Heaps = dict[str, dict[str, ZoneContents]]


class Supply:
    """The pieces of a game, each with a bit of its own."""

    def __init__(self, world: "World") -> None:
        self.bits: dict[str, int] = {}  # by id; those of several components together
        self.records: list[Record] = []  # in the order of their bits
        self._known: dict[int, tuple[Piece, int]] = {}
        bit = 1
        for component in world.game.components.values():
            for piece in component.pieces:
                self.records.append(world.records.get(component.id, piece.id))
                self._known[id(self.records[-1])] = (piece, bit)
                self.bits[piece.id] = self.bits.get(piece.id, 0) | bit
                bit <<= 1

    def piece(self, record: object) -> tuple[Piece, int] | None:
        return self._known.get(id(record))


class Laid(NamedTuple):
    """Heaps with the pieces that start there; `parts` is what each part of a zone is for, by its key."""

    zones: Heaps
    parts: dict[str, dict[str, object]]
    problems: list[Problem]
    lacking: dict[str, Problem]  # zones of which it can't be said what starts in them, or what they are for, and why

    def copy(self) -> "Laid":
        """To be dealt from."""
        zones = {id: {key: heap.copy() for key, heap in parts.items()} for id, parts in self.zones.items()}
        return self._replace(zones=zones)


def lay_zones(world: "World", names: Names, supply: Supply) -> Laid:
    """All zones, also those that nothing starts in. What `starts` or `per` say wrongly leaves a zone empty or whole."""
    laid = Laid({}, {}, [], {})
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
            try:
                parts[key] = _filled(world, zone, names.inner({"part": item}) if key else names, supply)
            except Wrong as wrong:
                laid.problems.append(wrong.problem)
                parts[key] = ZoneContents()
        if len(laid.problems) > before:
            laid.lacking[zone.id] = laid.problems[before]
    cause = next(iter(laid.lacking.values()), world.causes.within("setup.zones"))
    laid.problems.extend(_accounts(laid.zones, world, cause))
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
            raise Wrong(PER_OUT_OF_RANGE.at(per.span, zone=zone.id, value=value, most=MOST_PARTS))
        yield from ((str(n), n) for n in range(1, value + 1))
    elif isinstance(value, tuple | list) and 0 < len(value) <= MOST_PARTS:
        counts: dict[str, int] = {}
        for item in value:
            key = item.id if isinstance(item, Record) else str(item)
            counts[key] = counts.get(key, 0) + 1  # a further copy of a piece is another part
            yield key if counts[key] == 1 else f"{key} ({counts[key]})", item
    else:
        raise Wrong(PER_NO_LIST.at(per.span, zone=zone.id, value=shown(value), hint="like players, or a group"))


def _filled(world: "World", zone: Zone, names: Names, supply: Supply) -> ZoneContents:
    """The first piece lies on top. Raises Wrong."""
    heap = ZoneContents()
    if zone.starts is None:
        return heap
    for item in reversed(world.evaluator.items(zone.starts, names)):
        known = supply.piece(item)
        if known is None:
            hint = "a component, or pieces of one"
            raise Wrong(NO_PIECE.at(zone.starts.span, zone=zone.id, item=shown(item), hint=hint))
        heap.pieces.append(known[0])
        heap.pools.append(known[1])
    return heap


def _accounts(zones: Heaps, world: "World", cause: Problem | None) -> Iterator[Problem]:
    """Of each component that is used, every piece starts once; `cause`: why some zone may lack pieces."""
    started: dict[str, Counter[str]] = {}
    first: dict[str, str] = {}  # component → the zone that has the first of it
    for id, parts in zones.items():
        for heap in parts.values():
            for piece in heap.pieces:
                started.setdefault(piece.component, Counter())[piece.id] += 1
                first.setdefault(piece.component, id)
    for component, counts in started.items():
        pieces = world.game.components[component].pieces
        if more := [piece for piece in pieces if counts[piece.id] > piece.copies]:
            held = [id for id, parts in zones.items() if any(more[0] in heap.pieces for heap in parts.values())]
            places = " and ".join(held) if len(held) > 1 else f"{held[0]} more often than there are"
            others = f" and {len(more) - 1} more" if len(more) > 1 else ""
            setup, span, doubt = world.game.setup, _start(world, held[-1]), world.causes.within("setup.zones")
            origin = setup.zones[held[0]].span if setup and len(held) > 1 else None
            yield TWICE.at(span, piece=more[0].label, others=others, places=places, origin=origin, cause=doubt)
        if fewer := [piece for piece in pieces if counts[piece.id] < piece.copies]:
            missing = sum(piece.copies - counts[piece.id] for piece in fewer)
            whole = sum(piece.copies for piece in pieces)
            named = ", ".join(piece.id for piece in fewer[:4]) + (" …" if len(fewer) > 4 else "")
            span, hint = _start(world, first[component]), "a zone with away: true holds what stays in the box"
            yield NOWHERE.at(
                span, missing=missing, whole=whole, component=component, pieces=named, hint=hint, cause=cause
            )


def _start(world: "World", id: str) -> Span:
    """Where it is said what a zone starts with."""
    assert world.game.setup is not None
    zone = world.game.setup.zones[id]
    return zone.starts.span if zone.starts else zone.span


UNSHUFFLED = code("PNP563", Severity.WARNING, says="step {step} deals from {source}, which nobody has shuffled")
NOTHING_SHUFFLED = code("PNP564", Severity.WARNING, says="step {step} shuffles {zone}, in which there is nothing")
SHUFFLED_AGAIN = NOTHING_SHUFFLED.also("step {step} shuffles {zone} once more")


class Doubts:
    """Those of one dealing; the same for each number of players, so that they can be compared."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._mixed: dict[str, int] = {}  # zones just shuffled, with the number of pieces in them
        self._in_order: set[str] = set()  # zones of which it is said that nobody shuffled them

    def shuffles(self, step: Step, action: Shuffle, heaps: Collection[ZoneContents], cause: Problem | None) -> None:
        """`cause`: why there are not all pieces that there should be."""
        count = sum(map(len, heaps))
        if heaps and not count:
            self.problems.append(NOTHING_SHUFFLED.at(action.span, step=step.id, zone=action.zone, cause=cause))
        elif count and self._mixed.get(action.zone) == count:
            self.problems.append(SHUFFLED_AGAIN.at(action.span, step=step.id, zone=action.zone, cause=cause))
        self._mixed[action.zone] = count
        self._in_order.discard(action.zone)

    def deals(self, step: Step, move: Move, source: ZoneContents, count: int, cause: Problem | None) -> None:
        """Before the pieces are taken."""
        in_order = len(set(source.pools)) > 1 and all(map(is_one, source.pools))
        if in_order and 0 < count < len(source) and not move.chosen and move.source not in self._in_order:
            self._in_order.add(move.source)
            hint = "shuffle it before, or chosen: true"
            self.problems.append(UNSHUFFLED.at(move.span, step=step.id, source=move.source, hint=hint, cause=cause))


def lasting(found: Collection[Collection[Problem]]) -> list[Problem]:
    """Of the doubts for each number of players, those that don't depend on it."""
    every = {(each.mistake, each.span): each for doubts in found for each in doubts}
    of_each = [{(each.mistake, each.span) for each in doubts} for doubts in found]
    return [each for key, each in every.items() if each.code == UNSHUFFLED.id or all(key in of for of in of_each)]
