"""`pnp setup`: how a game is set up, in lines and as JSON, with and without dealt pieces."""

import json
from pathlib import Path

import pytest
from facts import read_facts
from running import Run
from tiny_game import change, write

SETUP = """\
players: [2, 3]
tables:
  limit: {title: Cards that end the game, rows: {2: 9, 3: 8}}
zones:
  pile: {title: Pile, starts: tokens}
  harbor: {title: Harbor, face: down, at: [10, 50]}
  market: {title: Market, face: up}
  hand: {title: Hand, per: players}
  stacks: {title: Stacks, per: "2", face: down}
  box: {title: Box, away: true}
steps:
  - id: first
    say: Put **the first** token [dot] into the market, until somebody has {tables.limit} cards, or longer than that.
    do: [{move: [t1], from: pile, to: market}]
  - id: mix
    say: Shuffle the others.
    do: [{shuffle: pile}, {move: all, from: pile, to: harbor}]
  - id: hands
    say: {one: Deal one each., other: "Deal {count} each."}
    do: [{move: 2, from: harbor, to: hand}, {move: 1, from: harbor, to: stacks}, {move: 1, from: harbor, to: box}]
"""
LINES = """\
Tiny · 2 players

  1  Put the first token dot into the market, until somebody has 9 cards, or longer
     than that.

  2  Shuffle the others.

  3  Deal 2 each.

On the table
  Harbor  2  face down
  Market  1  face up
  Stacks  1  on each of 2, face down

Each player
  Hand  2

Out of the game
  Box  1

With 2 players
  Cards that end the game  9
"""


@pytest.fixture
def quay(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tokens = "  tokens: {title: Tokens, size: 20, data: tokens.csv, front: coin.xml.j2, fields: {name: text}}\n"
    change(tiny, "card_data/tiny/game.yaml", "components:\n", f"components:\n{tokens}")
    rows = "".join(f"t{n},Token {n}\n" for n in range(1, 11))
    write(tiny, "card_data/tiny/tokens.csv", f"id,name\n{rows}")
    write(tiny, "card_data/tiny/setup.yaml", SETUP)
    monkeypatch.setenv("COLUMNS", "84")
    return tiny


def test_told_in_lines(quay: Path, run: Run) -> None:
    assert run("setup", "tiny", "--players", "2") == (0, LINES, "")


def test_lines_are_as_wide_as_the_terminal(quay: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    lines = run("setup", "tiny", "--players", "3").out.splitlines()
    assert lines[2:5] == [
        "  1  Put the first token dot into the market,",
        "     until somebody has 8 cards, or longer than",
        "     that.",
    ]


@pytest.mark.parametrize(
    ("say", "told"),
    [
        ("Take 1 [dot] or 2 [dot].", "Take 1 dot or 2 × dot."),
        ("Take **2** [dot].", "Take 2 × dot."),
        (r"[Dot] \[dot] \*2* 2*3 C:\games", r"[Dot] [dot] *2* 2*3 C:\games"),
    ],
)
def test_steps_are_told_as_they_print(quay: Path, run: Run, say: str, told: str) -> None:
    change(quay, "card_data/tiny/setup.yaml", "Shuffle the others.", f"'{say}'")
    assert f"  2  {told}" in run("setup", "tiny", "--players", "2").out


def test_a_seed_deals_named_pieces(quay: Path, run: Run) -> None:
    shown = run("setup", "tiny", "--players", "2", "--seed", "7")
    assert shown == run("setup", "tiny", "--players", "2", "--seed", "7")
    assert shown.out != run("setup", "tiny", "--players", "2", "--seed", "8").out
    lines = shown.out.splitlines()
    assert lines[0] == "Tiny · 2 players · seed 7"
    assert "       Market: Token 1" in lines
    dealt = [line.strip() for line in lines if line.startswith("       Player")]
    assert [line.partition(":")[0] for line in dealt] == ["Player 1, Hand", "Player 2, Hand"]
    hands = [line.strip() for line in lines if line.startswith("  Hand: ")]
    assert [line.partition(": ")[2] for line in hands] == [line.partition(": ")[2] for line in dealt]
    assert "Stacks: " not in shown.out  # they lie face down


def test_json_says_all_of_it(quay: Path, run: Run) -> None:
    shown = run("setup", "tiny", "--players", "2", "--json")
    said = json.loads(shown.out)
    assert (shown.code, shown.err) == (0, "")
    assert {key: said[key] for key in ("game", "title", "modules", "players", "seed", "markers", "problems")} == {
        "game": "tiny",
        "title": "Tiny",
        "modules": [],
        "players": 2,
        "seed": None,
        "markers": {},
        "problems": [],
    }
    assert said["steps"][2] == {
        "number": 3,
        "id": "hands",
        "text": "Deal 2 each.",
        "moves": [
            {"from": "harbor", "to": "hand", "count": 2, "part": "1"},
            {"from": "harbor", "to": "hand", "count": 2, "part": "2"},
            {"from": "harbor", "to": "stacks", "count": 1, "part": "1"},
            {"from": "harbor", "to": "stacks", "count": 1, "part": "2"},
            {"from": "harbor", "to": "box", "count": 1},
        ],
    }
    assert said["tables"] == [{"id": "limit", "title": "Cards that end the game", "value": 9}]
    zones = {zone.pop("id"): zone for zone in said["zones"]}
    assert zones["market"] == {
        "title": "Market",
        "count": 1,
        "face": "up",
        "away": False,
        "players": False,
        "parts": [{"part": "", "count": 1, "pieces": ["tokens/t1"]}],
    }
    assert zones["hand"]["parts"] == [{"part": "1", "count": 2, "pieces": []}, {"part": "2", "count": 2, "pieces": []}]


def test_json_of_a_seed_has_every_piece(quay: Path, run: Run) -> None:
    said = json.loads(run("setup", "tiny", "--players", "3", "--seed", "1", "--json").out)
    pieces = [piece for zone in said["zones"] for part in zone["parts"] for piece in part["pieces"]]
    assert sorted(pieces) == sorted(f"tokens/t{n}" for n in range(1, 11))
    assert said["seed"] == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say how many play tiny: --players 2 and 3"),
        (("--players", "7"), "tiny is for 2 and 3 players, not for 7"),
        (("--players", "two"), "--players is a whole number from 1 to 99, not two"),
        (("--players", "2", "--seed", "-1"), "--seed is a whole number from 0 to 99999, not -1"),
        (("--players", "2", "--with", "moer"), "tiny has no module moer (did you mean more?)"),
        (("--players", "2", "--with", "most"), "module most needs more: add --with more"),
    ],
)
def test_what_cannot_be_told(quay: Path, run: Run, words: tuple[str, ...], said: str) -> None:
    shown = run("setup", "tiny", *words)
    assert (shown.code, shown.out, shown.err) == (2, "", f"pnp: {said}\n")


def test_a_game_without_a_setup(tiny: Path, run: Run) -> None:
    shown = run("setup", "tiny", "--players", "2")
    assert (shown.code, shown.out) == (2, "")
    assert shown.err == "pnp: tiny has no setup.yaml: it says who can play, and how the game is set up\n"


def test_a_setup_that_is_wrong_is_not_told(quay: Path, run: Run) -> None:
    change(quay, "card_data/tiny/setup.yaml", "{move: 2, from: harbor", "{move: 5, from: harbor")
    shown = run("setup", "tiny", "--players", "2")
    assert (shown.code, shown.out) == (1, "")
    assert shown.facts == [
        "card_data/tiny/setup.yaml:20:17 PNP550 step=hands wanted=10 zone=harbor count=9 "
        "~origin=card_data/tiny/setup.yaml:6:3"
    ]
    assert [line[:14] for line in shown.notices] == ["pnp: 1 error: "]
    said = json.loads(run("setup", "tiny", "--players", "2", "--json").out)
    assert [problem["code"] for problem in said["problems"]] == ["PNP550"]
    assert said["steps"] == []


def test_an_overlay_changes_the_setup(quay: Path, run: Run) -> None:
    write(quay, "mine.yaml", "title: Mine\nsetup: mine-setup.yaml\n")
    write(quay, "mine-setup.yaml", "drop: {steps: [first]}\n")
    shown = run("setup", "tiny", "--players", "2", "--overlay", "mine.yaml")
    assert (shown.code, shown.err) == (0, "")
    assert "  1  Shuffle the others." in shown.out.splitlines()
    assert "  Harbor  3  face down" in shown.out.splitlines()


def test_a_module_brings_players(quay: Path, run: Run) -> None:
    change(quay, "card_data/tiny/game.yaml", "modules:\n", "modules:\n  four: {title: Four, setup: four.yaml}\n")
    write(
        quay, "card_data/tiny/four.yaml", "add: {players: [4], tables: {limit: {rows: {4: 7}}}}\ndrop: {players: [2]}\n"
    )
    change(quay, "card_data/tiny/setup.yaml", "{move: 2, from: harbor", "{move: 1, from: harbor")
    assert "Cards that end the game  7" in run("setup", "tiny", "--players", "4", "--with", "four").out
    assert "tiny is for 3 and 4 players, not for 2" in run("setup", "tiny", "--players", "2", "--with", "four").err
    assert "tiny is for 2 and 3 players, not for 4" in run("setup", "tiny", "--players", "4").err


def test_a_seed_deals_so_that_a_condition_holds(quay: Path, run: Run) -> None:
    change(
        quay, "card_data/tiny/setup.yaml", "to: box}]\n", "to: box}]\n    so-that: \"lies.hand[0] == ['t5', 't2']\"\n"
    )
    for seed in ("1", "2"):
        shown = run("setup", "tiny", "--players", "2", "--seed", seed)
        assert (shown.code, shown.err) == (0, "")
        assert "Player 1, Hand: Token 2, Token 5" in shown.out


def test_a_seed_for_which_no_dealing_is_found(quay: Path, run: Run) -> None:
    change(quay, "card_data/tiny/setup.yaml", "to: box}]\n", "to: box}]\n    so-that: lies.hand[0]|count == 3\n")
    (warning,) = read_facts(run("setup", "tiny", "--players", "2").err)
    assert (warning.severity, warning.code, warning.values["step"]) == ("warning", "PNP589", "hands")
    shown = run("setup", "tiny", "--players", "2", "--seed", "1")
    assert shown.code == 2
    assert "holds for none of 2,000 dealings that were tried: another --seed may find one" in shown.err


HEADER = r"""msgid ""
msgstr ""
"Language: de\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"
"""
GERMAN = """\
Tiny · 2 Personen · Zufallszahl 7

  1  Put the first token dot into the market, until somebody has 9 cards, or longer
     than that.
       Market: Token 1
"""


def test_told_in_german(quay: Path, run: Run) -> None:
    """What the game doesn't say in German stays as it is; what pnp says itself is German."""
    change(quay, "card_data/tiny/game.yaml", "languages: [en]", "languages: [en, de]")
    write(quay, "card_data/tiny/locale/de.po", HEADER)
    code, out, err = run("setup", "tiny", "--players", "2", "--seed", "7", "--lang", "de")
    assert (code, err) == (0, ""), err
    assert out.startswith(GERMAN)
    lines = out.splitlines()
    for said in ("Auf dem Tisch", "Vor jeder Person", "Nicht im Spiel", "Person 1", "Person 2", "Mit 2 Personen"):
        assert said in lines
    assert "  Stacks  1  auf jedem von 2, verdeckt" in lines
    for english in ("face ", "layer", "seed", "On the", "With "):
        assert english not in out


def test_icons_after_numbers_have_no_plural(quay: Path, run: Run) -> None:
    change(
        quay,
        "card_data/tiny/setup.yaml",
        "say: Shuffle the others.",
        "say: Take 1 [dot], the next 2 [dot], then 1.5 [dot].",
    )
    assert "  2  Take 1 dot, the next 2 × dot, then 1.5 × dot." in run("setup", "tiny", "--players", "2").out
