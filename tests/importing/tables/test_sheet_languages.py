"""A sheet with fewer columns, in another order, or with a row less is still the same cards."""

from time import process_time

import pytest
from spreadsheets import Value, xlsx

from pnp.importing.tables.column_roles import guess_roles
from pnp.importing.tables.sheet_languages import find_languages, match_cards
from pnp.load.table_files import OpenedTable, parse_table
from pnp.load.table_rows import TableRows
from pnp.model.problem import Problem

RULES = "Draw two cards, then discard one of them."
CARDS: list[list[Value]] = [
    ["Key", "Name", "Cost", "Type", "Text"],
    ["owl", "Owl", 1, "Bird", RULES],
    ["fox", "Fox", 2, "Beast", "Take a coin."],
    ["elk", "Elk", 4, "Beast", RULES],
]
WITHOUT_KEYS = [row[1:] for row in CARDS]
REGELN = "Ziehe zwei Karten und lege dann eine davon ab."


def read(rows: list[list[Value]]) -> TableRows:
    opened = parse_table(xlsx(Cards=rows), "cards.xlsx", "", [])
    assert isinstance(opened, OpenedTable)
    return opened.table


def compared(cards: list[list[Value]], other: list[list[Value]]) -> list[list[str]] | str:
    table = read(cards)
    same = match_cards(table, guess_roles(table, lambda _: False), read(other))
    return [[cell.text for cell in row] for row in same.table.rows] if same.table else same.why


def test_keys_name_and_text_are_enough() -> None:
    other: list[list[Value]] = [["key", "Name", "Regel"], ["fox", "Fuchs", "Nimm."], ["owl", "Eule", REGELN]]
    assert compared(CARDS, other) == [["owl", "Eule", "", "", REGELN], ["fox", "Fuchs", "", "", "Nimm."], [""] * 5]


def test_numbers_are_enough_where_there_are_no_ids() -> None:
    other: list[list[Value]] = [["Kosten", "Name"], [1, "Eule"], [2, "Fuchs"], [4, "Elch"]]
    assert compared(WITHOUT_KEYS, other) == [["Eule", "1", "", ""], ["Fuchs", "2", "", ""], ["Elch", "4", "", ""]]


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ([["Name", "Kosten"], ["Eule", 1], ["Fuchs", 2]], "2 cards against 3, and no column of ids that both have"),
        ([["Name", "Kosten"], ["Eule", 7], ["Fuchs", 8], ["Elch", 9]], "no column has the same numbers"),
        ([["Kosten", "Wert"], [1, 5], [2, 5], [4, 5]], "no texts of the cards in it"),
    ],
)
def test_why_it_is_none(other: list[list[Value]], why: str) -> None:
    assert compared(WITHOUT_KEYS, other) == why


def test_ids_of_which_most_are_others_are_no_translation() -> None:
    other: list[list[Value]] = [["Key", "Name", "Regel"], ["owl", "Eule", "a"], ["x", "Fuchs", "b"], ["y", "Elch", "c"]]
    assert compared(CARDS, other) == "no column has the same numbers"


def test_texts_of_one_heading_belong_together() -> None:
    cards: list[list[Value]] = [
        ["Key", "Name", "Text", "Lore"],
        ["owl", "Owl", RULES, RULES],
        ["fox", "Fox", RULES, RULES],
    ]
    other: list[list[Value]] = [["Key", "Lore", "Text"], ["owl", REGELN, "Nimm zwei Karten und wirf eine davon ab."]]
    assert compared(cards, other)[0] == ["owl", "", "Nimm zwei Karten und wirf eine davon ab.", REGELN]


def test_many_rows_take_no_longer_than_they_are_many() -> None:
    """Each column is compared with each."""

    def table(count: int) -> TableRows:
        rows = "".join(f"{number};{number * 7};text {number}\n" for number in range(count))
        opened = parse_table(f"a;b;c\n{rows}".encode(), "cards.csv", "", [])
        assert isinstance(opened, OpenedTable)
        return opened.table

    def seconds(count: int) -> float:
        ours, theirs = table(count), table(count)._replace(header=table(count).header[:2])
        found = guess_roles(ours, lambda _: False)
        start = process_time()
        match_cards(ours, found, theirs)
        return process_time() - start

    seconds(100)
    assert seconds(8000) < 30 * max(seconds(800), 0.002)


def test_a_language_once_is_enough() -> None:
    german = [
        ["Key", "Name", "Cost", "Type", "Text"],
        *[[key, name, cost, kind, REGELN] for key, name, cost, kind, _ in CARDS[1:]],
    ]
    data = xlsx(**{"Cards": CARDS, "de": german, "Deutsch 2": german, "None": [["Key"]]})
    problems: list[Problem] = []
    opened = parse_table(data, "cards.xlsx", "Cards", problems)
    assert isinstance(opened, OpenedTable)
    sheets = ("Cards", "de", "Deutsch 2", "None")
    language, others, unused = find_languages(
        data, "cards.xlsx", sheets, opened.table, guess_roles(opened.table, lambda _: False)
    )
    assert (language, [other.name for other in others]) == ("en", ["de"])
    assert {sheet.name: sheet.why for sheet in unused} == {
        "Deutsch 2": "the same language, de, once more",
        "None": "has no rows",
    }
