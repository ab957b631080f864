"""A dealt setup → what expressions know of it: what lies where, which way up, what was put and dealt."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from pnp.model.values import Record
from pnp.rules.expressions.names import DEALT, Absent, Lazy, lost
from pnp.rules.expressions.values import Listing, Unknown
from pnp.rules.setup.acting import unknown_markers
from pnp.rules.setup.dealt import Dealt, Pile, is_one, pooled
from pnp.rules.setup.laying import Supply
from pnp.rules.setup.zone_contents import ZoneContents

if TYPE_CHECKING:
    from pnp.rules.setup.acting import Tabletop
    from pnp.rules.world import World

Show = Callable[[Pile | ZoneContents], tuple[Any, ...]]
Piles = Mapping[str, Mapping[str, Pile]] | Mapping[str, Mapping[str, ZoneContents]]
Parts = Mapping[str, Mapping[str, object]]
_NOT_DONE = Absent("what is dealt is known when the setup is done", "lies.<zone> is what lies there now")
_CERTAIN = Absent("in so-that every piece is known", "lies.<zone> is what lies there")


def known_of(world: "World", dealt: Dealt, supply: Supply) -> dict[str, Any]:
    """The values of `zones`, `lies`, `may_lie`, `faces`, `markers`, `dealt` and `into`."""
    if dealt.cause:
        return {name: lost(name, dealt.cause) for name in DEALT} | {"faces": faces_of(world)}

    def lying(pile: Pile | ZoneContents) -> tuple[Any, ...]:
        together = zip(_records(world, pile), reversed(pile.pools), strict=True)
        return tuple([record if is_one(pool) else Unknown() for record, pool in together])

    def possible(pile: Pile | ZoneContents) -> tuple[Record, ...]:
        """Each once, in the order of the data."""
        records: list[Record] = []
        together = pooled(pile.pools)
        while together:
            bit = together & -together
            records.append(supply.records[bit.bit_length() - 1])
            together ^= bit
        return tuple(records)

    steps = world.game.setup.steps if world.game.setup else {}
    counts: dict[str, Any] = dict.fromkeys(steps, 0)  # `{count}`; a step that isn't taken with so many players has 0
    targets: dict[str, Any] = dict.fromkeys(steps, ())  # where it moves pieces, move by move
    for done in dealt.steps:
        nothing = Absent(f"step {done.step.id} deals nothing")
        counts[done.step.id] = nothing if done.number is None else done.number
        targets[done.step.id] = tuple([moved.move.target for moved in done.moved])
    return {
        "zones": Record(dict(dealt.counts)),
        "lies": _by_zone(dealt.zones, dealt.parts, lying),
        "may_lie": _by_zone(dealt.zones, dealt.parts, possible),
        "faces": faces_of(world),
        "markers": Record({**_not_put(world), **dealt.markers}),
        "dealt": Record(counts),
        "into": Record(targets),
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

    def lying(id: str) -> tuple[Any, ...]:
        if "" in zones[id]:
            return show(zones[id][""])
        own = {key: Listing(show(pile), {"part": parts[id][key]}) for key, pile in zones[id].items()}
        return Listing(own.values(), own)

    found: dict[str, Any] = {id: Lazy(partial(lying, id)) for id in zones}
    return Record(found)


def _records(world: "World", pile: Pile | ZoneContents) -> tuple[Record, ...]:
    """The top piece first."""
    return tuple([world.records.get(piece.component, piece.id) for piece in reversed(pile.pieces)])


def _not_put(world: "World") -> Mapping[str, Any]:
    track = world.game.victory.track if world.game.victory else {}
    cause = next(unknown_markers(world), None)  # which may be meant for this one
    return {id: Absent(f"no step of the setup puts {id} anywhere", cause=cause) for id in track}
