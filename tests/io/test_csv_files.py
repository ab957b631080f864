"""Separators of CSV files are found; cells that a spreadsheet would run are written behind an apostrophe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.io.csv_files import find_dialect, guard_formula, unguard_formula

CARDS = "Name{0}Qty{0}Text\nOwl{0}2{0}Hoo, hoo; hoo.\nFox{0}3{0}Yip.\n"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize(
    "above",
    [
        "",
        "\n\n",
        "My cards\n",
        "My cards, version 7\n",
        "Cards; tokens, too\n\n",
        '"My\ncards, v7"\n',
        "My cards\nby me, and you\n",
    ],
)
def test_titles_tell_nothing(separator: str, above: str) -> None:
    rows = CARDS.format(separator).replace("Hoo, hoo; hoo.", '"Hoo, hoo; hoo."')
    assert find_dialect(above + rows).separator == separator


@pytest.mark.parametrize(
    ("text", "separator"),
    [
        ("", ","),
        ("Name\nOwl\nFox", ","),
        ("Name;Text\nOwl;one, two, three\nFox;one, two, three", ";"),
        ("Name;Qty;Text\nOwl\nFox;1;x", ";"),
        ("Name\n", ","),
        ("Name\nOwl; Fox\nElk; Hen", ","),
        ("sep=;\nName,Text,Qty\na,b,c", ";"),
    ],
)
def test_the_first_line_tells_where_it_can(text: str, separator: str) -> None:
    assert find_dialect(text).separator == separator


@pytest.mark.parametrize(
    "text", ["=1+1", "+1 coin", "-", "@SUM(A1)", " =1", "\t=1", "＝1", "'=1", "''-x", "#NUM!", "'#N/A", "Err:502"]
)
def test_a_command_gets_an_apostrophe(text: str) -> None:
    assert guard_formula(text) == f"'{text}"
    assert unguard_formula(f"'{text}") == text


@pytest.mark.parametrize("text", ["", "owl", "1=1", "'tis", "'", "''", "'' x", "a -b", "–", "−2", "#NUM", "#N/A 2"])
def test_other_texts_stay(text: str) -> None:
    assert (guard_formula(text), unguard_formula(text)) == (text, text)


@given(st.text("'=+-@ \ta1", max_size=6))
def test_it_comes_back(text: str) -> None:
    assert unguard_formula(guard_formula(text)) == text
    assert not guard_formula(text).lstrip().startswith(("=", "+", "-", "@"))
