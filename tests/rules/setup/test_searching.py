"""Steps say what must hold of what they dealt: a dealing is found that does, or it is said that none was."""

from pathlib import Path
from random import Random

import pytest
from facts import facts
from quay_game import edit, world_of, write_quay

from pnp.diagnostics.report import drop_consequences
from pnp.rules.setup.dealing import deal
from pnp.rules.setup.faults import examine_setup
from pnp.rules.setup.searching import deal_by_chance
from pnp.rules.setup.zones import SetupResult

SETUP = "setup.yaml"
HANDS = "    do: [{move: 2, from: harbor, to: hand}]\n"
RED_AND_BLUE = "lies.hand|all(hand = hand|unique(suit)|count == 2)"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_quay(tmp_path)


def write_condition(root: Path, condition: str, file: str = SETUP) -> None:
    edit(root, file, HANDS, f"{HANDS}    so-that: >-\n      {condition}\n")


def examined(root: Path, *modules: str) -> list[str]:
    found = drop_consequences(examine_setup(world_of(root, modules)))
    return [facts(problem).replace("card_data/quay/setup.yaml", "") for problem in found]


def hands(dealt: SetupResult) -> list[set[str]]:
    return [{str(piece.fields["suit"]) for piece in pile.pieces} for pile in dealt.zones["hand"].values()]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_dealt_fulfils_the_condition(root: Path, seed: int) -> None:
    write_condition(root, RED_AND_BLUE)
    world = world_of(root)
    dealt = deal_by_chance(world, 3, Random(seed))
    assert dealt.problems == ()
    assert hands(dealt) == [{"reds", "blues"}] * 3
    assert dealt.counts == deal(world, 3).counts
    assert dealt.zones == deal_by_chance(world_of(root), 3, Random(seed)).zones


def test_seeds_deal_differently(root: Path) -> None:
    write_condition(root, RED_AND_BLUE)
    world = world_of(root)
    assert len({str(deal_by_chance(world, 3, Random(seed)).zones["hand"]) for seed in range(12)}) > 8


def test_it_is_fulfilled_by_some_dealing(root: Path) -> None:
    write_condition(root, RED_AND_BLUE)
    assert examined(root) == []


@pytest.mark.parametrize(
    "condition",
    [
        "lies.hand['1'] == ['c3', 'c7']",
        "'c3' in lies.hand['1'] and 'c7' in lies.hand['2']",
        "lies.harbor|pairs|where(p = p[0].suit != p[1].suit)|count == 0",
        "lies.hand|all(hand = hand|any(id == 'c' ~ hand.part))",
        "zones.hand == 4 and faces.harbor == 'down'",
    ],
)
def test_rare_dealings_are_found(root: Path, condition: str) -> None:
    condition = condition.replace("'c' ~ hand.part", "['c1', 'c2'][hand.part - 1]")
    edit(root, SETUP, "players: [2, 3]", "players: [2]")
    edit(root, SETUP, "rows: {2: 5, 3: 4}", "rows: {2: 5}")
    write_condition(root, condition.replace("lies.harbor|pairs", "lies.harbor|where(suit == 'reds')|pairs"))
    assert examined(root) == []
    assert deal_by_chance(world_of(root), 2, Random(3)).problems == ()


def test_nothing_can_be_dealt_where_all_is_tried(root: Path) -> None:
    edit(root, SETUP, "starts: cards}", "starts: \"cards|where(id in ['boss', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'])\"}")
    more = '  rest: {title: R, starts: "cards|where(id not in '
    more += "['boss', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'])\", away: true}\n"
    edit(root, SETUP, "  harbor: {", f"{more}  harbor: {{")
    write_condition(root, "lies.hand|all(hand = hand|all(suit == 'reds'))")
    assert examined(root) == [
        ":24:7 PNP588 step=hands condition='lies.hand|all(hand = hand|all(suit == 'reds'))' many='any of the "
        "720 dealings there are'"
    ]


def test_nothing_can_be_dealt_where_nothing_is_left_to_chance(root: Path) -> None:
    edit(root, SETUP, "do: [{move: [boss], from: pile, to: market}]", "do: []\n    so-that: lies.market == ['boss']")
    assert examined(root) == [
        ":14:14 PNP588 step=boss condition='lies.market == ['boss']' many='the only dealing there is'"
    ]


def test_nothing_is_found_where_there_is_too_much_to_try(root: Path) -> None:
    write_condition(root, "lies.hand|all(hand = hand|unique|count == 3)")
    assert examined(root) == [
        ":23:7 PNP589 step=hands condition='lies.hand|all(hand = hand|unique|count == 3)' tries=2,000"
    ]
    assert [problem.code for problem in deal_by_chance(world_of(root), 2, Random(1)).problems] == ["PNP589"]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("lies.hadn|count == 2", "PNP501 owner=lies name=hadn ~meant=hand"),
        ("lies.hand['4'] == []", "PNP501 owner=it name=4"),
        ("lies.hand|count", "PNP503 value='the number 2' ~when=' (2 players; also with 3)'"),
        ("may_lie.hand", "PNP503 why='in so-that every piece is known'"),
        ("dealt.hands == 2", "PNP503 why='what is dealt is known when the setup is done'"),
    ],
)
def test_what_is_wrong_with_a_condition(root: Path, condition: str, said: str) -> None:
    write_condition(root, condition)
    (problem,) = examined(root)
    assert said in problem


def test_conditions_of_several_steps_hold_together(root: Path) -> None:
    write_condition(root, RED_AND_BLUE)
    path = root / "card_data/quay/setup.yaml"
    give = "  - id: give\n    say: Give.\n    do: [{move: 1, from: hand, to: market, chosen: true}]\n"
    path.write_text(path.read_text() + give + "    so-that: lies.market|all(suit == 'reds')\n")
    assert examined(root) == []
    dealt = deal_by_chance(world_of(root), 3, Random(5))
    assert hands(dealt) == [{"blues"}] * 3


def test_a_module_may_ask_for_something(root: Path) -> None:
    step = "add:\n  steps:\n    - id: rain\n      after: hands\n      say: Rain.\n      do: []\n"
    write_quay(root, storm=f"{step}      so-that: lies.hand|all(hand = hand|any(suit == 'blues'))\n")
    assert examined(root, "storm") == []
    assert all("blues" in hand for hand in hands(deal_by_chance(world_of(root, ["storm"]), 3, Random(1))))
