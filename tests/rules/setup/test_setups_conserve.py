"""Whatever a setup does, with whatever mistakes: no piece is lost or made, and chance changes no figure."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from quay_game import edit, game_of, write_quay

from pnp.diagnostics.report import drop_consequences
from pnp.model.game import Game
from pnp.model.rules import Action, Expression, Move, Named, Sentence, Shuffle, Step
from pnp.model.span import Span
from pnp.rules.expressions.evaluator import Evaluator
from pnp.rules.setup.dealing import deal
from pnp.rules.setup.faults import examine_setup
from pnp.rules.setup.searching import deal_by_chance
from pnp.rules.setup.zones import SetupResult, is_one
from pnp.rules.world import World

HERE = Span("setup.yaml", 1, 1)
ZONES = ("pile", "harbor", "market", "hand", "bank")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    root = write_quay(tmp_path_factory.mktemp("quay"))
    edit(root, "setup.yaml", "starts: cards}", "starts: cards, face: down}")
    return game_of(root)


sensible = st.sampled_from(["0", "1", "2", "players"])
counts = st.one_of(
    sensible,
    sensible,
    st.sampled_from(["-1", "9", "players / 2", "part", "coins|count", "x", "cards|where(suit == 'reds')"]),
)
named = st.lists(st.sampled_from(["boss", "c1", "c2", "coin", "nobody"]), min_size=1, max_size=3)
whats = st.one_of(
    st.none(),
    counts.map(lambda text: Expression(text, HERE)),
    named.map(lambda ids: tuple(Named(id, HERE) for id in ids)),
)
zones = st.sampled_from(ZONES)
moves = st.builds(Move, whats, zones, zones, st.just(HERE), st.booleans(), st.none(), st.booleans())
actions = st.one_of(moves, moves, st.builds(Shuffle, zones, st.just(HERE)))
setups = st.lists(st.lists(actions, max_size=3).map(tuple), max_size=6)


def replace_steps(game: Game, steps: list[tuple[Action, ...]]) -> World:
    assert game.setup is not None
    done = {f"s{n}": Step(f"s{n}", Sentence("Do it.", HERE), actions, HERE) for n, actions in enumerate(steps)}
    return World(replace(game, setup=replace(game.setup, steps=done)), (), Evaluator())


def pieces(dealt: SetupResult) -> Counter[str]:
    piles = [pile for parts in dealt.zones.values() for pile in parts.values()]
    return Counter(piece.label for pile in piles for piece in pile.pieces)


def sizes(dealt: SetupResult) -> Mapping[str, Any]:
    return {id: {key: len(pile.pieces) for key, pile in parts.items()} for id, parts in dealt.zones.items()}


@given(setups, st.integers(2, 3), st.integers(0, 3))
@settings(max_examples=120)
def test_nothing_is_lost_or_made(game: Game, steps: list[tuple[Action, ...]], players: int, seed: int) -> None:
    world = replace_steps(game, steps)
    symbolic, by_chance = deal(world, players), deal_by_chance(world, players, Random(seed))
    all_there = Counter(
        {piece.label: piece.copies for component in game.components.values() for piece in component.pieces}
    )
    assert pieces(symbolic) == pieces(by_chance) == all_there


@pytest.mark.nightly(examples=30)
@given(setups, st.integers(2, 3), st.integers(0, 3))
@settings(max_examples=120)
def test_chance_changes_no_figure_where_nothing_is_wrong(
    game: Game, steps: list[tuple[Action, ...]], players: int, seed: int
) -> None:
    world = replace_steps(game, steps)
    symbolic, by_chance = deal(world, players), deal_by_chance(world, players, Random(seed))
    assume(symbolic.cause is None)
    assert sizes(symbolic) == sizes(by_chance)
    assert by_chance.problems == ()


@pytest.mark.nightly(examples=30)
@given(setups, st.integers(2, 3), st.integers(0, 3))
@settings(max_examples=120)
def test_what_is_known_lies_there_by_chance_too(
    game: Game, steps: list[tuple[Action, ...]], players: int, seed: int
) -> None:
    world = replace_steps(game, steps)
    symbolic, by_chance = deal(world, players), deal_by_chance(world, players, Random(seed))
    assume(symbolic.cause is None)
    for id, parts in symbolic.zones.items():
        for key, pile in parts.items():
            there = by_chance.zones[id][key]
            assert pile.pools == there.pools
            for piece, dealt, pool in zip(pile.pieces, there.pieces, pile.pools, strict=True):
                assert piece.label == dealt.label or not is_one(pool)


def test_after_a_move_that_moves_nothing_only_that_is_told(game: Game) -> None:
    stays, deals = (Move(None, "pile", target, HERE) for target in ("pile", "hand"))
    takes = Move((Named("boss", HERE),), "hand", "pile", HERE)
    world = replace_steps(game, [(stays, Shuffle("pile", HERE), deals), (takes,)])
    symbolic = deal(world, 2)
    assert {problem.cause and problem.cause.code for problem in symbolic.problems} == {"PNP557"}
    by_chance = {str(sizes(deal_by_chance(world, 2, Random(seed)))) for seed in range(9)}
    assert len(by_chance) == 2  # whose hand the boss was in
    assert [problem.code for problem in drop_consequences(examine_setup(world))] == ["PNP557"]
    world = replace_steps(game, [(Shuffle("pile", HERE), deals), (takes,)])
    assert {problem.code for problem in deal(world, 2).problems} == {"PNP555"}
