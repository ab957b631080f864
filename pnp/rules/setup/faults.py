"""A setup dealt for all numbers of players → what is wrong with it, also where the order of steps matters."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.game import Change, Game, Module
from pnp.model.patch import PLAYERS, apply_modules, order_patches
from pnp.model.problem import Problem, code
from pnp.model.rules import Expression, Move, Put, Setup, Shuffle, Step
from pnp.rules.causes import add_cause
from pnp.rules.circumstances import ProblemsOfPlayers, players_text
from pnp.rules.expressions.names import make_absent
from pnp.rules.expressions.values import show
from pnp.rules.probing import find_faults
from pnp.rules.setup.acting import UNKNOWN, UNSHUFFLED, moves_nowhere, unknown_markers, unknown_zone
from pnp.rules.setup.dealing import BAD_ROWS, Dealing, deal, is_of_players, missing_row, steps_of
from pnp.rules.setup.searching import check_feasible
from pnp.rules.setup.zones import SetupResult, is_one

if TYPE_CHECKING:
    from pnp.rules.world import World

NOBODY_LEFT = code("PNP532", says="with these modules nobody can play: all numbers of players are dropped")
ANCHOR_OF_ANOTHER_MODULE = UNKNOWN.also("step {step} comes {where} {anchor}, which another module brings")
ANCHOR_DROPPED = UNKNOWN.also("step {step} comes {where} {anchor}, which is dropped")
ROW_TOO_MANY = BAD_ROWS.also("table {table} has a row for {players}")
ORDER = code(
    "PNP561",
    says="nothing says whether {first} or {second} is done first, and it matters: {difference}",
    varies=("difference",),
)

_STEPS = "setup.steps"


class OtherOrder(NamedTuple):
    """The steps of a setup, were two of its modules added the other way round: then these two change places."""

    first: Step
    second: Step
    steps: tuple[Step, ...]


def find_other_orders(world: "World") -> Iterator[OtherOrder]:
    """Yield another order for each pair of modules whose order means something to the list of steps."""
    game = world.game
    chosen = [game.modules[id] for id in world.modules]
    adding = ([each for each in layer if each.change(_STEPS).add] for layer in order_patches(chosen))
    pairs = [pair for layer in adding for pair in combinations(layer, 2)]
    if not pairs or game.setup is None:
        return
    added = {step.id for patch in world.patches for step in patch.change(_STEPS).add}
    own = {id: step for id, step in game.setup.steps.items() if id not in added}
    bare = replace(game, setup=replace(game.setup, steps=own), components={}, groups={}, victory=None)
    for pair in pairs:
        steps = _in_other_order(bare, chosen, pair, game.setup.steps)
        if found := _swapped(game.setup.steps, steps, pair):
            yield OtherOrder(*found, tuple(steps.values()))


def order_problem(world: "World", other: OtherOrder, players: int) -> Problem | None:
    """Return the problem that the order matters; None where both come to the same, or this one has another problem."""
    dealt, setup = deal(world, players), world.game.setup
    if dealt.cause:
        return None
    # zones whose order can be seen later: face down, or taken from the top by steps; no hand, nothing out of the game
    # (what is shuffled afterwards has one pool, so that its order means nothing by itself)
    moves = [action for step in steps_of(world) for action in step.actions if isinstance(action, Move)]
    drawn = {move.source for move in moves if isinstance(move.what, Expression) and not (move.chosen or move.of)}
    zones = [zone for zone in setup.zones.values() if zone.face == "down" or zone.id in drawn] if setup else []
    stacks = {zone.id for zone in zones if not is_of_players(world, zone) and not zone.away}
    if not (difference := _difference(dealt, Dealing(world, players, other.steps).deal(), stacks)):
        return None
    first, second = other.first, other.second
    hint = "give one of them an after: or before:"
    return ORDER.at(second.span, first=first.id, second=second.id, difference=difference, hint=hint, origin=first.span)


def _in_other_order(
    bare: Game, chosen: Iterable[Module], pair: tuple[Module, Module], now: Mapping[str, Step]
) -> Mapping[str, Step]:
    """Return the steps with these two modules added the other way round: each gets the other's id, by which they go."""
    ids = {pair[0].id: pair[1].id, pair[1].id: pair[0].id}

    def renamed(patch: Module) -> Module:
        added = tuple(now[step.id] for step in patch.change(_STEPS).add if step.id in now)
        further = tuple(map(renamed, patch.further))
        return replace(patch, id=ids.get(patch.id, patch.id), changes={_STEPS: Change(added)}, further=further)

    setup = apply_modules(bare, map(renamed, chosen)).setup
    return setup.steps if setup else {}


def _swapped(
    steps: Mapping[str, Step], others: Mapping[str, Step], pair: tuple[Module, Module]
) -> tuple[Step, Step] | None:
    """Return the first steps of the two that change places and touch the same zones, as only these can differ."""

    def touched(action: Move | Shuffle | Put) -> tuple[str, ...]:
        if isinstance(action, Move):
            return action.source, action.target
        return (action.zone if isinstance(action, Shuffle) else f"marker {action.marker}",)

    place, other_place = ({id: n for n, id in enumerate(order)} for order in (steps, others))
    mine, theirs = ([steps[step.id] for step in module.change(_STEPS).add if step.id in place] for module in pair)
    for one, other in product(mine, theirs):
        before = place[one.id] < place[other.id]
        if one is not other and before != (other_place[one.id] < other_place[other.id]):
            zones, other_zones = ({zone for each in step.actions for zone in touched(each)} for step in (one, other))
            if zones & other_zones:
                return (one, other) if before else (other, one)
    return None


def _difference(one: SetupResult, other: SetupResult, stacks: set[str]) -> str:
    """Return in what two dealings differ; "" where they come to the same."""
    if other.problems:
        return other.problems[0].message
    for id, parts in one.zones.items():
        for key, pile in parts.items():
            its = other.zones[id][key]
            if len(pile.pieces) != len(its.pieces):
                return f"{len(pile.pieces)} or {len(its.pieces)} pieces in {id}"
            if pile.pools != its.pools and sorted(pile.pools) != sorted(its.pools):
                return f"not the same pieces can be in {id}"
            if id not in stacks or pile.pools == its.pools:
                continue
            both = zip(pile.pieces, pile.pools, its.pieces, its.pools, strict=True)
            for place, (mine, pool, theirs, their_pool) in enumerate(reversed(list(both)), 1):
                if pool != their_pool:  # the first from the top
                    first, second = mine.id if is_one(pool) else "any", theirs.id if is_one(their_pool) else "any"
                    where = "on top" if place == 1 else f"as number {place} from the top"
                    return f"{first} or {second} lies {where} of {id}"
    for marker, value in one.markers.items():
        if other.markers[marker] != value:
            return f"{marker} is put on {show(value)} or {show(other.markers[marker])}"
    return ""


def examine_setup(world: "World") -> list[Problem]:
    """Return what is wrong with a setup, with any number of players."""
    setup = world.game.setup
    if setup is None:
        return []
    if not setup.players:
        return [NOBODY_LEFT.at(setup.span, cause=world.causes.get("setup.players"))]
    named = list(_names(world, setup))
    collected = ProblemsOfPlayers(setup.players, of_setup=True)
    others = list(find_other_orders(world))
    all_doubts: list[tuple[Problem, ...]] = []
    for players in setup.players:
        dealt = deal(world, players)
        collected.add(players, dealt.problems)
        all_doubts.append(dealt.doubts)
        names = world.names_for(players)
        if dealt.cause:
            names = names.nest({"count": make_absent("count", dealt.cause)})
        for done in dealt.steps:
            collected.add(players, find_faults(world.evaluator.say, [done.step.say], names, done.number))
        if not (named or dealt.cause) and any(step.so_that for step in steps_of(world)):
            # what is wrong once pieces are dealt by chance: conditions that nothing fulfils, or that can't be asked
            collected.add(players, check_feasible(world, players))
        found = (order_problem(world, other, players) for other in others)
        collected.add(players, [problem for problem in found if problem])
    every = {(each.mistake, each.span): each for doubts in all_doubts for each in doubts}
    of_each = [{(each.mistake, each.span) for each in doubts} for doubts in all_doubts]
    # what may depend on the number of players is only doubtful where it is so with all of them
    doubts = [each for key, each in every.items() if each.code == UNSHUFFLED.id or all(key in of for of in of_each)]
    doubts = add_cause(doubts, next(iter(named), None), keep=True)
    return [*named, *_tables(world, setup), *collected.problems(), *doubts]


def _names(world: "World", setup: Setup) -> Iterator[Problem]:
    """Yield zones, markers and steps that aren't there, and moves to where they come from."""
    changes = [module.change("setup.steps") for module in world.game.patches]
    for step in setup.steps.values():
        for where, anchor in (("after", step.after), ("before", step.before)):
            # what no module brings or drops is found elsewhere
            if anchor and anchor not in setup.steps:
                span = step.anchor or step.span
                if any(anchor == each.id for change in changes for each in change.add):
                    yield ANCHOR_OF_ANOTHER_MODULE.at(span, step=step.id, where=where, anchor=anchor)
                elif any(anchor == id for change in changes for id, _ in change.drop):
                    yield ANCHOR_DROPPED.at(span, step=step.id, where=where, anchor=anchor)
        for action in step.actions:
            named = {action.zone: action.span} if isinstance(action, Shuffle) else {}
            if isinstance(action, Move):
                source, target = action.ends or (action.span, action.span)
                named = {action.source: source, action.target: target}
                if action.source == action.target:
                    yield moves_nowhere(step, action)
            for zone, span in named.items():
                if zone not in setup.zones:
                    yield unknown_zone(world, step, zone, span)
    yield from unknown_markers(world)


def _tables(world: "World", setup: Setup) -> Iterator[Problem]:
    """Yield tables with a row too few for the numbers of players, or too many for those with any set of modules."""
    cause = world.causes.get("setup.players")
    changes = [module.change(PLAYERS) for module in world.game.patches]
    others = [each.id for change in changes for each in (*change.add, *change.replace)]
    others += [id for change in changes for id, _ in change.drop]
    playable = {*setup.players, *map(int, others)}
    if any(patch.change(PLAYERS).replace for patch in world.patches):
        # numbers that a chosen module replaces aren't known here: all rows that there are may be for them
        playable.update(*(table.rows for table in setup.tables.values()))
    for table in setup.tables.values():
        if any(number not in table.rows for number in setup.players):
            yield missing_row(world, table)
        for number in table.rows:
            if number not in playable:
                span, hint = table.places.get(number, table.span), f"the game is for {players_text(setup.players)}"
                yield ROW_TOO_MANY.at(span, table=table.id, players=players_text([number]), hint=hint, cause=cause)
