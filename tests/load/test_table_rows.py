"""Titles above the headings, totals below the cards, headings over two lines."""

import pytest
from facts import list_facts
from spreadsheets import xlsx

from pnp.load.table_files import OpenedTable, parse_table
from pnp.model.problem import Problem

CARDS = [["Name", "Qty", "Rule\n text"], ["Owl", 2, "Hoo."], ["Fox", 3, "Yip."]]
TITLE = ["Goblin cards, version 7", None, None]


def read(rows: list[list[str | int | None]], merged: str = "") -> tuple[OpenedTable, list[str]]:
    problems: list[Problem] = []
    opened = parse_table(xlsx(Cards=rows, merged=merged), "cards.xlsx", "", problems)
    assert isinstance(opened, OpenedTable)
    return opened, list_facts(problems)


def names(opened: OpenedTable) -> list[str]:
    return [row[0].text for row in opened.table.rows]


@pytest.mark.parametrize("merged", ["", "A1:C1"])
@pytest.mark.parametrize("more", [[], [["of 1 May", None, None]]])
def test_a_title_is_not_the_headings(merged: str, more: list[list[str | int | None]]) -> None:
    opened, problems = read([TITLE, *more, *CARDS], merged)
    assert [cell.text for cell in opened.table.header] == ["Name", "Qty", "Rule text"]
    assert names(opened) == ["Owl", "Fox"]
    assert problems == [f"cards.xlsx:Cards!A1 PNP063 row={2 + len(more)} text='\"Goblin cards, version 7\"'"]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("filled", [False, True])
def test_a_title_of_any_csv(separator: str, filled: bool) -> None:
    title = "Goblin cards" + (2 * separator if filled else "")
    text = "\n".join([title, *[separator.join(map(str, row)).replace("\n", "") for row in CARDS]])
    problems: list[Problem] = []
    opened = parse_table(text.encode(), "cards.csv", "", problems)
    assert isinstance(opened, OpenedTable)
    assert [cell.text for cell in opened.table.header] == ["Name", "Qty", "Rule text"]
    assert list_facts(problems) == ["cards.csv:1:1 PNP063 row=2 text='\"Goblin cards\"'"]


def test_groups_of_columns_are_not_the_headings() -> None:
    opened, problems = read([["Card", None, "Says"], ["Name", "Qty", "Rule"], ["Owl", 2, "Hoo."]], "A1:B1")
    assert (opened.table.header[0].text, len(problems)) == ("Card", 0), "two of three are headings"
    opened, problems = read(
        [["Card", None, "Says", None], ["Name", "Qty", "Rule", "Note"], ["Owl", 2, "a", "b"]], "A1:B1"
    )
    assert (opened.table.header[0].text, len(problems)) == ("Name", 1)
    opened, problems = read([["Cards", None, "v7", None], ["Name", "Qty", "Rule", "Note"], ["Owl", 2, "a", "b"]])
    assert (opened.table.header[0].text, len(problems)) == ("Name", 1)


@pytest.mark.parametrize(
    "rows",
    [
        [["Name", None, None], ["Owl", "2", "Hoo."]],
        [["Name"], ["Owl"], ["Fox"]],
        [["Name", None], ["Owl", "Hoo."]],
        [["Name", "Text", None], ["Owl", "Hoo.", "x"]],
        [["Name", None, None], ["Owl", "Owl", "x"]],
        [["Name", "Text", None], ["Owl", "Hoo.", "x"]],
        [["Name", "Text", None, None], ["Owl", 3, "x", "y"]],
        [["Name", None, None], ["Owl", "x", "A long text that nobody writes above a column, " * 2]],
    ],
)
def test_what_may_be_headings_is(rows: list[list[str | int | None]]) -> None:
    assert read(rows)[0].table.header[0].text == "Name"


@pytest.mark.parametrize(
    "rows", [[["Name", "Effect"], ["Owl", "Hoo."]], [["Kartenname", "Stärke"], ["Eule", "2"], ["Fuchs", "3"]]]
)
def test_a_title_above_two_columns(rows: list[list[str | int | None]]) -> None:
    opened, problems = read([["Goblin cards", None], *rows])
    assert [cell.text for cell in opened.table.header] == rows[0]
    assert len(problems) == 1


@pytest.mark.parametrize(
    "rows",
    [
        [["Name", None], ["Title", "Hoo."], ["Fox", "Yip."]],
        [["Creature", None], ["Owl", "Hoo."], ["Fox", "3"]],
        [["Creature", None], ["Owl", "3"]],
        [["Creature", None], ["Owl", "rare"], ["Fox", "3"], ["Elk", "often"]],
        [["Name", None], ["Owl", "rare"], ["Fox", "3"], ["Elk", "4"]],
    ],
)
def test_two_columns_that_have_no_title(rows: list[list[str | int | None]]) -> None:
    opened, problems = read(rows)
    assert (opened.table.header[0].text, problems) == (rows[0][0], [])


@pytest.mark.parametrize(
    ("text", "header", "told"),
    [
        ("My cards, version 7\nName,Qty,Text\nOwl,2,Hoo.\nFox,3,Yip.\n", ["Name", "Qty", "Text"], 1),
        ("A, b, c\nName,Qty,Text,x\nOwl,2,Hoo.,\nFox,3,Yip.,\n", ["Name", "Qty", "Text", "x"], 1),
        ("My cards, version 7\nName,Text\nOwl,Hoo.\nFox,Yip.\n", ["Name", "Text"], 1),
        ("Name, Cost, Text\nOwl,rare,Hoo.\nFox,odd,Yip.\n", ["Name", "Cost", "Text"], 0),
        ("Name, Cost, Text\nTitle,rare,Hoo.\nFox,odd,Yip.\n", ["Name", "Cost", "Text"], 0),
        ("Creature, Cost, Kind\nOwl,rare,Bird\nFox,odd,Dog\n", ["Creature", "Cost", "Kind"], 0),
        ("My, own\nName,Cost,Text\nOwl,1\nFox,2\n", ["My", "own"], 0),
        ("Name,Text\nOwl,Flip one, then draw\nFox,Yip, yap\n", ["Name", "Text"], 0),
        ("Name,Text\nOwl,Flip one,then\nFox,Yip,yap\n", ["Name", "Text"], 0),
        ("Name, Text\nOwl,Flip one, then draw\nFox,Yip, yap\n", ["Name", "Text"], 0),
        ("Name, Text\nOwl,Hoo.,Flip\nFox,Yip.\n", ["Name", "Text"], 0),
        ("Name, Text\nOwl,Hoo.,Flip\n", ["Name", "Text"], 0),
        ('"Name","Text"\nOwl,Flip one,then\nFox,Yip,yap\n', ["Name", "Text"], 0),
    ],
)
def test_a_title_with_commas_and_no_quotes(text: str, header: list[str], told: int) -> None:
    problems: list[Problem] = []
    opened = parse_table(text.encode(), "cards.csv", "", problems)
    assert isinstance(opened, OpenedTable)
    assert ([cell.text for cell in opened.table.header], len(problems)) == (header, told)


@pytest.mark.parametrize("total", [["Total", 5, None], ["SUMME:", "=SUM(B2:B3)", None], [None, 5, None]])
def test_totals_are_no_card(total: list[str | int | None]) -> None:
    opened, problems = read([*CARDS, total])
    is_called_so = total[0] is not None
    assert names(opened) == (["Owl", "Fox"] if is_called_so else ["Owl", "Fox", ""])
    assert problems == ([f'cards.xlsx:Cards!A4 PNP064 text="{total[0]}"'] if is_called_so else [])


@pytest.mark.parametrize("last", [["Total", 4, None], ["Total eclipse", 5, None], ["Total", None, "Win."]])
def test_a_card_called_so_is_one(last: list[str | int | None]) -> None:
    assert read([*CARDS, last])[0].table.rows[-1][0].text == last[0]


def test_headings_that_are_said_again() -> None:
    opened, problems = read([*CARDS, CARDS[0], ["Elk", 1, "Ho."]])
    assert names(opened) == ["Owl", "Fox", "Elk"]
    assert problems == ["cards.xlsx:Cards!A4 PNP063"]


@pytest.mark.parametrize(("counts", "left"), [(["2x", "x3"], 2), (["2", "3x"], 2), (["2x", "x4"], 3), (["a", "b"], 3)])
def test_a_total_of_copies_as_people_write_them(counts: list[str], left: int) -> None:
    cards = [["Owl", counts[0], "Hoo."], ["Fox", counts[1], "Yip."]]
    opened, _ = read([CARDS[0], *cards, ["Total", 5, None]])
    assert len(opened.table.rows) == left
