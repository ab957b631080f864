"""`matrix:` of a component: a piece for each combination of values, at the places of these."""

from pathlib import Path

import pytest

from pnp.edition.loading import load_game
from pnp.files.project import Project
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


def loaded(root: Path, old: str = "", new: str = "", **files: str) -> tuple[Game, list[Problem]]:
    folder = root / "card_data" / "deck"
    folder.mkdir(parents=True)
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
    game, problems = loaded(tmp_path)
    assert problems == []
    assert ids(game) == "hearts-9 hearts-10 hearts-a spades-9 spades-10 spades-a"
    piece = game.components["cards"].pieces[5]
    assert (piece.fields["suit"], piece.fields["rank"], piece.fields["wild"]) == ("spades", "A", False)
    assert str(piece.source_of("suit")) == "card_data/deck/game.yaml:9:29"
    assert str(piece.source_of("rank")) == str(piece.span) == "card_data/deck/game.yaml:9:54"


def test_those_of_a_file_come_behind(tmp_path: Path) -> None:
    game, problems = loaded(
        tmp_path, "    fields:", "    data: more.yaml\n    fields:", more="- {id: x, suit: spades, rank: X}\n"
    )
    assert problems == []
    assert ids(game).endswith("spades-a x")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("suit: [hearts", "siut: [hearts", "9:14 PNP030 unknown field \"siut\" (did you mean suit?)"),
        ("['9', 10, A]", "A", '9:44 PNP020 "components.cards.matrix.rank" must be a list of values, not "A"'),
        ("['9', 10, A]", "[]", '9:44 PNP102 "components.cards.matrix.rank" has no values, so there are no pieces'),
        (MATRIX, "[a]", '9:13 PNP020 "components.cards.matrix" must be a mapping'),
        ("10, A]", "9, A]", "9:50 PNP101 \"hearts-9\" is given twice"),
    ],
)  # fmt: skip
def test_mistakes_stand_where_the_values_do(old: str, new: str, said: str, tmp_path: Path) -> None:
    _, problems = loaded(tmp_path, old, new)
    found = [f"{each.span.line}:{each.span.column} {each.code} {each.message} ({each.hint})" for each in problems]
    assert found[0].startswith(said), found


def test_a_piece_of_the_file_that_the_matrix_has(tmp_path: Path) -> None:
    more = "- {id: spades-a, suit: spades, rank: A}\n"
    game, (problem,) = loaded(tmp_path, "    fields:", "    data: more.yaml\n    fields:", more=more)
    assert (str(problem.span), problem.message) == ("card_data/deck/more.yaml:1:8", '"spades-a" is given twice')
    assert ids(game).count("spades-a") == 1


def test_a_matrix_that_makes_too_many(tmp_path: Path) -> None:
    many = ", ".join(str(n) for n in range(1000))
    with pytest.raises(LimitError, match="the matrix makes 1,000,000 pieces"):
        loaded(tmp_path, "suit: [hearts, spades], rank: ['9', 10, A]", f"suit: [{many}], rank: [{many}]")
