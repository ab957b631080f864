"""What stands between the cells of CSV, below a title, too."""

import pytest

from pnp.cardtext.separators import dialect_of

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
    assert dialect_of(above + rows).separator == separator


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
    assert dialect_of(text).separator == separator
