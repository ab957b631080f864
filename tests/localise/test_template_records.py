"""The setup sheet: what its template is told, where zones are drawn, and that it prints for any number of players."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from facts import read_facts
from laid import lay_out
from tiny_game import change, write, write_tiny

from pnp.build.loading import load_game
from pnp.build.pipeline import build
from pnp.build.results import Result
from pnp.load import find_project
from pnp.localise import make_edition
from pnp.localise.edition import world_of
from pnp.localise.template_records import join_texts, setup_record
from pnp.model.display import Group, Item, Text
from pnp.model.length import MM_PER_POINT
from pnp.model.options import Options
from pnp.model.problem import UsageError
from pnp.model.values import Record

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


def lay_out_setup(root: Path, players: int = 0) -> Result:
    return lay_out(find_project(root, root), Options("tiny", only=("setup",), players=players))


def list_messages(root: Path, players: int = 0) -> Any:
    game, _ = load_game(find_project(root, root), "tiny")
    assert game is not None
    edition = make_edition(game, "", "low", ())
    return setup_record(edition, world_of(edition), players)


def zone(record: Any, id: str) -> Any:
    return next(each for each in record["zones"] if each.id == id)


def texts(item: Item) -> list[str]:
    if isinstance(item, Group):
        return [text for each in item.items for text in texts(each)]
    return [item.says] if isinstance(item, Text) else []


def placed(item: Item, x: float = 0.0, y: float = 0.0) -> Iterator[tuple[Text, float, float]]:
    """Each text, and where its box begins on the sheet."""
    if isinstance(item, Group):
        for each in item.items:
            yield from placed(each, x + item.transform[4], y + item.transform[5])
    elif isinstance(item, Text):
        yield item, x, y


def clips(item: Item) -> Iterator[float]:
    """Return the widths of what is shown only inside an outline: of pieces' backs."""
    if isinstance(item, Group):
        if item.clip:
            across = [command[1] for command in item.clip if len(command) > 1]
            yield max(across) - min(across)
        for each in item.items:
            yield from clips(each)


def test_told_for_one_number_of_players(root: Path) -> None:
    record = list_messages(root, 3)
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
    record = list_messages(root)
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
    assert join_texts({2: "Deal.", 3: "Deal."}) == "Deal."
    assert join_texts({2: "Deal 10 of 20.", 3: "Deal 9 of 20."}) == "Deal 9–10 of 20."
    assert join_texts({2: "One card.", 3: "2 cards.", 4: "2 cards."}) == "**2:** One card. **3–4:** 2 cards."
    assert join_texts({2: "Take 3 [p2].", 3: "Take 3 [p3]."}) == "**2:** Take 3 [p2]. **3:** Take 3 [p3]."
    assert join_texts({2: "Take 3 [p2].", 3: "Take 4 [p2]."}) == "Take 3–4 [p2]."


@pytest.mark.parametrize("players", [0, 2, 3, 4, 5, 6])
def test_a_page_for_any_number_of_players(root: Path, players: int) -> None:
    sheet = lay_out_setup(root, players)
    assert [str(problem) for problem in sheet.problems] == []
    (leaf,) = sheet.leaves
    said = texts(leaf.front.content)
    assert "Harbor" in said
    assert said.count("Hand") == (players or 6)
    heads = [text for text in said if text in ("1", "2", "3", "4", "5", "6")]
    assert len(heads) >= (players or 6)


def test_the_sheet_of_one_number_has_a_file_of_its_own(root: Path) -> None:
    built = build(find_project(root, root), Options("tiny", only=("setup",), players=4), root / "out")
    assert [path.name for path in built.files] == ["tiny-low-a4-setup-4players.pdf"]


def test_a_number_that_cannot_play(root: Path) -> None:
    with pytest.raises(UsageError, match=r"^tiny is for 2-6 players, not for 7$"):
        lay_out_setup(root, 7)


def test_a_game_without_a_setup(root: Path) -> None:
    (root / "card_data/tiny/setup.yaml").unlink()
    (problem,) = read_facts(lay_out_setup(root).problems)
    assert (problem.code, problem.about, problem.origin) == ("PNP201", "setup/setup", "card_data/tiny/game.yaml:6:3")
    assert "setup.yaml" in problem.values["error"] and "`setup`" in problem.values["error"]
    with pytest.raises(UsageError, match=r"^tiny has no setup\.yaml: it says who can play"):
        lay_out_setup(root, 2)


def test_nothing_is_computed_that_no_template_asks_for(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.localise.template_records.setup_record", lambda *_: pytest.fail("it was computed"))
    sheet = lay_out(find_project(root, root), Options("tiny", only=("coins",), players=2))
    assert len(sheet.leaves) == 1


def hoards(*places: str, per: int = 1, then: str = "") -> str:
    """Write a setup whose zones, Hoard 00 and so on, are at these places, or away if they have none."""
    zones = "  pile: {title: Pile, starts: tokens}\n  box: {title: Box, away: true}\n"
    steps = ""
    for n, place in enumerate(places):
        where = f"at: {place}" if place else "away: true"
        zones += f"  hoard-{n}: {{title: Hoard {n:02}, face: down, per: '{per}', {where}}}\n"
        steps += f"  - {{id: s{n}, say: Fill hoard {n:02}{then}., do: [{{move: 1, from: pile, to: hoard-{n}}}]}}\n"
    rest = "  - {id: rest, say: Put the rest back., do: [{move: all, from: pile, to: box}]}\n"
    return f"players: [2]\nzones:\n{zones}steps:\n{steps}{rest}"


def find_hoards(root: Path, setup: str) -> tuple[Item, list[tuple[Text, float, float]]]:
    """Return what is drawn, and the titles of the hoards in it."""
    write(root, "card_data/tiny/setup.yaml", setup)
    sheet = lay_out_setup(root)
    assert [str(problem) for problem in sheet.problems] == []
    content = sheet.leaves[0].front.content
    return content, [found for found in placed(content) if found[0].says.startswith("Hoard")]


def test_zones_lie_where_the_game_says(root: Path) -> None:
    _, titles = find_hoards(root, hoards("[25, 50]", "[75, 50]", "[50, 20]"))
    (_, left, y), (_, right, beside), (_, middle, above) = titles
    assert right - left == pytest.approx(0.5 * 160)
    assert middle - left == pytest.approx(0.25 * 160)
    assert y == pytest.approx(beside)
    assert above < y


def test_pieces_are_smaller_where_there_is_little_room_and_titles_are_not(root: Path) -> None:
    places = [f"[{n * 37 % 100}, {n * 53 % 100}]" for n in range(14)]
    few, few_titles = find_hoards(root, hoards(*places[:2], per=4))
    many, many_titles = find_hoards(root, hoards(*places, per=4))
    assert (len(few_titles), len(many_titles)) == (2, 14)
    assert max(clips(many)) < 0.8 * max(clips(few))
    assert {text.size for text, _, _ in many_titles} == {text.size for text, _, _ in few_titles}


@pytest.mark.parametrize(("count", "size"), [(2, 10), (30, 8.25)])
def test_much_to_say_makes_the_type_smaller_but_never_tiny(root: Path, count: int, size: float) -> None:
    content, _ = find_hoards(root, hoards(*[""] * count, then=" and wait for the others to fill theirs" * 8))
    said = [text.size for text, _, _ in placed(content) if text.says.startswith("Fill hoard")]
    assert {round(each / MM_PER_POINT, 2) for each in said} == {size}


def test_records_print_as_their_ids(root: Path) -> None:
    assert all(isinstance(each, Record) and str(each) == each["id"] for each in list_messages(root)["zones"])
