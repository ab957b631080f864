"""An end to what is printed, before it is laid out."""

from pathlib import Path

import pytest
from running import Run
from tiny_game import change, write


@pytest.fixture
def many(tiny: Path) -> Path:
    pieces = "".join(f"- {{id: c{n}, copies: 999, name: Card, rule: x}}\n" for n in range(101))
    write(tiny, "card_data/tiny/cards.yaml", pieces)
    change(tiny, "card_data/tiny/game.yaml", "drop: {cards: [two]}", "drop: {cards: [c1]}")
    return tiny


@pytest.mark.parametrize("command", ["build", "check"])
def test_too_many_pieces_are_refused_at_once(command: str, many: Path, run_apart: Run) -> None:
    assert run_apart(command, "tiny") == (
        4,
        "",
        "pnp: card_data/tiny/game.yaml:6:3: error PNP008 100900 pieces would be printed, and 100000 are the most "
        "(100899 of cards)\n",
    )


def test_copies_of_everything_count(tiny: Path, many: Path, run_apart: Run) -> None:
    assert run_apart("build", "tiny", "--pieces", "c1").code == 0
    assert run_apart("build", "tiny", "--pieces", *["c" + ",c".join(map(str, range(20)))], "--copies", "99").code == 4
