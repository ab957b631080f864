"""One action of a step, done to the zones: a shuffle, a move, a marker put on its space."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.cardtext.suggest import did_you_mean
from pnp.model.game import Piece
from pnp.model.problem import Problem
from pnp.model.rules import Expression, Move, Named, Put, Shuffle, Step
from pnp.model.span import Span
from pnp.model.values import Record, Value
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.setup.dealt import Moved
from pnp.rules.setup.laying import Doubts, Laid, Supply
from pnp.rules.setup.mistakes import (
    HIDDEN,
    MOVES_BAD_COUNT,
    MOVES_COUNT_AND_NAMES,
    MOVES_NO_PIECE,
    NO_MOVE,
    NO_SUCH_MARKER,
    NO_SUCH_PIECE,
    NO_SUCH_ZONE,
    OFF_TRACK,
    PARTS_DIFFER,
    PER_OTHER_THINGS,
    PIECE_ELSEWHERE,
    SHORT,
)
from pnp.rules.setup.zone_contents import Chance, ZoneContents

if TYPE_CHECKING:
    from pnp.rules.world import World

KeyedHeap = tuple[str, ZoneContents]  # a zone's part and its key
Pairs = list[tuple[KeyedHeap, KeyedHeap]]  # from which part to which


def unknown_zone(world: "World", step: Step, zone: str, span: Span) -> Problem:
    zones, cause = world.game.setup.zones if world.game.setup else {}, world.causes.of("setup.zones", zone)
    return NO_SUCH_ZONE.at(span, step=step.id, zone=zone, hint=did_you_mean(zone, zones), cause=cause)


def moves_nowhere(step: Step, move: Move) -> Problem:
    hint = "to another zone, or shuffle"
    return NO_MOVE.at(move.span, step=step.id, source=move.source, target=move.target, hint=hint)


def unknown_markers(world: "World") -> Iterator[Problem]:
    """That steps put somewhere."""
    setup, victory = world.game.setup, world.game.victory
    track = victory.track if victory else {}
    for step in setup.steps.values() if setup else ():
        for action in step.actions:
            if isinstance(action, Put) and action.marker not in track:
                hint = did_you_mean(action.marker, track) or "markers are the track of victory.yaml"
                cause = world.causes.of("victory.track", action.marker) if victory else world.causes.within("victory")
                yield NO_SUCH_MARKER.at(action.span, step=step.id, marker=action.marker, hint=hint, cause=cause)


class Tabletop:
    """The zones and markers while the setup is done. What is wrong with an action is noted, and as much of it done as
    can be. `cause` is why the figures that come out say nothing."""

    def __init__(self, world: "World", names: Names, supply: Supply, laid: Laid, chance: Chance | None) -> None:
        self._world = world
        self._names = names
        self._supply = supply
        self._chance = chance
        self.parts = laid.parts
        self.zones = laid.zones
        self.markers: dict[str, Value] = {}
        self.problems: list[Problem] = []
        self.doubts = Doubts()
        self._lacking = dict(laid.lacking)  # zones that don't have the pieces that they should, and why
        self._anywhere = world.causes.within("setup.zones", "setup.steps")  # the same where any zone may be concerned
        self.cause = self._anywhere

    def holds(self, condition: Expression) -> bool:
        try:
            return self._world.evaluator.decision(condition, self._names)
        except Wrong as wrong:
            self.problems.append(wrong.problem)
            self._anywhere = self._anywhere or wrong.problem
            return False

    def why(self, zone: str) -> Problem | None:
        """Why a zone may not have the pieces that it should."""
        return self._lacking.get(zone, self._anywhere)

    def _lack(self, cause: Problem, *zones: str) -> None:
        self.cause = self.cause or cause
        for zone in zones:
            self._lacking.setdefault(zone, cause)

    def _amiss(self, problem: Problem, *zones: str) -> None:
        """Noted, also as why these zones may not have the pieces that they should."""
        self.problems.append(problem)
        self._lack(problem, *zones)

    def shuffle(self, step: Step, action: Shuffle) -> None:
        heaps = self.zones.get(action.zone, {}).values()
        self.doubts.shuffles(step, action, heaps, self.why(action.zone))
        for heap in heaps:
            heap.shuffle(self._chance)

    def put(self, step: Step, action: Put) -> None:
        try:
            value = self._world.evaluator.value(action.to, self._names)
        except Wrong as wrong:
            self.problems.append(wrong.problem)
            return
        victory = self._world.game.victory
        variable = victory.track.get(action.marker) if victory else None
        if variable and value not in variable.values:
            values = variable.values
            hint = f"its spaces are {shown(values[0])} to {shown(values[-1])}" if values else ""
            span, cause = action.to.span, self._world.causes.of("victory.track", action.marker)
            self.problems.append(
                OFF_TRACK.at(span, step=step.id, marker=action.marker, value=shown(value), hint=hint, cause=cause)
            )
        self.markers[action.marker] = value

    def move(self, step: Step, move: Move) -> Moved | None:
        """None where it can't be done at all, or is no move."""
        pairs = self._pairs(step, move)
        if not pairs:
            return None
        if cause := self._lacking.get(move.source):
            self._lack(cause, move.target)
        if move.what is None:  # shared out among several targets as evenly as they go
            given = []
            for n, ((_, from_here), (key, to)) in enumerate(pairs):
                left = sum(other is from_here for (_, other), _ in pairs[n:])
                given.append((key, _lay(move, from_here.take(-(-len(from_here) // left)), to)))
            return Moved(move, max((len(pieces) for _, pieces in given), default=0), tuple(given))
        if not isinstance(move.what, Expression):
            return self._move_named(step, move, pairs, [move.what] * len(pairs))
        try:
            said = [self._said(step, move, move.what, source[0] or target[0]) for source, target in pairs]
        except Wrong as wrong:
            self._amiss(wrong.problem, move.source, move.target)
            return None
        counts = [each for each in said if isinstance(each, int)]
        if len(counts) == len(said):
            return self._move_some(step, move, pairs, counts)
        if any(counts):
            most, hint = shown(max(counts)), "one of them in a move of its own"
            self.problems.append(MOVES_COUNT_AND_NAMES.at(move.what.span, step=step.id, count=most, hint=hint))
        return self._move_named(step, move, pairs, [each if isinstance(each, tuple) else () for each in said])

    def _pairs(self, step: Step, move: Move) -> Pairs:
        sources, targets = self.zones.get(move.source), self.zones.get(move.target)
        if sources is None or targets is None or move.source == move.target:
            ends = zip((move.source, move.target), move.ends or (move.span, move.span), strict=True)
            gone = [unknown_zone(self._world, step, zone, span) for zone, span in ends if zone not in self.zones]
            self._anywhere = self._anywhere or next(iter(gone), None) or moves_nowhere(step, move)
            self._lack(self._anywhere, move.target)
            return []  # reported for the setup as a whole
        if "" in sources or "" in targets:
            return [(source, target) for source in sources.items() for target in targets.items()]
        if sources.keys() != targets.keys():
            cause = self.why(move.source) or self.why(move.target)
            source, target, here, there = move.source, move.target, len(sources), len(targets)
            if here == there:
                problem = PER_OTHER_THINGS.at(move.span, step=step.id, source=source, target=target, cause=cause)
            else:
                problem = PARTS_DIFFER.at(
                    move.span, step=step.id, source=source, of_source=here, target=target, of_target=there, cause=cause
                )
            self._amiss(problem, source, target)
            return []
        return [((key, heap), (key, targets[key])) for key, heap in sources.items()]

    def _said(self, step: Step, move: Move, what: Expression, key: str) -> int | tuple[Named, ...]:
        """How many, or which, for one part, which the expression may speak of. Raises Wrong."""
        names = self._names
        if key:
            zone = move.target if key in self.parts[move.target] else move.source
            names = names.inner({"part": self.parts[zone][key]})
        value = self._world.evaluator.value(what, names)
        if isinstance(value, Record | tuple):
            items = value if isinstance(value, tuple) else (value,)
            for item in items:
                if not isinstance(item, Record) or not self._supply.piece(item):
                    hint = "how many, or pieces of a component"
                    raise Wrong(MOVES_NO_PIECE.at(what.span, step=step.id, item=shown(item), hint=hint))
            return tuple([Named(item.id, what.span) for item in items])
        count = self._world.evaluator.number(what, names)
        if count != int(count) or count < 0:
            said, hint = shown(count), "a whole number from 0"
            raise Wrong(MOVES_BAD_COUNT.at(what.span, step=step.id, count=said, source=move.source, hint=hint))
        return int(count)

    def _move_some(self, step: Step, move: Move, pairs: Pairs, counts: list[int]) -> Moved:
        wanted: Counter[str] = Counter()
        for ((key, _), _), count in zip(pairs, counts, strict=True):
            wanted[key] += count
        for key, source in dict(source for source, _ in pairs).items():
            if wanted[key] > len(source):
                setup, cause, zone = self._world.game.setup, self.why(move.source), _title(move.source, key)
                span = move.what.span if isinstance(move.what, Expression) else move.span
                origin, many, there = setup.zones[move.source].span if setup else None, wanted[key], len(source)
                short = SHORT.at(span, step=step.id, wanted=many, zone=zone, count=there, origin=origin, cause=cause)
                self._amiss(short, move.source, move.target)
                break
            self.doubts.deals(step, move, source, wanted[key], self.why(move.source))
        given = []
        for ((_, source), (key, target)), count in zip(pairs, counts, strict=True):
            held = source.choose(count, self._chance) if move.chosen else source.take(count)
            given.append((key, _lay(move, held, target)))
        return Moved(move, counts[0], tuple(given))

    def _move_named(self, step: Step, move: Move, pairs: Pairs, named: list[tuple[Named, ...]]) -> Moved:
        """Those named for each pair."""
        given = []
        for ((source_key, source), (key, target)), names in zip(pairs, named, strict=True):
            held = ZoneContents()
            for name in names:
                place, certain = source.find(name.id)
                if not certain:
                    title = _title(move.source, source_key)
                    self._amiss(self._not_there(step, name, source, title, self.why(move.source)), move.target)
                if place >= 0:
                    held.put(ZoneContents([source.pieces.pop(place)], [source.pools.pop(place)]))
            given.append((key, _lay(move, held, target)))
        return Moved(move, len(named[0]), tuple(given))

    def _not_there(self, step: Step, name: Named, source: ZoneContents, zone: str, cause: Problem | None) -> Problem:
        """Why a piece can't be taken by its name."""
        bits = self._supply.bits
        if name.id not in bits:
            hint, why = did_you_mean(name.id, bits), self._world.evaluator.cause_of_id(name.id)
            return NO_SUCH_PIECE.at(name.span, step=step.id, name=name.id, hint=hint, cause=why)
        if source.may_hold(bits[name.id]):
            hint = "take named pieces out before"
            return HIDDEN.at(name.span, step=step.id, name=name.id, zone=zone, hint=hint, cause=cause)
        where = [id for id, parts in self.zones.items() if any(h.may_hold(bits[name.id]) for h in parts.values())]
        others = f" but in {' or '.join(where[:3])}" if where else ""
        return PIECE_ELSEWHERE.at(name.span, step=step.id, name=name.id, zone=zone, others=others, cause=cause)


def _title(zone: str, key: str) -> str:
    return f"{zone} {key}" if key else zone


def _lay(move: Move, held: ZoneContents, target: ZoneContents) -> tuple[Piece, ...]:
    target.put(held, move.under)
    return tuple(held.pieces)
