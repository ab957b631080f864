"""A setup for one number of players → what people are told: sentences filled in, what lies where, what to look up."""

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.game import Piece
from pnp.model.problem import Problem
from pnp.model.rules import Action, Move, Shuffle, Zone
from pnp.model.values import Value
from pnp.rules.expressions import Wrong
from pnp.rules.setup.dealing import deal
from pnp.rules.setup.dealt import Dealt, Done, Pile

if TYPE_CHECKING:
    from pnp.rules.world import World


class ToldStep(NamedTuple):
    """A step, its sentence filled in; `into` are the zones that it moves something into, or shuffles."""

    id: str
    text: str
    into: tuple[str, ...]
    done: Done


class ToldZone(NamedTuple):
    """A zone as it is when all is done; `piles` has one for each of its parts, by their keys."""

    zone: Zone
    piles: tuple[tuple[str, Pile], ...]
    is_of_players: bool  # one part for each player

    @property
    def each(self) -> tuple[int, ...]:
        """How many pieces lie in each part."""
        return tuple(len(pile.pieces) for _, pile in self.piles)

    @property
    def total(self) -> int:
        return sum(self.each)


class Told(NamedTuple):
    """A setup for one number of players."""

    players: int
    steps: tuple[ToldStep, ...]
    zones: tuple[ToldZone, ...]
    markers: tuple[tuple[str, str, Value], ...]  # id, title, its space
    tables: tuple[tuple[str, str, Value], ...]  # id, title, the value for so many players
    problems: tuple[Problem, ...] = ()  # why it couldn't be dealt


def tell(world: "World", players: int, random: Random | None = None) -> Told:
    """With `random` pieces are dealt by it; figures are the same. A sentence that can't be filled in stays as it is."""
    setup, victory = world.game.setup, world.game.victory
    if setup is None:
        return Told(players, (), (), (), ())
    dealt = deal(world, players, random)
    track = victory.track if victory else {}
    markers = [(id, track[id].title if id in track else id, value) for id, value in dealt.markers.items()]
    tables = [(table.id, table.title, table.rows.get(players)) for table in setup.tables.values()]
    return Told(
        players,
        tuple(_step(world, done, players) for done in dealt.steps),
        tuple(_zone(world, setup.zones[id], dealt) for id in dealt.zones),
        tuple(markers),
        tuple(tables),
        dealt.problems,
    )


def known_pieces(pile: Pile, is_dealt: bool) -> tuple[Piece, ...]:
    """Which pieces a pile certainly has: all of them, once they are dealt by chance."""
    return pile.pieces if is_dealt else pile.known


def _step(world: "World", done: Done, players: int) -> ToldStep:
    step = done.step
    try:
        text = world.evaluator.say(step.say, world.for_players(players), done.number)
    except Wrong:
        text = step.say.other
    touched = [_touched(action) for action in step.actions]
    return ToldStep(step.id, text, tuple(dict.fromkeys(zone for zone in touched if zone)), done)


def _touched(action: Action) -> str:
    """The zone that is there because of it."""
    return action.target if isinstance(action, Move) else action.zone if isinstance(action, Shuffle) else ""


def _zone(world: "World", zone: Zone, dealt: Dealt) -> ToldZone:
    parts = dealt.zones[zone.id]
    is_of_players = zone.per is not None and "players" in world.evaluator.uses(zone.per) and len(parts) == dealt.players
    return ToldZone(zone, tuple(parts.items()), is_of_players)
