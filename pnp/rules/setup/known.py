"""A dealt setup → what expressions know of it: what lies where, which way up, what was put and dealt."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pnp.model.values import Record
from pnp.rules.expressions.names import DEALT, Absent, Lazy, lost
from pnp.rules.expressions.values import Listing, Unknown
from pnp.rules.setup.acting import unknown_markers
from pnp.rules.setup.dealt import Dealt, Pile, is_one, pooled
from pnp.rules.setup.heap import Heap
from pnp.rules.setup.laying import Supply

if TYPE_CHECKING:
    from pnp.rules.setup.acting import Tabletop
    from pnp.rules.world import World

Show = Callable[[Pile | Heap], tuple[Any, ...]]
Piles = Mapping[str, Mapping[str, Pile]] | Mapping[str, Mapping[str, Heap]]
Parts = Mapping[str, Mapping[str, object]]
_NOT_DONE = Absent("what is dealt is known when the setup is done", "lies.<zone> is what lies there now")
_CERTAIN = Absent("in so-that every piece is known", "lies.<zone> is what lies there")


def known_of(world: "World", dealt: Dealt, supply: Supply) -> dict[str, Any]:
    """The values of `zones`, `lies`, `may_lie`, `faces`, `markers`, `dealt` and `into`."""
    if dealt.cause:
        return {name: lost(name, dealt.cause) for name in DEALT} | {"faces": faces_of(world)}
    return {
        "zones": Record(dict(dealt.counts)),
        "lies": _by_zone(dealt.zones, dealt.parts, lambda pile: tuple(_lying(world, pile))),
        "may_lie": _by_zone(dealt.zones, dealt.parts, lambda pile: tuple(_possible(pile, supply))),
        "faces": faces_of(world),
        "markers": Record({**_not_put(world), **dealt.markers}),
        "dealt": Record(_counts(world, dealt)),
        "into": Record(_targets(world, dealt)),
    }


def known_while_dealt(world: "World", table: "Tabletop") -> dict[str, Any]:
    """What a step's condition knows where all is dealt by chance: every piece."""
    counts = {id: sum([len(heap) for heap in parts.values()]) for id, parts in table.zones.items()}
    return {
        "zones": Record(counts),
        "lies": _by_zone(table.zones, table.parts, lambda pile: _records(world, pile)),
        "may_lie": _CERTAIN,
        "markers": Record({**_not_put(world), **table.markers}),
        "dealt": _NOT_DONE,
        "into": _NOT_DONE,
    }


def faces_of(world: "World") -> Any:
    """Which way up pieces lie in each zone."""
    if cause := world.causes.within("setup.zones"):
        return lost("faces", cause)
    zones = world.game.setup.zones if world.game.setup else {}
    return Record({zone.id: zone.face for zone in zones.values()})


def places_of(world: "World") -> Any:
    """Where each zone is drawn on the table: percent across and down."""
    if cause := world.causes.within("setup.zones"):
        return lost("at", cause)
    zones = world.game.setup.zones if world.game.setup else {}
    nowhere = {id: Absent(f"zone {id} has no place on the drawn table", "at: [12, 45] says where") for id in zones}
    return Record({**nowhere, **{zone.id: zone.at for zone in zones.values() if zone.at}})


def _by_zone(zones: Piles, parts: Parts, show: Show) -> Record:
    """Of a zone with parts a list of theirs; each knows what it is for as `part`, the whole has them by that, too."""
    return Record({id: Lazy(lambda id=id: _of_zone(zones[id], parts[id], show)) for id in zones})  # type: ignore[misc]


def _of_zone(piles: Mapping[str, Any], items: Mapping[str, object], show: Show) -> tuple[Any, ...]:
    if "" in piles:
        return show(piles[""])
    parts = {key: Listing(show(pile), {"part": items[key]}) for key, pile in piles.items()}
    return Listing(parts.values(), parts)


def _records(world: "World", pile: Pile | Heap) -> tuple[Record, ...]:
    """The top piece first."""
    return tuple([world.records.of(piece.component, piece.id) for piece in reversed(pile.pieces)])


def _lying(world: "World", pile: Pile | Heap) -> Iterator[Any]:
    """The same, as far as they are known."""
    for record, pool in zip(_records(world, pile), reversed(pile.pools), strict=True):
        yield record if is_one(pool) else Unknown()


def _possible(pile: Pile | Heap, supply: Supply) -> Iterator[Record]:
    """Each once, in the order of the data."""
    together = pooled(pile.pools)
    while together:
        bit = together & -together
        yield supply.records[bit.bit_length() - 1]
        together ^= bit


def _not_put(world: "World") -> Mapping[str, Any]:
    track = world.game.victory.track if world.game.victory else {}
    cause = next(unknown_markers(world), None)  # which may be meant for this one
    return {id: Absent(f"no step of the setup puts {id} anywhere", cause=cause) for id in track}


def _counts(world: "World", dealt: Dealt) -> dict[str, Any]:
    """What `{count}` is in each step; 0 in one that isn't taken with so many players."""
    steps = world.game.setup.steps if world.game.setup else {}
    counts: dict[str, Any] = dict.fromkeys(steps, 0)
    for done in dealt.steps:
        nothing = Absent(f"step {done.step.id} deals nothing")
        counts[done.step.id] = nothing if done.number is None else done.number
    return counts


def _targets(world: "World", dealt: Dealt) -> dict[str, Any]:
    """Where each step moves pieces, move by move; nowhere in one that isn't taken with so many players."""
    steps = world.game.setup.steps if world.game.setup else {}
    none: dict[str, Any] = dict.fromkeys(steps, ())
    return none | {done.step.id: tuple([moved.move.target for moved in done.moved]) for done in dealt.steps}
