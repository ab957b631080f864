"""`matrix:` of a component: a piece for each combination of values, at the places of these."""

from pathlib import Path

import pytest
from facts import facts

from pnp.build.loading import load_game
from pnp.io.project import Project
from pnp.model.game import Game
from pnp.model.problem import LimitError, Problem

MATRIX = "{suit: [hearts, spades], rank: ['9', 10, A]}"
GAME = """\
title: Deck
version: "1"
languages: [en]
groups: {suits: {entries: {hearts: {name: Hearts}, spades: {name: Spades}}}}
components:
  cards:
    title: Cards
    size: poker
    matrix: {suit: [hearts, spades], rank: ['9', 10, A]}
    fields:
      suit: {type: reference, to: suits, required: true}
      rank: {type: text, required: true}
      wild: {type: boolean, default: false}
"""


def load_matrix(root: Path, old: str = "", new: str = "", **files: str) -> tuple[Game, list[Problem]]:
    folder = root / "card_data" / "deck"
    folder.mkdir(parents=True, exist_ok=True)
    assert old in GAME
    (folder / "game.yaml").write_text(GAME.replace(old, new, 1) if old else GAME, encoding="utf-8")
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    game, problems = load_game(Project(root, root), "deck")
    assert game is not None
    return game, problems


def ids(game: Game) -> str:
    return " ".join(piece.id for piece in game.components["cards"].pieces)


def test_a_piece_for_each_combination_the_last_field_first(tmp_path: Path) -> None:
    game, problems = load_matrix(tmp_path)
    assert problems == []
    assert ids(game) == "hearts-9 hearts-10 hearts-a spades-9 spades-10 spades-a"
    piece = game.components["cards"].pieces[5]
    assert (piece.fields["suit"], piece.fields["rank"], piece.fields["wild"]) == ("spades", "A", False)
    assert str(piece.source_of("suit")) == "card_data/deck/game.yaml:9:29"
    assert str(piece.source_of("rank")) == str(piece.span) == "card_data/deck/game.yaml:9:54"


def test_those_of_a_file_come_behind(tmp_path: Path) -> None:
    game, problems = load_matrix(
        tmp_path, "    fields:", "    data: more.yaml\n    fields:", more="- {id: x, suit: spades, rank: X}\n"
    )
    assert problems == []
    assert ids(game).endswith("spades-a x")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("suit: [hearts", "siut: [hearts", "9:14 PNP030 name=\"siut\" ~meant=suit"),
        ("['9', 10, A]", "A", '9:44 PNP020 path=components.cards.matrix.rank wanted=\'a list of values\' found="A"'),
        ("['9', 10, A]", "[]", '9:44 PNP102 path=components.cards.matrix.rank'),
        (MATRIX, "[a]", 
         "9:13 PNP020 path=components.cards.matrix wanted='a mapping of fields to lists of values' found='a list'"),
        ("10, A]", "9, A]", "9:50 PNP101 id=\"hearts-9\" ~origin=card_data/deck/game.yaml:9:45"),
    ],
)  # fmt: skip
def test_mistakes_stand_where_the_values_do(old: str, new: str, said: str, tmp_path: Path) -> None:
    _, problems = load_matrix(tmp_path, old, new)
    assert facts(problems[0]) == f"card_data/deck/game.yaml:{said}"


WITH_FILE = ("    fields:", "    data: more.yaml\n    fields:")


def test_the_file_says_more_of_a_combination(tmp_path: Path) -> None:
    more = "- {id: spades-9, copies: 3, wild: true}\n- {id: hearts-a, suit: hearts, copies: 2}\n"
    game, problems = load_matrix(tmp_path, *WITH_FILE, more=more)
    assert problems == []
    assert ids(game) == "hearts-9 hearts-10 hearts-a spades-9 spades-10 spades-a"
    pieces = {piece.id: piece for piece in game.components["cards"].pieces}
    assert [piece.copies for piece in pieces.values()] == [1, 1, 2, 3, 1, 1]
    assert pieces["spades-9"].fields == {"suit": "spades", "rank": "9", "wild": True}
    assert str(pieces["spades-9"].source_of("rank")) == "card_data/deck/more.yaml:1:8"


def test_a_table_says_how_many_there_are_of_some(tmp_path: Path) -> None:
    (tmp_path / "card_data" / "deck").mkdir(parents=True)
    (tmp_path / "card_data" / "deck" / "more.csv").write_text("id,copies\nspades-9,3\n", encoding="utf-8")
    game, problems = load_matrix(tmp_path, "    fields:", "    data: more.csv\n    fields:")
    assert problems == []
    assert [piece.copies for piece in game.components["cards"].pieces] == [1, 1, 1, 3, 1, 1]


def test_a_piece_of_the_file_that_contradicts_the_matrix(tmp_path: Path) -> None:
    game, (problem,) = load_matrix(tmp_path, *WITH_FILE, more="- {id: spades-a, suit: hearts, rank: A}\n")
    assert facts(problem) == 'card_data/deck/more.yaml:1:8 PNP101 id="spades-a" ~origin=card_data/deck/game.yaml:9:54'
    assert ids(game).count("spades-a") == 1


def test_a_wrong_value_of_the_matrix_is_told_once(tmp_path: Path) -> None:
    _, problems = load_matrix(tmp_path, "suit: [hearts, spades], rank", "suit: [hearts], wild: [perhaps], rank")
    assert len(problems) == 1, problems


@pytest.mark.parametrize("more", ["- {id: hearts-a, copies: 7}", "- {id: x, suit: spades, rank: X, copies: 7}"])
def test_copies_of_the_component_are_those_of_pieces_that_say_none(more: str, tmp_path: Path) -> None:
    old, new = WITH_FILE
    game, problems = load_matrix(tmp_path, old, f"    copies: 4\n{new}", more=f"{more}\n")
    assert problems == []
    copies = [piece.copies for piece in game.components["cards"].pieces]
    assert (copies.count(4), copies.count(7), len(copies)) == (len(copies) - 1, 1, len(copies))


def test_copies_of_a_component_that_is_one_piece(tmp_path: Path) -> None:
    coin = "  coins: {size: 25mm, shape: circle, copies: 20}\n"
    game, problems = load_matrix(tmp_path, "components:\n", f"components:\n{coin}")
    assert problems == []
    assert [(piece.id, piece.copies) for piece in game.components["coins"].pieces] == [("coins", 20)]


def test_a_matrix_that_makes_too_many(tmp_path: Path) -> None:
    many = ", ".join(str(n) for n in range(1000))
    with pytest.raises(LimitError) as raised:
        load_matrix(tmp_path, "suit: [hearts, spades], rank: ['9', 10, A]", f"suit: [{many}], rank: [{many}]")
    assert facts(str(raised.value)) == "card_data/deck/game.yaml:9:13 PNP016 count=1,000,000 most=20,000"
