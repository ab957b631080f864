"""A setup is dealt: what lies where, what is known of it, what is wrong with its moves."""

from pathlib import Path
from random import Random

import pytest
from facts import facts
from quay_game import edit, world_of, write_quay

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.rules import Expression
from pnp.model.span import Span
from pnp.rules.setup.dealing import deal
from pnp.rules.setup.searching import deal_by_chance, write_guide

SETUP = "setup.yaml"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_quay(tmp_path)


def ids(pieces: object) -> list[str]:
    return [piece.id for piece in pieces]  # type: ignore[attr-defined]


def problems(root: Path, players: int = 2) -> list[str]:
    return [
        facts(problem).replace("card_data/quay/setup.yaml", "") for problem in deal(world_of(root), players).problems
    ]


def test_counts_of_all_zones(root: Path) -> None:
    world = world_of(root)
    assert deal(world, 2).counts == {"pile": 0, "harbor": 7, "market": 1, "hand": 4, "bank": 10}
    assert deal(world, 3).counts == {"pile": 0, "harbor": 5, "market": 1, "hand": 6, "bank": 10}
    assert deal(world, 3).problems == ()
    assert {key: len(pile.pieces) for key, pile in deal(world, 3).zones["hand"].items()} == {"1": 2, "2": 2, "3": 2}


def test_only_what_nobody_shuffled_is_known(root: Path) -> None:
    zones = deal(world_of(root), 2).zones
    assert ids(zones["market"][""].certain_pieces) == ["boss"]
    assert zones["harbor"][""].certain_pieces == []
    assert zones["hand"]["1"].certain_pieces == []
    assert len(zones["bank"][""].certain_pieces) == 10


def test_pieces_that_are_all_alike_stay_known(root: Path) -> None:
    edit(root, SETUP, "steps:\n", "steps:\n  - {id: pay, say: Pay., do: [{move: 3, from: bank, to: hand}]}\n")
    hand = deal(world_of(root), 2).zones["hand"]["1"]
    assert ids(hand.certain_pieces) == ["coin", "coin", "coin"]
    assert len(hand.pieces) == 5


def test_a_seed_deals_the_same_pieces_again(root: Path) -> None:
    world = world_of(root)
    first, again, other = (deal_by_chance(world, 3, Random(seed)) for seed in (5, 5, 6))
    assert first.zones == again.zones
    assert first.zones != other.zones
    assert first.counts == other.counts == deal(world, 3).counts
    dealt = [piece for parts in first.zones.values() for pile in parts.values() for piece in pile.pieces]
    assert sorted(ids(dealt)) == sorted([*(f"c{n}" for n in range(1, 12)), "boss", *["coin"] * 10])


def test_without_chance_the_first_of_the_file_lies_on_top(root: Path) -> None:
    edit(root, SETUP, "      - shuffle: pile\n", "")
    assert ids(deal(world_of(root), 2).zones["hand"]["1"].pieces) == ["c2", "c1"]


@pytest.mark.parametrize("seed", range(5))
def test_what_lies_on_top_of_a_shuffled_pile_is_taken_first(root: Path, seed: int) -> None:
    path = root / "card_data/quay/setup.yaml"
    back = "[{move: [boss], from: market, to: harbor}, {move: 1, from: harbor, to: bank}]"
    path.write_text(path.read_text() + f"  - {{id: back, say: Back., do: {back}}}\n")
    bank = deal_by_chance(world_of(root), 2, Random(seed)).zones["bank"][""]
    assert ids(bank.certain_pieces)[-1] == "boss"
    assert ids(bank.pieces)[-1] == "boss"


def test_what_comes_under_a_pile_is_taken_last(root: Path) -> None:
    edit(root, SETUP, "{move: [boss], from: pile, to: market}", "{move: [boss], from: pile, to: hand}")
    edit(root, SETUP, "per: players}", "face: down}")
    edit(root, SETUP, "{move: 2, from: harbor, to: hand}", "{move: 2, from: harbor, to: hand, under: true}")
    pile = deal(world_of(root), 2).zones["hand"][""]
    assert ids(pile.pieces)[-1] == "boss"
    assert ids(pile.certain_pieces) == ["boss"]


def test_players_choose_from_all_not_from_the_top(root: Path) -> None:
    step = "  - {id: give, say: Give., do: [{move: 1, from: hand, to: market, chosen: true}]}\n"
    path = root / "card_data/quay/setup.yaml"
    path.write_text(path.read_text() + step)
    world = world_of(root)
    assert deal(world, 3).counts["market"] == 4
    kept = {ids(deal_by_chance(world, 2, Random(seed)).zones["hand"]["1"].pieces)[0] for seed in range(40)}
    assert len(kept) > 5


def test_what_a_step_did_is_told(root: Path) -> None:
    told = write_guide(world_of(root), 3)
    assert [step.text for step in told.steps] == [
        "Put the boss into the market.",
        "Shuffle the rest: 5 stay in the Harbor.",
        "Deal each player 2 cards.",
    ]
    assert [step.into for step in told.steps] == [("market",), ("pile", "harbor"), ("hand",)]
    assert told.tables == (("limit", "Limit", 4),)
    hand = next(zone for zone in told.zones if zone.zone.id == "hand")
    assert (hand.is_of_players, hand.each, hand.total) == (True, (2, 2, 2), 6)


def test_a_step_may_depend_on_the_number_of_players(root: Path) -> None:
    edit(
        root,
        SETUP,
        "    do: [{move: 2, from: harbor, to: hand}]\n",
        "    do: [{move: 2, from: harbor, to: hand}]\n    when: players > 2\n",
    )
    world = world_of(root)
    assert [len(deal(world, players).steps) for players in (2, 3)] == [2, 3]
    assert deal(world, 2).counts["hand"] == 0


def test_all_is_dealt_out_as_evenly_as_it_goes(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: all, from: harbor")
    assert [len(pile.pieces) for pile in deal(world_of(root), 3).zones["hand"].values()] == [4, 4, 3]


def test_each_part_may_get_another_number(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: part, from: harbor")
    assert [len(pile.pieces) for pile in deal(world_of(root), 3).zones["hand"].values()] == [1, 2, 3]


def test_a_zone_may_have_a_part_for_each_entry_of_a_group(root: Path) -> None:
    edit(
        root,
        SETUP,
        "pile: {title: Pile, starts: cards}",
        "pile: {title: Pile, starts: cards|where(suit == part), per: suits}",
    )
    edit(
        root,
        SETUP,
        "  - id: boss\n    say: Put the boss into the market.\n    do: [{move: [boss], from: pile, to: market}]\n",
        "",
    )
    dealt = deal(world_of(root), 2)
    assert dealt.problems == ()
    assert dealt.counts["harbor"] == 8
    edit(root, SETUP, "      - {move: all, from: pile, to: harbor}", "      - {move: 1, from: pile, to: harbor}")
    assert {key: len(pile.pieces) for key, pile in deal(world_of(root), 2).zones["pile"].items()} == {
        "reds": 6,
        "blues": 4,
    }


def test_a_pile_that_is_short(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: 6, from: harbor")
    assert problems(root) == [":21:17 PNP550 step=hands wanted=12 zone=harbor count=11 ~origin=:6:3"]


def test_a_named_piece_that_has_been_shuffled(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor, to: hand}", "{move: [c3], from: harbor, to: market}")
    assert problems(root) == [":21:18 PNP555 step=hands name=c3 zone=harbor"]


def test_a_named_piece_that_is_elsewhere_or_nowhere(root: Path) -> None:
    edit(root, SETUP, "[boss]", "[boss, boss, bos]")
    assert problems(root) == [
        ":13:24 PNP554 step=boss name=boss zone=pile",
        ":13:30 PNP554 step=boss name=bos ~meant=boss",
    ]


@pytest.mark.parametrize("count", ["players / 4", "players - 5"])
def test_not_a_number_of_pieces(root: Path, count: str) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", f"{{move: {count}, from: harbor")
    shown = {"players / 4": "0.5", "players - 5": "-3"}[count]
    assert problems(root) == [f":21:17 PNP558 step=hands count={shown} source=harbor"]


def test_what_lies_there_in_the_end_is_not_known_before(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: zones.harbor, from: harbor")
    assert problems(root) == [":21:17 PNP503 why='what lies in the zones is known after the setup, not in it'"]


def test_parts_that_do_not_match(root: Path) -> None:
    edit(root, SETUP, "market: {title: Market, face: up,", "market: {title: Market, face: up, per: suits,")
    edit(root, SETUP, "{move: 2, from: harbor, to: hand}", "{move: 1, from: market, to: hand}")
    assert problems(root, 3) == [
        ":13:18 PNP554 step=boss name=boss zone='pile but in market'",
        ":21:17 PNP556 step=hands source=market of_source=2 target=hand of_target=3",
    ]
    assert problems(root, 2)[1].endswith("PNP556 step=hands source=market target=hand")


@pytest.mark.parametrize(
    ("per", "said"),
    [("0", "value=0"), ("'two'", "value=two")],
)
def test_a_zone_per_nothing(root: Path, per: str, said: str) -> None:
    edit(root, SETUP, "hand: {title: Hand, per: players}", f'hand: {{title: Hand, per: "{per}"}}')
    assert any(f"PNP556 zone=hand {said}" in problem for problem in problems(root))


def test_pieces_left_over(root: Path) -> None:
    edit(root, SETUP, "      - {move: all, from: pile, to: harbor}", "      - {move: 8, from: pile, to: harbor}")
    assert problems(root) == [":5:3 PNP551 count=3 what=cards are=are zone=pile"]


def test_a_piece_that_starts_twice(root: Path) -> None:
    edit(root, SETUP, "starts: coins", "starts: cards|where(id == 'c1' or id == 'c2')")
    assert problems(root) == [":9:31 PNP552 piece='cards/c1 and 1 more' places='pile and bank' ~origin=:5:3"]


def test_pieces_that_start_nowhere(root: Path) -> None:
    edit(root, SETUP, "starts: cards}", "starts: cards|where(suit == 'reds')}")
    assert problems(root) == [":5:31 PNP553 missing=5 whole=12 component=cards pieces='c2, c4, c6, c8 …'"]


def test_a_zone_that_starts_with_no_pieces(root: Path) -> None:
    edit(root, SETUP, "starts: coins", "starts: suits")
    assert problems(root) == [":9:31 PNP562 zone=bank item=blues"]


PARTS = """\
components:
  cards: {title: Cards, size: poker, data: cards.csv, fields: {suit: {type: reference, to: suits}}}
  coins: {title: Coins, size: 20, data: coins.csv}
  boards: {title: Boards, size: 20, data: boards.csv, fields: {slots: integer, first: {type: reference, to: cards}}}
"""


def boards(root: Path, do: str) -> Path:
    text = (root / "card_data/quay/game.yaml").read_text()
    before, _, after = text.partition("components:\n")
    (root / "card_data/quay/game.yaml").write_text(before + PARTS + "modules:" + after.partition("modules:")[2])
    (root / "card_data/quay/boards.csv").write_text("id,slots,first,copies\nnorth,2,c5,1\nsouth,3,c6,2\n")
    edit(
        root,
        SETUP,
        "  hand: {title: Hand, per: players}",
        "  box: {title: Boards, starts: boards, away: true}\n  hand: {title: Hand, per: boards}",
    )
    edit(root, SETUP, "do: [{move: [boss], from: pile, to: market}]", f"do: [{do}]")
    edit(root, SETUP, "    do: [{move: 2, from: harbor, to: hand}]\n", "    do: []\n")
    return root


def test_a_zone_per_pieces_has_a_part_for_each_of_them(root: Path) -> None:
    dealt = deal(world_of(boards(root, "{move: part.slots, from: bank, to: hand}")), 2)
    assert dealt.problems == ()
    assert {key: len(pile.pieces) for key, pile in dealt.zones["hand"].items()} == {
        "north": 2,
        "south": 3,
        "south (2)": 3,
    }


def test_an_expression_names_the_pieces_of_each_part(root: Path) -> None:
    given = "{move: \"[part.first] if part == 'north' else []\", from: pile, to: hand}"
    hand = deal(world_of(boards(root, given)), 2).zones["hand"]
    assert {key: ids(pile.certain_pieces) for key, pile in hand.items()} == {
        "north": ["c5"],
        "south": [],
        "south (2)": [],
    }


def test_an_expression_names_pieces(root: Path) -> None:
    edit(root, SETUP, "{move: [boss], from", "{move: cards|where(suit == 'blues'), from")
    dealt = deal(world_of(root), 2)
    assert dealt.problems == ()
    assert ids(dealt.zones["market"][""].certain_pieces) == ["c2", "c4", "c6", "c8", "c10"]
    assert dealt.steps[0].number == 5


@pytest.mark.parametrize(
    ("what", "problem"),
    [
        ("suits", "PNP558 step=boss item=reds"),
        ("part.first", "PNP554 step=boss name=c6 zone='pile but in hand'"),
        (
            "\"part.first if part == 'north' else 2\"",
            "PNP558 step=boss count=2",
        ),
    ],
)
def test_what_an_expression_names_wrongly(root: Path, what: str, problem: str) -> None:
    boards(root, f"{{move: {what}, from: pile, to: hand}}")
    assert any(problem in each for each in problems(root))


ALIKE = "id,suit,copies\nc1,reds,11\nboss,reds,1\n"
SHUFFLE = "      - shuffle: pile\n"
TO_HARBOR = "      - {move: all, from: pile, to: harbor}\n"


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        ((SHUFFLE, ""), ["hands"]),  # some are dealt
        ((SHUFFLE + TO_HARBOR, "      - {move: all, from: pile, to: hand}\n"), ["harbor"]),  # or all are shared out
        (
            (SHUFFLE, "      - {move: all, from: pile, to: bank}\n      - {move: all, from: bank, to: pile}\n"),
            ["hands"],
        ),
        ((SHUFFLE + TO_HARBOR, "      - {move: 11, from: pile, to: harbor}\n      - shuffle: harbor\n"), []),
    ],
)
def test_a_pile_that_nobody_shuffled(change: tuple[str, str], reported: list[str], root: Path) -> None:
    edit(root, SETUP, *change)
    if reported == ["harbor"]:
        edit(root, SETUP, "do: [{move: 2, from: harbor, to: hand}]", "do: []")
    world = world_of(root)
    assert [each.value("step") for each in deal(world, 2).doubts if each.code == "PNP563"] == reported


def test_a_pile_that_is_ordered_on_purpose(root: Path) -> None:
    edit(root, SETUP, SHUFFLE, "")
    edit(root, SETUP, "face: down, at: [10, 50]}", "face: down, at: [10, 50], ordered: true}")
    assert deal(world_of(root), 2).doubts == ()


def test_what_is_put_on_a_shuffled_pile_lies_there_on_purpose(root: Path) -> None:
    """Even if all that was shuffled is alike, so that it is known who gets what."""
    (root / "card_data/quay/cards.csv").write_text(ALIKE)
    edit(root, SETUP, TO_HARBOR, "      - {move: all, from: pile, to: harbor}\n      - shuffle: harbor\n")
    edit(root, SETUP, "do: [{move: 2,", "do: [{move: [boss], from: market, to: harbor}, {move: 2,")
    assert deal(world_of(root), 2).doubts == ()


REDS = "cards|where(suit == 'reds')"
TAKING = "{{move: 3, of: {}, from: pile, to: market}}"


@pytest.mark.parametrize(
    "of", ["[c1, c3, c5, c7, c9]", "\"cards|where(suit == 'reds' and id not in ['boss', 'c11'])\""]
)
@pytest.mark.parametrize("before", ["", "      - shuffle: pile\n"])
def test_some_of_a_list_are_taken_by_chance(of: str, before: str, root: Path) -> None:
    edit(root, SETUP, SHUFFLE, f"{before}      - {TAKING.format(of)}\n{SHUFFLE}")
    world = world_of(root)
    dealt = deal(world, 2)
    assert dealt.problems == dealt.doubts == ()
    assert dealt.counts["market"] == 4 and dealt.counts["harbor"] == 4
    assert ids(dealt.zones["market"][""].certain_pieces) == ["boss"]
    assert {piece.id for piece in dealt.zones["market"][""].pieces} <= {"c1", "c3", "c5", "c7", "c9", "boss"}
    only_reds = Expression("may_lie.market|all(suit == 'reds')", Span("x", 1, 1))
    assert world.evaluator.value(only_reds, world.names_for(2)) is True
    by_seed = {frozenset(ids(deal_by_chance(world, 2, Random(seed)).zones["market"][""].pieces)) for seed in range(9)}
    assert len(by_seed) > 2
    assert all(len(each - {"c1", "c3", "c5", "c7", "c9", "boss"}) == 0 and len(each) == 4 for each in by_seed)


@pytest.mark.parametrize(
    ("of", "expected"),
    [
        ("[c1, c3]", "PNP550 step=harbor wanted=3 zone='some of pile' count=2"),
        ("[c1, c3, c5, boss]", "PNP554 step=harbor name=boss zone='pile but in market'"),
        ("[c1, c3, c5, c77]", "PNP554 step=harbor name=c77"),
        ("players", "PNP558 step=harbor item=2"),
    ],
)
def test_of_what_is_not_there_none_are_taken(of: str, expected: str, root: Path) -> None:
    edit(root, SETUP, SHUFFLE, f"      - {TAKING.format(of)}\n{SHUFFLE}")
    (said,) = problems(root)
    assert said.partition(" ")[2].startswith(expected)


def test_the_first_of_a_list_are_taken(root: Path) -> None:
    edit(root, SETUP, "{move: [boss], from: pile, to: market}", f'{{move: "{REDS}|take(2)", from: pile, to: market}}')
    assert ids(deal(world_of(root), 2).zones["market"][""].certain_pieces) == ["c1", "c3"]
    edit(root, SETUP, "take(2)", "take(20)")
    assert problems(root)[0].partition(" ")[2].startswith("PNP503 wanted=20 count=7")


@pytest.mark.parametrize("what", ["all", "[c1, c3]"])
def test_only_a_number_is_of_a_list(what: str, root: Path) -> None:
    edit(root, SETUP, "{move: [boss],", f"{{move: {what}, of: [c1, c2],")
    _, found = load_game(Project(root, root), "quay")
    assert [facts(each).partition(" ")[2] for each in found] == ["PNP035 key=of kind=all"]
