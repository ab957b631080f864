"""Tables: cells with their places, and what can be wrong with them."""

import pytest
from facts import facts

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
        ("id,name\nowl,Flip one, then draw\n", ['2:15 PNP018 cells=3 columns=2']),
        ("id,name\nowl,x,,\n", []),
        ("id,name,\nowl,x,y\n", ['2:7 PNP018 text="y"']),
        ("id,nmae\nowl,x\n", ['1:4 PNP030 heading="nmae" ~meant=name']),
        ("id,name,name\nowl,x,y\n", ['1:9 PNP031 name="name" ~origin=cards.csv:1:4']),
        ("id,emblem\nowl,x\n", ['1:4 PNP030 heading="emblem" ~meant=emblem.field']),
        ("id,rows\nowl,x\n", ['1:4 PNP018 heading="rows" items=record']),
        ("name,ID\nx,owl\n", ['1:6 PNP018 path=id']),
        ("id,name,power\nowl,x\nelk,y,3\n", ['2:1 PNP028 cells=2 columns=3']),
        ("id,name,power\nowl,Hoo, hoo,\nelk,y,3\n", ['2:1 PNP028 cells=4 columns=3']),
        ("id,name,,\nowl,x\nelk,y,,\n", []),
        ("name\nowl\n", ['1:1 PNP018 path=id']),
        ("id;name;power\nowl;x\n", ['2:1 PNP028 cells=2 columns=3']),
        ("id\tname\nowl\tx\ty\n", ['2:7 PNP018 cells=3 columns=2']),
        ('id,name\nowl,"x\n', ['2:5 PNP018']),
        ('id,name\nowl,"x"y\n', ['2:8 PNP018']),
        ("id,power\nowl,strong\n", ['2:5 PNP020 path=power wanted=\'a whole number\' found="strong"']),
        ("id,copies\nowl,0\nfox,x3\nelk,100000\n", [
            '2:5 PNP065',
            '3:5 PNP065 text="x3" copies=3',
            '4:5 PNP021 path=copies value=100000',
        ]),
        ("id,name\n,x\n", ['2:1 PNP032 within=id']),
        ("id\nowl\nowl\n", ['3:1 PNP101 id="owl" ~origin=cards.csv:2:1']),
    ],
)  # fmt: skip
def test_mistakes_in_tables(load, table: str, lines: list[str]) -> None:
    assert load("cards.csv", table)[1] == [f"cards.csv:{line}" for line in lines]


def test_cells_are_counted(load) -> None:
    with pytest.raises(LimitError) as raised:
        load("cards.csv", "id" + "," * (limits.NODES + 1))
    assert facts(str(raised.value)) == "card_data/small/cards.csv:1:1 PNP019 most=600,000"


def test_files_of_other_kinds(load) -> None:
    _, problems = load("cards.xls", "x")
    assert problems == ['game.yaml:9:11 PNP017 name="cards.xls"']


def test_places_within_a_quoted_cell_of_several_lines() -> None:
    cell = Cell("\nab", CellPlace(1, 2), True)
    assert (cell.mark_of(1), cell.mark_of(2)) == (CellPlace(2, 0), CellPlace(2, 1))
