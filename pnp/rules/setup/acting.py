"""The actions of a step, done to the zones: shuffles, moves, markers put on their spaces."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pnp.cardtext.suggest import did_you_mean
from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Expression, Move, Named, Put, Shuffle, Step
from pnp.model.span import Span
from pnp.model.values import Record, Value
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.names import Names
from pnp.rules.expressions.values import show
from pnp.rules.setup.zones import UNEQUAL, Chance, InitialZones, MoveResult, Supply, ZoneContents, is_one, merge_pools

if TYPE_CHECKING:
    from pnp.rules.world import World

SHORT = code("PNP550", says="step {step}: {wanted} wanted from {zone}, {count} there", varies=("zone",))
UNKNOWN = code("PNP554")
NO_SUCH_PIECE = UNKNOWN.also("step {step}: there is no piece {name}", varies=("step",), once=True)
PIECE_ELSEWHERE = UNKNOWN.also("step {step}: {name} is not in {zone}{others}", varies=("zone", "others"))
NO_SUCH_MARKER = UNKNOWN.also("step {step}: there is no marker {marker}", varies=("step",), once=True)
NO_SUCH_ZONE = UNKNOWN.also("step {step}: there is no zone {zone}", varies=("step",), once=True)
HIDDEN = code("PNP555", says="step {step}: {name} has been shuffled into {zone}, or dealt out of it", varies=("zone",))
PER_OTHER_THINGS = UNEQUAL.also("step {step}: {source} and {target} are not per the same")
PARTS_DIFFER = UNEQUAL.also("step {step}: {source} has {of_source} parts, {target} has {of_target}")
NO_MOVE = code("PNP557", says="step {step} moves from {source} to {target}")
NO_COUNT = code("PNP558")
MOVES_NO_PIECE = NO_COUNT.also("step {step} moves {item}, which is no piece", varies=("item",))
MOVES_COUNT_AND_NAMES = NO_COUNT.also(
    "step {step} moves {count} pieces to one part, named ones to another", varies=("count",)
)
MOVES_BAD_COUNT = NO_COUNT.also("step {step} moves {count} pieces from {source}", varies=("count",))
OFF_TRACK = code("PNP559", says="step {step}: {marker} has no space {value}", varies=("value",))
UNSHUFFLED = code("PNP563", says="step {step} deals from {source}, which nobody has shuffled")
NOTHING_SHUFFLED = code("PNP564", Severity.WARNING, says="step {step} shuffles {zone}, in which there is nothing")
SHUFFLED_AGAIN = NOTHING_SHUFFLED.also("step {step} shuffles {zone} once more")

KeyedHeap = tuple[str, ZoneContents]  # a zone's part and its key
Pairs = list[tuple[KeyedHeap, KeyedHeap]]  # from which part to which


def unknown_zone(world: "World", step: Step, zone: str, span: Span) -> Problem:
    zones, cause = world.game.setup.zones if world.game.setup else {}, world.causes.get("setup.zones", zone)
    return NO_SUCH_ZONE.at(span, step=step.id, zone=zone, hint=did_you_mean(zone, zones), cause=cause)


def moves_nowhere(step: Step, move: Move) -> Problem:
    hint = "to another zone, or shuffle"
    return NO_MOVE.at(move.span, step=step.id, source=move.source, target=move.target, hint=hint)


def unknown_markers(world: "World") -> Iterator[Problem]:
    """Yield the problems of steps that put a marker somewhere that isn't there."""
    setup, victory = world.game.setup, world.game.victory
    track = victory.track if victory else {}
    for step in setup.steps.values() if setup else ():
        for action in step.actions:
            if isinstance(action, Put) and action.marker not in track:
                hint = did_you_mean(action.marker, track) or "markers are the track of victory.yaml"
                causes = world.causes
                cause = causes.get("victory.track", action.marker) if victory else causes.first_in("victory")
                yield NO_SUCH_MARKER.at(action.span, step=step.id, marker=action.marker, hint=hint, cause=cause)


class Tabletop:
    """The zones and markers while the setup is done. What is wrong with an action is noted, and as much of it done as
    can be. `cause` is why the figures that come out say nothing. `doubts` are the same for each number of players, so
    that they can be compared."""

    def __init__(self, world: "World", names: Names, supply: Supply, laid: InitialZones, chance: Chance | None) -> None:
        self._world = world
        self._names = names
        self._supply = supply
        self._chance = chance
        self.parts = laid.parts
        self.zones = laid.zones
        self.markers: dict[str, Value] = {}
        self.problems: list[Problem] = []
        self.doubts: list[Problem] = []
        self._mixed: dict[str, int] = {}  # zones just shuffled, with the number of pieces in them
        self._in_order: set[str] = set()  # zones that are reported as never shuffled
        self._lacking = dict(laid.lacking)  # zones that don't have the pieces that they should, and why
        self._anywhere = world.causes.first_in("setup.zones", "setup.steps")  # or any zone
        self.cause = self._anywhere

    def holds(self, condition: Expression) -> bool:
        try:
            return self._world.evaluator.decision(condition, self._names)
        except EvalError as wrong:
            self.problems.append(wrong.problem)
            self._anywhere = self._anywhere or wrong.problem
            return False

    def why(self, zone: str) -> Problem | None:
        """Return why a zone may not have the pieces that it should."""
        return self._lacking.get(zone, self._anywhere)

    def _lack(self, cause: Problem, *zones: str, is_new: bool = True) -> None:
        """Note why these zones may not have the pieces that they should, and a new problem."""
        self.problems += [cause] if is_new else []
        self.cause = self.cause or cause
        for zone in zones:
            self._lacking.setdefault(zone, cause)

    def shuffle(self, step: Step, action: Shuffle) -> None:
        heaps, cause = self.zones.get(action.zone, {}).values(), self.why(action.zone)
        count = sum(map(len, heaps))
        if heaps and not count:
            self.doubts.append(NOTHING_SHUFFLED.at(action.span, step=step.id, zone=action.zone, cause=cause))
        elif count and self._mixed.get(action.zone) == count:
            self.doubts.append(SHUFFLED_AGAIN.at(action.span, step=step.id, zone=action.zone, cause=cause))
        self._mixed[action.zone] = count
        self._in_order.discard(action.zone)
        for heap in heaps:
            heap.shuffle(self._chance)

    def put(self, step: Step, action: Put) -> None:
        try:
            value = self._world.evaluator.value(action.to, self._names)
        except EvalError as wrong:
            self.problems.append(wrong.problem)
            return
        victory = self._world.game.victory
        variable = victory.track.get(action.marker) if victory else None
        if variable and value not in variable.values:
            values = variable.values
            hint = f"its spaces are {show(values[0])} to {show(values[-1])}" if values else ""
            cause = self._world.causes.get("victory.track", action.marker)
            said: dict[str, Any] = {"step": step.id, "marker": action.marker, "value": show(value)}
            self.problems.append(OFF_TRACK.at(action.to.span, **said, hint=hint, cause=cause))
        self.markers[action.marker] = value

    def move(self, step: Step, move: Move) -> MoveResult | None:
        """Move pieces; return None where that can't be done at all, or is no move."""
        pairs = self._pairs(step, move)
        if not pairs:
            return None
        if cause := self._lacking.get(move.source):
            self._lack(cause, move.target, is_new=False)
        if move.what is None:  # shared out among several targets as evenly as they go
            self._doubt_order(step, move, pairs[0][0][1], is_whole=len(pairs) == 1 or "" not in self.zones[move.source])
            given = []
            for n, ((_, from_here), (key, to)) in enumerate(pairs):
                left = sum(other is from_here for (_, other), _ in pairs[n:])
                given.append((key, to.put(from_here.take(-(-len(from_here) // left)), move.under)))
            return MoveResult(move, max((len(pieces) for _, pieces in given), default=0), tuple(given))
        if not isinstance(move.what, Expression):
            return self._move_named(step, move, pairs, [move.what] * len(pairs))
        try:
            said = [self._evaluate(step, move, move.what, source[0] or target[0]) for source, target in pairs]
        except EvalError as wrong:
            self._lack(wrong.problem, move.source, move.target)
            return None
        counts = [each for each in said if isinstance(each, int)]
        if move.of and len(counts) == len(said):
            return self._move_some_of(step, move, move.of, pairs, counts)
        if len(counts) == len(said):
            return self._move_some(step, move, pairs, counts)
        if any(counts):
            most, hint = show(max(counts)), "one of them in a move of its own"
            self.problems.append(MOVES_COUNT_AND_NAMES.at(move.what.span, step=step.id, count=most, hint=hint))
        return self._move_named(step, move, pairs, [each if isinstance(each, tuple) else () for each in said])

    def _pairs(self, step: Step, move: Move) -> Pairs:
        sources, targets = self.zones.get(move.source), self.zones.get(move.target)
        if sources is None or targets is None or move.source == move.target:
            ends = zip((move.source, move.target), move.ends or (move.span, move.span), strict=True)
            gone = [unknown_zone(self._world, step, zone, span) for zone, span in ends if zone not in self.zones]
            self._anywhere = self._anywhere or next(iter(gone), None) or moves_nowhere(step, move)
            self._lack(self._anywhere, move.target, is_new=False)
            return []  # reported for the setup as a whole
        if "" in sources or "" in targets:
            return [(source, target) for source in sources.items() for target in targets.items()]
        if sources.keys() != targets.keys():
            cause = self.why(move.source) or self.why(move.target)
            source, target, here, there = move.source, move.target, len(sources), len(targets)
            said: dict[str, Any] = {"step": step.id, "source": source, "target": target, "cause": cause}
            problem = PER_OTHER_THINGS.at(move.span, **said)
            if here != there:
                problem = PARTS_DIFFER.at(move.span, **said, of_source=here, of_target=there)
            self._lack(problem, source, target)
            return []
        return [((key, heap), (key, targets[key])) for key, heap in sources.items()]

    def _evaluate(self, step: Step, move: Move, what: Expression, key: str) -> int | tuple[Named, ...]:
        """Return how many pieces move, or which, for one part, of which the expression may speak. Raises EvalError."""
        names = self._names
        if key:
            zone = move.target if key in self.parts[move.target] else move.source
            names = names.nest({"part": self.parts[zone][key]})
        value = self._world.evaluator.value(what, names)
        if isinstance(value, Record | tuple):
            items = value if isinstance(value, tuple) else (value,)
            for item in items:
                if not isinstance(item, Record) or id(item) not in self._supply.pieces:
                    hint = "how many, or pieces of a component"
                    raise EvalError(MOVES_NO_PIECE.at(what.span, step=step.id, item=show(item), hint=hint))
            return tuple([Named(item.id, what.span) for item in items])
        count = self._world.evaluator.number(what, names)
        if count != int(count) or count < 0:
            said, hint = show(count), "a whole number from 0"
            raise EvalError(MOVES_BAD_COUNT.at(what.span, step=step.id, count=said, source=move.source, hint=hint))
        return int(count)

    def _move_some(self, step: Step, move: Move, pairs: Pairs, counts: list[int]) -> MoveResult:
        wanted: Counter[str] = Counter()
        for ((key, _), _), count in zip(pairs, counts, strict=True):
            wanted[key] += count
        for key, source in dict(source for source, _ in pairs).items():
            if wanted[key] > len(source):
                setup, cause, zone = self._world.game.setup, self.why(move.source), f"{move.source} {key}".rstrip()
                span = move.what.span if isinstance(move.what, Expression) else move.span
                origin, many, there = setup.zones[move.source].span if setup else None, wanted[key], len(source)
                short = SHORT.at(span, step=step.id, wanted=many, zone=zone, count=there, origin=origin, cause=cause)
                self._lack(short, move.source, move.target)
                break
            takers = sum(count > 0 for ((other, _), _), count in zip(pairs, counts, strict=True) if other == key)
            self._doubt_order(step, move, source, is_whole=takers < 2 and wanted[key] in (0, len(source)))
        given = []
        for ((_, source), (key, target)), count in zip(pairs, counts, strict=True):
            held = source.choose(count, self._chance) if move.chosen else source.take(count)
            given.append((key, target.put(held, move.under)))
        return MoveResult(move, counts[0], tuple(given))

    def _move_some_of(
        self, step: Step, move: Move, of: Expression | tuple[Named, ...], pairs: Pairs, counts: list[int]
    ) -> MoveResult | None:
        """Move so many of some pieces, by chance, all of which must be in the zone."""
        given = []
        for ((source_key, source), (key, target)), count in zip(pairs, counts, strict=True):
            title = f"{move.source} {source_key}".rstrip()
            try:
                named = self._evaluate(step, move, of, source_key or key) if isinstance(of, Expression) else of
            except EvalError as wrong:
                self._lack(wrong.problem, move.source, move.target)
                return None
            if isinstance(named, int):
                hint = "pieces of a component, or a list of ids"
                self._lack(MOVES_NO_PIECE.at(move.span, step=step.id, item=show(named), hint=hint), move.target)
                return None
            pools = self._supply.bits
            for name in {name.id: name for name in named}.values():
                heaps = [heap for parts in self.zones.values() for heap in parts.values() if heap is not source]
                is_here = merge_pools(source.pools) & pools.get(name.id, 0)
                elsewhere = any(merge_pools(heap.pools) & pools.get(name.id, 0) for heap in heaps)
                if not is_here or (elsewhere and not source.find(name.id)[1]):
                    self._lack(self._missing_piece(step, name, source, title, self.why(move.source)), move.target)
            ids = {name.id for name in named}
            if sum(piece.id in ids for piece in source.pieces) < count:
                there, cause = sum(piece.id in ids for piece in source.pieces), self.why(move.source)
                short = SHORT.at(
                    move.span, step=step.id, wanted=count, zone=f"some of {title}", count=there, cause=cause
                )
                self._lack(short, move.source, move.target)
            pool = merge_pools([pools.get(id, 0) for id in ids])
            given.append((key, target.put(source.choose(count, self._chance, ids, pool), move.under)))
        return MoveResult(move, counts[0], tuple(given))

    def _doubt_order(self, step: Step, move: Move, source: ZoneContents, *, is_whole: bool) -> None:
        """Report once that pieces are dealt in the order of the data; what was put on a shuffled zone is meant so."""
        setup, zone = self._world.game.setup, move.source
        is_meant = move.chosen or is_whole or (setup is not None and setup.zones[zone].ordered)
        is_known = len(set(source.pools)) > 1 and all(map(is_one, source.pools))
        if is_known and not is_meant and self._mixed.get(zone, 0) < 2 and zone not in self._in_order:
            self._in_order.add(zone)
            hint = f"shuffle it before, or {zone}: {{ordered: true}} under zones, or chosen: true"
            doubt = UNSHUFFLED.at(move.span, step=step.id, source=zone, hint=hint, cause=self.why(zone))
            self.doubts.append(doubt)

    def _move_named(self, step: Step, move: Move, pairs: Pairs, named: list[tuple[Named, ...]]) -> MoveResult:
        """Move the pieces that are named for each pair."""
        given = []
        for ((source_key, source), (key, target)), names in zip(pairs, named, strict=True):
            held = ZoneContents()
            for name in names:
                place, certain = source.find(name.id)
                if not certain:
                    title = f"{move.source} {source_key}".rstrip()
                    self._lack(self._missing_piece(step, name, source, title, self.why(move.source)), move.target)
                if place >= 0:
                    held.put(ZoneContents([source.pieces.pop(place)], [source.pools.pop(place)]))
            given.append((key, target.put(held, move.under)))
        return MoveResult(move, len(named[0]), tuple(given))

    def _missing_piece(
        self, step: Step, name: Named, source: ZoneContents, zone: str, cause: Problem | None
    ) -> Problem:
        """Return why a piece can't be taken by its name."""
        bits = self._supply.bits
        if name.id not in bits:
            hint, why = did_you_mean(name.id, bits), self._world.evaluator.unread.cause_of_id(name.id)
            return NO_SUCH_PIECE.at(name.span, step=step.id, name=name.id, hint=hint, cause=why)
        bit = bits[name.id]
        if merge_pools(source.pools) & bit:
            hint = "take named pieces out before"
            return HIDDEN.at(name.span, step=step.id, name=name.id, zone=zone, hint=hint, cause=cause)
        pools = {id: [pool for heap in parts.values() for pool in heap.pools] for id, parts in self.zones.items()}
        where = [id for id, its in pools.items() if merge_pools(its) & bit]
        others = f" but in {' or '.join(where[:3])}" if where else ""
        return PIECE_ELSEWHERE.at(name.span, step=step.id, name=name.id, zone=zone, others=others, cause=cause)
