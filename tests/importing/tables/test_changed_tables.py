"""What is said of a table that has changed: rows that came and went, cells that changed."""

from collections import Counter

import pytest

from pnp.importing.tables.fetching import changes_between
from pnp.load.table_files import OpenedTable, parse_table
from pnp.load.table_rows import TableRows

OLD = "id,name,cost\nowl,Owl,2\nfox,Fox,3\n"


def table(text: str) -> TableRows:
    opened = parse_table(text.encode(), "cards.csv", "", [])
    assert isinstance(opened, OpenedTable)
    return opened.table


@pytest.mark.parametrize(
    ("new", "lines"),
    [
        (OLD, []),
        ("id,name,cost\nfox,Fox,3\nowl,Owl,2\n", []),
        ("name,id,cost\nOwl,owl,2\nFox,fox,3\n", []),
        (OLD + "elk,Elk,1\n", ['+ "elk" Elk, 1']),
        ("id,name,cost\nowl,Owl,2\n", ['- "fox"']),
        ("id,name,cost\nowl,Old Owl,1\nfox,Fox,3\n", ['~ "owl" name: "Owl" → "Old Owl", cost: "2" → "1"']),
        ("id,name,cost\nowl,Owl\nfox,Fox,3\n", ['~ "owl" cost: "2" → ""']),
        ("id,name,price\nowl,Owl,2\nfox,Fox,3\n", ['- column "cost"', '+ column "price"']),
    ],
)
def test_by_id(new: str, lines: list[str]) -> None:
    found = changes_between(table(OLD), table(new))
    assert found == lines


def test_by_the_column_that_is_named() -> None:
    old, new = table("No,name\n1,Owl\n2,Owl\n"), table("No,name\n1,Owl\n2,Elk\n")
    assert changes_between(old, new, "No") == ['~ "2" name: "Owl" → "Elk"']


def test_by_the_first_column_that_tells_rows_apart() -> None:
    old, new = table("kind,card\na,Owl\na,Fox\n"), table("kind,card\na,Owl\nb,Fox\n")
    assert changes_between(old, new) == ['~ "Fox" kind: "a" → "b"']


def test_where_nothing_tells_rows_apart() -> None:
    old, new = table("kind,cost\na,1\na,1\na,2\n"), table("kind,cost\na,1\na,2\na,2\n")
    assert changes_between(old, new) == ["+ a, 2", "- a, 1"]


def test_counts() -> None:
    found = changes_between(table(OLD), table("id,name,cost\nowl,Owl,5\nelk,Elk,1\nant,Ant,1\n"))
    assert Counter(line[0] for line in found) == {"+": 2, "-": 1, "~": 1}


def test_long_values_are_shortened() -> None:
    (line,) = changes_between(table("id,text\na,x\n"), table(f"id,text\na,{'y ' * 99}\n"))
    assert line == f'~ "a" text: "x" → "{"y " * 19}y…"'


def test_a_new_row_that_ends_before_the_column_of_ids() -> None:
    before, after = (
        parse_table(text, "cards.csv", "", []) for text in (b"id,no\na,1\nb,2\n", b"name,no,id\nx,1,a\ny,2\n")
    )
    assert isinstance(before, OpenedTable)
    assert isinstance(after, OpenedTable)
    assert changes_between(before.table, after.table, "id")
