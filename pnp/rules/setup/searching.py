"""Dealt by chance until what steps ask for holds; and the setup told step by step.

By chance first: whatever is allowed comes as often as anything else. Where that is rare, two things that were shuffled
change places, again and again, and what is no further from the condition is kept. Where there are few dealings, all of
them are tried in the end: then it is proved that none will do.
"""

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from pnp.model.problem import Problem
from pnp.model.rules import Move, Shuffle, Zone
from pnp.model.values import Value
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.expressions.values import shown
from pnp.rules.expressions.wrong import Wrong
from pnp.rules.setup.dealing import Dealing, deal, is_of_players, steps_of
from pnp.rules.setup.dealt import Dealt, Done, Pile
from pnp.rules.setup.heap import Chance, Order
from pnp.rules.setup.mistakes import IMPOSSIBLE, NOT_FOUND

if TYPE_CHECKING:
    from pnp.rules.world import World


MOST_TRIES = 2000
MOST_STEPS = 4_000_000  # of expressions, in all tries together
_PURE = 50  # tries by chance alone
_PATIENCE = 250  # tries without getting nearer, before all is dealt anew
_FEW = 2000  # dealings that are tried one and all


_found: "WeakKeyDictionary[Evaluator, dict[int, list[Order] | None]]" = WeakKeyDictionary()


class Search(NamedTuple):
    """The dealing, or the last that was tried; with all tried nothing else can be dealt."""

    dealt: Dealt
    tries: int
    were_all: bool = False

    def told(self) -> Dealt:
        """With what is wrong with it."""
        unmet = self.dealt.unmet
        if unmet is None or unmet.step.so_that is None:
            return self.dealt
        said, span = shown(unmet.step.so_that.text), unmet.step.so_that.span
        if self.were_all:
            many = "the only dealing there is" if self.tries == 1 else f"any of the {self.tries:,} dealings there are"
            problem = IMPOSSIBLE.at(span, step=unmet.step.id, condition=said, many=many)
        else:
            hint = "nobody knows whether there is one: ask for less"
            problem = NOT_FOUND.at(span, step=unmet.step.id, condition=said, tries=self.tries, hint=hint)
        return replace(self.dealt, problems=(*self.dealt.problems, problem))


def deal_by_chance(world: "World", players: int, random: Random) -> Dealt:
    return search(Dealing(world, players, steps_of(world)), Chance(random)).told()


def search(dealing: Dealing, chance: Chance) -> Search:
    """What was found stays in the chance."""
    dealt = dealing.dealt(chance)
    return Search(dealt, 1) if dealt.unmet is None else _Searching(dealing, chance, dealt).search()


def unfeasible(world: "World", players: int) -> tuple[Problem, ...]:
    """What is wrong where nothing can be dealt, or was found.

    What did with other modules is tried first; where nothing was found with some, that is said, and not tried again.
    """
    chance, found = Chance(Random(players)), _found.setdefault(world.evaluator, {})
    orders = found.get(players, [])
    if orders is None:
        return ()
    chance.orders = [order[:] for order in orders]
    result = search(Dealing(world, players, steps_of(world)), chance)
    if result.dealt.unmet is None or not result.were_all:
        found[players] = chance.orders if result.dealt.unmet is None else None
    return result.told().problems


class _Searching:
    """The tries of one search. Its steps aren't counted among those of the rules."""

    def __init__(self, dealing: Dealing, chance: Chance, first: Dealt) -> None:
        self._dealing, self._chance, self._dealt = dealing, chance, first
        self._count = chance.count()  # of the dealings there are, as far as any try came
        self._tries = 1

    def search(self) -> Search:
        evaluator = self._dealing.world.evaluator
        before, evaluator.all_left = evaluator.all_left, MOST_STEPS
        try:
            while self._may_go_on(_PURE):
                self._chance.renew()
                if self._try(self._chance):
                    return Search(self._dealt, self._tries)
            return Search(self._dealt, self._tries) if self._by_swaps() or self._count > _FEW else self._all()
        finally:
            evaluator.all_left = before

    def _try(self, chance: Chance) -> bool:
        """Whether that's it."""
        self._tries += 1
        self._dealt = self._dealing.dealt(chance)
        if self._count <= _FEW:
            self._count = max(self._count, chance.count())
        return self._dealt.unmet is None

    def _may_go_on(self, most: int) -> bool:
        """Where there are few dealings, they are soon tried one after the other."""
        wanted = min(most, 3 * self._count if self._count > 1 else 1)
        return self._tries < wanted and self._is_affordable()

    def _is_affordable(self) -> bool:
        return self._dealing.world.evaluator.all_left > MOST_STEPS // 2

    def _by_swaps(self) -> bool:
        chance, idle, kept = self._chance, 0, self._chance.kept()
        now = _distance(self._dealt)
        labels = self._dealt.unmet.labels if self._dealt.unmet else frozenset[str]()
        while self._may_go_on(MOST_TRIES):
            anew = idle >= _PATIENCE
            if anew:
                chance.renew()
            elif chance.swap(labels):
                chance.again()
            else:
                return False
            if self._try(chance):
                return True
            there, idle = _distance(self._dealt), idle + 1
            if anew or there <= now:
                idle = 0 if anew or there < now else idle
                now, kept = there, chance.kept()
                labels = self._dealt.unmet.labels if self._dealt.unmet else labels
            else:
                chance.orders = [order[:] for order in kept]
        return False

    def _all(self) -> Search:
        """One after the other; only those that come to a condition differ before it."""
        self._tries = 0
        self._dealing.world.evaluator.all_left = MOST_STEPS
        chance = Chance(self._chance.random, in_order=True)
        while self._tries <= _FEW and self._is_affordable():
            if self._try(chance):
                self._chance.orders = chance.orders
                return Search(self._dealt, self._tries)
            if not chance.advance():
                return Search(self._dealt, self._tries, were_all=True)
            chance.again()
        return Search(self._dealt, self._tries)


def _distance(dealt: Dealt) -> tuple[int, float]:
    """A condition of a later step is nearer."""
    return (-dealt.unmet.place, dealt.unmet.faults) if dealt.unmet else (0, 0.0)


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


class ToldSetup(NamedTuple):
    """A setup for one number of players."""

    players: int
    steps: tuple[ToldStep, ...]
    zones: tuple[ToldZone, ...]
    markers: tuple[tuple[str, str, Value], ...]  # id, title, its space
    tables: tuple[tuple[str, str, Value], ...]  # id, title, the value for so many players
    problems: tuple[Problem, ...] = ()  # why it couldn't be dealt


def tell(world: "World", players: int, random: Random | None = None) -> ToldSetup:
    """With `random` pieces are dealt by it; figures are the same. A sentence that can't be filled in stays as it is."""
    setup, victory = world.game.setup, world.game.victory
    if setup is None:
        return ToldSetup(players, (), (), (), ())
    dealt = deal(world, players) if random is None else deal_by_chance(world, players, random)
    track = victory.track if victory else {}
    markers = [(id, track[id].title if id in track else id, value) for id, value in dealt.markers.items()]
    tables = [(table.id, table.title, table.rows.get(players)) for table in setup.tables.values()]
    steps: list[ToldStep] = []
    for done in dealt.steps:
        step = done.step
        try:
            text = world.evaluator.say(step.say, world.for_players(players), done.number)
        except Wrong:
            text = step.say.other
        into: dict[str, None] = {}
        for action in step.actions:
            if isinstance(action, Move | Shuffle):
                into[action.target if isinstance(action, Move) else action.zone] = None
        steps.append(ToldStep(step.id, text, tuple(into), done))
    zones: list[ToldZone] = []
    for id, parts in dealt.zones.items():
        zone = setup.zones[id]
        has_one_each = is_of_players(world, zone) and len(parts) == dealt.players
        zones.append(ToldZone(zone, tuple(parts.items()), has_one_each))
    return ToldSetup(players, tuple(steps), tuple(zones), tuple(markers), tuple(tables), dealt.problems)
