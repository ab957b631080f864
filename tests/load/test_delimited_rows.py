"""Tables: cells with their places, and what can be wrong with them."""

import pytest

from pnp.load import limits
from pnp.load.table_rows import Cell, CellPlace, split_rows
from pnp.model.problem import LimitError


def cells(text: str) -> list[list[tuple[str, int, int]]]:
    return [[(cell.text, cell.mark.line, cell.mark.column) for cell in row] for row in split_rows(text)]


def test_cells_know_where_they_are() -> None:
    assert cells('a, b ,"c"\n\n "x ""y""\nz" ,,d\n') == [
        [("a", 0, 0), ("b", 0, 3), ("c", 0, 6)],
        [('x "y"\nz', 2, 1), ("", 3, 4), ("d", 3, 5)],
    ]


def test_quotes_inside_a_bare_cell_are_text() -> None:
    assert cells('5" disk,"x"') == [[('5" disk', 0, 0), ("x", 0, 8)]]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(load, end: str) -> None:
    game, problems = load("cards.csv", end.join(["id,name,tags", 'owl,"one', 'two",a;b', "elk,x,c"]))
    assert problems == []
    owl, elk = game.components["cards"].pieces
    assert (owl.fields["name"], owl.fields["tags"], elk.fields["tags"]) == ("one\ntwo", ("a", "b"), ("c",))
    assert (owl.places["tags.1"], elk.places["name"]) == ((3, 8), (4, 5))


def test_items_of_a_list_keep_their_places(load) -> None:
    game, problems = load("cards.csv", 'id,tags\nowl," one; two;;\nthree "\n')
    assert problems == []
    (owl,) = game.components["cards"].pieces
    assert owl.fields["tags"] == ("one", "two", "three")
    assert [owl.places[f"tags.{n}"] for n in range(3)] == [(2, 7), (2, 12), (3, 1)]


@pytest.mark.parametrize(
    ("table", "lines"),
    [
        ("id,name\nowl,Flip one, then draw\n", [
            "2:15: error PNP018 3 cells, but only 2 columns (a text with a comma needs quotes)",
        ]),
        ("id,name\nowl,x,,\n", []),
        ("id,name,\nowl,x,y\n", ['2:7: error PNP018 "y" stands in a column without a name']),
        ("id,nmae\nowl,x\n", ['1:4: error PNP030 unknown column "nmae" (did you mean name?)']),
        ("id,name,name\nowl,x,y\n", ['1:9: error PNP031 "name" is given twice (delete one) [cards.csv:1:4]']),
        ("id,emblem\nowl,x\n", ['1:4: error PNP030 unknown column "emblem" (did you mean emblem.field?)']),
        ("id,rows\nowl,x\n", [
            '1:4: error PNP018 "rows" is a list of records, which no cell can hold '
            "(write these pieces as YAML or JSON)",
        ]),
        ("name,ID\nx,owl\n", [
            '1:6: error PNP018 the first line has no column "id" (write ID as id, or columns: {id: ID})',
        ]),
        ("id,name,power\nowl,x\nelk,y,3\n", [
            "2:1: error PNP028 2 cells for 3 columns (a comma stands between all cells, also empty ones)",
        ]),
        ("id,name,power\nowl,Hoo, hoo,\nelk,y,3\n", [
            "2:1: error PNP028 4 cells for 3 columns (a text with a comma needs quotes)",
        ]),
        ("id,name,,\nowl,x\nelk,y,,\n", []),
        ("name\nowl\n", [
            '1:1: error PNP018 the first line has no column "id" '
            "(it names the fields; id: auto makes ids of what the pieces are called)",
        ]),
        ("id;name;power\nowl;x\n", [
            "2:1: error PNP028 2 cells for 3 columns (a semicolon stands between all cells, also empty ones)",
        ]),
        ("id\tname\nowl\tx\ty\n", [
            "2:7: error PNP018 3 cells, but only 2 columns (a text with a tab needs quotes)",
        ]),
        ('id,name\nowl,"x\n', ["2:5: error PNP018 the quote opened here is never closed"]),
        ('id,name\nowl,"x"y\n', ["2:8: error PNP018 text behind the closing quote (double a quote in a cell)"]),
        ("id,power\nowl,strong\n", ['2:5: error PNP020 "power" must be a whole number, not "strong"']),
        ("id,copies\nowl,0\nfox,x3\nelk,100000\n", [
            "2:5: warning PNP065 0 copies: this row is left out (delete the row, or write 1)",
            '3:5: warning PNP065 "x3" is read as 3 (write 3)',
            '4:5: error PNP021 "copies" is out of range: 100000 (1 to 999)',
        ]),
        ("id,name\n,x\n", ['2:1: error PNP032 "id" is missing']),
        ("id\nowl\nowl\n", ['3:1: error PNP101 "owl" is given twice (write it once, with copies: 2) [cards.csv:2:1]']),
    ],
)  # fmt: skip
def test_mistakes_in_tables(load, table: str, lines: list[str]) -> None:
    assert load("cards.csv", table)[1] == [f"cards.csv:{line}" for line in lines]


def test_cells_are_counted(load) -> None:
    with pytest.raises(LimitError, match=r"cards.csv:1:1: error PNP019 the table has more than 600,000 cells$"):
        load("cards.csv", "id" + "," * (limits.NODES + 1))


def test_files_of_other_kinds(load) -> None:
    _, problems = load("cards.xls", "x")
    assert problems == [
        'game.yaml:9:11: error PNP017 "cards.xls" is no file that pieces can be read from '
        "(open it in a spreadsheet program and save it as .xlsx)"
    ]


def test_places_within_a_quoted_cell_of_several_lines() -> None:
    cell = Cell("\nab", CellPlace(1, 2), True)
    assert (cell.mark_of(1), cell.mark_of(2)) == (CellPlace(2, 0), CellPlace(2, 1))
