"""Zones of a setup: what starts in them, what lies there, and the chance by which pieces come.

Without chance, what a shuffled heap deals can't be known. Each piece keeps what it might be as bits of a number, its
pool: shuffling a heap, or letting players choose from it, makes one pool of all that is in it; otherwise its order is
kept. So figures are exact, and what may be said of single pieces is, too.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import reduce
from math import factorial, prod
from operator import or_
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.model.game import Piece
from pnp.model.problem import Problem, code
from pnp.model.rules import Move, Step, Zone
from pnp.model.values import Record, Value
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import show

if TYPE_CHECKING:
    from pnp.rules.world import World

TWICE = code("PNP552", says="{piece}{others} starts in {places}", varies=("others",))
NOWHERE = code("PNP553", says="{missing} of {whole} {component} start in no zone: {pieces}", varies=("pieces",))
UNEQUAL = code("PNP556")
PER_OUT_OF_RANGE = UNEQUAL.also("zone {zone}: per is {value}, not a number from 1 to {most}")
PER_NO_LIST = UNEQUAL.also("zone {zone}: per is {value}, neither a number nor a list", varies=("value",))
NO_PIECE = code("PNP562", says="zone {zone} starts with {item}, which is no piece", varies=("item",))

MOST_PARTS = 100  # of a zone that is `per` something

Order = list[str]  # labels of pieces after a shuffle; of a choice "x" for what is taken
_TAKEN, _LEFT = "x", ""


class Chance:
    """Orders by chance, or with `in_order` the first of all there are; `restart` deals with those that there were."""

    def __init__(self, random: Random, in_order: bool = False) -> None:
        self.random = random
        self.orders: list[Order] = []
        self._in_order = in_order
        self._next = 0

    def restart(self, *, anew: bool = False) -> None:
        """Begin another dealing, with the same orders, or `anew` with others."""
        self._next, self.orders = 0, [] if anew else self.orders

    def shuffle(self, pieces: list[Piece]) -> None:
        by_label: dict[str, list[Piece]] = {}
        for piece in pieces:
            by_label.setdefault(piece.label, []).append(piece)
        labels = [piece.label for piece in pieces]
        pieces[:] = [by_label[label].pop() for label in self._order(labels)]

    def choose(self, size: int, count: int) -> set[int]:
        """Return the places of what players choose."""
        order = self._order([_TAKEN] * count + [_LEFT] * (size - count), is_choice=True)
        return {place for place, label in enumerate(order) if label == _TAKEN}

    def count(self) -> int:
        """Count the dealings that there are, as far as it was dealt."""
        used = self.orders[: self._next]
        return prod(factorial(len(order)) // prod(map(factorial, Counter(order).values())) for order in used)

    def advance(self) -> bool:
        """Go to the next of all orders, those last used changing first; return False when there were all."""
        del self.orders[self._next :]
        while self.orders:
            order = self.orders[-1]
            place = next((n for n in reversed(range(len(order) - 1)) if order[n] < order[n + 1]), None)
            if place is not None:  # to the next in the order of dictionaries
                other = max(n for n in range(place + 1, len(order)) if order[n] > order[place])
                order[place], order[other] = order[other], order[place]
                order[place + 1 :] = reversed(order[place + 1 :])
                return True
            self.orders.pop()
        return False

    def _order(self, labels: Order, *, is_choice: bool = False) -> Order:
        """Return the order that there was, if it is one of the same things, or draw one."""
        place = self._next
        self._next += 1
        if place < len(self.orders) and sorted(self.orders[place]) == sorted(labels):
            return self.orders[place]
        if self._in_order:
            labels = sorted(labels)
        elif is_choice:
            chosen = set(self.random.sample(range(len(labels)), labels.count(_TAKEN)))
            labels = [_TAKEN if place in chosen else _LEFT for place in range(len(labels))]
        else:
            self.random.shuffle(labels)
        self.orders[place:] = [labels]
        return labels


def is_one(pool: int) -> bool:
    """Return whether only one piece is in a pool."""
    return pool & (pool - 1) == 0


def merge_pools(pools: list[int]) -> int:
    """Return the pool of all that any of these might be."""
    return reduce(or_, pools, 0)


@dataclass(slots=True)
class ZoneContents:
    """Pieces in a zone or on their way, the top one last. `pools` are bits: which pieces each might be as well."""

    pieces: list[Piece] = field(default_factory=list)
    pools: list[int] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.pieces)

    @property
    def certain_pieces(self) -> list[Piece]:
        """The pieces that are certainly here: neither shuffled nor dealt."""
        return [piece for piece, pool in zip(self.pieces, self.pools, strict=True) if is_one(pool)]

    def put(self, held: "ZoneContents", under: bool = False) -> tuple[Piece, ...]:
        """Put pieces on top, or under all that lies here, in the order in which they were held, and return them."""
        place = 0 if under else len(self.pieces)
        self.pieces[place:place] = held.pieces
        self.pools[place:place] = held.pools
        return tuple(held.pieces)

    def shuffle(self, chance: Chance | None) -> None:
        self.pools = [merge_pools(self.pools)] * len(self.pools)
        if chance:
            chance.shuffle(self.pieces)

    def take(self, count: int) -> "ZoneContents":
        """Take so many from the top, or all there are."""
        place = max(0, len(self.pieces) - count)
        held = ZoneContents(self.pieces[place:], self.pools[place:])
        del self.pieces[place:], self.pools[place:]
        return held

    def choose(
        self, count: int, chance: Chance | None, ids: Collection[str] | None = None, pool: int = 0
    ) -> "ZoneContents":
        """Take so many as players choose: without chance it can't be known which.

        With `ids` they are some of those pieces, all of which are here, and `pool` is what these are.
        """
        places = [place for place, piece in enumerate(self.pieces) if ids is None or piece.id in ids]
        is_part = 0 < count < len(places)
        if ids is None and not is_part:
            return self.take(count)
        pool, chosen = pool or merge_pools(self.pools), set(places[max(0, len(places) - count) :] if count else ())
        if is_part and chance:
            drawn = chance.choose(len(places), count)
            chosen = {place for n, place in enumerate(places) if n in drawn}
        for place in places:
            if is_part if ids is None or is_one(self.pools[place]) else place in chosen:
                self.pools[place] = pool
        order = sorted(range(len(self.pieces)), key=chosen.__contains__)
        self.pieces, self.pools = [self.pieces[n] for n in order], [self.pools[n] for n in order]
        return self.take(len(chosen))

    def find(self, id: str) -> tuple[int, bool]:
        """Return where a piece of this id is, -1 where it isn't; and whether that is certain."""
        places = [place for place, piece in enumerate(self.pieces) if piece.id == id]
        if certain := [place for place in places if is_one(self.pools[place])]:
            return certain[-1], True
        return (places[0] if places else -1), False


class MoveResult(NamedTuple):
    """The result of a move: so many pieces at a time, and what came into which part of its target."""

    move: Move
    each: int
    given: tuple[tuple[str, tuple[Piece, ...]], ...]  # key of the target's part → pieces


class StepResult(NamedTuple):
    """The result of a step; `number` is that of its first move that has one."""

    step: Step
    moved: tuple[MoveResult, ...]
    number: int | None


@dataclass(frozen=True, slots=True)
class SetupResult:
    """A setup for one number of players, when all its steps are done."""

    players: int
    steps: tuple[StepResult, ...]
    zones: "Heaps"  # by the zone's id and the key of its part: "" where it has no parts
    markers: Mapping[str, Value]
    problems: tuple[Problem, ...]
    parts: Mapping[str, Mapping[str, object]]  # what each part of a zone is for: a number, a piece, an entry
    doubts: tuple[Problem, ...] = ()  # what can be done, but is hardly meant
    unmet: Step | None = None  # dealt by chance as far as this step, whose condition doesn't hold
    cause: Problem | None = None  # for which its figures say nothing

    @property
    def counts(self) -> dict[str, int]:
        """How many pieces lie in each zone, in all its parts together: `zones.<id>` of expressions."""
        return {id: sum(map(len, parts.values())) for id, parts in self.zones.items()}


Heaps = dict[str, dict[str, ZoneContents]]


class Supply:
    """The pieces of a game, each with a bit of its own."""

    def __init__(self, world: "World") -> None:
        self.bits: dict[str, int] = {}  # by id; those of several components together
        self.records: list[Record] = []  # in the order of their bits
        self.pieces: dict[int, tuple[Piece, int]] = {}  # by the identity of their records, with their bits
        bit = 1
        for component in world.game.components.values():
            for piece in component.pieces:
                self.records.append(world.records.get(component.id, piece.id))
                self.pieces[id(self.records[-1])] = (piece, bit)
                self.bits[piece.id] = self.bits.get(piece.id, 0) | bit
                bit <<= 1


class InitialZones(NamedTuple):
    """Zones with the pieces that start there; `parts` is what each part of a zone is for, by its key."""

    zones: Heaps
    parts: dict[str, dict[str, object]]
    problems: list[Problem]
    lacking: dict[str, Problem]  # zones of which it can't be said what starts in them, or what they are for, and why

    def copy(self) -> "InitialZones":
        """Copy the heaps, to deal from them."""
        zones = {
            id: {key: ZoneContents(heap.pieces[:], heap.pools[:]) for key, heap in parts.items()}
            for id, parts in self.zones.items()
        }
        return self._replace(zones=zones)


def lay_zones(world: "World", names: Names, supply: Supply) -> InitialZones:
    """Fill all zones; what `starts` says wrongly leaves one empty, what `per` says wrongly whole."""
    laid = InitialZones({}, {}, [], {})
    setup = world.game.setup
    for zone in setup.zones.values() if setup else ():
        before = len(laid.problems)
        try:
            items = list(_parts_of(world, zone, names))
        except EvalError as wrong:
            laid.problems.append(wrong.problem)
            items = [("", None)]
        laid.parts[zone.id] = dict(items)
        heaps = laid.zones[zone.id] = {key: ZoneContents() for key in laid.parts[zone.id]}
        for key, item in laid.parts[zone.id].items():
            within = names.nest({"part": item}) if key else names
            try:  # the first piece lies on top
                for record in reversed(world.evaluator.items(zone.starts, within)) if zone.starts else ():
                    if id(record) not in supply.pieces:
                        span, hint = (zone.starts or zone).span, "a component, or pieces of one"
                        raise EvalError(NO_PIECE.at(span, zone=zone.id, item=show(record), hint=hint))
                    piece, bit = supply.pieces[id(record)]
                    heaps[key].pieces.append(piece)
                    heaps[key].pools.append(bit)
            except EvalError as wrong:
                laid.problems.append(wrong.problem)
                heaps[key] = ZoneContents()
        if len(laid.problems) > before:
            laid.lacking[zone.id] = laid.problems[before]
    cause = next(iter(laid.lacking.values()), world.causes.first_in("setup.zones"))
    laid.problems.extend(_account_for_pieces(laid.zones, world, cause))
    return laid


def _parts_of(world: "World", zone: Zone, names: Names) -> Iterator[tuple[str, object]]:
    """Yield the key of each part of a zone, and what it is for. Raises EvalError."""
    if (per := zone.per) is None:
        yield "", None
        return
    value = world.evaluator.value(per, names)
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 < value <= MOST_PARTS:
            raise EvalError(PER_OUT_OF_RANGE.at(per.span, zone=zone.id, value=value, most=MOST_PARTS))
        yield from ((str(n), n) for n in range(1, value + 1))
    elif isinstance(value, tuple | list) and 0 < len(value) <= MOST_PARTS:
        counts: Counter[str] = Counter()
        for item in value:
            key = item.id if isinstance(item, Record) else str(item)
            counts[key] += 1  # a further copy of a piece is another part
            yield key if counts[key] == 1 else f"{key} ({counts[key]})", item
    else:
        raise EvalError(PER_NO_LIST.at(per.span, zone=zone.id, value=show(value), hint="like players, or a group"))


def _account_for_pieces(zones: Heaps, world: "World", cause: Problem | None) -> Iterator[Problem]:
    """Check that every piece of each component that is used starts once; `cause`: why some zone may lack pieces."""
    started: dict[str, Counter[str]] = {}
    first: dict[str, str] = {}  # component → the zone that has the first of it
    for id, parts in zones.items():
        for heap in parts.values():
            for piece in heap.pieces:
                started.setdefault(piece.component, Counter())[piece.id] += 1
                first.setdefault(piece.component, id)
    declared = world.game.setup.zones if world.game.setup else {}
    starts = {id: zone.starts.span if zone.starts else zone.span for id, zone in declared.items()}
    for component, counts in started.items():
        pieces = world.game.components[component].pieces
        if more := [piece for piece in pieces if counts[piece.id] > piece.copies]:
            held = [id for id, parts in zones.items() if any(more[0] in heap.pieces for heap in parts.values())]
            places = " and ".join(held) if len(held) > 1 else f"{held[0]} more often than there are"
            others = f" and {len(more) - 1} more" if len(more) > 1 else ""
            span, doubt = starts[held[-1]], world.causes.first_in("setup.zones")
            origin = declared[held[0]].span if len(held) > 1 else None
            yield TWICE.at(span, piece=more[0].label, others=others, places=places, origin=origin, cause=doubt)
        if fewer := [piece for piece in pieces if counts[piece.id] < piece.copies]:
            missing = sum(piece.copies - counts[piece.id] for piece in fewer)
            whole = sum(piece.copies for piece in pieces)
            named = ", ".join(piece.id for piece in fewer[:4]) + (" …" if len(fewer) > 4 else "")
            span, hint = starts[first[component]], "a zone with away: true holds what stays in the box"
            said: dict[str, Any] = {"missing": missing, "whole": whole, "component": component, "pieces": named}
            yield NOWHERE.at(span, **said, hint=hint, cause=cause)
