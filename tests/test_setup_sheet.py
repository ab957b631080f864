"""The setup sheet: what its template is told, where zones are drawn, and that it prints for any number of players."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_game import change, write, write_tiny

from pnp.desk import Laid
from pnp.games import find_project
from pnp.laying import lay_out
from pnp.load import load_game
from pnp.localise import make_edition
from pnp.model.display import Group, Item, Text
from pnp.model.problem import UsageError
from pnp.model.values import Record
from pnp.pipeline import Request, build
from pnp.setup_sheet import setup_record, span_of, together
from pnp.setup_table import arranged, draw_table

SETUP = """\
players: [2, 3, 4, 5, 6]
tables:
  limit: {title: Cards that end it, rows: {2: 9, 3: 8, 4: 7, 5: 6, 6: 5}}
zones:
  pile: {title: Pile, starts: tokens}
  harbor: {title: Harbor, face: down, at: [10, 50]}
  market: {title: Market, face: up, at: [50, 80]}
  waste: {title: Waste, face: up, at: [90, 50]}
  hand: {title: Hand, per: players}
  stacks: {title: Stacks, per: "12", face: down}
  box: {title: Box, away: true}
steps:
  - id: mix
    say: Shuffle all tokens. {zones.harbor} stay in the *Harbor*.
    do: [{shuffle: pile}, {move: all, from: pile, to: harbor}]
  - id: out
    when: players == 2
    say: Take {count} out.
    do: [{move: 4, from: harbor, to: box}]
  - id: market
    say: Lay out three. {tables.limit} end the game.
    do: [{move: 3, from: harbor, to: market}]
  - id: hands
    say: {one: One card each., other: Two cards each.}
    do: [{move: 2, from: harbor, to: hand}]
  - id: stacks
    say: Build twelve stacks.
    do: [{move: 2, from: harbor, to: stacks}]
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_tiny(tmp_path)
    sheet = "  setup: {title: Setup, size: page, front: shared/setup.xml.j2}\n"
    tokens = "  tokens: {title: Tokens, size: 20, shape: circle, data: tokens.csv, front: coin.xml.j2}\n"
    change(tmp_path, "card_data/tiny/game.yaml", "components:\n", f"components:\n{sheet}{tokens}")
    write(tmp_path, "card_data/tiny/tokens.csv", "id,copies\ntoken,60\n")
    write(tmp_path, "card_data/tiny/setup.yaml", SETUP)
    return tmp_path


def laid(root: Path, players: int = 0) -> Laid:
    return lay_out(find_project(root, root), Request("tiny", only=("setup",), players=players))


def told(root: Path, players: int = 0) -> Any:
    game, _ = load_game(find_project(root, root), "tiny")
    assert game is not None
    return setup_record(make_edition(game, "", "low", ()), players)


def zone(record: Any, id: str) -> Any:
    return next(each for each in record["zones"] if each.id == id)


def texts(item: Item) -> list[str]:
    if isinstance(item, Group):
        return [text for each in item.items for text in texts(each)]
    return [item.says] if isinstance(item, Text) else []


def test_told_for_one_number_of_players(root: Path) -> None:
    record = told(root, 3)
    assert [(step["number"], step["text"], step["only"]) for step in record["steps"]] == [
        (1, "Shuffle all tokens. 27 stay in the *Harbor*.", ""),
        (2, "Lay out three. 8 end the game.", ""),
        (3, "Two cards each.", ""),
        (4, "Build twelve stacks.", ""),
    ]
    assert [each.id for each in record["zones"]] == ["harbor", "market", "waste", "hand", "stacks"]
    assert zone(record, "harbor")["count"] == "27"
    assert zone(record, "harbor")["steps"] == (1,)
    assert zone(record, "hand")["kind"] == "players"
    assert [part["count"] for part in zone(record, "hand")["parts"]] == ["2", "2", "2"]
    assert zone(record, "waste")["most"] == 0
    assert zone(record, "market")["abreast"] == 3
    assert (record["players"], record["seats"], record["about"]) == (3, 3, "3 players")
    (limit,) = record["tables"]
    assert [(cell["players"], cell["value"]) for cell in limit["rows"]] == [
        (2, "9"),
        (3, "8"),
        (4, "7"),
        (5, "6"),
        (6, "5"),
    ]


def test_told_for_all_numbers_of_players(root: Path) -> None:
    record = told(root)
    assert [(step["number"], step["text"], step["only"]) for step in record["steps"]][:2] == [
        (1, "Shuffle all tokens. 21–27 stay in the *Harbor*.", ""),
        (2, "Take 4 out.", "Only with 2 players:"),
    ]
    assert (record["players"], record["seats"], record["about"]) == (None, 6, "2–6 players")
    assert zone(record, "harbor")["count"] == "21–27"
    assert {row.id: [cell["value"] for cell in row["rows"]] for row in record["tables"]} == {
        "limit": ["9", "8", "7", "6", "5"],
        "harbor": ["25", "27", "25", "23", "21"],
    }


def test_texts_of_several_numbers_together() -> None:
    assert together({2: "Deal.", 3: "Deal."}) == "Deal."
    assert together({2: "Deal 10 of 20.", 3: "Deal 9 of 20."}) == "Deal 9–10 of 20."
    assert together({2: "One card.", 3: "2 cards.", 4: "2 cards."}) == "**2:** One card. **3–4:** 2 cards."
    assert span_of((2, 3, 4, 6)) == "2–4, 6"


@pytest.mark.parametrize("players", [0, 2, 3, 4, 5, 6])
def test_a_page_for_any_number_of_players(root: Path, players: int) -> None:
    sheet = laid(root, players)
    assert [str(problem) for problem in sheet.problems] == []
    (leaf,) = sheet.leaves
    said = texts(leaf.front.content)
    assert "Harbor" in said
    assert said.count("Hand") == (players or 6)
    heads = [text for text in said if text in ("1", "2", "3", "4", "5", "6")]
    assert len(heads) >= (players or 6)


def test_the_sheet_of_one_number_has_a_file_of_its_own(root: Path) -> None:
    built = build(find_project(root, root), Request("tiny", only=("setup",), players=4), root / "out")
    assert [path.name for path in built.files] == ["tiny-low-a4-setup-4players.pdf"]


def test_a_number_that_cannot_play(root: Path) -> None:
    with pytest.raises(UsageError, match=r"^tiny is for 2-6 players, not for 7$"):
        laid(root, 7)


def test_a_game_without_a_setup(root: Path) -> None:
    (root / "card_data/tiny/setup.yaml").unlink()
    (problem,) = [str(each) for each in laid(root).problems]
    assert "the template fails: tiny has no setup.yaml, which `setup` would tell" in problem
    with pytest.raises(UsageError, match=r"^tiny has no setup\.yaml: it says who can play"):
        laid(root, 2)


def test_nothing_is_computed_that_no_template_asks_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.setup_sheet.setup_record", lambda *_: pytest.fail("it was computed"))
    sheet = lay_out(find_project(root, root), Request("tiny", only=("coins",), players=2))
    assert len(sheet.leaves) == 1


sides = st.sampled_from([20.0, 40.0, 63.0, 88.0])
percents = st.floats(0, 100).map(lambda value: round(value, 1))
some_zones = st.lists(
    st.fixed_dictionaries(
        {
            "id": st.just("z"),
            "title": st.text("abc", min_size=1, max_size=16),
            "kind": st.just("one"),
            "w": sides,
            "h": sides,
            "most": st.integers(0, 40),
            "abreast": st.integers(1, 3),
            "at": st.tuples(percents, percents),
        }
    ),
    max_size=9,
)


@given(some_zones)
@settings(max_examples=80, deadline=None)
def test_no_zone_lies_over_another(zones: list[Any]) -> None:
    boxes = arranged(zones, 160.0, 62.0)
    for place, one in enumerate(boxes):
        assert -0.01 <= one.x <= 160.01 - one.w
        assert -0.01 <= one.y <= 62.01 - one.h
        for other in boxes[place + 1 :]:
            across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
            down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
            assert across <= 0.02 or down <= 0.02


def test_zones_with_room_lie_where_the_game_says() -> None:
    zones: list[Any] = [
        {"id": id, "title": id, "kind": "one", "w": 63.0, "h": 88.0, "most": 9, "abreast": 1, "at": at}
        for id, at in (("left", (25.0, 50.0)), ("right", (75.0, 50.0)))
    ]
    left, right = arranged(zones, 160.0, 60.0)
    assert left.x + left.w / 2 == pytest.approx(40)
    assert right.x + right.w / 2 == pytest.approx(120)
    assert left.y == right.y


def test_much_to_say_makes_the_type_smaller_but_never_tiny() -> None:
    little, much = (draw_table([], ["A step that says something of a line's length."] * count, 0) for count in (5, 200))
    assert (little.size, much.size, little.high) == (10.0, 8.25, 0.0)


def test_records_print_as_their_ids(root: Path) -> None:
    assert all(isinstance(each, Record) and str(each) == each["id"] for each in told(root)["zones"])
