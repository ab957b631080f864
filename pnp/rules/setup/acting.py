"""One action of a step, done to the zones: a shuffle, a move, a marker put on its space."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pnp.model.game import Piece
from pnp.model.problem import Problem
from pnp.model.rules import Expression, Move, Named, Put, Shuffle, Step, Zone
from pnp.model.suggest import did_you_mean
from pnp.model.values import Record, Value
from pnp.rules.expressions import Names, Wrong, shown
from pnp.rules.setup.chance import Chance
from pnp.rules.setup.dealt import Moved, title_of
from pnp.rules.setup.doubts import Doubts
from pnp.rules.setup.heap import Heap, Held
from pnp.rules.setup.kinds import HIDDEN, NO_COUNT, OFF_TRACK, SHORT, UNEQUAL, UNKNOWN
from pnp.rules.setup.laying import Laid, Supply

if TYPE_CHECKING:
    from pnp.rules.world import World

Part = tuple[str, Heap]  # a zone's part and its key


class Table:
    """The zones and markers while the setup is done. What is wrong with an action is noted, and as much of it done as
    can be: what comes after should not be wrong only because of that."""

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
        self.is_whole = True
        self._short = set(laid.unknown)  # zones that lack pieces: what they are short of later is no other mistake

    def holds(self, condition: Expression) -> bool:
        try:
            return self._world.evaluator.decision(condition, self._names)
        except Wrong as wrong:
            self.problems.append(wrong.problem)
            return False

    def shuffle(self, step: Step, action: Shuffle) -> None:
        heaps = self.zones.get(action.zone, {}).values()
        if action.zone not in self._short:
            self.doubts.shuffles(step, action, heaps)
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
            message = f"step {step.id}: {action.marker} has no space {shown(value)}"
            self.problems.append(OFF_TRACK.at(action.to.span, message, hint=hint))
        self.markers[action.marker] = value

    def move(self, step: Step, move: Move) -> Moved | None:
        """None where it can't be done at all, or is no move."""
        pairs = self._pairs(step, move)
        if not pairs:
            return None
        if move.what is None:
            return self._move_all(move, pairs)
        if not isinstance(move.what, Expression):
            return self._move_named(step, move, pairs, [move.what] * len(pairs))
        try:
            said = [self._said(step, move, move.what, source[0] or target[0]) for source, target in pairs]
        except Wrong as wrong:
            self.problems.append(wrong.problem)
            return None
        counts = [each for each in said if isinstance(each, int)]
        if len(counts) == len(said):
            return self._move_some(step, move, pairs, counts)
        if any(counts):
            message = f"step {step.id} moves {shown(max(counts))} pieces to one part, named ones to another"
            self.problems.append(NO_COUNT.at(move.what.span, message, hint="one of them in a move of its own"))
        return self._move_named(step, move, pairs, [each if isinstance(each, tuple) else () for each in said])

    def _pairs(self, step: Step, move: Move) -> list[tuple[Part, Part]]:
        """From which part to which."""
        sources, targets = self.zones.get(move.source), self.zones.get(move.target)
        if sources is None or targets is None or move.source == move.target:
            self.is_whole = False
            self._short.add(move.target)
            return []  # reported for the setup as a whole
        if "" in sources or "" in targets:
            return [(source, target) for source in sources.items() for target in targets.items()]
        if sources.keys() != targets.keys():
            message = f"step {step.id}: {move.source} has {len(sources)} parts, {move.target} has {len(targets)}"
            if len(sources) == len(targets):
                message = f"step {step.id}: {move.source} and {move.target} are not per the same"
            self.problems.append(UNEQUAL.at(move.span, message))
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
            return tuple([self._named(step, what, item) for item in (value if isinstance(value, tuple) else (value,))])
        count = self._world.evaluator.number(what, names)
        if count != int(count) or count < 0:
            message = f"step {step.id} moves {shown(count)} pieces from {move.source}"
            raise Wrong(NO_COUNT.at(what.span, message, hint="a whole number from 0"))
        return int(count)

    def _named(self, step: Step, what: Expression, item: object) -> Named:
        if isinstance(item, Record) and self._supply.piece(item):
            return Named(item.id, what.span)
        message = f"step {step.id} moves {shown(item)}, which is no piece"
        raise Wrong(NO_COUNT.at(what.span, message, hint="how many, or pieces of a component"))

    def _move_some(self, step: Step, move: Move, pairs: list[tuple[Part, Part]], counts: list[int]) -> Moved:
        wanted: dict[str, int] = {}
        for ((key, _), _), count in zip(pairs, counts, strict=True):
            wanted[key] = wanted.get(key, 0) + count
        for key, source in dict(source for source, _ in pairs).items():
            if wanted[key] > len(source):
                known = move.source in self._short
                self._short |= {move.source, move.target}
                if known or not self.is_whole:  # what a step with an unknown zone was to bring isn't there
                    break
                zone = self._zone(move.source)
                message = f"step {step.id}: {wanted[key]} wanted from {title_of(zone, key)}, {len(source)} there"
                span = move.what.span if isinstance(move.what, Expression) else move.span
                self.problems.append(SHORT.at(span, message, origin=zone.span))
                break
            self.doubts.deals(step, move, source, wanted[key])
        given = []
        for ((_, source), (key, target)), count in zip(pairs, counts, strict=True):
            held = source.choose(count, self._chance) if move.chosen else source.take(count)
            given.append((key, _lay(move, held, target)))
        return Moved(move, counts[0], tuple(given))

    def _move_all(self, move: Move, pairs: list[tuple[Part, Part]]) -> Moved:
        """Shared out among several targets as evenly as they go."""
        self._short |= {move.target} if move.source in self._short else set()
        given = []
        for n, ((_, source), (key, target)) in enumerate(pairs):
            left = sum(other is source for (_, other), _ in pairs[n:])
            held = source.take(-(-len(source) // left))
            given.append((key, _lay(move, held, target)))
        most = max((len(pieces) for _, pieces in given), default=0)
        return Moved(move, most, tuple(given))

    def _move_named(
        self, step: Step, move: Move, pairs: list[tuple[Part, Part]], named: list[tuple[Named, ...]]
    ) -> Moved:
        """Those named for each pair."""
        given = []
        for ((source_key, source), (key, target)), names in zip(pairs, named, strict=True):
            held = Held([], [])
            for name in names:
                place, certain = source.find(name.id)
                if not certain and not (move.source in self._short and name.id in self._supply.bits):
                    title = title_of(self._zone(move.source), source_key)
                    self.problems.extend(self._amiss(step, name, source, title))
                if place >= 0:
                    pieces, pools = source.take_at(place)
                    held.pieces.extend(pieces)
                    held.pools.extend(pools)
            given.append((key, _lay(move, held, target)))
        return Moved(move, len(named[0]), tuple(given))

    def _amiss(self, step: Step, name: Named, source: Heap, zone: str) -> Iterator[Problem]:
        """Why a piece can't be taken by its name."""
        bits = self._supply.bits
        if name.id not in bits:
            message = f"step {step.id}: there is no piece {name.id}"
            yield UNKNOWN.at(name.span, message, hint=did_you_mean(name.id, bits))
        elif source.may_hold(bits[name.id]):
            message = f"step {step.id}: {name.id} has been shuffled into {zone}, or dealt out of it"
            yield HIDDEN.at(name.span, message, hint="take named pieces out before")
        else:
            where = [id for id, parts in self.zones.items() if any(h.may_hold(bits[name.id]) for h in parts.values())]
            elsewhere = f" but in {' or '.join(where[:3])}" if where else ""
            yield UNKNOWN.at(name.span, f"step {step.id}: {name.id} is not in {zone}{elsewhere}")

    def _zone(self, id: str) -> Zone:
        setup = self._world.game.setup
        assert setup is not None
        return setup.zones[id]


def _lay(move: Move, held: Held, target: Heap) -> tuple[Piece, ...]:
    target.put(held, move.under)
    return tuple(held.pieces)
