"""What columns are taken for."""

import pytest

from pnp.load.tables.reading import OpenedTable, table_from
from pnp.tables.guessing import Guessed, guess


def column(*values: str, pictures: tuple[str, ...] = ()) -> Guessed:
    rows = "".join(f'Card {number};"{value}"\n' for number, value in enumerate(values))
    opened = table_from(f"Name;Some\n{rows}".encode(), "cards.csv", "", [])
    assert isinstance(opened, OpenedTable)
    return guess(opened.table, lambda name: name in pictures).columns[1]


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
