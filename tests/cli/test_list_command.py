"""`pnp list`: for people, and as JSON."""

import json
import re
from pathlib import Path

from running import Run
from tiny_game import change, write, write_tiny


def test_a_game_with_all_that_is_in_it(tiny: Path, run: Run) -> None:
    shown = run("list", "tiny")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines() == [
        "Tiny, version 1 · languages: en",
        "  component  pieces  copies  size in mm  shape      sides",
        "  cards           2       3  40 × 60     rectangle      2",
        "  coins           1       1  20 × 20     circle         1",
        "  --with more: More cards",
        "  --with less: Fewer cards",
        "  --with most: Most cards",
    ]


def test_all_games_one_line_each(tiny: Path, run: Run) -> None:
    write_tiny(tiny, "another")
    shown = run("list")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines()[:2] == [
        "another              Tiny 1 · en · 4 pieces",
        "tiny                 Tiny 1 · en · 4 pieces",
    ]


def test_a_table_that_only_others_refer_to_prints_no_pieces(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "    front: coin.xml.j2\n", "")
    assert run("list").out.splitlines()[0].endswith(" · 3 pieces")
    assert "coins" not in run("list", "tiny").out


def test_what_is_printed_on_request_only_is_apart(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "front: coin.xml.j2", "front: coin.xml.j2\n    on-request: true")
    assert run("list").out.splitlines()[0].endswith(" · 3 pieces")
    assert run("list", "tiny").out.splitlines()[2:4] == [
        "  cards           2       3  40 × 60     rectangle      2",
        "  --only coins: Coins",
    ]


def test_how_tables_were_understood(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", "data: cards.yaml", "data: cards.csv")
    (tiny / "card_data/tiny/cards.csv").write_bytes("id;name\nowl;Bär\n".encode("cp1252"))
    assert run("list", "tiny").out.splitlines()[-1] == (
        "  card_data/tiny/cards.csv: CSV, Windows-1252, semicolons between cells"
    )


def test_json_of_a_game(tiny: Path, run: Run) -> None:
    shown = run("list", "tiny", "--json")
    assert (shown.code, shown.err) == (0, "")
    assert json.loads(shown.out) == {
        "id": "tiny",
        "title": "Tiny",
        "version": "1",
        "languages": ["en"],
        "components": [
            {
                "id": "cards",
                "title": "Cards",
                "pieces": 2,
                "copies": 3,
                "width": 40,
                "height": 60,
                "shape": "rectangle",
                "sides": 2,
                "printed": True,
                "on-request": False,
            },
            {
                "id": "coins",
                "title": "Coins",
                "pieces": 1,
                "copies": 1,
                "width": 20,
                "height": 20,
                "shape": "circle",
                "sides": 1,
                "printed": True,
                "on-request": False,
            },
        ],
        "modules": [
            {"id": "more", "title": "More cards", "needs": [], "not-with": []},
            {"id": "less", "title": "Fewer cards", "needs": [], "not-with": ["more"]},
            {"id": "most", "title": "Most cards", "needs": ["more"], "not-with": []},
        ],
        "tables": [],
    }


def test_json_of_all_games_is_a_list(tiny: Path, run: Run) -> None:
    listed = [game["id"] for game in json.loads(run("list", "--json").out)]
    assert (listed[0], len(listed)) == ("tiny", len(run("list").out.splitlines()))


def test_a_game_that_cannot_be_read_does_not_hide_the_others(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/broken/game.yaml", "- not a game\n")
    shown = run("list")
    assert shown.code == 1
    assert "tiny                 Tiny 1 · en · 4 pieces\n" in shown.out
    assert shown.facts == ["card_data/broken/game.yaml:1:1 PNP020 wanted='a mapping' found='a list'"]
    assert [line[:11] for line in shown.notices] == ["pnp: broken"]
    shown = run("list", "broken", "--json")
    assert (shown.code, shown.out) == (1, "")


def test_a_game_without_a_version(tiny: Path, run: Run) -> None:
    change(tiny, "card_data/tiny/game.yaml", 'version: "1"\n', "")
    assert run("list", "tiny").out.startswith("Tiny · languages: en\n")
    assert re.search(r"^tiny +Tiny · en · ", run("list").out, re.MULTILINE)
