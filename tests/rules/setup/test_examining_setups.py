"""What is wrong with a setup, for all numbers of players and each two modules in both orders."""

from pathlib import Path

import pytest
from facts import facts
from quay_game import edit, game_of, world_of, write_quay

from pnp.diagnostics.report import drop_consequences
from pnp.rules.circumstances import join_numbers, players_text
from pnp.rules.examining import examine
from pnp.rules.setup.faults import examine_setup

SETUP = "setup.yaml"
ADDS = """\
add:
  steps:
    - id: {id}
{anchor}      say: {id}.
      do: [{do}]
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_quay(tmp_path)


def adds(id: str, do: str, anchor: str = "") -> str:
    return ADDS.format(id=id, do=do, anchor=f"      {anchor}\n" if anchor else "")


def examined(root: Path, *modules: str) -> list[str]:
    found = drop_consequences(examine_setup(world_of(root, modules)))
    return [facts(problem).replace("card_data/quay/", "") for problem in found]


def test_nothing_is_wrong(root: Path) -> None:
    assert examined(root) == []
    assert examined(root, "guests", "storm") == []


def test_a_pile_that_is_short_for_some(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: 5, from: harbor")
    assert examined(root) == [
        "setup.yaml:21:17 PNP550 step=hands wanted=15 zone=harbor count=11 ~when=' (3 players)' ~origin=setup.yaml:6:3"
    ]


def test_a_mistake_with_several_numbers_is_said_once(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: 6, from: harbor")
    assert examined(root) == [
        "setup.yaml:21:17 PNP550 step=hands wanted=12 zone=harbor count=11 ~when=' (2 players; also with 3)' "
        "~origin=setup.yaml:6:3"
    ]


def test_a_mistake_with_all_numbers_names_none(root: Path) -> None:
    edit(root, SETUP, "{move: 2, from: harbor", "{move: 1 / 2, from: harbor")
    (problem,) = examined(root)
    assert problem.endswith(" PNP558 step=hands count=0.5 source=harbor")


def test_zones_that_are_not_there(root: Path) -> None:
    edit(root, SETUP, "      - shuffle: pile\n", "      - shuffle: piel\n")
    edit(root, SETUP, "from: harbor, to: hand", "from: harbour, to: hand")
    assert examined(root) == [
        "setup.yaml:17:18 PNP554 step=harbor zone=piel ~meant=pile",
        "setup.yaml:21:26 PNP554 step=hands zone=harbour ~meant=harbor",
    ]


def test_a_move_to_where_it_comes_from(root: Path) -> None:
    edit(root, SETUP, "from: harbor, to: hand", "from: harbor, to: harbor")
    assert examined(root) == ["setup.yaml:21:17 PNP557 step=hands source=harbor target=harbor"]


def test_a_table_without_a_row_and_with_one_too_many(root: Path) -> None:
    edit(root, SETUP, "players: [2, 3]", "players: [2, 3, 4, 5]")
    edit(root, SETUP, "rows: {2: 5, 3: 4}", "rows: {2: 5, 4: 4, 6: 1}")
    edit(root, SETUP, "{move: 2, from: harbor", "{move: 1, from: harbor")
    assert examined(root) == [
        "setup.yaml:3:3 PNP560 table=limit players='3 and 5 players'",
        "setup.yaml:3:47 PNP560 table=limit players='6 players'",
    ]


def test_a_sentence_that_cannot_be_filled_in(root: Path) -> None:
    edit(root, SETUP, "{zones.harbor}", "{zones.habror}")
    (problem,) = examined(root)
    assert problem == "setup.yaml:15:36 PNP501 owner=zones name=habror ~meant=harbor"


def test_a_marker_that_is_not_there(root: Path) -> None:
    edit(root, SETUP, "{move: [boss], from: pile, to: market}", "{put: red, to: 13}")
    assert "PNP554 step=boss marker=red" in examined(root)[0]


def test_a_marker_off_its_track(root: Path) -> None:
    victory = """\
outcomes: suits
track: {red: {title: Red, from: 1, to: 12, start: 4}}
conditions: [{id: reds, say: Red., when: red > 4}, {id: blues, say: Blue., when: red < 5}]
"""
    write_quay(root, victory=victory)
    edit(root, SETUP, "{move: [boss], from: pile, to: market}", "{put: red, to: 13}")
    assert examined(root) == ["setup.yaml:13:25 PNP559 step=boss marker=red value=13"]
    edit(root, SETUP, "to: 13}", "to: track.red.start}")
    assert examined(root) == []


def test_a_step_next_to_one_of_another_module(root: Path) -> None:
    write_quay(root, guests=adds("seat", "{move: [g1, g2], from: pile, to: market}", "after: boss"))
    (root / "card_data/quay/storm.yaml").write_text(adds("rain", "{shuffle: bank}", "after: seat"))
    assert examined(root, "storm") == ["storm.yaml:4:14 PNP554 step=rain where=after anchor=seat"]
    assert examined(root, "guests", "storm") == []


def test_two_modules_whose_order_matters(root: Path) -> None:
    guests = adds("seat", "{move: 1, from: harbor, to: market}")
    write_quay(root, guests=guests, storm=adds("rain", "{move: all, from: harbor, to: market}"))
    assert examined(root, "guests") == examined(root, "storm") == []
    edit(root, "storm.yaml", "to: market", "to: hand")
    assert examined(root, "guests", "storm") == [
        "storm.yaml:3:11 PNP561 first=seat second=rain difference='step seat: 1 wanted from harbor, 0 there' "
        "~origin=guests.yaml:3:11"
    ]


def test_two_modules_that_touch_the_same_and_come_to_the_same(root: Path) -> None:
    write_quay(
        root,
        guests=adds("seat", "{move: 1, from: harbor, to: market}"),
        storm=adds("rain", "{move: 2, from: harbor, to: bank}"),
    )
    assert examined(root, "guests", "storm") == []


def test_the_same_counts_of_other_pieces_are_not_the_same(root: Path) -> None:
    """Whether there can be a coin in anybody's hand depends on when they come in."""
    write_quay(
        root,
        guests=adds("seat", "{move: [coin, coin], from: bank, to: harbor}, {shuffle: harbor}", "after: harbor"),
        storm=adds("rain", "{move: 3, from: harbor, to: bank}", "after: harbor"),
    )
    assert examined(root, "guests", "storm") == [
        "storm.yaml:3:11 PNP561 first=seat second=rain difference='not the same pieces can be in bank' "
        "~origin=guests.yaml:3:11"
    ]


def stars(root: Path, guests: str, storm: str, then: str = "", zone: str = "deck") -> None:
    """Two modules put a star each onto the shuffled deck; `then` is done after that."""
    deck = "  deck: {title: Deck, starts: \"cards|where(id != 'c1' and id != 'c2')\", face: down}\n"
    edit(root, SETUP, "zones:\n", f"zones:\n{deck}  shown: {{title: Shown, face: up, at: [80, 50]}}\n")
    edit(root, SETUP, "starts: cards}", "starts: \"cards|where(id == 'c1' or id == 'c2')\", face: up}")
    path = root / "card_data/quay/setup.yaml"
    steps = "steps:\n  - {id: shuffle, say: Shuffle., do: [{shuffle: deck}]}\n"
    steps += f"  - {{id: show, say: Show., do: [{then}]}}\n" if then else ""
    path.write_text(path.read_text().partition("steps:")[0] + steps)
    for name, id, move in (("guests", "c1", guests), ("storm", "c2", storm)):
        step = adds(name, move or f"{{move: [{id}], from: pile, to: {zone}}}", "after: shuffle")
        (root / f"card_data/quay/{name}.yaml").write_text(step)


@pytest.mark.parametrize(
    ("then", "difference"),
    [
        ("{move: 1, from: deck, to: shown}", "not the same pieces can be in deck"),
        ("", "c2 or c1 lies on top of deck"),
        ("{move: [c2], from: deck, to: shown}, {move: [c1], from: deck, to: shown}", ""),
        ("{shuffle: deck}", ""),
        ("{move: all, from: deck, to: shown}", ""),
        ("{move: 2, from: deck, to: shown}", ""),
        ("{move: 2, from: deck, to: shown}, {move: 1, from: shown, to: market}", "not the same pieces can be in shown"),
    ],
)
def test_the_order_of_two_cards_on_a_stack(root: Path, then: str, difference: str) -> None:
    stars(root, "", "", then)
    found = [each for each in examined(root, "guests", "storm") if "PNP561" in each]
    assert [f"difference='{difference}'" in each for each in found] == ([True] if difference else [])


@pytest.mark.parametrize("zone", ["hand", "market", "box"])
def test_the_order_of_cards_in_a_hand_means_nothing(root: Path, zone: str) -> None:
    stars(root, f"{{move: [c1], from: pile, to: {zone}}}", f"{{move: [c2], from: pile, to: {zone}}}")
    edit(root, SETUP, "zones:\n", "zones:\n  box: {title: Box, away: true, face: down}\n")
    edit(
        root, SETUP, "hand: {title: Hand, per: players}", "hand: {title: Hand, per: '1 if players else 1', face: down}"
    )
    assert examined(root, "guests", "storm") == []


def test_one_on_top_and_one_under_the_stack(root: Path) -> None:
    stars(root, "", "{move: [c2], from: pile, to: deck, under: true}")
    assert examined(root, "guests", "storm") == []


def test_an_anchor_settles_it(root: Path) -> None:
    write_quay(
        root,
        guests=adds("seat", "{move: 1, from: harbor, to: market}", "before: hands"),
        storm=adds("rain", "{move: all, from: harbor, to: hand}"),
    )
    assert examined(root, "guests", "storm") == []


@pytest.mark.parametrize(
    ("when", "problems"),
    [
        ("players == 3", []),
        ("'storm' in modules", []),
        ("players == 2 and 'storm' in modules and 'calm' in modules", []),
        ("'dunes' in modules", []),
        ("players > 3", ["setup.yaml:13:11 PNP565 step=boss text='players > 3'"]),
        ("false", ["setup.yaml:13:11 PNP565 step=boss text=false"]),
        (
            "'storm' in modules and 'guests' in modules",
            ["setup.yaml:13:12 PNP565 step=boss text=''storm' in modules and 'guests' in modules'"],
        ),
        (
            "players",
            ["setup.yaml:13:11 PNP503 value='the number 2' ~when=' (2 players; also with 3)'"],
        ),
    ],
)
def test_a_step_that_is_never_taken(root: Path, when: str, problems: list[str]) -> None:
    edit(root, "game.yaml", "storm: {title: Storm, ", "storm: {title: Storm, not-with: [guests], ")
    step = "when: " + (f'"{when}"' if "'" in when else when)
    edit(root, SETUP, "do: [{move: [boss], from: pile, to: market}]", f"{step}\n    do: []")
    assert [
        facts(each).replace("card_data/quay/", "") for each in drop_consequences(examine(game_of(root)))
    ] == problems
    assert not any(each.code == "PNP565" for each in examine(game_of(root), [()]))


def test_numbers_in_words() -> None:
    assert [join_numbers(some) for some in ((5,), (2, 3), (2, 3, 4), (2, 4, 5, 6), (1, 3, 5))] == [
        "5",
        "2 and 3",
        "2-4",
        "2 and 4-6",
        "1, 3 and 5",
    ]
    assert (players_text([1]), players_text([2])) == ("1 player", "2 players")
