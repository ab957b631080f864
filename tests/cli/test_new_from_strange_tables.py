"""`pnp new --from` of tables as designers keep them: prices, quotations, a sheet for each kind of card."""

import io
import re
from datetime import date
from pathlib import Path
from zipfile import ZipFile

import pytest
from PIL import Image
from saying import Run
from spreadsheets import xlsx

from pnp.model.problem import FileError


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("table", "styles"),
    [
        ("name,cost,text\nFox,1,Draw a card.\nOwl,2,Fly two spaces.\n", {"text": "body"}),
        (
            "name,flavour,ability\nFox,Red as the evening sun and quick.,Draw a card.\nOwl,Wise as an oak.,Fly home.\n",
            {"flavour": "aside", "ability": "body"},
        ),
        ('name,kind,said,price\nFox,Beast,Yip yip yip.,"2,50"\nOwl,Bird,Hoo hoo hoo hoo.,"1,20"\n', {"kind": "line"}),
        ('name,price,kind,text\nFox,"2,50",Beast,Yip.\nOwl,"1,20",Bird,Hoo.\n', {"kind": "line", "text": "body"}),
    ],
)
def test_texts_have_the_places_that_their_headings_say(
    table: str, styles: dict[str, str], here: Path, run: Run
) -> None:
    """Rules before quotations, however long these are; no price where the kind of card stands."""
    (here / "cards.csv").write_text(table)
    run("new", "mine", "--from", "cards.csv")
    (made,) = here.glob("layouts/mine/card.xml.j2")
    for field, style in styles.items():
        (said,) = [line for line in made.read_text().splitlines() if f'<text of="{field}"' in line]
        assert f'style="{style}"' in said
    assert run("build", "mine").code == 0


@pytest.mark.parametrize(("look", "text"), [("portrait", "Ability"), ("big-art", "Ability"), ("text-heavy", "Ability")])
def test_looks_print_the_rules_and_group_by_words(look: str, text: str, here: Path, run: Run) -> None:
    rows = "".join(
        f'Card {n},"{n},50",{("Beast", "Bird")[n % 2]},Draw {n} cards.,A long and winding sentence about {n} at dusk.\n'
        for n in range(1, 9)
    )
    (here / "cards.csv").write_text(f"Name,Price,Type,{text},Flavour\n{rows}")
    made = run("new", "mine", "--from", "cards.csv", "--look", look)
    assert f"  {text}" in made.out
    assert f"{text}   left out" not in made.out
    assert "Price    left out" in made.out
    assert run("build", "mine").code == 0


READ_ME = [["My game, v0.7"], ["See the other sheets"]]
HEROES = [["Name", "Power"], ["Owl", 3], ["Fox", 2], ["Elk", 2]]
ITEMS = [["Name", "Text"], ["Rope", "Climb."], ["Lamp", "See."]]


def test_a_sheet_for_each_kind_of_card(here: Path, run: Run) -> None:
    """A text for readers is no card, and what else there is can be had."""
    (here / "cards.xlsx").write_bytes(xlsx(**{"Read me": READ_ME, "Heroes": HEROES, "Items": ITEMS}))
    made = run("new", "mine", "--from", "cards.xlsx")
    assert made.out.splitlines()[2] == 'cards.xlsx is XLSX, sheet "Heroes": 3 cards, as it seems'
    assert made.out.splitlines()[-3] == (
        '  sheet "Items": left out, as a translation: 2 cards against 3, and no column of ids that both have; '
        '--from "cards.xlsx#Items" makes a game of it'
    )
    assert run("build", "mine").code == 0


def test_columns_without_a_value_and_pictures_within_are_told(here: Path, run: Run) -> None:
    rows = [["Name", "Text", "Odds"], ["Owl", "=A2", 0.5], ["Fox", "=A3", 0.25]]
    data = io.BytesIO(xlsx(Cards=rows))
    with ZipFile(data, "a") as file:
        file.writestr("xl/media/image1.png", b"png")
    (here / "cards.xlsx").write_bytes(data.getvalue())
    made = run("new", "mine", "--from", "cards.xlsx")
    why = "2 cells without a value; in row 2 the cell has a formula, and no result of it"
    assert f"  Text  left out: {why}\n" in made.out
    assert "  pictures within the spreadsheet aren't read: save them beside it" in made.out


def test_braces_are_no_icons_and_it_says_what_is(here: Path, run: Run) -> None:
    (here / "cards.csv").write_text("Name,Text\nOwl,Take {coin}.\nFox,Lose {coin} and {heart}.\nElk,So [coin].\n")
    said = "if {coin}, {heart} are icons, write [coin]\n"
    assert f"has braces, so it isn't translated: {said}" in run("new", "mine", "--from", "cards.csv").out


def test_a_name_with_a_line_break_stays_in_its_comment(here: Path, run: Run) -> None:
    (here / "a\nb.csv").write_text("name,cost\nOwl,1\nElk,2\n")
    assert run("new", "mine", "--from", "a\nb.csv").code == 0
    assert (here / "card_data/mine/game.yaml").read_text().splitlines()[1].startswith("title:")


def test_nothing_is_left_of_what_cannot_be_written(here: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "cards.csv").write_text("name,cost\nOwl,1\n")

    def is_full(*_: object) -> None:
        raise FileError("disk is full")

    monkeypatch.setattr("pnp.importing.tables.game_from_table.write_atomically", is_full)
    made = run("new", "mine", "--from", "cards.csv")
    assert (made.code, made.err) == (3, "pnp: disk is full\n")
    assert not (here / "card_data/mine").exists()


def test_large_pictures_are_copied_whole(here: Path, run: Run) -> None:
    (here / "cards.csv").write_text("name,pic\nOwl,a.png\nElk,a.png\n")
    Image.new("RGB", (9, 9)).save(here / "a.png")
    with (here / "a.png").open("ab") as file:
        file.truncate(40 << 20)
    run("new", "mine", "--from", "cards.csv")
    assert (here / "card_data/mine/a.png").stat().st_size == 40 << 20


def test_the_first_sheet_says_its_language(here: Path, run: Run) -> None:
    (here / "cards.xlsx").write_bytes(xlsx(Deutsch=[["Name", "N"], ["Uhu", 1], ["Ilch", 2]]))
    run("new", "mine", "--from", "cards.xlsx")
    assert "languages: [de]" in (here / "card_data/mine/game.yaml").read_text()


def test_rows_of_badges_stand_above_each_other(here: Path, run: Run) -> None:
    figures = ["Might", "Wit", "Luck", "Speed", "Armor", "Gold", "Food"]
    (here / "cards.csv").write_text(f"name,{','.join(figures)}\nOwl,1,1,1,1,1,1,1\nElk,2,2,2,2,2,2,2\n")
    run("new", "mine", "--from", "cards.csv")
    text = (here / "layouts/mine/card.xml.j2").read_text()
    rows = sorted(float(y) for y in re.findall(r'<row x="6" y="{{ h - ([0-9.]+) }}"', text))
    assert len(rows) == 2
    assert rows[1] - rows[0] > 9


def test_one_line_for_dates_however_many(here: Path, run: Run) -> None:
    day = date(2026, 2, 1)
    rows = [["Name", "Text"], ["Owl", day], ["Elk", day], ["Fox", "x"], ["Hen", day]]
    (here / "cards.xlsx").write_bytes(xlsx(Cards=rows))
    run("new", "mine", "--from", "cards.xlsx")
    assert run("check", "mine").err.count("PNP045") == 1
