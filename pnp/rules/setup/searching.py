"""Setups dealt by chance until what steps ask for holds; and the guide that says a setup step by step.

Whatever is allowed comes as often as anything else: all is shuffled and dealt again, as at a table. Where there are few
dealings, all of them are tried in the end: then it is proved that none will do.
"""

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from pnp.model.problem import Problem, Severity, code
from pnp.model.rules import Move, Shuffle, Zone
from pnp.model.values import Value
from pnp.rules.expressions.errors import EvalError
from pnp.rules.expressions.values import show
from pnp.rules.setup.dealing import Dealing, deal, is_of_players, steps_of
from pnp.rules.setup.zones import Chance, Order, SetupResult, StepResult, ZoneContents

if TYPE_CHECKING:
    from pnp.rules.world import World

IMPOSSIBLE = code("PNP588", says="step {step}: {condition} doesn't hold for {many}", varies=("many",))
NOT_FOUND = code(
    "PNP589", Severity.WARNING, says="step {step}: {condition} holds for none of {tries:,} dealings that were tried"
)

MOST_TRIES = 2000
MOST_STEPS = 4_000_000  # of expressions, in all tries together
_RESERVE = MOST_STEPS // 2  # with fewer steps left no other try is made
_FEW = 2000  # dealings that are tried one and all


class Search(NamedTuple):
    """The dealing, or the last that was tried; with all tried nothing else can be dealt."""

    dealt: SetupResult
    tries: int
    were_all: bool = False

    def add_problem(self) -> SetupResult:
        """Return the dealing, with the problem that a condition doesn't hold, if one doesn't."""
        unmet = self.dealt.unmet
        if unmet is None or unmet.so_that is None:
            return self.dealt
        said, span = show(unmet.so_that.text), unmet.so_that.span
        many = "the only dealing there is" if self.tries == 1 else f"any of the {self.tries:,} dealings there are"
        problem = IMPOSSIBLE.at(span, step=unmet.id, condition=said, many=many)
        if not self.were_all:
            hint = "nobody knows whether there is one: ask for less"
            problem = NOT_FOUND.at(span, step=unmet.id, condition=said, tries=self.tries, hint=hint)
        return replace(self.dealt, problems=(*self.dealt.problems, problem))


def deal_by_chance(world: "World", players: int, random: Random) -> SetupResult:
    """Deal a setup, with the problem that its conditions don't hold, if they don't."""
    return search(Dealing(world, players, steps_of(world)), Chance(random)).add_problem()


def search(dealing: Dealing, chance: Chance) -> Search:
    """Deal until all conditions hold; what was found stays in the chance. Further tries cost the rules no steps."""
    dealt, tries, count = dealing.deal(chance), 1, chance.count()  # of the dealings there are, as far as any try came
    evaluator = dealing.world.evaluator
    before = evaluator.all_left
    try:
        evaluator.all_left = MOST_STEPS
        # where there are few dealings, they are soon tried one after the other
        while dealt.unmet and tries < min(MOST_TRIES, 3 * count if count > 1 else 1) and evaluator.all_left > _RESERVE:
            chance.restart(anew=True)
            dealt, tries, count = dealing.deal(chance), tries + 1, max(count, chance.count())
        if dealt.unmet is None or count > _FEW:
            return Search(dealt, tries)
        # one after the other; only those that come to a condition differ before it
        evaluator.all_left = MOST_STEPS
        every, tries = Chance(chance.random, in_order=True), 0
        while True:
            dealt, tries = dealing.deal(every), tries + 1
            if dealt.unmet is None:
                chance.orders = every.orders
                return Search(dealt, tries)
            if not every.advance():
                return Search(dealt, tries, were_all=True)
            if tries > _FEW or evaluator.all_left <= _RESERVE:
                return Search(dealt, tries)
            every.restart()
    finally:
        evaluator.all_left = before


def check_feasible(world: "World", players: int) -> tuple[Problem, ...]:
    """Return what is wrong where nothing can be dealt, or was found.

    What did with other modules is tried first; where nothing was found with some, that is reported once.
    """
    chance, cache, key = Chance(Random(players)), world.evaluator.cache, ("orders", players)
    orders: list[Order] | None = cache.get(key, [])
    if orders is None:
        return ()
    chance.orders = [order[:] for order in orders]
    result = search(Dealing(world, players, steps_of(world)), chance)
    if result.dealt.unmet is None or not result.were_all:
        cache[key] = chance.orders if result.dealt.unmet is None else None
    return result.add_problem().problems


class GuideStep(NamedTuple):
    """A step, its sentence filled in; `into` are the zones that it moves something into, or shuffles."""

    id: str
    text: str
    into: tuple[str, ...]
    done: StepResult


class GuideZone(NamedTuple):
    """A zone as it is when all is done; `piles` has one for each of its parts, by their keys."""

    zone: Zone
    piles: tuple[tuple[str, ZoneContents], ...]
    is_of_players: bool  # one part for each player

    @property
    def each(self) -> tuple[int, ...]:
        """How many pieces lie in each part."""
        return tuple(len(pile.pieces) for _, pile in self.piles)

    @property
    def total(self) -> int:
        return sum(self.each)


class SetupGuide(NamedTuple):
    """A setup in sentences for one number of players."""

    players: int
    steps: tuple[GuideStep, ...]
    zones: tuple[GuideZone, ...]
    markers: tuple[tuple[str, str, Value], ...]  # id, title, its space
    tables: tuple[tuple[str, str, Value], ...]  # id, title, the value for so many players
    problems: tuple[Problem, ...] = ()  # why it couldn't be dealt


def write_guide(world: "World", players: int, random: Random | None = None) -> SetupGuide:
    """Write a setup in sentences for a number of players, dealt by `random` where it is given."""
    setup, victory = world.game.setup, world.game.victory
    if setup is None:
        return SetupGuide(players, (), (), (), ())
    dealt = deal(world, players) if random is None else deal_by_chance(world, players, random)
    track = victory.track if victory else {}
    markers = [(id, track[id].title if id in track else id, value) for id, value in dealt.markers.items()]
    tables = [(table.id, table.title, table.rows.get(players)) for table in setup.tables.values()]
    steps: list[GuideStep] = []
    for done in dealt.steps:
        step = done.step
        try:
            text = world.evaluator.say(step.say, world.names_for(players), done.number)
        except EvalError:
            text = step.say.other  # what can't be filled in is reported elsewhere
        acting = (action for action in step.actions if isinstance(action, Move | Shuffle))
        into = dict.fromkeys(action.target if isinstance(action, Move) else action.zone for action in acting)
        steps.append(GuideStep(step.id, text, tuple(into), done))
    zones: list[GuideZone] = []
    for id, parts in dealt.zones.items():
        has_one_each = is_of_players(world, setup.zones[id]) and len(parts) == dealt.players
        zones.append(GuideZone(setup.zones[id], tuple(parts.items()), has_one_each))
    return SetupGuide(players, tuple(steps), tuple(zones), tuple(markers), tuple(tables), dealt.problems)
