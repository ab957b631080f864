"""`pnp new --from cards.xlsx`: a spreadsheet becomes a game that prints, in a few commands."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from facts import read_facts
from forty_cards import as_rows, forty_cards
from saying import Result, Run
from spreadsheets import Formula, ods, xlsx

SAID = """\
card_data/harbor
layouts/harbor
cards.xlsx is XLSX, sheet "Cards": 40 cards, 60 with copies, as it seems
  Card Name       name: what cards are called, and their ids are made of (id: auto)
  Kind            kind: a short text
  Cost            cost: a number, in the corner
  Qty             how often each is printed
  Card Text       card_text: a text
  Weight          weight: a short text
  Note to myself  left out: nothing in it
  [coin], [heart]: icons, simple drawings in card_data/harbor/art/icons
  sheet "Deutsch": the same in the language de, in card_data/harbor/locale/de.po
Build it: pnp build harbor · begin with card_data/harbor/game.yaml
Then: pnp build harbor --watch builds again whenever you save · pnp schema harbor lets editors complete
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def texts(path: str) -> list[str]:
    """Return the text of each page."""
    document = pypdfium2.PdfDocument(path)
    return [document[number].get_textpage().get_text_range() for number in range(len(document))]


def errors(result: Result) -> list[str]:
    """Return the facts of a command's errors, and what shows that it broke."""
    found = [str(each) for each in read_facts(result.err) if each.severity == "error"]
    return found + [line for line in result.notices if "Traceback" in line]


def test_forty_cards_to_a_pdf_with_backs_in_both_languages(here: Path, run: Run) -> None:
    """As docs/data.md tells it: four commands and an edit."""
    (here / "cards.xlsx").write_bytes(forty_cards())
    made = run("new", "harbor", "--from", "cards.xlsx")
    assert (made.code, made.out, made.err) == (0, SAID, "")
    game = here / "card_data/harbor/game.yaml"
    game.write_text(game.read_text().replace("title: Harbor", "title: The Old Harbor"))
    built = run("build", "harbor", "--sides", "duplex")
    assert (built.code, errors(built)) == (0, [])
    assert built.out == "output/harbor/en/harbor-low-a4-duplex.pdf: 16 pages on 8 sheets, 60 pieces, 82 cuts\n"
    pages = texts("output/harbor/en/harbor-low-a4-duplex.pdf")
    assert "Amber Bridge" in pages[2] and "0,5 kg" in pages[2]
    assert pages[3].count("The Old") >= 9, "backs"
    german = run("build", "harbor", "--sides", "duplex", "--lang", "de", "--ink", "full")
    assert (german.code, errors(german)) == (0, [])
    page = texts("output/harbor/de/harbor-full-a4-duplex.pdf")[2]
    assert "Bernsteinbrücke" in page and "Gewicht" in page and "Amber" not in page


def test_what_is_written_is_right(here: Path, run: Run) -> None:
    table = forty_cards()
    (here / "cards.xlsx").write_bytes(table)
    run("new", "harbor", "--from", "cards.xlsx")
    checked = run("check", "harbor")
    assert (checked.code, errors(checked)) == (0, [])
    assert (here / "card_data/harbor/cards.xlsx").read_bytes() == table
    assert (here / "card_data/harbor/game.yaml").read_text().splitlines()[7:] == [
        "  cards:",
        "    size: poker                  # 63 x 88 mm",
        "    shape: rounded",
        "    bleed: 1mm               # how far it is printed beyond the cut",
        "    front: card.xml.j2",
        "    back: back.xml.j2",
        "    data: cards.xlsx#Cards",
        "    id: auto                 # made of the names",
        "    columns:                 # field: what its column is called",
        "      name: Card Name",
        "      kind: Kind",
        "      cost: Cost",
        "      copies: Qty",
        "      card_text: Card Text",
        "      weight: Weight",
        "    other-columns: ignore",
        "    fields:",
        "      name: {type: text, required: true, translatable: true}",
        "      kind: {type: text, translatable: true}",
        "      cost: integer",
        "      card_text: {type: text, translatable: true}",
        "      weight: {type: text, translatable: true}",
    ]


def test_a_table_called_as_its_game_has_cards(here: Path, run: Run) -> None:
    (here / "Nacht-Markt.csv").write_text(
        "Name;Text\nFuchs;Nimm eine Karte und lege sie ab, dann ist der nächste dran.\n", encoding="utf-8"
    )
    made = run("new", "nacht-markt", "--from", "Nacht-Markt.csv")
    assert (made.code, made.err) == (0, "")
    game = (here / "card_data/nacht-markt/game.yaml").read_text(encoding="utf-8")
    assert "components:\n  cards:\n    title: Karten\n" in game


def as_csv(separator: str) -> bytes:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(as_rows())
    return out.getvalue().encode()


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("My Cards (v2).CSV", as_csv(";")),
        ("cards.tsv", as_csv("\t")),
        ("cards.ods", ods(Cards=as_rows())),
        ("game.json", b'[{"name": "Owl", "text": "Hoo."}, {"name": "Fox", "text": "Yip."}]'),
    ],
)
def test_other_kinds_of_tables(name: str, data: bytes, here: Path, run: Run) -> None:
    (here / name).write_bytes(data)
    assert run("new", "mine", "--from", name).code == 0
    built = run("build", "mine", "--sides", "duplex")
    assert (built.code, errors(built)) == (0, [])


STRANGE = [
    ["ID", "Übername", "Größe", "", "Tag\nund Nacht", "Angriff", "Ist rar", "Orte", "Regel", "Text {alt}", "Bild"],
    [
        "a-1",
        "Größter & <Bester> {{ 7*7 }}",
        "1,5",
        "x",
        "2",
        -3,
        True,
        "Wald; See",
        "100 % *sicher*",
        "{T}: #1",
        "a.png",
    ],
    ["a-2", "It's 5 o'clock [nope", "2,5", "", "3", 4, "Berg", "[Coin] [two words]", 'He said "no" \\', "a.png"],
    ["a-3", "-1+1", "", "", "", 12, True, "", "", "", ""],
]


def test_a_strange_table_still_makes_a_game_that_builds(here: Path, run: Run) -> None:
    (here / "a.png").write_bytes(PNG)
    (here / "strange.xlsx").write_bytes(xlsx(**{"Blatt 1": STRANGE, "Notes": [["to do"], ["everything"]]}))
    made = run("new", "strange", "--from", "strange.xlsx")
    assert (made.code, made.err) == (0, "")
    assert 'sheet "Notes": left out' in made.out
    built = run("build", "strange", "--sides", "duplex", "--draft")
    assert errors(built) == []
    assert (here / "card_data/strange/a.png").read_bytes() == PNG


def test_other_numbers_are_no_translation_and_none_leave_a_card_out(here: Path, run: Run) -> None:
    english = [["Name", "Power", "Card cost", "Qty", "Notes"], ["Owl", 9, 1, 0, "x"], ["Fox", 8, 2, "3x", ""]]
    german = [["Name", "Kraft", "Kosten", "Anzahl"], ["Eule", 5, 7, 0], ["Fuchs", 6, 7, 4]]
    (here / "cards.xlsx").write_bytes(xlsx(Cards=english, Deutsch=german))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert made.code == 0
    assert made.out.splitlines()[2:-2] == [
        'cards.xlsx is XLSX, sheet "Cards": 1 card, 3 with copies, as it seems',
        "  Name       name: what cards are called, and their ids are made of (id: auto)",
        "  Power      power: a number, at the bottom",
        "  Card cost  card_cost: a number, in the corner",
        "  Qty        how often each is printed",
        '    row 2: "0", left out',
        '    row 3: "3x", read as 3',
        "  Notes      left out: notes to oneself; to print them: a field in game.yaml, a place in the template",
        '  sheet "Deutsch": left out, as a translation: no column has the same numbers; '
        '--from "cards.xlsx#Deutsch" makes a game of it',
    ]
    checked = run("check", "mine")
    assert (checked.code, [each[1:3] for each in read_facts(checked.err)]) == (0, [("warning", "PNP065")] * 2)
    assert not (here / "card_data/mine/locale").exists()


def test_what_is_no_card_is_left_out_and_said(here: Path, run: Run) -> None:
    rows = [["My cards, v7", None, None], ["Name", "Qty", "Card\ntext"], ["Owl", 2, "Hoo."], ["Fox", 3, "Yip."]]
    (here / "cards.xlsx").write_bytes(xlsx(Cards=[*rows, ["Total", 5, None]], merged="A1:C1"))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert (made.code, made.err) == (0, "")
    assert made.out.splitlines()[2:8] == [
        'cards.xlsx is XLSX, sheet "Cards": 2 cards, 5 with copies, as it seems',
        '  row 1: row 2 looks like the headings, so "My cards, v7" above it is left out',
        '  row 5: "Total" is a row of totals, and left out',
        "  Name       name: what cards are called, and their ids are made of (id: auto)",
        "  Qty        how often each is printed",
        "  Card text  card_text: a short text",
    ]
    checked = run("check", "mine")
    assert (checked.code, errors(checked)) == (0, [])
    assert [(each.severity, each.code[:5]) for each in read_facts(checked.err)] == [("warning", "PNP06")] * 2


def test_no_more_columns_than_a_card_has_room_for(here: Path, run: Run) -> None:
    figures = {f"Figure of merit {number}": number for number in range(1, 12)}
    texts = {f"Text {number}": "Draw a card, then discard another, and so on." for number in range(1, 9)}
    rows = [["Name", *figures, *texts], *[[name, *figures.values(), *texts.values()] for name in ("Owl", "Fox")]]
    (here / "cards.xlsx").write_bytes(xlsx(Cards=rows))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert made.out.count("left out: no room for so many on a card") == 1 + 2
    built = run("build", "mine")
    assert (built.code, errors(built)) == (0, [])


def test_what_is_wrong_with_the_table_is_told_at_once(here: Path, run: Run) -> None:
    (here / "cards.csv").write_text("name,cost,cost\nOwl,1,2\nOwl,1,2\n")
    made = run("new", "mine", "--from", "cards.csv")
    assert made.code == 1
    assert "Build it" not in made.out
    assert "mine is made, and can be built once this is fixed: pnp check mine looks again\n" in made.err
    assert "  cost  left out: a second column of that name\n" in made.out
    assert [line.partition(" ")[2] for line in errors(made)] == [
        'PNP031 name="cost" ~origin=card_data/mine/cards.csv:1:6',
        "PNP047 ~origin=card_data/mine/cards.csv:2:1",
    ]


@pytest.mark.parametrize(
    ("name", "data", "code", "said"),
    [
        ("cards.csv", b"id,name\n", 2, "pnp: cards.csv has no rows to make cards of"),
        ("cards.csv", b'id,name\nowl,"Owl\n', 1, "cards.csv:2:6 PNP018"),
        ("cards.xlsx", b"<html>", 1, "cards.xlsx PNP042 kind=XLSX"),
        ("none.csv", None, 3, "pnp: there is no file none.csv"),
        ("none.xls", None, 3, "pnp: there is no file none.xls"),
    ],
)
def test_what_can_not_be_read(name: str, data: bytes | None, code: int, said: str, here: Path, run: Run) -> None:
    if data is not None:
        (here / name).write_bytes(data)
    failed = run("new", "mine", "--from", name)
    assert (failed.code, failed.out) == (code, "")
    assert failed.lines[0].startswith(said)
    assert not (here / "card_data").exists()


def test_from_a_folder_of_the_project_all_paths_are_as_seen_there(
    here: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("card_data", "layouts", "tables"):
        (here / folder).mkdir()
    monkeypatch.chdir(here / "tables")
    Path("good.csv").write_text("name\nOwl\n")
    Path("bad.csv").write_text('id,name\nowl,"Owl\n')
    Path("old.xls").write_bytes(b"")
    assert run("new", "mine", "--from", "good.csv").out.splitlines()[:2] == ["../card_data/mine", "../layouts/mine"]
    assert run("new", "other", "--from", "bad.csv").facts == ["bad.csv:2:6 PNP018"]
    assert run("new", "other", "--from", "old.xls").facts == ['old.xls PNP017 name="old.xls"']


def test_what_is_there_is_not_touched(here: Path, run: Run) -> None:
    (here / "cards.csv").write_text("name\nOwl\n")
    (here / "layouts/mine").mkdir(parents=True)
    said = "pnp: layouts/mine is there already: choose another name\n"
    assert run("new", "mine", "--from", "cards.csv") == (2, "", said)
    assert not (here / "card_data").exists()


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001"
    "a5f645400000000049454e44ae426082"
)


@pytest.mark.parametrize(
    ("named", "told", "hint"),
    [
        ("cards.xls", 'PNP017 name="cards.xls"', "spreadsheet program"),
        ("cards.xls#A", 'PNP017 name="cards.xls"', "spreadsheet program"),
        ("cards.fods", 'PNP017 name="cards.fods"', "spreadsheet program"),
        ("cards.numbers", 'PNP017 name="cards.numbers"', " Numbers"),
        ("cards.gsheet", 'PNP017 name="cards.gsheet"', "points to a sheet"),
        ("cards.pdf", 'PNP017 name="cards.pdf"', ".csv"),
        ("cards.csv", "PNP042 kind='an old .xls file'", "open it"),
        ("cards.csv#A", 'PNP001 name="cards.csv"', ""),
        ("cards.xlsx#B", 'PNP043 name="B"', ""),
    ],
)
def test_a_table_that_cannot_be_read_is_told_in_a_line(named: str, told: str, hint: str, here: Path, run: Run) -> None:
    file = named.partition("#")[0]
    old = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(9)
    (here / file).write_bytes(xlsx(Cards=[["Name"], ["Owl"]]) if file.endswith(".xlsx") else old)
    made = run("new", "mine", "--from", named)
    assert (made.code, made.out) == (1, "")
    assert made.facts == [f"{file} {told}"]
    assert hint in made.err
    assert not (here / "card_data").exists()


def test_a_sheet_behind_the_file(here: Path, run: Run) -> None:
    (here / "cards.xlsx").write_bytes(xlsx(Notes=[["Name", "x"], ["To do", "!"]], Cards=[["Name", "y"], ["Owl", "?"]]))
    made = run("new", "mine", "--from", "cards.xlsx#Cards")
    assert (made.code, made.out.splitlines()[2]) == (0, 'cards.xlsx#Cards is XLSX, sheet "Cards": 1 card, as it seems')
    assert "    data: cards.xlsx#Cards" in (here / "card_data/mine/game.yaml").read_text().splitlines()


@pytest.mark.parametrize(("file", "made_of"), [("cards.xlsx", xlsx), ("cards.ods", ods)])
def test_what_formulas_compute_is_printed_if_it_is_a_text(
    file: str, made_of: Callable[..., bytes], here: Path, run: Run
) -> None:
    headings = ["Nr", "Name", "Cost", "Worth", "Row", "Label", "Qty"]
    rows = [
        [at, name, at + 1, Formula(f"C{at + 1}*2", 2 * at), Formula("ROW()", at + 1), Formula("x", f"{name}!"), at]
        for at, name in enumerate(("Owl", "Fox", "Elk"), 1)
    ]
    rows[0][-1], rows[0][2] = Formula("1+1", 2), Formula("A2", 2)
    (here / file).write_bytes(made_of(Cards=[headings, *rows]))
    made = run("new", "mine", "--from", file)
    left = "left out: computed by formulas; to print them: a field in game.yaml, a place in the template"
    assert made.out.splitlines()[3:-2] == [
        "  Nr     nr: a number, at the bottom",
        "  Name   name: what cards are called, and their ids are made of (id: auto)",
        "  Cost   cost: a number, in the corner",
        f"  Worth  {left}",
        f"  Row    {left}",
        "  Label  label: a short text",
        "  Qty    how often each is printed",
    ]
    assert (run("check", "mine").code, "worth" in (here / "layouts/mine/card.xml.j2").read_text()) == (0, False)


def test_a_mistake_in_a_translated_sheet_is_told_at_its_cell_and_stops_nothing(here: Path, run: Run) -> None:
    english = [["Name", "Cost", "Text"], ["Owl", 1, "Take 2 [coin]."], ["Fox", 2, "Gain **one**."], ["Elk", 3, "Stop!"]]
    german = [
        ["Name", "Kosten", "Text"],
        ["Eule", 1, "Nimm [münze]."],
        ["Fuchs", 2, "Nimm **eine."],
        ["Elch", 3, "Halt!"],
    ]
    (here / "cards.xlsx").write_bytes(xlsx(Cards=english, Deutsch=german))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert made.out.splitlines()[-3] == (
        '  sheet "Deutsch": the same in the language de, in card_data/mine/locale/de.po; 1 text with mistakes, '
        "marked fuzzy there"
    )
    source = "~origin=card_data/mine/cards.xlsx:Cards!C"
    told = [
        f"cards.xlsx:Deutsch!C2 PNP615 lacking=[coin] ~about=cards.owl.text {source}2",
        f"cards.xlsx:Deutsch!C2 PNP618 lacking=2 ~about=cards.owl.text {source}2",
        f"cards.xlsx:Deutsch!C3 PNP616 mark='a star' ~about=cards.fox.text {source}3",
    ]
    assert (made.code, made.lines) == (0, told)
    built = run("build", "mine", "--lang", "de")
    assert (built.code, errors(built)) == (0, [])
    page = texts("output/mine/de/mine-low-a4.pdf")[-1]
    assert "Take 2" in page and "Nimm" in page and "Halt!" in page
    catalogue = here / "card_data/mine/locale/de.po"
    catalogue.write_text(catalogue.read_text().replace("#, fuzzy\n", ""))
    written = [line.split(" ", 1)[1] for line in run("check", "mine").facts if " PNP6" in line]
    assert written == [line.split(" ", 1)[1] for line in told], "as in any catalogue"
