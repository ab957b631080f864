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
    done = run(command, "tiny")
    said = "pnp: card_data/tiny/game.yaml:6:3 PNP008 all=100900 most=100000"
    assert (done.code, done.out, done.lines) == (4, "", [said])


def test_copies_of_everything_count(tiny: Path, many: Path, run: Run) -> None:
    assert run("build", "tiny", "--pieces", "c1").code == 0
    assert run("build", "tiny", "--pieces", *["c" + ",c".join(map(str, range(20)))], "--copies", "99").code == 4


def test_too_many_columns_are_one_line(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/cards.csv", "id,name" + ",x" * 20_000 + "\n" + f"one,First{',1' * 20_000}\n" * 3)
    change(tiny, "card_data/tiny/game.yaml", "data: cards.yaml", "data: cards.csv")
    said = "pnp: card_data/tiny/cards.csv:1:1 PNP019 count=20,002 most=1,000"
    done = run("check", "tiny")
    assert (done.code, done.out, done.lines) == (4, "", [said])


def test_columns_without_a_heading_are_no_columns(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/cards.csv", f"id,name{',' * 2000}\none,First{',' * 2000}\ntwo,Second{',' * 2000}\n")
    change(tiny, "card_data/tiny/game.yaml", "data: cards.yaml", "data: cards.csv")
    assert run("check", "tiny").code == 0


def test_too_many_modules_are_one_line(tiny: Path, run: Run) -> None:
    game = (tiny / "card_data/tiny/game.yaml").read_text()
    write(tiny, "card_data/tiny/game.yaml", game + "".join(f"  m{n}: {{title: M{n}}}\n" for n in range(198)))
    said = "card_data/tiny/game.yaml:21:3 PNP034 count=201 what=modules most=200"
    done = run("check", "tiny")
    assert (done.code, done.out, done.lines) == (4, "", [f"pnp: {said}"])


def test_errors_of_a_kind_are_counted_beyond_fifty(tiny: Path, run: Run) -> None:
    write(tiny, "card_data/tiny/cards.yaml", "".join(f"- {{id: c{n}, name: Card, x{n}: 1}}\n" for n in range(99)))
    checked = run("check", "tiny", "--ink", "low")
    assert sum("PNP030" in line for line in checked.facts) == 50
    assert [line.startswith("error PNP030 and 49 more ") for line in checked.notices if "PNP030" in line] == [True]
    checked = run("check", "tiny", "--ink", "low", "--all-warnings")
    assert sum("PNP030" in line for line in checked.facts) == 99
    assert not any("PNP030" in line for line in checked.notices)
