"""An end to what is printed, before it is laid out; to columns, modules, and lines on the terminal."""

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
def test_too_many_pieces_are_refused_at_once(command: str, many: Path, run: Run) -> None:
    assert run(command, "tiny") == (
        4,
        "",
        "pnp: card_data/tiny/game.yaml:6:3: error PNP008 100900 pieces would be printed, and 100000 are the most "
        "(100899 of cards)\n",
    )


def test_copies_of_everything_count(tiny: Path, many: Path, run: Run) -> None:
    assert run("build", "tiny", "--pieces", "c1").code == 0
    assert run("build", "tiny", "--pieces", *["c" + ",c".join(map(str, range(20)))], "--copies", "99").code == 4


def test_too_many_columns_are_one_line(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/cards.csv", "id,name" + ",x" * 20_000 + "\n" + f"one,First{',1' * 20_000}\n" * 3)
    change(tiny, "card_data/tiny/game.yaml", "data: cards.yaml", "data: cards.csv")
    said = "pnp: card_data/tiny/cards.csv:1:1: error PNP019 the table has 20,002 columns, and 1,000 are the most\n"
    assert run("check", "tiny") == (4, "", said)


def test_columns_without_a_heading_are_no_columns(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/cards.csv", f"id,name{',' * 2000}\none,First{',' * 2000}\ntwo,Second{',' * 2000}\n")
    change(tiny, "card_data/tiny/game.yaml", "data: cards.yaml", "data: cards.csv")
    assert run("check", "tiny").code == 0


def test_too_many_modules_are_one_line(tiny: Path, run: Run) -> None:
    game = (tiny / "card_data/tiny/game.yaml").read_text()
    write(tiny, "card_data/tiny/game.yaml", game + "".join(f"  m{n}: {{title: M{n}}}\n" for n in range(198)))
    said = "card_data/tiny/game.yaml:21:3: error PNP034 there are 201 modules, at most 200 are possible"
    assert run("check", "tiny") == (4, "", f"pnp: {said}\n")


def test_errors_of_a_kind_are_counted_beyond_fifty(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/cards.yaml", "".join(f"- {{id: c{n}, name: Card, x{n}: 1}}\n" for n in range(99)))
    told = [line for line in run("check", "tiny", "--ink", "low").err.splitlines() if "PNP030" in line]
    assert (len(told), told[-1]) == (51, "error PNP030 and 49 more of its kind (--all-warnings says each)")
    told = [
        line for line in run("check", "tiny", "--ink", "low", "--all-warnings").err.splitlines() if "PNP030" in line
    ]
    assert len(told) == 99
