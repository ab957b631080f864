"""A world → all that is wrong with its setup: dealt for each number of players, and each two modules in both orders."""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from pnp.model.patch import PLAYERS
from pnp.model.problem import Problem
from pnp.model.rules import Move, Put, Setup, Shuffle, Step
from pnp.model.suggest import did_you_mean
from pnp.rules.expressions import Wrong
from pnp.rules.setup.dealing import deal, has_rows, steps_of
from pnp.rules.setup.dealt import Dealt
from pnp.rules.setup.doubts import lasting
from pnp.rules.setup.kinds import BAD_ROWS, NO_MOVE, NOBODY_LEFT, UNKNOWN
from pnp.rules.setup.numbers import Collected, of_players
from pnp.rules.setup.order import order_problem, reorderings
from pnp.rules.setup.searching import unfeasible

if TYPE_CHECKING:
    from pnp.rules.world import World


def examine_setup(world: "World") -> list[Problem]:
    """For all numbers of players."""
    setup = world.game.setup
    if setup is None:
        return []
    if not setup.players:
        return [NOBODY_LEFT.at(setup.span, "with these modules nobody can play: all numbers of players are dropped")]
    unknown = list(_names(world, setup))
    wrong = [*unknown, *_tables(setup, _playable(world, setup))]
    collected = Collected(setup.players)
    others = list(reorderings(world))
    for players in setup.players:
        if not has_rows(world, players):
            continue  # reported for the table
        dealt = deal(world, players)
        collected.add(players, dealt.problems)
        if not wrong and not dealt.problems:  # else figures in sentences are wrong for the same reason
            collected.add(players, _unsaid(world, dealt))
            collected.add(players, _undealt(world, players))
        found = (order_problem(world, other, players) for other in others)
        collected.add(players, [problem for problem in found if problem])
    doubts = [] if unknown else lasting([deal(world, players).doubts for players in setup.players])
    return [*wrong, *collected.problems(), *doubts]


def _unsaid(world: "World", dealt: Dealt) -> Iterator[Problem]:
    """What can't be filled in into the sentences."""
    names = world.for_players(dealt.players)
    for done in dealt.steps:
        try:
            world.evaluator.say(done.step.say, names, done.number)
        except Wrong as wrong:
            yield wrong.problem


def _undealt(world: "World", players: int) -> Iterator[Problem]:
    """What is wrong once pieces are dealt by chance: conditions that nothing fulfils, or that can't be asked."""
    if any(step.so_that for step in steps_of(world)):
        yield from unfeasible(world, players)


def _names(world: "World", setup: Setup) -> Iterator[Problem]:
    """Zones, markers and steps that aren't there; a move to where it comes from."""
    track = world.game.victory.track if world.game.victory else {}
    for step in setup.steps.values():
        yield from _anchors(step, world)
        for action in step.actions:
            named = {action.zone: action.span} if isinstance(action, Shuffle) else {}
            if isinstance(action, Move):
                source, target = action.ends or (action.span, action.span)
                named = {action.source: source, action.target: target}
                if action.source == action.target:
                    message = f"step {step.id} moves from {action.source} to {action.target}"
                    yield NO_MOVE.at(action.span, message, hint="to another zone, or shuffle")
            elif isinstance(action, Put) and action.marker not in track:
                hint = did_you_mean(action.marker, track) or "markers are the track of victory.yaml"
                message = f"step {step.id}: there is no marker {action.marker}"
                yield UNKNOWN.at(action.span, message, hint=hint)
            for zone, span in named.items():
                if zone not in setup.zones:
                    message = f"step {step.id}: there is no zone {zone}"
                    yield UNKNOWN.at(span, message, hint=did_you_mean(zone, setup.zones))


def _anchors(step: Step, world: "World") -> Iterator[Problem]:
    """A step next to one that others bring, or that a module has dropped; what no module has is found elsewhere."""
    steps = world.game.setup.steps if world.game.setup else {}
    span = step.anchor or step.span
    for where, anchor in (("after", step.after), ("before", step.before)):
        if anchor and anchor not in steps:
            changes = [module.change("setup.steps") for module in world.game.patches]
            if any(anchor == each.id for change in changes for each in change.add):
                yield UNKNOWN.at(span, f"step {step.id} comes {where} {anchor}, which another module brings")
            elif any(anchor == id for change in changes for id, _ in change.drop):
                yield UNKNOWN.at(span, f"step {step.id} comes {where} {anchor}, which is dropped")


def _playable(world: "World", setup: Setup) -> Collection[int]:
    """Numbers of players that there are with some set of modules. Those that a chosen one replaces aren't known here:
    all rows that there are may be for them."""
    changes = [module.change(PLAYERS) for module in world.game.patches]
    if any(patch.change(PLAYERS).replace for patch in world.patches):
        return frozenset().union(setup.players, *(table.rows for table in setup.tables.values()))
    others = [each.id for change in changes for each in (*change.add, *change.replace)]
    others += [id for change in changes for id, _ in change.drop]
    return {*setup.players, *map(int, others)}


def _tables(setup: Setup, playable: Collection[int]) -> Iterator[Problem]:
    for table in setup.tables.values():
        if missing := [number for number in setup.players if number not in table.rows]:
            yield BAD_ROWS.at(table.span, f"table {table.id} has no row for {of_players(missing)}")
        for number in table.rows:
            if number not in playable:
                span = table.places.get(number, table.span)
                message = f"table {table.id} has a row for {of_players([number])}"
                yield BAD_ROWS.at(span, message, hint=f"the game is for {of_players(setup.players)}")
