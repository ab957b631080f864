"""XLSX and ODS: places of cells, what cells hide, and files that are none."""

import datetime
from collections.abc import Callable
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from spreadsheets import ods, xlsx

from pnp.model.problem import LimitError

ROWS = [["id", "name", "power"], ["owl", "The Owl", 3], ["elk", "Two\nlines", 0]]


@pytest.mark.parametrize(("name", "made"), [("cards.xlsx", xlsx), ("cards.ods", ods)])
def test_values_and_places(load, name: str, made: Callable[..., bytes]) -> None:
    game, problems = load(name, made(Cards=ROWS))
    assert problems == []
    owl, elk = game.components["cards"].pieces
    assert (owl.fields["name"], owl.fields["power"], elk.fields["name"]) == ("The Owl", 3, "Two\nlines")
    assert str(elk.span_of("name")) == f"card_data/small/{name}:Cards!B3"


@pytest.mark.parametrize(("name", "made"), [("cards.xlsx", xlsx), ("cards.ods", ods)])
def test_empty_rows_and_columns_before_a_table_move_no_place(load, name: str, made: Callable[..., bytes]) -> None:
    rows = [[], [], ["", "id", "power"], [], ["", "owl", "strong"]]
    assert load(name, made(Cards=rows))[1] == [
        f'{name}:Cards!C5: error PNP020 "power" must be a whole number, not "strong"'
    ]


SHEETS = {"Notes": [["nothing"]], "Cards": ROWS}


@pytest.mark.parametrize(("name", "made"), [("cards.xlsx", xlsx), ("cards.ods", ods)])
def test_a_sheet_is_named_behind_the_file(load_more, name: str, made: Callable[..., bytes]) -> None:
    game, problems = load_more(f"data: '{name}#Cards'", {name: made(**SHEETS)})
    assert problems == [] and len(game.components["cards"].pieces) == 2
    _, problems = load_more(f"data: '{name}#Crads'", {name: made(**SHEETS)})
    assert problems == [f'{name}: error PNP043 there is no sheet "Crads" (did you mean Cards?)']


def test_only_spreadsheets_have_sheets(load_more) -> None:
    _, problems = load_more("data: 'cards.csv#Cards'", {"cards.csv": b"id\nowl\n"})
    assert problems == ['game.yaml:7:11: error PNP001 "cards.csv" has no sheets (only .xlsx and .ods files have)']


def test_figures_as_they_are_meant(load) -> None:
    rows = [["id", "power", "name"], ["owl", 3.0, 0.1 + 0.2], ["elk", 40, True]]
    game, problems = load("cards.xlsx", xlsx(Cards=rows))
    assert problems == []
    assert [piece.fields["power"] for piece in game.components["cards"].pieces] == [3, 40]
    assert [piece.fields["name"] for piece in game.components["cards"].pieces] == ["0.3", "true"]


def test_a_date_is_told(load) -> None:
    rows = [["id", "name"], ["owl", datetime.date(2026, 2, 1)], ["elk", datetime.datetime(2026, 2, 3, 4, 5)]]
    game, problems = load("cards.xlsx", xlsx(Cards=rows))
    hint = '(else give the column the format "Text" and type it again)'
    assert problems == [
        f"cards.xlsx:Cards!B2: warning PNP045 the cell is a date, read as 2026-02-01 {hint}",
        f"cards.xlsx:Cards!B3: warning PNP045 the cell is a date, read as 2026-02-03 04:05:00 {hint}",
    ]
    assert game.components["cards"].pieces[0].fields["name"] == "2026-02-01"


HIDDEN = [["id", "name", "power"], ["owl", "=1/0", 1], ["elk", "=A1", 2], ["fox", "x", 3], ["hen", None, 4]]


def test_cells_that_hide_their_value(load) -> None:
    _, problems = load("cards.xlsx", xlsx(merged="B4:B5", errors={"B2": "#DIV/0!"}, Cards=HIDDEN))
    assert problems == [
        'cards.xlsx:Cards!B2: error PNP044 the cell says "#DIV/0!" instead of a value',
        "cards.xlsx:Cards!B3: error PNP044 the cell has a formula, and no result of it "
        "(open the file in a spreadsheet program and save it)",
        "cards.xlsx:Cards!B4: error PNP044 cells are merged here, and only the first has a value "
        "(unmerge them, and say it in each)",
    ]


def test_what_a_column_hides_that_nobody_reads_is_not_told(load_more) -> None:
    files = {"cards.xlsx": xlsx(errors={"C2": "#REF!"}, Cards=[["id", "name", "sum"], ["owl", "x", "=1/0"]])}
    assert load_more("data: cards.xlsx, other-columns: ignore", files)[1] == []


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("cards.xlsx", b"<html>", "cards.xlsx: error PNP042 this is no XLSX file that can be read "
         "(open it in a spreadsheet program and save it as .xlsx)"),
        ("cards.ods", xlsx(Cards=ROWS), "cards.ods: error PNP042 this is no ODS file that can be read "
         "(open it in a spreadsheet program and save it as .ods)"),
        ("cards.xlsx", ods(Cards=ROWS), "cards.xlsx: error PNP042 this is no XLSX file that can be read "
         "(open it in a spreadsheet program and save it as .xlsx)"),
        ("cards.xlsx", bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600, "cards.xlsx: error PNP042 the file is locked "
         "with a password, or an old .xls file (save it as .xlsx without a password)"),
    ],
)  # fmt: skip
def test_files_that_are_none(load, name: str, content: bytes, line: str) -> None:
    assert load(name, content)[1] == [line]


def changed(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
FAR = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
BLANKS = b'<text:s text:c="2000000000"/>'
EVERYWHERE = b'<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated='
EVERYWHERE += (
    b'"16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>'
)


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("cards.xlsx", changed(xlsx(Cards=ROWS), SHEET, lambda xml: xml.replace(b"</sheetData>", FAR)),
         "cards.xlsx: error PNP019 the table has more than 600,000 cells"),
        ("cards.xlsx", changed(xlsx(Cards=ROWS), SHEET, lambda xml: xml + b" " * 70_000_000),
         "cards.xlsx: error PNP042 the file unpacks to more than a table can be"),
        ("cards.ods", changed(ods(Cards=ROWS), "content.xml", lambda xml: xml.replace(b"</table:table>", EVERYWHERE)),
         "cards.ods: error PNP042 the file unpacks to more than a table can be"),
        ("cards.ods", changed(ods(Cards=ROWS), "content.xml", lambda xml: xml.replace(b"The Owl", BLANKS)),
         "cards.ods: error PNP042 the file unpacks to more than a table can be"),
        ("cards.xlsx", xlsx(Cards=[*ROWS, *[["hen", "Hen", 1]] * 5], texts=["x" * 8_000_000]),
         "cards.xlsx: error PNP042 the file unpacks to more than a table can be"),
    ],
)  # fmt: skip
def test_files_that_would_fill_the_memory(load, name: str, content: bytes, line: str) -> None:
    with pytest.raises(LimitError) as raised:
        load(name, content)
    assert str(raised.value).replace("card_data/small/", "").replace("#Cards", "") == line


def test_documents_in_a_sheet_are_refused(load) -> None:
    entity = b'<!DOCTYPE x [<!ENTITY a "b">]>'
    content = changed(xlsx(Cards=ROWS), SHEET, lambda xml: xml.replace(b"<worksheet", entity + b"<worksheet", 1))
    assert [line.split(" (")[0] for line in load("cards.xlsx", content)[1]] == [
        "cards.xlsx: error PNP042 this is no XLSX file that can be read"
    ]


def test_without_the_library(load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "python_calamine", None)
    assert load("cards.xlsx", xlsx(Cards=ROWS))[1] == [
        "cards.xlsx: error PNP041 cards.xlsx can only be read with python-calamine "
        '(pip install "pnp[tables]", or save it as CSV)'
    ]
