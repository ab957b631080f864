"""XLSX and ODS: places of cells, what cells hide, and files that are none."""

import datetime
import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from facts import facts, list_facts
from spreadsheets import ods, packed, unpacked, xlsx

from pnp.load.spreadsheets import Packed, TooLarge, sheet_names
from pnp.load.table_files import OpenedTable, parse_table
from pnp.load.table_rows import Cell
from pnp.model.problem import LimitError, Problem
from pnp.model.span import column_letters
from pnp.model.values import Unreadable

SAVED = Path(__file__).parent / "libreoffice"
SHEET, BOOK = "xl/worksheets/sheet1.xml", "xl/workbook.xml"
ROWS = [["id", "name", "power"], ["owl", "The Owl", 3], ["elk", "Two\nlines", 0]]


@pytest.mark.parametrize(("name", "made"), [("cards.xlsx", xlsx), ("cards.ods", ods)])
def test_values_and_places(load, name: str, made: Callable[..., bytes]) -> None:
    game, problems = load(name, made(Cards=ROWS))
    assert problems == []
    owl, elk = game.components["cards"].pieces
    assert (owl.fields["name"], owl.fields["power"], elk.fields["name"]) == ("The Owl", 3, "Two\nlines")
    assert str(elk.span_of("name")) == f"card_data/small/{name}:Cards!B3"


@pytest.mark.parametrize("has_places", [True, False])
def test_the_dialect_of_sheets_on_the_web(load, has_places: bool) -> None:
    """Texts in their cells, no shared ones, no styles, names from the root; cells that needn't say their place."""
    with ZipFile(BytesIO(xlsx(Cards=ROWS))) as file:
        parts = {name: file.read(name).decode() for name in file.namelist()}
    del parts["xl/sharedStrings.xml"], parts["xl/styles.xml"]
    relations = parts["xl/_rels/workbook.xml.rels"].replace("worksheets/", "/xl/worksheets/")
    parts["xl/_rels/workbook.xml.rels"] = re.sub('<Relationship [^>]*(?:styles|sharedStrings)"[^>]*>', "", relations)
    parts[SHEET] = parts[SHEET].replace("</sheetData>", '<row r="1000"/></sheetData><drawing r="rId1"/>')
    if not has_places:
        parts[SHEET] = re.sub(' r="[A-Z]?[0-9]+"', "", parts[SHEET])
    game, problems = load("cards.xlsx", packed(parts))
    assert problems == []
    owl, elk = game.components["cards"].pieces
    assert (owl.fields["name"], owl.fields["power"], elk.fields["name"]) == ("The Owl", 3, "Two\nlines")
    assert str(elk.span_of("name")) == "card_data/small/cards.xlsx:Cards!B3"


@pytest.mark.parametrize(("name", "made"), [("cards.xlsx", xlsx), ("cards.ods", ods)])
def test_empty_rows_and_columns_before_a_table_move_no_place(load, name: str, made: Callable[..., bytes]) -> None:
    rows = [[], [], ["", "id", "power"], [], ["", "owl", "strong"]]
    assert load(name, made(Cards=rows))[1] == [
        f"{name}:Cards!C5 PNP020 path=power wanted='a whole number' found=\"strong\""
    ]


SHEETS = {"Notes": [["nothing"]], "Cards": ROWS}


@pytest.mark.parametrize(("name", "made"), [("cards.xlsx", xlsx), ("cards.ods", ods)])
def test_a_sheet_is_named_behind_the_file(load_more, name: str, made: Callable[..., bytes]) -> None:
    game, problems = load_more(f"data: '{name}#Cards'", {name: made(**SHEETS)})
    assert problems == [] and len(game.components["cards"].pieces) == 2
    _, problems = load_more(f"data: '{name}#Crads'", {name: made(**SHEETS)})
    assert problems == [f'{name} PNP043 name="Crads" ~meant=Cards']


def test_only_spreadsheets_have_sheets(load_more) -> None:
    _, problems = load_more("data: 'cards.csv#Cards'", {"cards.csv": b"id\nowl\n"})
    assert problems == ['game.yaml:7:11 PNP001 name="cards.csv"']


@pytest.mark.parametrize("name", ["cards.xls", "cards.fods", "cards.Numbers", "cards.gsheet"])
def test_a_sheet_of_a_kind_that_is_not_read(load_more, name: str) -> None:
    _, problems = load_more(f"data: '{name}#Cards'", {name: b"id\nowl\n"})
    assert problems == [f'game.yaml:7:11 PNP017 name="{name}"']


def numbers() -> bytes:
    return packed({"Index/Document.iwa": "x"})


@pytest.mark.parametrize("name", ["cards.csv", "cards.tsv", "cards.json"])
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(9), "kind='an old .xls file'"),
        (xlsx(Cards=ROWS), "kind=XLSX"),
        ((SAVED / "cards.ods").read_bytes(), "kind=ODS"),
        (numbers(), "kind=Numbers"),
    ],
)
def test_a_spreadsheet_called_like_a_text(name: str, data: bytes, told: str) -> None:
    problems: list[Problem] = []
    with pytest.raises(Unreadable):
        parse_table(data, name, "", problems)
    assert list_facts(problems) == [f"{name} PNP042 {told}"]


@pytest.mark.parametrize("name", ["cards.csv", "cards.json"])
@pytest.mark.parametrize(
    "data",
    [
        b"<!DOCTYPE html>\n<html><head><title>Cards</title>",
        b"\xef\xbb\xbf\n <html lang=de>",
        b'<?xml version="1.0"?>\n<!-- saved, from --><!doctype  HTML PUBLIC "-//W3C//DTD">',
    ],
)
def test_a_web_page_called_like_a_text(name: str, data: bytes) -> None:
    problems: list[Problem] = []
    with pytest.raises(Unreadable):
        parse_table(data, name, "", problems)
    assert list_facts(problems) == [f"{name} PNP042"]


def test_a_table_may_speak_of_web_pages() -> None:
    problems: list[Problem] = []
    parse_table(b"id,name\nowl,<html>\n", "cards.csv", "", problems)
    assert problems == []


def test_a_sheet_with_macros_is_read_without_them(load) -> None:
    game, problems = load("cards.xlsm", xlsx(Cards=ROWS))
    assert problems == []
    assert str(game.components["cards"].pieces[1].span_of("name")) == "card_data/small/cards.xlsm:Cards!B3"


def test_figures_as_they_are_meant(load) -> None:
    rows = [["id", "power", "name"], ["owl", 3.0, 0.1 + 0.2], ["elk", 40, True]]
    game, problems = load("cards.xlsx", xlsx(Cards=rows))
    assert problems == []
    assert [piece.fields["power"] for piece in game.components["cards"].pieces] == [3, 40]
    assert [piece.fields["name"] for piece in game.components["cards"].pieces] == ["0.3", "true"]


def test_a_date_is_told(load) -> None:
    rows = [["id", "name"], ["owl", datetime.date(2026, 2, 1)], ["elk", datetime.datetime(2026, 2, 3, 4, 5)]]
    game, problems = load("cards.xlsx", xlsx(Cards=rows))
    assert problems == [
        "cards.xlsx:Cards!B2 PNP045 text=2026-02-01",
        "cards.xlsx:Cards!B3 PNP045 text='2026-02-03 04:05:00'",
    ]
    assert game.components["cards"].pieces[0].fields["name"] == "2026-02-01"


HIDDEN = [["id", "name", "power"], ["owl", "=1/0", 1], ["elk", "=A1", 2], ["fox", "x", 3], ["hen", None, 4]]


def test_cells_that_hide_their_value(load) -> None:
    _, problems = load("cards.xlsx", xlsx(merged="B4:B5", errors={"B2": "#DIV/0!"}, Cards=HIDDEN))
    assert problems == [
        'cards.xlsx:Cards!B2 PNP044 error="#DIV/0!"',
        "cards.xlsx:Cards!B3 PNP044",
        "cards.xlsx:Cards!B4 PNP044",
    ]


def test_what_a_column_hides_that_nobody_reads_is_not_told(load_more) -> None:
    files = {"cards.xlsx": xlsx(errors={"C2": "#REF!"}, Cards=[["id", "name", "sum"], ["owl", "x", "=1/0"]])}
    assert load_more("data: cards.xlsx, other-columns: ignore", files)[1] == []


OLD = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("cards.xlsx", b"<html>", 'cards.xlsx PNP042 kind=XLSX'),
        ("cards.ods", xlsx(Cards=ROWS), 'cards.ods PNP042 kind=ODS'),
        ("cards.xlsx", ods(Cards=ROWS), 'cards.xlsx PNP042 kind=XLSX'),
        ("cards.xlsx", OLD, 'cards.xlsx PNP042'),
        ("cards.xlsx", OLD + "EncryptedPackage".encode("utf-16-le"), "cards.xlsx PNP042"),
        ("cards.ods", packed({"META-INF/manifest.xml": "<manifest:encryption-data/>", "content.xml": "-"}),
         "cards.ods PNP042"),
    ],
)  # fmt: skip
def test_files_that_are_none(load, name: str, content: bytes, line: str) -> None:
    assert load(name, content)[1] == [line]


AS_TOLD = {
    "A6": "PNP044",
    "C2 C3": "PNP066 how='as a percentage' text={}",
    "D2": "PNP066 how='with more than its digits' text={}",
    "E2 F2": "PNP045 text={}",
    "E3": "PNP045 text='{}'",
    "I3": "PNP066 how='with zeros before it' text={}",
    "K2": "PNP066 how='as a fraction' text={}",
    "L3": 'PNP044 error="#DIV/0!"',
    "M3": 'PNP044 error="#N/A"',
}


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods"])
def test_what_libreoffice_saves(name: str) -> None:
    """Percent, money, dates, comments, rich text, formulas, hidden, merged and repeated rows, a million empty ones."""
    opened = parse_table((SAVED / name).read_bytes(), name, "Cards", [])
    assert isinstance(opened, OpenedTable)
    header, *rows = [[cell.text for cell in row] for row in (opened.table.header, *opened.table.rows)]
    assert [cell for cell in header if cell] == [
        *("Name", "Qty", "Percent", "Money", "When", "At", "Flag", "Text", "Lead", "Comma", "Frac", "Sum", "Txt")
    ]
    empty = [""] * 8
    assert rows == [
        ["Owl", "2", "0.5", "3.5", "2026-02-01", "04:05:00", "true", "Draw two cards  now,\nor link.", "007", "1,5",
         "0.5", "4", "Owl!"],
        ["Elk", "1", "0.07", "", "2026-02-01 04:05:00", "", "false", "12", "7", "1.25", "", "", ""],
        ["Hidden", "", "1", "", "", *empty],
        ["Filtered", "1", "", "", "", *empty],
        ["Merged", "1", "", "", "", *empty],
        ["", "1", "", "", "", *empty],
        *[["Same", "1", "1", "1", "1", *empty]] * 3,
    ]  # fmt: skip
    noted = [cell for row in opened.table.rows for cell in row if cell.note]
    told = {
        place: f"{name}:Cards!{place} " + says.format(_text(noted, place))
        for at, says in AS_TOLD.items()
        for place in at.split()
    }
    assert {_name(cell): facts(cell.note) for cell in noted if cell.note} == told


def _name(cell: Cell) -> str:
    return f"{column_letters(cell.mark.column + 1)}{cell.mark.line + 1}"


def _text(cells: list[Cell], name: str) -> str:
    return next((cell.text for cell in cells if _name(cell) == name), "")


def test_hidden_sheets_come_last() -> None:
    assert sheet_names((SAVED / "cards.ods").read_bytes(), "cards.ods") == ("Cards", "Sheet3", "Plans")


def test_results_that_no_program_has_computed(load) -> None:
    """XlsxWriter writes 0 for them, and that they want computing."""
    content = xlsx(Cards=[["id", "name"], ["owl", "=A1"]])
    content = change(content, SHEET, lambda xml: xml.replace(b"<v></v>", b"<v>0</v>"))
    assert load("cards.xlsx", content)[1] == []
    content = change(content, BOOK, lambda xml: xml.replace(b"</workbook>", b'<calcPr fullCalcOnLoad="1"/></workbook>'))
    assert load("cards.xlsx", content)[1] == ["cards.xlsx:Cards!B2 PNP044"]


@pytest.mark.parametrize("formula", [b"", b"<f>A1</f>"])
def test_cells_with_nothing_but_a_colour_are_no_part_of_the_table(load, formula: bytes) -> None:
    far = b'<row r="99"><c r="A99">' + formula + b'<v>3</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>'
    content = change(xlsx(Cards=ROWS), SHEET, lambda xml: xml.replace(b"</sheetData>", far + b"</sheetData>"))
    game, problems = load("cards.xlsx", content)
    assert problems == [] and [piece.id for piece in game.components["cards"].pieces] == ["owl", "elk", "3"]


def test_numbers_that_are_shown_otherwise_are_told(load) -> None:
    rows = [["id", "name", "power"], ["owl", "x", 7], ["elk", "y", 8]]
    styles = b'<numFmts><numFmt numFmtId="165" formatCode="000"/></numFmts><cellXfs><xf numFmtId="165"/>'
    content = change(xlsx(Cards=rows), "xl/styles.xml", lambda xml: xml.replace(b"<cellXfs>", styles))
    content = change(content, SHEET, lambda xml: xml.replace(b'r="C2"', b'r="C2" s="0"'))
    assert load("cards.xlsx", content)[1] == ["cards.xlsx:Cards!C2 PNP066 how='with zeros before it' text=7"]


def change(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(BytesIO(data)) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(old.read(name)) if name == part else old.read(name))
    return out.getvalue()


FAR = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
BLANKS = b'<text:s text:c="2000000000"/>'
EVERYWHERE = b'<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated='
EVERYWHERE += (
    b'"16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>'
)


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("cards.xlsx", change(xlsx(Cards=ROWS), SHEET, lambda xml: xml.replace(b"</sheetData>", FAR)),
         'cards.xlsx PNP019 most=600,000'),
        ("cards.xlsx", change(xlsx(Cards=ROWS), SHEET, lambda xml: xml + b" " * 70_000_000), 'cards.xlsx PNP042'),
        ("cards.ods", change(ods(Cards=ROWS), "content.xml", lambda xml: xml.replace(b"</table:table>", EVERYWHERE)),
         'cards.ods PNP042'),
        ("cards.ods", change(ods(Cards=ROWS), "content.xml", lambda xml: xml.replace(b"The Owl", BLANKS)),
         'cards.ods PNP042'),
        ("cards.xlsx", xlsx(Cards=[*ROWS, *[["hen", "Hen", 1]] * 5], texts=["x" * 8_000_000]), 'cards.xlsx PNP042'),
    ],
)  # fmt: skip
def test_files_that_would_fill_the_memory(load, name: str, content: bytes, line: str) -> None:
    with pytest.raises(LimitError) as raised:
        load(name, content)
    assert facts(str(raised.value)).replace("card_data/small/", "").replace("#Cards", "") == line


def test_documents_in_a_sheet_are_refused(load) -> None:
    entity = b'<!DOCTYPE x [<!ENTITY a "b">]>'
    content = change(xlsx(Cards=ROWS), SHEET, lambda xml: xml.replace(b"<worksheet", entity + b"<worksheet", 1))
    assert load("cards.xlsx", content)[1] == ["cards.xlsx PNP042 kind=XLSX"]


PARTS = {  # as other programs than Excel call them
    "xl/sharedStrings.xml": ["xl/SharedStrings.xml", "xl/text/strings.xml", "xl\\sharedStrings.xml"],
    "xl/styles.xml": ["xl/Styles.xml", "xl/looks/all.xml", "xl\\styles.xml"],
    "xl/worksheets/sheet1.xml": ["xl/WorkSheets/Sheet1.xml", "xl/cards.xml", "xl\\worksheets\\sheet1.xml"],
}


@pytest.mark.parametrize("way", range(3), ids=["capitals", "places", "Windows"])
def test_parts_that_are_called_otherwise(way: int, load) -> None:
    """Their links name them; capitals and the way of paths make no other names."""
    rows = [["id", "name", "power"], ["owl", datetime.date(2026, 2, 1), 3]]
    whole = xlsx(Cards=rows, texts=["id", "name", "power", "owl"])
    parts = {name: content.decode() for name, content in unpacked(whole).items()}
    renamed = {old: new[way] for old, new in PARTS.items()}
    if way == 1:
        for old, new in renamed.items():
            links = parts["xl/_rels/workbook.xml.rels"]
            assert old[3:] in links
            parts["xl/_rels/workbook.xml.rels"] = links.replace(old[3:], new[3:])
    game, problems = load("cards.xlsx", packed({renamed.get(name, name): text for name, text in parts.items()}))
    assert problems == ["cards.xlsx:Cards!B2 PNP045 text=2026-02-01"], "it is a date, by its style"
    assert game.components["cards"].pieces[0].fields["name"] == "2026-02-01"


@pytest.mark.parametrize("book", [xlsx, ods])
def test_the_first_sheet_with_something_in_it(book, load) -> None:
    data = book(Empty=[], Cards=ROWS)
    game, problems = load("cards.xlsx" if book is xlsx else "cards.ods", data)
    assert problems == []
    assert len(game.components["cards"].pieces) == len(ROWS) - 1


def test_a_book_of_empty_sheets_has_no_pieces(load) -> None:
    _, problems = load("cards.xlsx", xlsx(One=[], Two=[]))
    assert problems == ["cards.xlsx:One!A1 PNP102"]


def test_errors_of_a_sheet_that_says_no_places() -> None:
    parts = {
        name: data.decode()
        for name, data in unpacked(xlsx(errors={"B2": "#REF!"}, Cards=[["id", "name"], ["owl", "=x"]])).items()
    }
    parts[SHEET] = re.sub(' r="[A-Z]?[0-9]+"', "", parts[SHEET])
    opened = parse_table(packed(parts), "cards.xlsx", "", [])
    assert isinstance(opened, OpenedTable)
    assert [str(cell.note).partition(":")[2][:9] for row in opened.table.rows for cell in row if cell.note] == [
        "Cards!B2:"
    ]


def test_long_shared_texts_that_no_cell_has_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pnp.load.spreadsheets._LETTERS", 20_000)
    ids = [f"a{number}" for number in range(100)]
    data = xlsx(Cards=[["id", "name"], *[[id, "x"] for id in ids]], texts=["y" * 500, "x", "id", "name", *ids])
    opened = parse_table(data, "cards.xlsx", "", [])
    assert isinstance(opened, OpenedTable)
    assert len(opened.table.rows) == 100


def test_blanks_that_a_sheet_repeats_again_and_again(load) -> None:
    blanks = '<text:p><text:s text:c="100000"/></text:p>'
    row = f'<table:table-row table:number-rows-repeated="1000"><table:table-cell office:value-type="string">{blanks}'
    parts = {name: data.decode() for name, data in unpacked(ods(Cards=[["id"], ["owl"]])).items()}
    more = f"{row}</table:table-cell></table:table-row></table:table>"
    parts["content.xml"] = parts["content.xml"].replace("</table:table>", more)
    with pytest.raises(LimitError):
        load("cards.ods", packed(parts))


@pytest.mark.parametrize("less", [0, 1])
def test_limits_of_archives_are_met_exactly(less: int, monkeypatch: pytest.MonkeyPatch) -> None:
    data = xlsx(Cards=[["id"], ["owl"]])
    parts = unpacked(data)
    monkeypatch.setattr("pnp.load.spreadsheets._UNPACKED", sum(map(len, parts.values())) - less)
    archive = Packed(data)
    if less:
        with pytest.raises(TooLarge):
            [archive.unpack(name) for name in parts]
    else:
        assert all(archive.unpack(name) for name in parts)
    monkeypatch.setattr("pnp.load.spreadsheets._MEMBERS", len(parts) - less)
    if less:
        with pytest.raises(TooLarge):
            Packed(data)
    else:
        Packed(data)


def test_a_panic_of_the_library_is_a_file_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class PanicException(BaseException):
        """The exception in which a panic of Rust arrives."""

    def panic(*_: object) -> None:
        raise PanicException

    monkeypatch.setattr("python_calamine.load_workbook", panic)
    problems: list[Problem] = []
    with pytest.raises(Unreadable):
        parse_table(xlsx(Cards=ROWS), "cards.xlsx", "", problems)
    assert [problem.code for problem in problems] == ["PNP042"]


@pytest.mark.parametrize(
    ("value", "text"), [(1e300, "1e+300"), (1e15, "1000000000000000"), (5e-7, "0.0000005"), (2.5, "2.5")]
)
def test_very_large_and_very_small_figures(value: float, text: str) -> None:
    opened = parse_table(xlsx(Cards=[["id", "n"], ["owl", value]]), "cards.xlsx", "", [])
    assert isinstance(opened, OpenedTable)
    assert opened.table.rows[0][1].text == text
