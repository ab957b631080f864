"""What columns are taken for."""

from pathlib import Path

import pytest

from pnp.importing.tables.card_looks import fill_look
from pnp.importing.tables.column_roles import GuessedColumn, PicturesBeside, guess_roles
from pnp.importing.tables.game_from_table import simple_icon
from pnp.importing.tables.sheet_languages import find_language
from pnp.load.table_files import OpenedTable, parse_table
from pnp.load.table_rows import TableRows


def column(*values: str, pictures: tuple[str, ...] = ()) -> GuessedColumn:
    rows = "".join(f'Card {number};"{value}"\n' for number, value in enumerate(values))
    opened = parse_table(f"Name;Some\n{rows}".encode(), "cards.csv", "", [])
    assert isinstance(opened, OpenedTable)
    return guess_roles(opened.table, lambda name: name in pictures).columns[1]


@pytest.mark.parametrize(
    ("values", "role"),
    [
        (("forest; lake", "hill"), "list"),
        (("Hill Tribe; Undead", "Water Folk"), "list"),
        (("Draw a card; then discard one.", "Draw."), "line"),
        (("Draw; then discard one", "Draw."), "line"),
        (("one two three four; five", "six"), "line"),
        (("1", "2"), "figure"),
        (("1,5", "2"), "figure"),
        (("0,00", "2,5"), "line"),
        (("2,50", "1,25"), "line"),
        (("10", "20"), "figure"),
        (("owl.png", "fox.jpg"), "left"),
        (("TRUE", "false"), "flag"),
    ],
)
def test_roles(values: tuple[str, ...], role: str) -> None:
    assert column(*values).role == role


def test_pictures_of_which_some_are_there() -> None:
    assert column("owl.png", "fox.jpg", pictures=("owl.png",)).role == "picture"
    why = "names of pictures like owl.png, none of which lies beside the table"
    assert column("owl.png", "fox.jpg").why == why


def test_braces_that_may_be_icons() -> None:
    found = column("Take {coin} and {coin}, {big_sword}", "{Not so} {1}")
    assert (found.is_formula, found.braced) == (True, ("coin", "big_sword"))


def table(text: str) -> TableRows:
    opened = parse_table(text.encode(), "cards.csv", "", [])
    assert isinstance(opened, OpenedTable)
    return opened.table


def test_rows_that_end_early() -> None:
    assert guess_roles(table("name,power\nOwl,1\nElk\n"), lambda _: False).columns[1].role == "figure"


def test_groups_are_texts_that_come_again() -> None:
    """Half as many as cards, at most."""
    kinds = ["Bird", "Cat", "Dog", "Elk", "Fox", "Bird", "Bird", "Bird"]
    rows = table("Name,Kind\n" + "".join(f"Card {number},{kind}\n" for number, kind in enumerate(kinds)))
    assert fill_look("portrait", guess_roles(rows, lambda _: False), rows).entries == ()
    fewer = rows._replace(rows=[row for row in rows.rows if row[1].text in ("Bird", "Cat")])
    assert fill_look("portrait", guess_roles(fewer, lambda _: False), fewer).entries == ("Bird", "Cat")


@pytest.mark.parametrize(("heading", "role"), [("Icon", "icon"), ("Kind", "left")])
def test_icons_stand_in_a_column_of_that_name(heading: str, role: str) -> None:
    rows = table(f"Name,{heading}\nOwl,fire\nElk,water\nFox,air\nHen,earth\n")
    assert fill_look("tokens", guess_roles(rows, lambda _: False), rows).guess.columns[1].role == role


@pytest.mark.parametrize(
    ("said", "tag"), [("de", "de"), ("German", "de"), ("Deutsch", "de"), ("xx", ""), ("Cards", "")]
)
def test_what_languages_are_called(said: str, tag: str) -> None:
    assert find_language(said) == tag


def test_the_exact_name_of_a_picture_wins(tmp_path: Path) -> None:
    for name in ("Owl.png", "owl.png"):
        (tmp_path / name).write_bytes(b"x")
    (tmp_path / "in").mkdir()
    assert PicturesBeside(tmp_path).find("owl.png") == tmp_path / "owl.png"
    assert PicturesBeside(tmp_path / "in").find("../owl.png") is None


def test_icons_have_drawings_that_are_called_so() -> None:
    assert simple_icon("coin", 0) == "icons/coin.svg"
